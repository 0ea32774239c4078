//! The position of `tengen solve`: moves, a drawing, or a game in a file of any format.

use super::super::certificate_file::tell_notes;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use tengen::board::{Color, Size, point_name};
use tengen::position::Position;
use tengen::record::{GameFile, GameFormat, RecordedGame, read_game_file, read_game_text};
use tengen::rule::{Rule, completes_five};

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
        let game = self.game()?;
        let rule = match (self.rule, game.rule) {
            (Some(asked), Some(told)) if asked != told => {
                tell_notes([format!("the file says {told}: --rule {asked} is taken")]);
                asked
            }
            (asked, told) => asked.or(told).unwrap_or(Rule::Freestyle),
        };
        let (board, turn) = game.position(self.first.unwrap_or(usize::MAX))?;
        let turn = match self.turn.as_deref() {
            Some("b") => Color::Black,
            Some(_) => Color::White,
            None => turn,
        };
        if board.vacant() == 0 {
            bail!("the board is full");
        }
        let is_five = |&&(point, color): &&_| completes_five(&board, point, color, &rule.spec());
        if let Some(&(point, color)) = board.history().iter().find(is_five) {
            bail!(
                "the game is over: {} has five at {}; --first N takes its first moves alone",
                color.name(),
                point_name(point, board.size())
            );
        }
        Ok(Position::from_board(rule, board, turn))
    }

    /// The game that was asked for.
    fn game(&self) -> Result<RecordedGame> {
        let Some((path, format)) = self.path() else {
            let text = self.moves.join(" ");
            let file = read_game_text(&text, self.format, self.boardsize).context("MOVES")?;
            return self.chosen(file);
        };
        let name = || path.display().to_string();
        let bytes = std::fs::read(path).with_context(name)?;
        let file = read_game_file(&bytes, &name(), format, self.boardsize).with_context(name)?;
        self.chosen(file).with_context(name)
    }

    /// The file that is to be read, and as what.
    fn path(&self) -> Option<(&Path, Option<GameFormat>)> {
        let named = [
            (&self.diagram, GameFormat::Diagram),
            (&self.psq, GameFormat::Psq),
            (&self.sgf, GameFormat::Sgf),
            (&self.renlib, GameFormat::Renlib),
        ];
        let mut named = named
            .into_iter()
            .filter_map(|(path, format)| Some((path.as_deref()?, format)));
        match (&self.file, named.next()) {
            (Some(path), _) => Some((path, self.format)),
            // A .rec file is a psq file that counts from 0.
            (None, Some((path, GameFormat::Psq))) => {
                let is_rec = path
                    .extension()
                    .is_some_and(|end| end.eq_ignore_ascii_case("rec"));
                let format = if is_rec {
                    GameFormat::Rec
                } else {
                    GameFormat::Psq
                };
                Some((path, Some(format)))
            }
            (None, Some((path, format))) => Some((path, Some(format))),
            (None, None) => None,
        }
    }

    fn chosen(&self, file: GameFile) -> Result<RecordedGame> {
        let count = file.games.len();
        tell_notes(file.notes);
        let number = self.game;
        let game = file.games.into_iter().nth(number - 1);
        let mut game = game.with_context(|| format!("--game {number}: there are {count}"))?;
        if count > 1 {
            let more = if number == 1 {
                ": --game N takes another"
            } else {
                ""
            };
            tell_notes([format!("{count} games, game {number} is taken{more}")]);
        }
        tell_notes(std::mem::take(&mut game.notes));
        let side = game.size().side();
        if let Some(asked) = self.boardsize.filter(|size| size.side() != side) {
            let asked = asked.side();
            bail!("the game's board is {side}x{side}, --boardsize says {asked}");
        }
        Ok(game)
    }
}
