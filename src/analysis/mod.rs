//! Other faces of the engine: suites of test positions.

mod suite;

pub use suite::{Check, CheckKind, check_puzzle, check_vector};
