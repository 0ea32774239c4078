//! When the variations of a running search are told.

use crate::search::Progress;
use crate::time::Clock;
use std::cell::{Cell, RefCell};

/// The longest time between two lines about a running search, in milliseconds, and the shortest.
const UPDATE_MS: u64 = 100;
const LEAST_UPDATE_MS: u64 = 50;

/// Tells the variations of a running search as they come, and again while an iteration takes long.
pub(super) struct Updates<'a> {
    clock: Clock,
    tell: &'a dyn Fn(&[Progress]),
    lines: RefCell<Vec<Progress>>,
    told_ms: Cell<Option<u64>>,
}

impl<'a> Updates<'a> {
    /// `tell` takes the variations, best first.
    pub(super) fn new(clock: Clock, tell: &'a dyn Fn(&[Progress])) -> Updates<'a> {
        Updates {
            clock,
            tell,
            lines: RefCell::default(),
            told_ms: Cell::default(),
        }
    }

    /// Takes the variations of an iteration.
    pub(super) fn take(&self, lines: Vec<Progress>) {
        self.lines.replace(lines);
        self.tell_after(LEAST_UPDATE_MS);
    }

    /// Tells the variations again, if it is time to.
    pub(super) fn repeat(&self) {
        self.tell_after(UPDATE_MS);
    }

    fn tell_after(&self, pause_ms: u64) {
        let (lines, now) = (self.lines.borrow(), self.clock.elapsed_ms());
        if !lines.is_empty() && self.told_ms.get().is_none_or(|ms| now >= ms + pause_ms) {
            self.told_ms.set(Some(now));
            (self.tell)(&lines);
        }
    }
}
