//! The classical evaluation: sums over the empty points, put together by a small network, and a term for the threats
//! that stand.
//!
//! The sums follow the patterns' changes, but only when they are asked for, and those of one side to move only: many
//! positions are never evaluated, and hardly one for both sides.

use super::features::threat_set;
use super::weights::{Hidden, Weights, Worths};
use crate::board::{ByColor, Color};
use crate::pattern::{Change, Path, PatternCode};
use crate::position::Position;
use crate::score::Score;
use std::sync::Arc;

/// Point worths are kept in sixteenths.
const UNIT: i32 = 16;

/// Hidden sums are kept in 512ths, and count from nothing to four.
const HIDDEN_UNIT: i32 = 512;
const HIDDEN_MOST: i16 = 4 * HIDDEN_UNIT as i16;

/// The sums of a side to move: point worths in sixteenths of a score unit, and hidden sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sums {
    points: i32,
    hidden: Hidden,
}

impl Sums {
    /// Sums up a position from scratch.
    fn new(position: &Position, weights: &Weights, turn: Color) -> Sums {
        let stones = position.board().stones();
        let mut sums = Sums {
            points: stones as i32 * weights.stone as i32,
            hidden: weights.bias,
        };
        (0..stones).for_each(|_| sums.hidden.add(&weights.hidden_stone));
        for point in position.board().empty_points() {
            for (color, worths) in [(turn, &weights.own), (!turn, &weights.opponent)] {
                let code = position.patterns().code(point, color).index();
                sums.points += worths.points[code] as i32;
                sums.hidden.add(&worths.hidden[code]);
            }
        }
        sums
    }

    /// The sums with one more stone, which changed these points.
    #[inline(always)]
    fn after(mut self, weights: &Weights, turn: Color, changes: &[Change]) -> Sums {
        self.points += weights.stone as i32;
        self.hidden.add(&weights.hidden_stone);
        for change in changes {
            self.change(&weights.own, change.codes(turn));
            self.change(&weights.opponent, change.codes(!turn));
        }
        self
    }

    #[inline(always)]
    fn change(&mut self, worths: &Worths, codes: [PatternCode; 2]) {
        let [old, new] = codes.map(PatternCode::index);
        self.points += worths.points[new] as i32 - worths.points[old] as i32;
        self.hidden.change(&worths.hidden[old], &worths.hidden[new]);
    }
}

/// Sums, and after which stones.
#[derive(Clone, Copy)]
struct Level {
    path: Path,
    sums: Sums,
}

/// The sums of a position, and of those it came from.
#[derive(Clone)]
pub struct Classic {
    weights: &'static ByColor<Arc<Weights>>,
    /// The stones put before the first level.
    first: usize,
    /// By the side to move: a level for each stone put, as far as one was asked for.
    levels: ByColor<Vec<Level>>,
}

impl Classic {
    /// Sums up a position from scratch.
    pub fn new(position: &Position) -> Classic {
        let weights = Weights::of(position.rule());
        let first = position.patterns().stones_put();
        let level = |turn| Level {
            path: position.patterns().path(first),
            sums: Sums::new(position, &weights[turn], turn),
        };
        Classic {
            weights,
            first,
            levels: ByColor::from_fn(|turn| vec![level(turn)]),
        }
    }

