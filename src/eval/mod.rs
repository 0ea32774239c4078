//! How good a position is, in whole numbers.

mod classic;
mod weights;

pub use classic::Classic;
pub use weights::Weights;
