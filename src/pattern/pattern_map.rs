//! The patterns of the whole board, kept up to date as stones come and go.
//!
//! A stone touches the points within reach on its four lines; each touched point keeps its old state
//! in a record, from which undoing restores it.

use super::class_sets::{ClassSets, Move};
use super::line_table::{KEYS, LineTable, MAX_REACH};
use super::point_class::{Entries, Entry, PatternCode, PointClass, entries};
use super::shape::Shape;
use crate::board::{Board, ByColor, CELLS, Cell, Color, Direction, GOLDEN, Point, PointSet};
use crate::rule::Rule;
use std::sync::OnceLock;

/// The tables of a rule, built on first use and shared.
struct RuleTables {
    blocked_five_wins: bool,
    lines: LineTable,
    entries: ByColor<&'static Entries>,
}

impl RuleTables {
    fn of(rule: Rule) -> &'static RuleTables {
        static TABLES: [OnceLock<RuleTables>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| RuleTables {
            blocked_five_wins: rule.spec().blocked_five_wins,
            lines: LineTable::new(&rule.spec()),
            entries: ByColor::from_fn(|color| entries(rule.spec().has_fouls(color))),
        })
    }

    /// What a line, two bits a cell, offers both colors at a place.
    fn shapes_at(&self, bits: u64, place: usize) -> u8 {
        let key = match self.lines.reach() {
            4 => line_key::<4>(bits, place),
            _ => line_key::<5>(bits, place),
        };
        self.lines.shapes()[key]
    }

    #[inline]
    fn entries_of(&self, shapes: Shapes) -> ByColor<Entry> {
        let numbers = by_color(shapes);
        ByColor::from_fn(|color| self.entries[color][numbers[color] as usize])
    }
}

/// A 64-bit hash of the stones put since [`PatternMap::new`], in their order. Equal sequences have equal keys; different
/// ones collide with a probability of about 2^-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceKey(u64);

impl SequenceKey {
    /// The key with one more stone.
    #[inline]
    fn and_then(self, point: Point, color: Color) -> SequenceKey {
        let stone = 2 * point.index() as u64 + color as u64 + 1;
        SequenceKey((self.0.rotate_left(32) ^ stone).wrapping_mul(GOLDEN))
    }
}

/// Room for all points that a stone can touch; a power of two.
const MOST_TOUCHED: usize = (8 * MAX_REACH).next_power_of_two();

/// The points near a stone: two steps in all directions and four along its lines; one mask a row,
/// the stone's column at bit 4.
const NEAR: [u32; 9] = [
    0b1_0001_0001,
    0b0_1001_0010,
    0b0_0111_1100,
    0b0_0111_1100,
    0b1_1111_1111,
    0b0_0111_1100,
    0b0_0111_1100,
    0b0_1001_0010,
    0b1_0001_0001,
];

/// A point whose pattern codes a stone changed.
#[derive(Clone, Copy)]
pub struct Change {
    cell: u16,
    old_shapes: Shapes,
    old: ByColor<Entry>,
    new: ByColor<Entry>,
}

impl Change {
    /// The point.
    #[inline]
    pub fn point(&self) -> Point {
        Point::from_index(self.cell as usize)
    }

    /// The point's pattern codes for a color, before and after the stone.
    #[inline]
    pub fn codes(&self, color: Color) -> [PatternCode; 2] {
        [self.old, self.new].map(|entries| entries[color].code())
    }

    /// How the point goes from one of a color's sets to another.
    #[inline]
    fn set_move(&self, color: Color) -> Move {
        Move::new(
            self.cell,
            color,
            [self.old, self.new].map(|entries| entries[color]),
        )
    }
}

#[derive(Clone, Copy)]
struct Frame {
    point: Point,
    color: Color,
    sequence: SequenceKey,
    changes: usize,
    moves: usize,
    near: PointSet,
}

/// What the lines of a point offer, a byte for each direction: black's shape in the low half, white's in the high one.
type Shapes = u32;

/// What a line offers at a point from now on, in one word: the cell, what it offers, and where that is among the
/// point's shapes.
#[derive(Clone, Copy, Default)]
struct Touched(u32);

