//! Measures the engine: the signature of search and evaluation, and the speed of the search and of its parts.

mod micro;
mod positions;
mod signature;

pub use micro::{Speed, play_and_undo, vcf_searches, vct_searches};
pub use positions::{four_positions, positions, threat_positions};
pub use signature::{DEPTH, SearchPanicked, Signature, run};
