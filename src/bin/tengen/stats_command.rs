//! `tengen stats` and `tengen export`: what can be made of results without playing.

use super::{Failure, report, say};
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::{
    Format, GameLog, LogError, Plan, Summary, export, find_log, folder_of, plots, read_logs,
    read_plan,
};

/// Computes everything again from results: folders of matches, or their results.jsonl. Those of one
/// run, such as its shards, are put together; those of different runs are refused.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct StatsOptions {
    #[command(subcommand)]
    action: Option<Action>,
    /// Results.
    #[arg(value_name = "RESULTS")]
    logs: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// Puts the results of a run's shards into one file, and reports them.
    Merge {
        /// The file to write; it must not exist.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
    /// Rates all engines of several runs together, engines of one name being the same.
    Rate {
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
    /// Draws Elo, LLR, time use and lengths of games as SVG.
    Plot {
        /// The folder for the pictures.
        #[arg(long, short, value_name = "FOLDER")]
        out: PathBuf,
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
}

pub fn stats(options: &StatsOptions) -> Result<ExitCode> {
    match &options.action {
        None => {
            let (plan, summary) = read(&options.logs)?;
            say(&report::whole(&plan, &summary));
        }
        Some(Action::Merge { out, logs }) => merge(logs, out)?,
        Some(Action::Rate { logs }) => rate(logs)?,
        Some(Action::Plot { out, logs }) => {
            for file in plots(&paths(logs)?, out)? {
                println!("{}", file.display());
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn paths(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let logs: Result<Vec<PathBuf>, LogError> = given.iter().map(|path| find_log(path)).collect();
    Ok(logs?)
}

fn read(logs: &[PathBuf]) -> Result<(Plan, Summary)> {
    let mut summary = Summary::default();
    let plan = read_logs(&paths(logs)?, &mut |_, game| summary.count(&game))?;
    let plan = plan.context("which results? tengen stats FOLDER, such as matches/0001");
    let plan = plan.map_err(Failure::usage)?;
    Ok((plan, summary))
}

fn merge(logs: &[PathBuf], out: &Path) -> Result<()> {
    let (plan, summary) = read(logs)?;
    // As a whole or not at all.
    if out.exists() {
        return Err(LogError::Exists(out.into()).into());
    }
    let failed = || format!("cannot write {}", out.display());
    let folder = tempfile::tempdir_in(folder_of(out)).with_context(failed)?;
    let whole = folder.path().join("merged");
    let mut log = GameLog::create(&whole, &plan)?;
    let mut failure = Ok(());
    let mut games = Vec::new();
    read_logs(&paths(logs)?, &mut |_, game| {
        games.push(game);
        if games.len() == 1000 && failure.is_ok() {
            failure = log.append(&games);
            games.clear();
        }
    })?;
    failure?;
    log.append(&games)?;
    drop(log);
    std::fs::rename(&whole, out).with_context(failed)?;
    say(&report::whole(&plan, &summary));
    println!("{} games in {}", summary.games(), out.display());
    Ok(())
}

/// Engines are known by their names here, whatever their numbers are in each run.
fn rate(logs: &[PathBuf]) -> Result<()> {
    let mut whole: Option<Plan> = None;
    let mut summary = Summary::default();
    for run in by_run(logs)? {
        read_logs(&run, &mut |plan, mut game| {
            let all = whole.get_or_insert_with(|| Plan {
                engines: vec![],
                ..plan.clone()
            });
            for side in [&mut game.black, &mut game.white] {
                let known = all
                    .engines
                    .iter()
                    .position(|engine| engine.name == side.name);
                side.engine = known.unwrap_or_else(|| {
                    all.engines.push(plan.engines[side.engine].clone());
                    all.engines.len() - 1
                });
            }
            summary.count(&game);
        })?;
        summary.end_run();
    }
    let plan = whole.context("no game was finished in any of these matches")?;
    say(&report::table(&plan, &summary));
    Ok(())
}

/// Puts the logs of each run together, so that what is given twice is seen.
fn by_run(logs: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>> {
    let mut runs: Vec<(Plan, Vec<PathBuf>)> = Vec::new();
    for path in paths(logs)? {
        let plan = read_plan(&path)?;
        match runs.iter_mut().find(|(known, _)| known.matches(&plan)) {
            Some((_, paths)) => paths.push(path),
            None => runs.push((plan, vec![path])),
        }
    }
    Ok(runs.into_iter().map(|(_, paths)| paths).collect())
}

/// Writes the games of results in another format.
#[derive(Args)]
pub struct ExportOptions {
    /// Results: folders of matches, or their results.jsonl.
    #[arg(value_name = "RESULTS", required = true)]
    logs: Vec<PathBuf>,
    /// psq writes a folder of records, the others one file.
    #[arg(long)]
    format: Kind,
    /// The file, or the folder, to write.
    #[arg(long, short)]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Piskvork's records.
    Psq,
    /// An SGF collection.
    Sgf,
    /// Text for Ordo, BayesElo and others.
    Pgn,
    /// Packed games for training.
    Binpack,
    /// Positions for training, as text: position, move, result.
    Csv,
    /// Positions for training, packed.
    Bin,
}

pub fn export_games(options: &ExportOptions) -> Result<ExitCode> {
    let logs = paths(&options.logs)?;
    let format = match options.format {
        Kind::Psq => Format::Psq,
        Kind::Sgf => Format::Sgf,
        Kind::Pgn => Format::Pgn,
        Kind::Binpack => Format::Binpack,
        Kind::Csv => Format::Csv,
        Kind::Bin => Format::Bin,
    };
    let games = export(&logs, &format.into(), &options.out)?;
    println!("{games} games in {}", options.out.display());
    Ok(ExitCode::SUCCESS)
}
