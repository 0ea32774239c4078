//! Other faces of the engine: suites of test positions, games reviewed.

mod book_leaves;
mod forced_wins;
mod replay;
mod suite;

pub use book_leaves::{LeafSearch, decision_lines, decision_tree, measure_leaves};
pub use forced_wins::{Fault, ForcedWins};
pub use suite::{Check, CheckKind, Searches, check_puzzle, check_vector};