impl Touched {
    #[inline]
    fn new(cell: usize, shapes: u8, direction: Direction) -> Touched {
        Touched(cell as u32 | shift(direction) << 10 | (shapes as u32) << 16)
    }

    #[inline]
    fn cell(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }

    /// Which of the point's shapes are replaced, and by what.
    #[inline]
    fn update(self) -> [Shapes; 2] {
        let shift = self.0 >> 10 & 31;
        [0xFF << shift, (self.0 >> 16) << shift]
    }
}

/// Shapes, codes and classes of every empty point, for both colors.
#[derive(Clone)]
pub struct PatternMap {
    tables: &'static RuleTables,
    /// `[direction][line]`, two bits a cell.
    lines: [[u64; 64]; 4],
    /// `[cell]`
    shapes: [Shapes; CELLS],
    entries: [ByColor<Entry>; CELLS],
    sets: ClassSets,
    empty: PointSet,
    near: PointSet,
    changes: Vec<Change>,
    moves: Vec<Move>,
    frames: Vec<Frame>,
    /// The points that the stone being put changes, and their moves between sets: of no meaning afterwards.
    touched: [Touched; MOST_TOUCHED],
    moved: [Move; 2 * MOST_TOUCHED],
}

impl PatternMap {
    /// Works out all patterns of a board from scratch.
    pub fn new(rule: Rule, board: &Board) -> PatternMap {
        let size = board.size();
        let mut map = PatternMap {
            tables: RuleTables::of(rule),
            lines: [[u64::MAX; 64]; 4],
            shapes: [0; CELLS],
            entries: [ByColor::from_fn(|_| Entry::TAKEN); CELLS],
            sets: ClassSets::EMPTY,
            empty: board.empty_points().collect(),
            near: PointSet::EMPTY,
            changes: Vec::with_capacity(8 * MAX_REACH * size.area()),
            moves: Vec::with_capacity(8 * size.area()),
            frames: Vec::with_capacity(size.area()),
            touched: [Touched::default(); MOST_TOUCHED],
            moved: [Move::default(); 2 * MOST_TOUCHED],
        };
        for point in size.points() {
            let code = match board.cell(point) {
                Cell::Empty => 0,
                Cell::Stone(color) => stone_bits(color),
                Cell::Blocked | Cell::Outside => 3,
            };
            for direction in Direction::ALL {
                let (line, place) = point.line(direction);
                let bits = &mut map.lines[direction.index()][line];
                *bits = *bits & !(3 << (2 * place)) | code << (2 * place);
            }
        }
        for &(point, _) in board.history() {
            map.approach(point);
        }
        for point in board.empty_points() {
            map.work_out(point);
        }
        map
    }

    fn work_out(&mut self, point: Point) {
        let mut shapes = 0;
        for direction in Direction::ALL {
            let (line, place) = point.line(direction);
            let bits = self.lines[direction.index()][line];
            shapes |= (self.tables.shapes_at(bits, place) as Shapes) << shift(direction);
        }
        self.shapes[point.index()] = shapes;
        self.entries[point.index()] = self.tables.entries_of(shapes);
        for color in Color::ALL {
            let entry = self.entries[point.index()][color];
            self.sets.insert(point, color, entry);
        }
    }

    #[inline]
    fn approach(&mut self, point: Point) {
        let (row, column) = (point.index() >> 5, point.index() & 31);
        for (i, &mask) in NEAR.iter().enumerate() {
            // Columns start at 5, so that the mask's bit 4 never falls below column 1.
            self.near
                .insert_row((row + i).wrapping_sub(4) & 31, mask << (column - 4));
        }
    }

    /// Puts a stone on an empty point.
    pub fn play(&mut self, point: Point, color: Color) {
        self.frames.push(Frame {
            point,
            color,
            sequence: self.sequence_key(self.frames.len()).and_then(point, color),
            changes: self.changes.len(),
            moves: self.moves.len(),
            near: self.near,
        });
        self.approach(point);
        self.empty.remove(point);
        match self.tables.lines.reach() {
            4 => self.put::<4>(point, color),
            _ => self.put::<5>(point, color),
        }
    }

