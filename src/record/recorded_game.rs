//! A game, a position or a tree of variations as a file tells it, whatever the file's format.

use super::variations::{NodeId, Variations};
use crate::board::{Board, Color, Point, Size, point_name, stones_in_rounds};
use crate::rule::{Foul, Rule, foul};
use thiserror::Error;

/// What a file holds: the stones before the first move, and the moves.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The rule, where the file names it.
    pub rule: Option<Rule>,
    /// What stands before the first move: stones that were set up, blocked points.
    pub start: Board,
    /// The moves. Whose move it is at the start is the turn at its root.
    pub tree: Variations,
    /// What had to be guessed, and what was left out, a sentence each.
    pub notes: Vec<String>,
}

/// Why moves cannot be played, or are not those of a game from the empty board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MovesError {
    /// Two stones on one point.
    #[error("move {number}, {point}: the point is taken")]
    Taken {
        /// The move's number from 1, passes counted.
        number: usize,
        /// The point's name.
        point: String,
    },
    /// A move that the rule forbids to black.
    #[error("move {number}, {point}: forbidden ({})", .foul.name())]
    Forbidden {
        /// The move's number from 1, passes counted.
        number: usize,
        /// The point's name.
        point: String,
        /// Why it is forbidden.
        foul: Foul,
    },
    /// A pass.
    #[error("move {0} is a pass: a game without passes is expected here")]
    Pass(usize),
    /// Stones or blocked points before the first move.
    #[error(
        "stones are set up before the first move: a game from the empty board is expected here"
    )]
    SetUp,
    /// White moves first.
    #[error("white moves first: a game in which black moves first is expected here")]
    WhiteFirst,
}

impl RecordedGame {
    /// A tree of moves from the empty board.
    pub fn from_tree(tree: Variations) -> RecordedGame {
        RecordedGame {
            rule: None,
            start: Board::new(tree.size()),
            tree,
            notes: Vec::new(),
        }
    }

    /// A position without moves.
    pub fn from_board(start: Board, turn: Color) -> RecordedGame {
        RecordedGame {
            rule: None,
            tree: Variations::with_first(start.size(), turn),
            start,
            notes: Vec::new(),
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.tree.size()
    }

    /// Whether stones or blocked points stand before the first move.
    pub fn has_setup(&self) -> bool {
        self.start.vacant() != self.size().area()
    }

    /// The position after the main line's moves, or its first `moves` (passes counted), and whose move it is.
    ///
    /// # Errors
    /// [`MovesError::Taken`] if a move's point is not empty.
    pub fn position(&self, moves: usize) -> Result<(Board, Color), MovesError> {
        self.played(moves, |_, _, _| None)
    }

    /// The same by a rule.
    ///
    /// # Errors
    /// Also [`MovesError::Forbidden`] if black played a forbidden point.
    pub fn position_by(&self, rule: Rule, moves: usize) -> Result<(Board, Color), MovesError> {
        let spec = rule.spec();
        self.played(moves, |board, point, turn| {
            spec.has_fouls(turn).then(|| foul(board, point))?
        })
    }

    /// Plays the moves; `foul_of` says why a color may not play at an empty point.
    fn played(
        &self,
        moves: usize,
        foul_of: impl Fn(&Board, Point, Color) -> Option<Foul>,
    ) -> Result<(Board, Color), MovesError> {
        let mut board = self.start.clone();
        let mut turn = self.tree.turn(NodeId::ROOT);
        for (index, point) in self.tree.main_line().into_iter().take(moves).enumerate() {
            if let Some(point) = point {
                let (number, name) = (index + 1, || point_name(point, self.size()));
                if !board.is_empty(point) {
                    return Err(MovesError::Taken {
                        number,
                        point: name(),
                    });
                }
                if let Some(foul) = foul_of(&board, point, turn) {
                    return Err(MovesError::Forbidden {
                        number,
                        point: name(),
                        foul,
                    });
                }
                board.put(point, turn);
            }
            turn = !turn;
        }
        Ok((board, turn))
    }

    /// The moves of the main line, if they are a game's: from the empty board, black first, without passes.
    ///
    /// # Errors
    /// [`MovesError`] names the first thing that is not so.
    pub fn moves(&self) -> Result<Vec<Point>, MovesError> {
        if self.has_setup() {
            return Err(MovesError::SetUp);
        }
        if self.tree.turn(NodeId::ROOT) == Color::White {
            return Err(MovesError::WhiteFirst);
        }
        self.position(usize::MAX)?;
        let moves = self.tree.main_line().into_iter().enumerate();
        moves
            .map(|(index, point)| point.ok_or(MovesError::Pass(index + 1)))
            .collect()
    }
}

/// The rule that holds: `asked` takes precedence over the one that a file or a text names, with a note if they differ;
/// freestyle if there is neither.
pub fn rule_asked_or_named(asked: Option<Rule>, named: Option<Rule>) -> (Rule, Option<String>) {
    let rule = asked.or(named).unwrap_or(Rule::Freestyle);
    let overruled = named.filter(|&named| named != rule);
    let note =
        overruled.map(|named| format!("the game names {named}: {rule}, asked for, is taken"));
    (rule, note)
}

/// A board with stones that were put in no known order.
pub(super) fn board_of(size: Size, black: &[Point], white: &[Point]) -> Board {
    Board::with_stones(size, stones_in_rounds(black, white))
}

/// Equal are records that say the same, notes aside.
impl PartialEq for RecordedGame {
    fn eq(&self, other: &RecordedGame) -> bool {
        self.rule == other.rule
            && self.tree == other.tree
            && self.start.history() == other.start.history()
            && self.start.blocked_points().eq(other.start.blocked_points())
    }
}

impl Eq for RecordedGame {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_points};

