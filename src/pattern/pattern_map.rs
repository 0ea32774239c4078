//! The patterns of the whole board, kept up to date as stones come and go.
//!
//! A stone touches the points within reach on its four lines; each touched point keeps its old state
//! in a record, from which undoing restores it.

use super::line_table::{KEYS, LineTable, MAX_REACH};
use super::point_class::{Entry, PatternCode, PointClass, entry_table};
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
    entries: ByColor<Box<[Entry]>>,
}

impl RuleTables {
    fn of(rule: Rule) -> &'static RuleTables {
        static TABLES: [OnceLock<RuleTables>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| RuleTables {
            blocked_five_wins: rule.spec().blocked_five_wins,
            lines: LineTable::new(&rule.spec()),
            entries: ByColor::from_fn(|color| {
                entry_table(rule.spec().black_forbidden && color == Color::Black)
            }),
        })
    }
}

const SETS: usize = PointClass::COUNT - PointClass::FIRST_SET;
/// Bits of one direction in a point's shapes: four of black's, and white's sixteen bits higher.
const SHAPE_BITS: u32 = 0x000F_000F;

/// The lower bit of every cell of a line.
const WINDOW_CELLS: u64 = 0x5555_5555_5555_5555;

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

/// A touched point as it was.
#[derive(Clone, Copy)]
struct Change {
    cell: u16,
    entries: ByColor<Entry>,
    shapes: u32,
}

#[derive(Clone, Copy)]
struct Frame {
    point: Point,
    color: Color,
    changes: usize,
    near: PointSet,
}

