//! The fits of outlooks to games: written by `training/`, not by hand.

/// For each rule's code and board's side: score units per log odds, the logarithm of half the width of the draw in score
/// units on the empty board, and what the full board adds to it.
#[rustfmt::skip]
pub(super) const LEAGUES: [((u32, usize), [f64; 3]); 6] = [
    ((0, 15), [123.21, 4.15, 4.92]),
    ((0, 20), [132.08, -1.04, 16.45]),
    ((1, 15), [119.04, 4.36, 4.36]),
    ((4, 15), [122.59, 3.93, 5.17]),
    ((8, 15), [94.42, 4.84, 3.12]),
    ((9, 15), [89.96, 4.78, 3.63]),
];
