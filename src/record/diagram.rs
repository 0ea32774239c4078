//! Positions as drawings, one row a line from the top, as `Board`'s `Display` writes them and plainer ones.
//!
//! ```text
//!  3 . X .        a row's number and its letters may stand or be missing
//!  2 .(O). #      the last stone may stand in brackets
//!  1 . . .
//!    a b c
//! white to move, standard      a caption below the letters may tell these two, as `tengen` prints it
//! ```
//!
//! X black, O white, # blocked, . or + or _ empty; `/` ends a row, too.

use super::recorded_game::board_of;
use super::sgf_text::Place;
use crate::board::{Board, Color, MAX_SIZE, MIN_SIZE, Point, Size};
use crate::rule::Rule;
use std::fmt;
use thiserror::Error;

/// Why a text is no drawing of a board.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum DiagramError {
    /// No square of rows and cells.
    #[error(
        "line {line}: a row of {wanted} cells is expected ({wanted} rows in all), {found} cells are found"
    )]
    Row {
        /// The line.
        line: usize,
        /// How many rows there are.
        wanted: usize,
        /// How many cells the row has.
        found: usize,
    },
    /// Too few rows, or too many.
    #[error("{0} rows are found: a drawing of {MIN_SIZE} to {MAX_SIZE} rows is expected")]
    Rows(usize),
    /// A character that stands for no cell.
    #[error("{0}: a cell is expected (X black, O white, # blocked, . empty), '{1}' is found")]
    Cell(Place, char),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Empty,
    Stone(Color),
    Blocked,
}

/// A row's line in the text, its cells, and which of them is in brackets.
struct Row {
    line: usize,
    cells: Vec<Mark>,
    bracketed: Option<usize>,
}

/// A drawing, and what its caption tells.
pub struct Diagram {
    /// The stones and the blocked points.
    pub board: Board,
    /// The caption, if there is one.
    pub caption: Option<Caption>,
}

/// What the caption below a drawing tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The side to move.
    pub turn: Color,
    /// The rule.
    pub rule: Rule,
}

impl Caption {
    const BETWEEN: &str = " to move, ";

    /// Reads what it is written as; a question about the position may follow a semicolon.
    fn read(line: &str) -> Option<Caption> {
        let (said, _) = line.split_once(';').unwrap_or((line, ""));
        let (turn, rule) = said.split_once(Caption::BETWEEN)?;
        let turn = Color::ALL
            .into_iter()
            .find(|color| color.name() == turn.trim())?;
        let rule = rule.parse().ok()?;
        Some(Caption { turn, rule })
    }
}

/// `white to move, standard`
impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.turn.name(), Caption::BETWEEN, self.rule)
    }
}

/// Reads a drawing. Stones enter the history color by color in turn, black first, while there are any left; one in
/// brackets is the last. What stands below a caption is not read.
///
/// # Errors
/// [`DiagramError`] names the line and the column.
pub fn read_diagram(text: &str) -> Result<Diagram, DiagramError> {
    let (rows, caption) = rows(text)?;
    let board = board_of_rows(&rows)?;
    Ok(Diagram { board, caption })
}

fn board_of_rows(rows: &[Row]) -> Result<Board, DiagramError> {
    let side = rows.len();
    let size = Size::new(side).ok_or(DiagramError::Rows(side))?;
    if let Some(row) = rows.iter().find(|row| row.cells.len() != side) {
        return Err(DiagramError::Row {
            line: row.line,
            wanted: side,
            found: row.cells.len(),
        });
    }
    let points = |wanted: Mark| -> Vec<Point> {
        let marks = rows.iter().flat_map(|row| &row.cells);
        let marked = size.points().zip(marks);
        let own = marked.filter(|&(_, &mark)| mark == wanted);
        own.map(|(point, _)| point).collect()
    };
    let [black, white] = Color::ALL.map(|color| points(Mark::Stone(color)));
    let mut board = board_of(size, &black, &white);
    let bracketed =
        (rows.iter().zip(0..)).find_map(|(row, y)| size.point(row.bracketed? as i64, y));
    if let Some(last) = bracketed {
        let (ends, others): (Vec<_>, Vec<_>) =
            board.history().iter().partition(|stone| stone.0 == last);
        board = in_turn_up_to(size, &others, &ends);
    }
    for point in points(Mark::Blocked) {
        board.block(point);
    }
    Ok(board)
}

/// Stones in turn, with one at the end.
fn in_turn_up_to(size: Size, others: &[(Point, Color)], last: &[(Point, Color)]) -> Board {
    let of = |color: Color| -> Vec<Point> {
        let own = others.iter().filter(|stone| stone.1 == color);
        own.map(|stone| stone.0).collect()
    };
    let mut board = board_of(size, &of(Color::Black), &of(Color::White));
    last.iter()
        .for_each(|&(point, color)| board.put(point, color));
    board
}

/// Whether a text looks like a drawing: its first row, numbers and brackets aside, has nothing but cells.
pub(super) fn looks_like_diagram(text: &str) -> bool {
    let first = lines(text)
        .map(|(_, line)| line)
        .find(|line| !is_letters(line));
    let first = first.and_then(|line| line.split('/').next());
    // Its number may stand on either side.
    let is_beside = |c: char| c.is_ascii_digit() || c == ' ';
    let first = first.unwrap_or_default().trim_matches(is_beside);
    let mut cells = first.chars().filter(|c| !" ()\t".contains(*c));
    let is_long = cells.clone().count() >= MIN_SIZE;
    is_long && cells.all(|c| mark_of(c).is_some())
}

