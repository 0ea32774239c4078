//! The search of a VCT by proof and disproof numbers: it goes on where the fewest positions must still be won.

use super::line_threats::Kind;
use super::proof_table::{ProofNumbers, ProofTable, child_limits, of_all, of_any};
use super::threat_board::ThreatBoard;
use crate::board::{CELLS, Color, Point, PointSet, next_salt, stone_key};

/// Plies from a straight four to its five.
pub(super) const STRAIGHT_FOUR: usize = 3;
/// Plies from an open three to its five.
const OPEN_THREE: usize = 5;
/// Positions to be won after a four, at a guess, where all that tells for it is there.
const AFTER_FOUR: u32 = 1;
/// The same after an open three.
const AFTER_THREE: u32 = 3;
/// The attacker's stones near a move from which on their number tells nothing more.
const FULL_SUPPORT: u32 = 7;

/// The moves that a win is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Fours alone.
    Fours,
    /// Fours and open threes.
    FoursAndThrees,
}

/// A move in a position, and the numbers of the position after it.
#[derive(Clone, Copy)]
struct Child {
    point: Point,
    /// Where numbers are the same, the least comes first.
    order: u32,
    numbers: ProofNumbers,
}

/// Searches VCTs, the attacker to move.
pub(super) struct ProofSearch {
    pub attacker: Color,
    threats: Threats,
    /// Stones placed by all searches.
    pub nodes: u64,
    /// The nodes at which a search ends.
    pub limit: u64,
    pub table: ProofTable,
    /// Mixed into all keys, so that nothing of an earlier node's searches is found.
    salt: u64,
    /// What the keys of the hints' positions differ by; 0 for no hints.
    hint: u64,
    /// The moves of all positions on the way, the last position's at the end.
    children: Vec<Child>,
    /// `[point]`: how often a reply there was not lost.
    refutations: Box<[u32; CELLS]>,
}

impl ProofSearch {
    pub fn new(attacker: Color, threats: Threats) -> ProofSearch {
        ProofSearch {
            attacker,
            threats,
            nodes: 0,
            limit: 0,
            table: ProofTable::new(),
            salt: 0,
            hint: 0,
            children: Vec::new(),
            refutations: Box::new([0; CELLS]),
        }
    }

    /// Forgets all positions and hints.
    pub fn forget(&mut self) {
        self.hint = 0;
        self.refutations.fill(0);
        self.salt = next_salt(self.salt);
    }

    /// Takes the wins of searches without the defender's stone at `reply`, and with one at `instead` if
    /// there is such, as hints.
    pub fn take_hints(&mut self, reply: Point, instead: Option<Point>) {
        let key = |point| stone_key(!self.attacker, point);
        self.hint = key(reply) ^ instead.map_or(0, key);
    }

    pub fn key(&self, board: &ThreatBoard, turn: Color) -> u64 {
        board.board().key(turn) ^ self.salt
    }

    /// The move of a win that is known, or of one that is a hint.
    pub fn hinted(&self, key: u64) -> Option<Point> {
        let hinted = || self.table.best(key ^ self.hint).filter(|_| self.hint != 0);
        self.table.best(key).or_else(hinted)
    }

