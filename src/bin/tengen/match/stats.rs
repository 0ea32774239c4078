//! `tengen stats`: reports, ratings and plots of results.

use crate::{Failure, say, sayln, warnln};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::arena::{
    ELO_PLOT, LogError, Report, ReportNumbers, find_log, merge, plots, pool, summarize,
};

const EXAMPLES: &str = "\
Examples:
  tengen stats matches/0001
  tengen stats merge --out all.jsonl shard-1 shard-2
  tengen stats rate matches/0001 matches/0002
  tengen stats plot --out pictures matches/0001
  tengen stats --json matches/0001";

/// Reports Elo, SPRT, time use and faults from results: folders of matches, or their results.jsonl. The shards of a
/// run are reported together; results of different runs are refused.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct StatsOptions {
    #[command(subcommand)]
    action: Option<Action>,
    /// Results.
    #[arg(value_name = "RESULTS")]
    logs: Vec<PathBuf>,
    /// Print the numbers as a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Merges the results of a run's shards into one file, and reports them.
    #[command(after_help = "Example:\n  tengen stats merge --out all.jsonl shard-1 shard-2")]
    Merge {
        /// The file to write; it must not exist.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
    /// Rates all engines of several runs together. Engines of the same name are one engine.
    #[command(after_help = "Example:\n  tengen stats rate matches/0001 matches/0002")]
    Rate {
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
    /// Plots Elo, LLR, time use and lengths of games as SVG.
    #[command(after_help = "Example:\n  tengen stats plot --out plots matches/0001")]
    Plot {
        /// The folder for the plots.
        #[arg(long, short, value_name = "FOLDER")]
        out: PathBuf,
        /// Results.
        #[arg(value_name = "RESULTS", required = true)]
        logs: Vec<PathBuf>,
    },
}

pub fn run(options: &StatsOptions) -> Result<ExitCode> {
    let missing = |text: &'static str| move || Failure::usage(anyhow!(text));
    match &options.action {
        None => {
            let results = summarize(&log_paths(&options.logs)?)?;
            let (plan, summary) = results.ok_or_else(missing(
                "which results? tengen stats FOLDER, such as matches/0001",
            ))?;
            say(&match options.json {
                true => format!("{:#}\n", json!(ReportNumbers::of(&plan, &summary))),
                false => Report::full(&plan, &summary).to_string(),
            });
        }
        Some(Action::Merge { out, logs }) => {
            let results = merge(&log_paths(logs)?, out)?;
            let (plan, summary) = results.ok_or_else(missing("no results to merge"))?;
            say(&Report::full(&plan, &summary).to_string());
            sayln!("{} games in {}", summary.games(), out.display());
        }
        Some(Action::Rate { logs }) => {
            let results = pool(&log_paths(logs)?)?;
            let (plan, summary) =
                results.context("no game was finished in any of these matches")?;
            say(&Report::ratings(&plan, &summary).to_string());
        }
        Some(Action::Plot { out, logs }) => {
            let files = plots(&log_paths(logs)?, out)?;
            for file in &files {
                sayln!("{}", file.display());
            }
            if !files.iter().any(|file| file.ends_with(ELO_PLOT)) {
                warnln!("tengen: no {ELO_PLOT}: no pair of games is whole");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The logs in folders of matches, or the logs themselves.
pub fn log_paths(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let logs: Result<Vec<PathBuf>, LogError> = given.iter().map(|path| find_log(path)).collect();
    Ok(logs?)
}
