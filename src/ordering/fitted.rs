//! The shape of the fitted weights, as `scripts/fit_order.py` writes them into `ordering_table.rs`.

use super::distance::DISTANCES;
use crate::pattern::FEATURES;

/// The fitted weights of one side to move, in rating units.
pub(super) struct FittedOrdering {
    /// `[feature]`: what the move makes.
    pub(super) own: [i16; FEATURES],
    /// `[feature]`: what the move takes from the opponent.
    pub(super) opponent: [i16; FEATURES],
    /// `[which stone][distance]`: by the distance from the opponent's last stone, and from the last own one.
    pub(super) near: [[i16; DISTANCES]; 2],
}
