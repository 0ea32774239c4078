//! Quiescence search: fours that make something else, too, until neither side has to answer one; and wins that the
//! pattern counts prove.

use super::alphabeta::tt_cutoff;
use super::movepick::Choice;
use super::params::*;
use super::searcher::{Searcher, Stopped};
use super::tt::{Bound, Entry};
use super::window::Window;
use crate::board::{CHAIN_KEY, Point, PointSet};
use crate::pattern::PointClass;
use crate::score::Score;
use crate::threat::{straight_four_answers, wins_by_four_three};

impl Searcher<'_> {
    /// The result that the pattern counts prove for the side to move.
    ///
    /// Each is a proof: five now; five on both ends of what the opponent left; a four and a three
    /// that the opponent, who gets no four by its block, cannot answer both. The fives must
    /// stand before the game is drawn.
    #[inline]
    pub(super) fn static_result(&self, ply: i32) -> Option<Score> {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let win_in = |plies: i32| {
            (self.position.plies_left() >= plies as usize)
                .then(|| Score::win_in((ply + plies) as u32))
        };
        if patterns.count(PointClass::Five, turn) > 0 {
            return win_in(1);
        }
        if patterns.count(PointClass::Five, !turn) > 0 {
            return None;
        }
        if patterns.count(PointClass::StraightFour, turn) > 0 {
            return win_in(3);
        }
        let threes_are_real = !self.position.may_be_forbidden(turn);
        if patterns.count(PointClass::FourThree, turn) > 0
            && threes_are_real
            && (!patterns.may_make_four(!turn) || wins_by_four_three(patterns, turn))
        {
            return win_in(5);
        }
        None
    }

    /// A win in five plies by a double three: the opponent has no four, and each of its answers leaves a straight
    /// four.
    pub(super) fn double_three_win(&mut self, ply: i32) -> Option<Score> {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let is_candidate = patterns.count(PointClass::DoubleThree, turn) > 0
            && patterns.count(PointClass::Five, !turn) == 0
            && !patterns.may_make_four(!turn)
            && self.position.plies_left() >= 5;
        if !is_candidate {
            return None;
        }
        let points = *patterns.points(PointClass::DoubleThree, turn);
        let wins = points.iter().any(|point| self.leaves_straight_four(point));
        wins.then(|| Score::win_in(ply as u32 + 5))
    }

    /// Whether a straight four is left after each answer to a move.
    fn leaves_straight_four(&mut self, point: Point) -> bool {
        let turn = self.position.turn();
        self.position.play(point);
        let patterns = self.position.patterns();
        let answers = straight_four_answers(patterns, !turn);
        let threatens = patterns.count(PointClass::StraightFour, turn) > 0;
        let leaves = threatens
            && answers.iter().all(|answer| {
                self.position.play(answer);
                let patterns = self.position.patterns();
                let leaves = patterns.count(PointClass::StraightFour, turn) > 0
                    && patterns.count(PointClass::Five, !turn) == 0;
                self.position.undo();
                leaves
            });
        self.position.undo();
        leaves
    }

    /// The loss that comes `plies` plies below a node, or a draw if the game ends before.
    #[inline]
    pub(super) fn loss_in(&self, ply: i32, plies: i32) -> Score {
        if self.position.plies_left() >= plies as usize {
            Score::loss_in((ply + plies) as u32)
        } else {
            Score::DRAW
        }
    }

    /// Searches a leaf. `chain` is the length in plies of the chain of fours that led here, `last` the last four in it.
    ///
    /// # Errors
    /// The search was stopped.
    pub(super) fn quiesce(
        &mut self,
        window: Window,
        ply: i32,
        chain: i32,
        last: Option<Point>,
    ) -> Result<Score, Stopped> {
        self.seldepth = self.seldepth.max(ply);
        if self.position.is_drawn() {
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.static_result(ply) {
            return Ok(score);
        }
        let turn = self.position.turn();
        if self.position.patterns().count(PointClass::Five, !turn) > 0 {
            return self.quiesce_forced(window, ply, chain, last);
        }
        let chain_key = if chain > 0 { CHAIN_KEY } else { 0 };
        let key = self.position.key() ^ chain_key;
        let entry = self.table.probe(key);
        if let Some(score) = entry.and_then(|entry| tt_cutoff(&entry, 0, ply, window)) {
            return Ok(score);
        }
        let eval = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => {
                self.supervisor.on_evaluation(&self.position);
                self.evaluator.evaluate(&self.position, turn)
            }
        };
        if eval >= window.beta {
            if entry.is_none() {
                self.store_stand_pat(key, eval);
            }
            return Ok(eval);
        }
        if chain >= QUIESCENCE_PLIES || ply as usize >= MAX_PLY {
            return Ok(eval);
        }
        let (best, point) = self.quiesce_fours(window.raised(eval), eval, ply, chain, last)?;
        let bound = if best >= window.beta || best.is_win() {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let entry = Entry {
            point,
            score: best.from_root_to_node(ply),
            eval: Some(eval),
            depth: 0,
            bound,
        };
        self.table.store(key, &entry);
        Ok(best)
    }

    /// Keeps the evaluation of a node that fails high by it, which the table does not hold yet. It is a lower bound of
    /// the quiescence search, whose side to move need not make a four.
    pub(super) fn store_stand_pat(&self, key: u64, eval: Score) {
        let entry = Entry {
            point: None,
            score: eval,
            eval: Some(eval),
            depth: 0,
            bound: Bound::Lower,
        };
        self.table.store(key, &entry);
    }

    fn quiesce_fours(
        &mut self,
        mut window: Window,
        eval: Score,
        ply: i32,
        chain: i32,
        last: Option<Point>,
    ) -> Result<(Score, Option<Point>), Stopped> {
        let mut best = (eval, None);
        for class in QUIESCENCE_FOURS {
            let fours = *self.position.patterns().points(class, self.position.turn());
            for four in &fours {
                let is_near =
                    last.is_none_or(|last| last.distance(four) <= quiescence_near() as usize);
                if class != PointClass::FourThree && !is_near {
                    continue;
                }
                let score = self.quiesce_move(four, window, ply, chain, Some(four))?;
                if score > best.0 {
                    best = (score, Some(four));
                    window = window.raised(score);
                    if score >= window.beta {
                        return Ok(best);
                    }
                }
            }
        }
        Ok(best)
    }

    /// A five must be stopped; all replies are searched.
    fn quiesce_forced(
        &mut self,
        mut window: Window,
        ply: i32,
        chain: i32,
        last: Option<Point>,
    ) -> Result<Score, Stopped> {
        let mut best = self.loss_in(ply, 2);
        let replies = match self.choice() {
            Choice::Only(replies) => replies,
            Choice::Careful(_) | Choice::Any => PointSet::EMPTY,
        };
        for reply in &replies {
            if self.position.is_forbidden(reply, self.position.turn()) {
                continue;
            }
            let score = self.quiesce_move(reply, window, ply, chain, last)?;
            best = best.max(score);
            window = window.raised(score);
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn quiesce_move(
        &mut self,
        point: Point,
        window: Window,
        ply: i32,
        chain: i32,
        last: Option<Point>,
    ) -> Result<Score, Stopped> {
        self.play(point)?;
        let score = self.quiesce(window.flipped(), ply + 1, chain + 1, last);
        self.undo();
        Ok(-score?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::search::{SearchState, Supervisor};
    use crate::time::Limits;

    /// Counts evaluations of leaves.
    struct Counter(u32);

    impl Supervisor for Counter {
        fn on_evaluation(&mut self, _: &Position) {
            self.0 += 1;
        }
    }

    #[test]
    fn a_leaf_that_fails_high_is_evaluated_once() {
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&parse_points("h8 i9 g8 i7", Size::FIFTEEN).unwrap());
        let (mut state, mut counter) = (SearchState::new(1 << 20), Counter(0));
        let mut searcher = Searcher::new(&position, &mut state, Limits::default(), &mut counter);
        let window = Window {
            alpha: Score::estimate(-20_000),
            beta: Score::estimate(-10_000),
        };
        let scores = [0, 3].map(|ply| searcher.quiesce(window, ply, 0, None).unwrap());
        assert_eq!(scores[0], scores[1]);
        assert_eq!(counter.0, 1);
    }
}
