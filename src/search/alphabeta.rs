//! The node function, in numbered steps.

use super::movepick::{Choice, Picker};
use super::node::{NodeKind, NonPv};
use super::params::*;
use super::prune::*;
use super::quiesce::FOURS_THAT_MAKE_MORE;
use super::report::Supervisor;
use super::searcher::Searcher;
use super::tt::{Bound, Entry};
use super::window::Window;
use crate::board::{Color, Point};
use crate::pattern::PointClass;
use crate::score::Score;
use crate::threat::ThreatResult;

/// The search was told to stop: nothing it returned on the way is of use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// What a position is worth as it stands; no scores where a five must be stopped.
#[derive(Clone, Copy)]
struct Estimate {
    /// By the evaluation alone.
    plain: Option<Score>,
    /// Brought up or down to what the table knows of the score.
    refined: Option<Score>,
    /// Whether the evaluation rose since the last turn.
    improving: bool,
}

/// What a node knows of itself while it goes through its moves.
struct Node {
    depth: i32,
    ply: i32,
    estimate: Estimate,
    expects_cut: bool,
    /// The evaluation is so good that a cut is likely.
    is_likely_cut: bool,
}

/// A move before it is played.
struct Candidate {
    point: Point,
    number: i32,
    makes: PointClass,
    stops: PointClass,
}

impl Candidate {
    /// Neither makes a three or four nor takes one from the opponent.
    fn is_quiet(&self) -> bool {
        self.makes < PointClass::Three && self.stops < PointClass::Three
    }
}

