//! The table: the game, who plays which color, the opening, and how the game ended.

use crate::board::{ByColor, Color, Point, Size};
use crate::rule::{Game, Illegal, Outcome, Rule, Swap2, Swap2Answer, Swap2Error};
use std::str::FromStr;
use thiserror::Error;

/// A side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who types.
    Person,
    /// Tengen.
    Engine,
}

impl std::ops::Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Person => Side::Engine,
            Side::Engine => Side::Person,
        }
    }
}

/// Who plays which color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats(ByColor<Side>);

/// The error of a text that names no seats.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("black, white or both is expected")]
pub struct NoSeats;

impl Seats {
    /// The person plays black.
    pub const BLACK: Seats = Seats(ByColor {
        black: Side::Person,
        white: Side::Engine,
    });

    /// The side of a color.
    pub fn of(self, color: Color) -> Side {
        self.0[color]
    }

    fn with(color: Color, side: Side) -> Seats {
        let of = |own| if own == color { side } else { !side };
        Seats(ByColor::from_fn(of))
    }
}

/// Reads the person's color: `black`, `white`, or `both`.
impl FromStr for Seats {
    type Err = NoSeats;

    fn from_str(text: &str) -> Result<Seats, NoSeats> {
        match text {
            "black" => Ok(Seats::BLACK),
            "white" => Ok(Seats::with(Color::White, Side::Person)),
            "both" => Ok(Seats(ByColor::both(Side::Person))),
            _ => Err(NoSeats),
        }
    }
}

/// How a game ended; the color is the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    Five(Color),
    Draw,
    Time(Color),
    Resigned(Color),
}

impl GameEnd {
    pub fn winner(self) -> Option<Color> {
        match self {
            GameEnd::Five(color) | GameEnd::Time(color) | GameEnd::Resigned(color) => Some(color),
            GameEnd::Draw => None,
        }
    }
}

/// Why stones of an opening cannot be put.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(super) enum OpeningError {
    #[error(transparent)]
    Step(#[from] Swap2Error),
    #[error("{1}")]
    Stone(Point, Illegal),
}

/// A game with its players.
pub(super) struct Table {
    game: Game,
    pub seats: Seats,
    /// The step of swap2, and the side that is asked.
    opening: Option<(Swap2, Side)>,
    /// The number of moves that are not taken back: those of swap2.
    fixed: usize,
    ended: Option<GameEnd>,
}

