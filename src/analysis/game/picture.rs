//! The board as it is shown in a terminal.

use crate::board::{Board, Cell, Color, Point};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

const BLACK: Style = AnsiColor::Yellow.on_default().bold();
const WHITE: Style = AnsiColor::Cyan.on_default().bold();
const FORBIDDEN: Style = AnsiColor::Red.on_default();

/// Draws the board, with colors as ANSI escape sequences: X black, O white, the last move in brackets, `*` points that
/// are forbidden.
pub(super) fn picture(board: &Board, forbidden: &[Point]) -> String {
    let (size, last) = (board.size(), board.last());
    let mut text = String::new();
    for y in 0..size.side() {
        let row = (0..size.side()).filter_map(|x| size.point(x as i64, y as i64));
        let _ = write!(text, "{:>3}", size.side() - y);
        let mut beside = ' ';
        for point in row {
            let is_last = last == Some(point);
            text.push(if is_last { '(' } else { beside });
            text += &mark(board, point, forbidden);
            beside = if is_last { ')' } else { ' ' };
        }
        text.push_str(match beside {
            ')' => ")\n",
            _ => "\n",
        });
    }
    text += "   ";
    for x in 0..size.side() {
        let _ = write!(text, " {}", (b'a' + x as u8) as char);
    }
    text + "\n"
}

fn mark(board: &Board, point: Point, forbidden: &[Point]) -> String {
    let (mark, style) = match board.cell(point) {
        Cell::Stone(Color::Black) => ('X', BLACK),
        Cell::Stone(Color::White) => ('O', WHITE),
        Cell::Blocked | Cell::Outside => ('#', Style::new()),
        Cell::Empty if forbidden.contains(&point) => ('*', FORBIDDEN),
        Cell::Empty => return ".".into(),
    };
    format!("{style}{mark}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};

    #[test]
    fn stones_the_last_move_and_forbidden_points_are_marked() {
        let size = Size::new(5).unwrap();
        let points = parse_points("a1 e5 c3", size).unwrap();
        let mut board = Board::new(size);
        board.put(points[0], Color::Black);
        board.put(points[1], Color::White);
        let drawn = anstream::adapter::strip_str(&picture(&board, &points[2..])).to_string();
        let wanted = "  5 . . . .(O)\n  4 . . . . .\n  3 . . * . .\n  2 . . . . .\n  1 X . . . .\n    a b c d e\n";
        assert_eq!(drawn, wanted);
    }
}
