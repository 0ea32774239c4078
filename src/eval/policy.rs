//! The policy head: how likely a move is the best one, by the convolution at its point.
//!
//! It corrects the ratings of moves, in the units of the static ones (`crate::ordering`).

use super::fitted::{CHANNELS, Fitted, LANES, POLICY_UNITS};
use crate::board::{Color, Point, RatedMove};

/// The head corrects the ratings of moves that are not `MARGIN` below that of the best move of this number.
const RANK: usize = 4;
const MARGIN: i32 = 100;
/// The convolution is kept within these bounds on its way into the head, in 512ths.
const LANE_MAX: i16 = 4096;
/// The convolution's fraction bits are raised by so many, so that products with 4,096ths lose only 16 bits.
const LANE_SHIFT: u32 = 2;
/// The fraction bits of hidden units and output weights together: 128ths times sixteenths.
const OUT_SHIFT: u32 = 11;

/// The policy head for a side to move. Its weights lie by lane, so that all units are summed up at once.
pub(super) struct PolicyHead {
    /// `[lane][unit]`
    first: [[i16; POLICY_UNITS]; LANES],
    bias: [i16; POLICY_UNITS],
    out: [i16; POLICY_UNITS],
}

impl PolicyHead {
    pub(super) fn new(fitted: &'static Fitted, turn: Color) -> PolicyHead {
        // The fit has the side to move's view first, the lanes have black's.
        let channel = |lane: usize| (lane + turn as usize * CHANNELS) % LANES;
        PolicyHead {
            first: std::array::from_fn(|lane| {
                std::array::from_fn(|unit| fitted.policy_first[unit][channel(lane)])
            }),
            bias: fitted.policy_bias,
            out: fitted.policy_out,
        }
    }

    /// Corrects the ratings of the best moves of a list, by the convolution at their points.
    #[inline(always)]
    pub(super) fn correct<'a>(
        &self,
        moves: &mut [RatedMove],
        lanes: impl Fn(Point) -> &'a [i16; LANES],
    ) {
        let least = last_of_the_best(moves) - MARGIN;
        for rated in moves {
            if rated.rating() >= least {
                rated.add(self.correction(lanes(rated.point())));
            }
        }
    }

    /// What the head adds to the rating of a move, by the convolution at its point.
    #[inline(always)]
    fn correction(&self, lanes: &[i16; LANES]) -> i32 {
        let lanes = lanes.map(|lane| lane.clamp(-LANE_MAX, LANE_MAX) << LANE_SHIFT);
        let mut units = self.bias;
        for (lane, weights) in lanes.into_iter().zip(&self.first) {
            // The compiler would transpose weights that it sees through.
            for (unit, &weight) in units.iter_mut().zip(std::hint::black_box(weights)) {
                *unit += ((i32::from(lane) * i32::from(weight)) >> 16) as i16;
            }
        }
        let units = units.into_iter().zip(self.out);
        let sum: i32 = units
            .map(|(unit, out)| i32::from(unit.max(0)) * i32::from(out))
            .sum();
        sum >> OUT_SHIFT
    }
}

/// The rating of the `RANK`th best move, the least one if there are fewer.
#[inline(always)]
fn last_of_the_best(moves: &[RatedMove]) -> i32 {
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
    use super::super::weights::Weights;
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn units_cannot_overflow() {
        for rule in Rule::ALL {
            for turn in Color::ALL {
                let head = &Weights::of(rule).policies[turn];
                for unit in 0..POLICY_UNITS {
                    let weights = head.first.iter().map(|row| i64::from(row[unit]).abs());
                    let input = i64::from(LANE_MAX) << LANE_SHIFT;
                    let sum = weights
                        .map(|weight| ((input * weight) >> 16) + 1)
                        .sum::<i64>();
                    assert!(
                        sum + i64::from(head.bias[unit]).abs() < i64::from(i16::MAX),
                        "{rule}"
                    );
                }
            }
        }
    }
}
