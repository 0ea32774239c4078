//! The generalized sequential probability ratio test on pairs.
//!
//! Source: M. Van den Bergh, "A practical introduction to the GSPRT" and "The normalized Elo". The
//! log-likelihood ratio is that of the two most likely distributions under both hypotheses.

use super::elo::{NORMALIZED_SCALE, score_of_elo};
use super::pentanomial::{Pentanomial, mean_and_variance};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use thiserror::Error;

/// What stands for an outcome that was never seen; zero would rule it out for ever.
const NEVER_SEEN: f64 = 1e-3;
/// The greatest Elo of a hypothesis; far beyond it scores are 0 or 1 to the last digit.
const MOST_ELO: f64 = 1000.0;

/// The kind of Elo of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// By the t-value of the pairs' score: the same effort whatever the rate of draws.
    #[default]
    Normalized,
    /// By the mean score.
    Logistic,
}

/// A test of "not stronger than `elo0`" against "at least `elo1` stronger".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// The accepted rate of false alarms, between 0 and 1/2.
    pub alpha: f64,
    /// The accepted rate of misses, between 0 and 1/2.
    pub beta: f64,
    /// Which Elo.
    pub model: Model,
}

/// What a test has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Undecided,
    /// H0 stands.
    H0,
    /// H1 stands.
    H1,
}

/// What is wrong with a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The hypotheses are in disorder.
    #[error("elo0 must be below elo1")]
    Hypotheses,
    /// A hypothesis is beyond all measure.
    #[error("elo0 and elo1 must lie between -{MOST_ELO} and {MOST_ELO}")]
    Range,
    /// An error rate is impossible.
    #[error("alpha and beta must lie between 0 and 0.5")]
    ErrorRates,
}

impl Sprt {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`SprtError`] if they make no test.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if self.elo0.partial_cmp(&self.elo1) != Some(Ordering::Less) {
            return Err(SprtError::Hypotheses);
        }
        if self.elo0 < -MOST_ELO || self.elo1 > MOST_ELO {
            return Err(SprtError::Range);
        }
        if !(is_rate(self.alpha) && is_rate(self.beta)) {
            return Err(SprtError::ErrorRates);
        }
        Ok(self)
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of H1 to H0; 0 without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let seen = pairs.0.map(|count| (count as f64).max(NEVER_SEEN));
        let total: f64 = seen.iter().sum();
        let shares: Shares = std::array::from_fn(|i| (i as f64 / 4.0, seen[i] / total));
        let most_likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, score_of_elo(elo)),
            // A pair of games has a t-value of root two times a game's.
            Model::Normalized => {
                with_t_value(&shares, elo / NORMALIZED_SCALE * std::f64::consts::SQRT_2)
            }
        };
        let (under_h0, under_h1) = (most_likely(self.elo0), most_likely(self.elo1));
        let ratio = |i: usize| shares[i].1 * (under_h1[i] / under_h0[i]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// What pairs show.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Undecided,
        }
    }
}

/// Values and their observed shares.
type Shares = [(f64, f64); 5];

/// The most likely shares whose mean is `mean`, given those observed.
///
/// They are `p / (1 + x (a - mean))`, with the one `x` that gives the mean; its equation falls
/// strictly between two poles.
fn with_mean(observed: &Shares, mean: f64) -> [f64; 5] {
    let values = observed.map(|(value, _)| value - mean);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut height, mut slope) = (0.0, 0.0);
        for (value, &(_, share)) in values.iter().zip(observed) {
            let term = value / (1.0 + x * value);
            height += share * term;
            slope -= share * term * term;
        }
        if height > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - height / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let moved = (next - x).abs();
        x = next;
        if moved < 1e-13 {
            break;
        }
    }
    std::array::from_fn(|i| observed[i].1 / (1.0 + x * values[i]))
}

/// The most likely shares whose mean lies `t_value` standard deviations over one half.
///
/// Far from the observed shares there may be two likely answers: nearly all pairs won, or nearly all of them at the
/// value before that. The likelier one counts.
fn with_t_value(observed: &Shares, t_value: f64) -> [f64; 5] {
    let likelihood = |shares: &[f64; 5]| -> f64 {
        let terms = observed.iter().zip(shares);
        terms.map(|(&(_, seen), share)| seen * share.ln()).sum()
    };
    let towards = |target| near_t_value(observed, t_value, target);
    let targets = if t_value < 0.0 { [0, 1] } else { [4, 3] };
    let [one, other] = targets.map(towards);
    match likelihood(&one) >= likelihood(&other) {
        true => one,
        false => other,
    }
}

