//! `tengen export`: the games of results in other formats.

use super::super::files::{check_target, make_folder};
use super::stats::log_paths;
use crate::{Failure, sayln};
use anyhow::{Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
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

/// Refuses a file that cannot be written, or that holds the results themselves.
fn check_file(out: &Path, logs: &[PathBuf]) -> Result<()> {
    check_target(out)?;
    let place = out.canonicalize().ok();
    if place.is_some() && logs.iter().any(|log| log.canonicalize().ok() == place) {
        bail!(
            "{}: holds the results; another file to write is expected",
            out.display()
        );
    }
    Ok(())
}

pub fn run(options: &ExportOptions) -> Result<ExitCode> {
    let logs = log_paths(&options.logs)?;
    match options.format {
        Format::Psq => make_folder(&options.out).map_err(Failure::usage)?,
        _ => check_file(&options.out, &logs).map_err(Failure::usage)?,
    }
    let games = export(&logs, &options.format.into(), &options.out)?;
    sayln!("{games} games in {}", options.out.display());
    Ok(ExitCode::SUCCESS)
}
