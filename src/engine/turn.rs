//! A turn: what is thought about, within what limits, and how that is shared out.

use super::Control;
use crate::position::Position;
use crate::time::Limits;

#[cfg(test)]
use crate::time::Clock;

/// What is thought about, and within what limits.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// What stands.
    pub position: &'a Position,
    /// Iterations and nodes.
    pub limits: &'a Limits,
    /// Time.
    pub control: &'a Control,
}

impl Turn<'_> {
    /// The moment after which so many hundredths of the time are gone.
    pub(super) fn after_percent(&self, percent: u64) -> u64 {
        let whole = self.control.critical_ms() as u128;
        (whole * percent as u128 / 100) as u64
    }

    /// The time that is left.
    pub(super) fn left_ms(&self) -> u64 {
        let end_ms = self.after_percent(100);
        end_ms.saturating_sub(self.control.elapsed_ms())
    }

    /// Whether an answer is due.
    pub(super) fn is_over(&self) -> bool {
        self.control.must_stop() || self.left_ms() == 0
    }

    /// Whether nodes or depth alone are limited: then the answers are the same everywhere.
    pub(super) fn is_counted(&self) -> bool {
        self.control.critical_ms() == u64::MAX
    }

    /// The limits of a search that may play so many hundredths of the nodes, shared with others.
    pub(super) fn part(&self, percent: u64, searches: u64) -> Limits {
        let part = |nodes: u64| (nodes / 100 * percent / searches.max(1)).max(1);
        Limits {
            depth: self.limits.depth,
            nodes: self.limits.nodes.map(part),
            ..Limits::default()
        }
    }
}

/// Runs a test on a turn that starts now.
#[cfg(test)]
pub(super) fn on_turn<R>(position: &Position, limits: &Limits, test: impl FnOnce(&Turn) -> R) -> R {
    let control = Control::new(Clock::start(), limits);
    test(&Turn {
        position,
        limits,
        control: &control,
    })
}
