//! `tengen export`: the games of results in other formats.

use super::stats::log_paths;
use crate::sayln;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::arena::{Format, export};

const EXAMPLE: &str = "\
Example:
  tengen export matches/0001 --format sgf --out games.sgf";

/// Writes the games of results in another format.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct ExportOptions {
    /// Results: folders of matches, or their results.jsonl.
    #[arg(value_name = "RESULTS", required = true)]
    logs: Vec<PathBuf>,
    /// psq writes a folder of records, the others one file.
    #[arg(long)]
    format: Format,
    /// The file, or the folder, to write.
    #[arg(long, short)]
    out: PathBuf,
}

pub fn run(options: &ExportOptions) -> Result<ExitCode> {
    let logs = log_paths(&options.logs)?;
    let games = export(&logs, &options.format.into(), &options.out)?;
    sayln!("{games} games in {}", options.out.display());
    Ok(ExitCode::SUCCESS)
}
