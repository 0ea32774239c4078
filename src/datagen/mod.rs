//! What the engine makes by itself: openings, and labelled positions for the fit of its weights.

mod openings;
mod sample;
mod self_play;

pub use openings::{OpeningStyle, Zone, balanced_opening};
pub use sample::Sample;
pub use self_play::labelled_game;
