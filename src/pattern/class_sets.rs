//! The points of each class that matters to threats, and how many there are.

use super::point_class::{Entry, PointClass};
use crate::board::{Color, Point, PointSet};

/// Sets of a color: the first is of no use, for the classes that have none.
const SETS: usize = PointClass::COUNT - PointClass::FIRST_SET + 1;

/// The points of the classes from [`PointClass::FIRST_SET`] on, black's and then white's; the first set of each color
/// is of all others, and keeps those that were played.
#[derive(Clone)]
pub(super) struct ClassSets {
    points: [PointSet; 2 * SETS],
    counts: [u16; 2 * SETS],
}

/// A point that goes from one set to another.
#[derive(Clone, Copy, Default)]
pub(super) struct Move {
    cell: u16,
    from: u8,
    to: u8,
}

impl Move {
    /// What the change of an entry means.
    #[inline]
    pub(super) fn new(cell: u16, color: Color, [old, new]: [Entry; 2]) -> Move {
        let [from, to] = [old, new].map(|entry| set_number(entry.class_number(), color) as u8);
        Move { cell, from, to }
    }

    /// Whether anything is to be done.
    #[inline]
    pub(super) fn matters(self) -> bool {
        self.from != self.to
    }
}

impl ClassSets {
    pub(super) const EMPTY: ClassSets = ClassSets {
        points: [PointSet::EMPTY; 2 * SETS],
        counts: [0; 2 * SETS],
    };

    /// Adds a point that is in no set yet.
    pub(super) fn insert(&mut self, point: Point, color: Color, entry: Entry) {
        let set = set_number(entry.class_number(), color);
        self.points[set].insert(point);
        self.counts[set] += 1;
    }

    #[inline]
    pub(super) fn make(&mut self, done: Move) {
        self.change(done.cell, done.from, done.to);
    }

    #[inline]
    pub(super) fn take_back(&mut self, done: Move) {
        self.change(done.cell, done.to, done.from);
    }

    #[inline]
    fn change(&mut self, cell: u16, from: u8, to: u8) {
        let point = Point::from_index(cell as usize);
        let [from, to] = [from, to].map(|set| (set as usize).min(2 * SETS - 1));
        self.points[from].toggle(point);
        self.points[to].toggle(point);
        self.counts[from] -= 1;
        self.counts[to] += 1;
    }

    /// The number of points of a class, which is [`PointClass::FIRST_SET`] or above.
    #[inline]
    pub(super) fn count(&self, class: PointClass, color: Color) -> usize {
        self.counts[set_of(class, color)] as usize
    }

    /// The points of such a class.
    #[inline]
    pub(super) fn points(&self, class: PointClass, color: Color) -> &PointSet {
        &self.points[set_of(class, color)]
    }

    /// Whether all sets that mean something are the same.
    #[cfg(test)]
    pub(super) fn same_as(&self, other: &ClassSets) -> bool {
        (0..2 * SETS).filter(|set| set % SETS != 0).all(|set| {
            self.points[set] == other.points[set] && self.counts[set] == other.counts[set]
        })
    }
}

#[inline]
fn set_of(class: PointClass, color: Color) -> usize {
    debug_assert!(class as usize >= PointClass::FIRST_SET);
    set_number(class as u8, color)
}

#[inline]
fn set_number(class: u8, color: Color) -> usize {
    SETS * color as usize + (class as usize + 1).saturating_sub(PointClass::FIRST_SET)
}
