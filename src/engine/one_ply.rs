//! The one-ply rating of the low strength levels: what a stone makes on its four lines, by fixed numbers.

use crate::board::{Cell, Color, Direction, Point};
use crate::pattern::Shape;
use crate::position::Position;

/// The rating of a stone on a line, by the shape that it makes.
const FIVE: i64 = 99_999;
const STRAIGHT_FOUR: i64 = 7_000;
const FOUR: i64 = 4_000;
const BROKEN_FOUR: i64 = 2_000;
const THREE: i64 = 3_000;
const BLOCKED_THREE: i64 = 1_500;
const BROKEN_BLOCKED_THREE: i64 = 800;
const TWO: i64 = 200;

/// The rating of a color's stone at an empty point, summed over its four lines.
pub(super) fn one_ply_rating(position: &Position, point: Point, color: Color) -> i64 {
    let of_line = |direction| match position.patterns().shape(point, direction, color) {
        Shape::Five => FIVE,
        Shape::StraightFour | Shape::DoubleFour => STRAIGHT_FOUR,
        Shape::Four if run(position, point, direction, color) == 4 => FOUR,
        Shape::Four => BROKEN_FOUR,
        Shape::Three | Shape::BroadThree => THREE,
        Shape::BlockedThree if run(position, point, direction, color) == 3 => BLOCKED_THREE,
        Shape::BlockedThree => BROKEN_BLOCKED_THREE,
        Shape::Two | Shape::BroadTwo => TWO,
        Shape::Dead | Shape::BlockedOne | Shape::One | Shape::BlockedTwo | Shape::Overline => 0,
    };
    Direction::ALL.into_iter().map(of_line).sum()
}

/// The length of the run of stones that a color's stone at a point would make.
fn run(position: &Position, point: Point, direction: Direction, color: Color) -> usize {
    let board = position.board();
    let beside = |step: i32| {
        let points = (1..5).map(move |steps| board.size().step(point, direction, step * steps));
        let own =
            |point: &Option<Point>| point.is_some_and(|p| board.cell(p) == Cell::Stone(color));
        points.take_while(own).count()
    };
    1 + beside(1) + beside(-1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    #[test]
    fn ratings_of_lines_add_up() {
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&parse_points("h8 a1 i8 a3 g9 c1 g10 e1", Size::FIFTEEN).unwrap());
        let g8 = parse_points("g8", Size::FIFTEEN).unwrap()[0];
        assert_eq!(one_ply_rating(&position, g8, Color::Black), 6_000);
        let broken = parse_points("d1", Size::FIFTEEN).unwrap()[0];
        assert_eq!(one_ply_rating(&position, broken, Color::White), 2_000);
    }
}
