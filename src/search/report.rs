//! What a search tells while it runs, and who tells it to stop.

use crate::board::Point;
use crate::position::Position;
use crate::score::Score;

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The iteration's depth in plies.
    pub depth: i32,
    /// The deepest node, quiescence included, in plies from the root.
    pub seldepth: i32,
    /// For the side to move.
    pub score: Score,
    /// Moves played in the main search and in quiescence.
    pub nodes: u64,
    /// Moves played in searches for wins by fours.
    pub threat_nodes: u64,
    /// The principal variation, its first move the one to play; never empty.
    pub pv: Vec<Point>,
}

/// What a search has to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum News<'a> {
    /// An iteration was finished: its variations, best first.
    Iteration(&'a [Progress]),
    /// A move at the root is searched now.
    Tries(Point),
    /// It was searched: its score, which is a bound where it is not the best so far.
    Tried(Point, Score),
}

/// Watches over a search.
pub trait Supervisor {
    /// Whether the search must stop at once; asked every few hundred nodes.
    fn must_stop(&mut self) -> bool;
    /// Is told of a move at the root that is searched now.
    fn tries(&mut self, _point: Point) {}
    /// Is told that it was searched, with its score or a bound of it.
    fn tried(&mut self, _point: Point, _score: Score) {}
    /// Is told of a position whose evaluation a leaf of the search asks for.
    fn evaluates(&mut self, _position: &Position) {}
    /// Is told of a finished iteration, by its variations, best first, and tells how to go on.
    fn next(&mut self, lines: &[Progress]) -> Next;
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

    fn next(&mut self, _: &[Progress]) -> Next {
        Next::Deeper
    }
}

/// The scores of the last two iterations. Odd and even depths end with the one's move and the other's,
/// which each thinks well of: their mean favors neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastScores {
    last: Option<Score>,
    before: Option<Score>,
}

impl LastScores {
    /// Takes the score of a further iteration.
    pub fn take(&mut self, score: Score) {
        self.before = self.last.replace(score);
    }

    /// Their mean, or a decided last one; `None` before the first iteration.
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
