//! Move ordering before anything is known of a position: by what a move makes and takes from the opponent (the pattern
//! codes of its point) and by its distance from the last two stones. The policy network, which sees the codes around a point,
//! corrects the ratings of the best moves in the search.
//!
//! The search adds what it learns (`search/history.rs`); the solver guesses by the ratings which moves are hard to refute.

mod distance;
mod fitted;
mod move_ordering;
mod ordering_table;
mod policy;
mod policy_table;

pub use distance::distance;
pub use move_ordering::{MoveOrdering, Nearness, rated_moves, ratings};
