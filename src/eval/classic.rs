//! The classical evaluation: a sum over the empty points, and terms for threats that stand.
//!
//! Watches the patterns as an [`Observer`]; evaluating is then a handful of look-ups.

use super::weights::Weights;
use crate::board::Color;
use crate::pattern::{Observer, PatternCode, PatternMap, PointClass};
use crate::position::Position;
use crate::score::Score;

/// The right to move.
const TEMPO: i32 = 24;
/// Each is counted once, however many points offer it.
const OWN_FOUR_THREE: i32 = 160;
const OWN_DOUBLE_THREE: i32 = 110;
const OWN_THREE: i32 = 22;
const OWN_FOUR: i32 = 10;
const OPPONENT_STRAIGHT_FOUR: i32 = -70;
const OPPONENT_FOUR_THREE: i32 = -40;

/// The running sum of the point worths, from black's side.
#[derive(Clone)]
pub struct Classic {
    weights: &'static Weights,
    sum: i32,
    before: Vec<i32>,
}

impl Classic {
    /// Sums up a position from scratch.
    pub fn new(position: &Position) -> Classic {
        let weights = Weights::of(position.rule());
        let worth = |color: Color| -> i32 {
            let code = |point| position.patterns().code(point, color);
            let points = position.board().empty_points();
            points
                .map(|point| weights.point[color][code(point).index()] as i32)
                .sum()
        };
        Classic {
            weights,
            sum: worth(Color::Black) - worth(Color::White),
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
        let sum = match turn {
            Color::Black => self.sum,
            Color::White => -self.sum,
        };
        Score::estimate(sum + TEMPO + threats(patterns, turn))
    }
}

impl Observer for Classic {
    #[inline]
    fn before_play(&mut self) {
        self.before.push(self.sum);
    }

    #[inline]
    fn changed(&mut self, color: Color, old: PatternCode, new: PatternCode) {
        let table = &self.weights.point[color];
        let gain = table[new.index()] as i32 - table[old.index()] as i32;
        self.sum += match color {
            Color::Black => gain,
            Color::White => -gain,
        };
    }

    #[inline]
    fn after_undo(&mut self) {
        self.sum = self.before.pop().unwrap_or(self.sum);
    }
}

fn threats(patterns: &PatternMap, turn: Color) -> i32 {
    let has = |class, color| patterns.count(class, color) > 0;
    let opponent = !turn;
    let straight_four_stands = has(PointClass::StraightFour, opponent);
    let own = match () {
        _ if has(PointClass::FourThree, turn) => OWN_FOUR_THREE,
        _ if straight_four_stands => 0,
        _ if has(PointClass::DoubleThree, turn) => OWN_DOUBLE_THREE,
        _ if has(PointClass::ThreePlus, turn) || has(PointClass::Three, turn) => OWN_THREE,
        _ => 0,
    };
    let four = if patterns.fours(turn) > 0 {
        OWN_FOUR
    } else {
        0
    };
    let opponents = match () {
        _ if straight_four_stands => OPPONENT_STRAIGHT_FOUR,
        _ if has(PointClass::FourThree, opponent) => OPPONENT_FOUR_THREE,
        _ => 0,
    };
    own + four + opponents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_running_sum_equals_the_sum_from_scratch() {
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
                assert_eq!(Classic::new(&position).sum, eval.sum);
            }
        }
    }
}
