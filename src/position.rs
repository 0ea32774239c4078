//! A board under a rule with its patterns: what the engine thinks about.
//!
//! [`Setup`] is what somebody claims to stand; [`Position`] is what was checked. Only the impossible
//! is refused: a wrong count of stones, blocked points, a five that stands and a full board are
//! positions too.

use crate::board::{Board, Color, Point, PointSet, Size};
use crate::pattern::PatternMap;
use crate::rule::{EndRule, Rule};
use thiserror::Error;

/// Stones as given, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule that is played.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The stones in the order of play, as far as known.
    pub stones: Vec<(Point, Color)>,
    /// Points on which nobody may play.
    pub blocked: Vec<Point>,
    /// The side to move.
    pub turn: Color,
}

/// Why a setup is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A point beyond the edge.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// Two things on one point.
    #[error("{0} is taken twice")]
    Twice(Point),
}

/// A checked position, with play and undo.
#[derive(Clone)]
pub struct Position {
    board: Board,
    rule: Rule,
    turn: Color,
    patterns: PatternMap,
    drawn_at: usize,
}

impl Position {
    /// Makes an empty board with black to move.
    pub fn empty(rule: Rule, size: Size) -> Position {
        Position::from_board(rule, Board::new(size), Color::Black)
    }

    /// Checks a setup.
    ///
    /// # Errors
    /// [`SetupError`] names the first point that cannot be.
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        let mut board = Board::new(setup.size);
        let stones = setup
            .stones
            .iter()
            .map(|&(point, color)| (point, Some(color)));
        for (point, stone) in stones.chain(setup.blocked.iter().map(|&point| (point, None))) {
            if !setup.size.holds(point) {
                return Err(SetupError::OffBoard(point));
            }
            if !board.is_empty(point) {
                return Err(SetupError::Twice(point));
            }
            match stone {
                Some(color) => board.put(point, color),
                None => board.block(point),
            }
        }
        Ok(Position::from_board(setup.rule, board, setup.turn))
    }

    /// Makes a position of a board.
    pub fn from_board(rule: Rule, board: Board, turn: Color) -> Position {
        let patterns = PatternMap::new(rule, &board);
        let mut drawn_at = EndRule::Judge.stones(rule, board.size());
        if board.stones() >= drawn_at {
            drawn_at = board.size().area();
        }
        Position {
            board,
            rule,
            turn,
            patterns,
            drawn_at,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule that is played.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The patterns of the board.
    #[inline]
    pub fn patterns(&self) -> &PatternMap {
        &self.patterns
    }

    /// A key of the position: stones, blocked points and turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key(self.turn)
    }

    /// The [`Position::key`] after a move.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.board.key_after(point, self.turn)
    }

    /// The number of stones that can still be put before the game is drawn.
    #[inline]
    pub fn plies_left(&self) -> usize {
        self.drawn_at
            .saturating_sub(self.board.stones())
            .min(self.board.vacant())
    }

    /// Whether no winner can be expected any more: the judge would call the game drawn.
    #[inline]
    pub fn is_drawn(&self) -> bool {
        self.plies_left() == 0
    }

    /// Whether a color has forbidden points under the rule.
    #[inline]
    pub fn may_be_forbidden(&self, color: Color) -> bool {
        self.rule.spec().has_fouls(color)
    }

    /// Whether the color may not play at an empty point.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point, color: Color) -> bool {
        self.may_be_forbidden(color) && self.patterns.is_forbidden(point)
    }

    /// Those of some empty points at which the side to move may play.
    pub fn legal(&mut self, points: &PointSet) -> Vec<Point> {
        let turn = self.turn;
        points
            .iter()
            .filter(|&point| !self.is_forbidden(point, turn))
            .collect()
    }

    /// A legal move without any search: at the point that makes or stops most. A forbidden one only if
    /// nothing else is empty, `None` only on a full board.
    pub fn plausible_move(&mut self) -> Option<Point> {
        self.plausible_move_but(&[])
    }

    /// The same without some points; `None` if there are no others.
    pub fn plausible_move_but(&mut self, excluded: &[Point]) -> Option<Point> {
        let empty = *self.patterns.empty();
        let turn = self.turn;
        let points = self.ranked().into_iter();
        let mut points = points.filter(|point| !excluded.contains(point));
        points
            .find(|&point| !self.is_forbidden(point, turn))
            .or(empty.iter().find(|point| !excluded.contains(point)))
    }

    /// The empty points, those first that are near a stone and make or stop most.
    pub fn ranked(&self) -> Vec<Point> {
        let class = |&point: &Point| {
            let [own, others] = [self.turn, !self.turn].map(|c| self.patterns.class(point, c));
            std::cmp::Reverse(own.max(others))
        };
        let near = self.patterns.near();
        let mut points: Vec<Point> = near.iter().collect();
        points.sort_by_key(class);
        points.extend(&(*self.patterns.empty() & !near));
        points
    }

    /// Plays for the side to move at an empty point.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.board.put(point, self.turn);
        self.patterns.play(point, self.turn);
        self.turn = !self.turn;
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo(&mut self) {
        self.board.take();
        self.patterns.undo();
        self.turn = !self.turn;
    }

    /// Gives the turn to the other side without a stone; a second time takes it back.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// Plays a line for both sides in turn and returns how much of it was possible.
    pub fn play_line(&mut self, line: &[Point]) -> usize {
        let mut played = 0;
        for &point in line {
            if !self.board.size().holds(point)
                || !self.board.is_empty(point)
                || self.is_forbidden(point, self.turn)
            {
                break;
            }
            self.play(point);
            played += 1;
        }
        played
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_impossible_is_refused() {
        let size = Size::FIFTEEN;
        let point = size.centre();
        let mut setup = Setup {
            rule: Rule::Freestyle,
            size,
            stones: vec![(point, Color::Black); 2],
            blocked: vec![],
            turn: Color::Black,
        };
        assert_eq!(
            Position::from_setup(&setup).err(),
            Some(SetupError::Twice(point))
        );
        let far = Size::TWENTY.point(19, 0).unwrap();
        setup.stones = vec![(far, Color::White)];
        assert_eq!(
            Position::from_setup(&setup).err(),
            Some(SetupError::OffBoard(far))
        );
        setup.stones = size.points().map(|p| (p, Color::White)).collect();
        assert!(Position::from_setup(&setup).is_ok_and(|p| p.is_drawn()));
    }

    #[test]
    fn undoing_restores_key_and_turn() {
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        let key = position.key();
        position.play(Size::FIFTEEN.centre());
        assert_ne!(position.key(), key);
        position.undo();
        assert_eq!((position.key(), position.turn()), (key, Color::Black));
    }
}
