//! `tengen solve`: is a position won, and how? A win is told only once the checker has confirmed it.

use super::certificate_file::{plies_parser, read_certificate, write_certificate};
use super::solve_answer::{Answer, Goal, Task, Won, main_line};
use super::solve_position::Input;
use super::solve_puzzle;
use super::solver::Solver;
use super::suite_command::NODES;
use super::tree_file::{self, About};
use super::{Failure, say, suite_command};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::board::{Color, MAX_SIZE, point_names};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::WinSettings;

/// Moves played at most for a win of any kind, where nothing else is said.
const ANY_NODES: u64 = 500_000_000;

/// Moves played at most to work out the main line, where no tree is asked for.
const LINE_NODES: u64 = 5_000_000;

/// Looks for a forced win, and says so only where it is proven: every win is put before the checker of
/// proofs first. Or checks a suite of positions.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    input: Input,
    /// What kind of win.
    #[arg(long, default_value = "vct")]
    goal: Goal,
    /// Who is to win. [default: whose move it is]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Attacker>,
    /// The longest win that is looked for, its five included; wins by fours alone may be longer.
    #[arg(long, default_value_t = 35, value_parser = plies_parser(MAX_SIZE * MAX_SIZE))]
    plies: usize,
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
    let task = task(options).map_err(Failure::usage)?;
    say(&format!("{}\n{}\n", task.position.board(), task.headline()));
    let mut solver = Solver::new(&task);
    match solver.solve(options.state.as_deref())? {
        Answer::Won(won) => tell_won(options, &task, solver, &won),
        Answer::Not { text, .. } | Answer::Unknown(text) => {
            say(&text);
            if options.play {
                bail!("there is no puzzle without a win");
            }
            if let Some(path) = options.tree.as_ref().or(options.certificate.as_ref()) {
                bail!(
                    "{} is not written: there is no win to be told",
                    path.display()
                );
            }
            Ok(ExitCode::SUCCESS)
        }
    }
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
    let keeps = options.state.is_some() || options.certificate.is_some();
    if (keeps || !options.like.is_empty()) && options.goal != Goal::Win {
        bail!("--state, --certificate and --like go with --goal win");
    }
    if attacker != position.turn() && (options.play || keeps) {
        bail!("--play, --state and --certificate need a position with the attacker to move");
    }
    let nodes = options.suite.nodes.unwrap_or(match options.goal {
        Goal::Win => ANY_NODES,
        _ => NODES,
    });
    let memory = (options.memory as usize) << 20;
    let like = options.like.iter().map(|path| like(path, &position));
    Ok(Task {
        like: like.collect::<Result<_>>()?,
        position,
        attacker,
        goal: options.goal,
        plies: options.plies,
        settings: WinSettings { nodes, memory },
    })
}

/// Reads a certificate for the rule and the board of a position.
fn like(path: &Path, position: &Position) -> Result<Certificate> {
    let (rule, size) = (position.rule(), position.board().size());
    let nothing = Certificate::new(rule, size, Vec::new(), size.area());
    let (certificate, _) = read_certificate(path, nothing)?;
    if (certificate.rule, certificate.size) != (rule, size) {
        bail!("{}: for another rule or board", path.display());
    }
    Ok(certificate)
}

fn tell_won(options: &Options, task: &Task, mut solver: Solver, won: &Won) -> Result<ExitCode> {
    let (told, checked) = (won.told(task), won.checked());
    say(&format!("{}{told}\n{checked}\n", won.before));
    if let (Some(path), Some(certificate)) = (&options.certificate, solver.certificate()) {
        write_certificate(path, certificate)?;
    }
    let solution = match (&options.tree, won.has_line()) {
        (Some(_), _) => solver.solution(won, u64::MAX),
        (None, false) => solver.solution(won, LINE_NODES),
        (None, true) => None,
    };
    let mut verdict = won.text.clone();
    if let (false, Some(solution)) = (won.has_line(), &solution) {
        let names = point_names(&main_line(solution), task.position.board().size());
        let plies = solution.plies;
        say(&format!("main line, {plies} plies: {names}\n"));
        verdict = format!("{verdict}, {plies} in the main line");
    }
    if let Some(path) = &options.tree {
        let solution = solution.context("the tree has too many moves to be written")?;
        let about = About {
            position: &task.position,
            attacker: task.attacker,
            goal: task.goal.name(),
            verdict: &verdict,
        };
        tree_file::write(path, &solution, &about)?;
        say(&format!(
            "{}: {} moves\n",
            path.display(),
            solution.tree.len() - task.position.board().stones()
        ));
    }
    if options.play {
        return solve_puzzle::play(task, solver.into_strategy(), won.plies);
    }
    Ok(ExitCode::SUCCESS)
}
