//! Elo from the score of pairs, with its error.

use super::pentanomial::Pentanomial;
use statrs::distribution::{ContinuousCDF, Normal};
use std::cmp::Ordering;

/// Normalized Elo for a t-value of one game.
/// Source: M. Van den Bergh, "The normalized Elo", 2021.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The normal quantile of a 95 % interval.
pub(super) const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// The Elo difference of an expected score between 0 and 1; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    // Not minus the logarithm: an even score is no negative zero.
    400.0 * (1.0 / (1.0 - score.clamp(0.0, 1.0)) - 1.0).log10()
}

/// The expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A difference in strength as pairs of games show it, each with the half width of its 95 %
/// interval. Nothing is known of the errors, which are then infinite, as long as all pairs ended
/// alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo.
    pub elo: f64,
    /// Its error.
    pub elo_error: f64,
    /// Normalized Elo: the difference measured in its own standard deviation.
    pub normalized: f64,
    /// Its error.
    pub normalized_error: f64,
    /// The likelihood of superiority, 0 to 1.
    pub superiority: f64,
}

impl Estimate {
    /// Estimates from pairs.
    pub fn of(pairs: &Pentanomial) -> Estimate {
        let (mean, variance) = pairs.mean_and_variance();
        let count = pairs.pairs() as f64;
        if variance <= 0.0 {
            return Estimate {
                elo: elo_of_score(mean),
                elo_error: f64::INFINITY,
                normalized: if mean == 0.5 {
                    0.0
                } else {
                    (mean - 0.5) * f64::INFINITY
                },
                normalized_error: f64::INFINITY,
                superiority: match mean.total_cmp(&0.5) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                },
            };
        }
        let deviation = (variance / count).sqrt();
        let margin = QUANTILE_95 * deviation;
        let normalized = (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_SCALE;
        Estimate {
            elo: elo_of_score(mean),
            elo_error: (elo_of_score(mean + margin) - elo_of_score(mean - margin)) / 2.0,
            normalized,
            normalized_error: QUANTILE_95 * NORMALIZED_SCALE / (2.0 * count).sqrt(),
            superiority: Normal::standard().cdf((mean - 0.5) / deviation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-400.0, -3.5, 0.0, 120.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    /// Decisive openings split pairs: the error that pairs show is 9.6, and 15.3 would be that of as many
    /// independent games.
    #[test]
    fn pairs_know_more_than_single_games() {
        let estimate = Estimate::of(&Pentanomial([60, 0, 800, 0, 140]));
        assert!((estimate.elo - 27.9).abs() < 0.05, "{estimate:?}");
        assert!((estimate.elo_error - 9.6).abs() < 0.1, "{estimate:?}");
        assert!(estimate.superiority > 0.999);
    }

    #[test]
    fn little_knowledge_is_no_number() {
        let none = Estimate::of(&Pentanomial::default());
        assert_eq!((none.elo, none.superiority), (0.0, 0.5));
        let one = Estimate::of(&Pentanomial([0, 0, 0, 0, 3]));
        assert!(one.elo.is_infinite() && one.elo_error.is_infinite());
        assert!(!one.normalized.is_nan() && !none.normalized.is_nan());
    }
}
