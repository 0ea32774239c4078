//! The node function, in numbered steps.

use super::movepick::{Choice, Picker};
use super::node::{NodeKind, NonPv};
use super::params::*;
use super::prune::*;
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

/// What a node knows of itself while it goes through its moves.
struct Node {
    depth: i32,
    ply: i32,
    /// `None` where a five must be stopped: there is nothing to estimate.
    eval: Option<Score>,
    improving: bool,
    expects_cut: bool,
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
        self.deepest = self.deepest.max(ply);
        self.pv.clear_from(ply);
        let turn = self.position.turn();

        // 2. Ends of the game, of the board and of the stack; what counting alone decides.
        if !N::ROOT {
            if self.position.is_drawn() {
                return Ok(Score::DRAW);
            }
            if let Some(score) = self.verdict(ply) {
                return Ok(score);
            }
            if ply as usize >= MAX_PLY {
                return Ok(self.eval.evaluate(self.position.patterns(), turn));
            }
            // 3. A shorter win is known already: nothing here can matter.
            let best_possible = Score::win_in(ply as u32 + 3);
            if best_possible <= window.alpha {
                return Ok(best_possible);
            }
        }

        // 4. The table. Decided scores are proofs, good at any depth.
        let key = self.position.key();
        let entry = self.state.table.probe(key);
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
        let choice = self.choice();
        let must_stop_five = self.position.patterns().count(PointClass::Five, !turn) > 0;
        let worst = match choice {
            Choice::Any => None,
            Choice::Only(_) if must_stop_five => Some(self.loss_in(ply, 2)),
            Choice::Only(_) => Some(self.loss_in(ply, 4)),
        };

        // 6. The static evaluation, and whether it rose since our last turn.
        let eval = (!must_stop_five).then(|| {
            entry.map_or_else(
                || self.eval.evaluate(self.position.patterns(), turn),
                |e| e.eval,
            )
        });
        self.evals[ply as usize] = eval;
        let before = (ply >= 2).then(|| self.evals[ply as usize - 2]).flatten();
        let improving = matches!((eval, before), (Some(now), Some(then)) if now > then);

        // 7. Hopeless and overwhelming nodes near the leaves. Not where the opponent is about to make
        //    a straight four: the evaluation knows nothing of how that is answered.
        if !N::PV
            && let (Some(eval), Choice::Any) = (eval, choice)
        {
            if depth <= RAZOR_DEPTH && eval + razor_margin(depth) <= window.alpha {
                let score = self.quiesce(window, ply, 0, None)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
            if depth <= FUTILITY_DEPTH
                && !window.beta.is_decided()
                && eval - futility_margin(depth, improving) >= window.beta
            {
                return Ok(eval);
            }
        }

        // 8. A win by fours from here.
        if !N::ROOT
            && depth >= VCF_DEPTH
            && !must_stop_five
            && let Some(score) = self.win_by_fours(depth, ply)
        {
            let score_here = score.from_root_to_node(ply);
            let entry = Entry {
                point: None,
                score: score_here,
                eval: eval.unwrap_or(Score::DRAW),
                depth,
                bound: Bound::Lower,
            };
            self.state.table.store(key, &entry);
            return Ok(score);
        }

        // 9. A node that the table knows nothing of is first searched less deeply.
        if table_move.is_none() && depth >= UNKNOWN_MOVE_DEPTH && !must_stop_five {
            depth -= 1;
        }

        // 10. The moves.
        let node = Node {
            depth,
            ply,
            eval,
            improving,
            expects_cut,
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

            // 11. Late and hopeless quiet moves, and all quiet ones behind them, once something is
            //     known not to lose.
            if !N::ROOT
                && best_move.is_some()
                && !best.is_loss()
                && self.skips(&node, &candidate, window)
            {
                self.drop_quiet(&mut picker);
                continue;
            }

            // 12. Search the move.
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

            // 13. Better than all before?
            if score > best || best_move.is_none() && score >= best {
                best = score;
                if score > window.alpha || best_move.is_none() {
                    best_move = Some(point);
                    if N::PV {
                        self.pv.update(ply, point);
                    }
                }
                window = window.raised(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        self.moves.truncate(picker.start());

        // 14. No legal move at all: black is forbidden everywhere.
        if best == Score::MIN {
            best = Score::DRAW;
        }

        // 15. Learn from it.
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
            eval: eval.unwrap_or(Score::DRAW),
            depth: node.depth,
            bound,
        };
        // What some moves are worth is not what all are.
        if !N::ROOT || self.excluded.is_empty() {
            self.state.table.store(key, &entry);
        }
        Ok(best)
    }

    /// A win by fours for the side to move, sought within a small budget.
    fn win_by_fours(&mut self, depth: i32, ply: i32) -> Option<Score> {
        let turn = self.position.turn();
        if self.position.patterns().fours(turn) < 2 {
            return None;
        }
        let budget = VCF_BUDGET + VCF_BUDGET_PER_PLY * depth as u64;
        let before = self.state.vcf.nodes();
        let result = self.state.vcf.search(&mut self.position, budget);
        self.unsupervised += self.state.vcf.nodes() - before;
        match result {
            ThreatResult::Win(line) if line.len() <= self.position.plies_left() => {
                Some(Score::win_in(ply as u32 + line.len() as u32))
            }
            _ => None,
        }
    }

    /// Whether a move is not worth searching.
    fn skips(&self, node: &Node, candidate: &Candidate, window: Window) -> bool {
        // Where alpha is a win, only a shorter one counts, and the evaluation knows nothing of that.
        if !candidate.is_quiet() || window.alpha.is_decided() {
            return false;
        }
        if node.depth <= LATE_MOVE_DEPTH
            && candidate.number > late_move_count(node.depth, node.improving)
        {
            return true;
        }
        node.depth <= QUIET_FUTILITY_DEPTH
            && node
                .eval
                .is_some_and(|e| e + quiet_futility_margin(node.depth) <= window.alpha)
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
        let depth = node.depth - !is_forced as i32;
        let ply = node.ply + 1;
        let turn = self.position.turn();
        let reduction = self.reduction::<N>(node, candidate, turn, is_forced);
        self.play(candidate.point)?;
        let result = (|| {
            if candidate.number == 1 {
                let expects_cut = !N::PV && !node.expects_cut;
                return Ok(-self.node::<N::First>(window.flipped(), depth, ply, expects_cut)?);
            }
            let null = window.flipped_null();
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
        if is_forced || node.depth < REDUCTION_DEPTH || candidate.number < 2 + N::PV as i32 {
            return 0;
        }
        let mut plies = self.reductions.plies(node.depth, candidate.number);
        plies -= N::PV as i32;
        plies += node.expects_cut as i32;
        plies -= (candidate.makes >= PointClass::Three) as i32;
        plies -= (candidate.makes >= PointClass::FourPlus) as i32;
        plies -= (candidate.stops >= PointClass::Three) as i32;
        plies -= self.state.history.score(turn, candidate.point) / REDUCTION_HISTORY;
        plies.clamp(0, node.depth - 1)
    }

    /// A move was too good: it gains, those tried before it lose.
    fn learn(&mut self, turn: Color, point: Point, tried: &[Point], depth: i32) {
        let last = self.position.board().last();
        let bonus = history_bonus(depth);
        for &other in tried.iter().filter(|&&other| other != point) {
            self.state.history.add(turn, other, -bonus);
        }
        self.state.history.add(turn, point, bonus);
        self.state.history.set_counter(turn, last, point);
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
