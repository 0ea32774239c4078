//! `tengen accept`: a package tried as a tournament's test does.

use crate::{Failure, say, sayln};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::arena::{AcceptanceResult, AcceptanceTest, League, Package, Watchdog};
use tengen::work_queue::StopSwitch;

const EXAMPLE: &str = "\
Example, one league at one second a turn:
  tengen accept brain.zip --league renju15 --turn-ms 1000";

/// Tests a package as a tournament's organiser does.
///
/// Unpacks it, chooses the program that the judge chooses, asks it the acceptance positions of every league, and
/// plays a game of the program against itself, all as the judge. Fails on any timeout, illegal or forbidden move, or
/// crash; warns of anything else that a brain should not do.
#[derive(Args)]
#[command(args_override_self = true, after_help = EXAMPLE)]
pub struct Options {
    /// The package: a zip.
    package: PathBuf,
    /// Milliseconds a turn; repeatable. [default: 5000 and 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000), help_heading = "Limits")]
    turn_ms: Vec<u64>,
    /// Time margin in milliseconds: how late a move may come.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(..=3_600_000), help_heading = "Limits")]
    margin_ms: u64,
    /// A league; repeatable. [default: all but caro-exact15]
    #[arg(long)]
    league: Vec<String>,
    /// The command that starts the program. [default: wine for a program for Windows that does not run here]
    #[arg(long, value_name = "COMMAND")]
    runner: Option<String>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let mut names = options.league.clone();
    if names.is_empty() {
        let tournament = League::names().filter(|name| !name.contains("exact"));
        names = tournament.map(String::from).collect();
    }
    let leagues = League::chosen(&names).map_err(|error| Failure::usage(error.into()))?;
    let times = match options.turn_ms.is_empty() {
        true => vec![5000, 100],
        false => options.turn_ms.clone(),
    };
    let runner = options.runner.as_deref().map(|text| {
        shlex::split(text)
            .context("--runner: a quote is not closed")
            .map_err(Failure::usage)
    });
    let runner = runner.transpose()?;
    let folder = tempfile::tempdir().context("no place to unpack to")?;
    let package = Package::unpack(&options.package, folder.path())
        .map_err(|error| Failure::usage(error.into()))?;
    let mark = format!("{}-accept", std::process::id());
    let watchdog = Watchdog::start(&std::env::current_exe()?, &mark);
    let watchdog = watchdog.context("cannot start the watchdog")?;
    let switch = StopSwitch::new();
    let test = AcceptanceTest::new(mark, switch.receiver(), options.margin_ms);
    ctrlc::set_handler(move || switch.stop()).context("cannot listen for Ctrl-C")?;
    sayln!("programs: {}", package.programs().join(", "));
    sayln!("{}", AcceptanceResult::HEAD);
    let mut report = |league: &League, turn_ms, result: &AcceptanceResult| {
        say(&result.row(league, turn_ms));
    };
    let accepted = test.try_package(&package, &leagues, &times, runner.as_deref(), &mut report)?;
    drop(watchdog);
    say(if accepted { "accepted\n" } else { "refused\n" });
    Ok(ExitCode::from(u8::from(!accepted)))
}