/// The lines that are not empty, each with its number and without the blanks around it.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    lines
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.trim().is_empty())
}

/// The columns' letters: `a b c`.
fn is_letters(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    let is_next =
        |(index, c): (usize, char)| c.to_ascii_lowercase() as usize == 'a' as usize + index;
    letters.enumerate().all(is_next)
}

fn mark_of(c: char) -> Option<Mark> {
    match c {
        'X' | 'x' | '●' | '*' => Some(Mark::Stone(Color::Black)),
        'O' | 'o' | '○' => Some(Mark::Stone(Color::White)),
        '#' => Some(Mark::Blocked),
        '.' | '+' | '_' | '-' | '·' => Some(Mark::Empty),
        _ => None,
    }
}

/// The rows, and the caption below the letters that end them.
fn rows(text: &str) -> Result<(Vec<Row>, Option<Caption>), DiagramError> {
    let mut rows = Vec::new();
    let mut is_below_letters = false;
    for (line, text) in lines(text) {
        if is_letters(text) {
            is_below_letters = !rows.is_empty();
            continue;
        }
        if let (true, Some(caption)) = (is_below_letters, Caption::read(text)) {
            return Ok((rows, Some(caption)));
        }
        is_below_letters = false;
        let mut column = 1;
        for part in text.split('/') {
            if !part.trim().is_empty() {
                rows.push(row(line, column, part)?);
            }
            column += part.chars().count() + 1;
        }
    }
    Ok((rows, None))
}

fn row(line: usize, first_column: usize, text: &str) -> Result<Row, DiagramError> {
    let mut row = Row {
        line,
        cells: Vec::new(),
        bracketed: None,
    };
    for (index, c) in text.chars().enumerate() {
        match (c, mark_of(c)) {
            (_, Some(mark)) => row.cells.push(mark),
            ('(' | '[', _) => row.bracketed = Some(row.cells.len()),
            // A row's number stands before its cells or behind them.
            (')' | ']' | '|', _) => {}
            (c, _) if c.is_whitespace() || c.is_ascii_digit() => {}
            (c, _) => {
                let column = first_column + index;
                return Err(DiagramError::Cell(Place { line, column }, c));
            }
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_points, stones_in_turn};

    #[test]
    fn what_boards_print_is_read() {
        for moves in ["", "a1", "h8 i9 j10", "h8 i9 a15 o1", "o15 a1 h8"] {
            let points = parse_points(moves, Size::FIFTEEN).unwrap();
            let mut board = Board::with_stones(Size::FIFTEEN, stones_in_turn(&points));
            if !points.is_empty() {
                board.block(Size::FIFTEEN.point(3, 3).unwrap());
            }
            let Diagram {
                board: read,
                caption,
            } = read_diagram(&board.to_string()).unwrap();
            assert_eq!(caption, None);
            assert_eq!(read.to_string(), board.to_string());
            assert_eq!(read.last(), board.last());
            assert_eq!(read.key(Color::Black), board.key(Color::Black));
            assert!(looks_like_diagram(&board.to_string()));
        }
    }

    #[test]
    fn a_caption_tells_turn_and_rule() {
        let board = parse_diagram("X...O/...../..#../...../X....").unwrap();
        for (below, turn, rule) in [
            ("white to move, standard", Color::White, Rule::Standard),
            (
                "black to move, caro-exact; is white winning?\nnot won\n",
                Color::Black,
                Rule::CaroExact,
            ),
        ] {
            let read = read_diagram(&format!("{board}\n{below}")).unwrap();
            let caption = Caption { turn, rule };
            assert_eq!(read.caption, Some(caption));
            assert!(below.starts_with(&caption.to_string()), "{below}");
            assert_eq!(read.board.key(Color::Black), board.key(Color::Black));
        }
    }

    #[test]
    fn plain_drawings_are_read_as_before() {
        for text in [
            "X.O../...../..#../...../....X",
            "X.O..\r\n.....\r\n..#..\n\n.....\n....X\n",
        ] {
            let [read, before] = [
                read_diagram(text).unwrap().board,
                parse_diagram(text).unwrap(),
            ];
            assert_eq!(read.history(), before.history());
            assert_eq!(read.key(Color::Black), before.key(Color::Black));
            assert!(looks_like_diagram(text));
        }
        for text in ["h8 i9", "1. h8", "(;GM[4])", "0,0, 1,1", ""] {
            assert!(!looks_like_diagram(text), "{text}");
        }
    }

    #[test]
    fn errors_name_line_and_column() {
        let cell = DiagramError::Cell(Place { line: 3, column: 4 }, '?');
        for (text, error) in [
            ("\n.....\n...?.\n.....\n.....\n.....", cell),
            ("...", DiagramError::Rows(1)),
            // Only a caption ends a drawing, and only below its letters.
            (
                ".....\n.....\n.....\n.....\n.....\nwhite to move, renju\n",
                DiagramError::Cell(Place { line: 6, column: 1 }, 'w'),
            ),
            (
                ".....\n.....\n.....\n.....\n.....\na b c d e\nwhite to play\n",
                DiagramError::Cell(Place { line: 7, column: 1 }, 'w'),
            ),
            (
                ".....\n.....\n\n....\n.....\n.....",
                DiagramError::Row {
                    line: 4,
                    wanted: 5,
                    found: 4,
                },
            ),
        ] {
            assert_eq!(read_diagram(text).err(), Some(error), "{text}");
        }
    }
}
