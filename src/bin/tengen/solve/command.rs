//! `tengen solve`: is a position won, and how? A win is printed only after the checker has confirmed it.

use super::super::asked::answer_as_json;
use super::super::certificate_file::{read_certificate, tell_notes, write_certificate};
use super::super::conversation;
use super::super::data::suite;
use super::super::files::{all_written, cannot_write, check_target, earlier_text, write};
use super::super::flags::{plies_parser, threads_parser};
use super::super::interrupt::at_interrupt;
use super::super::verdict::Verdict;
use super::super::{Failure, say, sayln};
use super::reached::{Reached, Watcher};
use anyhow::{Context, Result, bail};
use clap::Args;
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tengen::analysis::{
    GoalWord, PositionWords, PuzzleDialogue, Question, Reply, Solve, book_text, headline,
    no_win_text, verdict, win_text,
};
use tengen::board::{Color, MAX_SIZE, Size, point_names};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::record::PositionSource;
use tengen::solve::{
    Answer, BookAnswer, Goal, SearchState, Solution, SolveError, SolveTask, Solver, StateFile,
    TreeFormat, TreeHead, Win, WinSettings, write_tree,
};

/// Nodes at most to work out the main line, if no tree is written.
const LINE_NODES: u64 = 5_000_000;

const EXAMPLES: &str = "\
A line of --suite is id|rules|size|turn|black|white|expected: expected is VCF=yes, VCF=no, or
'win_in=9 plies by fours+open threes'; blank lines and lines that begin with # are left out.

Examples:
  tengen solve h8 i9                                              in the book: answered at once
  tengen solve h8 a1 i8 a15 j8 o1 --goal vcf --tree win.txt       a VCF, with all defences
  tengen solve h9 a1 h10 a15 f8 o1 g8 o15 --goal win --state s    a search that can be resumed
  tengen solve h8 a1 i8 a15 j8 o1 --play                          as a puzzle
  tengen solve h8 a1 i8 a15 j8 o1 --json                          for scripts
  echo 'three-1|renju|15|b|h8 i8 j8|a1 a3 a5|VCF=yes' >suite.txt
  tengen solve --suite suite.txt

Exit codes: 0 won (a suite: all right), 1 not won: there is no win of the kind within --plies (some wrong),
3 unknown: a limit was hit first (some undecided), 2 wrong usage or input, 4 failure, 130 interrupted.";

