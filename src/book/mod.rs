//! Opening knowledge: certificates of the solved games, and balanced openings for swap2.

#[allow(clippy::module_inception)]
mod book;
mod lookup;
mod swap2_table;

pub use book::{Book, BookMove};
pub use lookup::{BookStatus, solved_games};
pub use swap2_table::{FAIR_SCORE, RatedOpening, Swap2Table, canonical_triple};
