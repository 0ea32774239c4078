//! Hash salts: numbers mixed into a position's key, so that one table holds several kinds of knowledge.
//!
//! All salts stand here, under one test: a salt that equals another, or a combination of stone keys, makes
//! one position look like another, and a search then claims what it has not proven.

use super::color::Color;
use super::point::CELLS;

/// The golden ratio as a fraction of 2^64: the odd multiplier that spreads consecutive numbers.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The SplitMix64 number at an index, from a fixed seed: the same in every build.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
pub(crate) const fn split_mix(index: u64) -> u64 {
    let mut z = 0x7E46_E1A5_u64.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The salt of an entry that holds for an attacker whose five must stand once `stones` stones do. Table: the
/// proof-number VCT search.
#[inline]
pub(crate) const fn due_key(attacker: Color, stones: usize) -> u64 {
    split_mix((2 * CELLS + 1 + 2 * stones + attacker as usize) as u64)
}

/// The salt of an entry that holds for wins of at most `plies` plies. Table: the VCF search.
#[inline]
pub(crate) const fn within_key(plies: usize) -> u64 {
    (plies as u64 + 1).wrapping_mul(GOLDEN)
}

/// The salt of a position inside a chain of fours: many move orders lead there, and since not all fours are
/// searched inside a chain, less is known there than at its start. Table: the transposition table.
pub(crate) const CHAIN_KEY: u64 = GOLDEN;

/// The salt that follows another, so that no entry of an earlier search is found. Table: the checker's search.
#[inline]
pub(crate) const fn next_salt(salt: u64) -> u64 {
    salt.wrapping_add(GOLDEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MAX_SIZE, Size, stone_key, turn_key};
    use std::collections::HashSet;

    /// The salts of each table: a table never sees those of another.
    fn salts() -> [(&'static str, Vec<u64>); 4] {
        let dues = Color::ALL.map(|color| (0..=CELLS).map(move |stones| due_key(color, stones)));
        let generations = std::iter::successors(Some(GOLDEN), |&salt| Some(next_salt(salt)));
        [
            ("transposition table", vec![CHAIN_KEY]),
            ("VCF", (0..=CELLS).map(within_key).collect()),
            ("proof-number VCT", dues.into_iter().flatten().collect()),
            ("checker", generations.take(1000).collect()),
        ]
    }

    /// The changes of a position's key by one stone, two stones or a turn.
    fn changes() -> HashSet<u64> {
        let largest = Size::new(MAX_SIZE).unwrap();
        let points = || {
            largest
                .points()
                .flat_map(|point| Color::ALL.map(|color| stone_key(color, point)))
        };
        let keys: Vec<u64> = points().chain([turn_key(Color::White)]).collect();
        let pairs = keys.iter().enumerate();
        let pairs = pairs.flat_map(|(i, a)| keys[..i].iter().map(move |b| a ^ b));
        keys.iter().copied().chain(pairs).collect()
    }

    #[test]
    fn every_salt_of_a_table_is_its_own() {
        let changes = changes();
        for (table, salts) in salts() {
            let different: HashSet<u64> = salts.iter().copied().collect();
            assert_eq!(different.len(), salts.len(), "{table}");
            for salt in salts {
                assert!(salt != 0 && !changes.contains(&salt), "{table}: {salt:x}");
            }
        }
    }

    #[test]
    fn salts_look_random() {
        for (table, salts) in salts() {
            for &salt in &salts {
                assert!((10..=54).contains(&salt.count_ones()), "{table}: {salt:x}");
            }
            let half = salts.iter().filter(|salt| *salt >> 63 == 1).count() * 2;
            let distance = half.abs_diff(salts.len());
            assert!(
                salts.len() < 100 || distance < salts.len() / 5,
                "{table}: {half}"
            );
        }
    }
}
