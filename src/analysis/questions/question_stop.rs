//! Ends a question: from another thread, or by what the caller looks at.

use crate::work_queue::StopSwitch;
use crossbeam_channel::Receiver;

/// Ends the search for a question, which may not have begun. Clones end the same one.
#[derive(Clone, Default)]
pub(super) struct QuestionStop {
    switch: StopSwitch,
    /// Asked, too, if there is one.
    outside: Option<fn() -> bool>,
}

impl QuestionStop {
    /// One that is also asked from outside whether the question ends.
    pub(super) fn with(outside: fn() -> bool) -> QuestionStop {
        QuestionStop {
            outside: Some(outside),
            ..QuestionStop::default()
        }
    }

    /// Ends the question.
    pub(super) fn stop(&self) {
        self.switch.stop();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.switch.is_stopped() || self.outside.is_some_and(|is_stopped| is_stopped())
    }

    /// A channel that is closed by [`QuestionStop::stop`].
    pub(super) fn receiver(&self) -> Receiver<()> {
        self.switch.receiver()
    }
}
