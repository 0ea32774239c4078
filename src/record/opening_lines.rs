//! Openings as the managers keep them, one a line, black first. Lines that begin with `#` are comments.

use crate::board::{Point, Size, parse_points, point_name};
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

/// Reads a file's openings, comments and empty lines left out.
///
/// # Errors
/// [`OpeningError::Line`] with the first line that is none.
pub fn read_openings(
    text: &str,
    size: Size,
    format: OpeningFormat,
) -> Result<Vec<Vec<Point>>, OpeningError> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            format
                .parse(line, size)
                .ok_or_else(|| OpeningError::Line(number + 1, line.chars().take(60).collect()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_go_round() {
        let text = "# a comment\n0,0, -1,2,  3,-7\n\n";
        let size = Size::FIFTEEN;
        let openings = read_openings(text, size, OpeningFormat::Offset).unwrap();
        assert_eq!(openings.len(), 1);
        let write = |format: OpeningFormat| format.write(&openings[0], size);
        assert_eq!(write(OpeningFormat::Offset), "0,0, -1,2, 3,-7");
        // y grows downwards: two below the centre is row 6 from the bottom, row 10 from the top.
        assert_eq!(write(OpeningFormat::Pos), "h8g6k15");
        assert_eq!(write(OpeningFormat::PosFromTop), "h8g10k1");
        for format in [OpeningFormat::Pos, OpeningFormat::PosFromTop] {
            assert_eq!(
                format.parse(&write(format), size).as_ref(),
                Some(&openings[0])
            );
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        let read = |line: &str, format| read_openings(line, Size::FIFTEEN, format);
        for wrong in ["0,0, 0,0", "8,0", "1", "a,b", "9223372036854775807,1"] {
            let error = read(wrong, OpeningFormat::Offset).unwrap_err();
            assert_eq!(error, OpeningError::Line(1, wrong.into()));
        }
        for wrong in ["h8h8", "h16", "8h", "p1"] {
            assert!(read(wrong, OpeningFormat::Pos).is_err(), "{wrong}");
        }
    }
}
