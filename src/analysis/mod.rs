//! Other faces of the engine: suites of test positions.

mod replay;
mod suite;

pub use suite::{Check, CheckKind, Searches, check_puzzle, check_vector};
