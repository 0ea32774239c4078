//! What `tengen solve` has come to, for who interrupts it.

use super::interrupt::this_command;
use super::solve_answer::Goal;
use super::solve_state::StateFile;
use tengen::time::Clock;

pub struct Reached {
    clock: Clock,
    goal: Goal,
    /// What was searched, in words.
    pub text: String,
    /// Positions that a search for any win has settled.
    pub settled: usize,
    /// Where it is kept.
    pub state: Option<StateFile>,
    /// Whether the verdict was told already.
    pub is_told: bool,
}

impl Reached {
    pub fn new(goal: Goal) -> Reached {
        Reached {
            clock: Clock::start(),
            goal,
            text: "the first search is not done".into(),
            settled: 0,
            state: None,
            is_told: false,
        }
    }

    /// What was reached, and how to go on.
    pub fn summary(&self) -> String {
        let seconds = self.clock.elapsed().as_secs_f64();
        if self.is_told {
            return format!("interrupted after {seconds:.1} s, after the verdict\n");
        }
        let command = this_command();
        let kept = match (&self.state, self.goal) {
            (Some(state), _) => match state.sync() {
                Ok(()) => format!("every settled position is kept; go on with: {command}"),
                Err(error) => format!("the state cannot be written: {error}"),
            },
            (None, Goal::Win) => {
                format!("nothing is kept; a search that can go on: {command} --state FILE")
            }
            (None, _) => {
                let searched = "a search by fours and open threes begins anew";
                format!("nothing is kept: {searched}; --goal win --state FILE can go on")
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
