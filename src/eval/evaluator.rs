//! The evaluation that searches ask: an estimate of a position for the side to move, in integers.
//!
//! It is a small network, an NNUE in kind: a 3 by 3 convolution over the pattern codes of all points with ReLU, sum
//! pooling over the board, and a head with one hidden layer. Direct weights of the codes and a table of the threats that
//! stand lie beside it.
//!
//! The convolution is computed for both colors' views at once, and follows the changes of the pattern map lazily, when
//! a position is evaluated: a stone changes some 25 points, and what the convolution gives at some 100.

use super::convolution::{BoardSums, Convolution, add_relu_change};
use super::fitted::LANES;
use super::threat_set::threat_set;
use super::weights::{Lanes, Weights};
use crate::board::{Color, Point};
use crate::pattern::{Change, SequenceKey};
use crate::position::Position;
use crate::score::Score;

/// Outputs are kept in sixteenths of a score unit.
const SCORE_SCALE: i32 = 16;
/// The sums after a stone.
#[derive(Clone)]
struct StackEntry {
    sequence: SequenceKey,
    sums: BoardSums,
    /// `None` in the first entry, which follows no stone.
    stone: Option<Point>,
}

/// The network with what it computed for a position. It follows a position that plays and undoes moves.
#[derive(Clone)]
pub struct Evaluator {
    weights: &'static Weights,
    /// The number of stones put before the first entry.
    first: usize,
    /// An entry for each stone put, up to the last one that was asked for.
    stack: Vec<StackEntry>,
    /// After the last entry's stone.
    convolution: Convolution,
}

impl Evaluator {
    /// Computes the network of a position from scratch.
    pub fn new(position: &Position) -> Evaluator {
        Evaluator::with(Weights::of(position.rule()), position)
    }

    fn with(weights: &'static Weights, position: &Position) -> Evaluator {
        let (board, patterns) = (position.board(), position.patterns());
        let mut convolution = Convolution::new(board.size(), weights);
        let stones = board.stones() as i32;
        let mut direct = Color::ALL.map(|turn| stones * weights.heads[turn].stone);
        for point in board.size().points() {
            for color in Color::ALL {
                let code = patterns.code(point, color).index();
                let weights = &weights.codes[color];
                convolution.add_around(point, &weights.kernel[code]);
                for (sum, &weight) in direct.iter_mut().zip(&weights.direct[code]) {
                    *sum += i32::from(weight);
                }
            }
        }
        let mut pooled = [0; LANES];
        let points = board.size().points();
        points.for_each(|point: Point| {
            add_relu_change(&mut pooled, &Lanes::ZERO, convolution.at(point))
        });
        let first = patterns.stones_put();
        let entry = StackEntry {
            sequence: patterns.sequence_key(first),
            sums: BoardSums { direct, pooled },
            stone: None,
        };
        Evaluator {
            weights,
            first,
            stack: vec![entry],
            convolution,
        }
    }