    fn game(line: &[&str]) -> RecordedGame {
        let mut tree = Variations::new(Size::FIFTEEN);
        line.iter().fold(NodeId::ROOT, |id, name| {
            let point = parse_points(name, Size::FIFTEEN).unwrap().first().copied();
            tree.add(id, point, "")
        });
        RecordedGame::from_tree(tree)
    }

    #[test]
    fn passes_change_the_turn_and_leave_stones_of_one_color_in_a_row() {
        let with_pass = game(&["h8", "", "g9"]);
        let (board, turn) = with_pass.position(usize::MAX).unwrap();
        assert_eq!((board.count(Color::Black), turn), (2, Color::White));
        let (board, turn) = with_pass.position(2).unwrap();
        assert_eq!((board.stones(), turn), (1, Color::Black));
        assert_eq!(with_pass.moves(), Err(MovesError::Pass(2)));
        assert_eq!(game(&["h8", "g9"]).moves().map(|moves| moves.len()), Ok(2));
    }

    #[test]
    fn the_rule_that_holds() {
        let (renju, caro) = (Some(Rule::Renju), Some(Rule::Caro));
        for (asked, named, rule, is_noted) in [
            (None, None, Rule::Freestyle, false),
            (None, renju, Rule::Renju, false),
            (renju, None, Rule::Renju, false),
            (renju, renju, Rule::Renju, false),
            (renju, caro, Rule::Renju, true),
        ] {
            let (held, note) = rule_asked_or_named(asked, named);
            assert_eq!((held, note.is_some()), (rule, is_noted));
        }
    }

    #[test]
    fn what_is_no_game_is_named() {
        let twice = game(&["h8", "", "h8"]);
        let taken = MovesError::Taken {
            number: 3,
            point: "h8".into(),
        };
        assert_eq!(twice.moves(), Err(taken.clone()));
        assert_eq!(twice.position(3).err(), Some(taken));
        assert!(twice.position(2).is_ok());
        let board = parse_diagram(".....\n..X..\n.....\n.....\n.....").unwrap();
        let set_up = RecordedGame::from_board(board, Color::White);
        assert_eq!(set_up.moves(), Err(MovesError::SetUp));
        let board = Board::new(Size::FIFTEEN);
        let white_first = RecordedGame::from_board(board, Color::White);
        assert_eq!(white_first.moves(), Err(MovesError::WhiteFirst));
    }
}
