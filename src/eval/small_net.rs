//! The small network: features of the empty points, one hidden layer with clipped ReLU, direct weights beside it,
//! and a table for the threats that stand.
//!
//! The accumulators follow the changes of the pattern map lazily (a stack of accumulators, as in an NNUE): many
//! positions are never evaluated, and hardly one for both sides to move.

use super::fitted::HIDDEN;
use super::threat_set::threat_set;
use super::weights::{FeatureWeights, HiddenWeights, Weights};
use crate::board::{ByColor, Color};
use crate::pattern::{Change, PatternCode, SequenceKey};
use crate::position::Position;
use crate::score::Score;
use std::sync::Arc;

/// Direct sums are kept in sixteenths of a score unit.
pub(super) const SCORE_SCALE: i32 = 16;
/// Hidden units are kept in 512ths.
pub(super) const HIDDEN_SCALE: i32 = 512;
/// The upper bound of the clipped ReLU, in 512ths; the lower one is 0.
pub(super) const CRELU_MAX: i32 = 4 * HIDDEN_SCALE;

/// The number type of a hidden sum. Sums wrap around on the way; only a finished one must be in range.
pub trait Lane: Copy + Default + PartialEq {
    /// Adds a weight.
    fn plus(self, weight: i16) -> Self;
    /// Puts one weight in the place of another.
    fn exchanged(self, old: i16, new: i16) -> Self;
    /// The clipped ReLU of the sum.
    fn crelu(self) -> i32;
}

impl Lane for i16 {
    #[inline(always)]
    fn plus(self, weight: i16) -> i16 {
        self.wrapping_add(weight)
    }

    #[inline(always)]
    fn exchanged(self, old: i16, new: i16) -> i16 {
        self.wrapping_add(new.wrapping_sub(old))
    }

    #[inline(always)]
    fn crelu(self) -> i32 {
        self.clamp(0, CRELU_MAX as i16) as i32
    }
}

impl Lane for i32 {
    #[inline(always)]
    fn plus(self, weight: i16) -> i32 {
        self + weight as i32
    }

    #[inline(always)]
    fn exchanged(self, old: i16, new: i16) -> i32 {
        self + (new as i32 - old as i32)
    }

    #[inline(always)]
    fn crelu(self) -> i32 {
        self.clamp(0, CRELU_MAX)
    }
}

/// The sums of a side to move: direct weights in sixteenths of a score unit, hidden units in 512ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Accumulator<L> {
    direct: i32,
    hidden: [L; HIDDEN],
}

impl<L: Lane> Accumulator<L> {
    /// Sums up a position from scratch.
    fn new(position: &Position, weights: &Weights, turn: Color) -> Accumulator<L> {
        let stones = position.board().stones();
        let mut sums = Accumulator {
            direct: stones as i32 * weights.stone as i32,
            hidden: [L::default(); HIDDEN],
        };
        sums.add(&weights.bias);
        (0..stones).for_each(|_| sums.add(&weights.hidden_stone));
        for point in position.board().empty_points() {
            for (color, features) in [(turn, &weights.own), (!turn, &weights.opponent)] {
                let code = position.patterns().code(point, color).index();
                sums.direct += features.direct[code] as i32;
                sums.add(&features.hidden[code]);
            }
        }
        sums
    }

    /// The sums with one more stone, which changed these points.
    #[inline(always)]
    fn after(mut self, weights: &Weights, turn: Color, changes: &[Change]) -> Accumulator<L> {
        self.direct += weights.stone as i32;
        self.add(&weights.hidden_stone);
        for change in changes {
            self.change(&weights.own, change.codes(turn));
            self.change(&weights.opponent, change.codes(!turn));
        }
        self
    }

    #[inline(always)]
    fn change(&mut self, features: &FeatureWeights, codes: [PatternCode; 2]) {
        let [old, new] = codes.map(PatternCode::index);
        self.direct += features.direct[new] as i32 - features.direct[old] as i32;
        let weights = features.hidden[old].iter().zip(&features.hidden[new]);
        for (sum, (&old, &new)) in self.hidden.iter_mut().zip(weights) {
            *sum = sum.exchanged(old, new);
        }
    }

