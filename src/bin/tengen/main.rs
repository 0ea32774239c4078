//! `tengen`: the tools around the brain, as subcommands.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench_command;
mod datagen_command;
mod match_command;
mod openings_command;
mod referee_command;
mod suite_command;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Tools around the Gomoku and Renju brain `pbrain-tengen`.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Play games between two brains, by default a few of each league of this brain against itself.
    Match(match_command::Options),
    /// Check positions with known verdicts.
    Solve(suite_command::SolveOptions),
    /// Check the forbidden points of a file of renju positions.
    CheckRenju(suite_command::RenjuOptions),
    /// Play against itself and write labelled positions.
    Datagen(datagen_command::Options),
    /// Make balanced openings.
    Openings(openings_command::Options),
    /// Judge games: for comparing with other referees.
    Referee(referee_command::Options),
    /// Measure the search, or with --micro playing and undoing moves.
    Bench(bench_command::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Tool::Match(options) => match_command::run(&options),
        Tool::Solve(options) => suite_command::solve(&options),
        Tool::CheckRenju(options) => suite_command::check_renju(&options),
        Tool::Datagen(options) => datagen_command::run(&options),
        Tool::Openings(options) => openings_command::run(&options),
        Tool::Referee(options) => referee_command::run(&options),
        Tool::Bench(options) => bench_command::run(&options),
    };
    result.unwrap_or_else(|error| {
        eprintln!("tengen: {error:#}");
        ExitCode::FAILURE
    })
}
