//! The only reader of the system's clock. It never jumps with the time of day.

#[cfg(target_arch = "wasm32")]
use crate::host::Instant;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// A stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Starts a stopwatch now.
    pub fn start() -> Clock {
        Clock(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The time from an earlier clock's start to this one's.
    pub fn since(self, earlier: Clock) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }

    /// The whole milliseconds since the start.
    pub fn elapsed_ms(self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}

/// A seed from the time of day, never 0.
pub fn clock_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_nanos() as u64).max(1)
}
