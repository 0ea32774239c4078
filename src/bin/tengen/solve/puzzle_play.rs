//! `tengen solve --play`: a puzzle on standard input and output.

use super::super::{Failure, say};
use anyhow::{Context, Result};
use std::process::ExitCode;
use tengen::analysis::{PuzzleAnswer, PuzzleDialogue};

/// Asks for the attacker's moves until five stands or the input ends.
pub fn play(mut puzzle: PuzzleDialogue) -> Result<ExitCode> {
    say(&puzzle.introduction());
    loop {
        say("> ");
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        let read = read.context("standard input").map_err(Failure::usage)?;
        if read == 0 {
            say("\n");
            return Ok(ExitCode::SUCCESS);
        }
        match puzzle.answer(&line) {
            PuzzleAnswer::Next(text) => {
                say(&text);
            }
            PuzzleAnswer::End(text) => {
                say(&text);
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
}
