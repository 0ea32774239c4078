//! Time management: from limits to the time at which no new iteration starts, and the hard limit.
//!
//! Pure: numbers in, numbers out. The bounds are counted from the moment at which the turn's command
//! was read.

use super::limits::Limits;

/// What a turn without any limit may take.
const UNLIMITED_MS: u64 = 15_000;
/// Kept back so that the reply arrives in time: a part of the turn, within bounds, in milliseconds.
const RESERVE_MIN_MS: u64 = 10;
const RESERVE_MAX_MS: u64 = 40;
const RESERVE_SHARE: u64 = 50;
/// The moves that the rest of a match is planned for, and the most that one move may take of it.
const MOVES_TO_GO: u64 = 13;
const LARGEST_SHARE: u64 = 5;

/// The state of the search after an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Since the turn's command was read.
    pub elapsed_ms: u64,
    /// Iterations in a row, this one included, that found the same best move.
    pub stable: u32,
    /// How far the score fell since the iteration before, in score units; 0 where it rose.
    pub fall: i32,
    /// The time of this iteration divided by that of the one before.
    pub growth: f64,
    /// The time of this iteration.
    pub last_ms: u64,
}

/// The time bounds of one turn, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    /// Aimed at where the match clock binds: stable moves take less, unstable more.
    optimum_ms: u64,
    /// Never passed.
    maximum_ms: u64,
    /// The match clock binds, not the turn's.
    saves: bool,
}

impl TimeManager {
    /// Works out the bounds.
    pub fn new(limits: &Limits) -> TimeManager {
        let turn_ms = limits.turn_ms.map(less_reserve);
        let match_ms = limits.left_ms.map(|left| {
            let left = less_reserve(left);
            (left / MOVES_TO_GO, left / LARGEST_SHARE)
        });
        match (turn_ms, match_ms) {
            // Counted limits alone must give the same search on every machine.
            (None, None) if limits.depth.is_some() || limits.nodes.is_some() => {
                TimeManager::whole(u64::MAX)
            }
            (None, None) => TimeManager::whole(UNLIMITED_MS),
            (Some(turn), None) => TimeManager::whole(turn),
            (Some(turn), Some((optimum, _))) if optimum >= turn => TimeManager::whole(turn),
            (turn, Some((optimum_ms, maximum_ms))) => {
                let maximum_ms = maximum_ms.min(turn.unwrap_or(UNLIMITED_MS));
                TimeManager {
                    optimum_ms: optimum_ms.min(maximum_ms),
                    maximum_ms,
                    saves: true,
                }
            }
        }
    }

    fn whole(ms: u64) -> TimeManager {
        TimeManager {
            optimum_ms: ms,
            maximum_ms: ms,
            saves: false,
        }
    }

    /// The time that the turn aims at.
    pub fn optimum_ms(&self) -> u64 {
        self.optimum_ms
    }

    /// The hard limit.
    pub fn maximum_ms(&self) -> u64 {
        self.maximum_ms
    }

    /// The time that a critical turn may take: a double share of the match clock.
    pub fn critical_ms(&self) -> u64 {
        self.optimum_ms.saturating_mul(2).min(self.maximum_ms)
    }

    /// Whether another iteration is worth starting.
    ///
    /// Where the turn's own clock binds, nothing is gained by stopping early. Where the match clock
    /// does, time goes to positions whose best move changes or whose score falls, and an iteration
    /// that would be cut off by the maximum is not begun.
    pub fn goes_on(&self, done: &Iteration) -> bool {
        if done.elapsed_ms >= self.maximum_ms {
            return false;
        }
        if !self.saves {
            return true;
        }
        let stability = match done.stable {
            0 | 1 => 2.0,
            2 | 3 => 1.5,
            4..=6 => 1.2,
            _ => 1.0,
        };
        let falling = 1.0 + done.fall.clamp(0, 200) as f64 / 100.0;
        let target = (self.optimum_ms as f64 * stability * falling).min(self.maximum_ms as f64);
        let next = done.last_ms as f64 * done.growth.clamp(1.2, 4.0);
        // Half of an unfinished iteration is still of use: its first move is searched first.
        (done.elapsed_ms as f64) + next * 0.4 < target
    }
}

fn less_reserve(ms: u64) -> u64 {
    let reserve = (RESERVE_MIN_MS + ms / RESERVE_SHARE).min(RESERVE_MAX_MS);
    ms.saturating_sub(reserve).max(ms.min(2) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(turn_ms: impl Into<Option<u64>>, left_ms: impl Into<Option<u64>>) -> Limits {
        Limits {
            turn_ms: turn_ms.into(),
            left_ms: left_ms.into(),
            ..Limits::default()
        }
    }

    #[test]
    fn bounds() {
        let table = [
            // turn, left, least maximum, greatest maximum
            (Some(0), None, 0, 0),
            (Some(1), None, 0, 1),
            (Some(100), None, 80, 95),
            (Some(5_000), None, 4_900, 4_970),
            (None, Some(0), 0, 0),
            (None, Some(2_000), 300, 400),
            (Some(30_000), Some(180_000), 29_000, 30_000),
            (Some(5_000), Some(120_000), 4_900, 4_970),
            (Some(5_000), Some(300), 40, 200),
            (None, None, 1_000, 60_000),
        ];
        for (turn, left, least, greatest) in table {
            let maximum = TimeManager::new(&limits(turn, left)).maximum_ms();
            assert!(
                (least..=greatest).contains(&maximum),
                "{turn:?} {left:?}: {maximum}"
            );
        }
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for turn in (0..3000).step_by(7) {
            for left in (0..9000).step_by(31) {
                let maximum = TimeManager::new(&limits(turn, left)).maximum_ms();
                assert!(maximum <= turn.min(left), "{turn} {left}: {maximum}");
            }
        }
    }

    #[test]
    fn a_weighty_turn_takes_a_double_share_and_never_too_much() {
        let critical = |turn, left| TimeManager::new(&limits(turn, left)).critical_ms();
        assert_eq!(critical(None, Some(18_040)), 2_768);
        assert_eq!(critical(Some(1_000), Some(18_040)), 970);
        assert_eq!(critical(Some(1_000), None), 970);
        assert_eq!(critical(Some(0), Some(0)), 0);
        let counted = Limits {
            nodes: Some(5),
            ..Limits::default()
        };
        assert_eq!(TimeManager::new(&counted).critical_ms(), u64::MAX);
    }

    #[test]
    fn an_unstable_move_gets_more_time() {
        let manager = TimeManager::new(&limits(None, 60_000));
        let at = |stable, fall, elapsed_ms| {
            let done = Iteration {
                elapsed_ms,
                stable,
                fall,
                growth: 2.0,
                last_ms: 300,
            };
            manager.goes_on(&done)
        };
        assert!(at(1, 0, 4_500) && !at(9, 0, 4_500));
        assert!(at(9, 200, 4_500));
        assert!(!at(1, 200, 12_500));
    }

    #[test]
    fn a_turn_limit_alone_is_used_whole() {
        let manager = TimeManager::new(&limits(1_000, 100_000));
        let done = Iteration {
            elapsed_ms: 900,
            stable: 9,
            fall: 0,
            growth: 3.0,
            last_ms: 500,
        };
        assert!(manager.goes_on(&done));
    }
}
