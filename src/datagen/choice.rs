//! A move that was chosen among others, as bytes, for the fit of the order of moves.

use crate::board::{Color, Direction, Point};
use crate::eval::distance;
use crate::pattern::PointClass;
use crate::position::Position;

/// What the order of moves sees of a position's points, and which of them was played.
///
/// Bytes: the rule's code, the turn (black 0, white 1), the number of points and the number of the one played
/// (two each, the lower first); then twelve for each point: its four shapes and its class for the side to move,
/// the same for its opponent, its distances from the opponent's last stone and from the last own one.
pub struct Choice(Vec<u8>);

impl Choice {
    /// What was chosen in a position, if nothing there was forced and the move is one that a search looks at.
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
        let mut stones = position.board().history().iter().rev();
        let before = [stones.next(), stones.next()];
        for point in &near {
            for color in [turn, !turn] {
                let shapes = Direction::ALL.map(|d| patterns.shape(point, d, color) as u8);
                bytes.extend(shapes);
                bytes.push(patterns.class(point, color) as u8);
            }
            bytes.extend(before.map(|stone| {
                stone.map_or(0, |(stone, _)| {
                    let difference = |a: usize, b: usize| a as i32 - b as i32;
                    let dx = difference(point.x(), stone.x());
                    distance(dx, difference(point.y(), stone.y())) as u8
                })
            }));
        }
        Some(Choice(bytes))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
