//! All four lines of a point together: a code for the evaluation, a class for the search.

use super::shape::Shape;
use std::sync::OnceLock;

/// The number of pattern codes: multisets of four shapes, C(14 + 3, 4).
pub const CODES: usize = 2380;

/// The multiset of the four shapes of a point, for one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatternCode(u16);

impl PatternCode {
    /// The length of tables by [`PatternCode::index`]: a power of two, so that no access needs a check.
    pub const ROOM: usize = CODES.next_power_of_two();

    /// In place of a code where no stone can be put: on a stone, on a blocked point, and outside of the board.
    pub const TAKEN: PatternCode = PatternCode(CODES as u16);

    /// The code's number: below [`CODES`], or that of [`TAKEN`](PatternCode::TAKEN), [`CODES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (PatternCode::ROOM - 1)
    }

    /// A table by [`PatternCode::index`] on the heap, never on the stack, all its entries equal.
    pub fn table<T: Clone>(entry: T) -> Box<[T; PatternCode::ROOM]> {
        match vec![entry; PatternCode::ROOM].into_boxed_slice().try_into() {
            Ok(table) => table,
            Err(_) => unreachable!("the slice has the table's length"),
        }
    }

    /// Lists the shapes of every code, each sorted from the weakest, in the order of the codes.
    pub fn all_shapes() -> Vec<[Shape; 4]> {
        let mut all = Vec::with_capacity(CODES);
        for a in 0..Shape::COUNT {
            for b in a..Shape::COUNT {
                for c in b..Shape::COUNT {
                    all.extend((c..Shape::COUNT).map(|d| [a, b, c, d].map(|i| Shape::ALL[i])));
                }
            }
        }
        all
    }
}

/// The class of a color's move at a point, from nothing to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PointClass {
    /// Nothing, or a stone stands there.
    None,
    /// A line or more with room for five.
    Weak,
    /// A two.
    Two,
    /// Two twos or more.
    DoubleTwo,
    /// A blocked three.
    BlockedThree,
    /// A blocked three and a two, or two blocked threes.
    BlockedThreePlus,
    /// Perhaps forbidden: an overline, two fours, or two threes that may not both be real.
    Foul,
    /// A three.
    Three,
    /// A three and a blocked three or two.
    ThreePlus,
    /// Two threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and a blocked three or two.
    FourPlus,
    /// A four and a three.
    FourThree,
    /// A straight four or two fours: five next move, whatever single reply comes.
    StraightFour,
    /// A winning five.
    Five,
}

impl PointClass {
    /// The number of classes, and the bound of a class as an index.
    pub const COUNT: usize = 15;
    /// The first class of which the points are kept as a set.
    pub(super) const FIRST_SET: usize = PointClass::Foul as usize;

    /// The classes that make a four or better, without those that may be forbidden.
    pub const FOURS: [PointClass; 4] = [
        PointClass::StraightFour,
        PointClass::FourThree,
        PointClass::FourPlus,
        PointClass::Four,
    ];

    const ALL: [PointClass; 16] = {
        use PointClass::*;
        [
            None,
            Weak,
            Two,
            DoubleTwo,
            BlockedThree,
            BlockedThreePlus,
            Foul,
            Three,
            ThreePlus,
            DoubleThree,
            Four,
            FourPlus,
            FourThree,
            StraightFour,
            Five,
            None,
        ]
    };

    #[inline]
    pub(super) const fn from_bits(bits: u16) -> PointClass {
        PointClass::ALL[(bits & 15) as usize]
    }

