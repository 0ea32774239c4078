//! What the engine makes by itself: openings, training data and chosen moves for the fit of its weights, and puzzles.

mod choice;
mod data_set;
mod fail_highs;
mod feature_records;
mod opening_set;
mod openings;
mod puzzle_run;
mod puzzles;
mod quiet;
mod relabel;
mod self_play;
mod shard;
mod shard_run;
mod swap2_openings;
mod swap2_ratings;
mod training_game;

pub use choice::Choice;
pub use data_set::{BoardCounts, DataSet};
pub use fail_highs::fail_high_records;
pub use feature_records::{FeatureHead, feature_records};
pub use opening_set::{OpeningSet, OpeningSetError, first_twins};
pub use openings::{OpeningStyle, Zone, balanced_opening};
pub use puzzle_run::{PuzzleRun, PuzzleRunError, PuzzleRunEvent, PuzzleRunResult, PuzzleRunState};
pub use puzzles::{Candidate, PuzzleKind, PuzzleMiner, PuzzleSet, is_confirmed};
pub use relabel::Relabeller;
pub use self_play::SelfPlay;
pub use shard::{Shard, ShardError, ShardHead, ShardSettings, shard_paths};
pub use shard_run::{Report, ShardCounts, ShardRun, ShardRunError};
pub use swap2_openings::{Rounds, random_triple, rate_opening};
pub use swap2_ratings::{KnownRatings, OtherRatings, Swap2Run, rate_swap2_openings, swap2_table};
pub use training_game::{Cell, Leaf, PlayedGame, TrainingGame, TrainingGameError};
