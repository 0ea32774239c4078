//! `tengen turning-points`: positions in which games were lost, and brains that are tested on them.

use super::super::files::{cannot_write, check_target, earlier_text, read_text};
use super::super::r#match::stats::log_paths;
use super::super::progress::Progress;
use super::super::{Failure, sayln};
use super::suite::read_tests;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::analysis::TurningPoints;
use tengen::arena::{
    GameRecord, LogError, PositionTest, TestSummary, read_engine, read_plan, read_runs,
};
use tengen::position::Position;
use tengen::record::{AppendedLines, parse_puzzle, whole_lines};
use tengen::rule::Rule;
use tengen::work_queue::StopSwitch;

/// The content of the files, for messages.
const WHAT: &str = "a file of turning points";

const EXAMPLES: &str = "\
Example:
  tengen match --rounds 1 --turn-ms 0 --depth 2 --league freestyle15 --out games
  tengen turning-points find games --out positions.txt --nodes 1000
  tengen turning-points test positions.txt --engine 'cmd=tengen arg=mock' --turn-ms 100 --turn-ms 1000";
const FIND_EXAMPLE: &str = "\
Example:
  tengen match --rounds 1 --turn-ms 0 --depth 2 --league freestyle15 --out games
  tengen turning-points find games --out positions.txt --nodes 1000";
const TEST_EXAMPLE: &str = "\
Example, one position with a move to avoid:
  echo 'x-1|free|15|w|h8 i8 j8|a1 a3|am=a5;bm=g8 k8' >positions.txt
  tengen turning-points test positions.txt --engine 'cmd=tengen arg=mock' --turn-ms 100";

/// Find positions in which games were lost, and test brains on them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Find(FindOptions),
    Test(TestOptions),
}

/// Find the turning point of each game: the loser's last move that was followed by a proven win, a VCF or VCT, although
/// other moves were not. Writes one position a line, with the moves to avoid (am) and the others that were searched
/// (bm). Resumable.
#[derive(Args)]
#[command(after_help = FIND_EXAMPLE)]
struct FindOptions {
    /// Results: folders of matches, or their results.jsonl.
    #[arg(value_name = "RESULTS", required = true)]
    logs: Vec<PathBuf>,
    /// The file of positions; games that it names are left out.
    #[arg(long)]
    out: PathBuf,
    /// The node limit of the search after each move; four times that after the moves of the games.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
}

/// Ask a brain for its moves in such positions, with a new process for each.
#[derive(Args)]
#[command(after_help = TEST_EXAMPLE)]
struct TestOptions {
    /// The file of positions.
    file: PathBuf,
    /// The brain: cmd= and the other keys of `tengen match --engine`.
    #[arg(long, value_name = "KEYS")]
    engine: String,
    /// Milliseconds a turn; may be repeated. [default: 100]
    #[arg(long, value_name = "MS")]
    turn_ms: Vec<u64>,
    /// List every answer.
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    match &options.action {
        Action::Find(options) => find(options),
        Action::Test(options) => test(options),
    }
}

fn find(options: &FindOptions) -> Result<ExitCode> {
    check_target(&options.out).map_err(Failure::usage)?;
    let text = earlier_text(&options.out, WHAT).map_err(Failure::usage)?;
    let whole = whole_lines(&text);
    let known: HashSet<&str> = whole.lines().filter_map(id_of).collect();
    let paths = log_paths(&options.logs)?;
    let runs = paths.iter().map(|path| Ok(read_plan(path)?.run_id()));
    let runs = runs.collect::<Result<Vec<String>, LogError>>()?;
    let mut games = Vec::new();
    read_runs(&paths, &mut |log, _, game| {
        let id = format!("{}-{}.{}", game.league, runs[log], game.game + 1);
        if !known.contains(id.as_str()) && game.winner().is_some() {
            games.push((id, game));
        }
    })?;
    let cannot_write = |error| cannot_write(&options.out, error);
    let mut lines = AppendedLines::open(&options.out, whole.len(), "").map_err(cannot_write)?;
    let mut progress = Progress::start();
    let mut found = 0;
    let mut finder = TurningPoints::new(options.nodes);
    for (done, (id, game)) in games.iter().enumerate() {
        let line = turning_point(&mut finder, id, game);
        let line = line.with_context(|| format!("{id} is damaged"))?;
        found += usize::from(!line.starts_with('#'));
        lines.write(&(line + "\n")).map_err(cannot_write)?;
        progress.tell(done + 1, games.len(), || {
            format!("games, {found} positions")
        });
    }
    drop(progress);
    let (games, out) = (games.len(), options.out.display());
    sayln!("{games} games, {found} positions added to {out}");
    Ok(ExitCode::SUCCESS)
}

/// The game of a line.
fn id_of(line: &str) -> Option<&str> {
    line.trim_start_matches("# ").split(['|', ':']).next()
}

/// The line of a game: its turning point, or a comment that there is none.
fn turning_point(finder: &mut TurningPoints, id: &str, game: &GameRecord) -> Option<String> {
    let (size, moves) = game.points()?;
    let rule = Rule::from_code(game.rule.into());
    let start = Position::empty(rule, size);
    Some(match finder.find(&start, &moves, game.opening) {
        Some(point) => point.test(id, &start, &moves),
        None => format!("# {id}: none"),
    })
}

fn test(options: &TestOptions) -> Result<ExitCode> {
    let text = read_text(&options.file, WHAT).map_err(Failure::usage)?;
    let positions = read_tests(&options.file, &text, WHAT, parse_puzzle)?;
    let engine = read_engine(&options.engine).context("--engine");
    let mut engine = engine.map_err(Failure::usage)?;
    let times = match options.turn_ms.is_empty() {
        true => vec![100],
        false => options.turn_ms.clone(),
    };
    let switch = StopSwitch::new();
    let tester = PositionTest::new(format!("{}-test", std::process::id()), switch.receiver());
    ctrlc::set_handler(move || switch.stop()).context("cannot listen for Ctrl-C")?;
    sayln!("turn ms  {}", TestSummary::HEAD);
    for turn_ms in times {
        engine.control.turn_ms = Some(turn_ms);
        let mut progress = Progress::start();
        let mut summary = TestSummary::default();
        for (done, (.., puzzle)) in positions.iter().enumerate() {
            let tested = tester.ask(&engine, puzzle)?;
            if options.verbose {
                let text = tested.as_ref().map(ToString::to_string);
                sayln!("{}: {}", puzzle.id, text.unwrap_or_else(Clone::clone));
            }
            summary.count(&tested);
            progress.tell(done + 1, positions.len(), || "positions".into());
        }
        drop(progress);
        sayln!("{turn_ms:>7}  {summary}");
    }
    Ok(ExitCode::SUCCESS)
}
