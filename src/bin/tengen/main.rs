//! `tengen`: the tools around the brain, as subcommands.

mod analyse;
mod asked;
mod bench_command;
mod book;
mod certificate_file;
mod conversation;
mod data;
mod description;
mod files;
mod flags;
mod interrupt;
mod r#match;
mod other_engines;
mod play;
mod progress;
mod serve;
mod solve;
mod verdict;

use anyhow::Error;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;
use std::sync::OnceLock;
use tengen::arena::{
    FlagError, Invocation, LogError, PlotError, RunSetupError, SelfTestError, WATCHDOG_COMMAND,
    normalize_flags, run_watchdog,
};
use tengen::version::VERSION;
use tengen::work_queue::on_deep_stack;

/// Tools around the Gomoku and Renju brain `pbrain-tengen`.
#[derive(Parser)]
#[command(version, long_version = VERSION.as_str(), propagate_version = true, args_override_self = true)]
struct Arguments {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Play(play::Options),
    Serve(serve::Options),
    #[command(args_override_self = true)]
    Match(Box<r#match::options::Options>),
    Accept(r#match::accept::Options),
    Stats(r#match::stats::StatsOptions),
    Review(data::review::Options),
    Export(r#match::export::ExportOptions),
    Openings(data::openings::Options),
    Mock(r#match::mock::Options),
    Analyse(analyse::Options),
    Solve(Box<solve::Options>),
    Jobs(solve::jobs_command::Options),
    Prove(solve::prove_command::Options),
    Verify(solve::verify_command::Options),
    Book(book::Options),
    CheckRenju(data::suite::RenjuOptions),
    Datagen(data::datagen::Options),
    Puzzles(data::puzzles::Options),
    Referee(data::referee::Options),
    TurningPoints(data::turning_points::Options),
    Bench(bench_command::Options),
    Completions(description::CompletionsOptions),
    Man(description::ManOptions),
    #[command(name = WATCHDOG_COMMAND, hide = true)]
    Guard(GuardOptions),
}

impl Tool {
    /// The exit code of a failure: those that answer a question have 1 for a no.
    fn failed(&self) -> u8 {
        match self {
            Tool::Solve(_)
            | Tool::Jobs(_)
            | Tool::Prove(_)
            | Tool::Verify(_)
            | Tool::Book(_)
            | Tool::CheckRenju(_) => verdict::FAILED,
            _ => 1,
        }
    }
}

/// Waits for the end of its input and then kills what a match has left behind.
#[derive(Args)]
struct GuardOptions {
    mark: String,
}

/// What went wrong by the user's doing.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Failure(#[from] Error);

impl Failure {
    /// Marks an error as one of usage.
    fn usage(error: Error) -> Error {
        Failure(error).into()
    }
}

/// Why something could not be printed, if that is not that nobody reads any more. A match plays on then.
static UNPRINTED: OnceLock<std::io::Error> = OnceLock::new();

/// Prints a line as `println!` does, whether or not anyone still reads it.
macro_rules! sayln {
    ($($text:tt)*) => {
        $crate::say(&(format!($($text)*) + "\n"))
    };
}
pub(crate) use sayln;

/// Prints a line to standard error as `eprintln!` does, whether or not anyone still reads it.
macro_rules! warnln {
    ($($text:tt)*) => {
        $crate::warn(&(format!($($text)*) + "\n"))
    };
}
pub(crate) use warnln;

/// Prints to standard error; where that fails, there is nobody to be told.
fn warn(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Prints, whether or not anyone still reads it; returns whether somebody does.
fn say(text: &str) -> bool {
    say_to(&mut std::io::stdout().lock(), text)
}

/// Prints to standard output as `out` shows it; returns whether somebody reads it.
fn say_to(out: &mut dyn Write, text: &str) -> bool {
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match printed {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return false,
        Err(error) => drop(UNPRINTED.get_or_init(|| error)),
        Ok(()) => {}
    }
    true
}

/// 2 for what the user can put right in flags and files, `failed` for all else.
fn exit_code(error: &Error, failed: u8) -> ExitCode {
    let is_usage = error.is::<Failure>()
        || error.is::<FlagError>()
        || error.downcast_ref().is_some_and(LogError::is_usage)
        || error.downcast_ref().is_some_and(PlotError::is_usage)
        || error.downcast_ref().is_some_and(RunSetupError::is_usage)
        || error.downcast_ref().is_some_and(SelfTestError::is_usage);
    ExitCode::from(if is_usage { 2 } else { failed })
}

/// The program's arguments, those of a match normalized; `None` if they asked for the version, which is told.
fn arguments() -> Result<Option<Vec<String>>, Error> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let mut all = match Invocation::of(words.collect()) {
        Invocation::Words(words) => words,
        Invocation::Version(text) => {
            sayln!("{text}");
            return Ok(None);
        }
    };
    if all.get(1).is_some_and(|word| word == "match") {
        let normalized = normalize_flags(all.drain(2..))?;
        for note in normalized.notes {
            warnln!("tengen: {note}");
        }
        all.extend(normalized.flags);
    }
    Ok(Some(all))
}

const UNPRINTABLE: &str = "cannot write to standard output";

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => return if_printed(ExitCode::SUCCESS, 1),
        Err(error) => return tell(&error, 1),
    };
    let tool = match Arguments::try_parse_from(&arguments) {
        Ok(arguments) => arguments.command,
        Err(help) if !help.use_stderr() => {
            say_to(&mut anstream::stdout(), &help.render().ansi().to_string());
            return if_printed(ExitCode::SUCCESS, 1);
        }
        Err(mut wrong) => {
            keep_given(&mut wrong, &arguments);
            wrong.exit()
        }
    };
    let ended = on_deep_stack(|| run(&tool)).map_err(Error::from).flatten();
    let code = ended.unwrap_or_else(|error| tell(&error, tool.failed()));
    if_printed(code, tool.failed())
}

/// Leaves out of a conflict with a group of flags those that were not given.
fn keep_given(wrong: &mut clap::Error, arguments: &[String]) {
    let name = |text: &str| {
        text.split([' ', '='])
            .next()
            .unwrap_or_default()
            .to_string()
    };
    let given: Vec<String> = arguments.iter().map(|word| name(word)).collect();
    let Some(ContextValue::Strings(flags)) = wrong.get(ContextKind::PriorArg) else {
        return;
    };
    let flags = flags.iter().filter(|flag| given.contains(&name(flag)));
    let flags: Vec<String> = flags.cloned().collect();
    // One that was given by another name is not found.
    if !flags.is_empty() {
        wrong.insert(ContextKind::PriorArg, ContextValue::Strings(flags));
    }
}

/// An exit code, or `failed` if something could not be printed, which is told.
fn if_printed(code: ExitCode, failed: u8) -> ExitCode {
    match UNPRINTED.get() {
        Some(error) => {
            warnln!("tengen: {UNPRINTABLE}: {error}");
            ExitCode::from(failed)
        }
        None => code,
    }
}

fn tell(error: &Error, failed: u8) -> ExitCode {
    warnln!("tengen: {error:#}");
    exit_code(error, failed)
}

fn run(tool: &Tool) -> Result<ExitCode, Error> {
    match tool {
        Tool::Play(options) => play::run(options),
        Tool::Serve(options) => serve::run(options),
        Tool::Match(options) => r#match::play::run(options),
        Tool::Accept(options) => r#match::accept::run(options),
        Tool::Stats(options) => r#match::stats::run(options),
        Tool::Review(options) => data::review::run(options),
        Tool::Export(options) => r#match::export::run(options),
        Tool::Openings(options) => data::openings::run(options),
        Tool::Mock(options) => r#match::mock::run(options),
        Tool::Analyse(options) => analyse::run(options),
        Tool::Solve(options) => solve::run(options),
        Tool::Jobs(options) => solve::jobs_command::run(options),
        Tool::Prove(options) => solve::prove_command::run(options),
        Tool::Book(options) => book::run(options),
        Tool::Verify(options) => solve::verify_command::run(options),
        Tool::CheckRenju(options) => data::suite::check_renju(options),
        Tool::Datagen(options) => data::datagen::run(options),
        Tool::Puzzles(options) => data::puzzles::run(options),
        Tool::Referee(options) => data::referee::run(options),
        Tool::TurningPoints(options) => data::turning_points::run(options),
        Tool::Bench(options) => bench_command::run(options),
        Tool::Completions(options) => description::complete(options, Arguments::command()),
        Tool::Man(options) => description::write_pages(options, Arguments::command()),
        Tool::Guard(options) => {
            run_watchdog(&options.mark);
            Ok(ExitCode::SUCCESS)
        }
    }
}
