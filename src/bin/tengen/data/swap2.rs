//! `tengen openings swap2`: rates openings of swap2 and writes the table that the brain carries.

use super::super::files::{check_target, write};
use super::super::progress::Progress;
use super::super::{Failure, say};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::datagen::{KnownRatings, Rounds, Swap2Run, rate_swap2_openings, swap2_table};
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Example, which takes a minute:
  tengen openings swap2 --rule standard --count 20 --kilonodes 1 --ratings ratings.txt --table table.txt";

/// Rate swap2 openings on 15x15 by search, in rounds: all of them briefly, the most even third of each round
/// with five times the nodes. Every rating is written at once, and an interrupted run can be resumed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The rule: freestyle (0) or standard (1).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The file of all ratings; a run resumes from what it holds.
    #[arg(long, value_name = "FILE")]
    ratings: PathBuf,
    /// The table to write in the end: the ratings of the last two rounds.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The number of openings of the first round: fewer than there are.
    #[arg(long, default_value_t = 2500, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    count: u32,
    /// Thousands of nodes of the first round's searches.
    #[arg(long, default_value_t = 10)]
    kilonodes: u64,
    /// The number of rounds. A further run may have more.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    rounds: u32,
    /// The seed: the same one gives the same openings.
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
    let run = Swap2Run {
        rule,
        rounds: Rounds {
            count: options.count as usize,
            kilonodes: options.kilonodes,
            rounds: options.rounds,
        },
        seed: options.seed,
    };
    let (mut file, known) = open(&options.ratings, &run).map_err(Failure::usage)?;
    let mut progress = Progress::start();
    let rated = rate_swap2_openings(&run, known, &mut file, &mut |done, all, round| {
        progress.tell(done as usize, all as usize, || {
            format!("thousand nodes, round {round}")
        });
    })?;
    drop(progress);
    if let Some(path) = &options.table {
        write(path, swap2_table(&run, &rated).as_bytes())?;
    }
    say(&format!("{} openings rated\n", rated.len()));
    Ok(ExitCode::SUCCESS)
}

/// Opens the file of ratings to append to it. A last line that was cut short is removed.
fn open(path: &Path, run: &Swap2Run) -> Result<(File, KnownRatings)> {
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
    let (known, whole) = run
        .known_ratings(&text)
        .with_context(|| format!("{}, line 1", name()))?;
    file.set_len(whole as u64).with_context(name)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        file.write_all(run.head().as_bytes()).with_context(name)?;
    }
    Ok((file, known))
}
