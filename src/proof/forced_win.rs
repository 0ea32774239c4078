//! The checker's own search for a VCT (a win by continuous threats: fours and open threes).
//!
//! Every reply that does not lose at once is searched: whatever stops no straight four and makes no four
//! leaves the straight four to be played. Nothing is pruned by relevance.

use super::line_threats::Kind;
use super::proof_search::{ProofSearch, STRAIGHT_FOUR, Threats};
use super::proof_table::ProofNumbers;
use super::threat_board::ThreatBoard;
use crate::board::{Color, Point};

/// Stones placed at most to mend a win that fails at one point.
const MEND_NODES: u64 = 10;

/// What a search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Five comes within this number of plies.
    Won(usize),
    /// There is no VCT within the plies.
    NotWon,
    /// The search was cut short.
    OutOfNodes,
}

/// Finds VCTs, the attacker to move, and replays them where the defender's last stone is another.
pub(super) struct ForcedWin {
    proof: ProofSearch,
}

impl ForcedWin {
    /// Makes a search for wins by such threats alone.
    pub fn by(attacker: Color, threats: Threats) -> ForcedWin {
        ForcedWin {
            proof: ProofSearch::new(attacker, threats),
        }
    }

    /// Forgets all positions and hints.
    pub fn forget(&mut self) {
        self.proof.forget();
    }

    /// The color that is to win.
    pub fn attacker(&self) -> Color {
        self.proof.attacker
    }

    /// Stones placed by all searches.
    pub fn nodes(&self) -> u64 {
        self.proof.nodes
    }

    /// The move of a win within `left` plies, searched without a node limit.
    pub fn best(&mut self, board: &mut ThreatBoard, left: usize) -> Option<Point> {
        let attacker = self.attacker();
        match self.proof.at_once(board) {
            Some(1) => board.points(Kind::Five, attacker).first(),
            Some(_) => board
                .straight_fours(attacker)
                .iter()
                .find(|&point| board.is_legal(point, attacker)),
            None => {
                let is_won = self.proof.search(board, left, u64::MAX).is_won();
                let best = self.proof.table.best(self.proof.key(board, attacker));
                best.filter(|_| is_won)
            }
        }
    }

    /// Searches a win within `plies` plies, by iterative deepening from `first` in steps of two plies.
    pub fn search(
        &mut self,
        board: &mut ThreatBoard,
        first: usize,
        plies: usize,
        nodes: u64,
    ) -> Forced {
        let end = self.nodes().saturating_add(nodes);
        for left in (first..=plies).step_by(2) {
            match self.proof.search(board, left, end - self.nodes()) {
                numbers if numbers.is_won() => return Forced::Won(left),
                numbers if !numbers.is_settled() => return Forced::OutOfNodes,
                numbers if numbers.is_final => return Forced::NotWon,
                _ => {}
            }
        }
        Forced::NotWon
    }

    /// Takes the wins of searches without the defender's stone at `reply`, and with one at `instead` if
    /// there is such, as hints.
    pub fn take_hints(&mut self, reply: Point, instead: Option<Point>) {
        self.proof.take_hints(reply, instead);
    }

    /// Plays the win of the hints against every reply; where it fails at one point, a small search
    /// looks for another.
    pub fn replay(&mut self, board: &mut ThreatBoard, plies: usize, nodes: u64) -> bool {
        self.proof.limit = self.nodes().saturating_add(nodes);
        self.follow(board, plies)
    }

    fn follow(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        let attacker = self.attacker();
        if let Some(plies) = self.proof.at_once(board) {
            return plies <= left;
        }
        let key = self.proof.key(board, attacker);
        if self
            .proof
            .table
            .numbers(key, left)
            .is_some_and(ProofNumbers::is_won)
        {
            return true;
        }
        if self.proof.nodes >= self.proof.limit {
            return false;
        }
        let best = match board.has(Kind::Five, !attacker) {
            true => board.five_stops(!attacker).first(),
            // A threat there need not be one here.
            false => self.proof.hinted(key).filter(|&point| {
                [Kind::Four, Kind::Three]
                    .into_iter()
                    .any(|kind| board.points(kind, attacker).contains(point))
            }),
        };
        let is_won = best.is_some_and(|best| self.follow_move(board, best, left));
        if is_won {
            self.proof.table.store(key, left, ProofNumbers::WON, best);
        }
        is_won || self.mends(board, left)
    }

    /// Whether a move of the attacker's wins by what is known and hinted.
    fn follow_move(&mut self, board: &mut ThreatBoard, point: Point, left: usize) -> bool {
        let attacker = self.attacker();
        let is_playable = board.board().is_empty(point) && board.is_legal(point, attacker);
        if left < STRAIGHT_FOUR || !is_playable {
            return false;
        }
        self.proof.nodes += 1;
        board.play(point, attacker);
        let answers = self.proof.answers(board, left - 1);
        let is_won = answers.is_ok_and(|answers| {
            answers.into_iter().all(|answer| {
                self.proof.nodes += 1;
                board.play(answer, !attacker);
                let is_won = self.follow(board, left - 2);
                board.undo();
                is_won
            })
        });
        board.undo();
        is_won
    }

    /// Whether a small search wins.
    fn mends(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        let limit = self.proof.limit;
        let nodes = MEND_NODES.min(limit.saturating_sub(self.proof.nodes));
        let is_won = nodes > 0 && self.proof.search(board, left, nodes).is_won();
        self.proof.limit = limit;
        is_won
    }
}
