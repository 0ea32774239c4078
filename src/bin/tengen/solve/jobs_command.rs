//! `tengen jobs`: one search for a win, shared by many machines.

use super::super::files::{all_written, cannot_write, check_target, read_text, write};
use super::super::flags::threads_parser;
use super::super::interrupt::at_interrupt;
use super::super::progress::Progress;
use super::super::verdict::Verdict;
use super::super::{Failure, sayln, warnln};
use super::command::{Memory, search};
use super::reached::Reached;
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tengen::board::point_names;
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::{
    Answer, Frontier, Goal, Job, SearchState, SettledPosition, SolveTask, Solver, StateError,
    StateFile, WinListener, WinProgress, WinSettings, frontier, state_text,
};
use tengen::work_queue::{Work, WorkQueue, work_through};

/// The time between two tellings of progress.
const PROGRESS: Duration = Duration::from_millis(500);

const EXAMPLES: &str = "\
Examples:
  tengen solve h8 j9 --goal win --no-book --rule standard --plies 33 --nodes 100000 --state s   begins the search
  tengen jobs split s jobs                                                       jobs/h8_j9_g8_f8.job and others
  ls jobs/*.job | parallel tengen jobs run --like s                              on as many cores or hosts as there are
  tengen jobs take s jobs/*.job                                                  what is won, what is still open
  tengen solve h8 j9 --goal win --no-book --rule standard --plies 33 --state s --certificate c  once it is won

scripts/share_search.sh repeats split, run and take until the position is won.

Exit codes: 0 done; take: won; 1 split: nothing to split; 3 take: still open; 2 wrong usage or input, 4 failure,
130 interrupted.";

/// Share one search for any win between machines: split what is open into jobs, run each anywhere, take in
/// what came back. A job is a file: a state of `tengen solve` from a position on. A job that is killed keeps what it
/// has settled, a lost one costs only itself.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Split(SplitOptions),
    Run(RunOptions),
    Take(TakeOptions),
}

/// Write jobs for the positions that must be won next, by job-level proof-number search.
#[derive(Args)]
struct SplitOptions {
    /// The state of the search, as `tengen solve --state` writes it.
    state: PathBuf,
    /// The folder for the jobs; earlier jobs there stay.
    folder: PathBuf,
    /// The greatest number of jobs.
    #[arg(long, default_value_t = 32)]
    jobs: usize,
    /// Node limit for expanding positions on the way to the jobs.
    #[arg(long, default_value_t = 5_000_000)]
    nodes: u64,
    #[command(flatten)]
    memory: Memory,
}

/// Search one job; its file keeps what is settled, and running it again goes on.
#[derive(Args)]
struct RunOptions {
    /// The job's file.
    job: PathBuf,
    /// Node limit.
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// Give up once the job's proof number or disproof number is more than twice what it was, and so much more: other
    /// positions are worth a look then.
    #[arg(long, value_name = "N", default_value_t = Job::GROWTH)]
    growth: u32,
    /// A state whose wins are hints: their moves are searched first where one stone of the defender's differs.
    #[arg(long, value_name = "STATE")]
    like: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
}

/// Take in what jobs have settled, whole or not, and tell what is still open. The checker confirms every win first; a
/// file that it refuses is left out.
#[derive(Args)]
struct TakeOptions {
    /// The state of the search.
    state: PathBuf,
    /// The jobs' files.
    jobs: Vec<PathBuf>,
    /// Take wins in unchecked; the whole win is checked in the end either way.
    #[arg(long)]
    unchecked: bool,
    /// The number of threads of the checks.
    #[arg(long, default_value_t = 2, value_parser = threads_parser())]
    threads: usize,
    #[command(flatten)]
    memory: Memory,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    match &options.step {
        Step::Split(options) => split(options),
        Step::Run(options) => run_job(options),
        Step::Take(options) => take(options),
    }
}

/// Reads the search that a state is of, and what it has settled.
fn read_state(path: &Path) -> Result<(Certificate, SearchState)> {
    let text = read_text(path, "a state of tengen solve").map_err(Failure::usage)?;
    let parse = || {
        let search = SearchState::search(&text)?;
        let state = SearchState::parse(&text, &search)?;
        Ok::<_, StateError>((search, state))
    };
    parse().map_err(|error| {
        Failure::usage(anyhow::Error::new(error).context(path.display().to_string()))
    })
}

/// The file of a state, and what is new in it.
struct Keeper {
    file: StateFile,
    new: Vec<SettledPosition>,
}

impl Keeper {
    /// Opens the file of a state; also tells the search that it is of, and what it has settled.
    fn open(path: &Path) -> Result<(Certificate, Vec<SettledPosition>, Keeper)> {
        let (search, state) = read_state(path)?;
        check_target(path).map_err(Failure::usage)?;
        let file = StateFile::open(path, &search, &state);
        let file = file.map_err(|error| cannot_write(path, error))?;
        let new = Vec::new();
        Ok((search, state.settled, Keeper { file, new }))
    }
}

impl WinListener for Keeper {
    fn settled(&mut self, settled: &SettledPosition) {
        self.file.add(settled);
        self.new.push(settled.clone());
    }

    fn goes_on(&mut self, _: &WinProgress) -> bool {
        self.file.lines.is_whole()
    }
}

fn split(options: &SplitOptions) -> Result<ExitCode> {
    let (path, folder) = (&options.state, &options.folder);
    let (search, mut settled, mut keeper) = Keeper::open(path)?;
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
    let settings = options.memory.with_nodes(options.nodes);
    let (whole, most) = (search.clone(), options.jobs);
    let found = frontier(whole, &settings, &settled, most, &mut keeper);
    all_written(&mut keeper.file.lines, path)?;
    settled.append(&mut keeper.new);
    for moves in &found.jobs {
        let job = Job::after(&search, moves);
        let name = point_names(job.search.start(), search.size).replace(' ', "_");
        let content = state_text(&job.search, &job.part_of(&settled));
        write(&folder.join(name + ".job"), content.as_bytes())?;
    }
    sayln!("{}: {} jobs", folder.display(), found.jobs.len());
    tell(&search, path, &found);
    Ok(match found.jobs.is_empty() {
        true => Verdict::No.into(),
        false => Verdict::Yes.into(),
    })
}

fn run_job(options: &RunOptions) -> Result<ExitCode> {
    let path = &options.job;
    let (job, _) = read_state(path)?;
    let hints = match &options.like {
        Some(like) => {
            let (whole, state) = read_state(like)?;
            Job::after(&whole, &[]).wins(&state.settled)
        }
        None => None,
    };
    let mut position = Position::empty(job.rule, job.size);
    if position.play_line(job.start()) < job.start().len() {
        let name = path.display();
        let why = anyhow!("{name}: line 5: no legal moves from the empty board");
        return Err(Failure::usage(why));
    }
    let task = SolveTask {
        attacker: position.turn(),
        goal: Goal::Win,
        plies: job.plies.saturating_sub(job.start().len()),
        settings: WinSettings {
            growth: Some(options.growth),
            ..options.memory.with_nodes(options.nodes)
        },
        hints: hints.into_iter().collect(),
        threads: 1,
        position,
    };
    let reached = Arc::new(Mutex::new(Reached::new(task.goal)));
    at_interrupt(&reached, |reached| reached.summary())?;
    let mut solver = Solver::new(&task);
    let answer = search(Some(path), &task, &mut solver, &reached)?;
    let mut reached = reached.lock();
    if let (Some(wins), Some(file)) = (solver.certificate(), &mut reached.state) {
        // With what the checker does not find by itself.
        for won in Job::after(&job, &[]).won_positions(wins) {
            file.add(&won);
        }
        all_written(&mut file.lines, path)?;
    }
    let verdict = match answer {
        Answer::Won(_) => "won",
        Answer::NotWon(_) | Answer::Unknown(_) => "not seen to be won",
    };
    sayln!("{}: {verdict}", path.display());
    Ok(ExitCode::SUCCESS)
}

fn take(options: &TakeOptions) -> Result<ExitCode> {
    let path = &options.state;
    let (whole, mut settled, mut keeper) = Keeper::open(path)?;
    let mut known: HashSet<SettledPosition> = settled.iter().cloned().collect();
    for (job, back) in check_all(&whole, options) {
        let name = job.display();
        match back {
            Ok(taken) => {
                let before = settled.len();
                let new = taken.into_iter().filter(|new| known.insert(new.clone()));
                settled.extend(new.inspect(|new| keeper.file.add(new)));
                sayln!("{name}: {} positions taken in", settled.len() - before);
            }
            Err(error) => warnln!("tengen: left out: {error:#}"),
        }
    }
    let settings = options.memory.with_nodes(0);
    let found = frontier(whole.clone(), &settings, &settled, 0, &mut keeper);
    all_written(&mut keeper.file.lines, path)?;
    let synced = keeper.file.lines.sync();
    synced.map_err(|error| cannot_write(path, error))?;
    tell(&whole, path, &found);
    Ok(match found.proof {
        0 => Verdict::Yes.into(),
        _ => Verdict::Unknown.into(),
    })
}

/// A job's file, and what it has to add to the whole search.
type Back<'a> = (&'a Path, Result<Vec<SettledPosition>>);

/// Reads and checks jobs' files, several at a time.
struct Returns<'a> {
    whole: &'a Certificate,
    checks: bool,
}

impl<'a> Work for Returns<'a> {
    type Task = &'a Path;
    type Worker = ();
    type Done = Back<'a>;
    type State = Vec<Back<'a>>;

    fn worker(&self) {}

    fn run(&self, (): &mut (), path: &'a Path) -> Back<'a> {
        let read = || {
            let (search, state) = read_state(path)?;
            let job = Job::of(self.whole, search);
            let taken = job.and_then(|job| job.take_in(&state.settled, self.checks));
            taken.with_context(|| path.display().to_string())
        };
        (path, read())
    }

    fn add(&self, queue: &mut WorkQueue<&'a Path, Vec<Back<'a>>>, back: Back<'a>) {
        queue.state.push(back);
    }
}

/// What the jobs' files have to add, in the order of their names.
fn check_all<'a>(whole: &'a Certificate, options: &'a TakeOptions) -> Vec<Back<'a>> {
    let checks = !options.unchecked;
    let (returns, all) = (Returns { whole, checks }, options.jobs.len());
    let queue = WorkQueue::new(options.jobs.iter().map(PathBuf::as_path), Vec::new());
    let mut progress = Progress::start();
    let queue = work_through(&returns, queue, options.threads, PROGRESS, &mut |queue| {
        progress.tell(queue.state.len(), all, || "jobs".into());
        true
    });
    let mut back = queue.state;
    back.sort_by_key(|&(path, _)| path);
    back
}

/// Tells what is still to be won.
fn tell(search: &Certificate, path: &Path, found: &Frontier) {
    let moves = point_names(search.start(), search.size);
    if found.proof == 0 {
        let plies = search.plies.saturating_sub(search.start().len());
        sayln!(
            "won; checked as a whole and written by: tengen solve {moves} --goal win --no-book --rule {} \
             --boardsize {} --plies {plies} --state {} --certificate FILE",
            search.rule,
            search.size.side(),
            path.display()
        );
        return;
    }
    let (proof, disproof) = (found.proof, found.disproof);
    sayln!("after {moves}: proof number {proof}, disproof number {disproof}");
    for (plies, count) in found
        .open
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
    {
        sayln!("still open {plies} plies later: {count}");
    }
}
