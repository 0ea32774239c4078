//! `tengen solve --play`: a puzzle on standard input and output.

use super::super::{Failure, say};
use anyhow::{Context, Result};
use std::process::ExitCode;
use tengen::analysis::{refutation_text, win_name};
use tengen::board::{Point, parse_point, point_name};
use tengen::solve::{Means, PuzzleGame, PuzzleIllegal, PuzzleMove, SolveTask, Solver};

const HELP: &str = "type a point such as h8, or: hint, board, help, quit\n";

/// Asks for the attacker's moves until five stands or the input ends.
pub fn play(task: &SolveTask, solver: Solver, plies: usize) -> Result<ExitCode> {
    let mut puzzle = PuzzleGame::new(task, solver, plies);
    let name = match puzzle.means() {
        Means::Any => "win by any moves",
        means => win_name(means),
    };
    let (first, rest) = task.attacker.name().split_at(1);
    let attacker = first.to_uppercase() + rest;
    say(&format!(
        "\nFind the {name} within {plies} plies. {attacker} moves.\n{HELP}"
    ));
    loop {
        say("> ");
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        let read = read.context("standard input").map_err(Failure::usage)?;
        if read == 0 {
            say("\n");
            return Ok(ExitCode::SUCCESS);
        }
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(ExitCode::SUCCESS),
            "help" | "?" => say(HELP),
            "board" => say(&format!("{}\n", puzzle.position().board())),
            "hint" => match puzzle.hint() {
                Some(point) => say(&format!("{} wins\n", named(&puzzle, point))),
                None => say("the search for a hint hit its node limit\n"),
            },
            word => {
                if is_solved_by(&mut puzzle, word) {
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    }
}

fn named(puzzle: &PuzzleGame, point: Point) -> String {
    point_name(point, puzzle.position().board().size())
}

/// Answers a move that was typed; true once five stands.
fn is_solved_by(puzzle: &mut PuzzleGame, word: &str) -> bool {
    let point = match parse_point(word, puzzle.position().board().size()) {
        Ok(point) => point,
        Err(error) => {
            say(&format!("{error}\n"));
            return false;
        }
    };
    let (name, attacker) = (named(puzzle, point), puzzle.position().turn());
    let text = match puzzle.play(point) {
        Err(PuzzleIllegal::Taken) => format!("{name} is taken"),
        Err(PuzzleIllegal::Forbidden) => format!("{name} is forbidden to {}", attacker.name()),
        Ok(PuzzleMove::Solved) => {
            let (board, moves) = (puzzle.position().board(), puzzle.moves());
            say(&format!(
                "{board}\n{name} is five: solved in {moves} moves\n"
            ));
            return true;
        }
        Ok(PuzzleMove::Wins { reply, plies }) => format!(
            "{}\nright: {} answers at {}; five comes within {plies} {}",
            puzzle.position().board(),
            (!attacker).name(),
            named(puzzle, reply),
            if plies == 1 { "ply" } else { "plies" }
        ),
        Ok(PuzzleMove::NoReply) => "right, but there is no legal reply: try another".into(),
        Ok(PuzzleMove::NotConfirmed(refused)) => format!(
            "{name} seems to win, but the checker does not confirm it ({refused}); try another"
        ),
        Ok(PuzzleMove::Fails { reply, why }) => refutation_text(puzzle, point, reply, why),
    };
    say(&format!("{text}\n"));
    false
}
