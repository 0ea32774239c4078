//! The evaluation: an estimate of a position for the side to move, in integers.
//!
//! [`Evaluator`] is what searches ask. Behind it stands one small network per rule, an NNUE in kind: sparse features
//! (the pattern codes of all empty points), one hidden layer that an accumulator keeps up to date, clipped ReLU, and
//! one output (`small_net.rs`). Another kind of network is a variant of [`Evaluator`] in a file of its own.

mod evaluator;
mod fitted;
mod small_net;
mod threat_set;
mod weights;
mod weights_table;

pub use evaluator::Evaluator;
pub use threat_set::{THREAT_SETS, threat_set};
pub use weights::Weights;
