//! `tengen openings swap2`: rates openings of swap2 and writes the table that the brain carries.

use super::files::{check_target, write};
use super::progress::Progress;
use super::{Failure, say};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::board::{CanonicalStones, Point, Size};
use tengen::book::{RatedOpening, canonical_triple};
use tengen::datagen::{Rounds, random_triple, rate_opening};
use tengen::rule::Rule;
use tengen::search::SearchState;

/// Table of each search, in bytes.
const TABLE_BYTES: usize = 32 << 20;

const EXAMPLES: &str = "\
Example, a minute's work:
  tengen openings swap2 --rule standard --count 20 --kilonodes 1 --ratings ratings.txt --table table.txt";

/// Rates openings of swap2 on 15x15 by own searches, in rounds: all by short ones, the fairest third
/// of each round by searches five times as long. Every rating goes to the file at once, and a run that was
/// ended goes on where it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The rule: freestyle (0) or standard (1).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The file of all ratings; a run goes on from what it holds.
    #[arg(long, value_name = "FILE")]
    ratings: PathBuf,
    /// The table to write in the end: the ratings of the last two rounds.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Openings of the first round: fewer than there are.
    #[arg(long, default_value_t = 2500, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    count: u32,
    /// Thousands of moves of the first round's searches.
    #[arg(long, default_value_t = 10)]
    kilonodes: u64,
    /// Rounds. A further run may have more.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    rounds: u32,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let rule = options.rule;
    if !matches!(rule, Rule::Freestyle | Rule::Standard) {
        let error = anyhow!("--rule {rule}: swap2 is played with freestyle (0) and standard (1)");
        return Err(Failure::usage(error));
    }
    for path in options.table.iter().chain([&options.ratings]) {
        check_target(path).map_err(Failure::usage)?;
    }
    let rounds = Rounds {
        count: options.count as usize,
        kilonodes: options.kilonodes,
        rounds: options.rounds,
    };
    let head = format!(
        "# tengen openings swap2 --rule {} --count {} --kilonodes {} --seed {}\n",
        rule.code(),
        options.count,
        options.kilonodes,
        options.seed
    );
    let mut ratings = Ratings::open(options, &head).map_err(Failure::usage)?;
    let rated = rate_all(&mut ratings, rule, rounds, options.seed)?;
    if let Some(path) = &options.table {
        let text = table(&head, &rated, rounds);
        write(path, text.as_bytes())?;
    }
    say(&format!("{} openings rated\n", rated.len()));
    Ok(ExitCode::SUCCESS)
}

/// What was rated so far, and the file that keeps it.
struct Ratings {
    file: File,
    /// By stones and length of search.
    known: HashMap<(CanonicalStones, u64), RatedOpening>,
}

impl Ratings {
    /// Refuses any other file than this run's ratings, reads these, and cuts off half a line.
    fn open(options: &Options, head: &str) -> Result<Ratings> {
        let path = &options.ratings;
        let name = || path.display().to_string();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(name)?;
        let mut text = String::new();
        let expected = || format!("{}: a file of ratings is expected", name());
        file.read_to_string(&mut text).with_context(expected)?;
        if !text.starts_with(head) && !head.starts_with(&text) {
            let found = text.lines().next().unwrap_or_default();
            bail!(
                "{}, line 1: the ratings of another run: '{found}', this one begins with '{}'; \
                 name another file, or rate as it says",
                name(),
                head.trim_end()
            );
        }
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        file.set_len(text.len() as u64).with_context(name)?;
        file.seek(SeekFrom::End(0))?;
        if text.is_empty() {
            file.write_all(head.as_bytes()).with_context(name)?;
        }
        let known = text
            .lines()
            .filter_map(|line| RatedOpening::parse(line, Size::FIFTEEN))
            .map(|rated| ((canonical(rated.stones), rated.kilonodes), rated))
            .collect();
        Ok(Ratings { file, known })
    }

    fn add(&mut self, rated: &RatedOpening) -> Result<()> {
        let line = rated.line(Size::FIFTEEN) + "\n";
        self.file.write_all(line.as_bytes())?;
        Ok(())
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

/// The last rating of every opening.
fn rate_all(
    ratings: &mut Ratings,
    rule: Rule,
    rounds: Rounds,
    seed: u64,
) -> Result<Vec<RatedOpening>> {
    let mut state = SearchState::new(TABLE_BYTES);
    let mut progress = Progress::start();
    let mut openings = candidates(rounds.count, seed);
    let mut last: HashMap<CanonicalStones, RatedOpening> = HashMap::new();
    let (mut done, mut known) = (0, rounds.work());
    for round in 0..rounds.rounds {
        let kilonodes = rounds.kilonodes(round);
        openings.truncate(rounds.openings(round));
        for &stones in &openings {
            let key = (canonical(stones), kilonodes);
            let rated = match ratings.known.remove(&key) {
                Some(rated) => {
                    known -= kilonodes;
                    rated
                }
                None => {
                    let rated = rate_opening(rule, Size::FIFTEEN, stones, &mut state, kilonodes);
                    ratings.add(&rated)?;
                    done += kilonodes;
                    rated
                }
            };
            last.insert(key.0, rated);
            progress.tell(done as usize, known as usize, || {
                format!("thousands of moves, round {}", round + 1)
            });
        }
        openings.sort_by_key(|&stones| last.get(&canonical(stones)).map(RatedOpening::unfairness));
    }
    Ok(last.into_values().collect())
}

/// The ratings of the last two rounds, the longest searches and the fairest first.
fn table(head: &str, rated: &[RatedOpening], rounds: Rounds) -> String {
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
