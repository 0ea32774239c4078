//! Points of a board of up to 22x22, stored with a margin of five on every side.
//!
//! Rows are 32 cells apart whatever the board's size, so a step in a direction is one addition, any
//! line of eleven cells through a point stays inside the array, and a whole line packed at two bits a
//! cell fits a `u64`.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The smallest board, in points a side.
pub const MIN_SIZE: usize = 5;
/// The largest board, in points a side.
pub const MAX_SIZE: usize = 22;
/// Cells of the padded board: the bound of [`Point::index`].
pub const CELLS: usize = STRIDE * STRIDE;

const STRIDE: usize = 32;
const MARGIN: usize = 5;

/// A board's side in points, `MIN_SIZE..=MAX_SIZE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// Why a text is no [`Size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a number from 5 to 22 is expected")]
pub struct NoSize;

impl FromStr for Size {
    type Err = NoSize;

    fn from_str(side: &str) -> Result<Size, NoSize> {
        side.parse().ok().and_then(Size::new).ok_or(NoSize)
    }
}

impl Size {
    /// Accepts a side that the engine supports.
    pub const fn new(side: usize) -> Option<Size> {
        if side >= MIN_SIZE && side <= MAX_SIZE {
            Some(Size(side as u8))
        } else {
            None
        }
    }

    /// The 15x15 board of renju, standard and caro.
    pub const FIFTEEN: Size = Size(15);
    /// The 20x20 board of freestyle.
    pub const TWENTY: Size = Size(20);

    /// Points a side.
    #[inline]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Points of the whole board.
    #[inline]
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }

    /// Iterates over all points, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let side = self.side();
        (0..side).flat_map(move |y| (0..side).map(move |x| Point::at(x, y)))
    }

    /// The point at column `x` and row `y` (from the top, both from 0), if it is on the board.
    #[inline]
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let on_board = |v: i64| (0..self.side() as i64).contains(&v);
        (on_board(x) && on_board(y)).then(|| Point::at(x as usize, y as usize))
    }

    /// The middle point; on even boards the one below and right of the middle.
    pub fn centre(self) -> Point {
        Point::at(self.side() / 2, self.side() / 2)
    }

    /// Whether the point lies on a board of this size.
    #[inline]
    pub fn holds(self, point: Point) -> bool {
        self.step_holds(point.0 as i32)
    }

    /// The cell `steps` steps along `direction`, if it lies on the board (`steps` within -5..=5).
    #[inline]
    pub fn step(self, from: Point, direction: Direction, steps: i32) -> Option<Point> {
        let cell = from.0 as i32 + direction.delta() * steps;
        self.step_holds(cell).then_some(Point(cell as u16))
    }

    #[inline]
    fn step_holds(self, cell: i32) -> bool {
        let (x, y) = ((cell & 31) - MARGIN as i32, (cell >> 5) - MARGIN as i32);
        let on_board = |v: i32| (0..self.0 as i32).contains(&v);
        on_board(x) && on_board(y)
    }
}

/// An intersection of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point at a column and a row of the largest board.
    #[inline]
    pub(crate) const fn at(x: usize, y: usize) -> Point {
        Point(((y + MARGIN) * STRIDE + x + MARGIN) as u16)
    }

    /// The point stored at a cell; inverse of [`Point::index`].
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        Point((index & (CELLS - 1)) as u16)
    }

    /// The index of the point's cell, below [`CELLS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }

    /// The column from the left, from 0.
    #[inline]
    pub const fn x(self) -> usize {
        (self.0 as usize & 31) - MARGIN
    }

    /// The row from the top, from 0.
    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize >> 5) - MARGIN
    }

    /// The number of the line through this point, below 64, and the point's place on it, below 32.
    #[inline]
    pub(crate) const fn line(self, direction: Direction) -> (usize, usize) {
        let (x, y) = (self.0 as usize & 31, (self.0 as usize >> 5) & 31);
        match direction {
            Direction::Row => (y, x),
            Direction::Column => (x, y),
            Direction::Diagonal => (x + 31 - y, y),
            Direction::AntiDiagonal => (x + y, y),
        }
    }

    /// The point at a place of a line; inverse of [`Point::line`].
    #[inline]
    pub(crate) const fn on_line(direction: Direction, line: usize, place: usize) -> Point {
        let (x, y) = match direction {
            Direction::Row => (place, line),
            Direction::Column => (line, place),
            Direction::Diagonal => (line + place - 31, place),
            Direction::AntiDiagonal => (line - place, place),
        };
        Point::from_index(y * STRIDE + x)
    }

    /// The cell `steps` steps (-5..=5) along a direction, which may lie beyond the edge.
    #[inline]
    pub(crate) const fn along(self, direction: Direction, steps: i32) -> Point {
        Point::from_index((self.0 as i32 + direction.delta() * steps) as usize)
    }

    /// The number of [`Point::offset`]s.
    pub(crate) const OFFSETS: usize = 2 * CELLS;

    /// A number for a step by columns and rows. Two steps may share one, if the wider of both goes over
    /// eleven columns or more.
    pub(crate) const fn offset(dx: i32, dy: i32) -> usize {
        (CELLS as i32 + dy * STRIDE as i32 + dx) as usize & (Point::OFFSETS - 1)
    }

    /// The step from another point to this one.
    #[inline]
    pub(crate) const fn offset_from(self, other: Point) -> usize {
        (CELLS + self.index() - other.index()) & (Point::OFFSETS - 1)
    }

    /// King's distance to another point, in steps.
    pub fn distance(self, other: Point) -> usize {
        self.x()
            .abs_diff(other.x())
            .max(self.y().abs_diff(other.y()))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// As on the wire: `x,y` from the top left, from 0.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// The four directions in which a line runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
    /// Top left to bottom right.
    Diagonal,
    /// Top right to bottom left.
    AntiDiagonal,
}

impl Direction {
    /// Lists all four.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Diagonal,
        Direction::AntiDiagonal,
    ];

    /// The direction's place in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The distance in cells from one point of a line to the next.
    #[inline]
    pub(crate) const fn delta(self) -> i32 {
        match self {
            Direction::Row => 1,
            Direction::Column => STRIDE as i32,
            Direction::Diagonal => STRIDE as i32 + 1,
            Direction::AntiDiagonal => STRIDE as i32 - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_the_lines_and_stop_at_the_edge() {
        for size in [5, 15, 22].map(|n| Size::new(n).unwrap()) {
            for point in size.points() {
                assert_eq!(size.point(point.x() as i64, point.y() as i64), Some(point));
                for direction in Direction::ALL {
                    let (line, place) = point.line(direction);
                    assert!(line < 64 && place < 32);
                    assert_eq!(Point::on_line(direction, line, place), point);
                    for steps in -5..=5 {
                        let (dx, dy) = [(1, 0), (0, 1), (1, 1), (-1, 1)][direction.index()];
                        let plain = size
                            .point(point.x() as i64 + dx * steps, point.y() as i64 + dy * steps);
                        assert_eq!(size.step(point, direction, steps as i32), plain);
                        if let Some(other) = plain {
                            let expected = (line, (place as i64 + steps) as usize);
                            assert_eq!(other.line(direction), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_bounded() {
        assert!(Size::new(4).is_none() && Size::new(23).is_none());
        assert_eq!(Size::new(15), Some(Size::FIFTEEN));
        assert_eq!(Size::FIFTEEN.centre().to_string(), "7,7");
    }
}
