//! A move that was chosen among others, as bytes, for the fit of the move ordering.

use crate::board::{Color, Direction, Point};
use crate::ordering::distance;
use crate::pattern::PointClass;
use crate::position::Position;
use rand::Rng;

/// A training record of the move ordering: the features of a position's moves, and the played one.
///
/// Bytes: the rule's code, the turn (black 0, white 1), the number of points and the number of the one played
/// (two each, the lower first); then twelve for each point: its four shapes and its class for the side to move,
/// the same for its opponent, its distances from the opponent's last stone and from the last own one.
pub struct Choice(Vec<u8>);

impl Choice {
    /// Makes the record of a move; `None` if the position is forced or the move is no candidate.
    pub fn new(position: &Position, played: Point) -> Option<Choice> {
        let (patterns, turn) = (position.patterns(), position.turn());
        let forced = [PointClass::Five, PointClass::StraightFour];
        let is_forced = Color::ALL
            .iter()
            .any(|&color| forced.iter().any(|&class| patterns.count(class, color) > 0));
        let near = patterns.near();
        if is_forced || !near.contains(played) {
            return None;
        }
        let mut bytes = vec![position.rule().code() as u8, turn as u8];
        let number = near.iter().position(|point| point == played)?;
        bytes.extend((near.len() as u16).to_le_bytes());
        bytes.extend((number as u16).to_le_bytes());
        let before = position.board().last_two();
        for point in &near {
            for color in [turn, !turn] {
                let shapes = Direction::ALL.map(|d| patterns.shape(point, d, color) as u8);
                bytes.extend(shapes);
                bytes.push(patterns.class(point, color) as u8);
            }
            bytes.extend(before.map(|stone| {
                stone.map_or(0, |stone| {
                    let difference = |a: usize, b: usize| a as i32 - b as i32;
                    let dx = difference(point.x(), stone.x());
                    distance(dx, difference(point.y(), stone.y())) as u8
                })
            }));
        }
        Some(Choice(bytes))
    }

    /// The records of a share, 0 to 1, of a game's moves after its opening.
    pub fn of_game(
        mut position: Position,
        moves: &[Point],
        opening: usize,
        share: f64,
        rng: &mut impl Rng,
    ) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (number, &point) in moves.iter().enumerate() {
            if number >= opening && rng.random_bool(share) {
                choices.extend(Choice::new(&position, point));
            }
            position.play(point);
        }
        choices
    }

    /// The record as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    fn choice(moves: &str, played: &str) -> Option<Choice> {
        let points = |text| parse_points(text, Size::FIFTEEN).unwrap();
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&points(moves));
        Choice::new(&position, points(played)[0])
    }

    #[test]
    fn a_choice_names_the_move_that_was_played() {
        let choice = choice("h8 i9 g9", "i8").unwrap();
        let bytes = choice.as_bytes();
        assert_eq!(bytes[..2], [4, 1]);
        let [count, played] = [2, 4].map(|at| u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        assert!(played < count);
        assert_eq!(bytes.len(), 6 + 12 * count as usize);
        let point = &bytes[6 + 12 * played as usize..][..12];
        let expected = [distance(2, 1) as u8, distance(0, 1) as u8];
        assert_eq!(point[10..], expected);
    }

    #[test]
    fn forced_and_far_moves_are_no_choice() {
        assert!(choice("h8 a1 i8 a2 j8 a3 k8", "l8").is_none());
        assert!(choice("h8 i9 g9", "a15").is_none());
    }
}
