//! The clock of a game: a time for all moves of a color, and an increment after each.

use crate::board::{ByColor, Color};
use std::str::FromStr;
use thiserror::Error;

/// What both colors get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// For the whole game, in milliseconds.
    pub main_ms: u64,
    /// After each move, in milliseconds.
    pub increment_ms: u64,
}

/// The error of a text that is no clock.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "seconds up to 1000000 are expected, and after a + those of the increment, such as 300 or 300+5"
)]
pub struct NoClock;

/// Reads seconds: `300`, `300+5`, `90.5+0.5`.
impl FromStr for GameClock {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<GameClock, NoClock> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let ms = |text: &str| {
            let seconds: f64 = text.trim().parse().map_err(|_| NoClock)?;
            let is_sensible = (0.0..=1e6).contains(&seconds);
            is_sensible
                .then_some((seconds * 1000.0) as u64)
                .ok_or(NoClock)
        };
        let clock = GameClock {
            main_ms: ms(main)?,
            increment_ms: ms(increment)?,
        };
        (clock.main_ms > 0).then_some(clock).ok_or(NoClock)
    }
}

/// What is left of a clock.
#[derive(Clone, Debug)]
pub(super) struct RunningClock {
    clock: GameClock,
    left_ms: ByColor<u64>,
}

impl RunningClock {
    pub fn new(clock: GameClock) -> RunningClock {
        RunningClock {
            clock,
            left_ms: ByColor::both(clock.main_ms),
        }
    }

    pub fn left_ms(&self, color: Color) -> u64 {
        self.left_ms[color]
    }

    /// Takes time off. Returns whether it was there.
    pub fn spend(&mut self, color: Color, used_ms: u64) -> bool {
        let left = &mut self.left_ms[color];
        let is_in_time = used_ms <= *left;
        *left = left.saturating_sub(used_ms);
        is_in_time
    }

    /// Adds the increment of a move.
    pub fn add(&mut self, color: Color) {
        self.left_ms[color] += self.clock.increment_ms;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_and_runs() {
        let clock: GameClock = "2+0.5".parse().unwrap();
        let mut running = RunningClock::new(clock);
        assert!(running.spend(Color::Black, 1500));
        running.add(Color::Black);
        assert_eq!(running.left_ms(Color::Black), 1000);
        assert!(!running.spend(Color::Black, 1001));
        assert_eq!(running.left_ms(Color::Black), 0);
        assert_eq!(running.left_ms(Color::White), 2000);
        for text in ["", "0", "-1", "5+", "a", "5+-1", "inf"] {
            assert_eq!(text.parse::<GameClock>(), Err(NoClock), "{text}");
        }
    }
}
