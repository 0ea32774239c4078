//! How many points of each class there are, all in one word.

use super::point_class::PointClass;

/// Bits of a number: enough for every point of the largest board.
const BITS: usize = 12;
const MASK: u128 = (1 << BITS) - 1;

/// The numbers of points of the classes of which the points are kept as sets; others are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassCounts(u128);

/// `[class]`: one point of it; the last belongs to no class.
const ONE: [u128; 16] = {
    let mut ones = [0; 16];
    let mut class = PointClass::FIRST_SET;
    while class < PointClass::COUNT {
        ones[class] = 1 << shift(class);
        class += 1;
    }
    ones
};

/// Where a class's number begins. None goes over the middle of the word.
const fn shift(class: usize) -> usize {
    let number = class - PointClass::FIRST_SET;
    number / 5 * 64 + number % 5 * BITS
}

impl ClassCounts {
    /// Counts a point of a class, given by its number.
    #[inline]
    pub(super) fn add(&mut self, class: u8) {
        self.0 = self.0.wrapping_add(ONE[class as usize & 15]);
    }

    /// Counts a point that goes from one class to another.
    #[inline]
    pub(super) fn change(&mut self, old: u8, new: u8) {
        self.add(new);
        self.0 = self.0.wrapping_sub(ONE[old as usize & 15]);
    }

    /// The number of points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub(super) fn of(self, class: PointClass) -> usize {
        debug_assert!(class as usize >= PointClass::FIRST_SET);
        (self.0 >> shift((class as usize).max(PointClass::FIRST_SET)) & MASK) as usize
    }
}
