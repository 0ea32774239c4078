//! Known wins: what to play where the game is solved.

#[allow(clippy::module_inception)]
mod book;

pub use book::{Book, BookMove};
