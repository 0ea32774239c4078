//! The node function of the principal variation search, in numbered steps that bear their standard names.

use super::movepick::{Choice, Picker};
use super::node::{NodeKind, NonPv};
use super::params::*;
use super::prune::*;
use super::searcher::{Searcher, Stopped};
use super::tt::{Bound, Entry};
use super::window::Window;
use crate::board::{Color, Point};
use crate::pattern::PointClass;
use crate::score::Score;
use crate::threat::ThreatResult;

/// The static evaluation of a node; no scores where a five must be stopped.
#[derive(Clone, Copy)]
struct Estimate {
    /// The evaluation alone.
    raw: Option<Score>,
    /// The evaluation tightened by the bound of the transposition table.
    refined: Option<Score>,
    /// Whether the evaluation rose since the side's last move.
    improving: bool,
}

/// The state of a node in its move loop.
struct Node {
    depth: i32,
    ply: i32,
    estimate: Estimate,
    cut_node: bool,
    /// Whether the evaluation is so far above beta that a fail-high is likely.
    likely_cut: bool,
}

/// A move before it is played.
struct Candidate {
    point: Point,
    /// Its number in the move loop, from 1.
    move_count: i32,
    /// What it makes.
    makes: PointClass,
    /// What it takes from the opponent.
    stops: PointClass,
}

impl Candidate {
    /// Neither makes a three or four nor takes one from the opponent.
    fn is_quiet(&self) -> bool {
        self.makes < PointClass::Three && self.stops < PointClass::Three
    }
}

