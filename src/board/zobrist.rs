//! Random keys of stones, the same in every build: SplitMix64 from a fixed seed.
//!
//! Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).

use super::color::Color;
use super::point::{CELLS, Point};

pub(crate) const fn split_mix(index: u64) -> u64 {
    let mut z =
        0x7E46_E1A5_u64.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static STONE_KEYS: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut index = 0;
    while index < CELLS {
        keys[0][index] = split_mix(index as u64);
        keys[1][index] = split_mix((CELLS + index) as u64);
        index += 1;
    }
    keys
};

/// The key of a stone of a color at a point.
#[inline]
pub fn stone_key(color: Color, point: Point) -> u64 {
    STONE_KEYS[color as usize][point.index()]
}

/// The key of a color's turn; 0 for black.
#[inline]
pub const fn turn_key(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => const { split_mix(2 * CELLS as u64) },
    }
}

/// The key of what is known only of an attacker whose five is due when so many stones stand. It is no stone's: with
/// such a key one position would look like another.
#[inline]
pub(crate) const fn due_key(attacker: Color, stones: usize) -> u64 {
    split_mix((2 * CELLS + 1 + 2 * stones + attacker as usize) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_keys_are_the_same() {
        let stones = STONE_KEYS.as_flattened().iter().copied();
        let due = Color::ALL.map(|color| (0..CELLS).map(move |stones| due_key(color, stones)));
        let keys = stones
            .chain(Color::ALL.map(turn_key))
            .chain(due.into_iter().flatten());
        assert_eq!(keys.collect::<HashSet<_>>().len(), 4 * CELLS + 2);
    }
}
