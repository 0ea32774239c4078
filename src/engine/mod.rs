//! The decision: what is played, and why.

mod control;
#[allow(clippy::module_inception)]
mod engine;
mod root_threats;

pub use control::Control;
pub use engine::{Decision, Engine, Why};
