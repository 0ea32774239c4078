//! How good a position is, in whole numbers.

mod classic;
mod features;
mod weights;
mod weights_table;

pub use classic::Classic;
pub use features::{COUNTS, THREAT_SETS, counts, threat_set};
pub use weights::{Weights, Worth};
