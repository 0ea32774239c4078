//! Wins that begin with quiet moves: moves that threaten a VCT.
//!
//! The attacker's move is first searched with the defender passing. If that does not win, it threatens
//! nothing; if it does, the win is played against every legal reply, and the replies that it does not
//! hold against must be won in another way. Only the attacker's moves are left out: a win that is found
//! is complete, a failure means nothing.

use crate::board::{CanonicalStones, Color, Point, stone_key};
use crate::ordering::ratings;
use crate::pattern::PointClass;
use crate::position::Position;
use crate::proof::Certificate;
use crate::threat::{ProofResult, ProofVct, five_defences};
use parking_lot::RwLock;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Nodes to replay a win, found without a reply, against that reply.
const REPLAY_NODES: u64 = 5_000;
/// No VCT after a quiet move and a reply has fewer plies.
const SHORTEST: usize = 3;

/// The squared distance of diagonal neighbours.
const DIAGONAL: usize = 2;

/// How hard a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// Quiet moves in a line.
    pub quiet: usize,
    /// The number of moves that are searched with the defender passing.
    pub width: usize,
    /// Nodes of each such search.
    pub pass_nodes: u64,
    /// Nodes of the VCT search after one reply.
    pub leaf_nodes: u64,
    /// The number of replies that need another quiet move, after which a move is given up.
    pub most_open: usize,
}

impl Effort {
    /// The greater of two efforts, number by number.
    pub fn at_least(self, other: &Effort) -> Effort {
        Effort {
            quiet: self.quiet.max(other.quiet),
            width: self.width.max(other.width),
            pass_nodes: self.pass_nodes.max(other.pass_nodes),
            leaf_nodes: self.leaf_nodes.max(other.leaf_nodes),
            most_open: self.most_open.max(other.most_open),
        }
    }
}

/// Wins against replies to one move of the attacker's, `None` being a pass: the one against the pass
/// first.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownWins {
    against: Vec<Option<Point>>,
    /// Of the win against the pass.
    plies: usize,
}

/// A decision with the stones that it is for.
pub type Decision = (Vec<(Point, Color)>, Point);

/// Looks for wins from positions with the attacker to move.
pub(super) struct QuietSearch<'a> {
    pub position: Position,
    pub threats: ProofVct,
    /// Decisions that are proven, or believed until that turns out wrong.
    certificate: &'a RwLock<Certificate>,
    plies: usize,
    /// The decisions of the win, once it is found.
    pub found: Vec<Decision>,
    /// Moves that won in neighbouring positions: searched first.
    pub favourites: Vec<Point>,
    /// `[position, nodes]`: the win with the defender passing twice, if that number of nodes found one.
    without_reply: HashMap<(u64, u64), Option<KnownWins>>,
}

