//! The fits of outlooks to games: written by `training/`, not by hand.

/// For each rule's code and board's side: the parameters of `Outlook::of`.
#[rustfmt::skip]
pub(super) const LEAGUES: [((u32, usize), [f64; 5]); 6] = [
    ((0, 15), [224.02, 4.66, 2.91, 1.08, -2.62]),
    ((0, 20), [132.08, -1.04, 16.45, 1.00, 0.00]),
    ((1, 15), [119.04, 4.36, 4.36, 1.00, 0.00]),
    ((4, 15), [105.40, 3.78, 4.08, 0.84, -1.32]),
    ((8, 15), [155.16, 5.31, 1.48, 1.13, -2.25]),
    ((9, 15), [356.21, 6.12, 1.61, 1.55, -2.19]),
];
