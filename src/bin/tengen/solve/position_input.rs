//! The position of `tengen solve`: moves, a drawing, or a game in a file of any format.

use super::super::certificate_file::tell_notes;
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use tengen::board::{Color, Size};
use tengen::position::Position;
use tengen::record::{GameFormat, PositionSource, read_game_file, read_game_text};
use tengen::rule::Rule;

#[derive(Args)]
pub struct Input {
    /// The position as moves from the empty board, black's first: h8 i9 j10, h8i9j10, 1. h8 i9 2. j10; or as
    /// offsets from the centre in quotes: "0,0, 1,-1"
    #[arg(value_name = "MOVES", conflicts_with_all = ["file", "diagram", "psq", "sgf", "renlib", "suite"])]
    moves: Vec<String>,
    /// The position at the end of the main line of a game in a file: SGF, RenLib, psq or rec, a drawing, a list of
    /// moves, openings. Content and ending tell which; --format names it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["diagram", "psq", "sgf", "renlib", "suite"])]
    file: Option<PathBuf>,
    /// The format of --file or MOVES: sgf, renlib, psq, rec, diagram, moves, xy (column and row from the top left,
    /// from 0), or an opening a line: offset (from the centre), pos, pos-from-top (rows counted from the top).
    #[arg(long, conflicts_with_all = ["diagram", "psq", "sgf", "renlib", "suite"])]
    format: Option<GameFormat>,
    /// The game of a file of several games, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = one_or_more)]
    game: usize,
    /// The position as a drawing: X black, O white, # blocked, . empty, a row a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["psq", "sgf", "renlib", "suite"])]
    diagram: Option<PathBuf>,
    /// The position at the end of a Piskvork record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sgf", "renlib", "suite"])]
    psq: Option<PathBuf>,
    /// The position at the end of an SGF record's main line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["renlib", "suite"])]
    sgf: Option<PathBuf>,
    /// The position at the end of a RenLib library's main line.
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    renlib: Option<PathBuf>,
    /// Take only the first N moves of a game, passes counted.
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Whose move it is, b or w. [default: as the game says, of a drawing by the number of stones]
    #[arg(long, value_parser = ["b", "w"])]
    turn: Option<String>,
    /// The rule: freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9). [default: the file's, else
    /// freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's side. [default: the file's, else 15]
    #[arg(long, value_name = "N", value_parser = board_size)]
    boardsize: Option<Size>,
}

fn one_or_more(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "a number from 1 is expected".into())
}

/// Reads a board's side.
fn board_size(text: &str) -> Result<Size, String> {
    let size = text.parse().ok().and_then(Size::new);
    size.ok_or_else(|| "a number from 5 to 22 is expected".into())
}

impl Input {
    /// Reads the position; notes about what had to be guessed go to standard error.
    pub fn position(&self) -> Result<Position> {
        let source = PositionSource {
            game: self.game,
            first: self.first,
            turn: self.turn.as_deref().map(|turn| match turn {
                "b" => Color::Black,
                _ => Color::White,
            }),
            rule: self.rule,
            size: self.boardsize,
        };
        let found = match self.path() {
            Some((path, format)) => {
                let name = || path.display().to_string();
                let bytes = std::fs::read(path).with_context(name)?;
                let file = read_game_file(&bytes, &name(), format, self.boardsize);
                source
                    .position(file.with_context(name)?)
                    .with_context(name)?
            }
            None => {
                let text = self.moves.join(" ");
                let file = read_game_text(&text, self.format, self.boardsize);
                source.position(file.context("MOVES")?)?
            }
        };
        tell_notes(found.notes);
        Ok(Position::from_board(found.rule, found.board, found.turn))
    }

    /// The file to read, and its format.
    fn path(&self) -> Option<(&Path, Option<GameFormat>)> {
        let psq = self.psq.as_deref().map(|path| {
            // A .rec file is a psq file that counts from 0.
            let is_rec = path
                .extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("rec"));
            let format = if is_rec {
                GameFormat::Rec
            } else {
                GameFormat::Psq
            };
            (path, Some(format))
        });
        let file = self.file.as_deref().map(|path| (path, self.format));
        file.or(psq)
            .or(self
                .diagram
                .as_deref()
                .map(|path| (path, Some(GameFormat::Diagram))))
            .or(self
                .sgf
                .as_deref()
                .map(|path| (path, Some(GameFormat::Sgf))))
            .or(self
                .renlib
                .as_deref()
                .map(|path| (path, Some(GameFormat::Renlib))))
    }
}
