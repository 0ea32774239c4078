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
    /// Is told of a finished iteration, and tells how to go on.
    fn next(&mut self, progress: &Progress) -> Next;
}

/// How to go on after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another one, deeper.
    Deeper,
    /// No other.
    Stop,
    /// The same again without its best move, after which the opponent is proven to win within so many
    /// plies.
    Without {
        /// The opponent's five included.
        plies: usize,
    },
}

/// Never stops a search: its own limits do.
pub struct Unsupervised;

impl Supervisor for Unsupervised {
    fn must_stop(&mut self) -> bool {
        false
    }

    fn next(&mut self, _: &Progress) -> Next {
        Next::Deeper
    }
}
