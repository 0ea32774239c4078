//! Games and positions read and written as text.

mod opening_lines;
mod psq;
mod puzzle;

pub use opening_lines::{OpeningError, parse_opening, read_openings, write_opening};
pub use psq::{PsqGame, PsqMove};
pub use puzzle::{
    Expected, ForbiddenCheck, Puzzle, PuzzleError, Verdict, parse_puzzle, parse_vector,
};
