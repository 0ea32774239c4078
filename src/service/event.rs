//! What the service reports.

use super::task::TaskId;
use crate::board::Point;
use crate::engine::Why;
use crate::score::Score;
use crate::search::Progress;

/// An event of the service. Events of a task have its number.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A new game may begin.
    Ready,
    /// An iteration was finished.
    Iteration {
        /// The task.
        id: TaskId,
        /// Its principal variations, best first.
        lines: Vec<Progress>,
        /// Milliseconds since the turn began.
        elapsed_ms: u64,
    },
    /// A root move is searched from now on (`currmove`).
    CurrMove(TaskId, Point),
    /// A root move was searched; its score is a bound where it is not the best so far.
    MoveScore(TaskId, Point, Score),
    /// How full the transposition table is, in permille (`hashfull`).
    HashUsage(usize),
    /// A task is done.
    Answer(Answer),
}

impl Event {
    /// Whether it may be dropped where events are not read in time.
    pub(super) fn is_progress(&self) -> bool {
        matches!(
            self,
            Event::Iteration { .. } | Event::CurrMove(..) | Event::MoveScore(..)
        )
    }
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The task.
    pub id: TaskId,
    /// What is to be done.
    pub outcome: Outcome,
    /// What chose a [`Request::Move`](super::Request::Move); `None` where something else was asked, and after a panic.
    pub why: Option<Why>,
    /// The principal variations that were reported last, best first: those of the last finished iteration, or a known
    /// win. None for forced moves and after a panic. The safety check may choose another move than the first one.
    pub lines: Vec<Progress>,
}

/// What an answer says is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// These stones are to be played: a move, or those of a step of swap2 or a balance.
    Stones(Vec<Point>),
    /// Colors are to be swapped (swap2).
    Swap,
    /// Nothing: pondering has ended.
    Pondered,
    /// Nothing can be answered.
    Unanswerable(Unanswerable),
}

/// Why a task has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswerable {
    /// Every point is taken or excluded.
    #[error("no move is left")]
    NoMove,
    /// Fewer than three points are left for the opening of swap2.
    #[error("no three points are left")]
    NoThreePoints,
    /// No two moves reach the score that was asked for.
    #[error("no two moves balance it")]
    NoBalance,
}