impl Table {
    pub fn new(rule: Rule, size: Size, seats: Seats, swap2: Option<Side>) -> Table {
        Table {
            game: Game::new(rule, size),
            seats,
            opening: swap2.map(|side| (Swap2::PlaceThree, side)),
            fixed: 0,
            ended: None,
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn size(&self) -> Size {
        self.game.board().size()
    }

    pub fn moves(&self) -> Vec<Point> {
        let history = self.game.board().history();
        history.iter().map(|&(point, _)| point).collect()
    }

    /// The step of swap2 that is open.
    pub fn opening(&self) -> Option<Swap2> {
        self.opening.map(|(step, _)| step)
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<GameEnd> {
        let by_rule = self.game.outcome().map(|outcome| match outcome {
            Outcome::Win(color) => GameEnd::Five(color),
            Outcome::Draw => GameEnd::Draw,
        });
        self.ended.or(by_rule)
    }

    /// The side whose decision is next; `None` once the game is over.
    pub fn side(&self) -> Option<Side> {
        match self.opening {
            _ if self.end().is_some() => None,
            Some((_, side)) => Some(side),
            None => Some(self.seats.of(self.game.turn())),
        }
    }

    /// Whether moves are played: the opening is over, the game is not.
    pub fn is_in_play(&self) -> bool {
        self.opening.is_none() && self.end().is_none()
    }

    /// Plays for the color to move.
    pub fn play(&mut self, point: Point) -> Result<(), Illegal> {
        match self.end() {
            Some(_) => Err(Illegal::Over),
            None => self.game.play(point).map(|_| ()),
        }
    }

    /// Ends the game other than by the rule.
    pub fn finish(&mut self, end: GameEnd) {
        self.ended = Some(end);
    }

    /// Takes a resignation back. Returns whether there was one.
    pub fn take_resignation_back(&mut self) -> bool {
        let ended = self
            .ended
            .take_if(|end| matches!(end, GameEnd::Resigned(_)));
        ended.is_some()
    }

    /// Exchanges the sides.
    pub fn exchange(&mut self) {
        let seats = self.seats;
        self.seats = Seats(ByColor::from_fn(|color| seats.of(!color)));
    }

    /// Takes an answer to the open step of swap2. The game stands as before if it is wrong.
    pub fn answer_swap2(&mut self, answer: &Swap2Answer) -> Result<(), OpeningError> {
        let Some((step, side)) = self.opening else {
            return Err(Swap2Error::Answer.into());
        };
        let next = step.answer(answer)?;
        let mut game = self.game.clone();
        let stones = match answer {
            Swap2Answer::Stones(points) => &points[..],
            Swap2Answer::Swap => &[],
        };
        for &point in stones {
            game.play(point)
                .map_err(|why| OpeningError::Stone(point, why))?;
        }
        self.game = game;
        self.opening = next.map(|step| (step, !side));
        if self.opening.is_none() {
            self.fixed = self.game.board().stones();
            let color = match answer {
                Swap2Answer::Swap => Color::Black,
                Swap2Answer::Stones(_) => Color::White,
            };
            self.seats = Seats::with(color, side);
        }
        Ok(())
    }

    /// Takes moves back until a person is to move. Returns how many.
    pub fn undo(&mut self) -> usize {
        let moves = self.moves();
        let is_persons = |count: &usize| {
            let color = Color::ALL[count % 2];
            self.seats.of(color) == Side::Person
        };
        let target = (self.fixed..moves.len()).rev().find(is_persons);
        let Some(target) = target.filter(|_| self.opening.is_none()) else {
            return 0;
        };
        self.game = Game::new(self.game.rule(), self.size());
        for &point in &moves[..target] {
            // They were legal before.
            let _ = self.game.play(point);
        }
        moves.len() - target
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_points;

    fn table(seats: &str, swap2: Option<Side>) -> Table {
        Table::new(Rule::Standard, Size::FIFTEEN, seats.parse().unwrap(), swap2)
    }

    fn stones(text: &str) -> Swap2Answer {
        Swap2Answer::Stones(parse_points(text, Size::FIFTEEN).unwrap())
    }

    #[test]
    fn moves_are_taken_back_to_a_persons_turn() {
        for (seats, moves, taken) in [
            ("black", "h8 i9", 2),
            ("black", "h8 i9 j10", 1),
            ("white", "h8", 0),
            ("white", "h8 i9 j10", 2),
            ("both", "h8 i9", 1),
            ("both", "", 0),
        ] {
            let mut table = table(seats, None);
            for point in parse_points(moves, Size::FIFTEEN).unwrap() {
                table.play(point).unwrap();
            }
            assert_eq!(table.undo(), taken, "{seats}, {moves}");
        }
    }

    #[test]
    fn swap2_gives_the_colors() {
        let mut table = table("black", Some(Side::Engine));
        assert!(table.answer_swap2(&stones("h8 h8 i9")).is_err());
        table.answer_swap2(&stones("h8 i9 j10")).unwrap();
        assert_eq!(table.side(), Some(Side::Person));
        table.answer_swap2(&stones("a1 b2")).unwrap();
        assert_eq!(table.side(), Some(Side::Engine));
        assert!(table.answer_swap2(&stones("c3 d4")).is_err());
        table.answer_swap2(&Swap2Answer::Swap).unwrap();
        assert_eq!(table.seats.of(Color::Black), Side::Engine);
        // Five stones stand: white, the person, moves.
        assert_eq!((table.side(), table.undo()), (Some(Side::Person), 0));
    }

    #[test]
    fn who_ends_a_game_moves_no_more() {
        let mut table = table("both", None);
        table.finish(GameEnd::Resigned(Color::White));
        assert_eq!(table.side(), None);
        assert_eq!(table.play(table.size().centre()), Err(Illegal::Over));
    }
}
