//! `tengen referee`: games in, verdicts out, for comparing with referees of other make.

use anyhow::{Context, Result};
use clap::Args;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use tengen::board::{Color, Size, parse_point};
use tengen::rule::{EndRule, Game, Illegal, Outcome, Rule};

/// Reads a game a line, `RULE SIZE h8 i9 ..` with the number of `INFO rule`, and writes a character for
/// each move up to the end: `.` legal, `b` or `w` black or white wins, `=` draw on a full board,
/// `f` forbidden, `x` illegal.
#[derive(Args)]
pub struct Options {}

pub fn run(_: &Options) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let verdicts = judge(&line?).with_context(|| format!("line {}", number + 1))?;
        writeln!(out, "{verdicts}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn judge(line: &str) -> Result<String> {
    let mut words = line.split_whitespace();
    let rule: i64 = words
        .next()
        .context("no rule")?
        .parse()
        .context("the rule is a number")?;
    let side: usize = words
        .next()
        .context("no size")?
        .parse()
        .context("the size is a number")?;
    let size = Size::new(side).context("boards are of 5 to 22")?;
    let mut game = Game::with_end_rule(Rule::from_code(rule), size, EndRule::FullBoard);
    let mut verdicts = String::new();
    for word in words {
        let verdict = match game.play(parse_point(word, size)?) {
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
