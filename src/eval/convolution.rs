//! What a stone changes in the convolution: the inner loops of the evaluation, for the processor at hand.

use super::weights::{LANES, Lanes, TAKEN, Weights};
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
    pub(super) fn add_around(&mut self, point: Point, [centre, side, corner]: &[Lanes; 3]) {
        let cell = point.index();
        let mut add = |cell: usize, lanes: &Lanes| {
            for (sum, &lane) in self.by_cell[cell & (CELLS - 1)].0.iter_mut().zip(&lanes.0) {
                *sum = sum.wrapping_add(lane);
            }
        };
        add(cell, centre);
        for direction in Direction::ALL {
            let lanes = match direction {
                Direction::Row | Direction::Column => side,
                Direction::Diagonal | Direction::AntiDiagonal => corner,
            };
            add(cell.wrapping_sub(direction.delta() as usize), lanes);
            add(cell + direction.delta() as usize, lanes);
        }
    }

    /// Follows a stone that changed these points, the first of them its own.
    pub(super) fn follow(&mut self, weights: &Weights, changes: &[Change], sums: &mut BoardSums) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                self.follow_with_avx2(weights, changes, sums);
            }
            return;
        }
        self.follow_with_any(weights, changes, sums);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn follow_with_avx2(&mut self, weights: &Weights, changes: &[Change], sums: &mut BoardSums) {
        self.follow_with_any(weights, changes, sums);
    }

    /// The same on any processor; inlined, so that the caller's instructions are used.
    #[inline(always)]
    pub(super) fn follow_with_any(
        &mut self,
        weights: &Weights,
        changes: &[Change],
        sums: &mut BoardSums,
    ) {
        let Some(stone) = changes.first().map(|change| change.point()) else {
            return;
        };
        let start = self.saved.len();
        let by_cell = &self.by_cell;
        let around = weights.around.iter();
        self.saved
            .extend(around.map(|&offset| by_cell[cell_at(stone, offset)]));
        for (number, change) in changes.iter().enumerate() {
            let mut delta = [Lanes::ZERO; 3];
            for color in Color::ALL {
                let (weights, codes) = (&weights.codes[color], change.codes(color));
                let [old, mut new] = codes.map(|code| code.index());
                if number == 0 {
                    new = TAKEN;
                }
                for (tap, lanes) in delta.iter_mut().enumerate() {
                    let (new, old) = (&weights.kernel[new][tap].0, &weights.kernel[old][tap].0);
                    for (lane, (&new, &old)) in lanes.0.iter_mut().zip(new.iter().zip(old)) {
                        *lane = lane.wrapping_add(new.wrapping_sub(old));
                    }
                }
                for (view, sum) in sums.direct.iter_mut().enumerate() {
                    *sum +=
                        i32::from(weights.direct[new][view]) - i32::from(weights.direct[old][view]);
                }
            }
            self.add_around(change.point(), &delta);
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
