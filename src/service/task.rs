//! What the service is asked.

use crate::board::Point;
use crate::engine::{FULL_STRENGTH, Resources};
use crate::position::Position;
use crate::rule::Swap2;
use crate::time::Limits;

/// The kind of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// A move.
    Move,
    /// The best move of the search alone, without book and threat searches at the root.
    Search,
    /// A step of swap2.
    Swap2(Swap2),
    /// The given number of best moves (multi-PV); one is the same as [`Request::Move`].
    BestLines(usize),
    /// One or two moves after which the position is nearest to a score for the side to move.
    Balance {
        /// The number of moves, 1 or 2.
        moves: usize,
        /// In score units: roughly 100 are an open three.
        score: i32,
    },
    /// Pondering: the opponent's turn is searched until it is stopped.
    Ponder,
}

/// A position with a request and its limits.
#[derive(Clone)]
pub struct Task {
    /// What is asked.
    pub request: Request,
    /// The position. Its side to move is the engine's, or the opponent's while pondering.
    pub position: Position,
    /// Limits of time, depth and nodes.
    pub limits: Limits,
    /// Memory and threads. A change loses hash tables and histories.
    pub resources: Resources,
    /// Excluded moves; pondering ignores them.
    pub excluded: Vec<Point>,
    /// The strength level of [`Request::Move`], from 0 to [`FULL_STRENGTH`].
    pub level: u32,
    /// Whether events report each root move.
    pub reports_root_moves: bool,
}

impl Task {
    /// A task at full strength on one thread with the default memory.
    pub fn new(request: Request, position: Position, limits: Limits) -> Task {
        Task {
            request,
            position,
            limits,
            resources: Resources::single(0),
            excluded: Vec::new(),
            level: FULL_STRENGTH,
            reports_root_moves: false,
        }
    }
}

/// The number of a task, in the order of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u64);