    /// The tables in use for a side to move.
    #[inline]
    pub fn weights(&self, turn: Color) -> &'static Weights {
        &self.weights[turn]
    }

    /// Estimates a position for the side to move: the one that was summed up, with more or fewer stones put on it since.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, turn: Color) -> Score {
        let sums = self.sums(position, turn);
        let weights = self.weights(turn);
        let hidden = sums.hidden.0.iter().zip(&weights.out);
        let hidden: i32 = hidden
            .map(|(&sum, &out)| sum.clamp(0, HIDDEN_MOST) as i32 * out as i32)
            .sum();
        let points = (sums.points + hidden / HIDDEN_UNIT) / UNIT;
        let threats = weights.threats[threat_set(position.patterns(), turn)];
        Score::estimate(points + threats as i32)
    }

    /// The sums of a position for the side to move: from those of the last position on the way to it that are known.
    #[inline]
    fn sums(&mut self, position: &Position, turn: Color) -> Sums {
        let patterns = position.patterns();
        let stones = patterns.stones_put();
        let levels = &mut self.levels[turn];
        levels.truncate((stones + 1).saturating_sub(self.first));
        while let Some(last) = levels.last() {
            let at = self.first + levels.len() - 1;
            if last.path != patterns.path(at) {
                levels.pop();
            } else if at == stones {
                return last.sums;
            } else {
                let changes = patterns.changes_after(at);
                let weights = &self.weights[turn];
                // Not by a color handed in, so that all is laid out for each.
                let sums = match turn {
                    Color::Black => last.sums.after(weights, Color::Black, changes),
                    Color::White => last.sums.after(weights, Color::White, changes),
                };
                let path = patterns.path(at + 1);
                levels.push(Level { path, sums });
            }
        }
        // Stones were taken off that had been there at first.
        *self = Classic::new(position);
        self.levels[turn][0].sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::eval::weights::Fitted;
    use crate::eval::{COUNTS, HIDDEN, counts};
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Takes a stone off, so often, or puts one anywhere.
    fn step(position: &mut Position, back: f64, rng: &mut Xoshiro256PlusPlus) {
        let empty: Vec<_> = position.board().empty_points().collect();
        if rng.random_bool(back) && position.board().stones() > 0 {
            position.undo();
        } else {
            position.play(empty[rng.random_range(0..empty.len())]);
        }
    }

    /// The running sums equal those from scratch, and the evaluation is the model that was fitted.
    #[test]
    fn the_evaluation_is_the_fitted_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rule in Rule::ALL {
            let mut position = Position::empty(rule, Size::FIFTEEN);
            let mut eval = Classic::new(&position);
            for _ in 0..300 {
                step(&mut position, 0.3, &mut rng);
                for turn in Color::ALL {
                    let sums = Sums::new(&position, &Weights::of(rule)[turn], turn);
                    assert_eq!(eval.sums(&position, turn), sums);
                }
                let (patterns, turn) = (position.patterns(), position.turn());
                let fitted = Fitted::of(rule, turn);
                let (own, opponent) = (counts(patterns, turn), counts(patterns, !turn));
                let stones = position.board().stones() as i32;
                let product = |counts: &[u16; COUNTS], table: &dyn Fn(usize) -> i16| -> i32 {
                    let counts = counts.iter().enumerate();
                    counts.map(|(i, &n)| n as i32 * table(i) as i32).sum()
                };
                let mut points = product(&own, &|i| fitted.own[i])
                    - product(&opponent, &|i| fitted.opponent[i])
                    + stones * fitted.stone as i32;
                let hidden = |k: usize| {
                    product(&own, &|i| fitted.hidden_own[i][k])
                        + product(&opponent, &|i| fitted.hidden_opponent[i][k])
                        + stones * fitted.hidden_stone[k] as i32
                        + fitted.bias[k] as i32
                };
                let worth = |k| hidden(k).clamp(0, HIDDEN_MOST as i32) * fitted.out[k] as i32;
                points += (0..HIDDEN).map(worth).sum::<i32>() / HIDDEN_UNIT;
                let threats = fitted.threats[threat_set(patterns, turn)] as i32;
                let expected = Score::estimate(points / UNIT + threats);
                assert_eq!(eval.evaluate(&position, turn), expected);
            }
        }
    }

    /// Wherever a position goes, its sums are those from scratch: also below the position that was summed up first, and
    /// after plays that were not followed.
    #[test]
    fn the_sums_find_their_way() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for rule in Rule::ALL {
            let mut position = Position::empty(rule, Size::FIFTEEN);
            let mut eval = Classic::new(&position);
            for number in 0..400 {
                step(&mut position, 0.45, &mut rng);
                if number == 100 {
                    eval = Classic::new(&position);
                }
                if rng.random_bool(0.3) {
                    let turn = Color::ALL[rng.random_range(0..2)];
                    let sums = Sums::new(&position, &Weights::of(rule)[turn], turn);
                    assert_eq!(eval.sums(&position, turn), sums);
                }
            }
        }
    }
}
