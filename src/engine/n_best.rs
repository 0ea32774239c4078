//! Several best moves of a position (multi-PV), for people who study it.

use super::decision::won;
use super::engine::{Engine, best_five};
use super::listener::Listener;
use super::turn::Turn;
use super::turn_supervisor::TurnSupervisor;
use crate::search::{Progress, SearchEvent, Searcher};

impl Engine {
    /// Searches the `count` best moves (multi-PV) and reports them after each iteration: variations that begin with
    /// different moves, best first. A win that is known without a search is one of them. Returns the last ones; none
    /// where no iteration was finished.
    pub fn best_lines(&mut self, turn: &Turn, count: usize, listener: Listener) -> Vec<Progress> {
        let known = self.certain_win(turn);
        let mut excluded = self.excluded.clone();
        excluded.extend(known.iter().map(|line| line.pv[0]));
        let count = count.max(1) - usize::from(known.is_some());
        let mut supervisor = TurnSupervisor::new(turn, &mut self.threats, listener);
        supervisor.known = known;
        if supervisor.known.is_some() {
            supervisor.report(SearchEvent::Iteration(&supervisor.with_known(&[])));
        }
        let (position, limits) = (turn.position, *turn.limits);
        let mut searcher = Searcher::new(position, &mut self.state, limits, &mut supervisor);
        searcher.exclude(&excluded);
        let lines = searcher.run_lines(count);
        supervisor.with_known(&lines)
    }

    /// A five or a known win.
    fn certain_win(&mut self, turn: &Turn) -> Option<Progress> {
        let five = best_five(turn.position).filter(|five| !self.excluded.contains(five));
        match five {
            Some(five) => Some(won(vec![five], 1, 0)),
            None => self.known_win(turn).map(|(_, win)| win),
        }
    }
}
