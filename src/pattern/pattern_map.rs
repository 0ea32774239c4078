//! The patterns of the whole board, kept up to date as stones come and go.
//!
//! A stone touches the points within reach on its four lines; each touched point keeps its old state
//! in a record, from which undoing restores it.

use super::class_counts::ClassCounts;
use super::line_table::{KEYS, LineTable, MAX_REACH};
use super::point_class::{Entries, Entry, PatternCode, PointClass, entries};
use super::shape::Shape;
use crate::board::{Board, ByColor, CELLS, Cell, Color, Direction, Point, PointSet};
use crate::rule::Rule;
use std::sync::OnceLock;

/// Is told what changes while a stone is put, and when a stone is taken off again.
pub trait Observer {
    /// A stone is about to be put.
    fn before_play(&mut self) {}
    /// A point's code changes for a color.
    fn changed(&mut self, color: Color, old: PatternCode, new: PatternCode);
    /// The last stone was taken off: all that changed since its [`Observer::before_play`] is undone.
    fn after_undo(&mut self) {}
}

/// Watches nothing and costs nothing.
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn changed(&mut self, _: Color, _: PatternCode, _: PatternCode) {}
}

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

    #[inline]
    fn entries_of(&self, shapes: u32) -> ByColor<Entry> {
        ByColor::from_fn(|color| self.entries[color][four_shapes(shapes, color)])
    }
}

/// Sets of points: the first is of no use, for the classes that have none.
const SETS: usize = PointClass::COUNT - PointClass::FIRST_SET + 1;
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

/// A changed point as it was.
#[derive(Clone, Copy)]
struct Change {
    cell: u16,
    entries: ByColor<Entry>,
    shapes: u32,
}

/// A point that goes from one class to another, both by number, one of which at least has a set.
#[derive(Clone, Copy)]
struct Move {
    point: Point,
    from: u8,
    to: u8,
}

const NO_MOVE: Move = Move {
    point: Point::from_index(0),
    from: 0,
    to: 0,
};

#[derive(Clone, Copy)]
struct Frame {
    point: Point,
    color: Color,
    changes: usize,
    moves: ByColor<usize>,
    counts: ByColor<ClassCounts>,
    near: PointSet,
}

/// New shapes of a point.
#[derive(Clone, Copy, Default)]
struct Touched {
    cell: u32,
    shapes: u32,
}

/// Shapes, codes and classes of every empty point, for both colors.
#[derive(Clone)]
pub struct PatternMap {
    tables: &'static RuleTables,
    /// `[direction][line]`, two bits a cell.
    lines: [[u64; 64]; 4],
    /// `[cell]`: black's shapes in the low half, white's in the high one, four bits a direction.
    shapes: [u32; CELLS],
    entries: [ByColor<Entry>; CELLS],
    counts: ByColor<ClassCounts>,
    sets: ByColor<[PointSet; SETS]>,
    empty: PointSet,
    near: PointSet,
    changes: Vec<Change>,
    moves: ByColor<Vec<Move>>,
    frames: Vec<Frame>,
    /// The points that the stone being put changes, and their moves between classes: of no meaning afterwards.
    touched: [Touched; MOST_TOUCHED],
    moved: ByColor<[Move; MOST_TOUCHED]>,
}