    /// Puts the stone on its lines, and changes the points whose shapes differ then.
    #[inline]
    fn put<const REACH: usize>(&mut self, point: Point, color: Color) {
        let mut count = 0;
        // Not in a loop, so that all is laid out for each direction.
        count = self.put_on_line::<REACH>(Direction::Row, point, color, count);
        count = self.put_on_line::<REACH>(Direction::Column, point, color, count);
        count = self.put_on_line::<REACH>(Direction::Diagonal, point, color, count);
        count = self.put_on_line::<REACH>(Direction::AntiDiagonal, point, color, count);
        self.change(point, count);
    }

    /// Puts the stone on one of its lines, and adds to `touched`, counting them, the points at which the line offers
    /// something else then.
    ///
    /// All cells in reach are looked at, without a branch: which of them are empty and change is hard to foresee.
    #[inline(always)]
    fn put_on_line<const REACH: usize>(
        &mut self,
        direction: Direction,
        point: Point,
        color: Color,
        mut count: usize,
    ) -> usize {
        let table = self.tables.lines.shapes();
        let (line, place) = point.line(direction);
        let bits = &mut self.lines[direction.index()][line];
        *bits ^= stone_bits(color) << (2 * place);
        // The cells of all windows, the first one's at the lowest bits.
        let cells = bits.rotate_left((64 + 4 * REACH - 2 * place) as u32);
        let delta = direction.delta() as usize;
        let first = point.index() - REACH * delta;
        let around = &self.shapes[first..][..2 * REACH * delta + 1];
        for half in [0, REACH + 1] {
            for offset in half..half + REACH {
                let window = cells >> (2 * offset);
                let shapes = table[window_key::<REACH>(window) & (KEYS - 1)];
                let cell = first + offset * delta;
                self.touched[count & (MOST_TOUCHED - 1)] = Touched::new(cell, shapes, direction);
                let is_empty = window >> (2 * REACH) & 3 == 0;
                count +=
                    (is_empty & (shapes != offers(around[offset * delta], direction))) as usize;
            }
        }
        count
    }

    /// Changes the point of the stone, which has no shapes any more, and the first points of `touched`.
    #[inline]
    fn change(&mut self, point: Point, touched: usize) {
        let (tables, first, cell) = (self.tables, self.changes.len(), point.index());
        let new = ByColor::from_fn(|_| Entry::TAKEN);
        self.changes.push(Change {
            cell: cell as u16,
            old_shapes: std::mem::take(&mut self.shapes[cell]),
            old: std::mem::replace(&mut self.entries[cell], new),
            new,
        });
        let touched = self.touched[..touched.min(MOST_TOUCHED)].iter();
        self.changes.extend(touched.map(|touched| {
            let (cell, [replaced, by]) = (touched.cell(), touched.update());
            let shapes = self.shapes[cell] & !replaced | by;
            let new = tables.entries_of(shapes);
            Change {
                cell: cell as u16,
                old_shapes: std::mem::replace(&mut self.shapes[cell], shapes),
                old: std::mem::replace(&mut self.entries[cell], new),
                new,
            }
        }));
        let mut count = 0;
        for change in &self.changes[first..] {
            for color in Color::ALL {
                let set_move = change.set_move(color);
                self.moved[count & (2 * MOST_TOUCHED - 1)] = set_move;
                count += set_move.matters() as usize;
            }
        }
        let moved = &self.moved[..count.min(2 * MOST_TOUCHED)];
        moved.iter().for_each(|&done| self.sets.make(done));
        self.moves.extend_from_slice(moved);
    }

