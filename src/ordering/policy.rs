//! The policy network: how likely a move is the best one, by the pattern codes at its point and next to it.
//!
//! It corrects the static ratings of moves, in their units. A 3 by 3 convolution is computed for the best of them alone, from
//! scratch: nothing is kept from node to node.

use super::fitted::{CHANNELS, TAPS};
use super::policy_table::FITTED;
use crate::board::{Color, Direction, Point, RatedMove};
use crate::pattern::{PatternCode, PatternMap, class_of, feature_sum};
use crate::rule::Rule;

/// The network corrects the ratings of moves that are at most `MARGIN` below that of the best move of this number.
const RANK: usize = 4;
const MARGIN: i32 = 100;
/// The fraction bits of channels and output weights together: 32nds times sixteenths.
const OUT_SHIFT: u32 = 9;

/// A number for each channel: one register of 128 bits.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Row([i16; CHANNELS]);

/// `[code][tap]`: what a point adds to the channels of a move near it; nothing where no stone can be put.
type Kernel = Box<[[Row; TAPS]; PatternCode::ROOM]>;

/// The network of a rule for a side to move, spread over all pattern codes.
pub(super) struct Policy {
    /// By the own code of a point, and by its opponent's.
    kernels: [Kernel; 2],
    bias: Row,
    out: [i16; CHANNELS],
}

/// The cells of the kernel, as distances from its centre, and their taps.
const AROUND: [(i32, usize); 9] = {
    let mut cells = [(0, 0); 9];
    let mut number = 0;
    while number < cells.len() {
        let (dx, dy) = (number as i32 % 3 - 1, number as i32 / 3 - 1);
        let cell = dx * Direction::Row.delta() + dy * Direction::Column.delta();
        cells[number] = (cell, (dx.abs() + dy.abs()) as usize);
        number += 1;
    }
    cells
};

impl Policy {
    pub(super) fn new(rule: Rule, turn: Color) -> Policy {
        let fitted = FITTED[rule as usize];
        let fitted = &fitted[turn as usize % fitted.len()];
        let codes = PatternCode::all_shapes();
        let kernel = |relation: usize, color: Color| {
            let mut rows = PatternCode::table([Row([0; CHANNELS]); TAPS]);
            for (row, shapes) in rows.iter_mut().zip(&codes) {
                let class = class_of(rule, color, shapes);
                for (tap, row) in row.iter_mut().enumerate() {
                    for (channel, weight) in row.0.iter_mut().enumerate() {
                        *weight = feature_sum(shapes, class, |feature| {
                            fitted.kernel[relation][feature][tap][channel]
                        });
                    }
                }
            }
            rows
        };
        Policy {
            kernels: [kernel(0, turn), kernel(1, !turn)],
            bias: Row(fitted.bias),
            out: fitted.out,
        }
    }

    /// Corrects the ratings of the best moves of a list.
    pub(super) fn correct(&self, patterns: &PatternMap, turn: Color, moves: &mut [RatedMove]) {
        let least = rating_at_rank(moves) - MARGIN;
        for rated in moves {
            if rated.rating() >= least {
                rated.add(self.correction(patterns, turn, rated.point()));
            }
        }
    }

    /// What the network adds to the rating of a move.
    #[inline]
    fn correction(&self, patterns: &PatternMap, turn: Color, point: Point) -> i32 {
        let mut channels = self.bias.0;
        for (cell, tap) in AROUND {
            let near = Point::from_index((point.index() as i32 + cell) as usize);
            for (kernel, color) in self.kernels.iter().zip([turn, !turn]) {
                let row = &kernel[patterns.code(near, color).index()][tap];
                for (channel, &weight) in channels.iter_mut().zip(&row.0) {
                    *channel += weight;
                }
            }
        }
        let channels = channels.into_iter().zip(self.out);
        let sum: i32 = channels
            .map(|(channel, out)| i32::from(channel.max(0)) * i32::from(out))
            .sum();
        sum >> OUT_SHIFT
    }
}

