//! Margins and reductions as named functions.

use super::params::*;

/// How far below alpha the evaluation must be for quiescence to decide.
pub(super) fn razor_margin(depth: i32) -> i32 {
    RAZOR_BASE + RAZOR_PER_PLY * depth
}

/// How far above beta the evaluation must be to be believed.
pub(super) fn futility_margin(depth: i32, improving: bool) -> i32 {
    FUTILITY_PER_PLY * (depth - improving as i32)
}

/// How far below alpha the evaluation must be for a quiet move to be skipped.
pub(super) fn quiet_futility_margin(depth: i32) -> i32 {
    QUIET_FUTILITY_BASE + QUIET_FUTILITY_PER_PLY * depth
}

/// The number of moves after which quiet ones are skipped.
pub(super) fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = LATE_MOVE_BASE as f64 + (depth * depth) as f64 * LATE_MOVE_FACTOR;
    (if improving { count } else { count * 0.6 }) as i32
}

/// Reductions in plies by remaining depth and the move's number.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *plies = (REDUCTION_BASE + product / REDUCTION_DIVISOR) as u8;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(super) fn plies(&self, depth: i32, number: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize] as i32
    }
}
