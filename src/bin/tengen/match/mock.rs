//! `tengen mock`: a mock brain with faults, to test a manager.

use anyhow::Result;
use clap::Args;
use std::process::ExitCode;
use tengen::arena::{MockOptions, run_mock};

const EXAMPLE: &str = "\
Example, a brain that hangs at its third move, in a match:
  tengen match --engine name=a cmd=tengen args='mock --fault hang --at 3' --engine name=b cmd=tengen args=mock";

/// Runs a mock brain: it plays without a search, and commits a fault on request.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Options {
    #[command(flatten)]
    mock: MockOptions,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    run_mock(&options.mock)?;
    Ok(ExitCode::SUCCESS)
}
