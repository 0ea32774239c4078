//! Move ordering before anything is known of a position: by what a move makes and takes from the opponent (the pattern
//! codes of its point), and by its distance from the last two stones.
//!
//! The search adds what it learns (`search/history.rs`); the solver guesses by it which moves are hard to refute.

mod distance;
mod fitted;
mod move_ordering;
mod ordering_table;

pub use distance::distance;
pub use move_ordering::{MoveOrdering, Nearness, rated_moves, ratings};
