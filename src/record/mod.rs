//! Games and positions read and written as text.

#[cfg(feature = "tools")]
mod opening_lines;
mod psq;
mod puzzle;
mod sgf;

#[cfg(feature = "tools")]
pub use opening_lines::{OpeningError, OpeningFormat, OpeningLine, read_openings};
pub use psq::{PsqGame, PsqMove};
pub use puzzle::{
    Expected, ForbiddenCheck, Puzzle, PuzzleError, Verdict, parse_puzzle, parse_vector,
};
pub use sgf::SgfGame;