/// Search a position for a forced win. A win is reported only after the proof checker has confirmed it.
/// The built-in book is asked first. With --suite, check a file of positions instead.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    source: PositionSource,
    /// The kind of win. [default: what the book knows, or else vct]
    #[arg(long)]
    goal: Option<Goal>,
    /// The color that is to win. [default: the side to move]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Color>,
    /// Plies of the longest win that is searched, its five included; a VCF may be longer.
    #[arg(long, default_value_t = 35, value_parser = plies_parser(MAX_SIZE * MAX_SIZE))]
    plies: usize,
    /// Search, without asking the built-in book.
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    memory: Memory,
    /// Threads of the check of a win by any moves; the search has one.
    #[arg(long, default_value_t = 1, value_parser = threads_parser())]
    threads: usize,
    /// Keep the positions that a search for any win settles in this file, and resume from it.
    #[arg(long, value_name = "FILE", visible_alias = "resume")]
    state: Option<PathBuf>,
    /// Write the win as a tree: the attacker's moves and every defence, down to the five. As text (.txt),
    /// SGF (.sgf), JSON (.json) or a RenLib library (.lib).
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Write the decisions of a win of any kind as a certificate, for `tengen verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// A certificate of a similar position, as a hint for move ordering in a search for any win: its moves are
    /// searched first where one stone of the defender's differs. May be given several times.
    #[arg(long, value_name = "FILE")]
    like: Vec<PathBuf>,
    /// Play the position as a puzzle: you type the attacker's moves, the solver answers with the best defence.
    #[arg(long)]
    play: bool,
    /// Print the answer as a JSON object, as `tengen analyse` does.
    #[arg(long, conflicts_with_all = ["no_book", "memory", "state", "tree", "certificate", "like", "play", "suite"])]
    json: bool,
    #[command(flatten)]
    suite: suite::SolveOptions,
}

/// The memory of a search, as a flag.
#[derive(Args)]
pub struct Memory {
    /// Megabytes of all hash tables; the program and the checker take up to 64 more.
    #[arg(long, value_name = "MB", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
}

impl Memory {
    /// The limits of a search with that memory.
    pub fn with_nodes(&self, nodes: u64) -> WinSettings {
        WinSettings {
            nodes,
            memory: (self.memory as usize) << 20,
            growth: None,
        }
    }
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if let Some(file) = &options.suite.suite {
        return suite::solve(file, &options.suite);
    }
    let mut task = task(options).map_err(Failure::usage)?;
    if options.json {
        return solve_as_json(options, &task);
    }
    let book = BookAnswer::of(&task).filter(|_| !options.no_book);
    let is_enough = book
        .as_ref()
        .is_some_and(|book| book.is_enough(options.goal, options.plies));
    if !is_enough {
        check_goal(options).map_err(Failure::usage)?;
        let hints = options.like.iter().map(|path| like(path, &task.position));
        task.hints = hints.collect::<Result<_>>().map_err(Failure::usage)?;
    }
    if let (None, Some(book)) = (options.goal, &book) {
        book.set_goal(&mut task);
    }
    let reached = Arc::new(Mutex::new(Reached::new(task.goal)));
    at_interrupt(&reached, |reached| reached.summary())?;
    let board = task.position.board();
    sayln!("{board}\n{}", headline(&task));
    let mut solver = Solver::new(&task);
    if let Some(book) = &book {
        say(&book_text(book, &task));
        if is_enough {
            reached.lock().is_answered = true;
            return finish_book(options, &task, solver, book);
        }
    }
    let answer = search(options.state.as_deref(), &task, &mut solver, &reached)?;
    reached.lock().is_answered = true;
    let (none, verdict) = match &answer {
        Answer::Won(win) => return finish_won(options, &task, solver, win),
        Answer::NotWon(none) => (none, Verdict::No),
        Answer::Unknown(none) => (none, Verdict::Unknown),
    };
    say(&no_win_text(&answer, none, &task));
    say_unwritten(options);
    Ok(verdict.into())
}

fn solve_as_json(options: &Options, task: &SolveTask) -> Result<ExitCode> {
    let question = Question::Solve(Solve {
        id: String::new(),
        position: PositionWords::of(&task.position),
        goal: options.goal.map(GoalWord::from),
        attacker: Some(task.attacker.into()),
        plies: Some(options.plies),
        nodes: options.suite.nodes,
        tree: None,
    });
    Ok(match answer_as_json(&question)? {
        Reply::Solve(solved) => Verdict::from(solved.verdict).into(),
        _ => Verdict::Unknown.into(),
    })
}

/// Runs the solver with the state's file, if there is one.
pub fn search(
    state: Option<&Path>,
    task: &SolveTask,
    solver: &mut Solver,
    reached: &Arc<Mutex<Reached>>,
) -> Result<Answer> {
    let mut settled = Vec::new();
    if let Some(path) = state {
        let search = task.certificate().ok_or(SolveError::NoGame);
        let search = search.map_err(|error| Failure::usage(error.into()))?;
        let (file, state) = open_state(path, &search).map_err(Failure::usage)?;
        let count = state.settled.len();
        sayln!("{}: {count} settled positions read", path.display());
        reached.lock().state = Some(file);
        settled = state.settled;
    }
    let answer = solver.solve(&settled, &mut Watcher::new(Arc::clone(reached)));
    let mut reached = reached.lock();
    if let (Some(file), Some(path)) = (&mut reached.state, state) {
        all_written(&mut file.lines, path)?;
    }
    answer.map_err(|error| match error {
        SolveError::NoGame => Failure::usage(error.into()),
        SolveError::NotConfirmed { .. } | SolveError::Stopped => error.into(),
    })
}

/// Reads what an earlier search has settled, and opens the file to add to it.
fn open_state(path: &Path, search: &Certificate) -> Result<(StateFile, SearchState)> {
    let text = earlier_text(path, "a state of tengen solve")?;
    let state = SearchState::parse(&text, search).with_context(|| path.display().to_string())?;
    check_target(path)?;
    let file = StateFile::open(path, search, &state).map_err(|error| cannot_write(path, error))?;
    Ok((file, state))
}

fn task(options: &Options) -> Result<SolveTask> {
    let found = options.source.read()?;
    tell_notes(found.notes);
    let position = Position::from_board(found.rule, found.board, found.turn);
    let attacker = options.attacker.unwrap_or(position.turn());
    if let Some(path) = &options.tree {
        TreeFormat::of(path, position.board())
            .with_context(|| format!("--tree {}", path.display()))?;
    }
    for path in options.tree.iter().chain(&options.certificate) {
        check_target(path)?;
    }
    let keeps = options.state.is_some() || options.certificate.is_some();
    if attacker != position.turn() && (options.play || keeps) {
        bail!("--play, --state and --certificate need a position with the attacker to move");
    }
    let goal = options.goal.unwrap_or(Goal::Vct);
    let nodes = options.suite.nodes;
    let nodes = nodes.unwrap_or(SolveTask::default_nodes(goal));
    Ok(SolveTask {
        hints: Vec::new(),
        threads: options.threads,
        position,
        attacker,
        goal,
        plies: options.plies,
        settings: options.memory.with_nodes(nodes),
    })
}

/// Refuses flags that only a search for any win reads.
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
    if !certificate.is_for(rule, size) {
        let named = |rule, size: Size| format!("{rule} on {0}x{0}", size.side());
        let (found, wanted) = (named(certificate.rule, certificate.size), named(rule, size));
        let path = path.display();
        bail!("{path}: for another rule or board: {found}, the position is {wanted}");
    }
    Ok(certificate)
}

/// Names the files that are not written because there is no win.
fn say_unwritten(options: &Options) {
    for path in options.tree.iter().chain(&options.certificate) {
        let path = path.display();
        sayln!("{path} is not written: there is no win");
    }
    if options.play {
        say("there is no puzzle without a win\n");
    }
}

/// Writes and plays the book's win.
fn finish_book(
    options: &Options,
    task: &SolveTask,
    mut solver: Solver,
    book: &BookAnswer,
) -> Result<ExitCode> {
    if let Some(path) = &options.state {
        let path = path.display();
        sayln!("{path} is left alone: --no-book searches");
    }
    if !book.is_won {
        say_unwritten(options);
        return Ok(Verdict::No.into());
    }
    if let Some(path) = &options.certificate {
        write_certificate(path, &book.part(task))?;
    }
    if options.tree.is_some() || options.play {
        solver.learn(book.part(task));
    }
    let win = book.win();
    if let Some(path) = &options.tree {
        let solution = solver.solution(&win, u64::MAX);
        write_tree_file(path, task, solution, &verdict(&win, task.attacker))?;
    }
    match options.play {
        true => conversation::talk(&mut PuzzleDialogue::new(task, solver, win.plies)),
        false => Ok(Verdict::Yes.into()),
    }
}

/// Prints, writes and plays a win that was found.
fn finish_won(
    options: &Options,
    task: &SolveTask,
    mut solver: Solver,
    win: &Win,
) -> Result<ExitCode> {
    say(&win_text(win, task));
    if let (Some(path), Some(certificate)) = (&options.certificate, solver.certificate()) {
        write_certificate(path, certificate)?;
    }
    let nodes = match (&options.tree, win.line.is_empty()) {
        (Some(_), _) => Some(u64::MAX),
        (None, true) => Some(LINE_NODES),
        (None, false) => None,
    };
    let solution = nodes.and_then(|nodes| solver.solution(win, nodes));
    let mut verdict = verdict(win, task.attacker);
    if let (true, Some(solution)) = (win.line.is_empty(), &solution) {
        let names = point_names(&solution.main_line(), task.position.board().size());
        let plies = solution.plies;
        sayln!("main line, {plies} plies: {names}");
        verdict = format!("{verdict}, {plies} in the main line");
    }
    if let Some(path) = &options.tree {
        write_tree_file(path, task, solution, &verdict)?;
    }
    match options.play {
        true => conversation::talk(&mut PuzzleDialogue::new(task, solver, win.plies)),
        false => Ok(Verdict::Yes.into()),
    }
}

fn write_tree_file(
    path: &Path,
    task: &SolveTask,
    solution: Option<Solution>,
    verdict: &str,
) -> Result<()> {
    let name = path.display();
    let solution = solution.with_context(|| {
        format!("{name} is not written: the tree has too many moves; that after some more would do")
    })?;
    let head = TreeHead::of(task, verdict);
    let format = TreeFormat::of(path, task.position.board())?;
    let content = write_tree(&solution, &head, format).with_context(|| name.to_string())?;
    write(path, &content)?;
    let moves = solution.tree.len() - task.position.board().stones();
    sayln!("{name}: {moves} moves");
    Ok(())
}
