//! How hard a position is thought to be before it is looked into: the engine's estimate, as a number of
//! positions. It says what is searched first and proves nothing.

use crate::board::{Color, Point};
use crate::eval::Evaluator;
use crate::ordering::ratings;
use crate::position::Position;

/// A move thought so much worse than the best, by its rating, is one position harder.
const RATING: i32 = 20;
/// A position with an estimate of less than this is harder than it must be,
const GOOD_SCORE: i32 = 150;
/// by one position for each so many.
const SCORE: i32 = 25;
/// In the opening each move is thought so much harder than the one before.
const OPENING_RANK: usize = 8;
/// The hardest.
const MOST: i32 = 60;

/// A move to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    /// The move.
    pub point: Point,
    /// How many positions more than one are to be won after it, at a guess.
    pub harder: u8,
}

impl Guess {
    /// A move after which nothing is harder than it must be.
    pub fn likely(point: Point) -> Guess {
        Guess { point, harder: 0 }
    }
}

/// The attacker's moves: the worse one looks beside the best, the harder.
pub(super) fn attacks(position: &Position, moves: &[Point]) -> Box<[Guess]> {
    let rating = ratings(position);
    let rated: Vec<(Point, i32)> = moves.iter().map(|&point| (point, rating(point))).collect();
    let best = rated.iter().map(|&(_, rating)| rating).max().unwrap_or(0);
    let guess = |&(point, rating): &(Point, i32)| Guess {
        point,
        harder: positions((best - rating) / RATING),
    };
    rated.iter().map(guess).collect()
}

/// The attacker's moves while none of them threatens anything, those that look best first.
pub(super) fn openings(moves: &[Point]) -> Box<[Guess]> {
    let ranked = moves.iter().enumerate();
    let guess = |(rank, &point): (usize, &Point)| Guess {
        point,
        harder: (rank * OPENING_RANK).min(u8::MAX.into()) as u8,
    };
    ranked.map(guess).collect()
}

/// The defender's moves: the worse the attacker then stands, the harder.
pub(super) fn replies(position: &mut Position, moves: &[Point], attacker: Color) -> Box<[Guess]> {
    let mut eval = Evaluator::new(position);
    let mut guess = |&point: &Point| {
        position.play(point);
        let score = eval.evaluate(position, attacker);
        position.undo();
        let harder = positions((GOOD_SCORE - score.value()) / SCORE);
        Guess { point, harder }
    };
    moves.iter().map(&mut guess).collect()
}

fn positions(number: i32) -> u8 {
    number.clamp(0, MOST) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        parse_points(names, Size::FIFTEEN).unwrap()
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::empty(Rule::Standard, Size::FIFTEEN);
        position.play_line(&points(moves));
        position
    }

    #[test]
    fn the_best_attack_is_likely_and_one_far_away_is_hard() {
        let moves = points("a15 i9 h9");
        let guesses = attacks(&after("h8 i10 g7 h10"), &moves);
        let order: Vec<Point> = guesses.iter().map(|guess| guess.point).collect();
        assert_eq!(order, moves);
        assert!(
            guesses.contains(&Guess::likely(moves[1]))
                || guesses.contains(&Guess::likely(moves[2]))
        );
        let hardest = guesses.iter().max_by_key(|guess| guess.harder);
        assert_eq!(hardest.unwrap().point, moves[0]);
    }

    #[test]
    fn a_reply_that_threatens_makes_it_harder_than_one_far_away() {
        let mut position = after("h8 i9 a1 i10 o1");
        let before = position.key();
        let guesses = replies(&mut position, &points("i11 a15"), Color::Black);
        assert!(guesses[0].harder > guesses[1].harder, "{guesses:?}");
        assert_eq!(position.key(), before);
    }
}
