//! The checker's own search for a VCT (a win by continuous threats: fours and open threes).
//!
//! Every reply that does not lose at once is searched: whatever stops no straight four and makes no four
//! leaves the straight four to be played. Nothing is pruned by relevance.

use super::line_threats::Kind;
use super::threat_board::ThreatBoard;
use crate::board::{CELLS, Color, Point, PointSet, next_salt, stone_key};

/// Plies from a straight four to its five.
const STRAIGHT_FOUR: usize = 3;
/// Plies from an open three to its five.
const OPEN_THREE: usize = 5;
/// Stones placed at most to mend a win that fails at one point.
const MEND_NODES: u64 = 100;
/// No VCT of any length.
const NEVER: u8 = u8::MAX;
const TABLE_BITS: u32 = 20;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct TableEntry {
    key: u64,
    /// Won within this number of plies; 0 if that is not known.
    won: u8,
    /// Not won within this number of plies.
    not_won: u8,
    best: Option<Point>,
}

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

/// The moves that a win is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Fours alone.
    Fours,
    /// Fours and open threes.
    FoursAndThrees,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Won,
    NotInTime,
    Never,
}

/// Searches VCTs, the attacker to move.
pub(super) struct ForcedWin {
    table: Box<[TableEntry]>,
    /// Mixed into all keys, so that nothing of an earlier node's searches is found.
    salt: u64,
    /// What the keys of the hints' positions differ by; 0 for no hints.
    hint: u64,
    attacker: Color,
    threats: Threats,
    nodes: u64,
    limit: u64,
    attacks: Vec<(Point, i32)>,
    /// `[point]`: how often a reply there was not lost.
    refutations: Box<[u32; CELLS]>,
}

impl ForcedWin {
    pub fn new(attacker: Color) -> ForcedWin {
        ForcedWin {
            table: vec![TableEntry::default(); 1 << TABLE_BITS].into_boxed_slice(),
            salt: 0,
            hint: 0,
            attacker,
            threats: Threats::FoursAndThrees,
            nodes: 0,
            limit: 0,
            attacks: Vec::new(),
            refutations: Box::new([0; CELLS]),
        }
    }

    /// Makes a search for wins by such threats alone.
    pub fn by(attacker: Color, threats: Threats) -> ForcedWin {
        ForcedWin {
            threats,
            ..ForcedWin::new(attacker)
        }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.refutations.fill(0);
        self.salt = next_salt(self.salt);
    }

    /// The color that is to win.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The move of a win within `left` plies, searched without a node limit.
    pub fn best(&mut self, board: &mut ThreatBoard, left: usize) -> Option<Point> {
        let first = |points: PointSet| points.iter().next();
        match self.at_once(board) {
            Some(1) => first(board.points(Kind::Five, self.attacker)),
            Some(_) => {
                let mut points = board
                    .straight_fours(self.attacker)
                    .iter()
                    .collect::<Vec<_>>();
                points.retain(|&point| board.is_legal(point, self.attacker));
                points.first().copied()
            }
            None => {
                self.begin(u64::MAX);
                let is_won = self.attack(board, left, None) == Branch::Won;
                let best = self.known(self.key(board)).best;
                best.filter(|_| is_won)
            }
        }
    }

    /// Stones placed by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a win within `left` plies, by iterative deepening from `first` in steps of two plies.
    pub fn search(
        &mut self,
        board: &mut ThreatBoard,
        first: usize,
        plies: usize,
        nodes: u64,
    ) -> Forced {
        self.begin(nodes);
        for left in (first..=plies).step_by(2) {
            match self.attack(board, left, None) {
                Branch::Won => return Forced::Won(left),
                _ if self.nodes >= self.limit => return Forced::OutOfNodes,
                Branch::Never => return Forced::NotWon,
                Branch::NotInTime => {}
            }
        }
        Forced::NotWon
    }