    /// A win that needs no search.
    pub fn at_once(&self, board: &ThreatBoard) -> Option<usize> {
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

    /// Whether the attacker, to move, wins within `left` plies, as far as `nodes` nodes tell.
    pub fn search(&mut self, board: &mut ThreatBoard, left: usize, nodes: u64) -> ProofNumbers {
        self.limit = self.nodes.saturating_add(nodes);
        self.attack(board, left, ProofNumbers::NO_LIMITS, None)
    }

    /// The attacker to move, with `left` plies left up to its five: searches until a number reaches its
    /// limit.
    fn attack(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
        limits: ProofNumbers,
        last: Option<Point>,
    ) -> ProofNumbers {
        if let Some(plies) = self.at_once(board) {
            return match plies <= left {
                true => ProofNumbers::WON,
                false => ProofNumbers::NOT_IN_TIME,
            };
        }
        let key = self.key(board, self.attacker);
        let known = self.table.numbers(key, left);
        if let Some(known) = known.filter(|known| known.reaches(limits)) {
            return known;
        }
        let start = self.children.len();
        let are_all = self.list_attacks(board, left, last, known.is_some());
        let (mut numbers, best) = self.go_on(board, start, left, limits, self.attacker);
        numbers.is_final &= are_all;
        self.table.store(key, left, numbers, best);
        numbers
    }

    /// The defender to move after a threat: searches until a number reaches its limit.
    fn defend(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
        limits: ProofNumbers,
    ) -> ProofNumbers {
        let key = self.key(board, !self.attacker);
        let known = self.table.numbers(key, left);
        if let Some(known) = known.filter(|known| known.reaches(limits)) {
            return known;
        }
        let start = self.children.len();
        let numbers = match self.answers(board, left) {
            Err(failure) => failure,
            Ok(answers) => {
                self.list_answers(board, left, answers, known.is_some());
                self.go_on(board, start, left, limits, !self.attacker).0
            }
        };
        self.table.store(key, left, numbers, None);
        numbers
    }

    /// Searches the moves that are listed from `start` on until a number of the position reaches its
    /// limit. Returns the numbers, and the move that comes first.
    fn go_on(
        &mut self,
        board: &mut ThreatBoard,
        start: usize,
        left: usize,
        limits: ProofNumbers,
        turn: Color,
    ) -> (ProofNumbers, Option<Point>) {
        let is_attack = turn == self.attacker;
        let (numbers, best) = loop {
            let children = &self.children[start..];
            let all = children.iter().map(|child| child.numbers);
            let (numbers, to_go): (_, fn(&Child) -> u32) = match is_attack {
                true => (of_any(all), |child| child.numbers.proof),
                false => (of_all(all), |child| child.numbers.disproof),
            };
            let order = |&place: &usize| (to_go(&children[place]), children[place].order);
            let Some(next) = (0..children.len()).min_by_key(order) else {
                break (numbers, None);
            };
            let Child {
                point,
                numbers: its,
                ..
            } = children[next];
            if numbers.reaches(limits) || self.nodes >= self.limit {
                break (numbers, Some(point));
            }
            let others = (0..children.len()).filter(|&place| place != next);
            let second = others.map(|place| to_go(&children[place])).min();
            let its_limits = child_limits(is_attack, limits, numbers, its, second);
            let found = self.search_move(board, point, left, its_limits, turn);
            self.children[start + next].numbers = found;
            if !is_attack && found.disproof == 0 {
                self.refutations[point.index()] += 1;
            }
        };
        self.children.truncate(start);
        (numbers, best)
    }

    /// Plays a move and searches what follows it.
    fn search_move(
        &mut self,
        board: &mut ThreatBoard,
        point: Point,
        left: usize,
        limits: ProofNumbers,
        turn: Color,
    ) -> ProofNumbers {
        if !board.is_legal(point, turn) {
            return ProofNumbers::NEVER;
        }
        self.nodes += 1;
        board.play(point, turn);
        let numbers = match turn == self.attacker {
            true => self.defend(board, left - 1, limits),
            false => self.attack(board, left - 1, limits, None),
        };
        board.undo();
        numbers
    }

    /// The legal replies that answer what the attacker threatens, or how the attack fails.
    pub fn answers(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
    ) -> Result<Vec<Point>, ProofNumbers> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if board.has(Kind::Five, defender) {
            return Err(ProofNumbers::NEVER);
        }
        let (answers, threat) = if board.has(Kind::Five, attacker) {
            (board.five_stops(attacker), 1)
        } else if self.threats == Threats::Fours {
            return Err(ProofNumbers::NEVER);
        } else {
            let stops = board
                .straight_four_stops(attacker)
                .ok_or(ProofNumbers::NEVER)?;
            (stops | board.points(Kind::Four, defender), STRAIGHT_FOUR)
        };
        // A reply that answers nothing takes one ply before the threat is carried out.
        if left < 1 + threat {
            return Err(ProofNumbers::NOT_IN_TIME);
        }
        let is_legal = |&answer: &Point| board.is_legal(answer, defender);
        Ok(answers.iter().filter(is_legal).collect())
    }

    fn list_answers(
        &mut self,
        board: &ThreatBoard,
        left: usize,
        answers: Vec<Point>,
        was_met: bool,
    ) {
        for point in answers {
            let known = self.after(board, point, !self.attacker, left, was_met);
            self.children.push(Child {
                point,
                order: u32::MAX - self.refutations[point.index()],
                numbers: known.unwrap_or(ProofNumbers::unknown(1)),
            });
        }
    }

