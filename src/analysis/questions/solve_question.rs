//! Questions to the solver.

use super::position_words::number;
use super::question::{GoalWord, Solve};
use super::question_error::QuestionError;
use super::question_stop::QuestionStop;
use super::reply::{Reply, SolveVerdict, Solved, TreeMove};
use super::search_question::names;
use super::solve_watch::SolveWatch;
use crate::analysis::{book_text, no_win_text, win_text};
use crate::board::{Color, MAX_SIZE, Point, point_name};
use crate::position::Position;
use crate::record::{NodeId, Variations};
use crate::solve::{Answer, BookAnswer, Goal, Solution, SolveError, SolveTask, Solver, Win};
use crate::time::Clock;

/// Nodes at most to work out the tree of a win.
const TREE_NODES: u64 = 1_000_000;
/// The most moves of a tree in an answer.
const MOST_TREE_MOVES: u64 = 100_000;

/// Answers a question to the solver.
pub(super) fn solve_question(
    question: &Solve,
    stop: &QuestionStop,
) -> Result<Reply, QuestionError> {
    let clock = Clock::start();
    let (position, _) = question.position.read()?;
    let solved = answer(question, position, stop)?;
    Ok(Reply::Solve(Solved {
        elapsed_ms: clock.elapsed_ms(),
        ..solved
    }))
}

fn answer(
    question: &Solve,
    position: Position,
    stop: &QuestionStop,
) -> Result<Solved, QuestionError> {
    let goal = question.goal.map(Goal::from);
    let mut task = task_of(question, goal, position)?;
    let book = BookAnswer::of(&task);
    if let (None, Some(book)) = (goal, &book) {
        book.set_goal(&mut task);
    }
    task.settings.nodes = question
        .nodes
        .unwrap_or(SolveTask::default_nodes(task.goal));
    if let Some(book) = book.filter(|book| book.is_enough(goal, task.plies)) {
        let text = book_text(&book, &task);
        return Ok(match book.is_won {
            true => Solved {
                plies: Some(book.plies),
                ..Solved::of(SolveVerdict::Won, &text)
            },
            false => Solved::of(SolveVerdict::NotWon, &text),
        });
    }
    let mut solver = Solver::new(&task);
    let mut watch = SolveWatch::until_stopped(stop);
    let answer = match solver.solve(&[], &mut watch) {
        Ok(answer) => answer,
        Err(error @ SolveError::Stopped) => {
            return Ok(Solved::of(SolveVerdict::Unknown, &error.to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    let (verdict, none) = match &answer {
        Answer::Won(win) => return Ok(won(question, &task, &mut solver, win)),
        Answer::NotWon(none) => (SolveVerdict::NotWon, none),
        Answer::Unknown(none) => (SolveVerdict::Unknown, none),
    };
    Ok(Solved::of(verdict, &no_win_text(&answer, none, &task)))
}

/// What is to be solved; the book may set another goal.
fn task_of(
    question: &Solve,
    goal: Option<Goal>,
    position: Position,
) -> Result<SolveTask, QuestionError> {
    let points = (MAX_SIZE * MAX_SIZE) as u64;
    let plies = question.plies.map(|plies| plies as u64);
    let tree = question.tree.map(|moves| moves as u64);
    number("plies", plies, 1, points)?;
    number("nodes", question.nodes, 1, u64::MAX)?;
    number("tree", tree, 1, MOST_TREE_MOVES)?;
    let mut task = SolveTask::new(position, goal.unwrap_or(Goal::Vct));
    task.attacker = question.attacker.map_or(task.attacker, Color::from);
    task.plies = question.plies.unwrap_or(task.plies);
    Ok(task)
}

/// A win with its line, and with its tree if that is asked for.
fn won(question: &Solve, task: &SolveTask, solver: &mut Solver, win: &Win) -> Solved {
    let needs_tree = win.line.is_empty() || question.tree.is_some();
    let solution = needs_tree.then(|| solver.solution(win, TREE_NODES));
    let solution = solution.flatten();
    let line = match &solution {
        Some(solution) if win.line.is_empty() => solution.main_line(),
        _ => win.line.clone(),
    };
    let is_small = |solution: &&Solution| {
        question
            .tree
            .is_some_and(|most| solution.tree.len() <= most + solution.tree.ply(solution.at))
    };
    let tree = solution.as_ref().filter(is_small);
    Solved {
        plies: Some(win.plies),
        line: names(&line, task.position.board().size()),
        tree: tree.map_or(Vec::new(), |solution| {
            moves_after(&solution.tree, solution.at)
        }),
        ..Solved::of(SolveVerdict::Won, &win_text(win, task))
    }
}

/// The moves after a node, each with those after it. As deep as the board has points.
fn moves_after(tree: &Variations, at: NodeId) -> Vec<TreeMove> {
    let word = |id| TreeMove {
        point: tree
            .point(id)
            .map_or("pass".into(), |point: Point| point_name(point, tree.size())),
        note: tree.comment(id).into(),
        next: moves_after(tree, id),
    };
    tree.children(at).map(word).collect()
}

impl Solved {
    /// A verdict, as yet in no time.
    fn of(verdict: SolveVerdict, text: &str) -> Solved {
        Solved {
            verdict,
            text: text.trim_end().to_string(),
            plies: None,
            line: Vec::new(),
            tree: Vec::new(),
            elapsed_ms: 0,
        }
    }
}

impl From<Goal> for GoalWord {
    fn from(goal: Goal) -> GoalWord {
        match goal {
            Goal::Vcf => GoalWord::Vcf,
            Goal::Vct => GoalWord::Vct,
            Goal::Win => GoalWord::Win,
            Goal::Shortest => GoalWord::Shortest,
        }
    }
}

impl From<GoalWord> for Goal {
    fn from(word: GoalWord) -> Goal {
        match word {
            GoalWord::Vcf => Goal::Vcf,
            GoalWord::Vct => Goal::Vct,
            GoalWord::Win => Goal::Win,
            GoalWord::Shortest => Goal::Shortest,
        }
    }
}
