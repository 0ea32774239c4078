//! Ends a question from another thread.

use crate::service::Ticket;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the search for a question, which may not have begun.
#[derive(Default)]
pub(super) struct StopSwitch {
    is_stopped: AtomicBool,
    search: Mutex<Option<Ticket>>,
}

impl StopSwitch {
    /// Ends the question.
    pub(super) fn stop(&self) {
        let search = self.search.lock();
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(search) = &*search {
            search.stop();
        }
    }

    /// Takes over a search that begins.
    pub(super) fn arm(&self, begun: Ticket) {
        let mut search = self.search.lock();
        if self.is_stopped() {
            begun.stop();
        }
        *search = Some(begun);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
