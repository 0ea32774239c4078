//! What the engine makes by itself: openings, labelled positions and chosen moves for the fit of its weights, and
//! puzzles.

mod choice;
mod opening_set;
mod openings;
mod puzzle_run;
mod puzzles;
mod sample;
mod self_play;
mod swap2_openings;
mod swap2_ratings;

pub use choice::Choice;
pub use opening_set::{OpeningSet, OpeningSetError, first_twins};
pub use openings::{OpeningStyle, Zone, balanced_opening};
pub use puzzle_run::{PuzzleRun, PuzzleRunError, PuzzleRunEvent, PuzzleRunResult, PuzzleRunState};
pub use puzzles::{Candidate, PuzzleKind, PuzzleMiner, PuzzleSet, is_confirmed};
pub use sample::Sample;
pub use self_play::LabelledGames;
pub use swap2_openings::{Rounds, random_triple, rate_opening};
pub use swap2_ratings::{KnownRatings, OtherRatings, Swap2Run, rate_swap2_openings, swap2_table};
