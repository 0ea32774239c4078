//! Every number of the search, by name. First guesses, where nothing is said of a measurement.

use super::tunable::tunables;

/// Deepest node, in plies from the root.
pub(super) const MAX_PLY: usize = 240;
/// Moves played between two questions to the supervisor.
pub(super) const SUPERVISE_EVERY: u64 = 512;
/// Within so many moves the first iteration is finished whatever the supervisor says.
pub(super) const FIRST_ITERATION_NODES: u64 = 10_000;

/// So many plies an iteration goes back after its best move turned out to lose.
pub(super) const REFUTED_STEP_BACK: i32 = 3;

/// A win by fours is looked for in the tree with so many moves and more per ply; a four that makes nothing else
/// must be so near the last one.
pub(super) const VCF_BUDGET: u64 = 16;
pub(super) const VCF_BUDGET_PER_PLY: u64 = 8;
pub(super) const VCF_REACH: usize = 4;

/// Quiescence: the longest chain of fours, in plies.
pub(super) const QUIESCENCE_PLIES: i32 = 20;

/// The bound that history scores approach.
pub(super) const HISTORY_LIMIT: i32 = 8192;

tunables! {
    /// From this iteration on the window is narrowed, to this width, which grows by halves.
    aspiration_depth = 4, 1..=10;
    aspiration_width = 28, 6..=100;

    /// A node at most so deep whose evaluation is so far below alpha is left to quiescence.
    razor_depth = 2, 0..=5;
    razor_base = 20, -60..=120;
    razor_per_ply = 15, 0..=100;

    /// A node whose evaluation is so far above beta is left alone: for each ply beyond the first.
    futility_per_ply = 72, 20..=150;

    /// A node that is expected to be cut, and whose evaluation is so far above beta, is searched one ply less,
    /// but for fours.
    likely_cut_base = -9, -100..=150;
    likely_cut_per_ply = 15, 0..=60;

    /// A quiet move at a node at most so deep whose evaluation is so far below alpha is skipped.
    quiet_futility_depth = 6, 1..=15;
    quiet_futility_base = 90, 0..=250;
    quiet_futility_per_ply = 70, 15..=150;

    /// Moves after so many are skipped, in 64ths: base, and more for each ply of depth and for its square.
    late_move_base_64ths = 128, 32..=384;
    late_move_per_ply_64ths = 64, 0..=192;
    late_move_per_square_64ths = 8, 0..=24;

    /// Reductions at nodes at least so deep: base + ln(depth) * ln(number) / divisor, more where a cut is
    /// expected and where the evaluation does not rise, less on the principal variation and by history.
    /// Measured: divisor 0.9 for 1.9, +85 +- 51 Elo, freestyle 20, 80 ms, 150 games.
    reduction_depth = 2, 1..=5;
    reduction_base_64ths = 16, -64..=96;
    reduction_divisor_100ths = 90, 50..=200;
    reduction_cut_64ths = 64, 0..=160;
    reduction_pv_64ths = 64, 0..=160;
    reduction_worsening_64ths = 64, 0..=160;
    reduction_history = 5000, 1500..=20000;

    /// Once a move has raised alpha at a node on the principal variation, the others lose a ply at these depths.
    after_best_from = 3, 2..=8;
    after_best_to = 11, 4..=20;

    /// Without a move from the table, a node at least so deep is searched one ply less.
    unknown_move_depth = 4, 2..=12;

    /// A node on the principal variation is searched a ply less for so many that the table's depth is behind,
    /// and so many less at most.
    /// Measured: +40 +- 37 Elo, freestyle 20, 40 ms, 300 games.
    behind_per_ply = 4, 1..=8;
    behind_most = 3, 0..=6;

    /// Quiescence: how near a four that makes no three must be to the last one.
    quiescence_near = 2, 1..=8;

    /// What a move gains in history per depth squared, and at most; the shares in the order of moves of history
    /// and of what it is after the stones before.
    history_per_square = 32, 8..=128;
    history_bonus_limit = 1600, 400..=6000;
    history_share = 40, 10..=160;
    continuation_share = 80, 20..=320;
    /// What the reply that refuted the opponent's move before gains in the order of moves.
    counter_move_bonus = 60, 0..=240;
}