    fn begin(&mut self, nodes: u64) {
        self.attacks.clear();
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Takes no position's wins as hints.
    pub fn take_no_hints(&mut self) {
        self.hint = 0;
    }

    /// Takes the wins of searches without the defender's stone at `reply`, and with one at `instead` if
    /// there is such, as hints.
    pub fn take_hints(&mut self, reply: Point, instead: Option<Point>) {
        let key = |point| stone_key(!self.attacker, point);
        self.hint = key(reply) ^ instead.map_or(0, key);
    }

    /// Plays the win of the hints against every reply; where it fails at one point, a small search
    /// looks for another.
    pub fn replay(&mut self, board: &mut ThreatBoard, plies: usize, nodes: u64) -> bool {
        self.begin(nodes);
        self.follow(board, plies)
    }

    fn key(&self, board: &ThreatBoard) -> u64 {
        board.board().key(self.attacker) ^ self.salt
    }

    fn known(&self, key: u64) -> TableEntry {
        let found = self.table[key as usize & (self.table.len() - 1)];
        match found.key == key {
            true => found,
            false => TableEntry {
                key,
                ..TableEntry::default()
            },
        }
    }

    fn store(&mut self, known: TableEntry) {
        let slot = known.key as usize & (self.table.len() - 1);
        self.table[slot] = known;
    }

    /// The move of a win that is known without the ignored stone.
    fn hinted(&self, key: u64) -> Option<Point> {
        self.known(key ^ self.hint).best.filter(|_| self.hint != 0)
    }

    /// A win that needs no search.
    fn at_once(&self, board: &ThreatBoard) -> Option<usize> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.has(Kind::Five, attacker) {
            return Some(1);
        }
        if board.has(Kind::Five, defender) {
            return None;
        }
        let straight_fours = board.straight_fours(attacker);
        let mut legal = straight_fours
            .iter()
            .filter(|&p| board.is_legal(p, attacker));
        legal.next().map(|_| STRAIGHT_FOUR)
    }

    fn follow(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        if let Some(plies) = self.at_once(board) {
            return plies <= left;
        }
        let key = self.key(board);
        let mut known = self.known(key);
        if known.won > 0 && known.won as usize <= left {
            return true;
        }
        if self.nodes >= self.limit {
            return false;
        }
        let blocks = board
            .has(Kind::Five, !self.attacker)
            .then(|| board.five_stops(!self.attacker));
        let best = match blocks {
            Some(blocks) => blocks.iter().next(),
            // A threat there need not be one here.
            None => known.best.or(self.hinted(key)).filter(|&point| {
                [Kind::Four, Kind::Three]
                    .into_iter()
                    .any(|kind| board.points(kind, self.attacker).contains(point))
            }),
        };
        let is_won = best.is_some_and(|best| {
            self.play_if_legal(board, best, left, |this, board, left| {
                match this.follow(board, left) {
                    true => Branch::Won,
                    false => Branch::NotInTime,
                }
            }) == Branch::Won
        });
        if is_won {
            known.won = left as u8;
            known.best = best;
            self.store(known);
        }
        is_won || self.mends(board, left)
    }

    /// Whether a small search wins.
    fn mends(&mut self, board: &mut ThreatBoard, left: usize) -> bool {
        let limit = self.limit;
        self.limit = limit.min(self.nodes + MEND_NODES);
        let is_won = self.nodes < limit && self.attack(board, left, None) == Branch::Won;
        self.limit = limit;
        is_won
    }

    /// The attacker to move, with `left` plies left up to its five.
    fn attack(&mut self, board: &mut ThreatBoard, left: usize, last: Option<Point>) -> Branch {
        if let Some(plies) = self.at_once(board) {
            return if plies <= left {
                Branch::Won
            } else {
                Branch::NotInTime
            };
        }
        let key = self.key(board);
        let mut known = self.known(key);
        if known.won > 0 && known.won as usize <= left {
            return Branch::Won;
        }
        if known.not_won as usize >= left {
            return if known.not_won == NEVER {
                Branch::Never
            } else {
                Branch::NotInTime
            };
        }
        let start = self.attacks.len();
        let near = known.best.or(self.hinted(key));
        let mut branch = self.list_attacks(board, left, near, last);
        for next in start.. {
            let rest = self.attacks.get(next..).unwrap_or_default();
            let best = (0..rest.len()).max_by_key(|&i| (rest[i].1, std::cmp::Reverse(i)));
            let Some(best) = best else { break };
            self.attacks.swap(next, next + best);
            let (point, _) = self.attacks[next];
            let outcome = self.play_if_legal(board, point, left, |this, board, left| {
                this.attack(board, left, Some(point))
            });
            match outcome {
                Branch::Won => {
                    known.best = Some(point);
                    branch = Branch::Won;
                    break;
                }
                Branch::NotInTime => branch = Branch::NotInTime,
                Branch::Never => {}
            }
            if self.nodes >= self.limit {
                self.attacks.truncate(start);
                return Branch::NotInTime;
            }
        }
        self.attacks.truncate(start);
        match branch {
            Branch::Won => known.won = left as u8,
            Branch::NotInTime => known.not_won = left as u8,
            Branch::Never => known.not_won = NEVER,
        }
        self.store(known);
        branch
    }

