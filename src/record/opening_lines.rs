//! Openings as the managers keep them: one a line, `dx,dy, dx,dy, ..` as offsets from the centre, black
//! first, y downwards. Lines that begin with `#` are comments.

use crate::board::{Point, Size};
use thiserror::Error;

/// What is wrong with a file of openings.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    /// Not a list of offsets, off the board, or twice the same point.
    #[error("line {0}: '{1}' is not an opening for this board")]
    Line(usize, String),
}

/// Reads one opening; `None` if it is none for a board of this size.
pub fn parse_opening(line: &str, size: Size) -> Option<Vec<Point>> {
    let numbers: Option<Vec<i64>> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let numbers = numbers.filter(|n| n.len() % 2 == 0)?;
    let centre = size.centre();
    let mut points: Vec<Point> = Vec::new();
    for pair in numbers.chunks(2) {
        let point = size.point(centre.x() as i64 + pair[0], centre.y() as i64 + pair[1])?;
        if points.contains(&point) {
            return None;
        }
        points.push(point);
    }
    Some(points)
}

/// Writes one opening.
pub fn write_opening(points: &[Point], size: Size) -> String {
    let centre = size.centre();
    let offset = |p: &Point| {
        let (dx, dy) = (
            p.x() as i64 - centre.x() as i64,
            p.y() as i64 - centre.y() as i64,
        );
        format!("{dx},{dy}")
    };
    points.iter().map(offset).collect::<Vec<_>>().join(", ")
}

/// Reads a file's openings, comments and empty lines left out.
///
/// # Errors
/// [`OpeningError::Line`] with the first line that is none.
pub fn read_openings(text: &str, size: Size) -> Result<Vec<Vec<Point>>, OpeningError> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            parse_opening(line, size).ok_or_else(|| OpeningError::Line(number + 1, line.into()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_go_round() {
        let text = "# a comment\n0,0, -1,2,  3,-7\n\n";
        let openings = read_openings(text, Size::FIFTEEN).unwrap();
        assert_eq!(openings.len(), 1);
        assert_eq!(
            write_opening(&openings[0], Size::FIFTEEN),
            "0,0, -1,2, 3,-7"
        );
        for wrong in ["0,0, 0,0", "8,0", "1", "a,b"] {
            let error = read_openings(wrong, Size::FIFTEEN).unwrap_err();
            assert_eq!(error, OpeningError::Line(1, wrong.into()));
        }
    }
}
