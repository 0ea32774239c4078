//! A turn's time limits and its stop signal, shared by the thread that thinks and the one that may stop it.

use crate::time::{Clock, Iteration, Limits, TimeManager};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The time limits of a turn, which may change while the engine thinks, and the stop signal.
pub struct Control {
    clock: Clock,
    stop: AtomicBool,
    maximum_ms: AtomicU64,
    manager: Mutex<TimeManager>,
}

impl Control {
    /// Starts a turn. Its limits count from the clock's start.
    pub fn new(clock: Clock, limits: &Limits) -> Control {
        let manager = TimeManager::new(limits);
        Control {
            clock,
            stop: AtomicBool::new(false),
            maximum_ms: AtomicU64::new(manager.maximum_ms()),
            manager: Mutex::new(manager),
        }
    }

    /// Ends the turn now: the best move so far is played.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Replaces the time limits of the turn.
    pub fn set_limits(&self, limits: &Limits) {
        let manager = TimeManager::new(limits);
        self.maximum_ms.store(manager.maximum_ms(), Relaxed);
        *self.manager.lock() = manager;
    }

    /// The time since the turn began, in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        self.clock.elapsed_ms()
    }

    /// The time until the hard limit, in milliseconds.
    pub(super) fn left_ms(&self) -> u64 {
        let maximum_ms = self.maximum_ms.load(Relaxed);
        maximum_ms.saturating_sub(self.elapsed_ms())
    }

    /// The time that the turn aims at, in milliseconds: less than the maximum where the match clock binds.
    pub(super) fn optimum_ms(&self) -> u64 {
        self.manager.lock().optimum_ms()
    }

    /// What a critical turn may take, in milliseconds; `u64::MAX` where only nodes or depth are limited.
    pub(super) fn critical_ms(&self) -> u64 {
        self.manager.lock().critical_ms()
    }

    pub(super) fn must_stop(&self) -> bool {
        self.stop.load(Relaxed) || self.clock.elapsed_ms() >= self.maximum_ms.load(Relaxed)
    }

    /// Whether another iteration is worth starting.
    pub(super) fn goes_on(&self, done: &Iteration) -> bool {
        !self.must_stop() && self.manager.lock().goes_on(done)
    }
}
