//! `tengen puzzles`: mines a file of positions from own games.

use super::super::files::{check_target, read_text};
use super::super::progress::Progress;
use super::super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::arena::League;
use tengen::board::Size;
use tengen::datagen::{PuzzleRun, PuzzleRunEvent, PuzzleSet};
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Example:
  tengen puzzles puzzles.txt --count 8 --nodes 100
  tengen solve --suite puzzles.txt

Exit codes: 0 made, 1 the checker contradicts the engine, or a failure; 2 wrong usage.";

/// Make a suite of positions with and without forced wins from self-play, spread over leagues, kinds, colors
/// and lengths. Each is solved by VCF and VCT search and confirmed by the checker. Resumable.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The file, in the form of `solve --suite`.
    file: PathBuf,
    /// The number of puzzles.
    #[arg(long, default_value_t = 648, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// The seed: the same one gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The greatest node limit of a move of the games.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let run = PuzzleRun {
        count: options.count.into(),
        seed: options.seed,
        nodes: options.nodes,
    };
    let leagues = League::names().filter_map(League::named);
    let boards: Vec<(Rule, Size)> = leagues.map(|league| (league.rule, league.size)).collect();
    let mut set = run.empty_set(boards.len());
    let first_game = resume(options, &run, &mut set).map_err(Failure::usage)?;
    let name = options.file.display().to_string();
    let file = File::options().append(true).open(&options.file);
    let mut file = file.with_context(|| name.clone())?;
    let mut progress = Progress::start();
    let result = run.mine(
        &boards,
        set,
        first_game,
        &mut file,
        &mut |event| match event {
            PuzzleRunEvent::Mined { puzzles, game } => {
                progress.tell(puzzles, run.count, || format!("game {game}"));
            }
            PuzzleRunEvent::Contradicted(line) => eprintln!("{line}"),
        },
    );
    drop(progress);
    let result = result.with_context(|| name.clone())?;
    say(&format!(
        "{} puzzles in {name}, from {} games; {} more left the checker undecided\n",
        result.puzzles, result.games, result.undecided
    ));
    match result.contradicted {
        0 => Ok(ExitCode::SUCCESS),
        count => bail!("the checker contradicts the engine in {count} positions"),
    }
}

fn resume(options: &Options, run: &PuzzleRun, set: &mut PuzzleSet) -> Result<u64> {
    let path = &options.file;
    check_target(path)?;
    let text = match std::fs::metadata(path).map_or(0, |file| file.len()) {
        0 => String::new(),
        _ => read_text(path, "a file of puzzles")?,
    };
    run.resume(path, &text, set)
        .with_context(|| path.display().to_string())
}
