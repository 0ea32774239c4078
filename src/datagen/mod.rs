//! What the engine makes by itself: openings.

mod openings;

pub use openings::{OpeningStyle, balanced_opening};