impl PatternMap {
    /// Works out all patterns of a board from scratch.
    pub fn new(rule: Rule, board: &Board) -> PatternMap {
        let size = board.size();
        let mut map = PatternMap {
            tables: RuleTables::of(rule),
            lines: [[u64::MAX; 64]; 4],
            shapes: [0; CELLS],
            entries: [ByColor::default(); CELLS],
            counts: ByColor::default(),
            sets: ByColor::both([PointSet::EMPTY; SETS]),
            empty: board.empty_points().collect(),
            near: PointSet::EMPTY,
            changes: Vec::with_capacity(8 * MAX_REACH * size.area()),
            moves: ByColor::from_fn(|_| Vec::with_capacity(size.area())),
            frames: Vec::with_capacity(size.area()),
            touched: [Touched::default(); MOST_TOUCHED],
            moved: ByColor::both([NO_MOVE; MOST_TOUCHED]),
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
            let key = match self.tables.lines.reach() {
                4 => line_key::<4>(bits, place),
                _ => line_key::<5>(bits, place),
            };
            let both = spread(self.tables.lines.shapes()[key]);
            shapes |= both << (4 * direction.index());
        }
        self.shapes[point.index()] = shapes;
        self.entries[point.index()] = self.tables.entries_of(shapes);
        for color in Color::ALL {
            let entry = self.entries[point.index()][color];
            self.counts[color].add(entry.class_number());
            self.sets[color][set_index(entry.class_number())].insert(point);
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
    #[inline]
    pub fn play(&mut self, point: Point, color: Color, observer: &mut impl Observer) {
        observer.before_play();
        self.frames.push(Frame {
            point,
            color,
            changes: self.changes.len(),
            moves: ByColor::from_fn(|color| self.moves[color].len()),
            counts: self.counts,
            near: self.near,
        });
        self.approach(point);
        self.empty.remove(point);
        match self.tables.lines.reach() {
            4 => self.put::<4>(point, color, observer),
            _ => self.put::<5>(point, color, observer),
        }
    }

    /// Puts the stone on its lines, and changes the points whose shapes differ then.
    ///
    /// All cells in reach are looked at, without a branch: which of them are empty and change is hard to foresee.
    #[inline]
    fn put<const REACH: usize>(
        &mut self,
        point: Point,
        color: Color,
        observer: &mut impl Observer,
    ) {
        let tables = self.tables;
        let table = tables.lines.shapes();
        // The point itself has no shapes any more.
        self.touched[0] = Touched {
            cell: point.index() as u32,
            shapes: 0,
        };
        let mut count = 1;
        for direction in Direction::ALL {
            let (line, place) = point.line(direction);
            let bits = &mut self.lines[direction.index()][line];
            *bits ^= stone_bits(color) << (2 * place);
            // The cells of all windows, the first one's at the lowest bits.
            let cells = bits.rotate_left((64 + 4 * REACH - 2 * place) as u32);
            let shift = 4 * direction.index() as u32;
            for offset in (0..=2 * REACH).filter(|&offset| offset != REACH) {
                let window = cells >> (2 * offset);
                let both = spread(table[window_key::<REACH>(window) & (KEYS - 1)]);
                let cell = point.along(direction, offset as i32 - REACH as i32).index();
                let old = self.shapes[cell];
                let shapes = old & !(spread(u8::MAX) << shift) | both << shift;
                self.touched[count & (MOST_TOUCHED - 1)] = Touched {
                    cell: cell as u32,
                    shapes,
                };
                let is_empty = window >> (2 * REACH) & 3 == 0;
                count += (is_empty & (shapes != old)) as usize;
            }
        }
        self.change(count, observer);
    }

    /// Changes so many of the points in `touched`.
    #[inline]
    fn change(&mut self, touched: usize, observer: &mut impl Observer) {
        let tables = self.tables;
        let touched = &self.touched[..touched.min(MOST_TOUCHED)];
        let mut count = ByColor::both(0);
        self.changes.extend(touched.iter().map(|new| {
            let point = Point::from_index(new.cell as usize);
            let new_entries = tables.entries_of(new.shapes);
            let shapes = std::mem::replace(&mut self.shapes[point.index()], new.shapes);
            let entries = std::mem::replace(&mut self.entries[point.index()], new_entries);
            for color in Color::ALL {
                let (old, new) = (entries[color], new_entries[color]);
                observer.changed(color, old.code(), new.code());
                let (from, to) = (old.class_number(), new.class_number());
                self.moved[color][count[color] & (MOST_TOUCHED - 1)] = Move { point, from, to };
                let has_set = from.max(to) as usize >= PointClass::FIRST_SET;
                count[color] += (has_set & (from != to)) as usize;
            }
            Change {
                cell: point.index() as u16,
                entries,
                shapes,
            }
        }));
        for color in Color::ALL {
            let moved = &self.moved[color][..count[color].min(MOST_TOUCHED)];
            for done in moved {
                self.counts[color].change(done.from, done.to);
                swap_sets(&mut self.sets[color], done);
            }
            self.moves[color].extend_from_slice(moved);
        }
    }

    /// Takes the last played stone off; does nothing where none was played since [`PatternMap::new`].
    #[inline]
    pub fn undo(&mut self, observer: &mut impl Observer) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for direction in Direction::ALL {
            let (line, place) = frame.point.line(direction);
            self.lines[direction.index()][line] ^= stone_bits(frame.color) << (2 * place);
        }
        for change in &self.changes[frame.changes..] {
            let cell = Point::from_index(change.cell as usize).index();
            self.shapes[cell] = change.shapes;
            self.entries[cell] = change.entries;
        }
        self.changes.truncate(frame.changes);
        for color in Color::ALL {
            while self.moves[color].len() > frame.moves[color]
                && let Some(done) = self.moves[color].pop()
            {
                swap_sets(&mut self.sets[color], &done);
            }
        }
        self.counts = frame.counts;
        self.empty.insert(frame.point);
        self.near = frame.near;
        observer.after_undo();
    }

    /// What one line offers a color at an empty point.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, color: Color) -> Shape {
        let shapes = four_shapes(self.shapes[point.index()], color);
        Shape::from_bits((shapes >> (4 * direction.index())) as u32)
    }

