//! How long to think: the clock, what the manager asked for, and the two bounds that follow.

mod clock;
mod limits;
mod time_manager;

pub use clock::{Clock, clock_seed};
pub use limits::Limits;
pub use time_manager::{Iteration, TimeManager};
