//! A set of points as bits.

use super::point::{CELLS, MAX_SIZE, Point};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const WORDS: usize = CELLS / 64;
/// The bits of a row, from its first point on.
const ROW: u32 = (1 << MAX_SIZE) - 1;

/// A set of points of the padded board, one bit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() >> 6] |= 1 << (point.index() & 63);
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() >> 6] &= !(1 << (point.index() & 63));
    }

    /// Adds a point that is not in the set, removes one that is.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point) {
        self.0[point.index() >> 6] ^= 1 << (point.index() & 63);
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() >> 6] >> (point.index() & 63) & 1 != 0
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The point with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Iterates in the order of the points' indices.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            words: &self.0,
            word: 0,
            bits: self.0[0],
        }
    }

    /// The points of row `y`, in their order.
    #[inline]
    pub(crate) fn row(&self, y: usize) -> Row {
        let index = Point::at(0, y).index();
        Row {
            first: index,
            bits: (self.0[index >> 6] >> (index & 63)) as u32 & ROW,
        }
    }

    /// Adds, in row `row` of the padded board (0..32), the cells whose bits are set in `mask`.
    #[inline]
    pub(crate) fn insert_row(&mut self, row: usize, mask: u32) {
        self.0[(row >> 1) & (WORDS - 1)] |= (mask as u64) << ((row & 1) * 32);
    }
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, more)| *word |= more);
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, mask)| *word &= mask);
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(mut self, other: PointSet) -> PointSet {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(mut self, other: PointSet) -> PointSet {
        self &= other;
        self
    }
}

impl Not for PointSet {
    type Output = PointSet;

    #[inline]
    fn not(self) -> PointSet {
        PointSet(self.0.map(|word| !word))
    }
}

/// Iterator over the points of a [`PointSet`].
pub struct Iter<'a> {
    words: &'a [u64; WORDS],
    word: usize,
    bits: u64,
}

impl Iterator for Iter<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.words.get(self.word)?;
        }
        let index = self.word * 64 + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(index))
    }
}

/// Iterator over the points of a row of a [`PointSet`].
pub(crate) struct Row {
    first: usize,
    bits: u32,
}

impl Row {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bits == 0
    }
}

impl Iterator for Row {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.bits == 0 {
            return None;
        }
        let index = self.first + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(index))
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let size = Size::new(22).unwrap();
        let some: Vec<Point> = size.points().step_by(7).collect();
        let mut set: PointSet = some.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), some);
        assert_eq!((0..22).flat_map(|y| set.row(y)).collect::<Vec<_>>(), some);
        assert_eq!(set.len(), some.len());
        assert!(some.iter().all(|&p| set.contains(p)));
        some.iter().for_each(|&p| set.remove(p));
        assert!(set.is_empty() && set.first().is_none());
    }
}
