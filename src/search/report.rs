//! What a search reports while it runs, and what stops it.

use crate::board::Point;
use crate::position::Position;
use crate::score::Score;

/// The result of a finished iteration, of one principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The iteration's depth in plies.
    pub depth: i32,
    /// The deepest node, quiescence included, in plies from the root.
    pub seldepth: i32,
    /// The score for the side to move.
    pub score: Score,
    /// Nodes of the main search and of quiescence so far.
    pub nodes: u64,
    /// Nodes of VCF searches so far.
    pub threat_nodes: u64,
    /// The principal variation; never empty.
    pub pv: Vec<Point>,
}

/// An event of a running search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent<'a> {
    /// An iteration was finished: its principal variations, best first.
    Iteration(&'a [Progress]),
    /// The root move that is searched from now on (`currmove`).
    CurrMove(Point),
    /// A root move was searched: its score, which is a bound where it is not the best so far.
    MoveScore(Point, Score),
}

/// Follows a search and decides when it stops: never, unless a method is its own.
pub trait Supervisor {
    /// Whether the search must stop at once. Called every few hundred nodes.
    fn must_stop(&mut self) -> bool {
        false
    }
    /// Called before a root move is searched.
    fn on_curr_move(&mut self, _point: Point) {}
    /// Called after a root move was searched, with its score or a bound.
    fn on_move_score(&mut self, _point: Point, _score: Score) {}
    /// Called with each position that a leaf evaluates statically (sampling for training).
    fn on_evaluation(&mut self, _position: &Position) {}
    /// Asked at a node of some depth, not the root, where every move was possible and the `move_count`th one failed high:
    /// whether to call [`on_fail_high`](Supervisor::on_fail_high).
    fn wants_fail_high(&mut self, _move_count: usize) -> bool {
        false
    }
    /// Called with a node's position, the move that failed high, and the ratings of all moves near stones by static move
    /// ordering and history, without the policy network (sampling for training).
    fn on_fail_high(&mut self, _position: &Position, _point: Point, _ratings: &[(Point, i32)]) {}
    /// Called after each iteration with its variations, best first. Returns how to continue.
    fn next(&mut self, _lines: &[Progress]) -> Next {
        Next::Deeper
    }
}

/// How a search continues after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the next depth.
    Deeper,
    /// Not at all.
    Stop,
    /// Without its best move, after which the opponent is proven to win.
    Without {
        /// The length of that win, its five included.
        plies: usize,
    },
}

/// A supervisor that never stops a search: its limits do.
pub struct Unsupervised;

impl Supervisor for Unsupervised {}

/// The scores of the last two iterations. Odd and even depths end with a move of different sides (odd-even effect);
/// their mean favors neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastScores {
    last: Option<Score>,
    before: Option<Score>,
}

impl LastScores {
    /// Adds the score of an iteration.
    pub fn take(&mut self, score: Score) {
        self.before = self.last.replace(score);
    }

    /// The mean, or the last score if it is decided; `None` before the first iteration.
    pub fn mean(&self) -> Option<i32> {
        let last = self.last?;
        let before = self.before.filter(|before| !before.is_decided());
        match before.filter(|_| !last.is_decided()) {
            Some(before) => Some((last.value() + before.value()) / 2),
            None => Some(last.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_score_is_not_mixed_with_another() {
        let mut scores = LastScores::default();
        assert_eq!(scores.mean(), None);
        scores.take(Score::estimate(40));
        assert_eq!(scores.mean(), Some(40));
        scores.take(Score::estimate(-10));
        assert_eq!(scores.mean(), Some(15));
        scores.take(Score::win_in(9));
        assert_eq!(scores.mean(), Some(Score::win_in(9).value()));
        scores.take(Score::estimate(4));
        assert_eq!(scores.mean(), Some(4));
    }
}
