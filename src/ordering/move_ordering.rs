//! Static ratings of moves, spread over all pattern codes and offsets.
//!
//! The weights are in `ordering_table.rs`, which `scripts/fit_order.py` writes.

use super::distance::distance;
use super::ordering_table::FITTED;
use super::policy::Policy;
use crate::board::{ByColor, Color, MAX_SIZE, Point, RatedMove};
use crate::pattern::{FEATURES, PatternCode, class_of, feature_sum};
use crate::position::Position;
use crate::rule::{ColorTables, Rule};
use std::sync::Arc;

/// The static ratings of one rule and side to move.
pub struct MoveOrdering {
    /// `[code]`
    own: Box<[i16; PatternCode::ROOM]>,
    /// `[code]`
    opponent: Box<[i16; PatternCode::ROOM]>,
    /// `[which stone][offset of the point]`
    near: [Box<[i16; Point::OFFSETS]>; 2],
    policy: Policy,
}

impl MoveOrdering {
    /// The tables of a rule by the side to move, built on first use and shared.
    pub fn of(rule: Rule) -> &'static ByColor<Arc<MoveOrdering>> {
        static TABLES: ColorTables<MoveOrdering> = ColorTables::new();
        TABLES.of(rule, |turn| MoveOrdering::new(rule, turn))
    }

    /// Spreads the fitted weights over all pattern codes and all offsets.
    fn new(rule: Rule, turn: Color) -> MoveOrdering {
        let codes = PatternCode::all_shapes();
        let fitted = &FITTED[rule as usize][turn as usize];
        let of_codes = |table: &[i16; FEATURES], color| {
            let mut ratings = Box::new([0; PatternCode::ROOM]);
            for (rating, shapes) in ratings.iter_mut().zip(&codes) {
                let class = class_of(rule, color, shapes);
                *rating = feature_sum(shapes, class, |feature| table[feature]);
            }
            ratings
        };
        MoveOrdering {
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
            policy: Policy::new(rule, turn),
        }
    }

    /// The rating of a move by the point's codes for the side to move and for its opponent.
    #[inline]
    pub fn rating(&self, [own, opponent]: [PatternCode; 2]) -> i32 {
        self.own[own.index()] as i32 + self.opponent[opponent.index()] as i32
    }

    /// Corrects the ratings of the best moves of a position's list by the policy network.
    #[inline]
    pub fn correct(&self, position: &Position, moves: &mut [RatedMove]) {
        let (patterns, turn) = (position.patterns(), position.turn());
        self.policy.correct(patterns, turn, moves);
    }

    /// The ratings of points by their distances from the opponent's last stone and from the last own one.
    #[inline]
    pub fn near(&self, stones: [Option<Point>; 2]) -> Nearness<'_> {
        Nearness {
            tables: [&self.near[0], &self.near[1]],
            // The corner of the margin stands for a stone that is not there.
            stones: stones.map(|stone| stone.unwrap_or(Point::from_index(0))),
        }
    }
}

/// Returns the static rating of each move of the side to move, higher first: pattern codes and distances alone.
pub fn ratings(position: &Position) -> impl Fn(Point) -> i32 + '_ {
    let (turn, patterns) = (position.turn(), position.patterns());
    let ordering = &MoveOrdering::of(position.rule())[turn];
    let near = ordering.near(position.board().last_two());
    move |point| {
        let codes = [turn, !turn].map(|color| patterns.code(point, color));
        ordering.rating(codes) + near.rating(point)
    }
}

/// The legal moves near stones, the highest rated first.
pub fn rated_moves(position: &mut Position) -> Vec<Point> {
    let near = position.patterns().near();
    let mut moves = position.legal(&near);
    let rating = ratings(position);
    moves.sort_by_cached_key(|&point| -rating(point));
    moves
}

/// Ratings by the distances from two stones.
pub struct Nearness<'a> {
    tables: [&'a [i16; Point::OFFSETS]; 2],
    stones: [Point; 2],
}

impl Nearness<'_> {
    /// The rating of a point.
    #[inline]
    pub fn rating(&self, point: Point) -> i32 {
        let of = |which: usize| self.tables[which][point.offset_from(self.stones[which])] as i32;
        of(0) + of(1)
    }

    /// The ratings of the first `N` points of a row, from the left.
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
        let ordering = &MoveOrdering::of(Rule::Freestyle)[Color::White];
        for stones in [[Some(stones[0]), None], [Some(stones[1]), Some(stones[0])]] {
            let near = ordering.near(stones);
            let rows: Vec<[i16; 20]> = (0..20).map(|y| near.ratings(y)).collect();
            assert!(
                size.points()
                    .all(|p| rows[p.y()][p.x()] as i32 == near.rating(p))
            );
        }
    }
}