    /// Plays an attacker's move and tells whether it wins, `go_on` being asked after each answer.
    fn play_if_legal(
        &mut self,
        board: &mut ThreatBoard,
        point: Point,
        left: usize,
        go_on: impl FnMut(&mut Self, &mut ThreatBoard, usize) -> Branch,
    ) -> Branch {
        if left < STRAIGHT_FOUR {
            return Branch::NotInTime;
        }
        if !board.board().is_empty(point) || !board.is_legal(point, self.attacker) {
            return Branch::Never;
        }
        self.nodes += 1;
        board.play(point, self.attacker);
        let branch = self.holds(board, left - 1, go_on);
        board.undo();
        branch
    }

    /// The defender to move: whether every reply loses, those that answer the threat being left to
    /// `go_on`.
    fn holds(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
        mut go_on: impl FnMut(&mut Self, &mut ThreatBoard, usize) -> Branch,
    ) -> Branch {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.has(Kind::Five, defender) {
            return Branch::Never;
        }
        let (answers, threat) = if board.has(Kind::Five, attacker) {
            (board.five_stops(attacker), 1)
        } else if self.threats == Threats::Fours {
            return Branch::Never;
        } else {
            let Some(stops) = board.straight_four_stops(attacker) else {
                return Branch::Never;
            };
            (stops | board.points(Kind::Four, defender), STRAIGHT_FOUR)
        };
        // A reply that answers nothing takes one ply before the threat is carried out.
        if left < 1 + threat {
            return Branch::NotInTime;
        }
        let mut answers: Vec<Point> = answers.iter().collect();
        answers.sort_by_key(|answer| std::cmp::Reverse(self.refutations[answer.index()]));
        for answer in answers {
            if !board.is_legal(answer, defender) {
                continue;
            }
            self.nodes += 1;
            board.play(answer, defender);
            let branch = go_on(self, board, left - 1);
            board.undo();
            if branch != Branch::Won {
                self.refutations[answer.index()] += 1;
                return branch;
            }
        }
        Branch::Won
    }

    /// Appends the attacker's fours and open threes, or the points where it must block; returns whether
    /// some were left out because they come too late.
    fn list_attacks(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
        best: Option<Point>,
        last: Option<Point>,
    ) -> Branch {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.has(Kind::Five, defender) {
            let blocks = board.five_stops(defender);
            self.attacks.extend(blocks.iter().map(|point| (point, 0)));
            return Branch::Never;
        }
        let fours = board.points(Kind::Four, attacker);
        let threes = match self.threats {
            Threats::Fours => PointSet::EMPTY,
            Threats::FoursAndThrees => board.points(Kind::Three, attacker),
        };
        let is_cut = left < OPEN_THREE && !threes.is_empty();
        let listed: PointSet = if left < OPEN_THREE {
            fours
        } else {
            fours | threes
        };
        let near = best.or(last);
        for point in &listed {
            let distance = near.map_or(0, |near| near.distance(point).min(10) as i32);
            let rank = match (fours.contains(point), threes.contains(point)) {
                (true, true) => 100,
                (true, false) => 10,
                _ => 0,
            } + 8 * board.support(point, attacker);
            let first = if best == Some(point) { 1000 } else { 0 };
            self.attacks.push((point, first + rank - 2 * distance));
        }
        if is_cut {
            Branch::NotInTime
        } else {
            Branch::Never
        }
    }
}
