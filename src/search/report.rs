//! What a search tells while it runs, and who tells it to stop.

use crate::board::Point;
use crate::score::Score;

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The iteration's depth in plies.
    pub depth: i32,
    /// The deepest node, quiescence included, in plies from the root.
    pub deepest: i32,
    /// For the side to move.
    pub score: Score,
    /// Moves played in the main search and in quiescence.
    pub nodes: u64,
    /// Moves played in searches for wins by fours.
    pub threat_nodes: u64,
    /// The principal variation, its first move the one to play; never empty.
    pub pv: Vec<Point>,
}

/// Watches over a search.
pub trait Supervisor {
    /// Whether the search must stop at once; asked every few hundred nodes.
    fn must_stop(&mut self) -> bool;
    /// Is told of a finished iteration; whether another one is wanted.
    fn goes_on(&mut self, progress: &Progress) -> bool;
}

/// Never stops a search: its own limits do.
pub struct Unsupervised;

impl Supervisor for Unsupervised {
    fn must_stop(&mut self) -> bool {
        false
    }

    fn goes_on(&mut self, _: &Progress) -> bool {
        true
    }
}
