//! What did well lately: scores of moves, and replies that refuted a move.

use super::params::HISTORY_LIMIT;
use crate::board::{ByColor, CELLS, Color, MAX_SIZE, Point};

/// The number of [`place`]s.
const PLACES: usize = MAX_SIZE * MAX_SIZE;

/// Stones that were put before a move: the opponent's last one, and the last one of the move's own color.
pub(super) type Before = [Option<Point>; 2];

/// Scores per color and point, alone and after each of the two stones [`Before`] (continuation history),
/// within the history limit, and counter-moves.
pub(super) struct History {
    scores: ByColor<Box<[i16; CELLS]>>,
    /// `[which stone][its place][place]`
    continuations: ByColor<[Box<[[i16; PLACES]]>; 2]>,
    counters: ByColor<Box<[Option<Point>]>>,
}

/// The scores of all points after two stones.
pub(super) struct After<'a>([&'a [i16; PLACES]; 2]);

static NOTHING: [i16; PLACES] = [0; PLACES];

impl After<'_> {
    /// The sum of a point's scores.
    #[inline]
    pub(super) fn score(&self, point: Point) -> i32 {
        let place = place(point);
        self.0[0][place] as i32 + self.0[1][place] as i32
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
            scores: ByColor::from_fn(|_| Box::new([0; CELLS])),
            continuations: ByColor::from_fn(|_| {
                std::array::from_fn(|_| vec![[0; PLACES]; PLACES].into_boxed_slice())
            }),
            counters: ByColor::from_fn(|_| vec![None; CELLS].into_boxed_slice()),
        }
    }

    #[inline]
    pub(super) fn score(&self, color: Color, point: Point) -> i32 {
        self.scores[color][point.index()] as i32
    }

    /// The scores after each of the stones before.
    #[inline]
    pub(super) fn after(&self, color: Color, before: Before) -> After<'_> {
        let tables = self.continuations[color].each_ref();
        let row =
            |which: usize| before[which].map_or(&NOTHING, |stone| &tables[which][place(stone)]);
        After([row(0), row(1)])
    }

    /// Moves the scores of a point towards the limit, the slower the nearer they are.
    pub(super) fn add(&mut self, color: Color, before: Before, point: Point, bonus: i32) {
        raise(&mut self.scores[color][point.index()], bonus);
        for (table, stone) in self.continuations[color].iter_mut().zip(before) {
            if let Some(stone) = stone {
                raise(&mut table[place(stone)][place(point)], bonus);
            }
        }
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
            let continuations = self.continuations[color].iter_mut().flatten();
            let rows = continuations.map(|row| &mut row[..]);
            for row in rows.chain([&mut self.scores[color][..]]) {
                row.iter_mut().for_each(|score| *score /= 2);
            }
        }
    }
}

fn raise(score: &mut i16, bonus: i32) {
    let pull = *score as i32 * bonus.abs() / HISTORY_LIMIT;
    *score = (*score as i32 + bonus - pull).clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}
