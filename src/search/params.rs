//! Every number of the search, by name. First guesses, where nothing is said of a measurement.

use std::ops::RangeInclusive;

/// Deepest node, in plies from the root.
pub(super) const MAX_PLY: usize = 240;
/// Moves played between two questions to the supervisor.
pub(super) const SUPERVISE_EVERY: u64 = 512;
/// Within so many moves the first iteration is finished whatever the supervisor says.
pub(super) const FIRST_ITERATION_NODES: u64 = 10_000;

/// From this iteration on the window is narrowed, to this width, which grows by halves.
pub(super) const ASPIRATION_DEPTH: i32 = 4;
pub(super) const ASPIRATION_WIDTH: i32 = 28;

/// So many plies an iteration goes back after its best move turned out to lose.
pub(super) const REFUTED_STEP_BACK: i32 = 3;

/// A node whose evaluation is so far below alpha is left to quiescence.
pub(super) const RAZOR_DEPTH: i32 = 2;
pub(super) const RAZOR_BASE: i32 = 20;
pub(super) const RAZOR_PER_PLY: i32 = 15;

/// A node whose evaluation is so far above beta is left alone: for each ply beyond the first.
pub(super) const FUTILITY_PER_PLY: i32 = 72;

/// A node that is expected to be cut, and whose evaluation is so far above beta, is searched one ply less,
/// but for fours.
pub(super) const LIKELY_CUT_BASE: i32 = -9;
pub(super) const LIKELY_CUT_PER_PLY: i32 = 15;

/// A quiet move at a node whose evaluation is so far below alpha is skipped.
pub(super) const QUIET_FUTILITY_DEPTH: i32 = 6;
pub(super) const QUIET_FUTILITY_BASE: i32 = 90;
pub(super) const QUIET_FUTILITY_PER_PLY: i32 = 70;

/// Moves after so many are skipped: base, one for each ply of depth, and more by its square.
pub(super) const LATE_MOVE_BASE: i32 = 2;
pub(super) const LATE_MOVE_SQUARE_SHARE: i32 = 8;

/// Reductions: base + ln(depth) * ln(number) / divisor.
/// Measured: divisor 0.9 for 1.9, +85 +- 51 Elo, freestyle 20, 80 ms, 150 games.
pub(super) const REDUCTION_DEPTH: i32 = 2;
pub(super) const REDUCTION_BASE_64THS: i32 = 16;
pub(super) const REDUCTION_DIVISOR_TENTHS: i32 = 9;
pub(super) const REDUCTION_HISTORY: i32 = 5000;

/// Once a move has raised alpha at a node on the principal variation, the others lose a ply at these depths.
pub(super) const REDUCED_AFTER_BEST: RangeInclusive<i32> = 3..=11;

/// Without a move from the table, a node at least so deep is searched one ply less.
pub(super) const UNKNOWN_MOVE_DEPTH: i32 = 4;

/// A node on the principal variation is searched a ply less for so many that the table's depth is behind, and
/// so many less at most.
/// Measured: +40 +- 37 Elo, freestyle 20, 40 ms, 300 games.
pub(super) const BEHIND_PER_PLY: i32 = 4;
pub(super) const BEHIND_MOST: i32 = 3;

/// A win by fours is looked for at nodes at least so deep, with so many moves and more per ply.
pub(super) const VCF_DEPTH: i32 = 5;
pub(super) const VCF_BUDGET: u64 = 24;
pub(super) const VCF_BUDGET_PER_PLY: u64 = 16;

/// Quiescence: the longest chain of fours, in plies.
pub(super) const QUIESCENCE_PLIES: i32 = 20;
/// Fours that make nothing else are tried in the first plies of a chain only, so many.
pub(super) const PLAIN_FOURS_PLIES: i32 = 2;
/// How near the next four must be to the last one.
pub(super) const QUIESCENCE_NEAR: usize = 4;

/// History: what a move gains per depth squared, at most; the bound that scores approach; and the share of them in the order of moves.
pub(super) const HISTORY_PER_SQUARE: i32 = 32;
pub(super) const HISTORY_BONUS_LIMIT: i32 = 1600;
pub(super) const HISTORY_LIMIT: i32 = 8192;
pub(super) const HISTORY_SHARE: i32 = 40;
/// What the reply that refuted the opponent's move before gains in the order of moves.
pub(super) const COUNTER_MOVE_BONUS: i32 = 60;