    /// The static evaluation of a position for the side to move. The position is the one that the evaluator was made
    /// with, with moves played and undone since.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, turn: Color) -> Score {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            return unsafe { self.evaluate_with_avx2(position, turn) };
        }
        self.evaluate_with_any(position, turn)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_with_avx2(&mut self, position: &Position, turn: Color) -> Score {
        self.evaluate_with_any(position, turn)
    }

    /// The same on any processor; inlined with all that it calls for each stone, so that the caller's instructions are
    /// used.
    #[inline(always)]
    fn evaluate_with_any(&mut self, position: &Position, turn: Color) -> Score {
        let sums = self.follow(position);
        let head = &self.weights.heads[turn];
        let output = sums.direct[turn as usize] + head.output(&sums.pooled);
        let threats = head.threats[threat_set(position.patterns(), turn)];
        Score::estimate(output / SCORE_SCALE + i32::from(threats))
    }

    /// The sums of a position, computed from the last ones on the way to it that are known.
    #[inline(always)]
    fn follow(&mut self, position: &Position) -> BoardSums {
        let patterns = position.patterns();
        let stones = patterns.stones_put();
        while self.stack.len() > (stones + 1).saturating_sub(self.first) {
            self.pop();
        }
        while let Some(last) = self.stack.last() {
            let at = self.first + self.stack.len() - 1;
            if last.sequence != patterns.sequence_key(at) {
                self.pop();
            } else if at == stones {
                return last.sums;
            } else {
                let sums = last.sums;
                self.push(
                    sums,
                    patterns.sequence_key(at + 1),
                    patterns.changes_after(at),
                );
            }
        }
        // Stones were undone that stood when the network was computed from scratch.
        *self = Evaluator::with(self.weights, position);
        self.stack[0].sums
    }

    /// Adds an entry for one more stone, which changed these points.
    #[inline(always)]
    fn push(&mut self, mut sums: BoardSums, sequence: SequenceKey, changes: &[Change]) {
        for (sum, turn) in sums.direct.iter_mut().zip(Color::ALL) {
            *sum += self.weights.heads[turn].stone;
        }
        self.convolution.follow(self.weights, changes, &mut sums);
        self.stack.push(StackEntry {
            sequence,
            sums,
            stone: changes.first().map(|change| change.point()),
        });
    }

    /// Takes the last entry off.
    #[inline(always)]
    fn pop(&mut self) {
        if let Some(stone) = self.stack.pop().and_then(|entry| entry.stone) {
            self.convolution.take_back(self.weights, stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fitted::{CHANNELS, Fitted, TAPS, UNITS};
    use super::super::head::{CRELU_MAX, HIDDEN_SCALE};
    use super::*;
    use crate::board::{Direction, Size, parse_diagram};
    use crate::pattern::{FEATURES, Shape, feature_counts};
    use crate::rule::Rule;
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Plays random games to the full board, now and then some moves back; calls `check` after each move.
    fn walk(rule: Rule, size: Size, seed: u64, mut check: impl FnMut(&Position)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::empty(rule, size);
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

    /// How often a point has each feature: none where a stone stands.
    fn features(position: &Position, point: Point, color: Color) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        if !position.board().is_empty(point) {
            return features;
        }
        for direction in Direction::ALL {
            features[position.patterns().shape(point, direction, color) as usize] += 1;
        }
        features[Shape::COUNT + position.patterns().class(point, color) as usize] += 1;
        features
    }

    /// The pooled channels of a color's view, in the order of the formula.
    fn pooled_by_the_definition(
        position: &Position,
        fitted: &Fitted,
        color: Color,
    ) -> [i32; CHANNELS] {
        let size = position.board().size();
        let taps: Vec<[[i32; CHANNELS]; TAPS]> = size
            .points()
            .map(|point| {
                let mut taps = [[0; CHANNELS]; TAPS];
                for (relation, kernel) in fitted.kernel.iter().enumerate() {
                    let of_color = if relation == 0 { color } else { !color };
                    let counts = features(position, point, of_color);
                    for (count, rows) in counts.iter().zip(kernel).filter(|(count, _)| **count > 0)
                    {
                        for (tap, channels) in taps.iter_mut().zip(rows) {
                            for (sum, &weight) in tap.iter_mut().zip(channels) {
                                *sum += count * i32::from(weight);
                            }
                        }
                    }
                }
                taps
            })
            .collect();
        let mut pooled = [0; CHANNELS];
        for point in size.points() {
            let mut sums = fitted.bias.map(i32::from);
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let (x, y) = (point.x() as i64 + dx, point.y() as i64 + dy);
                let Some(near) = size.point(x, y) else {
                    continue;
                };
                let tap = (dx.abs() + dy.abs()) as usize;
                let channels = taps[near.y() * size.side() + near.x()][tap];
                sums.iter_mut()
                    .zip(channels)
                    .for_each(|(sum, weight)| *sum += weight);
            }
            assert!(sums.iter().all(|sum| sum.abs() < 20_000), "{sums:?}");
            pooled
                .iter_mut()
                .zip(sums)
                .for_each(|(pooled, sum)| *pooled += sum.max(0));
        }
        pooled
    }

    fn by_the_definition(weights: &Weights, position: &Position) -> Score {
        let (turn, patterns) = (position.turn(), position.patterns());
        let head = weights.fitted[turn];
        let views = [turn, !turn]
            .map(|color| pooled_by_the_definition(position, weights.fitted[color], color));
        let inputs = views
            .as_flattened()
            .iter()
            .map(|&sum| (sum / 16).min(i16::MAX.into()));
        let inputs: Vec<i32> = inputs.collect();
        let product = |weights: &[i16]| -> i32 {
            inputs
                .iter()
                .zip(weights)
                .map(|(input, &weight)| input * i32::from(weight))
                .sum()
        };
        let hidden: i32 = (0..UNITS)
            .map(|unit| {
                let sum = product(&head.first[unit]).div_euclid(1024) + head.first_bias[unit];
                sum.clamp(0, CRELU_MAX) * i32::from(head.out[unit])
            })
            .sum();
        let counts = [turn, !turn].map(|color| feature_counts(patterns, color));
        let counts = counts.as_flattened().iter().zip(head.direct.as_flattened());
        let direct: i32 = counts
            .map(|(&count, &weight)| i32::from(count) * i32::from(weight))
            .sum();
        let stones = position.board().stones() as i32 * i32::from(head.stone);
        let output =
            hidden / HIDDEN_SCALE + product(&head.pooled).div_euclid(1024) + direct + stones;
        Score::estimate(output / SCORE_SCALE + i32::from(head.threats[threat_set(patterns, turn)]))
    }

    fn boards() -> impl Iterator<Item = (Rule, Size)> {
        let sizes = [15, 22].map(|side| Size::new(side).unwrap());
        Rule::ALL
            .into_iter()
            .flat_map(move |rule| sizes.map(|size| (rule, size)))
    }

    /// Wherever random moves and undone ones lead, up to full boards; in 16 bits as in 32.
    #[test]
    fn the_network_is_what_was_fitted() {
        for (rule, size) in boards() {
            let mut net = Evaluator::new(&Position::empty(rule, size));
            let weights = net.weights;
            let mut steps = 0;
            walk(rule, size, 3, |position| {
                steps += 1;
                if steps % 5 == 0 {
                    let score = net.evaluate(position, position.turn());
                    assert_eq!(
                        score,
                        by_the_definition(weights, position),
                        "{rule} after {steps}"
                    );
                }
            });
        }
    }

    #[test]
    fn the_head_cannot_overflow() {
        let largest = |weights: &[i16]| -> i64 {
            let weights = weights.iter().map(|&weight| i64::from(weight).abs());
            weights.sum::<i64>() * i64::from(i16::MAX)
        };
        for rule in Rule::ALL {
            for turn in Color::ALL {
                let head = Weights::of(rule).fitted[turn];
                let sums = head.first.iter().chain([&head.pooled]);
                sums.for_each(|sum| assert!(largest(sum) < i64::from(i32::MAX), "{rule}"));
            }
        }
    }

    /// The engine says what the trainer says: `training/` writes positions with scores.
    #[test]
    fn scores_equal_those_of_the_trainer() {
        let lines = include_str!("golden.txt").lines();
        let mut count = 0;
        for line in lines {
            let fields: Vec<&str> = line.split(' ').collect();
            let rule = Rule::from_code(fields[0].parse().unwrap());
            let board = parse_diagram(fields[1]).unwrap();
            let turn = board.turn_by_count();
            let position = Position::from_board(rule, board, turn);
            let score = Evaluator::new(&position).evaluate(&position, turn);
            assert_eq!(score.value().to_string(), fields[2], "{line}");
            count += 1;
        }
        assert!(count >= 30);
    }

    /// Sums equal those from scratch, also below the position that was summed up first.
    #[test]
    fn sums_equal_those_from_scratch() {
        for (rule, size) in boards() {
            let mut net = Evaluator::new(&Position::empty(rule, size));
            let mut steps = 0;
            walk(rule, size, 5, |position| {
                steps += 1;
                if steps == 50 {
                    net = Evaluator::new(position);
                }
                if steps % 3 == 0 {
                    let fresh = Evaluator::new(position);
                    assert_eq!(net.follow(position), fresh.stack[0].sums);
                    for point in size.points() {
                        assert_eq!(net.convolution.at(point), fresh.convolution.at(point));
                    }
                }
            });
        }
    }

    #[test]
    fn plain_code_agrees_with_that_for_the_processor() {
        for (rule, size) in boards() {
            let mut fast = Evaluator::new(&Position::empty(rule, size));
            let mut plain = fast.clone();
            walk(rule, size, 7, |position| {
                let turn = position.turn();
                let score = fast.evaluate(position, turn);
                assert_eq!(score, plain.evaluate_with_any(position, turn));
                assert_eq!(
                    fast.stack.last().map(|entry| entry.sums),
                    plain.stack.last().map(|entry| entry.sums)
                );
            });
            assert!(
                size.points()
                    .all(|point| fast.convolution.at(point) == plain.convolution.at(point))
            );
        }
    }
}
