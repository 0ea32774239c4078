//! Proving that a position is won, as a certificate that `proof` checks.

mod prover;
mod quiet;

pub use prover::{ProveProgress, ProveSettings, Record, prove};