impl<'a> QuietSearch<'a> {
    /// Makes a search with a table of `1 << bits` positions, 24 bytes each.
    pub fn new(certificate: &'a RwLock<Certificate>, bits: u32) -> QuietSearch<'a> {
        let (rule, size, plies) = {
            let certificate = certificate.read();
            (certificate.rule, certificate.size, certificate.plies)
        };
        QuietSearch {
            position: Position::empty(rule, size),
            threats: ProofVct::new(bits),
            certificate,
            plies,
            found: Vec::new(),
            favourites: Vec::new(),
            without_reply: HashMap::new(),
        }
    }

    /// Sets up the position after some moves.
    pub fn set_up(&mut self, moves: &[Point]) {
        let (rule, size) = (self.position.rule(), self.position.board().size());
        self.position = Position::empty(rule, size);
        self.position.play_line(moves);
    }

    /// The plies from here until the five must stand.
    pub fn left(&self) -> usize {
        self.plies.saturating_sub(self.position.board().stones())
    }

    /// The first move of the attacker's VCT, if there is one in time.
    pub fn by_threats(&mut self, nodes: u64) -> Option<Point> {
        let left = self.left();
        match self.threats.search(&mut self.position, left, nodes) {
            ProofResult::Win(point, _) => Some(point),
            ProofResult::NoWin | ProofResult::Unknown => None,
        }
    }

    /// The win against a pass of the defender, who is to move, if there is one in time.
    pub fn passed(&mut self, nodes: u64) -> Option<KnownWins> {
        let left = self.left();
        self.position.pass();
        let result = self.threats.search(&mut self.position, left, nodes);
        self.position.pass();
        match result {
            ProofResult::Win(_, plies) => Some(KnownWins {
                against: vec![None],
                plies,
            }),
            ProofResult::NoWin | ProofResult::Unknown => None,
        }
    }

    /// The same where the defender's last move may not matter: the win without that is searched once for all
    /// such moves, and replayed against this one.
    pub fn passed_again(&mut self, nodes: u64) -> Option<KnownWins> {
        let history = self.position.board().history();
        let &[.., (reply, defender), (attack, _)] = history else {
            return self.passed(nodes);
        };
        let key = (self.position.key() ^ stone_key(defender, reply), nodes);
        if !self.without_reply.contains_key(&key) {
            let without = self.passed_twice(reply, attack, nodes);
            self.without_reply.insert(key, without);
        }
        // A stone more of the defender's hardly ever helps the attacker.
        let known = self.without_reply.get(&key).cloned().flatten()?;
        let left = self.left();
        self.position.pass();
        let holds = self
            .threats
            .replay(&mut self.position, (reply, None), left, REPLAY_NODES);
        self.position.pass();
        match holds {
            true => Some(known),
            false => self.passed(nodes),
        }
    }

    fn passed_twice(&mut self, reply: Point, attack: Point, nodes: u64) -> Option<KnownWins> {
        self.position.undo();
        self.position.undo();
        self.position.pass();
        self.position.play(attack);
        let passed = self.passed(nodes);
        self.position.undo();
        self.position.pass();
        self.position.play(reply);
        self.position.play(attack);
        passed
    }

    /// Whether a reply loses to threats in time. `known` are the wins against other replies.
    pub fn loses(&mut self, reply: Point, known: &mut KnownWins, nodes: u64) -> bool {
        let defender = self.position.turn();
        if self.position.patterns().class(reply, defender) == PointClass::Five {
            return false;
        }
        self.position.play(reply);
        let is_lost = self.replays(reply, known) || self.wins_anew(reply, known, nodes);
        self.position.undo();
        is_lost
    }

    fn replays(&mut self, reply: Point, known: &mut KnownWins) -> bool {
        let left = self.left();
        let held = known.against.iter().position(|&instead| {
            let stones = (reply, instead);
            self.threats
                .replay(&mut self.position, stones, left, REPLAY_NODES)
        });
        // Replies that often hold are searched early.
        if let Some(place) = held.filter(|&place| place > 1) {
            known.against.swap(place, place - 1);
        }
        held.is_some()
    }

    fn wins_anew(&mut self, reply: Point, known: &mut KnownWins, nodes: u64) -> bool {
        let is_won = self.by_threats(nodes).is_some();
        if is_won {
            known.against.push(Some(reply));
        }
        is_won
    }

    /// The legal replies to the attacker's last move.
    pub fn replies(&mut self) -> Vec<Point> {
        let empty = *self.position.patterns().empty();
        self.position.legal(&empty)
    }

    /// The legal replies to the attacker's last move, of those that are images of each other one.
    pub fn different_replies(&mut self) -> Vec<Point> {
        let size = self.position.board().size();
        let defender = self.position.turn();
        let mut seen = HashSet::new();
        let mut replies = self.replies();
        replies.retain(|&reply| {
            let mut stones = self.position.board().history().to_vec();
            stones.push((reply, defender));
            seen.insert(CanonicalStones::of(&stones, size).0)
        });
        replies
    }

    /// Moves to begin with, those that look best first: diagonal neighbours of the own stones, the other
    /// neighbours, and on outwards, far from the defender's stones.
    pub fn opening(&mut self, width: usize) -> Vec<Point> {
        let (board, attacker) = (self.position.board(), self.position.turn());
        if board.stones() == 0 {
            return vec![board.size().centre()];
        }
        let stones = board.history();
        let nearest = |point: Point, color: Color| {
            let own = stones.iter().filter(|stone| stone.1 == color);
            own.map(|stone| squared_distance(point, stone.0)).min()
        };
        let order = |point: Point| match nearest(point, attacker) {
            Some(DIAGONAL) => 0,
            own => own.unwrap_or(0),
        };
        let near = self.position.patterns().near();
        let mut points: Vec<Point> = near.iter().collect();
        points.sort_by_key(|&point| (order(point), Reverse(nearest(point, !attacker))));
        points.retain(|&point| !self.position.is_forbidden(point, attacker));
        points.truncate(width);
        points
    }

    /// Looks for a quiet move that wins in time, other than the one to `avoid`, and leaves the decisions
    /// in `found`.
    pub fn solve(&mut self, effort: &Effort, quiet: usize, avoid: Option<Point>) -> bool {
        if quiet == 0 || self.left() < SHORTEST + 2 {
            return false;
        }
        let found = self.found.len();
        let mut stubborn = Vec::new();
        let threatening = self.threatening(effort).into_iter();
        for (point, known) in threatening.filter(|&(point, _)| Some(point) != avoid) {
            let stones = self.position.board().history().to_vec();
            self.position.play(point);
            let is_won = self.wins(effort, quiet, known, &mut stubborn);
            self.position.undo();
            if is_won {
                self.found.push((stones, point));
                return true;
            }
            self.found.truncate(found);
        }
        false
    }

    /// The moves that win if the defender passes, soonest first.
    pub fn threatening(&mut self, effort: &Effort) -> Vec<(Point, KnownWins)> {
        self.threatening_by(effort, QuietSearch::passed)
    }

    /// The same where the defender's last move may not matter.
    pub fn threatening_again(&mut self, effort: &Effort) -> Vec<(Point, KnownWins)> {
        self.threatening_by(effort, QuietSearch::passed_again)
    }

    fn threatening_by(
        &mut self,
        effort: &Effort,
        passed: fn(&mut Self, u64) -> Option<KnownWins>,
    ) -> Vec<(Point, KnownWins)> {
        let attacker = self.position.turn();
        let mut threatening = Vec::new();
        for point in self.candidates(effort.width) {
            if self.position.is_forbidden(point, attacker) {
                continue;
            }
            self.position.play(point);
            let passed = passed(self, effort.pass_nodes);
            self.position.undo();
            if let Some(known) = passed {
                threatening.push((point, known));
            }
        }
        threatening.sort_by_key(|(_, known)| known.plies);
        threatening
    }

    /// The points near stones, favourites first, then as the engine would try them; where the defender is about
    /// to make five, those that stop it.
    fn candidates(&self, width: usize) -> Vec<Point> {
        let (attacker, patterns) = (self.position.turn(), self.position.patterns());
        if patterns.count(PointClass::Five, !attacker) > 0 {
            return five_defences(patterns, !attacker).iter().collect();
        }
        let rating = ratings(&self.position);
        let mut points: Vec<Point> = patterns.near().iter().collect();
        points
            .sort_by_cached_key(|point| Reverse((self.favourites.contains(point), rating(*point))));
        points.truncate(width);
        points
    }

    /// Whether every reply to the last move loses. `stubborn` keeps the replies that did not lose to
    /// other moves, to be searched first.
    fn wins(
        &mut self,
        effort: &Effort,
        quiet: usize,
        mut known: KnownWins,
        stubborn: &mut Vec<Point>,
    ) -> bool {
        let mut replies = self.replies();
        if replies.is_empty() {
            return false;
        }
        replies.sort_by_key(|reply| {
            let rank = stubborn.iter().position(|other| other == reply);
            rank.unwrap_or(usize::MAX)
        });
        let mut open = Vec::new();
        for reply in replies {
            if self.is_decided_after(reply) || self.loses(reply, &mut known, effort.leaf_nodes) {
                continue;
            }
            stubborn.retain(|other| *other != reply);
            stubborn.insert(0, reply);
            open.push(reply);
            if quiet <= 1 || open.len() > effort.most_open {
                return false;
            }
        }
        open.into_iter().all(|reply| {
            self.position.play(reply);
            let is_won = self.solve(effort, quiet - 1, None);
            self.position.undo();
            is_won
        })
    }

    /// Whether there is a decision for the position after a reply.
    pub fn is_decided_after(&mut self, reply: Point) -> bool {
        let mut stones = self.position.board().history().to_vec();
        stones.push((reply, self.position.turn()));
        self.certificate.read().decision(&stones).is_some()
    }
}

fn squared_distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).pow(2) + a.y().abs_diff(b.y()).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    #[test]
    fn the_opening_has_one_centre_and_thirty_five_replies() {
        let certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 35);
        let certificate = RwLock::new(certificate);
        let mut search = QuietSearch::new(&certificate, 12);
        let centre = Size::FIFTEEN.centre();
        assert_eq!(search.opening(10), [centre]);
        search.set_up(&[centre]);
        assert_eq!(search.different_replies().len(), 35);
        search.set_up(&parse_points("h8 i9", Size::FIFTEEN).unwrap());
        assert_eq!(search.opening(10).len(), 10);
    }
}