    /// What that line would offer if, `steps` steps from the point, a stone of `stone` stood.
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
        let key = match self.tables.lines.reach() {
            4 => line_key::<4>(bits, place),
            _ => line_key::<5>(bits, place),
        };
        Shape::from_bits(self.tables.lines.shapes()[key] as u32 >> (4 * color as u32))
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

    /// The code of all four lines of a point for a color.
    #[inline]
    pub fn code(&self, point: Point, color: Color) -> PatternCode {
        self.entries[point.index()][color].code()
    }

    /// What a color gets by playing at a point.
    #[inline]
    pub fn class(&self, point: Point, color: Color) -> PointClass {
        self.entries[point.index()][color].class()
    }

    /// The number of points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub fn count(&self, class: PointClass, color: Color) -> usize {
        self.counts[color].of(class)
    }

    /// The points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub fn points(&self, class: PointClass, color: Color) -> &PointSet {
        debug_assert!(class as usize >= PointClass::FIRST_SET);
        &self.sets[color][set_index(class as u8)]
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
            && self.counts == other.counts
            && Color::ALL
                .iter()
                .all(|&c| self.sets[c][1..] == other.sets[c][1..])
            && empty_points().all(|p| {
                self.shapes[p.index()] == other.shapes[p.index()]
                    && self.entries[p.index()] == other.entries[p.index()]
            })
    }
}

/// Moves a point from one set to the other, and, the second time, back.
#[inline]
fn swap_sets(sets: &mut [PointSet; SETS], done: &Move) {
    sets[set_index(done.from)].toggle(done.point);
    sets[set_index(done.to)].toggle(done.point);
}

#[inline]
fn set_index(class: u8) -> usize {
    (class as usize + 1).saturating_sub(PointClass::FIRST_SET)
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

/// What a line offers both colors, in its place among [`PatternMap::shapes`] for the first direction.
#[inline]
const fn spread(both: u8) -> u32 {
    (both as u32 | (both as u32) << 12) & 0x000F_000F
}

/// A color's shapes of a point, as they index [`Entries`].
#[inline]
const fn four_shapes(shapes: u32, color: Color) -> usize {
    (shapes >> (16 * color as u32) & 0xFFFF) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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
                    map.undo(&mut NoObserver);
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
                    map.play(point, color, &mut NoObserver);
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
