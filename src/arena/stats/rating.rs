//! Ratings of many engines together.
//!
//! Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", 1952; draws count as
//! half a win for both.

use super::elo::QUANTILE_95;

/// Half a draw against an engine of mean strength: keeps the rating of one that won or lost all its
/// games finite.
const PRIOR_GAMES: f64 = 0.5;

/// Elo for one unit of natural log-odds.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// An engine's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo over the mean of all engines.
    pub elo: f64,
    /// Half width of its 95 % interval.
    pub error: f64,
    /// Games played.
    pub games: f64,
    /// Points made.
    pub points: f64,
}

/// Finds the most likely ratings. `points[i][j]` are the points that `i` made against `j`; as long
/// as wide as there are engines.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let engines = points.len();
    let games = |i: usize, j: usize| points[i][j] + points[j][i];
    let mut strength = vec![0.0; engines];
    let mut information = vec![vec![0.0; engines]; engines];
    for _ in 0..100 {
        let mut gradient = vec![0.0; engines];
        for i in 0..engines {
            // The prior.
            let expected = 1.0 / (1.0 + f64::exp(-strength[i]));
            gradient[i] += PRIOR_GAMES * (0.5 - expected);
            information[i] = vec![0.0; engines];
            information[i][i] = PRIOR_GAMES * expected * (1.0 - expected);
            for j in (0..engines).filter(|&j| j != i) {
                let expected = 1.0 / (1.0 + f64::exp(strength[j] - strength[i]));
                let weight = games(i, j) * expected * (1.0 - expected);
                gradient[i] += points[i][j] - games(i, j) * expected;
                information[i][i] += weight;
                information[i][j] -= weight;
            }
        }
        let step = solve(&information, &gradient);
        for (own, step) in strength.iter_mut().zip(&step) {
            *own += step.clamp(-1.0, 1.0);
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / engines.max(1) as f64;
    (0..engines)
        .map(|i| Rating {
            elo: (strength[i] - mean) * ELO_PER_NAT,
            error: QUANTILE_95 * deviation_from_mean(&information, i) * ELO_PER_NAT,
            games: (0..engines).filter(|&j| j != i).map(|j| games(i, j)).sum(),
            points: (0..engines).filter(|&j| j != i).map(|j| points[i][j]).sum(),
        })
        .collect()
}

/// The standard deviation of an engine's strength over the mean: `sqrt(c' I^-1 c)` with `c` one for
/// the engine, less the mean.
fn deviation_from_mean(information: &[Vec<f64>], engine: usize) -> f64 {
    let engines = information.len() as f64;
    let contrast: Vec<f64> = (0..information.len())
        .map(|i| (i == engine) as u8 as f64 - 1.0 / engines)
        .collect();
    let spread = solve(information, &contrast);
    let square: f64 = contrast.iter().zip(spread).map(|(a, b)| a * b).sum();
    square.max(0.0).sqrt()
}

/// Solves `matrix x = right` by elimination; the matrix is positive definite.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .zip(right)
        .map(|(row, &right)| row.iter().copied().chain([right]).collect())
        .collect();
    for pivot in 0..size {
        let (head, tail) = rows.split_at_mut(pivot + 1);
        let pivot_row = &head[pivot];
        for row in tail {
            let factor = row[pivot] / pivot_row[pivot];
            for (value, above) in row.iter_mut().zip(pivot_row) {
                *value -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; size];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| rows[i][j] * solution[j]).sum();
        solution[i] = (rows[i][size] - known) / rows[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_engines_differ_by_their_score() {
        let rated = ratings(&[vec![0.0, 7500.0], vec![2500.0, 0.0]]);
        let difference = rated[0].elo - rated[1].elo;
        assert!((difference - 190.85).abs() < 0.1, "{difference}");
        // sqrt(1 / (10000 * 0.75 * 0.25)) nats, halved for one engine against the mean.
        let error = 1.96 * ELO_PER_NAT / (10_000f64 * 0.1875).sqrt() / 2.0;
        assert!((rated[0].error - error).abs() < 0.05, "{rated:?}");
        assert_eq!((rated[1].games, rated[1].points), (10_000.0, 2500.0));
    }

    #[test]
    fn strength_is_found_again_through_others() {
        let true_elo = [120.0, 0.0, -30.0, -90.0];
        let points: Vec<Vec<f64>> = (0..4)
            .map(|i: usize| {
                let score = |j: usize| {
                    // A chain: each plays its neighbours only.
                    let met = i.abs_diff(j) == 1;
                    let expected = 1.0 / (1.0 + 10f64.powf((true_elo[j] - true_elo[i]) / 400.0));
                    if met { 100_000.0 * expected } else { 0.0 }
                };
                (0..4).map(score).collect()
            })
            .collect();
        for (rating, elo) in ratings(&points).iter().zip(true_elo) {
            assert!((rating.elo - elo).abs() < 0.5, "{rating:?} for {elo}");
            assert!(rating.error > 0.0 && rating.error < 5.0);
        }
    }

    #[test]
    fn one_that_won_all_has_a_finite_rating() {
        let rated = ratings(&[vec![0.0, 10.0, 0.0], vec![0.0; 3], vec![0.0; 3]]);
        assert!(
            rated
                .iter()
                .all(|r| r.elo.is_finite() && r.error.is_finite())
        );
        assert!(rated[0].elo > rated[2].elo && rated[2].elo > rated[1].elo);
        assert!(ratings(&[]).is_empty());
    }
}
