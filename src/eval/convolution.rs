//! What a stone changes in the convolution: the inner loops of the evaluation.

use super::fitted::{LANES, TAPS};
use super::weights::{Lanes, Weights};
use crate::board::{CELLS, Color, Direction, Point, Size};
use crate::pattern::Change;

/// What the convolution has outside the board: below 0 whatever is added, so that its ReLU is 0.
const OUTSIDE: Lanes = Lanes([-20_000; LANES]);

/// The sums that a position has beside the convolution of each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSums {
    /// `[view]`: direct weights, in sixteenths of a score unit.
    pub(super) direct: [i32; 2],
    /// The channels after ReLU, summed up over the board.
    pub(super) pooled: [i32; LANES],
}

/// The convolution of all points before its ReLU, and what it was before each stone.
#[derive(Clone)]
pub(super) struct Convolution {
    by_cell: Box<[Lanes; CELLS]>,
    /// For each stone the cells around it, as they were before.
    saved: Vec<Lanes>,
}

impl Convolution {
    /// The bias at every point.
    pub(super) fn new(size: Size, weights: &Weights) -> Convolution {
        let mut by_cell = Box::new([OUTSIDE; CELLS]);
        for point in size.points() {
            by_cell[point.index()] = weights.bias;
        }
        Convolution {
            by_cell,
            saved: Vec::new(),
        }
    }

    /// The convolution at a point.
    pub(super) fn at(&self, point: Point) -> &Lanes {
        &self.by_cell[point.index()]
    }

    /// Adds the taps of a point to the convolution at and around it.
    #[inline(always)]
    pub(super) fn add_around(&mut self, point: Point, [centre, side, corner]: &[Lanes; TAPS]) {
        let mut add = |cell: usize, lanes: &Lanes| {
            for (sum, &lane) in self.by_cell[cell & (CELLS - 1)].0.iter_mut().zip(&lanes.0) {
                *sum = sum.wrapping_add(lane);
            }
        };
        let cell = point.index();
        add(cell, centre);
        let mut add_both = |direction: Direction, lanes: &Lanes| {
            let step = direction.delta() as usize;
            add(cell.wrapping_sub(step), lanes);
            add(cell + step, lanes);
        };
        add_both(Direction::Row, side);
        add_both(Direction::Column, side);
        add_both(Direction::Diagonal, corner);
        add_both(Direction::AntiDiagonal, corner);
    }

    /// Follows a stone that changed these points, the first of them its own.
    #[inline(always)]
    pub(super) fn follow(&mut self, weights: &Weights, changes: &[Change], sums: &mut BoardSums) {
        let Some(stone) = changes.first().map(|change| change.point()) else {
            return;
        };
        let start = self.saved.len();
        let by_cell = &self.by_cell;
        let around = weights.around.iter();
        self.saved
            .extend(around.map(|&offset| by_cell[cell_at(stone, offset)]));
        for change in changes {
            let [black, white] =
                Color::ALL.map(|color| change.codes(color).map(|code| code.index()));
            let mut taps = [Lanes::ZERO; TAPS];
            weights.codes[Color::Black].add_change(black, &mut taps, &mut sums.direct);
            weights.codes[Color::White].add_change(white, &mut taps, &mut sums.direct);
            self.add_around(change.point(), &taps);
        }
        let mut pooled = sums.pooled;
        // That the loop could end early, as far as the compiler knows, keeps it from being vectorized across cells.
        let by_cell: &[Lanes] = std::hint::black_box(&self.by_cell[..]);
        for (before, &offset) in self.saved[start..].iter().zip(&weights.around) {
            let Some(now) = by_cell.get(cell_at(stone, offset)) else {
                break;
            };
            add_relu_change(&mut pooled, before, now);
        }
        sums.pooled = pooled;
    }

    /// Takes back a stone, the last one followed.
    #[inline(always)]
    pub(super) fn take_back(&mut self, weights: &Weights, stone: Point) {
        let start = self.saved.len().saturating_sub(weights.around.len());
        for (&before, &offset) in self.saved[start..].iter().zip(&weights.around) {
            self.by_cell[cell_at(stone, offset)] = before;
        }
        self.saved.truncate(start);
    }
}

/// The cell at a distance from a stone.
#[inline(always)]
fn cell_at(stone: Point, offset: u16) -> usize {
    (stone.index() + usize::from(offset)) & (CELLS - 1)
}

/// Adds the ReLU of what a point's convolution is now, and subtracts that of what it was.
#[inline(always)]
pub(super) fn add_relu_change(pooled: &mut [i32; LANES], before: &Lanes, now: &Lanes) {
    for (pooled, (&before, &now)) in pooled.iter_mut().zip(before.0.iter().zip(&now.0)) {
        *pooled += i32::from(now.max(0).wrapping_sub(before.max(0)));
    }
}
