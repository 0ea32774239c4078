//! Zobrist keys of stones and of the side to move: random numbers that are the same in every build.

use super::color::Color;
use super::point::{CELLS, Point};
use super::salt::split_mix;

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_keys_are_the_same() {
        let stones = STONE_KEYS.as_flattened().iter().copied();
        let keys = stones.chain(Color::ALL.map(turn_key));
        assert_eq!(keys.collect::<HashSet<_>>().len(), 2 * CELLS + 2);
    }
}
