//! A search watched over: kept within the turn's bounds, told of, and its best moves looked at for what
//! refutes them.

use super::control::Control;
use super::engine::Listen;
use super::root_threats::RootThreats;
use super::turn::Turn;
use crate::board::Point;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Next, Progress, SearchEvent, Supervisor};
use crate::time::{Iteration, Limits};
use std::cmp::Reverse;

/// The first iteration whose best move is looked at for a refutation.
const REFUTE_DEPTH: i32 = 5;
/// Below this score every move may lose: the last quarter of the turn is kept for the last look.
const HOPELESS: i32 = -250;

/// Keeps the search within the turn's bounds, passes its reports on, and looks for what refutes the moves
/// that it comes to like.
pub(super) struct Watch<'a> {
    position: Position,
    limits: &'a Limits,
    control: &'a Control,
    threats: &'a mut RootThreats,
    listen: Listen<'a>,
    /// A win that is known without the search: one of the variations that are told.
    pub known: Option<Progress>,
    last: Option<(Progress, Iteration)>,
    /// Best moves for which no refutation was found.
    unrefuted: Vec<Point>,
}

impl<'a> Watch<'a> {
    pub fn new(turn: &Turn<'a>, threats: &'a mut RootThreats, listen: Listen<'a>) -> Watch<'a> {
        Watch {
            position: turn.position.clone(),
            limits: turn.limits,
            control: turn.control,
            threats,
            listen,
            known: None,
            last: None,
            unrefuted: Vec::new(),
        }
    }

    /// Passes a report on.
    pub fn tell(&mut self, news: SearchEvent) {
        (self.listen)(news, self.control.elapsed_ms());
    }

    /// The variations of an iteration with the win that is known, best first.
    pub fn with_known(&self, lines: &[Progress]) -> Vec<Progress> {
        let mut all: Vec<Progress> = self.known.iter().chain(lines).cloned().collect();
        all.sort_by_key(|line| Reverse(line.score));
        all
    }

    /// In how many plies the opponent wins by threats after the iteration's best move.
    fn refutation(&mut self, progress: &Progress) -> Option<usize> {
        let point = progress.pv[0];
        if progress.depth < REFUTE_DEPTH
            || progress.score.is_decided()
            || self.unrefuted.contains(&point)
            || self.must_stop()
        {
            return None;
        }
        self.unrefuted.push(point);
        self.threats
            .refute(&mut self.position, point, self.limits, self.control)
    }

    /// What the iterations so far say of the next.
    fn pace(&mut self, progress: &Progress) -> Iteration {
        let elapsed_ms = self.control.elapsed_ms();
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

impl Supervisor for Watch<'_> {
    fn must_stop(&mut self) -> bool {
        let is_hopeless = |(progress, _): &(Progress, Iteration)| progress.score.value() < HOPELESS;
        let is_last_quarter = || self.control.left_ms() < self.control.optimum_ms() / 4;
        self.control.must_stop() || self.last.as_ref().is_some_and(is_hopeless) && is_last_quarter()
    }

    fn on_curr_move(&mut self, point: Point) {
        self.tell(SearchEvent::CurrMove(point));
    }

    fn on_move_score(&mut self, point: Point, score: Score) {
        self.tell(SearchEvent::MoveScore(point, score));
    }

    fn next(&mut self, lines: &[Progress]) -> Next {
        let progress = &lines[0];
        self.tell(SearchEvent::Iteration(&self.with_known(lines)));
        let done = self.pace(progress);
        match self.refutation(progress) {
            Some(plies) => Next::Without { plies },
            None if self.control.goes_on(&done) => Next::Deeper,
            None => Next::Stop,
        }
    }
}