/// Shapes, codes and classes of every empty point, for both colors.
#[derive(Clone)]
pub struct PatternMap {
    tables: &'static RuleTables,
    /// `[direction][line]`, two bits a cell.
    lines: [[u64; 64]; 4],
    /// `[cell]`: black's four shapes in the low half, four bits a direction, white's in the high half.
    shapes: [u32; CELLS],
    entries: [ByColor<Entry>; CELLS],
    counts: ByColor<[u16; 16]>,
    sets: ByColor<[PointSet; SETS]>,
    empty: PointSet,
    near: PointSet,
    changes: Vec<Change>,
    frames: Vec<Frame>,
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
            frames: Vec::with_capacity(size.area()),
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
            let both = self.tables.lines.shapes()[key] as u32;
            shapes |= spread(both) << (4 * direction.index());
        }
        self.shapes[point.index()] = shapes;
        for color in Color::ALL {
            let entry = self.entry_of(shapes, color);
            self.entries[point.index()][color] = entry;
            self.counts[color][entry.class() as usize & 15] += 1;
            if let Some(set) = set_index(entry.class()) {
                self.sets[color][set].insert(point);
            }
        }
    }

    #[inline]
    fn entry_of(&self, shapes: u32, color: Color) -> Entry {
        self.tables.entries[color][(shapes >> (16 * color as u32)) as usize & 0xFFFF]
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
            near: self.near,
        });
        self.approach(point);
        self.empty.remove(point);
        self.record(point);
        for side in Color::ALL {
            self.change_entry(side, point, Entry::default(), observer);
            self.counts[side][0] -= 1;
        }
        match self.tables.lines.reach() {
            4 => self.touch_lines::<4>(point, color, observer),
            _ => self.touch_lines::<5>(point, color, observer),
        }
    }

    #[inline]
    fn record(&mut self, point: Point) {
        let cell = point.index();
        let (shapes, entries) = (self.shapes[cell], self.entries[cell]);
        self.changes.push(Change {
            cell: cell as u16,
            entries,
            shapes,
        });
    }

    #[inline]
    fn touch_lines<const REACH: usize>(
        &mut self,
        point: Point,
        color: Color,
        observer: &mut impl Observer,
    ) {
        let tables = self.tables;
        for direction in Direction::ALL {
            let (line, place) = point.line(direction);
            let bits = &mut self.lines[direction.index()][line];
            *bits ^= stone_bits(color) << (2 * place);
            let bits = *bits;
            let shift = 4 * direction.index() as u32;
            // Only the empty cells in reach: one bit each, at the even bits of the window.
            let window = bits >> (2 * (place - REACH));
            let mut empty = !(window | window >> 1) & WINDOW_CELLS & ((1 << (4 * REACH + 2)) - 1);
            while empty != 0 {
                let offset = empty.trailing_zeros() as usize / 2;
                empty &= empty - 1;
                let at = place + offset - REACH;
                let cell =
                    point.index() as i32 + direction.delta() * (offset as i32 - REACH as i32);
                let touched = Point::from_index(cell as usize);
                let key = line_key::<REACH>(bits, at) & (KEYS - 1);
                let new = spread(tables.lines.shapes()[key] as u32) << shift;
                let old = self.shapes[touched.index()];
                if (old ^ new) & (SHAPE_BITS << shift) == 0 {
                    continue;
                }
                let shapes = old & !(SHAPE_BITS << shift) | new;
                self.record(touched);
                self.shapes[touched.index()] = shapes;
                for side in Color::ALL {
                    let entry = self.entry_of(shapes, side);
                    self.change_entry(side, touched, entry, observer);
                }
            }
        }
    }

    #[inline]
    fn change_entry(
        &mut self,
        color: Color,
        point: Point,
        new: Entry,
        observer: &mut impl Observer,
    ) {
        let old = std::mem::replace(&mut self.entries[point.index()][color], new);
        if old != new {
            observer.changed(color, old.code(), new.code());
            self.change_class(color, point, old.class(), new.class());
        }
    }

    #[inline]
    fn change_class(&mut self, color: Color, point: Point, old: PointClass, new: PointClass) {
        if old == new {
            return;
        }
        self.counts[color][old as usize & 15] -= 1;
        self.counts[color][new as usize & 15] += 1;
        if old.max(new) as usize >= PointClass::FIRST_SET {
            if let Some(set) = set_index(old) {
                self.sets[color][set].remove(point);
            }
            if let Some(set) = set_index(new) {
                self.sets[color][set].insert(point);
            }
        }
    }

    /// Takes the last played stone off; does nothing where none was played since [`PatternMap::new`].
    #[inline]
    pub fn undo(&mut self, observer: &mut impl Observer) {
        let Some(Frame {
            point,
            color,
            changes,
            near,
        }) = self.frames.pop()
        else {
            return;
        };
        for direction in Direction::ALL {
            let (line, place) = point.line(direction);
            self.lines[direction.index()][line] ^= stone_bits(color) << (2 * place);
        }
        for side in Color::ALL {
            self.counts[side][0] += 1;
        }
        for index in changes..self.changes.len() {
            let Change {
                cell,
                entries,
                shapes,
            } = self.changes[index];
            let touched = Point::from_index(cell as usize);
            self.shapes[touched.index()] = shapes;
            let now = std::mem::replace(&mut self.entries[touched.index()], entries);
            for side in Color::ALL {
                self.change_class(side, touched, now[side].class(), entries[side].class());
            }
        }
        self.changes.truncate(changes);
        self.empty.insert(point);
        self.near = near;
        observer.after_undo();
    }

    /// What one line offers a color at an empty point.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, color: Color) -> Shape {
        let shift = 4 * direction.index() as u32 + 16 * color as u32;
        Shape::from_bits(self.shapes[point.index()] >> shift)
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

    /// The number of points of a class.
    #[inline]
    pub fn count(&self, class: PointClass, color: Color) -> usize {
        self.counts[color][class as usize & 15] as usize
    }

    /// The points of a class, which is [`PointClass::Foul`] or above.
    #[inline]
    pub fn points(&self, class: PointClass, color: Color) -> &PointSet {
        debug_assert!(class as usize >= PointClass::FIRST_SET);
        &self.sets[color][set_index(class).unwrap_or(0)]
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
            && self.sets == other.sets
            && empty_points().all(|p| {
                self.shapes[p.index()] == other.shapes[p.index()]
                    && self.entries[p.index()] == other.entries[p.index()]
            })
    }
}

#[inline]
fn set_index(class: PointClass) -> Option<usize> {
    (class as usize)
        .checked_sub(PointClass::FIRST_SET)
        .filter(|&set| set < SETS)
}

#[inline]
const fn stone_bits(color: Color) -> u64 {
    color as u64 + 1
}

/// The key of the `REACH` cells on both sides of a place on a line.
#[inline]
const fn line_key<const REACH: usize>(bits: u64, place: usize) -> usize {
    let window = bits >> (2 * (place - REACH));
    let half = (1 << (2 * REACH)) - 1;
    (window & half | (window >> 2) & (half << (2 * REACH))) as usize
}

/// Both colors' shapes from a table's byte to a point's layout.
#[inline]
const fn spread(both: u32) -> u32 {
    both & 15 | (both >> 4) << 16
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
