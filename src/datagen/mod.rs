//! What the engine makes by itself: openings, and labelled positions for the fit of its weights.

mod openings;
mod sample;
mod self_play;
mod swap2_openings;

pub use openings::{OpeningStyle, Zone, balanced_opening};
pub use sample::Sample;
pub use self_play::labelled_game;
pub use swap2_openings::{Rounds, random_triple, rate_opening};
