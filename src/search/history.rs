//! What did well lately: scores of moves, and replies that refuted a move.

use super::params::HISTORY_LIMIT;
use crate::board::{ByColor, CELLS, Color, Point};

/// Scores per color and point, within the history limit, and counter-moves.
#[derive(Clone)]
pub(super) struct History {
    scores: ByColor<Box<[i16]>>,
    counters: ByColor<Box<[Option<Point>]>>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            scores: ByColor::from_fn(|_| vec![0; CELLS].into_boxed_slice()),
            counters: ByColor::from_fn(|_| vec![None; CELLS].into_boxed_slice()),
        }
    }

    #[inline]
    pub(super) fn score(&self, color: Color, point: Point) -> i32 {
        self.scores[color][point.index()] as i32
    }

    /// Moves a score towards the limit, the slower the nearer it is.
    pub(super) fn add(&mut self, color: Color, point: Point, bonus: i32) {
        let score = &mut self.scores[color][point.index()];
        let pull = *score as i32 * bonus.abs() / HISTORY_LIMIT;
        *score = (*score as i32 + bonus - pull).clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
    }

    /// The move of `color` that refuted the opponent's stone at `last` before.
    #[inline]
    pub(super) fn counter(&self, color: Color, last: Option<Point>) -> Option<Point> {
        self.counters[color][last?.index()]
    }

    pub(super) fn set_counter(&mut self, color: Color, last: Option<Point>, reply: Point) {
        if let Some(last) = last {
            self.counters[color][last.index()] = Some(reply);
        }
    }

    /// Halves the scores: a new search of the same game starts.
    pub(super) fn age(&mut self) {
        for color in Color::ALL {
            self.scores[color].iter_mut().for_each(|score| *score /= 2);
        }
    }
}