    /// Lists the attacker's fours and open threes, or the points where it must block; returns whether
    /// these are all, none being left out because it comes too late.
    fn list_attacks(
        &mut self,
        board: &mut ThreatBoard,
        left: usize,
        last: Option<Point>,
        was_met: bool,
    ) -> bool {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if left < STRAIGHT_FOUR {
            return false;
        }
        if board.has(Kind::Five, defender) {
            for point in &board.five_stops(defender) {
                self.add_attack(board, point, left, AFTER_FOUR, was_met);
            }
            return true;
        }
        let fours = board.points(Kind::Four, attacker);
        let mut threes = match self.threats {
            Threats::Fours => PointSet::EMPTY,
            Threats::FoursAndThrees => board.points(Kind::Three, attacker),
        };
        let are_all = left >= OPEN_THREE || threes.is_empty();
        if left < OPEN_THREE {
            threes = PointSet::EMPTY;
        }
        let hinted = self.hinted(self.key(board, attacker));
        let near = hinted.or(last);
        for point in &(fours | threes) {
            let threat = match fours.contains(point) {
                true => AFTER_FOUR,
                false => AFTER_THREE,
            };
            let distance = near.map_or(0, |near| near.distance(point).min(10) as u32);
            let support = FULL_SUPPORT.saturating_sub(board.support(point, attacker));
            let guess = match hinted == Some(point) {
                true => AFTER_FOUR,
                false => threat + distance + support,
            };
            self.add_attack(board, point, left, guess, was_met);
        }
        are_all
    }

    /// Lists a move of the attacker's, after which so many positions are to be won at a guess.
    fn add_attack(
        &mut self,
        board: &ThreatBoard,
        point: Point,
        left: usize,
        guess: u32,
        was_met: bool,
    ) {
        let known = self.after(board, point, self.attacker, left, was_met);
        let numbers = known.unwrap_or(ProofNumbers::unknown(guess));
        // What is won after another order of the moves may be forbidden in this one.
        if !numbers.is_won() || board.is_legal(point, self.attacker) {
            self.children.push(Child {
                point,
                order: guess,
                numbers,
            });
        }
    }

    /// What is known of the position after a move; it is not asked where the one before was not met.
    fn after(
        &self,
        board: &ThreatBoard,
        point: Point,
        color: Color,
        left: usize,
        was_met: bool,
    ) -> Option<ProofNumbers> {
        let key = || board.board().key_after(point, color) ^ self.salt;
        was_met
            .then(|| self.table.numbers(key(), left - 1))
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Size, parse_points, stones_in_turn};
    use crate::rule::Rule;

    fn threat_board(rule: Rule, moves: &str) -> ThreatBoard {
        let points = parse_points(moves, Size::FIFTEEN).unwrap();
        let board = Board::with_stones(Size::FIFTEEN, stones_in_turn(&points));
        ThreatBoard::new(rule, board)
    }

    #[test]
    fn a_forbidden_move_wins_nothing_though_another_order_would() {
        let moves = "h9 f9 e9 g8 h7 h10 f8 g7 g10 i8 e11 e10 d11 d10 c10 e12 d8 c8 e7 g5 g6 d9 f11 g11 d6 a6 b7 c5 b11 c11";
        let mut board = threat_board(Rule::Renju, moves);
        let foul = parse_points("c7", Size::FIFTEEN).unwrap()[0];
        assert!(!board.is_legal(foul, Color::Black));
        let mut search = ProofSearch::new(Color::Black, Threats::FoursAndThrees);
        let (before, left) = (search.key(&board, Color::Black), 31);
        let after = board.board().key_after(foul, Color::Black);
        search
            .table
            .store(before, left, ProofNumbers::unknown(3), None);
        search.table.store(after, left - 1, ProofNumbers::WON, None);
        search.search(&mut board, left, 10_000);
        assert_ne!(search.table.best(before), Some(foul));
    }

    #[test]
    fn a_win_is_found_in_its_plies_and_not_in_fewer() {
        // Black makes two open threes at f6.
        let mut board = threat_board(Rule::Freestyle, "f8 a1 f7 c15 d6 o1 e6 m14");
        let mut search = ProofSearch::new(Color::Black, Threats::FoursAndThrees);
        assert!(search.search(&mut board, 9, 10_000).is_won());
        let too_late = search.search(&mut board, 3, 10_000);
        assert_eq!(too_late, ProofNumbers::NOT_IN_TIME);
        let mut fours = ProofSearch::new(Color::Black, Threats::Fours);
        assert_eq!(fours.search(&mut board, 9, 10_000), ProofNumbers::NEVER);
    }
}
