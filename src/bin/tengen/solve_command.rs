//! `tengen solve`: is a position won, and how? A win is told only once the checker has confirmed it.

use super::certificate_file::{plies_parser, read_certificate, write_certificate};
use super::files::check_target;
use super::interrupt::at_interrupt;
use super::solve_answer::{Answer, Goal, Task, Won, main_line};
use super::solve_book::BookAnswer;
use super::solve_position::Input;
use super::solve_puzzle;
use super::solve_reached::Reached;
use super::solver::Solver;
use super::suite_command::NODES;
use super::tree_file::{self, About};
use super::verdict::Verdict;
use super::{Failure, say, suite_command};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tengen::board::{Color, MAX_SIZE, point_names};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::{Solution, WinSettings};

/// Moves played at most for a win of any kind, where nothing else is said.
const ANY_NODES: u64 = 500_000_000;

/// Moves played at most to work out the main line, where no tree is asked for.
const LINE_NODES: u64 = 5_000_000;

const EXAMPLES: &str = "\
A line of --suite is id|rules|size|turn|black|white|expected: expected is VCF=yes, VCF=no, or
'win_in=9 plies by fours+open threes'; blank lines and lines that begin with # are left out.

Examples:
  tengen solve h8 i9                                              in the book: answered at once
  tengen solve h8 a1 i8 a15 j8 o1 --goal vcf --tree win.txt       a win by fours, with all defences
  tengen solve h9 a1 h10 a15 f8 o1 g8 o15 --goal win --state s    a search that goes on where it was ended
  tengen solve h8 a1 i8 a15 j8 o1 --play                          as a puzzle
  echo 'three-1|renju|15|b|h8 i8 j8|a1 a3 a5|VCF=yes' >suite.txt
  tengen solve --suite suite.txt

Exit codes: 0 won (a suite: all right), 1 not won: there is no win of the kind that was asked for within
--plies (some wrong), 3 unknown: a limit was hit first (some undecided), 2 wrong usage or input,
4 failure, 130 interrupted.";

/// Looks for a forced win, and says so only where it is proven: every win is put before the checker of
/// proofs first. The built-in book is asked before. Or checks a suite of positions.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: Input,
    /// What kind of win. [default: what the book knows, or else vct]
    #[arg(long)]
    goal: Option<Goal>,
    /// Who is to win. [default: whose move it is]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Attacker>,
    /// The longest win that is looked for, its five included; wins by fours alone may be longer.
    #[arg(long, default_value_t = 35, value_parser = plies_parser(MAX_SIZE * MAX_SIZE))]
    plies: usize,
    /// Search, whatever the built-in book knows.
    #[arg(long)]
    no_book: bool,
    /// Megabytes of all tables; the program and the checker take up to 64 more.
    #[arg(long, value_name = "MB", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    /// Keep in this file what a search for any win settles, and go on from what it holds.
    #[arg(
        long,
        value_name = "FILE",
        visible_alias = "resume",
        conflicts_with = "suite"
    )]
    state: Option<PathBuf>,
    /// Write the win as a tree: the attacker's moves and every defence, down to the five. As text (.txt),
    /// SGF (.sgf), JSON (.json) or a RenLib library (.lib).
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    tree: Option<PathBuf>,
    /// Write the decisions of a win of any kind, for `tengen verify`.
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    certificate: Option<PathBuf>,
    /// A certificate of a like position: in a search for any win its moves are tried first where one stone of the
    /// defender's differs; none is believed. May be given several times.
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    like: Vec<PathBuf>,
    /// Play the position as a puzzle: the attacker's moves are typed, the best defence is answered.
    #[arg(long, conflicts_with = "suite")]
    play: bool,
    #[command(flatten)]
    suite: suite_command::SolveOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Attacker {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if let Some(file) = &options.suite.suite {
        return suite_command::solve(file, &options.suite);
    }
    let mut task = task(options).map_err(Failure::usage)?;
    let book = BookAnswer::of(&task).filter(|_| !options.no_book);
    let is_enough = book
        .as_ref()
        .is_some_and(|book| book.is_enough(options.goal, options.plies));
    if !is_enough {
        check_goal(options).map_err(Failure::usage)?;
        let like = options.like.iter().map(|path| like(path, &task.position));
        task.like = like.collect::<Result<_>>().map_err(Failure::usage)?;
    }
    if let Some(book) = book.as_ref().filter(|book| book.is_promise())
        && options.goal.is_none()
        && book.is_won
    {
        (task.goal, task.plies) = (Goal::Win, book.plies);
    }
    let reached = Arc::new(Mutex::new(Reached::new(task.goal)));
    at_interrupt(&reached, |reached| reached.summary())?;
    say(&format!("{}\n{}\n", task.position.board(), task.headline()));
    let mut solver = Solver::new(&task, Arc::clone(&reached));
    if let Some(book) = &book {
        say(&book.text(&task));
        if is_enough {
            reached.lock().is_told = true;
            return tell_book(options, &task, solver, book);
        }
    }
    let answer = solver.solve(options.state.as_deref())?;
    reached.lock().is_told = true;
    let (text, verdict) = match answer {
        Answer::Won(won) => return tell_won(options, &task, solver, &won),
        Answer::Not { text, .. } => (text, Verdict::No),
        Answer::Unknown(text) => (text, Verdict::Unknown),
    };
    say(&text);
    tell_unwritten(options);
    Ok(verdict.into())
}

