//! The classical evaluation: a sum over the empty points, and a term for the threats that stand.
//!
//! Watches the patterns as an [`Observer`]; evaluating is then a handful of look-ups.

use super::features::threat_set;
use super::weights::Weights;
use crate::board::{ByColor, Color};
use crate::pattern::{Observer, PatternCode, PatternMap};
use crate::position::Position;
use crate::score::Score;

/// Point worths are kept in sixteenths.
const UNIT: i32 = 16;

/// The sums of a color's point worths, in sixteenths of a score unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    own: i32,
    waiting: i32,
}

/// The running sums.
#[derive(Clone)]
pub struct Classic {
    weights: &'static Weights,
    sums: ByColor<Sums>,
    before: Vec<ByColor<Sums>>,
}

impl Classic {
    /// Sums up a position from scratch.
    pub fn new(position: &Position) -> Classic {
        let weights = Weights::of(position.rule());
        let mut sums = ByColor::both(Sums::default());
        for point in position.board().empty_points() {
            for color in Color::ALL {
                let worth = weights.point[color][position.patterns().code(point, color).index()];
                sums[color].own += worth.own as i32;
                sums[color].waiting += worth.waiting as i32;
            }
        }
        Classic {
            weights,
            sums,
            before: Vec::new(),
        }
    }

    /// The tables in use.
    #[inline]
    pub fn weights(&self) -> &'static Weights {
        self.weights
    }

    /// Estimates the position for the side to move.
    #[inline]
    pub fn evaluate(&self, patterns: &PatternMap, turn: Color) -> Score {
        let points = (self.sums[turn].own - self.sums[!turn].waiting) / UNIT;
        let threats = self.weights.threats[turn][threat_set(patterns, turn)];
        Score::estimate(points + threats as i32)
    }
}

impl Observer for Classic {
    #[inline]
    fn before_play(&mut self) {
        self.before.push(self.sums);
    }

    #[inline]
    fn changed(&mut self, color: Color, old: PatternCode, new: PatternCode) {
        let table = &self.weights.point[color];
        let (old, new) = (table[old.index()], table[new.index()]);
        let sums = &mut self.sums[color];
        sums.own += new.own as i32 - old.own as i32;
        sums.waiting += new.waiting as i32 - old.waiting as i32;
    }

    #[inline]
    fn after_undo(&mut self) {
        self.sums = self.before.pop().unwrap_or(self.sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::eval::counts;
    use crate::eval::weights_table::FITTED;
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The running sums equal those from scratch, and the evaluation the linear model that was fitted.
    #[test]
    fn the_evaluation_is_the_fitted_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rule in Rule::ALL {
            let mut position = Position::empty(rule, Size::FIFTEEN);
            let mut eval = Classic::new(&position);
            for _ in 0..300 {
                let empty: Vec<_> = position.board().empty_points().collect();
                if rng.random_bool(0.3) && position.board().stones() > 0 {
                    position.undo(&mut eval);
                } else {
                    position.play(empty[rng.random_range(0..empty.len())], &mut eval);
                }
                assert_eq!(Classic::new(&position).sums, eval.sums);
                let (patterns, turn) = (position.patterns(), position.turn());
                let fitted = &FITTED[rule as usize][turn as usize];
                let product = |table: &[i16], color| -> i32 {
                    let counts = counts(patterns, color);
                    counts
                        .iter()
                        .zip(table)
                        .map(|(&n, &w)| n as i32 * w as i32)
                        .sum()
                };
                let points = product(&fitted.own, turn) - product(&fitted.opponent, !turn);
                let threats = fitted.threats[threat_set(patterns, turn)] as i32;
                let expected = Score::estimate(points / UNIT + threats);
                assert_eq!(eval.evaluate(patterns, turn), expected);
            }
        }
    }
}
