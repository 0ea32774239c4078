//! How far `tengen solve` has come: shown while it runs, and printed if it is interrupted.

use super::super::interrupt::{kept, this_command};
use super::super::progress::Progress;
use parking_lot::Mutex;
use std::sync::Arc;
use tengen::solve::{Goal, SettledPosition, SolveListener, SolveProgress, StateFile};
use tengen::time::Clock;

/// What the solver has come to.
pub struct Reached {
    clock: Clock,
    goal: Goal,
    /// What was searched, as text, once there is progress.
    text: Option<String>,
    /// Positions that a search for any win has settled.
    settled: usize,
    /// The file that keeps what is settled.
    pub state: Option<StateFile>,
    /// Whether the verdict is printed already.
    pub is_answered: bool,
}

impl Reached {
    pub fn new(goal: Goal) -> Reached {
        Reached {
            clock: Clock::start(),
            goal,
            text: None,
            settled: 0,
            state: None,
            is_answered: false,
        }
    }

    /// What was reached, and how to continue.
    pub fn summary(&self) -> String {
        let seconds = self.clock.elapsed().as_secs_f64();
        if self.is_answered {
            return format!("interrupted after {seconds:.1} s, after the verdict\n");
        }
        let command = this_command();
        let kept = match (&self.state, self.goal) {
            (Some(state), _) => kept(&state.lines, "position"),
            (None, Goal::Win) => {
                format!("nothing is kept; a search that can be resumed: {command} --state FILE")
            }
            (None, _) => {
                "nothing is kept: a VCF or VCT search begins anew; --goal win --state FILE \
                          can be resumed"
                    .into()
            }
        };
        let text = match (&self.text, self.goal) {
            (Some(text), _) => text.clone(),
            (None, Goal::Win) => format!("{} positions settled", self.settled),
            (None, _) => "the first search is not done".into(),
        };
        format!("interrupted after {seconds:.1} s, undecided: {text}\n{kept}\n")
    }
}

/// Shows the solver's progress, and keeps what it settles.
pub struct Watcher {
    reached: Arc<Mutex<Reached>>,
    progress: Progress,
}

impl Watcher {
    pub fn new(reached: Arc<Mutex<Reached>>) -> Watcher {
        Watcher {
            reached,
            progress: Progress::start(),
        }
    }
}

impl SolveListener for Watcher {
    fn settled(&mut self, settled: &SettledPosition) {
        let mut reached = self.reached.lock();
        reached.settled += 1;
        if let Some(state) = &mut reached.state {
            state.add(settled);
        }
    }

    fn goes_on(&mut self, progress: &SolveProgress) -> bool {
        if let Some((done, all, unit)) = progress.work() {
            self.progress
                .tell(done, all, || format!("{unit}; {progress}"));
        }
        let mut reached = self.reached.lock();
        if !matches!(
            progress,
            SolveProgress::Checking(_) | SolveProgress::InReply
        ) {
            reached.text = Some(progress.to_string());
        }
        let state = reached.state.as_ref();
        state.is_none_or(|state| state.lines.is_whole())
    }
}
