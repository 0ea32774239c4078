//! The shape of a fitted convolutional network, as `training/` writes it into `weights_table.rs`.

use super::threat_set::THREAT_SETS;
use crate::pattern::FEATURES;

/// Channels of the convolution for one color's view.
pub(super) const CHANNELS: usize = 8;
/// The channels of black's view, then those of white's.
pub(super) const LANES: usize = 2 * CHANNELS;
/// Taps of the 3 by 3 kernel: centre, sides, corners. The same for all eight symmetries.
pub(super) const TAPS: usize = 3;
/// Hidden units of the head.
pub(super) const UNITS: usize = 16;

/// A fitted network. A view is a color's: its points are the own ones there.
pub(super) struct Fitted {
    /// `[own, opponent][feature][tap][channel]`, in 512ths.
    pub(super) kernel: [[[[i16; CHANNELS]; TAPS]; FEATURES]; 2],
    /// `[channel]`, in 512ths.
    pub(super) bias: [i16; CHANNELS],
    /// `[unit][channel]`: weights of the pooled channels of the side to move's view, then of its opponent's: what 2^14 of
    /// a pooled channel add to the unit, in 512ths.
    pub(super) first: [[i16; 2 * CHANNELS]; UNITS],
    /// `[unit]`: biases, in 512ths.
    pub(super) first_bias: [i32; UNITS],
    /// `[unit]`: output weights, in sixteenths of a score unit for an activation of one.
    pub(super) out: [i16; UNITS],
    /// `[channel]`: output weights: what 2^14 of a pooled channel add, in sixteenths of a score unit.
    pub(super) pooled: [i16; 2 * CHANNELS],
    /// `[own, opponent][feature]`: direct weights, in sixteenths of a score unit.
    pub(super) direct: [[i16; FEATURES]; 2],
    /// The direct weight of a stone on the board.
    pub(super) stone: i16,
    /// `[threat set]`: score units.
    pub(super) threats: [i16; THREAT_SETS],
}
