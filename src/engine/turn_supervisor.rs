//! The supervisor of a turn's search: keeps it within the time limits, passes its events on, and searches a refutation
//! of its best moves.

use super::listener::Listener;
use super::root_threats::RootThreats;
use super::turn::Turn;
use crate::board::Point;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Next, Progress, SearchEvent, Supervisor};
use crate::time::Iteration;
use std::cmp::Reverse;

/// The first iteration after which a refutation of the best move is searched.
const REFUTATION_MIN_DEPTH: i32 = 5;
/// Below this score every move may lose: the last quarter of the turn is kept for the safety check.
const HOPELESS_SCORE: i32 = -250;

/// The supervisor of a turn's search.
pub(super) struct TurnSupervisor<'a> {
    turn: Turn<'a>,
    /// A copy of the turn's position to play moves on.
    position: Position,
    threats: &'a mut RootThreats,
    listener: Listener<'a>,
    /// A win that is known without the search, reported as one of the variations.
    pub known: Option<Progress>,
    last: Option<(Progress, Iteration)>,
    /// Best moves for which no refutation was found.
    unrefuted: Vec<Point>,
}

impl<'a> TurnSupervisor<'a> {
    pub fn new(
        turn: &Turn<'a>,
        threats: &'a mut RootThreats,
        listener: Listener<'a>,
    ) -> TurnSupervisor<'a> {
        TurnSupervisor {
            turn: *turn,
            position: turn.position.clone(),
            threats,
            listener,
            known: None,
            last: None,
            unrefuted: Vec::new(),
        }
    }

    /// Passes an event on.
    pub fn report(&mut self, event: SearchEvent) {
        (self.listener)(event, self.turn.control.elapsed_ms());
    }

    /// The variations of an iteration and the known win, best first.
    pub fn with_known(&self, lines: &[Progress]) -> Vec<Progress> {
        let mut all: Vec<Progress> = self.known.iter().chain(lines).cloned().collect();
        all.sort_by_key(|line| Reverse(line.score));
        all
    }

    /// The plies within which the opponent wins by VCF or VCT after the iteration's best move.
    fn refutation(&mut self, progress: &Progress) -> Option<usize> {
        let point = progress.pv[0];
        if progress.depth < REFUTATION_MIN_DEPTH
            || progress.score.is_decided()
            || self.unrefuted.contains(&point)
            || self.must_stop()
        {
            return None;
        }
        self.unrefuted.push(point);
        self.threats.refute(&mut self.position, point, &self.turn)
    }

    /// The iteration that was finished, as the time manager sees it.
    fn pace(&mut self, progress: &Progress) -> Iteration {
        let elapsed_ms = self.turn.control.elapsed_ms();
        let mut done = Iteration {
            elapsed_ms,
            stable: 1,
            fall: 0,
            growth: 2.0,
            last_ms: elapsed_ms,
        };
        if let Some((before, iteration)) = &self.last {
            done.last_ms = elapsed_ms - iteration.elapsed_ms;
            done.growth = done.last_ms as f64 / iteration.last_ms.max(1) as f64;
            done.fall = (before.score.value() - progress.score.value()).max(0);
            if before.pv.first() == progress.pv.first() {
                done.stable = iteration.stable + 1;
            }
        }
        self.last = Some((progress.clone(), done));
        done
    }
}

impl Supervisor for TurnSupervisor<'_> {
    fn must_stop(&mut self) -> bool {
        let is_hopeless =
            |(progress, _): &(Progress, Iteration)| progress.score.value() < HOPELESS_SCORE;
        let is_last_quarter = || self.turn.control.left_ms() < self.turn.control.optimum_ms() / 4;
        self.turn.must_stop() || self.last.as_ref().is_some_and(is_hopeless) && is_last_quarter()
    }

    fn on_curr_move(&mut self, point: Point) {
        self.report(SearchEvent::CurrMove(point));
    }

    fn on_move_score(&mut self, point: Point, score: Score) {
        self.report(SearchEvent::MoveScore(point, score));
    }

    fn next(&mut self, lines: &[Progress]) -> Next {
        let progress = &lines[0];
        self.report(SearchEvent::Iteration(&self.with_known(lines)));
        let done = self.pace(progress);
        match self.refutation(progress) {
            Some(plies) => Next::Without { plies },
            None if self.turn.control.goes_on(&done) => Next::Deeper,
            None => Next::Stop,
        }
    }
}
