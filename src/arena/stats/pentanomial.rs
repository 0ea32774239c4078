//! How pairs of games ended. Two games of one opening are no independent samples; their sum is one.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Pairs by the points that the first engine made in them: 0, 1/2, 1, 3/2 and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by its half points, 0 to 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The score of each pair, 0 to 1, and its share of all pairs.
    pub fn shares(&self) -> [(f64, f64); 5] {
        let pairs = self.pairs().max(1) as f64;
        std::array::from_fn(|i| (i as f64 / 4.0, self.0[i] as f64 / pairs))
    }

    /// Mean and variance of a pair's score, 0 to 1. No pairs: an even score that varies not at all.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        if self.pairs() == 0 {
            return (0.5, 0.0);
        }
        mean_and_variance(&self.shares())
    }
}

/// Mean and variance of a distribution of values and their shares.
pub(super) fn mean_and_variance(shares: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = shares.iter().map(|(value, share)| value * share).sum();
    let square = |&(value, share): &(f64, f64)| share * (value - mean).powi(2);
    (mean, shares.iter().map(square).sum())
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

/// `[a, b, c, d, e]`.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