    #[inline(always)]
    fn add(&mut self, weights: &HiddenWeights) {
        for (sum, &weight) in self.hidden.iter_mut().zip(weights) {
            *sum = sum.plus(weight);
        }
    }
}

/// An accumulator, and the stones after which it holds.
#[derive(Clone, Copy)]
struct StackEntry<L> {
    sequence: SequenceKey,
    sums: Accumulator<L>,
}

/// The accumulators of a position and of the positions that it came from.
#[derive(Clone)]
pub struct SmallNet<L> {
    weights: &'static ByColor<Arc<Weights>>,
    /// The number of stones put before the first entry.
    first: usize,
    /// By the side to move: an entry for each stone put, up to the last one that was asked for.
    stacks: ByColor<Vec<StackEntry<L>>>,
}

impl<L: Lane> SmallNet<L> {
    /// Sums up a position from scratch.
    pub fn new(position: &Position) -> SmallNet<L> {
        let weights = Weights::of(position.rule());
        let first = position.patterns().stones_put();
        let entry = |turn| StackEntry {
            sequence: position.patterns().sequence_key(first),
            sums: Accumulator::new(position, &weights[turn], turn),
        };
        SmallNet {
            weights,
            first,
            stacks: ByColor::from_fn(|turn| vec![entry(turn)]),
        }
    }

    /// Estimates a position for the side to move: the one that the network was made with, with moves
    /// played and undone since.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, turn: Color) -> Score {
        let sums = self.accumulator(position, turn);
        let weights = &self.weights[turn];
        let hidden = sums.hidden.iter().zip(&weights.out);
        let hidden: i32 = hidden.map(|(&sum, &out)| sum.crelu() * out as i32).sum();
        let direct = (sums.direct + hidden / HIDDEN_SCALE) / SCORE_SCALE;
        let threats = weights.threats[threat_set(position.patterns(), turn)];
        Score::estimate(direct + threats as i32)
    }

    /// The accumulator of a position for the side to move, computed from the last one on the way to it that is known.
    #[inline]
    fn accumulator(&mut self, position: &Position, turn: Color) -> Accumulator<L> {
        let patterns = position.patterns();
        let stones = patterns.stones_put();
        let stack = &mut self.stacks[turn];
        stack.truncate((stones + 1).saturating_sub(self.first));
        while let Some(last) = stack.last() {
            let at = self.first + stack.len() - 1;
            if last.sequence != patterns.sequence_key(at) {
                stack.pop();
            } else if at == stones {
                return last.sums;
            } else {
                let changes = patterns.changes_after(at);
                let weights = &self.weights[turn];
                // A constant color lets the compiler lay the loop out for each.
                let sums = match turn {
                    Color::Black => last.sums.after(weights, Color::Black, changes),
                    Color::White => last.sums.after(weights, Color::White, changes),
                };
                let sequence = patterns.sequence_key(at + 1);
                stack.push(StackEntry { sequence, sums });
            }
        }
        // Stones were undone that stood when the position was summed up first.
        *self = SmallNet::new(position);
        self.stacks[turn][0].sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Undoes the last move with a probability of `undo`, else plays anywhere.
    fn step(position: &mut Position, undo: f64, rng: &mut Xoshiro256PlusPlus) {
        let empty: Vec<_> = position.board().empty_points().collect();
        if rng.random_bool(undo) && position.board().stones() > 0 {
            position.undo();
        } else {
            position.play(empty[rng.random_range(0..empty.len())]);
        }
    }

    /// Accumulators equal those from scratch wherever a position goes: also below the position that was summed up
    /// first, and after moves whose positions were not evaluated.
    #[test]
    fn accumulators_equal_those_from_scratch() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for rule in Rule::ALL {
            let mut position = Position::empty(rule, Size::FIFTEEN);
            let mut net = SmallNet::<i16>::new(&position);
            for number in 0..400 {
                step(&mut position, 0.45, &mut rng);
                if number == 100 {
                    net = SmallNet::new(&position);
                }
                if rng.random_bool(0.3) {
                    let turn = Color::ALL[rng.random_range(0..2)];
                    let sums = Accumulator::new(&position, &Weights::of(rule)[turn], turn);
                    assert_eq!(net.accumulator(&position, turn), sums);
                }
            }
        }
    }
}
