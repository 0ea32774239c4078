//! The numbers of a run as JSON, for scripts.

use super::plan::Plan;
use super::stats::{Estimate, Verdict};
use super::summary::{Encounter, EngineTally, Summary};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;

/// A run's numbers. Errors are half widths of 95 % intervals; a number that is infinite is null.
#[derive(Clone, Debug, Serialize)]
pub struct ReportNumbers {
    /// Games that were played.
    games: u64,
    /// The engines, in the order of the run.
    engines: Vec<EngineNumbers>,
    /// The encounters of each league.
    encounters: Vec<EncounterNumbers>,
    /// The result of the first engine against the second, where there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultNumbers>,
    /// How many games ended in which way.
    ends: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Serialize)]
struct EngineNumbers {
    name: String,
    /// Elo on the scale of the run, its error, and the points.
    elo: f64,
    elo_error: f64,
    points: f64,
    games: u64,
    ms_per_move: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_per_move: Option<f64>,
    /// The longest time past a limit.
    worst_over_ms: f64,
    faults: BTreeMap<String, u64>,
    warnings: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Serialize)]
struct EncounterNumbers {
    league: String,
    first: String,
    second: String,
    #[serde(flatten)]
    result: ResultNumbers,
}

/// Wins and losses are the first engine's.
#[derive(Clone, Debug, Serialize)]
struct ResultNumbers {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs by points of the first engine: 0, 0.5, 1, 1.5 and 2.
    ptnml: [u64; 5],
    elo: f64,
    elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    /// The likelihood of superiority, 0 to 1.
    los: f64,
    black_wins: u64,
    white_wins: u64,
    stones_per_game: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtNumbers>,
}

#[derive(Clone, Debug, Serialize)]
struct SprtNumbers {
    llr: f64,
    lower: f64,
    upper: f64,
    elo0: f64,
    elo1: f64,
    /// The hypothesis that was accepted.
    accepted: Option<String>,
}

impl ReportNumbers {
    /// Takes the numbers of a run.
    pub fn of(plan: &Plan, summary: &Summary) -> ReportNumbers {
        let name = |engine: usize| plan.engines[engine].name.clone();
        let encounters = summary.encounters.iter();
        ReportNumbers {
            games: summary.games(),
            engines: engines(plan, summary),
            encounters: encounters
                .map(|((league, first, second), encounter)| EncounterNumbers {
                    league: league.clone(),
                    first: name(*first),
                    second: name(*second),
                    result: ResultNumbers::of(encounter),
                })
                .collect(),
            result: (plan.engines.len() == 2).then(|| {
                let encounter = summary.between(0, 1);
                ResultNumbers {
                    sprt: sprt(plan, &encounter),
                    ..ResultNumbers::of(&encounter)
                }
            }),
            ends: named(&summary.reasons),
        }
    }
}

fn engines(plan: &Plan, summary: &Summary) -> Vec<EngineNumbers> {
    let ratings = summary.ratings(plan.engines.len());
    let rated = plan.engines.iter().zip(ratings).enumerate();
    let numbers = rated.map(|(number, (engine, rating))| {
        let tally: EngineTally = summary.engine(number);
        let mean = |sum: u64, count: u64| sum as f64 / count as f64;
        EngineNumbers {
            name: engine.name.clone(),
            elo: rating.elo,
            elo_error: rating.error,
            points: rating.points,
            games: tally.games,
            ms_per_move: mean(tally.us, tally.timed_moves.max(1)) / 1e3,
            nodes_per_move: (tally.node_moves > 0).then(|| mean(tally.nodes, tally.node_moves)),
            worst_over_ms: tally.time.worst_over_us as f64 / 1e3,
            faults: named(&tally.faults),
            warnings: named(&tally.warnings),
        }
    });
    numbers.collect()
}

impl ResultNumbers {
    fn of(encounter: &Encounter) -> ResultNumbers {
        let estimate = Estimate::of(&encounter.pairs);
        ResultNumbers {
            wins: encounter.wins,
            draws: encounter.draws,
            losses: encounter.losses,
            ptnml: encounter.pairs.0,
            elo: estimate.elo,
            elo_error: estimate.elo_error,
            nelo: estimate.normalized,
            nelo_error: estimate.normalized_error,
            los: estimate.superiority,
            black_wins: encounter.black_wins,
            white_wins: encounter.white_wins,
            stones_per_game: encounter.stones as f64 / encounter.games().max(1) as f64,
            sprt: None,
        }
    }
}

fn sprt(plan: &Plan, encounter: &Encounter) -> Option<SprtNumbers> {
    let sprt = plan.sprt?;
    let (lower, upper) = sprt.bounds();
    Some(SprtNumbers {
        llr: sprt.llr(&encounter.pairs),
        lower,
        upper,
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        accepted: match sprt.verdict(&encounter.pairs) {
            Verdict::Undecided => None,
            verdict => Some(format!("{verdict:?}")),
        },
    })
}

fn named<K: Display>(counts: &BTreeMap<K, u64>) -> BTreeMap<String, u64> {
    let counts = counts.iter();
    counts
        .map(|(key, count)| (key.to_string(), *count))
        .collect()
}
