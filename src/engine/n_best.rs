//! The best moves of a position, so many, for people who study it.

use super::engine::{best_five, won};
use super::watch::Watch;
use super::{Engine, Listen, Turn};
use crate::search::{Progress, SearchEvent, Searcher};

impl Engine {
    /// Searches the best moves, so many, telling `listen` of them after each iteration: variations that begin
    /// with different moves, best first. A win that is known without a search is one of them. Returns the last;
    /// none where not one iteration was finished.
    pub fn best_lines(&mut self, turn: &Turn, count: usize, listen: Listen) -> Vec<Progress> {
        let known = self.certain_win(turn);
        let mut excluded = self.excluded.clone();
        excluded.extend(known.iter().map(|line| line.pv[0]));
        let count = count.max(1) - usize::from(known.is_some());
        let mut watch = Watch::new(turn, &mut self.threats, listen);
        watch.known = known;
        if watch.known.is_some() {
            watch.tell(SearchEvent::Iteration(&watch.with_known(&[])));
        }
        let (position, limits) = (turn.position, *turn.limits);
        let mut searcher = Searcher::new(position, &mut self.state, limits, &mut watch);
        searcher.exclude(&excluded);
        let lines = searcher.run_lines(count);
        watch.with_known(&lines)
    }

    /// A win that needs no search of all moves.
    fn certain_win(&mut self, turn: &Turn) -> Option<Progress> {
        let five = best_five(turn.position).filter(|five| !self.excluded.contains(five));
        let mut position = turn.position.clone();
        match five {
            Some(five) => Some(won(vec![five], 1, 0)),
            None => self
                .known_win(&mut position, turn.limits, turn.control)
                .map(|(_, win)| win),
        }
    }
}
