//! The shape of the fitted network, as `scripts/fit_weights.py` writes it into `weights_table.rs`.

use super::threat_set::THREAT_SETS;
use crate::pattern::FEATURES;

/// The number of hidden units.
pub const HIDDEN: usize = 16;

/// The fitted network of one side to move. Scores are in sixteenths of a score unit, hidden units in 512ths.
pub(super) struct Fitted {
    /// `[feature]`: direct weights of the side to move's features.
    pub(super) own: [i16; FEATURES],
    /// `[feature]`: direct weights of the opponent's features, subtracted.
    pub(super) opponent: [i16; FEATURES],
    /// The direct weight of a stone on the board.
    pub(super) stone: i16,
    /// `[threat set]`: score units.
    pub(super) threats: [i16; THREAT_SETS],
    /// `[feature][hidden unit]`: weights of the side to move's features.
    pub(super) hidden_own: [[i16; HIDDEN]; FEATURES],
    /// `[feature][hidden unit]`: weights of the opponent's features.
    pub(super) hidden_opponent: [[i16; HIDDEN]; FEATURES],
    /// `[hidden unit]`: the weight of a stone on the board.
    pub(super) hidden_stone: [i16; HIDDEN],
    /// `[hidden unit]`: biases.
    pub(super) bias: [i16; HIDDEN],
    /// `[hidden unit]`: output weights.
    pub(super) out: [i16; HIDDEN],
}