impl Searcher<'_> {
    /// Searches a node and returns its score for the side to move. `cut_node`: a fail-high is expected.
    ///
    /// # Errors
    /// The search was stopped.
    pub(super) fn node<N: NodeKind>(
        &mut self,
        mut window: Window,
        mut depth: i32,
        ply: i32,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // 1. Quiescence search at depth 0.
        if depth <= 0 {
            self.pv.clear_from(ply);
            return self.quiesce(window, ply, 0, None);
        }
        self.seldepth = self.seldepth.max(ply);
        self.pv.clear_from(ply);
        let turn = self.position.turn();

        // 2. Terminal nodes: a full board, wins that the pattern counts prove, the end of the stack. The root has to
        //    find its move, a five included.
        if !N::ROOT {
            if self.position.is_drawn() {
                return Ok(Score::DRAW);
            }
            if let Some(score) = self
                .static_result(ply)
                .or_else(|| self.double_three_win(ply))
            {
                return Ok(score);
            }
            if ply as usize >= MAX_PLY {
                return Ok(self.evaluator.evaluate(&self.position, turn));
            }
            // 3. Mate-distance pruning: a shorter win is known already.
            let best_possible = Score::win_in(ply as u32 + 3);
            if best_possible <= window.alpha {
                return Ok(best_possible);
            }
        }

        // 4. Transposition-table cutoff. Decided scores are proofs and hold at any depth.
        let key = self.position.key();
        if self.position.patterns().fours(turn) >= 2 {
            self.worker.vcf.prefetch(key);
        }
        let entry = self.table.probe(key);
        if !N::PV
            && let Some(score) = entry.and_then(|e| tt_cutoff(&e, depth, ply, window))
        {
            return Ok(score);
        }
        let mut table_move = entry.and_then(|e| e.point);
        if N::ROOT {
            table_move = self.first_choice.or(table_move);
        }

        // 5. Static evaluation.
        let patterns = self.position.patterns();
        let must_stop_five = patterns.count(PointClass::Five, !turn) > 0;
        let is_threatened = must_stop_five || patterns.count(PointClass::StraightFour, !turn) > 0;
        let estimate = self.estimate(entry.as_ref(), is_threatened, must_stop_five, ply);

        // 6. Reverse futility pruning.
        if !N::PV
            && let Some(eval) = estimate.refined
            && rfp_prunes(eval, depth, estimate.improving, window)
        {
            if entry.is_none() {
                self.store_stand_pat(key, eval);
            }
            return Ok(eval);
        }

        // 7. VCF at the node, unless the evaluation is above beta or the table holds an upper bound of a search that
        //    found none.
        let has_failed_low = |e: &Entry| e.depth > 0 && e.bound == Bound::Upper;
        if !N::ROOT
            && (estimate.refined).is_some_and(|eval| N::PV || eval < window.beta)
            && !entry.as_ref().is_some_and(has_failed_low)
            && let Some(score) = self.vcf(depth, ply)
        {
            let entry = Entry {
                point: None,
                score: score.from_root_to_node(ply),
                eval: estimate.raw,
                depth,
                bound: Bound::Lower,
            };
            self.table.store(key, &entry);
            return Ok(score);
        }

        // 8. Razoring.
        if !N::PV
            && let Some(eval) = estimate.refined
            && depth <= razor_depth()
            && eval + razor_margin(depth) <= window.alpha
        {
            return self.quiesce(window, ply, 0, None);
        }

        // 9. Forced replies, and the loss that follows where none of them is legal.
        let choice = match self.choice() {
            Choice::Careful(_) if N::ROOT => Choice::Any,
            choice => choice,
        };
        let worst = match choice {
            Choice::Any => None,
            Choice::Only(_) if must_stop_five => Some(self.loss_in(ply, 2)),
            Choice::Only(_) => Some(self.loss_in(ply, 4)),
            Choice::Careful(_) => Some(self.loss_in(ply, 6)),
        };

        // 10. Internal iterative reduction: of nodes without a table move, and of nodes on the principal variation
        //     whose table entry is much shallower.
        if table_move.is_none() && depth >= iir_depth() && !must_stop_five {
            depth -= 1;
        }
        if N::PV && !N::ROOT && depth > 1 && table_move.is_some() {
            let behind = depth - entry.map_or(0, |e| e.depth);
            depth -= (behind / pv_iir_plies_per_ply()).clamp(0, pv_iir_limit());
        }

        // 11. The move loop.
        let mut node = Node {
            depth,
            ply,
            estimate,
            cut_node,
            likely_cut: !N::PV
                && cut_node
                && (estimate.refined).is_some_and(|e| e - likely_cut_margin(depth) >= window.beta),
        };
        let mut picker = Picker::new(table_move, choice, self.moves.len());
        let (mut best, mut best_move) = (worst.unwrap_or(Score::MIN), None);
        let alpha = window.alpha;
        let mut tried: Vec<Point> = std::mem::take(&mut self.tried[ply as usize]);
        tried.clear();
        let mut move_count = 0;
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
            move_count += 1;
            let patterns = self.position.patterns();
            let (makes, stops) = (patterns.class(point, turn), patterns.class(point, !turn));
            let candidate = Candidate {
                point,
                move_count,
                makes,
                stops,
            };

            // 12. Late-move pruning, and futility pruning of quiet moves, once some move is known not to lose. Not
            //     where alpha is a win: then only a shorter win counts, of which neither margin says anything.
            if !N::ROOT && best_move.is_some() && !best.is_loss() && !window.alpha.is_decided() {
                if move_count > lmp_count(node.depth, estimate.improving) {
                    break;
                }
                if candidate.is_quiet() && node.prunes_quiet_moves(window) {
                    self.drop_quiet(&mut picker);
                    continue;
                }
            }

            // 13. Late-move reductions and principal variation search.
            if N::ROOT {
                self.supervisor.on_curr_move(point);
            }
            let score = self.search_move::<N>(&node, &candidate, window, must_stop_five);
            let Ok(score) = score else {
                self.moves.truncate(picker.start());
                self.tried[ply as usize] = tried;
                return Err(Stopped);
            };
            if N::ROOT {
                self.supervisor.on_move_score(point, score);
            }
            tried.push(point);

            // 14. A new best move; a fail-high ends the loop.
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
                // 15. Reduction after alpha was raised: the remaining moves will hardly beat the best one.
                if score > window.alpha
                    && (alpha_raised_min_depth()..=alpha_raised_max_depth()).contains(&node.depth)
                    && !score.is_decided()
                {
                    node.depth -= 1;
                }
                window = window.raised(score);
            }
        }
        self.moves.truncate(picker.start());

        // 16. No legal move: black is forbidden everywhere.
        if best == Score::MIN {
            best = Score::DRAW;
        }

        // 17. History update, and store in the transposition table.
        if best >= window.beta
            && let Some(point) = best_move
        {
            if !N::ROOT && depth >= REPORTED_DEPTH && matches!(choice, Choice::Any) {
                self.report_fail_high(point, tried.len());
            }
            self.update_history(turn, point, &tried, depth);
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
            eval: estimate.raw,
            depth,
            bound,
        };
        // With excluded moves the score is not that of the position.
        if !N::ROOT || self.excluded.is_empty() {
            self.table.store(key, &entry);
        }
        Ok(best)
    }

    /// Searches a VCF of the side to move with a small node budget, where two fours exist of which one makes
    /// something else, too.
    fn vcf(&mut self, depth: i32, ply: i32) -> Option<Score> {
        let turn = self.position.turn();
        let patterns = self.position.patterns();
        let exists = |class: &PointClass| patterns.count(*class, turn) > 0;
        if patterns.fours(turn) < 2 || !QUIESCENCE_FOURS.iter().any(exists) {
            return None;
        }
        let budget = VCF_NODES + VCF_NODES_PER_PLY * depth as u64;
        let before = self.worker.vcf.nodes();
        let result = self.worker.vcf.search(&mut self.position, budget);
        self.nodes_since_supervision += self.worker.vcf.nodes() - before;
        match result {
            ThreatResult::Win(line) if line.len() <= self.position.plies_left() => {
                Some(Score::win_in(ply as u32 + line.len() as u32))
            }
            _ => None,
        }
    }

    /// Evaluates a node statically, and keeps the evaluation for the nodes below: where threats must be answered, the
    /// one before them.
    fn estimate(
        &mut self,
        entry: Option<&Entry>,
        is_threatened: bool,
        must_stop_five: bool,
        ply: i32,
    ) -> Estimate {
        let turn = self.position.turn();
        let evaluate = || self.evaluator.evaluate(&self.position, turn);
        let raw = (!must_stop_five).then(|| entry.and_then(|e| e.eval).unwrap_or_else(evaluate));
        let unthreatened = match is_threatened {
            false => raw,
            true => self.eval_before(ply, 1).map(|eval| -eval),
        };
        self.static_evals[ply as usize] = unthreatened;
        let then = self.eval_before(ply, 2);
        Estimate {
            raw,
            refined: raw.map(|eval| entry.map_or(eval, |e| refined(eval, e, ply))),
            improving: matches!((unthreatened, then), (Some(now), Some(then)) if now > then),
        }
    }

    /// The static evaluation of the node `plies` above, before the threats that had to be answered there.
    fn eval_before(&self, ply: i32, plies: i32) -> Option<Score> {
        let above = usize::try_from(ply - plies).ok()?;
        self.static_evals[above]
    }

    /// Plays a move and searches it: the first with the full window, the others first with a null window and a
    /// reduced depth.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        is_forced: bool,
    ) -> Result<Score, Stopped> {
        if N::ROOT && candidate.makes == PointClass::Five {
            self.pv.clear_from(node.ply + 1);
            self.count()?;
            return Ok(Score::win_in(1));
        }
        // A forced reply costs no depth.
        let likely_cut = node.likely_cut && candidate.makes < PointClass::Four;
        let depth = node.depth - !is_forced as i32 - likely_cut as i32;
        let ply = node.ply + 1;
        let turn = self.position.turn();
        let reduction = self.reduction::<N>(node, candidate, turn, is_forced);
        let null = window.flipped_null();
        if !N::PV || candidate.move_count > 1 {
            // Cutoff before the move is played: where the table settles the null-window search and no re-search would
            // follow.
            let cutoff = self.cutoff_before_play(candidate.point, depth - reduction, ply, null);
            if let Some(score) = cutoff.map(|score| -score)
                && (score <= window.alpha || reduction == 0 && !N::PV)
            {
                self.count()?;
                return Ok(score);
            }
        }
        self.play(candidate.point)?;
        let result = (|| {
            if candidate.move_count == 1 {
                let cut_node = !N::PV && !node.cut_node;
                return Ok(-self.node::<N::First>(window.flipped(), depth, ply, cut_node)?);
            }
            let mut score = -self.node::<NonPv>(null, depth - reduction, ply, true)?;
            if score > window.alpha && reduction > 0 {
                score = -self.node::<NonPv>(null, depth, ply, !node.cut_node)?;
            }
            if N::PV && score > window.alpha && score < window.beta {
                score = -self.node::<N::First>(window.flipped(), depth, ply, false)?;
            }
            Ok(score)
        })();
        self.undo();
        result
    }

    /// The score of the null-window search after a move, where the transposition table settles it: by the bound of the
    /// entry, or by reverse futility pruning on its evaluation.
    fn cutoff_before_play(
        &self,
        point: Point,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Option<Score> {
        let entry = self.table.probe(self.position.key_after(point))?;
        tt_cutoff(&entry, depth, ply, window).or_else(|| {
            let eval = refined(entry.eval?, &entry, ply);
            rfp_prunes(eval, depth, false, window).then_some(eval)
        })
    }

    /// The late-move reduction of a move, in plies.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        turn: Color,
        is_forced: bool,
    ) -> i32 {
        if is_forced || node.depth < lmr_depth() || candidate.move_count < 2 + N::PV as i32 {
            return 0;
        }
        let mut sum_64ths = self.reductions.in_64ths(node.depth, candidate.move_count);
        sum_64ths += lmr_cut_node_64ths() * node.cut_node as i32;
        sum_64ths -= lmr_pv_64ths() * N::PV as i32;
        if !node.estimate.improving && sum_64ths > 64 {
            sum_64ths += lmr_not_improving_64ths();
        }
        sum_64ths -= 64 * self.worker.history.score(turn, candidate.point) / lmr_history();
        (sum_64ths / 64).clamp(0, node.depth - 2)
    }

    /// Rewards the move that failed high in the history tables, and punishes those searched before it.
    fn update_history(&mut self, turn: Color, point: Point, tried: &[Point], depth: i32) {
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
    /// Whether futility pruning skips quiet moves.
    fn prunes_quiet_moves(&self, window: Window) -> bool {
        let margin = quiet_futility_margin(self.depth);
        self.depth <= quiet_futility_depth()
            && (self.estimate.refined).is_some_and(|e| e + margin <= window.alpha)
    }
}

