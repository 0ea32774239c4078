//! The classical evaluation: sums over the empty points, put together by a small network, and a term for the threats
//! that stand.
//!
//! Watches the patterns as an [`Observer`]; evaluating is then a handful of look-ups.

use super::features::threat_set;
use super::weights::{Hidden, Weights};
use crate::board::{ByColor, Color};
use crate::pattern::{Change, Observer, PatternCode, PatternMap};
use crate::position::Position;
use crate::score::Score;

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
    /// A point of the side to move gets another code; `waiting` are the sums where its opponent is to move.
    #[inline(always)]
    fn change(
        &mut self,
        waiting: &mut Sums,
        weights: &Weights,
        color: Color,
        codes: [PatternCode; 2],
    ) {
        let [old, new] = codes.map(|code| &weights.hidden[color][code.index()]);
        self.hidden.change(&old.own, &new.own);
        waiting.hidden.change(&old.waiting, &new.waiting);
        let [old, new] = codes.map(|code| &weights.point[color][code.index()]);
        self.points += new.own as i32 - old.own as i32;
        waiting.points += new.waiting as i32 - old.waiting as i32;
    }
}

/// The running sums.
#[derive(Clone)]
pub struct Classic {
    weights: &'static Weights,
    /// By the side to move.
    sums: ByColor<Sums>,
    before: Vec<ByColor<Sums>>,
}

impl Classic {
    /// Sums up a position from scratch.
    pub fn new(position: &Position) -> Classic {
        let weights = Weights::of(position.rule());
        let mut sums = ByColor::from_fn(|turn| Sums {
            points: 0,
            hidden: weights.bias[turn],
        });
        for point in position.board().empty_points() {
            for color in Color::ALL {
                let code = position.patterns().code(point, color).index();
                let (points, hidden) = (weights.point[color][code], &weights.hidden[color][code]);
                sums[color].points += points.own as i32;
                sums[!color].points += points.waiting as i32;
                sums[color].hidden.add(&hidden.own);
                sums[!color].hidden.add(&hidden.waiting);
            }
        }
        for _ in 0..position.board().stones() {
            count_stone(&mut sums, weights);
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
        let sums = &self.sums[turn];
        let hidden = sums.hidden.0.iter().zip(&self.weights.out[turn]);
        let hidden: i32 = hidden
            .map(|(&sum, &out)| sum.clamp(0, HIDDEN_MOST) as i32 * out as i32)
            .sum();
        let points = (sums.points + hidden / HIDDEN_UNIT) / UNIT;
        let threats = self.weights.threats[turn][threat_set(patterns, turn)];
        Score::estimate(points + threats as i32)
    }
}

/// One more stone lies on the board.
#[inline]
fn count_stone(sums: &mut ByColor<Sums>, weights: &Weights) {
    for color in Color::ALL {
        sums[color].points += weights.stone[color] as i32;
        sums[color].hidden.add(&weights.hidden_stone[color]);
    }
}

impl Observer for Classic {
    #[inline]
    fn before_play(&mut self) {
        self.before.push(self.sums);
        count_stone(&mut self.sums, self.weights);
    }

    #[inline]
    fn changed(&mut self, changes: &[Change]) {
        let ByColor {
            mut black,
            mut white,
        } = self.sums;
        for change in changes {
            let [old, new] = change.codes(Color::Black);
            black.change(&mut white, self.weights, Color::Black, [old, new]);
            let [old, new] = change.codes(Color::White);
            white.change(&mut black, self.weights, Color::White, [old, new]);
        }
        self.sums = ByColor { black, white };
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
    use crate::eval::weights::Fitted;
    use crate::eval::{COUNTS, HIDDEN, counts};
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The running sums equal those from scratch, and the evaluation is the model that was fitted.
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
                assert_eq!(eval.evaluate(patterns, turn), expected);
            }
        }
    }
}
