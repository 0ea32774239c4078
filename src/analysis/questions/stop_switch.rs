//! Ends a question: from another thread, or by what the caller looks at.

use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the search for a question, which may not have begun.
#[derive(Default)]
pub(super) struct StopSwitch {
    is_stopped: AtomicBool,
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
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
            || self.outside.is_some_and(|is_stopped| is_stopped())
    }
}
