//! A game as a referee sees it: whose turn, what is legal, who has won.

use super::five::completes_five;
use super::renju::{self, Foul};
use super::rule::Rule;
use crate::board::{Board, Color, Point, Size};
use thiserror::Error;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A color completed its five.
    Win(Color),
    /// No one can win any more, or the end rule says so.
    Draw,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The point lies beyond the edge.
    #[error("off the board")]
    OffBoard,
    /// A stone or a block stands there.
    #[error("occupied")]
    Occupied,
    /// Black may not play there.
    #[error("forbidden ({})", .0.name())]
    Forbidden(Foul),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Whether a color may put a stone at a point of a board.
///
/// # Errors
/// What forbids it, never [`Illegal::Over`].
pub fn check_stone(board: &Board, rule: Rule, color: Color, point: Point) -> Result<(), Illegal> {
    if !board.size().holds(point) {
        return Err(Illegal::OffBoard);
    }
    if !board.is_empty(point) {
        return Err(Illegal::Occupied);
    }
    if rule.spec().has_fouls(color)
        && let Some(foul) = renju::foul(board, point)
    {
        return Err(Illegal::Forbidden(foul));
    }
    Ok(())
}

/// When a game without a winner is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndRule {
    /// As the tournament judge has it: renju with 25 points left, other rules on a full board.
    Judge,
    /// As Piskvork has it: every rule with 25 points left.
    Piskvork,
    /// On a full board only.
    FullBoard,
}

impl EndRule {
    /// The number of stones at which the game is drawn.
    pub fn stones(self, rule: Rule, size: Size) -> usize {
        let early = size.area().saturating_sub(25).max(1);
        match self {
            EndRule::Piskvork => early,
            EndRule::Judge if rule.spec().black_forbidden => early,
            EndRule::Judge | EndRule::FullBoard => size.area(),
        }
    }
}

/// A game from the empty board, refereed.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    rule: Rule,
    end_rule: EndRule,
    outcome: Option<Outcome>,
}

impl Game {
    /// Starts a game that ends as the tournament judge ends it.
    pub fn new(rule: Rule, size: Size) -> Game {
        Game::with_end_rule(rule, size, EndRule::Judge)
    }

    /// Starts a game with a chosen end rule.
    pub fn with_end_rule(rule: Rule, size: Size, end_rule: EndRule) -> Game {
        Game {
            board: Board::new(size),
            rule,
            end_rule,
            outcome: None,
        }
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule that is played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.board.turn_by_count()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the color to move may play at the point.
    ///
    /// # Errors
    /// What forbids it.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::Over);
        }
        check_stone(&self.board, self.rule, self.turn(), point)
    }

    /// Plays for the color to move and returns how that ended the game, if it did.
    ///
    /// # Errors
    /// As [`Game::check`]; the game then stands as before.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, Illegal> {
        self.check(point)?;
        let color = self.turn();
        self.board.put(point, color);
        let full = self.end_rule.stones(self.rule, self.board.size());
        if completes_five(&self.board, point, color, &self.rule.spec()) {
            self.outcome = Some(Outcome::Win(color));
        } else if self.board.stones() >= full {
            self.outcome = Some(Outcome::Draw);
        }
        Ok(self.outcome)
    }

    /// Lists the points at which the color to move may play.
    pub fn legal_points(&self) -> Vec<Point> {
        self.board
            .empty_points()
            .filter(|&point| self.check(point).is_ok())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_points;

    fn played(rule: Rule, moves: &str) -> (Game, Result<Option<Outcome>, Illegal>) {
        let mut game = Game::new(rule, Size::FIFTEEN);
        let mut last = Ok(None);
        for point in parse_points(moves, Size::FIFTEEN).unwrap() {
            last = game.play(point);
        }
        (game, last)
    }

    #[test]
    fn five_wins_and_ends_the_game() {
        let (mut game, last) = played(Rule::Freestyle, "h8 h9 i8 i9 j8 j9 k8 k9 l8");
        assert_eq!(last, Ok(Some(Outcome::Win(Color::Black))));
        assert_eq!(
            game.play(Size::FIFTEEN.point(0, 0).unwrap()),
            Err(Illegal::Over)
        );
    }

    #[test]
    fn six_wins_only_where_it_may() {
        let moves = "d8 a1 e8 b1 f8 c1 h8 a3 i8 b3 g8";
        let six = |rule| played(rule, moves).1;
        assert_eq!(six(Rule::Freestyle), Ok(Some(Outcome::Win(Color::Black))));
        assert_eq!(six(Rule::Standard), Ok(None));
        assert_eq!(six(Rule::Renju), Err(Illegal::Forbidden(Foul::Overline)));
    }

    #[test]
    fn stones_stay_where_they_are() {
        let (game, last) = played(Rule::Freestyle, "h8 h8");
        assert_eq!((last, game.turn()), (Err(Illegal::Occupied), Color::White));
    }

    #[test]
    fn the_end_rule_is_a_parameter() {
        assert_eq!(EndRule::Judge.stones(Rule::Renju, Size::FIFTEEN), 200);
        assert_eq!(EndRule::Judge.stones(Rule::Standard, Size::FIFTEEN), 225);
        assert_eq!(EndRule::Piskvork.stones(Rule::Freestyle, Size::TWENTY), 375);
        assert_eq!(EndRule::FullBoard.stones(Rule::Renju, Size::FIFTEEN), 225);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let size = Size::new(5).unwrap();
        let mut game = Game::new(Rule::Standard, size);
        // Columns in an order in which no row, column or diagonal becomes one color.
        let order = [0, 1, 3, 2, 4]
            .into_iter()
            .flat_map(|x| (0..5).map(move |y| (x, y)));
        let mut last = Ok(None);
        for (x, y) in order {
            last = game.play(size.point(x, y).unwrap());
        }
        assert_eq!(last, Ok(Some(Outcome::Draw)), "\n{}", game.board());
    }
}
