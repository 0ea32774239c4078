//! What one line offers a color that plays at an empty point.

/// The best that a stone makes of one line, from nothing to five.
///
/// Each shape is defined by what one more stone makes of it. `O` own stone, `o` the new one, `_` a
/// gap, `|` anything that ends the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No five can come of it.
    Dead,
    /// One stone, and room for a blocked two: `|o____`.
    BlockedOne,
    /// One stone, and room for a two: `__o__`.
    One,
    /// One more stone makes a blocked three: `|Oo___`.
    BlockedTwo,
    /// One more stone makes a three: `__Oo__`.
    Two,
    /// As [`Shape::Two`], at three points or more: `___Oo___`.
    BroadTwo,
    /// One more stone makes a four: `|OOo__`.
    BlockedThree,
    /// One more stone makes a straight four: `|_OOo_|`.
    Three,
    /// As [`Shape::Three`], at two points or more: `__OOo__`.
    BroadThree,
    /// One more stone makes five, and one reply stops it: `|OOOo_`.
    Four,
    /// Two fours in one line, where that is forbidden: `OOO_o_OOO`.
    DoubleFour,
    /// One more stone makes five, and no single reply stops it: `_OOOo_`.
    StraightFour,
    /// Six or more where that does not win: `OOO_oOO`.
    Overline,
    /// A winning five.
    Five,
}

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 14;

    /// Lists all shapes in the order of their values.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::BlockedOne,
        Shape::One,
        Shape::BlockedTwo,
        Shape::Two,
        Shape::BroadTwo,
        Shape::BlockedThree,
        Shape::Three,
        Shape::BroadThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::StraightFour,
        Shape::Overline,
        Shape::Five,
    ];

    /// The shape with a value below 16; values that no shape has are [`Shape::Dead`].
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Shape {
        const TABLE: [Shape; 16] = {
            let mut table = [Shape::Dead; 16];
            let mut value = 0;
            while value < Shape::COUNT {
                table[value] = Shape::ALL[value];
                value += 1;
            }
            table
        };
        TABLE[(bits & 15) as usize]
    }

    /// Whether one more stone makes a straight four.
    #[inline]
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::Three | Shape::BroadThree)
    }

    /// Whether one more stone makes five.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::DoubleFour | Shape::StraightFour)
    }

    /// Whether one more stone makes a three.
    #[inline]
    pub const fn is_two(self) -> bool {
        matches!(self, Shape::Two | Shape::BroadTwo)
    }
}
