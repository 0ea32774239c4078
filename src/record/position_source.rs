//! Which position of which game of a file or text is meant, and what is said about it from outside.

use super::game_file::GameFile;
use super::recorded_game::{MovesError, RecordedGame};
use crate::board::{Board, Color, Size, point_name};
use crate::rule::{Rule, completes_five};

/// The choice of a position in a file of games. What is `None` is taken from the file.
#[derive(Clone, Debug)]
pub struct PositionSource {
    /// The game of a file of several, from 1.
    pub game: usize,
    /// The first moves of the game alone, passes counted.
    pub first: Option<usize>,
    /// The side to move.
    pub turn: Option<Color>,
    /// The rule; freestyle where the file does not name one.
    pub rule: Option<Rule>,
    /// The board's size.
    pub size: Option<Size>,
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
    /// The game cannot be read.
    #[error(transparent)]
    Moves(#[from] MovesError),
}

impl PositionSource {
    /// Finds the position in a file.
    ///
    /// # Errors
    /// If there is no such game, or no move can be chosen in the position.
    pub fn position(&self, file: GameFile) -> Result<SourcedPosition, SourceError> {
        let (game, mut notes) = self.chosen(file)?;
        let rule = match (self.rule, game.rule) {
            (Some(asked), Some(found)) if asked != found => {
                notes.push(format!("the file says {found}: --rule {asked} is taken"));
                asked
            }
            (asked, found) => asked.or(found).unwrap_or(Rule::Freestyle),
        };
        let (board, turn) = game.position(self.first.unwrap_or(usize::MAX))?;
        if board.vacant() == 0 {
            return Err(SourceError::Full);
        }
        let is_five = |&&(point, color): &&_| completes_five(&board, point, color, &rule.spec());
        if let Some(&(point, color)) = board.history().iter().find(is_five) {
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
        let (count, number) = (file.games.len(), self.game);
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
        match self.size.map(Size::side) {
            Some(wanted) if wanted != found => Err(SourceError::OtherSize { found, wanted }),
            _ => Ok((game, notes)),
        }
    }
}
