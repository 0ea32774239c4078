//! How far `tengen solve` has come: shown while it runs, and printed if it is interrupted.

use super::super::interrupt::this_command;
use super::super::progress::Progress;
use parking_lot::Mutex;
use std::sync::Arc;
use tengen::solve::{
    Goal, Means, SettledPosition, SolveListener, SolveProgress, StateFile, WinProgress,
};
use tengen::time::Clock;

/// What the solver has come to.
pub struct Reached {
    clock: Clock,
    goal: Goal,
    /// What was searched, as text.
    text: String,
    /// Positions that a search for any win has settled.
    settled: usize,
    /// The file that keeps them.
    pub state: Option<StateFile>,
    /// Whether the verdict is printed already.
    pub is_answered: bool,
}

impl Reached {
    pub fn new(goal: Goal) -> Reached {
        Reached {
            clock: Clock::start(),
            goal,
            text: "the first search is not done".into(),
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
            (Some(state), _) => match state.sync() {
                Ok(()) => format!("every settled position is kept; resume with: {command}"),
                Err(error) => format!("the state cannot be written: {error}"),
            },
            (None, Goal::Win) => {
                format!("nothing is kept; a search that can be resumed: {command} --state FILE")
            }
            (None, _) => {
                "nothing is kept: a VCF or VCT search begins anew; --goal win --state FILE \
                          can be resumed"
                    .into()
            }
        };
        let settled = match self.goal {
            Goal::Win => format!("; {} positions settled", self.settled),
            _ => String::new(),
        };
        let text = &self.text;
        format!("interrupted after {seconds:.1} s, undecided: {text}{settled}\n{kept}\n")
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
        let thousands = |nodes: u64| (nodes / 1000) as usize;
        let text = match *progress {
            SolveProgress::Threats {
                means,
                nodes,
                most_nodes,
                refuted,
            } => {
                let known = match means {
                    Means::Vcf => "VCF".into(),
                    Means::Vct | Means::Any => format!("no VCT within {refuted} plies"),
                };
                self.progress
                    .tell(thousands(nodes), thousands(most_nodes), || {
                        format!("thousand nodes at most; {known}")
                    });
                format!("{nodes} nodes; {known}")
            }
            SolveProgress::AnyMoves { done, most_nodes } => {
                self.progress
                    .tell(thousands(done.nodes), thousands(most_nodes), || {
                        any_text(done)
                    });
                format!("{} nodes, {} won", done.nodes, done.won)
            }
            SolveProgress::Replies { lost, all } => {
                self.progress.tell(lost, all, || "replies lose".into());
                format!("{lost} of {all} replies lose")
            }
            SolveProgress::Checking(report) => {
                let nodes = report.nodes as f64 / 1e6;
                self.progress.tell(report.decisions, report.decisions, || {
                    format!("decisions checked, {nodes:.1} million nodes")
                });
                return true;
            }
            SolveProgress::InReply => return true,
        };
        let mut reached = self.reached.lock();
        reached.text = text;
        reached.state.as_ref().is_none_or(StateFile::is_whole)
    }
}

fn any_text(done: &WinProgress) -> String {
    let WinProgress {
        nodes,
        settled,
        won,
        effort,
        proof,
        disproof,
        seldepth,
    } = done;
    format!(
        "thousand nodes at most; effort {} of {}, {nodes} nodes, {settled} positions settled, {won} \
         won; proof number {proof}, disproof number {disproof}, seldepth {seldepth}",
        effort + 1,
        WinProgress::EFFORTS
    )
}
