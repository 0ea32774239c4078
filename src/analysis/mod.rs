//! Other faces of the engine: suites of test positions, games reviewed.

mod forced_wins;
mod replay;
mod suite;

pub use forced_wins::{Fault, ForcedWins};
pub use suite::{Check, CheckKind, Searches, check_puzzle, check_vector};
