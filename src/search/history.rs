//! History heuristics: move scores alone and after the last stones (continuation history), and counter-moves.

use super::params::{HISTORY_LIMIT, continuation_share, history_share};
use crate::board::{ByColor, CELLS, Color, MAX_SIZE, Point};
use zerocopy::FromZeros;

/// The points of a row of the largest board, rounded up to whole vectors.
pub(super) const ROW: usize = MAX_SIZE.next_multiple_of(8);

/// `[row][column]`
type Scores = [[i16; ROW]; MAX_SIZE];

/// The stones before a move: the opponent's last one, and the last one of the move's own color.
pub(super) type Before = [Option<Point>; 2];

/// History scores by color and point, continuation history by each of the two stones [`Before`], both within
/// `HISTORY_LIMIT`, and counter-moves.
pub(super) struct History {
    scores: ByColor<Box<Scores>>,
    /// `[which stone][the stone's point]`
    continuations: ByColor<[Box<[Scores]>; 2]>,
    counters: ByColor<Box<[Option<Point>]>>,
}

/// The history of all points, and their continuation history after two stones.
pub(super) struct After<'a> {
    alone: &'a Scores,
    after: [&'a Scores; 2],
}

static NOTHING: Scores = [[0; ROW]; MAX_SIZE];

impl After<'_> {
    /// What history and continuation history add to the ratings of a row's points.
    #[inline]
    pub(super) fn ratings(&self, y: usize) -> [i16; ROW] {
        let [share, continuation_share] = [history_share(), continuation_share()].map(|n| n as i16);
        let (alone, [first, second]) = (&self.alone[y], self.after.map(|scores| &scores[y]));
        std::array::from_fn(|x| alone[x] / share + (first[x] + second[x]) / continuation_share)
    }
}

/// A point's number among those of the largest board.
#[inline]
fn place(point: Point) -> usize {
    point.y() * MAX_SIZE + point.x()
}

impl History {
    pub(super) fn new() -> History {
        History {
            scores: ByColor::from_fn(|_| Box::new(NOTHING)),
            continuations: ByColor::from_fn(|_| std::array::from_fn(|_| nothing_after_any_stone())),
            counters: ByColor::from_fn(|_| vec![None; CELLS].into_boxed_slice()),
        }
    }

    #[inline]
    pub(super) fn score(&self, color: Color, point: Point) -> i32 {
        self.scores[color][point.y()][point.x()] as i32
    }

    /// The history, and the continuation history after each of the stones before.
    #[inline]
    pub(super) fn after(&self, color: Color, before: Before) -> After<'_> {
        let tables = self.continuations[color].each_ref();
        let scores =
            |which: usize| before[which].map_or(&NOTHING, |stone| &tables[which][place(stone)]);
        After {
            alone: &self.scores[color],
            after: [scores(0), scores(1)],
        }
    }

    /// Adds a bonus to a move's scores, scaled down as they approach the limit (history gravity).
    pub(super) fn add(&mut self, color: Color, before: Before, point: Point, bonus: i32) {
        let (x, y) = (point.x(), point.y());
        raise(&mut self.scores[color][y][x], bonus);
        for (table, stone) in self.continuations[color].iter_mut().zip(before) {
            if let Some(stone) = stone {
                raise(&mut table[place(stone)][y][x], bonus);
            }
        }
    }

    /// The counter-move: the move of `color` that last refuted the opponent's stone at `last`.
    #[inline]
    pub(super) fn counter(&self, color: Color, last: Option<Point>) -> Option<Point> {
        self.counters[color][last?.index()]
    }

    pub(super) fn set_counter(&mut self, color: Color, last: Option<Point>, reply: Point) {
        if let Some(last) = last {
            self.counters[color][last.index()] = Some(reply);
        }
    }

    /// Halves all scores at the start of a new search.
    pub(super) fn age(&mut self) {
        for color in Color::ALL {
            let continuations = self.continuations[color].iter_mut().flatten();
            let scores = continuations.chain([&mut *self.scores[color]]);
            // Most tables were never written.
            for scores in scores.filter(|scores| **scores != NOTHING) {
                scores
                    .as_flattened_mut()
                    .iter_mut()
                    .for_each(|score| *score /= 2);
            }
        }
    }
}

/// Zeroed tables, one for each stone. Zeroed pages come from the system untouched; where allocation fails, the
/// ordinary one reports it.
fn nothing_after_any_stone() -> Box<[Scores]> {
    const STONES: usize = MAX_SIZE * MAX_SIZE;
    <[Scores]>::new_box_zeroed_with_elems(STONES)
        .unwrap_or_else(|_| vec![NOTHING; STONES].into_boxed_slice())
}

fn raise(score: &mut i16, bonus: i32) {
    let pull = *score as i32 * bonus.abs() / HISTORY_LIMIT;
    *score = (*score as i32 + bonus - pull).clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}
