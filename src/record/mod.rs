//! Games, positions and trees of variations read and written.

#[cfg(feature = "tools")]
mod opening_lines;
mod psq;
mod puzzle;
mod renlib;
mod sgf;
mod variations;

#[cfg(feature = "tools")]
pub use opening_lines::{OpeningError, OpeningFormat, OpeningLine, read_openings};
pub use psq::{PsqGame, PsqMove};
pub use puzzle::{
    Expected, ForbiddenCheck, Puzzle, PuzzleError, Verdict, parse_puzzle, parse_vector, rule_word,
    write_puzzle,
};
pub use renlib::{RenlibError, parse_renlib, write_renlib};
pub use sgf::{SgfError, SgfGame, parse_sgf, write_sgf};
pub use variations::{NodeId, Variations};
