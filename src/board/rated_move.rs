//! Moves with their ratings, as lists that are sorted hold them.

use super::Point;

/// A move and its rating in one word: the rating in the high bits, the point in the low ten.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RatedMove(pub i32);

impl RatedMove {
    const POINT_BITS: u32 = 10;

    /// A move with a rating, of at most 21 bits.
    #[inline]
    pub fn new(point: Point, rating: i32) -> RatedMove {
        RatedMove(rating << Self::POINT_BITS | point.index() as i32)
    }

    /// The rating.
    #[inline]
    pub fn rating(self) -> i32 {
        self.0 >> Self::POINT_BITS
    }

    /// The move.
    #[inline]
    pub fn point(self) -> Point {
        Point::from_index(self.0 as usize)
    }

    /// Adds to the rating.
    #[inline]
    pub fn add(&mut self, rating: i32) {
        self.0 += rating << Self::POINT_BITS;
    }
}
