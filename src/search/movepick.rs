//! Move generation and move ordering: the table move, then by static rating, history and counter-move.
//!
//! Generators are exact in forced situations and never capped by a number: see [`Choice`].

use super::history::ROW;
use super::params::*;
use super::searcher::Searcher;
use crate::board::{Point, PointSet, RatedMove};
use crate::pattern::PointClass;
use crate::threat::{four_three_answers, standing_threat};

/// The moves of a node.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    /// All moves that do not lose at once.
    Only(PointSet),
    /// All moves that may stop a four-three; the others lose to it.
    Careful(PointSet),
    /// Every point near a stone; if all of them lose, every other point, too.
    Any,
}

enum Stage {
    TableMove,
    Generate,
    Near,
    Rest,
    Done,
}

/// Picks the moves of a node one by one, best first. They lie in the searcher's common list from `start`.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Point>,
    choice: Choice,
    start: usize,
    /// The index of the best move that is left.
    next: usize,
}

impl Picker {
    pub(super) fn new(table_move: Option<Point>, choice: Choice, start: usize) -> Picker {
        Picker {
            stage: Stage::TableMove,
            table_move,
            choice,
            start,
            next: start,
        }
    }

    /// Where the node's moves begin in the common list.
    pub(super) fn start(&self) -> usize {
        self.start
    }
}

impl Searcher<'_> {
    /// The moves that the opponent's threats leave to the side to move; any where it makes five itself.
    pub(super) fn choice(&mut self) -> Choice {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        if let Some(threat) = standing_threat(&self.position) {
            return Choice::Only(threat.answers);
        }
        if patterns.count(PointClass::FourThree, !turn) > 0
            && !self.position.may_be_forbidden(!turn)
        {
            return four_three_answers(patterns, turn).map_or(Choice::Any, Choice::Careful);
        }
        Choice::Any
    }

    /// The next move of a node, best first. `all_lose` tells that every move so far loses, which
    /// brings the points far from all stones into play.
    pub(super) fn pick(&mut self, picker: &mut Picker, all_lose: bool) -> Option<Point> {
        loop {
            match picker.stage {
                Stage::TableMove => {
                    picker.stage = Stage::Generate;
                    let fits = |point: &Point| match &picker.choice {
                        Choice::Only(moves) | Choice::Careful(moves) => moves.contains(*point),
                        Choice::Any => self.position.board().is_empty(*point),
                    };
                    picker.table_move = picker.table_move.filter(fits);
                    if let Some(point) = picker.table_move {
                        self.table.prefetch(self.position.key_after(point));
                        return Some(point);
                    }
                }
                Stage::Generate => {
                    let moves = match picker.choice {
                        Choice::Only(moves) | Choice::Careful(moves) => moves,
                        Choice::Any => self.position.patterns().near(),
                    };
                    self.rate(moves, picker);
                    picker.stage = Stage::Near;
                }
                Stage::Near | Stage::Rest => {
                    if let Some(point) = self.best_of_rest(picker) {
                        return Some(point);
                    }
                    let far_left = matches!(picker.stage, Stage::Near)
                        && matches!(picker.choice, Choice::Any)
                        && all_lose;
                    picker.stage = if far_left { Stage::Rest } else { Stage::Done };
                    if far_left {
                        let patterns = self.position.patterns();
                        let far = *patterns.empty() & !patterns.near();
                        self.rate(far, picker);
                    }
                }
                Stage::Done => {
                    self.moves.truncate(picker.start);
                    return None;
                }
            }
        }
    }

    /// Removes the remaining moves that neither make nor stop a three or better.
    pub(super) fn drop_quiet(&mut self, picker: &mut Picker) {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let mut kept = picker.next;
        for index in picker.next..self.moves.len() {
            let point = self.moves[index].point();
            let class = patterns
                .class(point, turn)
                .max(patterns.class(point, !turn));
            if class >= PointClass::Three {
                self.moves[kept] = self.moves[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.bring_forward(picker.next);
    }

    /// Appends points, except the table move, with their ratings to the common list, the best one first. The policy
    /// network corrects the ratings.
    fn rate(&mut self, mut points: PointSet, picker: &Picker) {
        if let Some(point) = picker.table_move {
            points.remove(point);
        }
        let first = self.append_rated(points);
        let ordering = &self.ordering[self.position.turn()];
        ordering.correct(&self.position, &mut self.moves[first..]);
        self.bring_forward(picker.next);
    }

    /// Appends points to the common list, with their ratings by [`crate::ordering`] and by history. Returns where they begin.
    fn append_rated(&mut self, points: PointSet) -> usize {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let ordering = &self.ordering[turn];
        let before = self.position.board().last_two();
        let near = ordering.near(before);
        let history = self.worker.history.after(turn, before);
        let counter = self.worker.history.counter(turn, before[0]);
        let first = self.moves.len();
        self.moves.resize(first + points.len(), RatedMove(i32::MIN));
        let mut rated = self.moves[first..].iter_mut();
        for y in 0..self.position.board().size().side() {
            let row = points.row(y);
            if row.is_empty() {
                continue;
            }
            let (near, history) = (near.ratings::<ROW>(y), history.ratings(y));
            let mut ratings: [i16; ROW] = std::array::from_fn(|x| near[x] + history[x]);
            if let Some(counter) = counter.filter(|counter| counter.y() == y) {
                ratings[counter.x()] += counter_move_bonus() as i16;
            }
            for (point, rated) in row.zip(&mut rated) {
                let codes = [turn, !turn].map(|color| patterns.code(point, color));
                *rated = RatedMove::new(point, ordering.rating(codes) + ratings[point.x()] as i32);
            }
        }
        first
    }

    /// Tells the supervisor of a move that failed high, if it asks for it, and how all moves are rated without the policy
    /// network.
    pub(super) fn report_fail_high(&mut self, point: Point, move_count: usize) {
        if !self.supervisor.wants_fail_high(move_count) {
            return;
        }
        let first = self.append_rated(self.position.patterns().near());
        let moves = self.moves.drain(first..);
        let ratings: Vec<_> = moves.map(|rated| (rated.point(), rated.rating())).collect();
        self.supervisor
            .on_fail_high(&self.position, point, &ratings);
    }

    /// Takes the best remaining move of the node, whose moves end the common list. Finds the one after it, too, whose
    /// table bucket is prefetched.
    fn best_of_rest(&mut self, picker: &mut Picker) -> Option<Point> {
        let best = self.moves.get(picker.next)?.point();
        picker.next += 1;
        if let Some(point) = self.bring_forward(picker.next) {
            self.table.prefetch(self.position.key_after(point));
        }
        Some(best)
    }

    /// Swaps the best of the moves from `start` on to the front.
    fn bring_forward(&mut self, start: usize) -> Option<Point> {
        let rest = self.moves.get_mut(start..)?;
        let best = rest.iter().fold(i32::MIN, |best, rated| best.max(rated.0));
        let place = rest.iter().position(|rated| rated.0 == best)?;
        rest.swap(0, place);
        Some(RatedMove(best).point())
    }
}