    /// Takes the last played stone off; does nothing where none was played since [`PatternMap::new`].
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for direction in Direction::ALL {
            let (line, place) = frame.point.line(direction);
            self.lines[direction.index()][line] ^= stone_bits(frame.color) << (2 * place);
        }
        for change in &self.changes[frame.changes..] {
            let cell = Point::from_index(change.cell as usize).index();
            self.shapes[cell] = change.old_shapes;
            self.entries[cell] = change.old;
        }
        self.changes.truncate(frame.changes);
        for &done in &self.moves[frame.moves..] {
            self.sets.take_back(done);
        }
        self.moves.truncate(frame.moves);
        self.empty.insert(frame.point);
        self.near = frame.near;
    }

    /// The number of stones put since [`PatternMap::new`] that were not taken off.
    #[inline]
    pub fn stones_put(&self) -> usize {
        self.frames.len()
    }

    /// The key of the first `stones` stones put.
    ///
    /// # Panics
    /// Where fewer stones were put.
    #[inline]
    pub fn sequence_key(&self, stones: usize) -> SequenceKey {
        match stones {
            0 => SequenceKey(0),
            _ => self.frames[stones - 1].sequence,
        }
    }

    /// The points that the stone changed which was put after the first `stones` ones; none where there is no such stone.
    #[inline]
    pub fn changes_after(&self, stones: usize) -> &[Change] {
        let start = |stone: usize| {
            let frame = self.frames.get(stone);
            frame.map_or(self.changes.len(), |frame| frame.changes)
        };
        &self.changes[start(stones)..start(stones + 1)]
    }

    /// The shape of one line for a color at an empty point.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, color: Color) -> Shape {
        shape_of(offers(self.shapes[point.index()], direction), color)
    }

    /// The shape that the line would have if, `steps` steps from the point, a stone of `stone` stood.
    pub fn shape_with(
        &self,
        point: Point,
        direction: Direction,
        color: Color,
        (steps, stone): (i32, Color),
    ) -> Shape {
        let (line, place) = point.line(direction);
        let at = (place as i32 + steps) as usize & 31;
        let bits = self.lines[direction.index()][line] & !(3 << (2 * at));
        let bits = bits | stone_bits(stone) << (2 * at);
        shape_of(self.tables.shapes_at(bits, place), color)
    }

    /// Whether a five wins whatever stands at its ends, so that only its own point stops it.
    #[inline]
    pub fn blocked_five_wins(&self) -> bool {
        self.tables.blocked_five_wins
    }

    /// The cells of a line on each side of a point that bear on its shape.
    pub fn reach(&self) -> i32 {
        self.tables.lines.reach() as i32
    }

    /// The code of all four lines of a point for a color; [`PatternCode::TAKEN`] where no stone can be put.
    #[inline]
    pub fn code(&self, point: Point, color: Color) -> PatternCode {
        self.entries[point.index()][color].code()
    }

    /// The class of a color's move at a point.
    #[inline]
    pub fn class(&self, point: Point, color: Color) -> PointClass {
        self.entries[point.index()][color].class()
    }

    /// The number of points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub fn count(&self, class: PointClass, color: Color) -> usize {
        self.sets.count(class, color)
    }

    /// The points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub fn points(&self, class: PointClass, color: Color) -> &PointSet {
        self.sets.points(class, color)
    }

    /// The number of points at which a color makes a four or better, those perhaps forbidden not
    /// counted.
    #[inline]
    pub fn fours(&self, color: Color) -> usize {
        PointClass::FOURS
            .iter()
            .map(|&class| self.count(class, color))
            .sum()
    }

    /// Whether a color has a point at which it makes a four or better, or perhaps would.
    #[inline]
    pub fn may_make_four(&self, color: Color) -> bool {
        self.fours(color) > 0 || self.count(PointClass::Foul, color) > 0
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// Whether a black stone stands at a point.
    #[inline]
    pub(super) fn is_black(&self, point: Point) -> bool {
        let (line, place) = point.line(Direction::Row);
        self.lines[Direction::Row.index()][line] >> (2 * place) & 3 == stone_bits(Color::Black)
    }

    /// The empty points near a stone.
    #[inline]
    pub fn near(&self) -> PointSet {
        self.near & self.empty
    }

    /// Compares everything but the records for undoing.
    #[cfg(test)]
    fn same_as(&self, other: &PatternMap, size: crate::board::Size) -> bool {
        let empty_points = || size.points().filter(|&point| self.empty.contains(point));
        self.empty == other.empty
            && self.near() == other.near()
            && self.lines == other.lines
            && self.sets.same_as(&other.sets)
            && empty_points().all(|p| {
                self.shapes[p.index()] == other.shapes[p.index()]
                    && self.entries[p.index()] == other.entries[p.index()]
            })
    }
}

