//! `tengen puzzles`: mines a file of positions from own games.

use super::super::files::{check_target, earlier_text};
use super::super::progress::Progress;
use super::super::{Failure, sayln, warnln};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::League;
use tengen::board::Size;
use tengen::datagen::{PuzzleRun, PuzzleRunEvent, PuzzleRunState};
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
    #[command(flatten)]
    run: PuzzleRun,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let run = &options.run;
    let leagues = League::all();
    let boards: Vec<(Rule, Size)> = leagues.map(|league| (league.rule, league.size)).collect();
    let state = open(&options.file, run, boards.len()).map_err(Failure::usage)?;
    let name = options.file.display().to_string();
    let mut progress = Progress::start();
    let result = run.mine(&boards, state, &mut |event| match event {
        PuzzleRunEvent::Mined { puzzles, game } => {
            progress.tell(puzzles, run.count.into(), || format!("game {game}"));
        }
        PuzzleRunEvent::Contradicted(line) => warnln!("{line}"),
    });
    drop(progress);
    let result = result.with_context(|| name.clone())?;
    sayln!(
        "{} puzzles in {name}, from {} games; {} more left the checker undecided",
        result.puzzles,
        result.games,
        result.undecided
    );
    match result.contradicted {
        0 => Ok(ExitCode::SUCCESS),
        count => bail!("the checker contradicts the engine in {count} positions"),
    }
}

fn open(path: &Path, run: &PuzzleRun, boards: usize) -> Result<PuzzleRunState> {
    check_target(path)?;
    let text = earlier_text(path, "a file of puzzles")?;
    let state = run.open(path, &text, boards);
    state.with_context(|| path.display().to_string())
}
