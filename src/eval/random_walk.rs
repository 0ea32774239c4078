//! Random games for the tests of networks.

use crate::board::Size;
use crate::position::Position;
use crate::rule::Rule;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays random games to the full board, now and then some moves back; calls `check` after each move.
pub(super) fn walk(rule: Rule, side: usize, seed: u64, mut check: impl FnMut(&Position)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::empty(rule, Size::new(side).unwrap());
    let mut points: Vec<_> = position.board().empty_points().collect();
    points.shuffle(&mut rng);
    while let Some(point) = points.pop() {
        position.play(point);
        check(&position);
        if rng.random_bool(0.2) {
            position.undo();
            points.insert(rng.random_range(0..=points.len()), point);
        }
    }
}