/// An answer of [`with_t_value`], from the observed shares moved towards a value.
///
/// Each round makes the condition linear around the last answer and solves that. Mean minus `t_value` deviations is a
/// convex function of the shares (a concave one if `t_value` is negative): from shares beyond the condition every
/// round has a solution, again beyond it.
fn near_t_value(observed: &Shares, t_value: f64, target: usize) -> [f64; 5] {
    let mut shares = beyond_t_value(observed, t_value, target);
    for _ in 0..200 {
        let last: Shares = std::array::from_fn(|i| (observed[i].0, shares[i]));
        let (mean, variance) = mean_and_variance(&last);
        let deviation = variance.sqrt();
        let linear: Shares = observed.map(|(value, share)| {
            let spread = 1.0 + ((mean - value) / deviation).powi(2);
            (value - 0.5 - t_value * deviation * spread / 2.0, share)
        });
        let next = with_mean(&linear, 0.0);
        let change = (0..5)
            .map(|i| (next[i] - shares[i]).abs())
            .fold(0.0, f64::max);
        shares = next;
        if change < 1e-12 {
            break;
        }
    }
    shares
}

/// The observed shares, moved towards a value over one half until their t-value is at least `t_value`; towards one
/// below, for a negative `t_value`, until it is at most that.
fn beyond_t_value(observed: &Shares, t_value: f64, target: usize) -> [f64; 5] {
    let mut shares = *observed;
    let is_beyond = |shares: &Shares| {
        let (mean, variance) = mean_and_variance(shares);
        let over = mean - 0.5 - t_value * variance.sqrt();
        if t_value < 0.0 {
            over <= 0.0
        } else {
            over >= 0.0
        }
    };
    while !is_beyond(&shares) {
        shares.iter_mut().for_each(|(_, share)| *share /= 2.0);
        shares[target].1 += 0.5;
    }
    shares.map(|(_, share)| share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        let (alpha, beta) = (0.05, 0.05);
        Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        }
        .checked()
        .unwrap()
    }

    /// Counts in the order LL, LD, WL, DD, WD, WW and what fastchess makes of them.
    #[test]
    fn published_numbers() {
        use Model::{Logistic, Normalized};
        for (counts, elo0, elo1, model, expected) in [
            (
                [365, 16618, 36029, 200, 16974, 390],
                0.0,
                2.0,
                Normalized,
                2.25,
            ),
            (
                [127, 4883, 10311, 401, 5150, 104],
                -1.75,
                0.25,
                Normalized,
                3.01,
            ),
            (
                [223, 9863, 20279, 1000, 10037, 246],
                0.5,
                2.5,
                Logistic,
                -3.07,
            ),
            (
                [871, 26175, 55003, 980, 26678, 821],
                0.0,
                2.0,
                Logistic,
                -4.98,
            ),
        ] {
            let [ll, ld, wl, dd, wd, ww] = counts;
            let pairs = Pentanomial([ll, ld, wl + dd, wd, ww]);
            let llr = sprt(elo0, elo1, model).llr(&pairs);
            assert!(
                (llr - expected).abs() < 0.005,
                "{counts:?}: {llr} for {expected}"
            );
        }
        // fastchess solves its equation to 1e-3 only, which shows where nothing but wins was seen: it
        // prints 111.82. An independent bisection gives 111.797555.
        let wins = Pentanomial([0, 0, 0, 0, 5550]);
        let llr = sprt(0.0, 5.0, Normalized).llr(&wins);
        assert!((llr - 111.797_555).abs() < 1e-5, "{llr}");
        let pairs = Pentanomial([365, 16618, 36229, 16974, 390]);
        let llr = sprt(0.0, 2.0, Normalized).llr(&pairs);
        assert!((llr - 2.2504).abs() < 0.00005, "{llr}");
    }

    /// Numbers of an independent search over the standard deviation.
    #[test]
    fn hypotheses_far_from_even() {
        for (counts, elo0, elo1, expected) in [
            ([0, 5, 30, 40, 25], 0.0, 250.0, 30.06),
            ([2, 3, 10, 3, 2], 0.0, 250.0, -9.21),
            ([5, 10, 60, 30, 15], 0.0, 300.0, -31.33),
            ([0, 0, 5, 15, 30], -300.0, 0.0, 68.48),
            ([0, 5, 30, 40, 25], 400.0, 500.0, -16.02),
            // Two likely answers.
            ([0, 0, 100, 2, 1], 0.0, 150.0, -23.14),
        ] {
            let llr = sprt(elo0, elo1, Model::Normalized).llr(&Pentanomial(counts));
            assert!((llr - expected).abs() < 0.01, "{counts:?}: {llr}");
        }
        let lopsided = [
            [0, 0, 0, 0, 20],
            [20, 0, 0, 0, 0],
            [0, 0, 7, 0, 0],
            [9, 0, 0, 0, 9],
        ];
        for model in [Model::Normalized, Model::Logistic] {
            for elo in (-1000..1000).step_by(50).map(f64::from) {
                let sprt = sprt(elo, elo + 50.0, model);
                let llr = lopsided.map(|counts| sprt.llr(&Pentanomial(counts)));
                assert!(llr.iter().all(|llr| llr.is_finite()), "{sprt:?}: {llr:?}");
                assert!(llr[0] > 0.0 && llr[1] < 0.0, "{sprt:?}: {llr:?}");
            }
        }
    }

    #[test]
    fn the_most_likely_shares_meet_their_condition() {
        let observed: Shares = [
            (0.0, 0.1),
            (0.25, 0.2),
            (0.5, 0.35),
            (0.75, 0.25),
            (1.0, 0.1),
        ];
        let join =
            |shares: [f64; 5]| -> Shares { std::array::from_fn(|i| (observed[i].0, shares[i])) };
        let (mean, _) = mean_and_variance(&join(with_mean(&observed, 0.6)));
        assert!((mean - 0.6).abs() < 1e-10);
        let (mean, variance) = mean_and_variance(&join(with_t_value(&observed, 0.3)));
        assert!(((mean - 0.5) / variance.sqrt() - 0.3).abs() < 1e-9);
    }

    #[test]
    fn a_test_needs_sound_numbers() {
        let good = sprt(0.0, 5.0, Model::Normalized);
        let wrong = |sprt: Sprt| sprt.checked().unwrap_err();
        assert_eq!(wrong(Sprt { elo1: 0.0, ..good }), SprtError::Hypotheses);
        assert_eq!(
            wrong(Sprt {
                elo0: f64::NAN,
                ..good
            }),
            SprtError::Hypotheses
        );
        for (elo0, elo1) in [(0.0, 1001.0), (-f64::INFINITY, 0.0)] {
            assert_eq!(wrong(Sprt { elo0, elo1, ..good }), SprtError::Range);
        }
        assert_eq!(wrong(Sprt { alpha: 0.0, ..good }), SprtError::ErrorRates);
        assert_eq!(wrong(Sprt { beta: 0.7, ..good }), SprtError::ErrorRates);
        assert_eq!(good.llr(&Pentanomial::default()), 0.0);
        let (lower, upper) = good.bounds();
        assert!((lower + upper).abs() < 1e-12 && (upper - 2.944).abs() < 0.001);
    }

    /// Simulates tests of equal engines until their verdict, the pairs drawn by shards of unequal
    /// speed and pooled: the share of false alarms.
    fn false_alarms(runs: u64, shards: usize, shares: [f64; 5]) -> f64 {
        let sprt = sprt(0.0, 25.0, Model::Normalized);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut draw = |counts: &mut Pentanomial| {
            let mut left: f64 = rng.random();
            let outcome = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            counts.count(outcome.unwrap_or(4));
        };
        let alarms = (0..runs).filter(|_| {
            let mut results = vec![Pentanomial::default(); shards];
            loop {
                for (speed, shard) in results.iter_mut().enumerate() {
                    (0..=speed).for_each(|_| draw(shard));
                }
                let mut pooled = Pentanomial::default();
                results.iter().for_each(|shard| pooled += *shard);
                match sprt.verdict(&pooled) {
                    Verdict::Undecided => {}
                    verdict => return verdict == Verdict::H1,
                }
            }
        });
        alarms.count() as f64 / runs as f64
    }

    #[test]
    fn false_alarms_are_as_rare_as_promised() {
        let split = [0.05, 0.05, 0.8, 0.05, 0.05];
        let alone = false_alarms(10_000, 1, split);
        let pooled = false_alarms(10_000, 4, [0.1, 0.2, 0.4, 0.2, 0.1]);
        assert!((0.02..=0.055).contains(&alone), "{alone}");
        assert!((0.02..=0.055).contains(&pooled), "{pooled}");
    }
}
