//! What the engine makes by itself: openings, labelled positions and chosen moves for the fit of its weights, and
//! puzzles.

mod choice;
mod openings;
mod puzzles;
mod sample;
mod self_play;
mod swap2_openings;

pub use choice::Choice;
pub use openings::{OpeningStyle, Zone, balanced_opening};
pub use puzzles::{Candidate, PuzzleKind, PuzzleMiner, PuzzleSet, is_confirmed};
pub use sample::Sample;
pub use self_play::{Labelling, labelled_leaves};
pub use swap2_openings::{Rounds, random_triple, rate_opening};
