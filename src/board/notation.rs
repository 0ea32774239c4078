//! Points and boards as people write them: `h8`, lists of such points, and diagrams.
//!
//! Letters name columns from the left, numbers rows **from the bottom**. The wire's `x,y` counts from
//! the top; it is read by the protocol, and written by [`Point`]'s `Display`.

use super::board::{Board, Cell};
use super::canonical::stones_in_rounds;
use super::color::Color;
use super::point::{Point, Size};
use thiserror::Error;

/// What is wrong with a written point or diagram.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NotationError {
    /// Not a letter and a number, or off the board.
    #[error("'{0}' is not a point of this board (a letter and a number, such as h8)")]
    Point(String),
    /// A diagram of more or fewer rows than a board has.
    #[error("{0} rows: a diagram has a row for each of the board's, 5 to 22")]
    Rows(usize),
    /// A diagram's row of another length than there are rows.
    #[error("row {row} has {cells} cells: {side} are expected, as there are {side} rows")]
    Row {
        /// Counted from 1 at the top.
        row: usize,
        /// How many there are.
        cells: usize,
        /// How many there should be.
        side: usize,
    },
    /// A character that stands for no cell.
    #[error("row {row}, cell {cell}: '{found}' is none (X black, O white, # blocked, . empty)")]
    Cell {
        /// Counted from 1 at the top.
        row: usize,
        /// Counted from 1 at the left.
        cell: usize,
        /// The character.
        found: char,
    },
}

/// Writes a point as `h8`.
pub fn point_name(point: Point, size: Size) -> String {
    let column = (b'a' + point.x() as u8) as char;
    format!("{column}{}", size.side() - point.y())
}

/// Writes points as `h8 i9`.
pub fn point_names(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|&point| point_name(point, size))
        .collect();
    names.join(" ")
}

/// Reads a point such as `h8` or `H8`.
///
/// # Errors
/// [`NotationError::Point`] if it is none or off the board.
pub fn parse_point(text: &str, size: Size) -> Result<Point, NotationError> {
    let read = || {
        let mut chars = text.chars();
        let column = chars.next()?.to_ascii_lowercase();
        let row: i64 = chars.as_str().parse().ok()?;
        let x = column
            .is_ascii_lowercase()
            .then(|| column as i64 - 'a' as i64)?;
        size.point(x, size.side() as i64 - row)
    };
    read().ok_or_else(|| NotationError::Point(text.into()))
}

/// Reads points such as `h8 i9` or, without blanks, `h8i9`.
///
/// # Errors
/// [`NotationError::Point`] with the first that is none.
pub fn parse_points(text: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != ',') {
        match words.last_mut() {
            Some(word) if !c.is_alphabetic() => word.push(c),
            _ => words.push(c.into()),
        }
    }
    words.iter().map(|word| parse_point(word, size)).collect()
}

/// Reads a diagram: one row a line, from the top; `X` black, `O` white, `#` blocked, `.` empty.
/// Stones enter the history color by color in turn, black first, while there are any left.
///
/// # Errors
/// [`NotationError::Rows`], [`NotationError::Row`] or [`NotationError::Cell`].
pub fn parse_diagram(text: &str) -> Result<Board, NotationError> {
    let rows: Vec<&str> = text
        .split(['\n', '/'])
        .map(str::trim)
        .filter(|r| !r.is_empty())
        .collect();
    let size = Size::new(rows.len()).ok_or(NotationError::Rows(rows.len()))?;
    let mut board = Board::new(size);
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (y, row) in rows.iter().enumerate() {
        let cells: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != size.side() {
            return Err(NotationError::Row {
                row: y + 1,
                cells: cells.len(),
                side: size.side(),
            });
        }
        for (x, &cell) in cells.iter().enumerate() {
            let Some(point) = size.point(x as i64, y as i64) else {
                continue;
            };
            match cell {
                'X' | 'x' => black.push(point),
                'O' | 'o' => white.push(point),
                '#' => board.block(point),
                '.' | '+' => {}
                found => {
                    return Err(NotationError::Cell {
                        row: y + 1,
                        cell: x + 1,
                        found,
                    });
                }
            }
        }
    }
    for (point, color) in stones_in_rounds(&black, &white) {
        board.put(point, color);
    }
    Ok(board)
}

/// The board as a diagram with column letters and row numbers, the last stone in brackets.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = self.size().side();
        for y in 0..side {
            write!(f, "{:>3}", side - y)?;
            for x in 0..side {
                let Some(point) = self.size().point(x as i64, y as i64) else {
                    continue;
                };
                let mark = match self.cell(point) {
                    Cell::Empty => '.',
                    Cell::Stone(Color::Black) => 'X',
                    Cell::Stone(Color::White) => 'O',
                    Cell::Blocked | Cell::Outside => '#',
                };
                match self.last() == Some(point) {
                    true => write!(f, "({mark}")?,
                    false if x > 0 && self.last() == self.size().point(x as i64 - 1, y as i64) => {
                        write!(f, "){mark}")?
                    }
                    false => write!(f, " {mark}")?,
                }
            }
            let closes = self.last().is_some_and(|p| (p.x(), p.y()) == (side - 1, y));
            writeln!(f, "{}", if closes { ")" } else { "" })?;
        }
        write!(f, "   ")?;
        (0..side).try_for_each(|x| write!(f, " {}", (b'a' + x as u8) as char))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_rows_from_the_bottom() {
        let size = Size::FIFTEEN;
        let point = parse_point("h15", size).unwrap();
        assert_eq!(point.to_string(), "7,0");
        assert!(
            size.points()
                .all(|p| parse_point(&point_name(p, size), size) == Ok(p))
        );
        for wrong in ["", "h", "h0", "h16", "p1", "8h", "é3", "h8x"] {
            assert!(parse_point(wrong, size).is_err(), "{wrong}");
        }
        let points = parse_points("h8 I9j10", size).unwrap();
        assert_eq!(
            points
                .iter()
                .map(|&p| point_name(p, size))
                .collect::<String>(),
            "h8i9j10"
        );
    }

    #[test]
    fn a_diagram_keeps_what_stands() {
        let board = parse_diagram("X.O../...../..#../...../....X").unwrap();
        let text: Vec<&str> = "X.O.. ..... ..#.. ..... ....X".split(' ').collect();
        let shown = board.to_string();
        for (row, expected) in shown.lines().zip(text) {
            let cells: String = row[3..].chars().filter(|c| !" ()".contains(*c)).collect();
            assert_eq!(cells, expected);
        }
        assert_eq!(
            (board.count(Color::Black), board.count(Color::White)),
            (2, 1)
        );
        let corner = Size::FIFTEEN.point(14, 0).unwrap();
        let last = Board::with_stones(Size::FIFTEEN, [(corner, Color::Black)]).to_string();
        assert!(
            last.starts_with(" 15 . . . . . . . . . . . . . .(X)\n"),
            "{last}"
        );
    }

    #[test]
    fn a_diagram_that_cannot_be_is_refused_with_its_place() {
        let told = |text: &str| parse_diagram(text).unwrap_err().to_string();
        assert!(told("X.O../....").starts_with("2 rows: "));
        let short = "...../...../..../...../.....";
        assert!(told(short).starts_with("row 3 has 4 cells: 5 are expected"));
        let long = short.replace("/..../", "/....../");
        assert!(told(&long).starts_with("row 3 has 6 cells: 5 are expected"));
        let wrong = "...../...../...../.?.../.....";
        assert!(told(wrong).starts_with("row 4, cell 2: '?' is none"));
    }
}
