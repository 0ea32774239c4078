//! The head of the network: from pooled channels through one hidden layer to an output.

use super::fitted::{CHANNELS, Fitted, LANES, UNITS};
use super::threat_set::THREAT_SETS;
use crate::board::Color;

/// Hidden units are kept in 512ths.
pub(super) const HIDDEN_SCALE: i32 = 512;
/// The upper bound of the clipped ReLU, in 512ths; the lower one is 0.
pub(super) const CRELU_MAX: i32 = 4 * HIDDEN_SCALE;
/// Pooled channels lose so many bits on the way into the head.
const POOLED_SHIFT: u32 = 4;
/// The fraction bits of the weights of pooled channels beyond those of what they are added to: hidden units, outputs.
const FIRST_SHIFT: u32 = 10;
const OUT_SHIFT: u32 = 10;

/// The head for a side to move. Its weights lie by lane, so that all units are summed up at once.
pub(super) struct Head {
    /// `[lane][unit]`
    first: [[i32; UNITS]; LANES],
    first_bias: [i32; UNITS],
    out: [i16; UNITS],
    /// `[lane]`
    pooled: [i16; LANES],
    /// The direct weight of a stone on the board, in sixteenths of a score unit.
    pub(super) stone: i32,
    /// `[threat set]`: score units.
    pub(super) threats: &'static [i16; THREAT_SETS],
}

impl Head {
    pub(super) fn new(fitted: &'static Fitted, turn: Color) -> Head {
        // The fit has the side to move's view first, the lanes have black's.
        let channel = |lane: usize| (lane + turn as usize * CHANNELS) % LANES;
        Head {
            first: std::array::from_fn(|lane| {
                std::array::from_fn(|unit| fitted.first[unit][channel(lane)].into())
            }),
            first_bias: fitted.first_bias,
            out: fitted.out,
            pooled: std::array::from_fn(|lane| fitted.pooled[channel(lane)]),
            stone: fitted.stone.into(),
            threats: &fitted.threats,
        }
    }

    /// What the head makes of the pooled channels, in sixteenths of a score unit.
    #[inline(always)]
    pub(super) fn output(&self, pooled: &[i32; LANES]) -> i32 {
        let inputs = pooled.map(|sum| (sum >> POOLED_SHIFT).clamp(0, i16::MAX.into()) as i16);
        let mut units = [0; UNITS];
        for (&input, weights) in inputs.iter().zip(&self.first) {
            // The compiler would transpose weights that it sees through.
            for (unit, &weight) in units.iter_mut().zip(std::hint::black_box(weights)) {
                *unit += i32::from(input) * weight;
            }
        }
        let mut hidden = 0;
        for ((sum, bias), &weight) in units.iter().zip(&self.first_bias).zip(&self.out) {
            let unit = ((sum >> FIRST_SHIFT) + bias).clamp(0, CRELU_MAX);
            hidden += unit * i32::from(weight);
        }
        let products = inputs.iter().zip(&self.pooled);
        let direct: i32 = products
            .map(|(&input, &weight)| i32::from(input) * i32::from(weight))
            .sum();
        hidden / HIDDEN_SCALE + (direct >> OUT_SHIFT)
    }
}
