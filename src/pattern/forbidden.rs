//! Black's forbidden points, fast: the classes name the suspects, the threes are then tried.
//!
//! Must agree with `rule::renju`, the plain definition.

use super::pattern_map::PatternMap;
use super::point_class::PointClass;
use super::shape::Shape;
use crate::board::{Color, Direction, Point};

impl PatternMap {
    /// Whether black may not play at an empty point.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point) -> bool {
        self.class(point, Color::Black) == PointClass::Foul && self.is_foul(point)
    }

    fn is_foul(&mut self, point: Point) -> bool {
        let shapes = Direction::ALL.map(|d| self.shape(point, d, Color::Black));
        let fours = shapes.iter().filter(|shape| shape.is_four()).count();
        if fours >= 2
            || shapes
                .iter()
                .any(|s| matches!(s, Shape::DoubleFour | Shape::Overline))
        {
            return true;
        }
        self.play(point, Color::Black);
        let mut threes = 0;
        for (direction, shape) in Direction::ALL.into_iter().zip(shapes) {
            if shape.is_three() && self.is_real_three(point, direction) {
                threes += 1;
            }
        }
        self.undo();
        threes >= 2
    }

    /// Whether the three of the stone at `point` can become a straight four at a legal point that
    /// makes no five.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
        [1, -1].into_iter().any(|sign| {
            // The straight four holds both stones, so the first gap on each side is the only point.
            (1..=3)
                .map(|i| point.along(direction, sign * i))
                .find(|&p| !self.is_black(p))
                .is_some_and(|extension| {
                    self.empty().contains(extension)
                        && self.shape(extension, direction, Color::Black) == Shape::StraightFour
                        && self.class(extension, Color::Black) != PointClass::Five
                        && !self.is_forbidden(extension)
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, crowded_board};
    use crate::rule::{Rule, foul};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn agrees_with_the_plain_definition() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let (mut fouls, mut points) = (0, 0);
        for round in 0..1500 {
            let size = if round % 3 == 0 {
                Size::TWENTY
            } else {
                Size::FIFTEEN
            };
            let board = crowded_board(size, &mut rng);
            let mut map = PatternMap::new(Rule::Renju, &board);
            for point in board.empty_points() {
                let expected = foul(&board, point);
                assert_eq!(
                    map.is_forbidden(point),
                    expected.is_some(),
                    "{point}\n{board}"
                );
                fouls += expected.is_some() as usize;
                points += 1;
            }
        }
        assert!(fouls > 3000, "only {fouls} fouls among {points} points");
    }
}
