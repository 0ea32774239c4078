//! Games given as lines, judged by the plain rules.

use crate::board::{Color, Size, parse_point};
use crate::rule::{EndRule, Game, Illegal, Outcome, Rule};
use std::fmt::Display;

/// A line that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct LineError {
    /// Where it goes wrong, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

/// Judges the game of a line `RULE SIZE MOVES`. Returns one character for each move up to the end of the game: `.` the
/// game continues, `b` and `w` a color wins, `=` a draw, `f` a forbidden move, `x` another illegal one.
///
/// ```
/// use tengen::analysis::judge_line;
///
/// assert_eq!(judge_line("renju 15 h8 a1 i8 a3 j8 a5 k8 a7 m8 a9 l8").unwrap(), "..........f");
/// assert_eq!(judge_line("renju 15 h8 z1").unwrap_err().column, 13);
/// ```
///
/// # Errors
/// If the line cannot be read.
pub fn judge_line(line: &str) -> Result<String, LineError> {
    let mut words = line.split_whitespace();
    let end = &line[line.len()..];
    let rule = words.next().unwrap_or(end);
    let side = words
        .next()
        .ok_or_else(|| wrong(line, end, "RULE SIZE MOVES is expected, SIZE is missing"))?;
    let rule: Rule = rule.parse().map_err(|why| wrong(line, rule, why))?;
    let size = side.parse().ok().and_then(Size::new).ok_or_else(|| {
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

/// The error at a word of the line.
fn wrong(line: &str, word: &str, what: impl Display) -> LineError {
    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
    LineError {
        column: line[..offset].chars().count() + 1,
        what: what.to_string(),
    }
}
