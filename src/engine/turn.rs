//! A turn: a position, its limits, and the shares of time and nodes that its parts get.

use super::control::Control;
use crate::position::Position;
#[cfg(test)]
use crate::time::Clock;
use crate::time::Limits;

/// A position to choose a move in, with the limits of the turn.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position, its side to move the engine's.
    pub position: &'a Position,
    /// Limits of depth and nodes.
    pub limits: &'a Limits,
    /// Time limits, and the stop signal.
    pub control: &'a Control,
    /// Called at every check of the limits; `true` ends the turn, too.
    pub watch: &'a dyn Fn() -> bool,
}

impl Turn<'_> {
    /// The moment, in milliseconds, at which `percent` of the time are gone.
    pub(super) fn after_percent(&self, percent: u64) -> u64 {
        let whole = self.control.critical_ms() as u128;
        (whole * percent as u128 / 100) as u64
    }

    /// The time that is left, in milliseconds.
    pub(super) fn left_ms(&self) -> u64 {
        let end_ms = self.after_percent(100);
        end_ms.saturating_sub(self.control.elapsed_ms())
    }

    /// Whether the turn must end now.
    pub(super) fn must_stop(&self) -> bool {
        self.control.must_stop() || (self.watch)()
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.must_stop() || self.left_ms() == 0
    }

    /// Whether only nodes or depth are limited: then answers are reproducible.
    pub(super) fn is_counted(&self) -> bool {
        self.control.critical_ms() == u64::MAX
    }

    /// The limits of one of `searches` searches that share `percent` of the nodes.
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
        watch: &|| false,
    })
}
