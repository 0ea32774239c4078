//! The shape of the fitted weights: as `scripts/fit_order.py` writes them into `ordering_table.rs`, and `training/` into
//! `policy_table.rs`.

use super::distance::DISTANCES;
use crate::pattern::FEATURES;

/// Channels of the convolution at a point.
pub(super) const CHANNELS: usize = 8;
/// Taps of the 3 by 3 kernel: centre, sides, corners. The same for all eight symmetries.
pub(super) const TAPS: usize = 3;

/// The fitted weights of one side to move, in rating units.
pub(super) struct FittedOrdering {
    /// `[feature]`: what the move makes.
    pub(super) own: [i16; FEATURES],
    /// `[feature]`: what the move takes from the opponent.
    pub(super) opponent: [i16; FEATURES],
    /// `[which stone][distance]`: by the distance from the opponent's last stone, and from the last own one.
    pub(super) near: [[i16; DISTANCES]; 2],
}

/// The fitted policy network of one side to move.
pub(super) struct FittedPolicy {
    /// `[own, opponent][feature][tap][channel]`, in 32nds.
    pub(super) kernel: [[[[i16; CHANNELS]; TAPS]; FEATURES]; 2],
    /// `[channel]`, in 32nds.
    pub(super) bias: [i16; CHANNELS],
    /// `[channel]`: output weights, in sixteenths of a rating unit.
    pub(super) out: [i16; CHANNELS],
}
