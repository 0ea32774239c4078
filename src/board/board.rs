//! Stones on a board, in the order in which they were put.

use super::color::{ByColor, Color};
use super::point::{CELLS, Point, Size};
use super::zobrist::{stone_key, turn_key};

/// The content of a cell of the padded board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing: a stone may be put here.
    Empty,
    /// A stone.
    Stone(Color),
    /// A point of the board on which nobody may play, and which counts for neither color.
    Blocked,
    /// A cell beyond the edge.
    Outside,
}

/// A board: stones and blocked points, the history of the stones, and a hash key.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    cells: [Cell; CELLS],
    history: Vec<(Point, Color)>,
    stones: ByColor<usize>,
    blocked: usize,
    key: u64,
}

impl Board {
    /// Makes an empty board.
    pub fn new(size: Size) -> Board {
        let mut cells = [Cell::Outside; CELLS];
        size.points()
            .for_each(|point| cells[point.index()] = Cell::Empty);
        let history = Vec::with_capacity(size.area());
        Board {
            size,
            cells,
            history,
            stones: ByColor::both(0),
            blocked: 0,
            key: 0,
        }
    }

    /// Makes a board with stones, no two of them on one point.
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = (Point, Color)>) -> Board {
        let mut board = Board::new(size);
        stones
            .into_iter()
            .for_each(|(point, color)| board.put(point, color));
        board
    }

    /// The board's size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The content of a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Whether a stone may be put at the point.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        self.cells[point.index()] = Cell::Stone(color);
        self.history.push((point, color));
        self.stones[color] += 1;
        self.key ^= stone_key(color, point);
    }

    /// Takes the last stone off and returns it; `None` from a board without stones.
    #[inline]
    pub fn take(&mut self) -> Option<(Point, Color)> {
        let (point, color) = self.history.pop()?;
        self.cells[point.index()] = Cell::Empty;
        self.stones[color] -= 1;
        self.key ^= stone_key(color, point);
        Some((point, color))
    }

    /// Blocks an empty point for both colors, permanently.
    pub fn block(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        self.cells[point.index()] = Cell::Blocked;
        self.blocked += 1;
        self.key ^= stone_key(Color::Black, point) ^ stone_key(Color::White, point);
    }

    /// The stones in the order in which they were put.
    pub fn history(&self) -> &[(Point, Color)] {
        &self.history
    }

    /// The point of the last stone.
    #[inline]
    pub fn last(&self) -> Option<Point> {
        self.history.last().map(|&(point, _)| point)
    }

    /// The points of the last stone and of the one before it.
    #[inline]
    pub fn last_two(&self) -> [Option<Point>; 2] {
        let mut stones = self.history.iter().rev();
        std::array::from_fn(|_| stones.next().map(|&(point, _)| point))
    }

    /// The number of stones of a color.
    pub fn count(&self, color: Color) -> usize {
        self.stones[color]
    }

    /// The number of stones of both colors.
    #[inline]
    pub fn stones(&self) -> usize {
        self.history.len()
    }

    /// The number of points on which a stone may still be put.
    #[inline]
    pub fn vacant(&self) -> usize {
        self.size.area() - self.history.len() - self.blocked
    }

    /// Iterates over the empty points, row by row from the top.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// The blocked points.
    pub fn blocked_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(|&point| self.cell(point) == Cell::Blocked)
    }

    /// The hash key of stones, blocked points and side to move.
    #[inline]
    pub fn key(&self, turn: Color) -> u64 {
        self.key ^ turn_key(turn)
    }

    /// The key with one more stone, and the other color to move.
    #[inline]
    pub fn key_after(&self, point: Point, color: Color) -> u64 {
        self.key(!color) ^ stone_key(color, point)
    }

    /// The key without the last stone, and its color to move; `None` of a board without stones.
    #[inline]
    pub fn key_before(&self) -> Option<u64> {
        let &(last, color) = self.history.last()?;
        Some(self.key(color) ^ stone_key(color, last))
    }

    /// The color that moves next in a game without gaps: black when the number of stones is even.
    pub fn turn_by_count(&self) -> Color {
        if self.stones().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// A random board crowded with black stones, where fouls within fouls are common.
#[cfg(test)]
pub(crate) fn crowded_board(size: Size, rng: &mut impl rand::Rng) -> Board {
    let mut board = Board::new(size);
    let width = rng.random_range(5..=12);
    for _ in 0..rng.random_range(10..60) {
        let (x, y) = (rng.random_range(0..width), rng.random_range(0..width));
        let is_black = rng.random_bool(0.7);
        let color = if is_black { Color::Black } else { Color::White };
        match size.point(x, y) {
            Some(point) if board.is_empty(point) => board.put(point, color),
            _ => {}
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_back_restores_cells_counts_and_key() {
        let mut board = Board::new(Size::FIFTEEN);
        let empty_key = board.key(Color::Black);
        let point = Size::FIFTEEN.centre();
        board.put(point, Color::Black);
        assert_eq!(board.cell(point), Cell::Stone(Color::Black));
        assert_ne!(board.key(Color::Black), empty_key);
        assert_eq!(board.take(), Some((point, Color::Black)));
        assert_eq!(board.key(Color::Black), empty_key);
        assert_eq!((board.stones(), board.vacant()), (0, 225));
        assert_eq!(board.take(), None);
    }

    #[test]
    fn blocked_points_are_neither_empty_nor_stones() {
        let mut board = Board::new(Size::FIFTEEN);
        board.block(Size::FIFTEEN.centre());
        assert_eq!((board.vacant(), board.stones()), (224, 0));
        assert_eq!(board.blocked_points().count(), 1);
    }
}
