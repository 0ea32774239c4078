//! Ends a question: from another thread, or by what the caller looks at.

use crate::work_queue;
use crossbeam_channel::Receiver;

/// Ends the search for a question, which may not have begun.
#[derive(Default)]
pub(super) struct StopSwitch {
    switch: work_queue::StopSwitch,
    /// Asked, too, if there is one.
    outside: Option<fn() -> bool>,
}

impl StopSwitch {
    /// One that is also asked from outside whether the question ends.
    pub(super) fn with(outside: fn() -> bool) -> StopSwitch {
        StopSwitch {
            outside: Some(outside),
            ..StopSwitch::default()
        }
    }

    /// Ends the question.
    pub(super) fn stop(&self) {
        self.switch.stop();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.switch.is_stopped() || self.outside.is_some_and(|is_stopped| is_stopped())
    }

    /// A channel that is closed by [`StopSwitch::stop`].
    pub(super) fn receiver(&self) -> Receiver<()> {
        self.switch.receiver()
    }
}
