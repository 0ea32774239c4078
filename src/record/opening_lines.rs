//! Openings as the managers keep them, one a line, black first. Lines that begin with `#` are comments.

use crate::board::{Point, Size, parse_points, point_name};
use crate::rule::{Game, Illegal, Rule};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// How a line names its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningFormat {
    /// `dx,dy, dx,dy, ..`: offsets from the centre, y downwards.
    #[default]
    Offset,
    /// `h8i9j10`: letter for the column, rows counted from the bottom, as players write.
    Pos,
    /// `h8i9j10` with rows counted from the top, as other match runners write.
    PosFromTop,
}

/// What is wrong with a file of openings.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    /// No list of points, off the board, or twice the same point.
    #[error("line {0}: '{1}' is not an opening for this board")]
    Line(usize, String),
    /// A stone that the rule does not allow.
    #[error("line {0}: {1} is {2}")]
    Illegal(usize, String, Illegal),
    /// The game would be over before the brains play.
    #[error("line {0}: the opening ends the game")]
    EndsGame(usize),
}

/// An opening of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// Its line, from 1.
    pub number: usize,
    /// Its stones, black's first.
    pub points: Vec<Point>,
}

impl FromStr for OpeningFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<OpeningFormat, String> {
        match name {
            "offset" => Ok(OpeningFormat::Offset),
            "pos" => Ok(OpeningFormat::Pos),
            "pos-from-top" => Ok(OpeningFormat::PosFromTop),
            other => Err(format!(
                "'{other}' is no format of openings: offset, pos, pos-from-top"
            )),
        }
    }
}

impl OpeningFormat {
    /// Reads one opening; `None` if it is none for a board of this size.
    pub fn parse(self, line: &str, size: Size) -> Option<Vec<Point>> {
        let points = match self {
            OpeningFormat::Offset => parse_offsets(line, size)?,
            OpeningFormat::Pos => parse_points(line, size).ok()?,
            OpeningFormat::PosFromTop => {
                let points = parse_points(line, size).ok()?;
                points.into_iter().map(|point| flip(point, size)).collect()
            }
        };
        let is_new = |(i, point): (usize, &Point)| !points[..i].contains(point);
        points.iter().enumerate().all(is_new).then_some(points)
    }

    /// Writes openings, one a line.
    pub fn write_all(self, openings: &[Vec<Point>], size: Size) -> String {
        let lines = openings
            .iter()
            .map(|opening| self.write(opening, size) + "\n");
        lines.collect()
    }

    /// Writes one opening.
    pub fn write(self, points: &[Point], size: Size) -> String {
        let centre = size.centre();
        let offset = |p: &Point| {
            let (dx, dy) = (
                p.x() as i64 - centre.x() as i64,
                p.y() as i64 - centre.y() as i64,
            );
            format!("{dx},{dy}")
        };
        match self {
            OpeningFormat::Offset => points.iter().map(offset).collect::<Vec<_>>().join(", "),
            OpeningFormat::Pos => points.iter().map(|&p| point_name(p, size)).collect(),
            OpeningFormat::PosFromTop => points
                .iter()
                .map(|&p| point_name(flip(p, size), size))
                .collect(),
        }
    }
}

fn parse_offsets(line: &str, size: Size) -> Option<Vec<Point>> {
    let numbers: Option<Vec<i64>> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let numbers = numbers.filter(|n| n.len() % 2 == 0)?;
    let centre = size.centre();
    let point = |pair: &[i64]| {
        let x = (centre.x() as i64).checked_add(pair[0])?;
        size.point(x, (centre.y() as i64).checked_add(pair[1])?)
    };
    numbers.chunks(2).map(point).collect()
}

fn flip(point: Point, size: Size) -> Point {
    let y = size.side() as i64 - 1 - point.y() as i64;
    size.point(point.x() as i64, y).unwrap_or(point)
}

/// Reads a file's openings, comments and empty lines left out, and plays each of them by the rule.
///
/// # Errors
/// [`OpeningError`] with the first line that is wrong.
pub fn read_openings(
    text: &str,
    rule: Rule,
    size: Size,
    format: OpeningFormat,
) -> Result<Vec<OpeningLine>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let points = format
            .parse(line, size)
            .ok_or_else(|| OpeningError::Line(number, line.chars().take(60).collect()))?;
        check_legal(number, &points, rule, size)?;
        openings.push(OpeningLine { number, points });
    }
    Ok(openings)
}

/// # Errors
/// [`OpeningError`] if a stone is illegal or ends the game.
fn check_legal(
    number: usize,
    points: &[Point],
    rule: Rule,
    size: Size,
) -> Result<(), OpeningError> {
    let mut game = Game::new(rule, size);
    for &point in points {
        match game.play(point) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(OpeningError::EndsGame(number)),
            Err(why) => {
                return Err(OpeningError::Illegal(number, point_name(point, size), why));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_go_round() {
        let text = "# a comment\n0,0, -1,2,  3,-7\n\n";
        let size = Size::FIFTEEN;
        let openings = read_openings(text, Rule::Freestyle, size, OpeningFormat::Offset).unwrap();
        assert_eq!((openings.len(), openings[0].number), (1, 2));
        let points = &openings[0].points;
        let write = |format: OpeningFormat| format.write(points, size);
        assert_eq!(write(OpeningFormat::Offset), "0,0, -1,2, 3,-7");
        // y grows downwards: two below the centre is row 6 from the bottom, row 10 from the top.
        assert_eq!(write(OpeningFormat::Pos), "h8g6k15");
        assert_eq!(write(OpeningFormat::PosFromTop), "h8g10k1");
        for format in [OpeningFormat::Pos, OpeningFormat::PosFromTop] {
            assert_eq!(format.parse(&write(format), size).as_ref(), Some(points));
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let read = |line: &str, format| read_openings(line, Rule::Renju, Size::FIFTEEN, format);
        for wrong in ["0,0, 0,0", "8,0", "1", "a,b", "9223372036854775807,1"] {
            let error = read(wrong, OpeningFormat::Offset).unwrap_err();
            assert_eq!(error, OpeningError::Line(1, wrong.into()));
        }
        for wrong in ["h8h8", "h16", "8h", "p1"] {
            assert!(read(wrong, OpeningFormat::Pos).is_err(), "{wrong}");
        }
        let overline = "\u{FEFF}h8\ne8o1f8o3g8o5i8o7j8o9h8";
        let error = read(overline, OpeningFormat::Pos).unwrap_err().to_string();
        assert!(error.starts_with("line 2: h8 is forbidden"), "{error}");
        let five = read("e8o1f8o3g8o5h8o7i8", OpeningFormat::Pos);
        assert_eq!(five, Err(OpeningError::EndsGame(1)));
    }
}
