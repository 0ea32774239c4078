//! Ratings of swap2 openings in rounds: reproducible by the seed, and resumable from the file of ratings alone.

use super::swap2_openings::{Rounds, random_triple, rate_opening};
use crate::board::{CanonicalStones, Point, Size};
use crate::book::{RatedOpening, canonical_triple};
use crate::record::{AppendedLines, whole_lines};
use crate::rule::Rule;
use crate::search::SearchState;
use clap::Args;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};
use std::io;

/// The size in bytes of the searches' transposition table.
const TABLE_BYTES: usize = 32 << 20;

/// The settings of a run: flags of `tengen openings swap2`.
#[derive(Args, Clone, Copy)]
pub struct Swap2Run {
    /// The rule: freestyle (0) or standard (1).
    #[arg(long, default_value_t = Rule::Freestyle)]
    pub rule: Rule,
    /// The rounds, and the openings and nodes of each.
    #[command(flatten)]
    pub rounds: Rounds,
    /// The seed: the same one gives the same openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The error of a file of ratings that belongs to another run.
#[derive(Debug, thiserror::Error)]
#[error(
    "the ratings of another run: '{found}', this one begins with '{wanted}'; name another file, or rate as it says"
)]
pub struct OtherRatings {
    found: String,
    wanted: String,
}

/// The ratings that a file holds, by opening and kilonodes.
#[derive(Default)]
pub struct KnownRatings(HashMap<(CanonicalStones, u64), RatedOpening>);

impl Swap2Run {
    /// The first line of the file of ratings, which names the settings.
    pub fn head(&self) -> String {
        format!(
            "# tengen openings swap2 --rule {} --count {} --kilonodes {} --seed {}\n",
            self.rule.code(),
            self.rounds.count,
            self.rounds.kilonodes,
            self.seed
        )
    }

    /// Reads a file of ratings. Returns them and the number of its bytes that are whole lines.
    ///
    /// # Errors
    /// If the file belongs to another run.
    pub fn known_ratings(&self, text: &str) -> Result<(KnownRatings, usize), OtherRatings> {
        let head = self.head();
        if !text.starts_with(&head) && !head.starts_with(text) {
            return Err(OtherRatings {
                found: text.lines().next().unwrap_or_default().to_string(),
                wanted: head.trim_end().to_string(),
            });
        }
        let whole = whole_lines(text);
        let rated = whole
            .lines()
            .filter_map(|line| RatedOpening::parse(line, Size::FIFTEEN));
        let known = rated.map(|rated| ((canonical(rated.stones), rated.kilonodes), rated));
        Ok((KnownRatings(known.collect()), whole.len()))
    }
}

/// The openings of the first round.
fn candidates(count: usize, seed: u64) -> Vec<[Point; 3]> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut candidates = Vec::new();
    while candidates.len() < count {
        let stones = random_triple(Size::FIFTEEN, &mut rng);
        if seen.insert(canonical(stones)) {
            candidates.push(stones);
        }
    }
    candidates
}

fn canonical(stones: [Point; 3]) -> CanonicalStones {
    canonical_triple(&stones, Size::FIFTEEN)
}

/// Rates all openings of a run and appends each new rating to `file`. Returns the last rating of every opening.
/// `report` takes the kilonodes searched, those of the whole run that were not known before, and the round from 1.
///
/// # Errors
/// If the file cannot be written.
pub fn rate_swap2_openings(
    run: &Swap2Run,
    mut known: KnownRatings,
    file: &mut AppendedLines,
    report: &mut dyn FnMut(u64, u64, u32),
) -> io::Result<Vec<RatedOpening>> {
    let rounds = run.rounds;
    let mut state = SearchState::new(TABLE_BYTES);
    let mut openings = candidates(rounds.openings(0), run.seed);
    let mut last: HashMap<CanonicalStones, RatedOpening> = HashMap::new();
    let (mut done, mut to_do) = (0, rounds.work());
    for round in 0..rounds.rounds {
        let kilonodes = rounds.kilonodes(round);
        openings.truncate(rounds.openings(round));
        for &stones in &openings {
            let key = (canonical(stones), kilonodes);
            let rated = match known.0.remove(&key) {
                Some(rated) => {
                    to_do -= kilonodes;
                    rated
                }
                None => {
                    let (rule, size) = (run.rule, Size::FIFTEEN);
                    let rated = rate_opening(rule, size, stones, &mut state, kilonodes);
                    file.write(&(rated.line(size) + "\n"))?;
                    done += kilonodes;
                    rated
                }
            };
            last.insert(key.0, rated);
            report(done, to_do, round + 1);
        }
        openings.sort_by_key(|&stones| last.get(&canonical(stones)).map(RatedOpening::unfairness));
    }
    Ok(last.into_values().collect())
}

/// The table of the brain: the ratings of the last two rounds, those of the longest searches and the fairest first.
pub fn swap2_table(run: &Swap2Run, rated: &[RatedOpening]) -> String {
    let (head, rounds) = (run.head(), run.rounds);
    let least = rounds.kilonodes(rounds.rounds.saturating_sub(2));
    let mut kept: Vec<&RatedOpening> = rated.iter().filter(|r| r.kilonodes >= least).collect();
    kept.sort_by_key(|rated| {
        let longest_first = std::cmp::Reverse(rated.kilonodes);
        (longest_first, rated.unfairness(), rated.stones)
    });
    let lines = kept.iter().map(|rated| rated.line(Size::FIFTEEN) + "\n");
    let note =
        "# Black, white, black; the score for black, white to move; thousands of moves searched.\n";
    format!("{note}{head}{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(count: u32) -> Swap2Run {
        Swap2Run {
            rule: Rule::Standard,
            rounds: Rounds {
                count,
                kilonodes: 1,
                rounds: 1,
            },
            seed: 5,
        }
    }

    #[test]
    fn an_interrupted_run_rates_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ratings");
        let run = run(2);
        let rate = |known, whole| {
            let mut file = AppendedLines::open(&path, whole, &run.head()).unwrap();
            let mut searched = 0;
            let rated =
                rate_swap2_openings(&run, known, &mut file, &mut |done, _, _| searched = done);
            (swap2_table(&run, &rated.unwrap()), searched)
        };
        let (table, searched) = rate(KnownRatings::default(), 0);
        assert_eq!(searched, 2);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&run.head()) && text.lines().count() == 3);
        // The last line is cut short.
        let (known, whole) = run.known_ratings(&text[..text.len() - 3]).unwrap();
        assert!(text[..whole].ends_with('\n') && text[..whole].lines().count() == 2);
        assert_eq!(rate(known, whole), (table, 1));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn the_ratings_of_another_run_are_refused() {
        let error = run(2)
            .known_ratings(&run(3).head())
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.contains("--count 3") && error.contains("--count 2"),
            "{error}"
        );
        let (known, whole) = run(2).known_ratings(&run(2).head()[..9]).unwrap();
        assert!(known.0.is_empty() && whole == 0);
    }
}
