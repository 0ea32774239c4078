//! Games, positions and trees of variations read and written; files that are whole or continued.

mod appended_lines;
mod code_page;
mod diagram;
#[cfg(feature = "tools")]
mod files;
mod game_file;
mod move_text;
mod opening_lines;
mod position_source;
mod psq;
mod psq_openings;
mod puzzle;
mod recorded_game;
mod renlib;
mod round_trip;
mod sgf;
mod sgf_text;
mod sgf_write;
mod test_lines;
#[cfg_attr(target_arch = "wasm32", path = "text_encoding_of_host.rs")]
mod text_encoding;
mod variations;

pub use appended_lines::{AppendedLines, whole_lines};
pub use diagram::{Caption, Diagram, DiagramError, read_diagram};
#[cfg(feature = "tools")]
pub use files::{TargetError, check_target, folder_of, new_file, replace_file};
pub use game_file::{
    GameFile, GameFileError, GameFormat, OneGameError, TypedMoves, UnknownFormat, read_game_file,
    read_game_text, read_moves,
};
pub use move_text::{MoveTextError, Numbers, parse_move_text};
pub use opening_lines::{OpeningError, OpeningFormat, OpeningLine, read_openings};
pub use position_source::{PositionSource, SourceError, SourcedPosition};
pub use psq::{PsqError, PsqGame, PsqMove, PsqOrigin};
pub use psq_openings::{PsqOpeningsError, read_psq_openings};
pub use puzzle::{
    Expected, ForbiddenCheck, Puzzle, PuzzleError, Verdict, parse_puzzle, parse_vector, rule_word,
    write_puzzle,
};
pub use recorded_game::{MovesError, RecordedGame, rule_asked_or_named};
pub use renlib::{RenlibError, parse_renlib, write_renlib};
pub use sgf::{SgfError, SgfFile, parse_sgf, parse_sgf_on};
pub use sgf_text::{Place, Property, SgfId, SgfSyntaxError, SgfTree};
pub use sgf_write::{SgfGame, sgf_color, sgf_point, write_sgf};
pub use test_lines::{TestLineError, read_test_lines};
pub use variations::{NodeId, Variations};
