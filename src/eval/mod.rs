//! The evaluation: an estimate of a position for the side to move, in integers. [`Evaluator`] is what searches ask.

mod convolution;
mod evaluator;
mod fitted;
mod head;
mod threat_set;
mod weights;
mod weights_table;

pub use evaluator::Evaluator;
pub use threat_set::{THREAT_SETS, threat_set};
pub use weights::Weights;
