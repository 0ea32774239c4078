//! Solves a small position: is there a VCF (a win by fours alone), and what are its moves?

use std::error::Error;
use tengen::board::{Size, parse_points, point_names};
use tengen::position::Position;
use tengen::rule::Rule;
use tengen::solve::{Answer, Goal, SolveTask, Solver};

/// Solves the position after six moves; returns the verdict as a line.
pub fn run() -> Result<String, Box<dyn Error>> {
    let size = Size::FIFTEEN;
    let mut position = Position::empty(Rule::Freestyle, size);
    position.play_line(&parse_points("h8 a1 i8 a15 j8 o1", size)?);

    let task = SolveTask::new(position, Goal::Vcf);
    let mut solver = Solver::new(&task);
    // No settled positions of an earlier search, and nobody listens to the progress.
    let answer = solver.solve(&[], &mut ())?;

    Ok(match answer {
        // The proof checker has confirmed the win before it is returned.
        Answer::Won(win) => {
            let moves = point_names(&win.line, size);
            format!("black wins in {} plies: {moves}", win.plies)
        }
        Answer::NotWon(_) => "there is no VCF".into(),
        Answer::Unknown(_) => "the node limit was hit first".into(),
    })
}

#[allow(dead_code, clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}
