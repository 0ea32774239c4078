//! Margins and reductions as named functions, in integers: the same on every machine.

use super::params::*;
use super::window::Window;
use crate::score::Score;

/// Razoring: how far below alpha the evaluation must be.
pub(super) fn razor_margin(depth: i32) -> i32 {
    razor_base() + razor_per_ply() * depth
}

/// Reverse futility pruning: how far above beta the evaluation must be.
fn rfp_margin(depth: i32, improving: bool) -> i32 {
    rfp_per_ply() * (depth - 1 - improving as i32).max(0)
}

/// Whether reverse futility pruning ends a node. Not where beta is decided: an evaluation proves nothing.
pub(super) fn rfp_prunes(eval: Score, depth: i32, improving: bool, window: Window) -> bool {
    !window.beta.is_decided() && eval - rfp_margin(depth, improving) >= window.beta
}

/// How far above beta the evaluation must be for a fail-high to be likely.
pub(super) fn likely_cut_margin(depth: i32) -> i32 {
    likely_cut_base() + likely_cut_per_ply() * depth
}

/// Futility pruning: how far below alpha the evaluation must be for quiet moves to be skipped.
pub(super) fn quiet_futility_margin(depth: i32) -> i32 {
    quiet_futility_base() + quiet_futility_per_ply() * depth
}

/// Late-move pruning: the number of moves that are searched; half of it where the evaluation is not improving.
pub(super) fn lmp_count(depth: i32, improving: bool) -> i32 {
    let count_64ths =
        lmp_base_64ths() + lmp_per_ply_64ths() * depth + lmp_per_square_64ths() * depth * depth;
    count_64ths / 64 / (2 - improving as i32)
}

/// The history bonus of a move that failed high, and the malus of the moves before it.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (history_per_square() * depth * depth).min(history_bonus_limit())
}

/// Natural logarithms in 64ths.
#[rustfmt::skip]
const LN_64THS: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173,
    177, 181, 185, 188, 192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220,
    222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239, 241, 242, 244, 245, 246,
    248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

/// Late-move reductions in 64ths of a ply: `[depth][move count]`.
pub(super) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (move_count, reduction) in row.iter_mut().enumerate().skip(1) {
                let product_64ths = LN_64THS[depth] * LN_64THS[move_count] / 64;
                let sum_64ths = lmr_base_64ths() + product_64ths * 100 / lmr_divisor_100ths();
                *reduction = sum_64ths as i16;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(super) fn in_64ths(&self, depth: i32, move_count: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][move_count.clamp(0, 63) as usize] as i32
    }
}