impl<S: Supervisor> Searcher<'_, S> {
    /// Searches a node and returns its score for the side to move. `expects_cut` tells that some move
    /// is expected to be too good.
    pub(super) fn node<N: NodeKind>(
        &mut self,
        mut window: Window,
        mut depth: i32,
        ply: i32,
        expects_cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. Leaves are quiescence's.
        if depth <= 0 {
            self.pv.clear_from(ply);
            return self.quiesce(window, ply, 0, None);
        }
        self.seldepth = self.seldepth.max(ply);
        self.pv.clear_from(ply);
        let turn = self.position.turn();

        // 2. Ends of the game, of the board and of the stack; what counting alone decides.
        if !N::ROOT {
            if self.position.is_drawn() {
                return Ok(Score::DRAW);
            }
            if let Some(score) = self.verdict(ply).or_else(|| self.win_by_two_threes(ply)) {
                return Ok(score);
            }
            if ply as usize >= MAX_PLY {
                return Ok(self.eval.evaluate(&self.position, turn));
            }
            // 3. A shorter win is known already: nothing here can matter.
            let best_possible = Score::win_in(ply as u32 + 3);
            if best_possible <= window.alpha {
                return Ok(best_possible);
            }
        }

        // 4. The table. Decided scores are proofs, good at any depth.
        let key = self.position.key();
        let entry = self.table.probe(key);
        if !N::PV
            && let Some(score) = entry.and_then(|e| usable(&e, depth, ply, window))
        {
            return Ok(score);
        }
        let mut table_move = entry.and_then(|e| e.point);
        if N::ROOT {
            table_move = self.first_choice.or(table_move);
        }

        // 5. What must be answered, and the worst that can come of it.
        let choice = match self.choice() {
            Choice::Careful(_) if N::ROOT => Choice::Any,
            choice => choice,
        };
        let must_stop_five = self.position.patterns().count(PointClass::Five, !turn) > 0;
        let worst = match choice {
            Choice::Any => None,
            Choice::Only(_) if must_stop_five => Some(self.loss_in(ply, 2)),
            Choice::Only(_) => Some(self.loss_in(ply, 4)),
            Choice::Careful(_) => Some(self.loss_in(ply, 6)),
        };

        // 6. What the position is worth as it stands.
        let estimate = self.estimate(entry.as_ref(), &choice, must_stop_five, ply);

        // 7. Overwhelming nodes.
        if !N::PV
            && let Some(eval) = estimate.refined
            && !window.beta.is_decided()
            && eval - futility_margin(depth, estimate.improving) >= window.beta
        {
            return Ok(eval);
        }

        // 8. A win by fours from here, where neither the evaluation promises a cut nor the table tells of a
        //    search in vain.
        let is_in_vain = |e: &Entry| e.depth > 0 && e.bound == Bound::Upper;
        if !N::ROOT
            && (estimate.refined).is_some_and(|eval| N::PV || eval < window.beta)
            && !entry.as_ref().is_some_and(is_in_vain)
            && let Some(score) = self.win_by_fours(depth, ply)
        {
            let entry = Entry {
                point: None,
                score: score.from_root_to_node(ply),
                eval: estimate.plain.unwrap_or(Score::DRAW),
                depth,
                bound: Bound::Lower,
            };
            self.table.store(key, &entry);
            return Ok(score);
        }

        // 9. Hopeless nodes.
        if !N::PV
            && let Some(eval) = estimate.refined
            && depth <= razor_depth()
            && eval + razor_margin(depth) <= window.alpha
        {
            return self.quiesce(window, ply, 0, None);
        }

        // 10. A node that the table knows nothing of is first searched less deeply, as is one on the
        //    principal variation that was known to far less depth.
        if table_move.is_none() && depth >= unknown_move_depth() && !must_stop_five {
            depth -= 1;
        }
        if N::PV && !N::ROOT && depth > 1 && table_move.is_some() {
            let behind = depth - entry.map_or(0, |e| e.depth);
            depth -= (behind / behind_per_ply()).clamp(0, behind_most());
        }

        // 11. The moves.
        let mut node = Node {
            depth,
            ply,
            estimate,
            expects_cut,
            is_likely_cut: !N::PV
                && expects_cut
                && (estimate.refined).is_some_and(|e| e - likely_cut_margin(depth) >= window.beta),
        };
        let mut picker = Picker::new(table_move, choice, self.moves.len());
        let (mut best, mut best_move) = (worst.unwrap_or(Score::MIN), None);
        let alpha = window.alpha;
        let mut tried: Vec<Point> = std::mem::take(&mut self.tried[ply as usize]);
        tried.clear();
        let mut number = 0;
        while let Some(point) = self.pick(&mut picker, best.is_loss()) {
            if self.position.is_forbidden(point, turn) || N::ROOT && self.excluded.contains(&point)
            {
                continue;
            }
            if N::ROOT
                && let Some(&(_, plies)) = self.refuted.iter().find(|(other, _)| *other == point)
            {
                best = best.max(self.loss_in(ply, plies as i32 + 1));
                continue;
            }
            number += 1;
            let patterns = self.position.patterns();
            let (makes, stops) = (patterns.class(point, turn), patterns.class(point, !turn));
            let candidate = Candidate {
                point,
                number,
                makes,
                stops,
            };

            // 12. Late moves, and quiet ones where they are hopeless, once something is known not to
            //     lose. Where alpha is a win, only a shorter one counts, and neither says anything of that.
            if !N::ROOT && best_move.is_some() && !best.is_loss() && !window.alpha.is_decided() {
                if number > late_move_count(node.depth, estimate.improving) {
                    break;
                }
                if candidate.is_quiet() && node.is_hopeless(window) {
                    self.drop_quiet(&mut picker);
                    continue;
                }
            }

            // 13. Search the move.
            if N::ROOT {
                self.supervisor.tries(point);
            }
            let score = self.search_move::<N>(&node, &candidate, window, must_stop_five);
            let Ok(score) = score else {
                self.moves.truncate(picker.start());
                self.tried[ply as usize] = tried;
                return Err(Stopped);
            };
            if N::ROOT {
                self.supervisor.tried(point, score);
            }
            tried.push(point);

            // 14. Better than all before?
            if score > best || best_move.is_none() && score >= best {
                best = score;
                if score > window.alpha || best_move.is_none() {
                    best_move = Some(point);
                    if N::PV {
                        self.pv.update(ply, point);
                    }
                }
                if score >= window.beta {
                    break;
                }
                // 15. A move that is better than all before will hardly be beaten.
                if score > window.alpha
                    && (after_best_from()..=after_best_to()).contains(&node.depth)
                    && !score.is_decided()
                {
                    node.depth -= 1;
                }
                window = window.raised(score);
            }
        }
        self.moves.truncate(picker.start());

        // 16. No legal move at all: black is forbidden everywhere.
        if best == Score::MIN {
            best = Score::DRAW;
        }

        // 17. Learn from it.
        if best >= window.beta
            && let Some(point) = best_move
        {
            self.learn(turn, point, &tried, depth);
        }
        self.tried[ply as usize] = tried;
        let bound = match () {
            _ if best >= window.beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            point: best_move.filter(|_| bound != Bound::Upper).or(table_move),
            score: best.from_root_to_node(ply),
            eval: estimate.plain.unwrap_or(Score::DRAW),
            depth,
            bound,
        };
        // What some moves are worth is not what all are.
        if !N::ROOT || self.excluded.is_empty() {
            self.table.store(key, &entry);
        }
        Ok(best)
    }

    /// A win by fours for the side to move, sought within a small budget where there are two fours, one of
    /// which makes something else, too.
    fn win_by_fours(&mut self, depth: i32, ply: i32) -> Option<Score> {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let makes_more = |class: &PointClass| patterns.count(*class, turn) > 0;
        if patterns.fours(turn) < 2 || !FOURS_THAT_MAKE_MORE.iter().any(makes_more) {
            return None;
        }
        let budget = VCF_BUDGET + VCF_BUDGET_PER_PLY * depth as u64;
        let before = self.worker.vcf.nodes();
        let result = self.worker.vcf.search(&mut self.position, budget);
        self.unsupervised += self.worker.vcf.nodes() - before;
        match result {
            ThreatResult::Win(line) if line.len() <= self.position.plies_left() => {
                Some(Score::win_in(ply as u32 + line.len() as u32))
            }
            _ => None,
        }
    }

    /// Estimates a node, and remembers its evaluation for those below: where threats must be answered, what
    /// it was before them.
    fn estimate(
        &mut self,
        entry: Option<&Entry>,
        choice: &Choice,
        must_stop_five: bool,
        ply: i32,
    ) -> Estimate {
        let turn = self.position.turn();
        let evaluate = || self.eval.evaluate(&self.position, turn);
        let plain = (!must_stop_five).then(|| entry.map_or_else(evaluate, |e| e.eval));
        let unthreatened = match choice {
            Choice::Any | Choice::Careful(_) => plain,
            Choice::Only(_) => self.eval_before(ply, 1).map(|eval| -eval),
        };
        self.evals[ply as usize] = unthreatened;
        let then = self.eval_before(ply, 2);
        Estimate {
            plain,
            refined: plain.map(|eval| entry.map_or(eval, |e| refined(eval, e, ply))),
            improving: matches!((unthreatened, then), (Some(now), Some(then)) if now > then),
        }
    }

    /// The evaluation at a node so many plies above one, without the threats that had to be answered there.
    fn eval_before(&self, ply: i32, plies: i32) -> Option<Score> {
        let above = usize::try_from(ply - plies).ok()?;
        self.evals[above]
    }

    /// Plays a move and searches it: the first with the full window, the others first less deeply and
    /// only for whether they are better at all.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        is_forced: bool,
    ) -> Result<Score, Stopped> {
        // A forced reply costs no depth: the position after it is the one that matters.
        let is_likely_cut = node.is_likely_cut && candidate.makes < PointClass::Four;
        let depth = node.depth - !is_forced as i32 - is_likely_cut as i32;
        let ply = node.ply + 1;
        let turn = self.position.turn();
        let reduction = self.reduction::<N>(node, candidate, turn, is_forced);
        let null = window.flipped_null();
        if !N::PV || candidate.number > 1 {
            // Where the table knows all that the first search would tell, and no other one would follow, the
            // move need not be played.
            let entry = self.table.probe(self.position.key_after(candidate.point));
            let known = entry.and_then(|e| usable(&e, depth - reduction, ply, null));
            if let Some(score) = known.map(|score| -score)
                && (score <= window.alpha || reduction == 0 && !N::PV)
            {
                self.count()?;
                return Ok(score);
            }
        }
        self.play(candidate.point)?;
        let result = (|| {
            if candidate.number == 1 {
                let expects_cut = !N::PV && !node.expects_cut;
                return Ok(-self.node::<N::First>(window.flipped(), depth, ply, expects_cut)?);
            }
            let mut score = -self.node::<NonPv>(null, depth - reduction, ply, true)?;
            if score > window.alpha && reduction > 0 {
                score = -self.node::<NonPv>(null, depth, ply, !node.expects_cut)?;
            }
            if N::PV && score > window.alpha && score < window.beta {
                score = -self.node::<N::First>(window.flipped(), depth, ply, false)?;
            }
            Ok(score)
        })();
        self.undo();
        result
    }

    /// How much less deeply a move is first searched.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        turn: Color,
        is_forced: bool,
    ) -> i32 {
        if is_forced || node.depth < reduction_depth() || candidate.number < 2 + N::PV as i32 {
            return 0;
        }
        let mut sum_64ths = self.reductions.in_64ths(node.depth, candidate.number);
        sum_64ths += reduction_cut_64ths() * node.expects_cut as i32;
        sum_64ths -= reduction_pv_64ths() * N::PV as i32;
        if !node.estimate.improving && sum_64ths > 64 {
            sum_64ths += reduction_worsening_64ths();
        }
        sum_64ths -= 64 * self.worker.history.score(turn, candidate.point) / reduction_history();
        (sum_64ths / 64).clamp(0, node.depth - 2)
    }

    /// A move was too good: it gains, those tried before it lose.
    fn learn(&mut self, turn: Color, point: Point, tried: &[Point], depth: i32) {
        let before = self.position.board().last_two();
        let bonus = history_bonus(depth);
        for &other in tried.iter().filter(|&&other| other != point) {
            self.worker.history.add(turn, before, other, -bonus);
        }
        self.worker.history.add(turn, before, point, bonus);
        self.worker.history.set_counter(turn, before[0], point);
    }
}

impl Node {
    /// Whether no quiet move can be expected to bring the score up to alpha.
    fn is_hopeless(&self, window: Window) -> bool {
        let margin = quiet_futility_margin(self.depth);
        self.depth <= quiet_futility_depth()
            && (self.estimate.refined).is_some_and(|e| e + margin <= window.alpha)
    }
}

/// An evaluation, brought up or down to what an entry says of the score.
fn refined(eval: Score, entry: &Entry, ply: i32) -> Score {
    let score = entry.score.from_root_to_node(-ply);
    match entry.bound {
        _ if score.is_decided() => eval,
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}

/// The score of an entry, if it settles a node.
fn usable(entry: &Entry, depth: i32, ply: i32, window: Window) -> Option<Score> {
    let score = entry.score.from_root_to_node(-ply);
    let enough = entry.depth >= depth || score.is_decided();
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (enough && settles).then_some(score)
}