/// The rating of the `RANK`th best move; below all ratings if there are fewer.
#[inline]
fn rating_at_rank(moves: &[RatedMove]) -> i32 {
    let mut best = [i32::MIN; RANK];
    for &RatedMove(mut word) in moves {
        if word > best[RANK - 1] {
            for place in &mut best {
                (*place, word) = (word.max(*place), word.min(*place));
            }
        }
    }
    RatedMove(best[RANK - 1]).rating()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_diagram};
    use crate::ordering::MoveOrdering;
    use crate::position::Position;

    fn corrected(position: &Position, moves: &[RatedMove]) -> Vec<RatedMove> {
        let mut moves = moves.to_vec();
        let ordering = &MoveOrdering::of(position.rule())[position.turn()];
        ordering.correct(position, &mut moves);
        moves
    }

    /// The engine says what the trainer says: `training/` writes positions with corrections.
    #[test]
    fn corrections_equal_those_of_the_trainer() {
        let mut count = 0;
        for line in include_str!("golden_policy.txt").lines() {
            let fields: Vec<&str> = line.split(' ').collect();
            let rule = Rule::from_code(fields[0].parse().unwrap());
            let board = parse_diagram(fields[1]).unwrap();
            let cell: i64 = fields[2].parse().unwrap();
            let side = board.size().side() as i64;
            let point = board.size().point(cell % side, cell / side).unwrap();
            let turn = board.turn_by_count();
            let position = Position::from_board(rule, board, turn);
            let moves = corrected(&position, &[RatedMove::new(point, 7)]);
            let correction = moves[0].rating() - 7;
            assert_eq!(correction.to_string(), fields[3], "{line}");
            assert_eq!(moves[0].point(), point);
            count += 1;
        }
        assert!(count >= 30);
    }

    /// Moves far behind the best by rating stay as they are.
    #[test]
    fn the_best_moves_are_corrected() {
        let position = Position::empty(Rule::Freestyle, Size::TWENTY);
        let points = Size::TWENTY.points().skip(84).take(40);
        let rated: Vec<_> = (0..)
            .zip(points)
            .map(|(i, point)| RatedMove::new(point, -10 * i))
            .collect();
        let after = corrected(&position, &rated);
        let mut count = 0;
        for (number, (before, after)) in rated.iter().zip(&after).enumerate() {
            let alone = corrected(&position, &[*before]);
            count += usize::from(alone[0].rating() != before.rating());
            // The fourth best has 100 more than the fourteenth.
            let expected = if number <= 13 { alone[0] } else { *before };
            assert_eq!(after.rating(), expected.rating(), "{number}");
            assert_eq!(after.point(), before.point());
        }
        assert!(count > 0);
    }

    #[test]
    fn channels_and_sums_cannot_overflow() {
        for rule in Rule::ALL {
            for turn in Color::ALL {
                let policy = Policy::new(rule, turn);
                let largest = |tap: usize, channel: usize| -> i32 {
                    let of = |kernel: &Kernel| {
                        kernel
                            .iter()
                            .map(|row| i32::from(row[tap].0[channel]).abs())
                            .max()
                    };
                    policy.kernels.iter().filter_map(of).sum()
                };
                let mut sum = 0;
                for channel in 0..CHANNELS {
                    let taps = AROUND.map(|(_, tap)| largest(tap, channel));
                    let most =
                        taps.into_iter().sum::<i32>() + i32::from(policy.bias.0[channel]).abs();
                    assert!(
                        most <= i32::from(i16::MAX),
                        "{rule}: channel {channel} reaches {most}"
                    );
                    sum += i64::from(most) * i64::from(policy.out[channel]).abs();
                }
                // A rating has room for 2^21.
                assert!(sum >> OUT_SHIFT < 1 << 20, "{rule}: {sum}");
            }
        }
    }
}