#[inline]
const fn stone_bits(color: Color) -> u64 {
    color as u64 + 1
}

/// The key of the `REACH` cells on both sides of a place on a line.
#[inline]
const fn line_key<const REACH: usize>(bits: u64, place: usize) -> usize {
    window_key::<REACH>(bits >> (2 * (place - REACH)))
}

/// The key of a window of `REACH` cells, a place, and as many cells, from the lowest bits up.
#[inline]
const fn window_key<const REACH: usize>(window: u64) -> usize {
    let half = (1 << (2 * REACH)) - 1;
    (window & half | (window >> 2) & (half << (2 * REACH))) as usize
}

/// The shapes of one line.
#[inline]
const fn offers(shapes: Shapes, direction: Direction) -> u8 {
    (shapes >> shift(direction)) as u8
}

/// Where a direction's byte is among the shapes of a point.
#[inline]
const fn shift(direction: Direction) -> u32 {
    8 * direction.index() as u32
}

/// A color's of the two shapes that a line offers.
#[inline]
const fn shape_of(shapes: u8, color: Color) -> Shape {
    Shape::from_bits(shapes as u32 >> (4 * color as u32))
}

/// Each color's shapes of a point, as they index [`Entries`].
#[inline]
const fn by_color(shapes: Shapes) -> ByColor<u16> {
    // Black's nibbles to the low word, white's to the high one, then each color's together.
    let both = shapes as u64;
    let apart = both & 0x0F0F_0F0F | (both & 0xF0F0_F0F0) << 28;
    let pairs = (apart | apart >> 4) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs | pairs >> 8;
    ByColor {
        black: fours as u16,
        white: (fours >> 32) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// What an evaluation follows: the changed points, with their codes before and after.
    #[test]
    fn changes_name_their_points_and_codes() {
        let mut board = Board::new(Size::FIFTEEN);
        let mut patterns = PatternMap::new(Rule::Freestyle, &board);
        let centre = Size::FIFTEEN.centre();
        let code = |patterns: &PatternMap, point| patterns.code(point, Color::Black);
        let before = patterns.clone();
        board.put(centre, Color::Black);
        patterns.play(centre, Color::Black);
        let changes = patterns.changes_after(0);
        assert_eq!(changes[0].point(), centre);
        assert!(changes.len() > 16);
        for change in &changes[1..] {
            let codes = [&before, &patterns].map(|map| code(map, change.point()));
            assert_eq!(change.codes(Color::Black), codes);
        }
    }

    /// Random games with takebacks: the map kept up to date equals the map from scratch.
    #[test]
    fn incremental_equals_from_scratch() {
        let plies: usize = std::env::var("TENGEN_PATTERN_PLIES")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(100_000);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut done = 0;
        while done < plies {
            let rule = Rule::ALL[rng.random_range(0..Rule::ALL.len())];
            let size = Size::new(rng.random_range(5..=22)).unwrap();
            let mut board = Board::new(size);
            if rng.random_bool(0.1) {
                board.block(size.centre());
            }
            let mut map = PatternMap::new(rule, &board);
            for _ in 0..rng.random_range(1..size.area()) {
                if rng.random_bool(0.2) && board.stones() > 0 {
                    board.take();
                    map.undo();
                } else {
                    let near: Vec<Point> = map.near().iter().collect();
                    let empty: Vec<Point> = board.empty_points().collect();
                    let from = if near.is_empty() || rng.random_bool(0.2) {
                        &empty
                    } else {
                        &near
                    };
                    let Some(&point) = from.choose(&mut rng) else {
                        break;
                    };
                    let color = Color::ALL[rng.random_range(0..2)];
                    board.put(point, color);
                    map.play(point, color);
                }
                let scratch = PatternMap::new(rule, &board);
                assert!(
                    map.same_as(&scratch, size),
                    "{rule} after {done} plies\n{board}"
                );
                done += 1;
            }
        }
    }
}
