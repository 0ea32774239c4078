//! Which position of which game of a file or text is meant, and what is said about it from outside.

use super::game_file::{GameFile, GameFileError, GameFormat, read_game_file, read_game_text};
use super::recorded_game::{MovesError, RecordedGame, rule_asked_or_named};
use crate::board::{Board, Color, Size, point_name};
use crate::rule::{Rule, standing_five};
use clap::Args;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// A position that is named on a command line: by its moves, or by a game in a file. What is `None` is taken from there.
#[derive(Args, Clone, Debug)]
pub struct PositionSource {
    /// The position as moves from the empty board, black's first: h8 i9 j10, h8i9j10, 1. h8 i9 2. j10; or as
    /// offsets from the centre in quotes: "0,0, 1,-1"
    #[arg(value_name = "MOVES", group = "position")]
    pub moves: Vec<String>,
    /// The position at the end of the main line of a game in a file: SGF, RenLib, psq or rec, a drawing, a list of
    /// moves, openings. Content and ending tell which; --format names it.
    #[arg(long, value_name = "FILE", group = "position")]
    pub file: Option<PathBuf>,
    /// The format of --file or MOVES: sgf, renlib, psq, rec, diagram, moves, xy (column and row from the top left,
    /// from 0), or an opening a line: offset (from the centre), pos, pos-from-top (rows counted from the top).
    #[arg(long, conflicts_with_all = ["diagram", "psq", "sgf", "renlib", "suite"])]
    pub format: Option<GameFormat>,
    /// The game of a file of several games, from 1.
    #[arg(long, value_name = "N", default_value = "1")]
    pub game: NonZero<usize>,
    /// The position as a drawing: X black, O white, # blocked, . empty, a row a line.
    #[arg(long, value_name = "FILE", group = "position")]
    pub diagram: Option<PathBuf>,
    /// The position at the end of a Piskvork record.
    #[arg(long, value_name = "FILE", group = "position")]
    pub psq: Option<PathBuf>,
    /// The position at the end of an SGF record's main line.
    #[arg(long, value_name = "FILE", group = "position")]
    pub sgf: Option<PathBuf>,
    /// The position at the end of a RenLib library's main line.
    #[arg(long, value_name = "FILE", group = "position")]
    pub renlib: Option<PathBuf>,
    /// Take only the first N moves of a game, passes counted.
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// Whose move it is, b or w. [default: as the game says, of a drawing by its caption or the number of stones]
    #[arg(long)]
    pub turn: Option<Color>,
    /// The rule: freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9). [default: the file's, else
    /// freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// The board's side. [default: the file's, else 15]
    #[arg(long, value_name = "N")]
    pub boardsize: Option<Size>,
}

/// A position in which a move can be chosen.
#[derive(Clone, Debug)]
pub struct SourcedPosition {
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rule.
    pub rule: Rule,
    /// What had to be guessed or overruled, one sentence each.
    pub notes: Vec<String>,
}