    /// The class of four shapes; `may_be_foul` for black under renju.
    pub fn of(shapes: [Shape; 4], may_be_foul: bool) -> PointClass {
        let count = |is: &dyn Fn(Shape) -> bool| shapes.iter().filter(|&&shape| is(shape)).count();
        let straight = count(&|s| matches!(s, Shape::StraightFour | Shape::DoubleFour));
        let fours = count(&|s| s.is_four());
        let threes = count(&|s| s.is_three());
        let blocked_threes = count(&|s| s == Shape::BlockedThree);
        let twos = count(&|s| s.is_two());
        let foul = fours >= 2
            || threes >= 2
            || shapes.contains(&Shape::Overline)
            || shapes.contains(&Shape::DoubleFour);
        match () {
            _ if shapes.contains(&Shape::Five) => PointClass::Five,
            _ if may_be_foul && foul => PointClass::Foul,
            _ if straight > 0 || fours >= 2 => PointClass::StraightFour,
            _ if fours == 1 && threes > 0 => PointClass::FourThree,
            _ if fours == 1 && blocked_threes + twos > 0 => PointClass::FourPlus,
            _ if fours == 1 => PointClass::Four,
            _ if threes >= 2 => PointClass::DoubleThree,
            _ if threes == 1 && blocked_threes + twos > 0 => PointClass::ThreePlus,
            _ if threes == 1 => PointClass::Three,
            _ if blocked_threes >= 2 || blocked_threes == 1 && twos > 0 => {
                PointClass::BlockedThreePlus
            }
            _ if blocked_threes == 1 => PointClass::BlockedThree,
            _ if twos >= 2 => PointClass::DoubleTwo,
            _ if twos == 1 => PointClass::Two,
            _ if count(&|s| !matches!(s, Shape::Dead | Shape::Overline)) > 0 => PointClass::Weak,
            _ => PointClass::None,
        }
    }
}

/// Code and class in one word, as the map keeps them at every point: the class in the top four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u16);

impl Entry {
    /// Where no stone can be put.
    pub(super) const TAKEN: Entry = Entry(PatternCode::TAKEN.0 | (PointClass::None as u16) << 12);

    #[inline]
    pub(super) const fn code(self) -> PatternCode {
        PatternCode(self.0 & 0xFFF)
    }

    #[inline]
    pub(super) const fn class(self) -> PointClass {
        PointClass::from_bits(self.0 >> 12)
    }

    /// The class's number.
    #[inline]
    pub(super) const fn class_number(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

/// The entry of every four shapes, indexed by the shapes at four bits each.
pub(super) type Entries = [Entry; 1 << 16];

/// The entries of a color: built on first use and shared.
pub(super) fn entries(may_be_foul: bool) -> &'static Entries {
    static TABLES: [OnceLock<Box<Entries>>; 2] = [const { OnceLock::new() }; 2];
    TABLES[may_be_foul as usize].get_or_init(|| entry_table(may_be_foul))
}

fn entry_table(may_be_foul: bool) -> Box<Entries> {
    let mut table = Box::new([Entry(0); 1 << 16]);
    for (code, shapes) in PatternCode::all_shapes().into_iter().enumerate() {
        let entry = Entry(code as u16 | (PointClass::of(shapes, may_be_foul) as u16) << 12);
        let [a, b, c, d] = shapes.map(|shape| shape as usize);
        for [w, x, y, z] in permutations([a, b, c, d]) {
            table[w | x << 4 | y << 8 | z << 12] = entry;
        }
    }
    table
}

fn permutations([a, b, c, d]: [usize; 4]) -> impl Iterator<Item = [usize; 4]> {
    let pairs = [
        [a, b, c, d],
        [a, c, b, d],
        [a, d, b, c],
        [b, c, a, d],
        [b, d, a, c],
        [c, d, a, b],
    ];
    pairs
        .into_iter()
        .flat_map(|[w, x, y, z]| [[w, x, y, z], [w, x, z, y], [x, w, y, z], [x, w, z, y]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_four_shapes_have_the_entry_of_their_multiset() {
        let table = entries(false);
        let all = PatternCode::all_shapes();
        assert_eq!(all.len(), CODES);
        for index in 0..1_usize << 16 {
            let nibbles = [0, 4, 8, 12].map(|shift| index >> shift & 15);
            if nibbles.iter().any(|&n| n >= Shape::COUNT) {
                continue;
            }
            let mut shapes = nibbles.map(|n| Shape::ALL[n]);
            shapes.sort();
            assert_eq!(all[table[index].code().index()], shapes);
            assert_eq!(table[index].class(), PointClass::of(shapes, false));
        }
    }

    #[test]
    fn classes_of_two_lines() {
        use Shape::*;
        let class = |a, b| PointClass::of([Dead, Dead, a, b], false);
        assert_eq!(class(Four, Three), PointClass::FourThree);
        assert_eq!(class(Four, Four), PointClass::StraightFour);
        assert_eq!(class(Three, BroadThree), PointClass::DoubleThree);
        assert_eq!(class(Four, Five), PointClass::Five);
        assert_eq!(
            PointClass::of([Dead, Dead, Three, Three], true),
            PointClass::Foul
        );
        assert_eq!(
            PointClass::of([Five, Overline, Three, Three], true),
            PointClass::Five
        );
    }
}
