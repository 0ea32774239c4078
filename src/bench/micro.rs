//! The speed of parts of the search: playing and undoing moves, VCF and VCT searches.

use super::positions::{four_positions, positions, threat_positions};
use crate::board::Point;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::rule::Rule;
use crate::threat::{Vcf, Vct};
use crate::time::Clock;
use std::hint::black_box;
use std::ops::AddAssign;
use std::time::Duration;

/// The size of the threat searches' tables in positions, as a power of two.
const THREAT_TABLE_BITS: u32 = 16;
/// The node limit of a threat search, and the plies of its longest win.
const THREAT_NODES: u64 = 200_000;
const THREAT_PLIES: usize = 21;

/// Work done and its time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speed {
    /// Pairs of play and undo, or nodes.
    pub count: u64,
    /// The time that they took.
    pub elapsed: Duration,
}

impl Speed {
    /// Millions of the count per second.
    pub fn millions_a_second(&self) -> f64 {
        self.count as f64 / self.elapsed.as_secs_f64().max(1e-9) / 1e6
    }
}

impl AddAssign for Speed {
    fn add_assign(&mut self, other: Speed) {
        self.count += other.count;
        self.elapsed += other.elapsed;
    }
}

/// Plays and undoes each move near the stones, patterns and evaluation included, in each position of the bench for a
/// time. The counts are pairs of play and undo.
pub fn play_and_undo(time: Duration) -> impl Iterator<Item = (Rule, Speed)> {
    positions().map(move |mut position| {
        let near: Vec<Point> = position.patterns().near().iter().collect();
        let mut eval = Evaluator::new(&position);
        let (clock, mut count) = (Clock::start(), 0);
        while clock.elapsed() < time {
            for &point in &near {
                position.play(point);
                black_box(eval.evaluate(&position, position.turn()));
                position.undo();
            }
            count += near.len() as u64;
        }
        let elapsed = clock.elapsed();
        (position.rule(), Speed { count, elapsed })
    })
}

/// Searches VCFs in boards full of fours, each from an empty table, for a time. The count is nodes.
pub fn vcf_searches(time: Duration) -> Speed {
    let mut vcf = Vcf::new(THREAT_TABLE_BITS);
    repeated(four_positions(), time, |position| {
        vcf.clear();
        vcf.search(position, THREAT_NODES);
        vcf.nodes()
    })
}

/// Searches VCTs in fixed positions, each from an empty table, for a time. The count is nodes.
pub fn vct_searches(time: Duration) -> Speed {
    let mut vct = Vct::new(THREAT_TABLE_BITS);
    repeated(threat_positions(), time, |position| {
        vct.clear();
        vct.search(position, THREAT_PLIES, THREAT_NODES);
        vct.nodes()
    })
}

/// Searches all positions again and again until the time is up; `search` returns its nodes so far.
fn repeated(
    positions: impl Iterator<Item = Position>,
    time: Duration,
    mut search: impl FnMut(&mut Position) -> u64,
) -> Speed {
    let mut positions: Vec<Position> = positions.collect();
    let (clock, mut count) = (Clock::start(), 0);
    while clock.elapsed() < time {
        positions
            .iter_mut()
            .for_each(|position| count = search(position));
    }
    let elapsed = clock.elapsed();
    Speed { count, elapsed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_does_some_work_in_its_time() {
        let time = Duration::from_millis(1);
        let parts = play_and_undo(time).map(|(_, speed)| speed);
        let mut all = Speed::default();
        for speed in parts.chain([vcf_searches(time), vct_searches(time)]) {
            assert!(speed.count > 0 && speed.elapsed >= time);
            all += speed;
        }
        let rate = all.count as f64 / all.elapsed.as_secs_f64() / 1e6;
        assert!((all.millions_a_second() - rate).abs() < 1e-6);
    }
}