/// Why there is no such position.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file has fewer games.
    #[error("--game {game}: there are {count}")]
    NoGame {
        /// The game that was asked for, from 1.
        game: usize,
        /// The number of games.
        count: usize,
    },
    /// The game has fewer moves.
    #[error("--first {first}: there are {count} moves")]
    NoMove {
        /// The moves that were asked for.
        first: usize,
        /// The number of moves.
        count: usize,
    },
    /// The board has another size.
    #[error("the game's board is {found}x{found}, --boardsize says {wanted}")]
    OtherSize {
        /// The side of the game's board.
        found: usize,
        /// The side that was asked for.
        wanted: usize,
    },
    /// No point is empty.
    #[error("the board is full")]
    Full,
    /// Somebody has won.
    #[error("the game is over: {0} has five at {1}; --first N takes its first moves alone")]
    Over(&'static str, String),
    /// The moves of the game cannot be played.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The game cannot be read.
    #[error(transparent)]
    Game(#[from] GameFileError),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file or the argument in which something is wrong, and what.
    #[error("{0}")]
    In(String, #[source] Box<SourceError>),
}

impl PositionSource {
    /// Reads the position.
    ///
    /// # Errors
    /// If the file or the game cannot be read, there is no such game, or no move can be chosen in the position.
    pub fn read(&self) -> Result<SourcedPosition, SourceError> {
        let place = |name: String| move |error| SourceError::In(name, Box::new(error));
        match self.path() {
            Some((path, format)) => {
                let name = path.display().to_string();
                let position = self.read_file(path, &name, format);
                position.map_err(place(name))
            }
            None => {
                let text = self.moves.join(" ");
                let name = || match Path::new(&text).exists() {
                    true => format!("MOVES (--file {text} reads the file)"),
                    false => "MOVES".into(),
                };
                let file = read_game_text(&text, self.format, self.boardsize);
                let file = file.map_err(SourceError::from);
                self.position(file.map_err(|error| place(name())(error))?)
            }
        }
    }

    fn read_file(
        &self,
        path: &Path,
        name: &str,
        format: Option<GameFormat>,
    ) -> Result<SourcedPosition, SourceError> {
        let bytes = std::fs::read(path)?;
        self.position(read_game_file(&bytes, name, format, self.boardsize)?)
    }

    /// The file to read, and its format.
    fn path(&self) -> Option<(&Path, Option<GameFormat>)> {
        // A .rec file is a psq file that counts from 0.
        let is_rec = |path: &PathBuf| {
            let end = path.extension();
            end.is_some_and(|end| end.eq_ignore_ascii_case("rec"))
        };
        let psq = match self.psq.as_ref().is_some_and(is_rec) {
            true => GameFormat::Rec,
            false => GameFormat::Psq,
        };
        let files = [
            (&self.file, self.format),
            (&self.psq, Some(psq)),
            (&self.diagram, Some(GameFormat::Diagram)),
            (&self.sgf, Some(GameFormat::Sgf)),
            (&self.renlib, Some(GameFormat::Renlib)),
        ];
        let mut files = files.into_iter();
        files.find_map(|(path, format)| Some((path.as_deref()?, format)))
    }

    /// Finds the position in a file that was read.
    fn position(&self, file: GameFile) -> Result<SourcedPosition, SourceError> {
        let (game, mut notes) = self.chosen(file)?;
        let (rule, note) = rule_asked_or_named(self.rule, game.rule);
        notes.extend(note);
        let count = game.tree.main_line().len();
        let moves = self.first.unwrap_or(count);
        if moves > count {
            return Err(SourceError::NoMove {
                first: moves,
                count,
            });
        }
        let (board, turn) = game.position_by(rule, moves)?;
        if board.vacant() == 0 {
            return Err(SourceError::Full);
        }
        if let Some((point, color)) = standing_five(&board, &rule.spec()) {
            let point = point_name(point, board.size());
            return Err(SourceError::Over(color.name(), point));
        }
        Ok(SourcedPosition {
            turn: self.turn.unwrap_or(turn),
            board,
            rule,
            notes,
        })
    }

    /// The game that is meant, and the notes about it.
    fn chosen(&self, file: GameFile) -> Result<(RecordedGame, Vec<String>), SourceError> {
        let (count, number) = (file.games.len(), self.game.get());
        let mut notes = file.notes;
        let game = file.games.into_iter().nth(number - 1);
        let no_game = SourceError::NoGame {
            game: number,
            count,
        };
        let mut game = game.ok_or(no_game)?;
        if count > 1 {
            let more = match number {
                1 => ": --game N takes another",
                _ => "",
            };
            notes.push(format!("{count} games, game {number} is taken{more}"));
        }
        notes.append(&mut game.notes);
        let found = game.size().side();
        match self.boardsize.map(Size::side) {
            Some(wanted) if wanted != found => Err(SourceError::OtherSize { found, wanted }),
            _ => Ok((game, notes)),
        }
    }
}
