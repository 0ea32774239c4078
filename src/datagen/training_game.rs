//! Games of self-play as training data: the games, positions that their searches evaluated, and how those were
//! played out.

use crate::board::{Board, Color, Point, Size};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The decay of TD(lambda) targets.
const LAMBDA: f64 = 0.9;

/// A cell of the board: row times side plus column, from the top left as in Piskvork.
pub type Cell = u16;

/// A game that was played to its end, or until a search was sure of its winner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The moves.
    pub cells: Vec<Cell>,
    /// The score of each search for the side to move. The last search may have decided the game without a move.
    pub scores: Vec<i32>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl PlayedGame {
    /// The result for a color: 2 won, 1 drawn, 0 lost.
    pub fn result(&self, color: Color) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        }
    }

    /// The score of the search after `ply` moves, for the side to move; 0 if there was none.
    pub fn score(&self, ply: usize) -> i32 {
        self.scores.get(ply).copied().unwrap_or(0)
    }

    /// The TD(0.9) target after `ply` moves for the side to move, 0 to 1: the mean of the win probabilities by the
    /// scores from there, each with 0.9 times the weight of the one before, and of the result with what is left.
    pub fn td_target(&self, ply: usize, turn: Color) -> f64 {
        let (mut target, mut rest) = (0.0, 1.0);
        for (later, &score) in self.scores.iter().skip(ply).enumerate() {
            let chance = Score::estimate(score).win_probability();
            let own = if later % 2 == 0 { chance } else { 1.0 - chance };
            target += rest * (1.0 - LAMBDA) * own;
            rest *= LAMBDA;
        }
        target + rest * f64::from(self.result(turn)) / 2.0
    }
}

/// A position that a search evaluated, played out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The number of moves of the game before the search.
    pub ply: usize,
    /// The moves of the search from there to the leaf.
    pub path: Vec<Cell>,
    /// The game from the leaf.
    pub playout: PlayedGame,
    /// The score of a search deeper than the playout's, for the side to move, if the leaf was relabelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deeper_score: Option<i32>,
}

impl Leaf {
    /// The score of the deepest search of the leaf, for the side to move.
    pub fn score(&self) -> i32 {
        self.deeper_score.unwrap_or_else(|| self.playout.score(0))
    }
}

/// A game of self-play with the leaves that were labelled in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingGame {
    /// Random stones in the order of play, black first.
    pub start: Vec<Cell>,
    /// The game.
    pub game: PlayedGame,
    /// The labelled leaves.
    pub leaves: Vec<Leaf>,
}

/// Why a game is no training data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TrainingGameError {
    /// A cell is not on the board, or taken.
    #[error("cell {0} is not on the board or taken")]
    Cell(Cell),
    /// A leaf begins after the end of its game.
    #[error("a leaf after {0} moves of a shorter game")]
    Ply(usize),
}

impl TrainingGame {
    /// The boards of the leaves, in order.
    ///
    /// # Errors
    /// If a move is not on an empty point, or a leaf after the end.
    pub fn boards(&self, size: Size) -> Result<Vec<Board>, TrainingGameError> {
        let mut board = Board::new(size);
        put(&mut board, &self.start)?;
        let moves = &self.game.cells;
        let board_of = |leaf: &Leaf| {
            let mut board = board.clone();
            let before = moves.get(..leaf.ply);
            put(&mut board, before.ok_or(TrainingGameError::Ply(leaf.ply))?)?;
            put(&mut board, &leaf.path)?;
            Ok(board)
        };
        self.leaves.iter().map(board_of).collect()
    }
}

/// The position of a board whose stones were put in turn.
pub(super) fn position_of(rule: Rule, board: Board) -> Position {
    let turn = board.turn_by_count();
    Position::from_board(rule, board, turn)
}

/// Puts stones in turn.
pub(super) fn put(board: &mut Board, cells: &[Cell]) -> Result<(), TrainingGameError> {
    for &cell in cells {
        let point = point_of(cell, board.size()).filter(|&point| board.is_empty(point));
        let point = point.ok_or(TrainingGameError::Cell(cell))?;
        board.put(point, board.turn_by_count());
    }
    Ok(())
}

/// The cell of a point.
pub(super) fn cell_of(point: Point, size: Size) -> Cell {
    (point.y() * size.side() + point.x()) as Cell
}

/// The point of a cell; `None` outside the board.
fn point_of(cell: Cell, size: Size) -> Option<Point> {
    let (cell, side) = (usize::from(cell), size.side());
    size.point((cell % side) as i64, (cell / side) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(scores: &[i32], winner: Option<Color>) -> PlayedGame {
        PlayedGame {
            scores: scores.to_vec(),
            winner,
            ..PlayedGame::default()
        }
    }

    fn leaf() -> Leaf {
        Leaf {
            ply: 1,
            path: vec![2],
            playout: PlayedGame::default(),
            deeper_score: None,
        }
    }

    #[test]
    fn the_target_lies_between_the_scores_and_the_result() {
        let lost = played(&[], Some(Color::White));
        assert_eq!(lost.td_target(0, Color::Black), 0.0);
        assert_eq!(lost.td_target(0, Color::White), 1.0);
        assert_eq!(played(&[], None).td_target(0, Color::Black), 0.5);
        // The second score is the opponent's: both say that the side to move wins.
        let sure = played(&[20_000, -20_000], Some(Color::White));
        assert!((sure.td_target(0, Color::Black) - 0.19).abs() < 1e-6);
        assert!((sure.td_target(1, Color::White) - 0.9).abs() < 1e-6);
        assert_eq!([0, 1, 2].map(|ply| sure.score(ply)), [20_000, -20_000, 0]);
    }

    #[test]
    fn leaves_are_replayed() {
        let mut game = TrainingGame {
            start: vec![0, 1],
            leaves: vec![leaf()],
            ..TrainingGame::default()
        };
        game.game.cells = vec![16, 17];
        let boards = game.boards(Size::FIFTEEN).unwrap();
        let stones: Vec<(Cell, Color)> = boards[0]
            .history()
            .iter()
            .map(|&(point, color)| (cell_of(point, Size::FIFTEEN), color))
            .collect();
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(stones, [(0, black), (1, white), (16, black), (2, white)]);
        let error = |game: &TrainingGame| game.boards(Size::FIFTEEN).map(drop).unwrap_err();
        game.leaves[0].path = vec![225];
        assert_eq!(error(&game), TrainingGameError::Cell(225));
        game.leaves[0].path = vec![16];
        assert_eq!(error(&game), TrainingGameError::Cell(16));
        game.leaves[0].ply = 3;
        assert_eq!(error(&game), TrainingGameError::Ply(3));
    }
}