fn task(options: &Options) -> Result<Task> {
    let position = options.input.position()?;
    let attacker = match options.attacker {
        Some(Attacker::Black) => Color::Black,
        Some(Attacker::White) => Color::White,
        None => position.turn(),
    };
    if let Some(path) = &options.tree {
        tree_file::check_ending(path, position.board())?;
    }
    for path in options.tree.iter().chain(&options.certificate) {
        check_target(path)?;
    }
    let keeps = options.state.is_some() || options.certificate.is_some();
    if attacker != position.turn() && (options.play || keeps) {
        bail!("--play, --state and --certificate need a position with the attacker to move");
    }
    let goal = options.goal.unwrap_or(Goal::Vct);
    let nodes = options.suite.nodes.unwrap_or(match goal {
        Goal::Win => ANY_NODES,
        _ => NODES,
    });
    let memory = (options.memory as usize) << 20;
    Ok(Task {
        like: Vec::new(),
        position,
        attacker,
        goal,
        plies: options.plies,
        settings: WinSettings { nodes, memory },
    })
}

/// Refuses what only a search for any win heeds.
fn check_goal(options: &Options) -> Result<()> {
    let keeps = options.state.is_some() || options.certificate.is_some();
    if (keeps || !options.like.is_empty()) && options.goal != Some(Goal::Win) {
        bail!("--state, --certificate and --like go with --goal win");
    }
    Ok(())
}

/// Reads a certificate for the rule and the board of a position.
fn like(path: &Path, position: &Position) -> Result<Certificate> {
    let (rule, size) = (position.rule(), position.board().size());
    let nothing = Certificate::new(rule, size, Vec::new(), size.area());
    let (certificate, _) = read_certificate(path, nothing)?;
    if (certificate.rule, certificate.size) != (rule, size) {
        let named = |rule, side| format!("{rule} on {side}x{side}");
        bail!(
            "{}: for another rule or board: {}, the position is {}",
            path.display(),
            named(certificate.rule, certificate.size.side()),
            named(rule, size.side())
        );
    }
    Ok(certificate)
}

/// Says what was asked for and cannot be, without a win.
fn tell_unwritten(options: &Options) {
    for path in options.tree.iter().chain(&options.certificate) {
        let path = path.display();
        say(&format!(
            "{path} is not written: there is no win to be told\n"
        ));
    }
    if options.play {
        say("there is no puzzle without a win\n");
    }
}

/// Writes and plays what the book knows.
fn tell_book(
    options: &Options,
    task: &Task,
    mut solver: Solver,
    book: &BookAnswer,
) -> Result<ExitCode> {
    if let Some(path) = &options.state {
        let path = path.display();
        say(&format!("{path} is left alone: --no-book searches\n"));
    }
    if !book.is_won {
        tell_unwritten(options);
        return Ok(Verdict::No.into());
    }
    if let Some(path) = &options.certificate {
        write_certificate(path, &book.part(task))?;
    }
    if options.tree.is_some() || options.play {
        solver.learn(book.part(task));
    }
    let won = book.won();
    if let Some(path) = &options.tree {
        let solution = solver.solution(&won, u64::MAX);
        write_tree(path, task, solution, &won.text)?;
    }
    match options.play {
        true => solve_puzzle::play(task, solver.into_strategy(), won.plies),
        false => Ok(Verdict::Yes.into()),
    }
}

fn tell_won(options: &Options, task: &Task, mut solver: Solver, won: &Won) -> Result<ExitCode> {
    let (told, checked) = (won.told(task), won.checked());
    say(&format!("{}{told}\n{checked}\n", won.before));
    if let (Some(path), Some(certificate)) = (&options.certificate, solver.certificate()) {
        write_certificate(path, certificate)?;
    }
    let line_nodes = match won.has_line() {
        true => None,
        false => Some(LINE_NODES),
    };
    let nodes = options.tree.as_ref().map(|_| u64::MAX).or(line_nodes);
    let solution = nodes.and_then(|nodes| solver.solution(won, nodes));
    let mut verdict = won.text.clone();
    if let (false, Some(solution)) = (won.has_line(), &solution) {
        let names = point_names(&main_line(solution), task.position.board().size());
        let plies = solution.plies;
        say(&format!("main line, {plies} plies: {names}\n"));
        verdict = format!("{verdict}, {plies} in the main line");
    }
    if let Some(path) = &options.tree {
        write_tree(path, task, solution, &verdict)?;
    }
    match options.play {
        true => solve_puzzle::play(task, solver.into_strategy(), won.plies),
        false => Ok(Verdict::Yes.into()),
    }
}

fn write_tree(path: &Path, task: &Task, solution: Option<Solution>, verdict: &str) -> Result<()> {
    let solution = solution.with_context(|| {
        let path = path.display();
        format!("{path} is not written: the tree has too many moves; that after some more would do")
    })?;
    let about = About {
        position: &task.position,
        attacker: task.attacker,
        goal: task.goal.name(),
        verdict,
    };
    tree_file::write(path, &solution, &about)?;
    let moves = solution.tree.len() - task.position.board().stones();
    say(&format!("{}: {moves} moves\n", path.display()));
    Ok(())
}
