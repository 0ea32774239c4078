//! Every number of the search, by name. Values without a measurement are first guesses.

use super::tunable::tunables;
use crate::pattern::PointClass;

/// The deepest node, in plies from the root.
pub(super) const MAX_PLY: usize = 240;
/// Nodes between two questions to the supervisor.
pub(super) const SUPERVISION_NODES: u64 = 512;
/// The least depth at which fail-highs are reported.
pub(super) const REPORTED_DEPTH: i32 = 5;
/// The first iteration is finished within this number of nodes even if the supervisor wants to stop.
pub(super) const FIRST_ITERATION_NODES: u64 = 10_000;

/// The plies that the depth goes back after the best move was proven to lose.
pub(super) const REFUTED_STEP_BACK_PLIES: i32 = 3;

/// The node budget of a VCF search in the tree, base and per ply of depth; and the greatest distance of a plain four
/// from the four before it.
pub(super) const VCF_NODES: u64 = 16;
pub(super) const VCF_NODES_PER_PLY: u64 = 8;
pub(super) const VCF_REACH: usize = 4;

/// Quiescence: the longest chain of fours, in plies.
pub(super) const QUIESCENCE_PLIES: i32 = 20;
/// Quiescence: the fours that are searched. Chains of other fours are left to the VCF search of the nodes above, which
/// starts only where there is one of these.
pub(super) const QUIESCENCE_FOURS: [PointClass; 2] = [PointClass::FourThree, PointClass::FourPlus];

/// The bound that history scores approach.
pub(super) const HISTORY_LIMIT: i32 = 8192;

tunables! {
    /// Aspiration windows: the first iteration that has one, and its half-width, which grows by halves.
    aspiration_depth = 4, 1..=10;
    aspiration_width = 28, 6..=100;

    /// Razoring: the greatest depth, and the margin below alpha.
    razor_depth = 2, 0..=5;
    razor_base = 20, -60..=120;
    razor_per_ply = 15, 0..=100;

    /// Reverse futility pruning: the margin above beta for each ply beyond the first.
    rfp_per_ply = 72, 20..=150;

    /// Reduction of likely cut nodes: the margin above beta from which a cut node loses a ply, except for fours.
    likely_cut_base = -9, -100..=150;
    likely_cut_per_ply = 15, 0..=60;

    /// Futility pruning of quiet moves: the greatest depth, and the margin below alpha.
    quiet_futility_depth = 6, 1..=15;
    quiet_futility_base = 90, 0..=250;
    quiet_futility_per_ply = 70, 15..=150;

    /// Late-move pruning: the number of moves searched, in 64ths: base, per ply of depth, and per its square.
    lmp_base_64ths = 128, 32..=384;
    lmp_per_ply_64ths = 64, 0..=192;
    lmp_per_square_64ths = 8, 0..=24;

    /// Late-move reductions: the least depth; base + ln(depth) * ln(move count) / divisor; more at cut nodes and where
    /// the evaluation is not improving, less on the principal variation and by history.
    /// Measured: divisor 0.9 for 1.9, +85 +- 51 Elo, freestyle 20, 80 ms, 150 games.
    lmr_depth = 2, 1..=5;
    lmr_base_64ths = 16, -64..=96;
    lmr_divisor_100ths = 90, 50..=200;
    lmr_cut_node_64ths = 64, 0..=160;
    lmr_pv_64ths = 64, 0..=160;
    lmr_not_improving_64ths = 64, 0..=160;
    lmr_history = 5000, 1500..=20000;

    /// The depths at which the remaining moves lose a ply once a move has raised alpha.
    alpha_raised_min_depth = 3, 2..=8;
    alpha_raised_max_depth = 11, 4..=20;

    /// Internal iterative reduction: the least depth at which a node without a table move loses a ply.
    iir_depth = 4, 2..=12;

    /// Internal iterative reduction on the principal variation: a ply for every `pv_iir_plies_per_ply` plies that the table entry is
    /// shallower, up to the limit.
    /// Measured: +40 +- 37 Elo, freestyle 20, 40 ms, 300 games.
    pv_iir_plies_per_ply = 4, 1..=8;
    pv_iir_limit = 3, 0..=6;

    /// Quiescence: the greatest distance of a four that makes no three from the last four.
    quiescence_near = 2, 1..=8;

    /// History: the bonus per depth squared, its limit, and the divisors by which history and continuation history
    /// enter the move ordering.
    history_per_square = 32, 8..=128;
    history_bonus_limit = 1600, 400..=6000;
    history_share = 40, 10..=160;
    continuation_share = 80, 20..=320;
    /// The counter-move's bonus in the move ordering.
    counter_move_bonus = 60, 0..=240;
}

/// Sets a tunable number for all searches from now on; unknown names are ignored.
#[cfg(feature = "tune")]
pub fn tune(name: &str, value: i64) {
    let named = TUNABLES.iter().find(|number| number.name == name);
    if let Some(number) = named {
        number.set(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    }
}
