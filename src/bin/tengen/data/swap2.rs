//! `tengen openings swap2`: rates openings of swap2 and writes the table that the brain carries.

use super::super::files::{cannot_write, check_target, earlier_text, write};
use super::super::progress::Progress;
use super::super::{Failure, sayln};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::datagen::{Swap2Run, rate_swap2_openings, swap2_table};
use tengen::record::AppendedLines;
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Example, which takes a minute:
  tengen openings swap2 --rule standard --count 20 --kilonodes 1 --ratings ratings.txt --table table.txt";

/// Rate swap2 openings on 15x15 by search, in rounds: all of them briefly, the most even third of each round
/// with five times the nodes. Every rating is written at once, and an interrupted run can be resumed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    run: Swap2Run,
    /// The file of all ratings; a run resumes from what it holds.
    #[arg(long, value_name = "FILE")]
    ratings: PathBuf,
    /// The table to write in the end: the ratings of the last two rounds.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (run, rule) = (&options.run, options.run.rule);
    if !matches!(rule, Rule::Freestyle | Rule::Standard) {
        let error = anyhow!("--rule {rule}: swap2 is played with freestyle (0) and standard (1)");
        return Err(Failure::usage(error));
    }
    for path in options.table.iter().chain([&options.ratings]) {
        check_target(path).map_err(Failure::usage)?;
    }
    let path = &options.ratings;
    let text = earlier_text(path, "a file of ratings").map_err(Failure::usage)?;
    let known = run.known_ratings(&text);
    let known = known.with_context(|| format!("{}, line 1", path.display()));
    let (known, whole_bytes) = known.map_err(Failure::usage)?;
    let file = AppendedLines::open(path, whole_bytes, &run.head());
    let mut file = file.map_err(|error| cannot_write(path, error))?;
    let mut progress = Progress::start();
    let rated = rate_swap2_openings(run, known, &mut file, &mut |done, all, round| {
        progress.tell(done as usize, all as usize, || {
            format!("thousand nodes, round {round}")
        });
    });
    let rated = rated.map_err(|error| cannot_write(path, error))?;
    drop(progress);
    if let Some(path) = &options.table {
        write(path, swap2_table(run, &rated).as_bytes())?;
    }
    sayln!("{} openings rated", rated.len());
    Ok(ExitCode::SUCCESS)
}
