//! Ends a solver that takes too long, or whose question was stopped.

use super::question_stop::QuestionStop;
use crate::solve::{SolveListener, SolveProgress};
use crate::time::Clock;

/// Ends searches of the solver.
#[derive(Clone, Copy)]
pub(super) struct SolveWatch<'a> {
    pub stop: &'a QuestionStop,
    pub clock: Clock,
    /// On the clock; `None` for no limit of time.
    pub until_ms: Option<u64>,
}

impl SolveWatch<'_> {
    /// Without a limit of time; the clock starts now.
    pub(super) fn until_stopped(stop: &QuestionStop) -> SolveWatch<'_> {
        SolveWatch {
            stop,
            clock: Clock::start(),
            until_ms: None,
        }
    }

    pub(super) fn is_over(self) -> bool {
        let now = self.clock.elapsed_ms();
        self.stop.is_stopped() || self.until_ms.is_some_and(|until| now >= until)
    }
}

impl SolveListener for SolveWatch<'_> {
    fn goes_on(&mut self, _: &SolveProgress) -> bool {
        !self.is_over()
    }
}
