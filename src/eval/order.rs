//! In which order moves are tried before anything is known of them: by what a point makes and stops, and by how
//! near it is to the last stones.
//!
//! The numbers are in `order_table.rs`, which `scripts/fit_order.py` writes.

use super::features::{COUNTS, DISTANCES, distance};
use super::order_table::ORDERS;
use super::weights::{Weights, class_of, sum};
use crate::board::{Color, MAX_SIZE, Point};
use crate::pattern::{PatternCode, Shape};
use crate::position::Position;
use crate::rule::Rule;

/// The fitted numbers of one side to move, in units of the rating.
pub(super) struct FittedOrder {
    /// `[count]`: what the point makes.
    pub(super) own: [i16; COUNTS],
    /// `[count]`: what it stops.
    pub(super) opponent: [i16; COUNTS],
    /// `[which stone][distance]`: how near it is to the opponent's last stone, and to the last own one.
    pub(super) near: [[i16; DISTANCES]; 2],
}

/// The tables of one rule and side to move.
pub struct Order {
    /// `[code]`
    own: Box<[i16; PatternCode::ROOM]>,
    /// `[code]`
    opponent: Box<[i16; PatternCode::ROOM]>,
    /// `[which stone][offset of the point]`
    near: [Box<[i16; Point::OFFSETS]>; 2],
}

impl Order {
    /// Spreads the fitted numbers over all pattern codes, given by their shapes, and offsets.
    pub(super) fn new(rule: Rule, turn: Color, codes: &[[Shape; 4]]) -> Order {
        let fitted = &ORDERS[rule as usize][turn as usize];
        let of_codes = |table, color| {
            let mut ratings = Box::new([0; PatternCode::ROOM]);
            for (rating, shapes) in ratings.iter_mut().zip(codes) {
                *rating = sum(table, shapes, class_of(rule, color, shapes));
            }
            ratings
        };
        Order {
            own: of_codes(&fitted.own, turn),
            opponent: of_codes(&fitted.opponent, !turn),
            near: fitted.near.map(|table| {
                let mut offsets = Box::new([0; Point::OFFSETS]);
                let reach = MAX_SIZE as i32 - 1;
                for (dx, dy) in
                    (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)))
                {
                    offsets[Point::offset(dx, dy)] = table[distance(dx, dy)];
                }
                offsets
            }),
        }
    }

    /// How early a point is tried, by its codes for the side to move and for its opponent.
    #[inline]
    pub fn rating(&self, [own, opponent]: [PatternCode; 2]) -> i32 {
        self.own[own.index()] as i32 + self.opponent[opponent.index()] as i32
    }

    /// How much earlier points are tried for being near the opponent's last stone and the last own one.
    #[inline]
    pub fn near(&self, stones: [Option<Point>; 2]) -> Nearness<'_> {
        Nearness {
            tables: [&self.near[0], &self.near[1]],
            // The corner of the margin stands for a stone that is not there.
            stones: stones.map(|stone| stone.unwrap_or(Point::from_index(0))),
        }
    }
}

/// How early each point is tried by the side to move, as long as nothing else is known of the position.
pub fn ratings(position: &Position) -> impl Fn(Point) -> i32 + '_ {
    let (turn, patterns) = (position.turn(), position.patterns());
    let order = &Weights::of(position.rule())[turn].order;
    let near = order.near(position.board().last_two());
    move |point| {
        let codes = [turn, !turn].map(|color| patterns.code(point, color));
        order.rating(codes) + near.rating(point)
    }
}

/// Two stones that points may be near to.
pub struct Nearness<'a> {
    tables: [&'a [i16; Point::OFFSETS]; 2],
    stones: [Point; 2],
}

impl Nearness<'_> {
    /// What a point's nearness to both is worth.
    #[inline]
    pub fn rating(&self, point: Point) -> i32 {
        let of = |which: usize| self.tables[which][point.offset_from(self.stones[which])] as i32;
        of(0) + of(1)
    }

    /// The same for the first points of a row, from the left.
    #[inline]
    pub fn ratings<const N: usize>(&self, y: usize) -> [i16; N] {
        let of = |which: usize| {
            let offset = Point::at(0, y).offset_from(self.stones[which]);
            &self.tables[which][offset..][..N]
        };
        let [first, second] = [of(0), of(1)];
        std::array::from_fn(|x| first[x] + second[x])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};

    #[test]
    fn a_row_has_the_ratings_of_its_points() {
        let size = Size::TWENTY;
        let stones = parse_points("c4 k11", size).unwrap();
        let order = &Weights::of(Rule::Freestyle)[Color::White].order;
        for stones in [[Some(stones[0]), None], [Some(stones[1]), Some(stones[0])]] {
            let near = order.near(stones);
            let rows: Vec<[i16; 20]> = (0..20).map(|y| near.ratings(y)).collect();
            assert!(
                size.points()
                    .all(|p| rows[p.y()][p.x()] as i32 == near.rating(p))
            );
        }
    }
}
