//! `tengen referee`: games in, verdicts out, for comparing with referees of other make.

use super::super::Failure;
use anyhow::{Context, Error, Result, anyhow};
use clap::Args;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use tengen::board::{Color, Size, parse_point};
use tengen::rule::{EndRule, Game, Illegal, Outcome, Rule};

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
        eprintln!("reads games, as 'renju 15 h8 i9 ..', one a line; the end of the input ends it");
    }
    let mut out = std::io::stdout().lock();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let number = number + 1;
        let line = line
            .with_context(|| format!("standard input, line {number}: text is expected"))
            .map_err(Failure::usage)?;
        let game = line.split('#').next().unwrap_or_default();
        if !game.trim().is_empty() {
            let verdicts = judge(game)
                .map_err(|error| Failure::usage(error.context(format!("line {number}"))))?;
            writeln!(out, "{verdicts}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is wrong with a word of a line.
fn wrong(line: &str, word: &str, what: impl std::fmt::Display) -> Error {
    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
    anyhow!("column {}: {what}", line[..offset].chars().count() + 1)
}

fn judge(line: &str) -> Result<String> {
    let mut words = line.split_whitespace();
    let end = &line[line.len()..];
    let rule = words.next().unwrap_or(end);
    let side = words
        .next()
        .ok_or_else(|| wrong(line, end, "RULE SIZE MOVES is expected, SIZE is missing"))?;
    let rule: Rule = rule.parse().map_err(|why| wrong(line, rule, why))?;
    let size = side.parse().ok().and_then(Size::new);
    let size = size.ok_or_else(|| {
        let what = format!("'{side}' is no board's side, 5 to 22 (RULE SIZE MOVES is expected)");
        wrong(line, side, what)
    })?;
    let mut game = Game::with_end_rule(rule, size, EndRule::FullBoard);
    let mut verdicts = String::new();
    for word in words {
        let point = parse_point(word, size).map_err(|why| wrong(line, word, why))?;
        let verdict = match game.play(point) {
            Ok(None) => '.',
            Ok(Some(Outcome::Win(Color::Black))) => 'b',
            Ok(Some(Outcome::Win(Color::White))) => 'w',
            Ok(Some(Outcome::Draw)) => '=',
            Err(Illegal::Forbidden(_)) => 'f',
            Err(_) => 'x',
        };
        verdicts.push(verdict);
        if verdict != '.' {
            break;
        }
    }
    Ok(verdicts)
}
