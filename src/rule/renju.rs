//! Black's forbidden points under renju, by the plain definition: recursive, slow, right.
//!
//! The judge in all tests of the fast tables in `pattern`.
//! Source: the tournament managers' definition; see docs/RULES.md.

use super::five::completes_five;
use super::rule::Rule;
use crate::board::{Board, Cell, Color, Direction, Point};

/// Why a point is forbidden to black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Two fours, also in one line.
    DoubleFour,
    /// Two threes that can each become a straight four.
    DoubleThree,
    /// Six or more in a row.
    Overline,
}

impl Foul {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
            Foul::Overline => "overline",
        }
    }
}

/// Tells why black may not play at an empty point; `None` where black may.
///
/// A stone that makes an exact five is never forbidden, whatever else it makes.
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    let mut board = board.clone();
    foul_on(&mut board, point)
}

/// Lists all points that are forbidden to black, row by row from the top.
pub fn forbidden_points(board: &Board) -> Vec<(Point, Foul)> {
    let mut scratch = board.clone();
    let foul_at = |point| foul_on(&mut scratch, point).map(|foul| (point, foul));
    board.empty_points().filter_map(foul_at).collect()
}

fn foul_on(board: &mut Board, point: Point) -> Option<Foul> {
    if completes_five(board, point, Color::Black, &Rule::Renju.spec()) {
        return None;
    }
    board.put(point, Color::Black);
    let foul = if count(|direction| fours(board, point, direction)) >= 2 {
        Some(Foul::DoubleFour)
    } else if Direction::ALL
        .iter()
        .filter(|&&d| is_three(board, point, d))
        .count()
        >= 2
    {
        Some(Foul::DoubleThree)
    } else if Direction::ALL.iter().any(|&d| is_overline(board, point, d)) {
        Some(Foul::Overline)
    } else {
        None
    };
    board.take();
    foul
}

fn count(in_line: impl Fn(Direction) -> usize) -> usize {
    Direction::ALL.into_iter().map(in_line).sum()
}

fn is_black(board: &Board, point: Point, direction: Direction, step: i32) -> bool {
    board
        .size()
        .step(point, direction, step)
        .is_some_and(|p| board.cell(p) == Cell::Stone(Color::Black))
}

fn is_vacant(board: &Board, point: Point, direction: Direction, step: i32) -> bool {
    board
        .size()
        .step(point, direction, step)
        .is_some_and(|p| board.is_empty(p))
}

fn is_overline(board: &Board, point: Point, direction: Direction) -> bool {
    let run = |sign: i32| {
        (1..=5)
            .take_while(|&i| is_black(board, point, direction, sign * i))
            .count()
    };
    1 + run(1) + run(-1) >= 6
}

/// The gaps that complete an exact five with the stone at `point`, as steps from it.
///
/// `XXX_X`: four stones and one gap in a window of five with no black next to the window.
fn five_gaps(board: &Board, point: Point, direction: Direction) -> Vec<i32> {
    let black = |step| is_black(board, point, direction, step);
    let mut gaps = Vec::new();
    for start in -4..=0 {
        let vacant = |&step: &i32| is_vacant(board, point, direction, step);
        let stones = (start..start + 5).filter(|&step| black(step)).count();
        let gap = (start..start + 5).find(vacant);
        if let (4, Some(gap), false, false) = (stones, gap, black(start - 1), black(start + 5)) {
            gaps.push(gap);
        }
    }
    gaps
}

/// The fours that the stone at `point` makes in one line: a straight four (`_XXXX_`) is one, while
/// `XXX_X_XXX`, `XX_XX_XX` and `X_XXX_X` are two.
fn fours(board: &Board, point: Point, direction: Direction) -> usize {
    match five_gaps(board, point, direction)[..] {
        [] => 0,
        [first, second] if second - first != 5 => 2,
        _ => 1,
    }
}

/// Whether the stone at `point` makes a three: with one more stone, at a point that is itself not
/// forbidden and makes no five, it would stand in a straight four.
fn is_three(board: &mut Board, point: Point, direction: Direction) -> bool {
    if fours(board, point, direction) > 0 {
        return false;
    }
    (-4..=4).any(|step| {
        let Some(extension) = board.size().step(point, direction, step) else {
            return false;
        };
        board.is_empty(extension)
            && makes_straight_four(board, point, extension, direction)
            && !completes_five(board, extension, Color::Black, &Rule::Renju.spec())
            && foul_on(board, extension).is_none()
    })
}

fn makes_straight_four(
    board: &mut Board,
    point: Point,
    extension: Point,
    direction: Direction,
) -> bool {
    board.put(extension, Color::Black);
    let straight = matches!(five_gaps(board, point, direction)[..], [a, b] if b - a == 5)
        && matches!(five_gaps(board, extension, direction)[..], [a, b] if b - a == 5);
    board.take();
    straight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_point};

    #[track_caller]
    fn check(diagram: &str, point: &str, expected: Option<Foul>) {
        let board = parse_diagram(diagram).unwrap();
        let point = parse_point(point, board.size()).unwrap();
        assert_eq!(foul(&board, point), expected, "{point} on\n{board}");
    }

    #[test]
    fn double_threes_fours_and_overlines() {
        let crossing = "........./........./....X..../....X..../..XX...../........./.........
                        /........./.........";
        check(crossing, "e5", Some(Foul::DoubleThree));
        let four_three = "........./........./....X..../....X..../.XXX...../........./.........
                          /........./.........";
        check(four_three, "e5", None);
        let six = "........./........./........./........./XXX.XX.../........./.........
                   /........./.........";
        check(six, "d5", Some(Foul::Overline));
        let in_a_line = "........./........./........./........./X.X.X.X../........./.........
                         /........./.........";
        check(in_a_line, "d5", Some(Foul::DoubleFour));
    }

    #[test]
    fn a_five_is_never_forbidden() {
        let five_and_six = "...X...../...X...../...X...../...X...../XXX.XX.../........./.........
                            /........./.........";
        check(five_and_six, "d5", None);
    }

    #[test]
    fn a_three_without_a_straight_four_is_none() {
        // The row's three can only become a straight four at f5, where it makes an overline.
        let blocked = "........./....X..../....X..../.....X.../.OXX...../.....X.../.....X...
                       /.....X.../.........";
        let board = parse_diagram(blocked).unwrap();
        let point = parse_point("e5", board.size()).unwrap();
        assert_eq!(foul(&board, point), None, "{board}");
    }
}
