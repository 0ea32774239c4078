//! `tengen referee`: games in, verdicts out, for comparing with referees of other make.

use super::super::{Failure, warnln};
use anyhow::{Context, Result};
use clap::Args;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use tengen::analysis::judge_line;

const EXAMPLES: &str = "\
Example:
  echo 'renju 15 h8 a1 i8 a3 j8 a5 k8 a7 m8 a9 l8' | tengen referee
prints
  ..........f
since black's l8 makes six in a row. RULE is freestyle (0), standard (1), renju (4), caro (8) or
caro-exact (9); SIZE is the board's side, 5 to 22; moves are a letter, the column from the left, and a
number, the row from the bottom. Blank lines and what follows a # are left out, and get no answer.

Exit codes: 0 all lines are judged, 2 a line cannot be read: it is named.";

/// Judge games from standard input, one a line, RULE SIZE MOVES: a character is written for each move up to the
/// end.
///
/// `.` legal, `b` or `w` black or white wins, `=` draw on a full board, `f` forbidden, `x` illegal.
#[derive(Args)]
#[command(after_help = EXAMPLES, verbatim_doc_comment)]
pub struct Options {}

pub fn run(_: &Options) -> Result<ExitCode> {
    if std::io::stdin().is_terminal() {
        warnln!("reads games, as 'renju 15 h8 i9 ..', one a line; the end of the input ends it");
    }
    let mut out = std::io::stdout().lock();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let number = number + 1;
        let line = line
            .with_context(|| format!("standard input, line {number}: text is expected"))
            .map_err(Failure::usage)?;
        let game = line.split('#').next().unwrap_or_default();
        if !game.trim().is_empty() {
            let verdicts = judge_line(game)
                .with_context(|| format!("line {number}"))
                .map_err(Failure::usage)?;
            writeln!(out, "{verdicts}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
