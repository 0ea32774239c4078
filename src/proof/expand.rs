//! Plays a claimed win out against every reply, down to five stones, by the plain rules.

use super::forced_win::ForcedWin;
use super::threat_board::ThreatBoard;
use crate::board::{Color, Point};
use crate::rule::completes_five;
use std::collections::HashSet;

/// Whether the moves that a search names win within `left` plies against every legal reply at every
/// move: the attacker's fives and the defender's are seen by the rule's own definition.
pub(super) fn expand(board: &mut ThreatBoard, search: &mut ForcedWin, plies: usize) -> bool {
    Expansion {
        search,
        won: HashSet::new(),
    }
    .attack(board, plies)
}

struct Expansion<'a> {
    search: &'a mut ForcedWin,
    /// Positions that are won, and within how many plies.
    won: HashSet<(u64, usize)>,
}

fn wins(board: &ThreatBoard, point: Point, color: Color) -> bool {
    completes_five(board.board(), point, color, &board.rule().spec())
}

impl Expansion<'_> {
    fn attack(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        let attacker = self.search.attacker();
        let key = board.board().key(attacker);
        if left == 0 || self.won.contains(&(key, left)) {
            return left > 0;
        }
        let Some(point) = self.search.best(board, left) else {
            return false;
        };
        if !board.board().is_empty(point) || !board.is_legal_by_definition(point, attacker) {
            return false;
        }
        if wins(board, point, attacker) {
            return true;
        }
        board.play(point, attacker);
        let is_won = left >= 3 && self.every_reply_loses(board, left - 1);
        board.undo();
        if is_won {
            self.won.insert((key, left));
        }
        is_won
    }

    fn every_reply_loses(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        let defender = !self.search.attacker();
        let mut replies: Vec<Point> = board.board().empty_points().collect();
        replies.retain(|&reply| board.is_legal_by_definition(reply, defender));
        // Without a legal reply there is no five either.
        let has_reply = !replies.is_empty();
        has_reply
            && replies.into_iter().all(|reply| {
                if wins(board, reply, defender) {
                    return false;
                }
                board.play(reply, defender);
                let is_lost = self.attack(board, left - 1);
                board.undo();
                is_lost
            })
    }
}
