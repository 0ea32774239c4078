//! The decision: what is played, and why.

mod control;
#[allow(clippy::module_inception)]
mod engine;
mod root_threats;
mod swap2;

pub use control::Control;
pub use engine::{Decision, Engine, Why};
pub use swap2::Swap2Question;