/// The evaluation, tightened by an entry's bound.
fn refined(eval: Score, entry: &Entry, ply: i32) -> Score {
    let score = entry.score.from_root_to_node(-ply);
    match entry.bound {
        _ if score.is_decided() => eval,
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}

/// The score of an entry that is deep enough and whose bound settles the window.
pub(super) fn tt_cutoff(entry: &Entry, depth: i32, ply: i32, window: Window) -> Option<Score> {
    let score = entry.score.from_root_to_node(-ply);
    let enough = entry.depth >= depth || score.is_decided();
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (enough && settles).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::search::{SearchState, Unsupervised};
    use crate::time::Limits;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_cutoff_before_play_is_what_playing_the_move_gives() {
        let window = Window {
            alpha: Score::DRAW - 1,
            beta: Score::DRAW,
        };
        let mut cutoffs = 0;
        for seed in 0..8 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
            position.play(Size::FIFTEEN.centre());
            for _ in 0..8 {
                let near = position.patterns().near();
                position.play(near.iter().choose(&mut rng).unwrap());
            }
            let near = position.patterns().near();
            let mut state = SearchState::new(1 << 22);
            let mut nobody = Unsupervised;
            let mut searcher = Searcher::new(&position, &mut state, Limits::default(), &mut nobody);
            for (depth, point) in
                (0..=3).flat_map(|depth| near.iter().map(move |point| (depth, point)))
            {
                if searcher.position.is_forbidden(point, position.turn()) {
                    continue;
                }
                let cutoff = searcher.cutoff_before_play(point, depth, 1, window);
                searcher.play(point).unwrap();
                let score = searcher.node::<NonPv>(window, depth, 1, true).unwrap();
                searcher.undo();
                assert!(
                    cutoff.is_none_or(|cutoff| cutoff == score),
                    "{seed} {depth} {point:?}"
                );
                cutoffs += cutoff.is_some() as u32;
            }
        }
        assert!(cutoffs > 500, "{cutoffs}");
    }
}
