//! What can be typed.

use crate::board::{Point, Size, parse_points};
use crate::engine::FULL_STRENGTH;
use std::path::PathBuf;
use thiserror::Error;

pub(super) const HELP: &str = "\
h8            play there; in swap2 several points: h8 i9 j10
hint          the best move
why           who stands better, and what of it is proven
undo          take your last move back, or your resignation; the clock runs on
swap          exchange colors with tengen
forbidden     the points that are forbidden to black
level N       tengen's strength, from 0 to 100
time SECONDS  tengen's time for a move
board, moves  show the position
save FILE     write the game as .sgf or .psq
new           begin again
resign, quit
";

/// The most characters of a line that an answer repeats.
const SHOWN: usize = 40;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Nothing,
    Points(Vec<Point>),
    /// Take black, in swap2.
    Black,
    Help,
    Hint,
    Why,
    Undo,
    Exchange,
    Forbidden,
    Level(u32),
    Time {
        ms: u64,
    },
    Board,
    Moves,
    Save(PathBuf),
    New,
    Resign,
    Quit,
}

/// Why a line is none that can be typed.
#[derive(Debug, Error, PartialEq, Eq)]
pub(super) enum CommandError {
    #[error("{0}: no point of the board, and no command; help lists what can be typed")]
    Unknown(String),
    #[error("{0} takes nothing after it")]
    TooMuch(String),
    #[error("level: a number from 0 to {FULL_STRENGTH} is expected")]
    Level,
    #[error("time: seconds from 0.001 to 3600 are expected")]
    Time,
    #[error("save: a file name that ends in .sgf or .psq is expected")]
    Save,
}

/// Reads a line.
pub(super) fn parse(line: &str, size: Size) -> Result<Command, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    let alone = match word.as_str() {
        "" => Command::Nothing,
        "black" => Command::Black,
        "help" | "?" => Command::Help,
        "hint" => Command::Hint,
        "why" => Command::Why,
        "undo" => Command::Undo,
        "swap" => Command::Exchange,
        "forbidden" => Command::Forbidden,
        "board" => Command::Board,
        "moves" => Command::Moves,
        "new" => Command::New,
        "resign" => Command::Resign,
        "quit" | "exit" | "q" => Command::Quit,
        "level" => return level(rest).ok_or(CommandError::Level),
        "time" => return time(rest).ok_or(CommandError::Time),
        "save" if rest.is_empty() => return Err(CommandError::Save),
        "save" => return Ok(Command::Save(rest.into())),
        _ => {
            let points = parse_points(line, size).ok();
            let points = points.filter(|points| !points.is_empty());
            return points
                .map(Command::Points)
                .ok_or_else(|| CommandError::Unknown(line.chars().take(SHOWN).collect()));
        }
    };
    match rest.is_empty() {
        true => Ok(alone),
        false => Err(CommandError::TooMuch(word)),
    }
}

fn level(text: &str) -> Option<Command> {
    let level = text.parse().ok()?;
    (level <= FULL_STRENGTH).then_some(Command::Level(level))
}

fn time(text: &str) -> Option<Command> {
    let seconds: f64 = text.parse().ok()?;
    let ms = (seconds * 1000.0).round();
    (1.0..=3_600_000.0)
        .contains(&ms)
        .then_some(Command::Time { ms: ms as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let read = |line| parse(line, Size::FIFTEEN);
        assert_eq!(read(" "), Ok(Command::Nothing));
        assert_eq!(read("Undo"), Ok(Command::Undo));
        assert_eq!(read("level 7"), Ok(Command::Level(7)));
        assert_eq!(read("time 0.5"), Ok(Command::Time { ms: 500 }));
        assert_eq!(
            read("save My game.sgf"),
            Ok(Command::Save("My game.sgf".into()))
        );
        assert!(matches!(read("H8 i9"), Ok(Command::Points(points)) if points.len() == 2));
        for line in [
            "level 101",
            "level",
            "time nan",
            "time 0",
            "save",
            "undo 2",
            "z9",
            "hullo",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
