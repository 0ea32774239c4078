//! The decision: what is played, and why.

mod control;
#[allow(clippy::module_inception)]
mod engine;
mod last_look;
mod level;
mod n_best;
mod rating;
mod resources;
mod root_threats;
mod swap2;
mod turn;
mod watch;

pub use control::Control;
pub use engine::{Decision, Engine, Listen, Why};
pub use level::FULL_STRENGTH;
pub use resources::{Resources, memory_with_table};
pub use turn::Turn;
