//! What is known before the game: wins where it is solved, and even openings of swap2.

#[allow(clippy::module_inception)]
mod book;
mod lookup;
mod swap2_table;

pub use book::{Book, BookMove};
pub use lookup::{BookStatus, solved_games};
pub use swap2_table::{FAIR_SCORE, RatedOpening, Swap2Table, canonical_triple};
