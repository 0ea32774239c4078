//! The fits of outlooks to games: written by `training/`, not by hand.

/// For each rule's code and board's side: the parameters of `Outlook::of`.
#[rustfmt::skip]
pub(super) const LEAGUES: [((u32, usize), [f64; 5]); 6] = [
    ((0, 15), [123.21, 4.15, 4.92, 1.00, 0.00]),
    ((0, 20), [132.08, -1.04, 16.45, 1.00, 0.00]),
    ((1, 15), [119.04, 4.36, 4.36, 1.00, 0.00]),
    ((4, 15), [105.40, 3.78, 4.08, 0.84, -1.32]),
    ((8, 15), [420.19, 6.26, -0.35, 1.57, -4.28]),
    ((9, 15), [89.96, 4.78, 3.63, 1.00, 0.00]),
];
