//! `tengen mock`: a mock brain with faults, to test a manager.

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::process::ExitCode;
use tengen::arena::{Fault, MockOptions, run_mock};
use tengen::rule::Rule;

const EXAMPLE: &str = "\
Example, a brain that hangs at its third move, in a match:
  tengen match --engine name=a cmd=tengen args='mock --fault hang --at 3' --engine name=b cmd=tengen args=mock";

/// Runs a mock brain: it plays without a search, and commits a fault on request.
#[derive(Args, Clone)]
#[command(after_help = EXAMPLE)]
pub struct Options {
    /// The fault.
    #[arg(long, value_parser = fault_parser(), help_heading = "Fault")]
    fault: Option<Fault>,
    /// The move at which it commits the fault, from 1.
    #[arg(long, default_value_t = 2, help_heading = "Fault")]
    at: usize,
    /// The point that it plays at that move, `x,y`.
    #[arg(long, help_heading = "Fault")]
    point: Option<String>,
    /// Milliseconds after each answer in which a deaf brain loses commands.
    #[arg(long, default_value_t = 1, help_heading = "Fault")]
    deaf_ms: u64,
    /// Breaks ties between points: brains with different seeds play differently.
    #[arg(long, default_value_t = 1, help_heading = "Play")]
    seed: u64,
    /// Milliseconds for each move.
    #[arg(long, default_value_t = 0, help_heading = "Play")]
    think_ms: u64,
    /// Milliseconds until it reads its first command.
    #[arg(long, default_value_t = 0, help_heading = "Play")]
    start_ms: u64,
    /// Its rule, by name or number, whatever INFO rule says: with renju it plays no forbidden point as black.
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle, help_heading = "Play")]
    rule: Rule,
}

fn fault_parser() -> impl TypedValueParser<Value = Fault> {
    let values = Fault::ALL.map(|(name, _, what)| PossibleValue::new(name).help(what));
    PossibleValuesParser::new(values).try_map(|name| Fault::named(&name).ok_or("no fault"))
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let options = options.clone();
    run_mock(&MockOptions {
        fault: options.fault,
        at: options.at,
        seed: options.seed,
        think_ms: options.think_ms,
        start_ms: options.start_ms,
        point: options.point,
        deaf_ms: options.deaf_ms,
        rule: options.rule,
    })?;
    Ok(ExitCode::SUCCESS)
}
