//! The evaluation that searches ask, whatever network stands behind it.

use super::small_net::SmallNet;
use crate::board::Color;
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

/// `[rule]`: the largest board side for which hidden sums fit into 16 bits. Measured on random boards up to full ones:
/// -16,064 to 19,765 on 15x15 under all rules, -27,460 to 29,414 on 20x20; but 1 position in 475 on 20x20 under caro,
/// and up to -37,148 on larger boards.
const NARROW_SIDE: [usize; Rule::ALL.len()] = [20, 20, 20, 15, 15];

/// The network that evaluates a position, with its accumulators. It follows a position that plays and undoes moves.
#[derive(Clone)]
pub enum Evaluator {
    /// The small network with 16-bit accumulators, for boards whose sums fit.
    Narrow(SmallNet<i16>),
    /// The same network with 32-bit accumulators.
    Wide(SmallNet<i32>),
}

impl Evaluator {
    /// Builds the accumulators of a position from scratch, of the kind that its rule and board size need.
    pub fn new(position: &Position) -> Evaluator {
        if position.board().size().side() <= NARROW_SIDE[position.rule() as usize] {
            Evaluator::Narrow(SmallNet::new(position))
        } else {
            Evaluator::Wide(SmallNet::new(position))
        }
    }

    /// Estimates a position for the side to move. The position is the one that the evaluator was made with, with moves
    /// played and undone since.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, turn: Color) -> Score {
        match self {
            Evaluator::Narrow(net) => net.evaluate(position, turn),
            Evaluator::Wide(net) => net.evaluate(position, turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fitted::HIDDEN;
    use super::super::small_net::{CRELU_MAX, HIDDEN_SCALE, SCORE_SCALE};
    use super::super::threat_set::threat_set;
    use super::super::weights::fitted;
    use super::*;
    use crate::board::Size;
    use crate::pattern::{FEATURES, feature_counts};
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The hidden sums of the fitted network, in 32 bits and from the features' counts, and the estimate that follows.
    fn by_the_definition(position: &Position) -> ([i32; HIDDEN], Score) {
        let (patterns, turn) = (position.patterns(), position.turn());
        let fitted = fitted(position.rule(), turn);
        let (own, opponent) = (
            feature_counts(patterns, turn),
            feature_counts(patterns, !turn),
        );
        let stones = position.board().stones() as i32;
        let product = |counts: &[u16; FEATURES], table: &dyn Fn(usize) -> i16| -> i32 {
            let counts = counts.iter().enumerate();
            counts.map(|(i, &n)| n as i32 * table(i) as i32).sum()
        };
        let hidden = std::array::from_fn(|unit| {
            product(&own, &|i| fitted.hidden_own[i][unit])
                + product(&opponent, &|i| fitted.hidden_opponent[i][unit])
                + stones * fitted.hidden_stone[unit] as i32
                + fitted.bias[unit] as i32
        });
        let outputs = hidden.iter().zip(&fitted.out);
        let output: i32 = outputs
            .map(|(sum, &out)| sum.clamp(&0, &CRELU_MAX) * out as i32)
            .sum();
        let direct = product(&own, &|i| fitted.own[i])
            - product(&opponent, &|i| fitted.opponent[i])
            + stones * fitted.stone as i32
            + output / HIDDEN_SCALE;
        let threats = fitted.threats[threat_set(patterns, turn)] as i32;
        (hidden, Score::estimate(direct / SCORE_SCALE + threats))
    }

    /// Plays random games to the full board, now and then some moves back; calls `check` after each move.
    fn walk(rule: Rule, side: usize, seed: u64, mut check: impl FnMut(&Position)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::empty(rule, Size::new(side).unwrap());
        let mut points: Vec<_> = position.board().empty_points().collect();
        points.shuffle(&mut rng);
        while let Some(point) = points.pop() {
            position.play(point);
            check(&position);
            if rng.random_bool(0.2) {
                position.undo();
                points.insert(rng.random_range(0..=points.len()), point);
            }
        }
    }

    #[test]
    fn the_evaluation_is_the_fitted_network_on_boards_of_all_sizes_up_to_full_ones() {
        for (rule, side) in Rule::ALL
            .into_iter()
            .flat_map(|rule| [15, 20, 22].map(|side| (rule, side)))
        {
            let mut evaluator = Evaluator::new(&Position::empty(rule, Size::new(side).unwrap()));
            walk(rule, side, side as u64, |position| {
                let (_, expected) = by_the_definition(position);
                assert_eq!(evaluator.evaluate(position, position.turn()), expected);
            });
        }
    }

    /// The largest boards do need 32 bits; where 16 are used, sums keep clear of the limits.
    #[test]
    fn sums_fit_into_the_lanes_that_are_chosen() {
        let mut largest = 0;
        for rule in Rule::ALL {
            for side in [15, 20, 22] {
                let empty = Position::empty(rule, Size::new(side).unwrap());
                let is_narrow = matches!(Evaluator::new(&empty), Evaluator::Narrow(_));
                for seed in 0..3 {
                    walk(rule, side, seed, |position| {
                        let (hidden, _) = by_the_definition(position);
                        let most = hidden.iter().map(|sum| sum.abs()).max().unwrap_or(0);
                        match is_narrow {
                            true => assert!(most < i16::MAX as i32, "{rule} {side}"),
                            false => largest = largest.max(most),
                        }
                    });
                }
            }
        }
        assert!(largest > i16::MAX as i32, "{largest}");
    }
}
