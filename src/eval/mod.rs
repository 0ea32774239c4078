//! How good a position is, in whole numbers.

mod classic;
mod features;
mod order;
mod order_table;
mod weights;
mod weights_table;

pub use classic::Classic;
pub use features::{COUNTS, THREAT_SETS, counts, distance, threat_set};
pub use order::ratings;
pub use weights::{HIDDEN, Hidden, Weights, Worths};
