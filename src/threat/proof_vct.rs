//! VCT by proof-number search: where the fewest positions must still be won, the
//! search goes on first. It finds long wins sooner than going two plies deeper each round does, but not
//! the shortest.
//!
//! Five must stand with a certain stone, so that the position alone gives the plies left.
//!
//! Source: the idea of df-pn, A. Nagai, Df-pn algorithm for searching AND/OR trees (2002); thresholds
//! by J. Pawlewicz, L. Lew, Improving depth-first PN-search: 1 + epsilon trick (2006).

use super::defence::five_defences;
use super::defence::{STRAIGHT_FOUR, StandingThreat, standing_threat};
use super::vct::{OPEN_THREE, at_once};
use crate::board::{Color, Direction, Point, due_key, stone_key, turn_key};
use crate::pattern::PointClass;
use crate::position::Position;

/// A number that is never reached by counting.
const INFINITE: u32 = u32::MAX / 4;
/// Positions that are to be won after an open three, at a guess, where a four leaves one.
const AFTER_THREE: u32 = 3;
/// The same where it makes two.
const AFTER_DOUBLE_THREE: u32 = 2;
/// The node budget for repairing a win that fails at one point.
const MEND_NODES: u64 = 300;

/// What is known of a position.
#[derive(Clone, Copy)]
struct ProofNumbers {
    /// Positions still to be won, at least, so that the attacker wins.
    proof: u32,
    /// Positions still to be held, at least, so that it does not.
    disproof: u32,
    /// Of a won position: the plies within which five comes.
    plies: u16,
    /// The attacker's move that wins, or is nearest to it.
    best: Option<Point>,
}

impl ProofNumbers {
    const HELD: ProofNumbers = ProofNumbers {
        proof: INFINITE,
        disproof: 0,
        plies: 0,
        best: None,
    };

    /// Won within this number of plies.
    fn won(plies: usize) -> ProofNumbers {
        ProofNumbers {
            proof: 0,
            disproof: INFINITE,
            plies: plies as u16,
            best: None,
        }
    }

    /// The numbers of an unexpanded position with the given count of positions to be won after it.
    const fn unknown(proof: u32) -> ProofNumbers {
        ProofNumbers {
            proof,
            disproof: 1,
            plies: 0,
            best: None,
        }
    }

    fn is_won(self) -> bool {
        self.proof == 0
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: ProofNumbers,
    /// The nodes spent on this; halved whenever another entry was to take the place.
    work: u32,
}

/// The result of a VCT search within some plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// A move that wins, and the plies that this takes at most, the five included.
    Win(Point, usize),
    /// There is no win of the kind in time.
    NoWin,
    /// The budget was spent.
    Unknown,
}

/// A move that may be followed, and how many positions are to be won after it, at a guess.
type Attack = (Point, u32);

/// A VCT searcher by proof numbers, for wins that may be long. Keeps its table from one search to the
/// next.
pub struct ProofVct {
    table: Box<[Entry]>,
    nodes: u64,
    limit: u64,
    /// Five stands with this stone at the latest.
    last: usize,
    /// Positions are kept apart by the attacker and by when five must stand.
    salt: u64,
    /// Keys differ by this from those of positions whose wins are tried first; 0 for none.
    hint: u64,
}

impl ProofVct {
    /// Makes a searcher with a table of `1 << bits` positions, 24 bytes each.
    pub fn new(bits: u32) -> ProofVct {
        let empty = Entry {
            key: 0,
            known: ProofNumbers::unknown(1),
            work: 0,
        };
        ProofVct {
            table: vec![empty; 1 << bits].into_boxed_slice(),
            nodes: 0,
            limit: 0,
            last: 0,
            salt: 0,
            hint: 0,
        }
    }

    /// Clears the table: needed when the rule changes.
    pub fn clear(&mut self) {
        for entry in &mut self.table {
            (entry.key, entry.work) = (0, 0);
        }
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a VCT of the side to move of at most `plies` plies, the five included, with at most `budget` nodes.
    pub fn search(&mut self, position: &mut Position, plies: usize, budget: u64) -> ProofResult {
        self.begin(position, plies, budget);
        if let Some(needed) = at_once(position) {
            let (attacker, patterns) = (position.turn(), position.patterns());
            let class = match needed {
                1 => PointClass::Five,
                _ => PointClass::StraightFour,
            };
            let first = patterns.points(class, attacker).first();
            return match first.filter(|_| needed <= plies) {
                Some(point) => ProofResult::Win(point, needed),
                None => ProofResult::NoWin,
            };
        }
        let known = self.attack(position, INFINITE, INFINITE);
        match known.best {
            Some(point) if known.is_won() => ProofResult::Win(point, known.plies.into()),
            _ if known.is_settled() => ProofResult::NoWin,
            _ => ProofResult::Unknown,
        }
    }

    /// Whether a win, found with five due at the same stone where the defender had no stone at `reply`, but
    /// one at `instead` if there is such, holds here too. That win is played against every answer, and
    /// repaired where a small search is enough.
    pub fn replay(
        &mut self,
        position: &mut Position,
        (reply, instead): (Point, Option<Point>),
        plies: usize,
        budget: u64,
    ) -> bool {
        let defender = !position.turn();
        let instead = instead.map_or(0, |point| stone_key(defender, point));
        self.hint = stone_key(defender, reply) ^ instead;
        self.begin(position, plies, budget);
        self.follow(position).is_won()
    }

    fn begin(&mut self, position: &Position, plies: usize, budget: u64) {
        self.last = position.board().stones() + plies;
        self.salt = due_key(position.turn(), self.last);
        self.limit = self.nodes.saturating_add(budget);
    }

    fn left(&self, position: &Position) -> usize {
        self.last.saturating_sub(position.board().stones())
    }

    /// The two entries that may hold a position.
    fn places(&self, key: u64) -> [usize; 2] {
        let first = key as usize & (self.table.len() - 1);
        [first, first ^ 1]
    }

    /// Stores the numbers of a position, with the nodes spent on them since `start`.
    fn store(&mut self, key: u64, known: ProofNumbers, start: u64) {
        let work = u32::try_from(self.nodes - start).unwrap_or(u32::MAX);
        let places = self.places(key);
        let own = places.into_iter().find(|&i| self.table[i].key == key);
        let place = own.unwrap_or_else(|| {
            let [first, second] = places;
            let (kept, lost) = match self.table[first].work > self.table[second].work {
                true => (first, second),
                false => (second, first),
            };
            self.table[kept].work /= 2;
            lost
        });
        self.table[place] = Entry { key, known, work };
    }

    fn known(&self, key: u64) -> Option<ProofNumbers> {
        let entries = self.places(key).map(|place| self.table[place]);
        let found = entries.into_iter().find(|entry| entry.key == key);
        found.map(|entry| entry.known)
    }

    /// The attacker to move, without a win at once, up to bounds of its numbers.
    fn attack(
        &mut self,
        position: &mut Position,
        most_proof: u32,
        most_disproof: u32,
    ) -> ProofNumbers {
        let attacker = position.turn();
        let start = self.nodes;
        let key = position.key() ^ self.salt;
        // Forbidden ones are left out before the table is asked: by another order of the moves, what they would lead
        // to may be won.
        let mut attacks = self.list_attacks(position);
        attacks.retain(|&(point, _)| !position.is_forbidden(point, attacker));
        loop {
            let (mut best, mut second) = (ProofNumbers::HELD, INFINITE);
            let (mut disproof, mut others) = (0, 0);
            for &(point, guess) in &attacks {
                let child = self.known(after(key, attacker, point));
                let child = child.unwrap_or(ProofNumbers::unknown(guess));
                disproof = disproof.max(child.disproof);
                others += u32::from(child.disproof > 0);
                if child.proof < best.proof {
                    second = best.proof;
                    best = child;
                    best.best = Some(point);
                } else {
                    second = second.min(child.proof);
                }
            }
            let others = others.saturating_sub(1);
            let known = match best.proof {
                0 => ProofNumbers {
                    plies: best.plies + 1,
                    ..best
                },
                INFINITE => ProofNumbers::HELD,
                _ => ProofNumbers {
                    disproof: (disproof + others).min(INFINITE),
                    ..best
                },
            };
            let goes_on = self.goes_on(known, most_proof, most_disproof);
            let Some(point) = best.best.filter(|_| goes_on) else {
                self.store(key, known, start);
                return known;
            };
            self.nodes += 1;
            position.play(point);
            let most_disproof = most_disproof - others;
            self.defend(position, most_proof.min(past(second)), most_disproof);
            position.undo();
        }
    }

    /// The threat that the defender to move must answer, if it comes in time.
    fn threat(&self, position: &Position) -> Option<StandingThreat> {
        let left = self.left(position);
        standing_threat(position).filter(|threat| left > threat.plies)
    }

    /// The defender to move against a threat.
    fn defend(&mut self, position: &mut Position, most_proof: u32, most_disproof: u32) {
        let defender = position.turn();
        let start = self.nodes;
        let key = position.key() ^ self.salt;
        let Some(threat) = self.threat(position) else {
            self.store(key, ProofNumbers::HELD, start);
            return;
        };
        let answers = position.legal(&threat.answers);
        loop {
            let (mut disproof, mut second) = (INFINITE, INFINITE);
            let (mut proof, mut others) = (0, 0);
            let mut plies = threat.plies;
            let mut best = None;
            for &answer in &answers {
                let child = self.known(after(key, defender, answer));
                let child = child.unwrap_or(ProofNumbers::unknown(1));
                proof = proof.max(child.proof);
                others += u32::from(child.proof > 0);
                plies = plies.max(child.plies.into());
                if child.disproof < disproof {
                    second = std::mem::replace(&mut disproof, child.disproof);
                    best = Some(answer);
                } else {
                    second = second.min(child.disproof);
                }
            }
            let others = others.saturating_sub(1);
            let known = match (proof, disproof) {
                (0, _) => ProofNumbers::won(1 + plies),
                (_, 0) => ProofNumbers::HELD,
                _ => ProofNumbers {
                    disproof,
                    ..ProofNumbers::unknown((proof + others).min(INFINITE))
                },
            };
            let goes_on = self.goes_on(known, most_proof, most_disproof);
            let Some(point) = best.filter(|_| goes_on) else {
                self.store(key, known, start);
                return;
            };
            self.nodes += 1;
            position.play(point);
            match at_once(position) {
                None => {
                    let most_proof = most_proof - others;
                    self.attack(position, most_proof, most_disproof.min(past(second)));
                }
                Some(plies) => {
                    let known = self.in_time(position, plies);
                    self.store(after(key, defender, point), known, self.nodes);
                }
            }
            position.undo();
        }
    }

    /// A position that is won so soon, but maybe too late.
    fn in_time(&self, position: &Position, plies: usize) -> ProofNumbers {
        match plies <= self.left(position) {
            true => ProofNumbers::won(plies),
            false => ProofNumbers::HELD,
        }
    }

    /// The attacker to move, by the one move that is known or hinted.
    fn follow(&mut self, position: &mut Position) -> ProofNumbers {
        if let Some(plies) = at_once(position) {
            return self.in_time(position, plies);
        }
        let start = self.nodes;
        let key = position.key() ^ self.salt;
        let known = self.known(key).unwrap_or(ProofNumbers::unknown(1));
        if known.is_settled() || self.nodes >= self.limit {
            return known;
        }
        let patterns = position.patterns();
        let best = match patterns.count(PointClass::Five, !position.turn()) {
            0 => self.known(key ^ self.hint).and_then(|hinted| hinted.best),
            _ => five_defences(patterns, !position.turn()).first(),
        };
        let best = best.filter(|&point| {
            position.patterns().empty().contains(point)
                && !position.is_forbidden(point, position.turn())
        });
        let won_in = best.and_then(|point| {
            self.nodes += 1;
            position.play(point);
            let won_in = self.follow_answers(position);
            position.undo();
            won_in
        });
        match won_in {
            Some(plies) => {
                let won = ProofNumbers {
                    best,
                    ..ProofNumbers::won(plies + 1)
                };
                self.store(key, won, start);
                won
            }
            None => self.repair(position),
        }
    }

    /// The defender to move against a threat that is followed: the plies to the five, if every answer loses.
    fn follow_answers(&mut self, position: &mut Position) -> Option<usize> {
        let threat = self.threat(position)?;
        let mut plies = threat.plies;
        for answer in position.legal(&threat.answers) {
            self.nodes += 1;
            position.play(answer);
            let known = self.follow(position);
            position.undo();
            if !known.is_won() {
                return None;
            }
            plies = plies.max(known.plies.into());
        }
        Some(plies + 1)
    }

    /// A small search where a followed win fails.
    fn repair(&mut self, position: &mut Position) -> ProofNumbers {
        let limit = self.limit;
        self.limit = limit.min(self.nodes + MEND_NODES);
        let known = self.attack(position, INFINITE, INFINITE);
        self.limit = limit;
        known
    }

    fn goes_on(&self, known: ProofNumbers, most_proof: u32, most_disproof: u32) -> bool {
        let is_enough = known.proof >= most_proof || known.disproof >= most_disproof;
        !is_enough && !known.is_settled() && self.nodes < self.limit
    }

    /// The attacker's threats that come in time; where it must block a five, the blocks.
    fn list_attacks(&self, position: &Position) -> Vec<Attack> {
        let attacker = position.turn();
        let patterns = position.patterns();
        let left = self.left(position);
        if left < STRAIGHT_FOUR {
            return Vec::new();
        }
        if patterns.count(PointClass::Five, !attacker) > 0 {
            let blocks = five_defences(patterns, !attacker);
            return blocks.iter().map(|point| (point, 1)).collect();
        }
        let mut attacks = Vec::with_capacity(32);
        for (class, proof, is_three) in [
            (PointClass::FourThree, 1, false),
            (PointClass::FourPlus, 1, false),
            (PointClass::Four, 1, false),
            (PointClass::DoubleThree, AFTER_DOUBLE_THREE, true),
            (PointClass::ThreePlus, AFTER_THREE, true),
            (PointClass::Three, AFTER_THREE, true),
        ] {
            if !is_three || left >= OPEN_THREE {
                let points = patterns.points(class, attacker);
                attacks.extend(points.iter().map(|point| (point, proof)));
            }
        }
        for point in patterns.points(PointClass::Foul, attacker) {
            let shapes = Direction::ALL.map(|d| patterns.shape(point, d, attacker));
            if shapes.iter().any(|s| s.is_four() || s.is_three()) {
                attacks.push((point, AFTER_THREE));
            }
        }
        attacks
    }
}

/// The key of the position after a move.
fn after(key: u64, turn: Color, point: Point) -> u64 {
    key ^ turn_key(Color::Black) ^ turn_key(Color::White) ^ stone_key(turn, point)
}

/// A bound a quarter past the second least number, so that the search does not change sides all the time.
fn past(second: u32) -> u32 {
    second.saturating_add(1 + second / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_diagram, parse_points};
    use crate::rule::Rule;

    /// Black makes two open threes at f6.
    const DOUBLE_THREE: &str = ".........../.........../.........../.....X...../.....X.....
        .........../...XX....../.........../.........../.........../...........";

    fn search(diagram: &str, turn: Color, plies: usize, budget: u64) -> ProofResult {
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(Rule::Freestyle, board, turn);
        ProofVct::new(12).search(&mut position, plies, budget)
    }

    #[test]
    fn a_forbidden_move_wins_nothing_though_another_order_would() {
        let moves = "h9 f9 e9 g8 h7 h10 f8 g7 g10 i8 e11 e10 d11 d10 c10 e12 d8 c8 e7 g5 g6 d9 f11 g11 d6 a6 b7 c5 b11 c11";
        let points = parse_points(moves, Size::FIFTEEN).unwrap();
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&points);
        let foul = parse_points("c7", Size::FIFTEEN).unwrap()[0];
        assert!(position.is_forbidden(foul, Color::Black));
        let (mut wins, plies) = (ProofVct::new(12), position.plies_left());
        wins.begin(&position, plies, 100_000);
        let key = after(position.key() ^ wins.salt, Color::Black, foul);
        wins.store(key, ProofNumbers::won(4), 0);
        let win = wins.search(&mut position, plies, 100_000);
        assert!(!matches!(win, ProofResult::Win(point, _) if point == foul));
    }

    #[test]
    fn what_one_color_wins_is_not_taken_for_what_the_other_does() {
        let moves = "m5 j7 i6 h6 l4 k6 k3 n6 l5 j5 l7 l6 m6 j6";
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        let mut wins = ProofVct::new(17);
        // Whatever black plays there, white makes a straight four of its three.
        for point in parse_points("k8 l8 m8 n8", Size::FIFTEEN).unwrap() {
            position.play(point);
            wins.begin(&position, position.plies_left(), 1);
            let known = wins.in_time(&position, at_once(&position).unwrap());
            wins.store(position.key() ^ wins.salt, known, 0);
            position.undo();
        }
        let plies = position.plies_left();
        let win = wins.search(&mut position, plies, 1_000);
        assert!(!matches!(win, ProofResult::Win(..)), "{win:?}");
    }

    #[test]
    fn a_win_is_found_and_its_limits_are_told() {
        let win = search(DOUBLE_THREE, Color::Black, 9, 10_000);
        assert!(matches!(win, ProofResult::Win(..)));
        let late = search(DOUBLE_THREE, Color::Black, 3, 10_000);
        assert_eq!(late, ProofResult::NoWin);
        let cut = search(DOUBLE_THREE, Color::Black, 9, 0);
        assert_eq!(cut, ProofResult::Unknown);
        let none = search(DOUBLE_THREE, Color::White, 9, 10_000);
        assert_eq!(none, ProofResult::NoWin);
    }

    #[test]
    fn attackers_and_lengths_are_kept_apart() {
        let board = parse_diagram(DOUBLE_THREE).unwrap();
        let mut black = Position::from_board(Rule::Freestyle, board.clone(), Color::Black);
        let mut white = Position::from_board(Rule::Freestyle, board, Color::White);
        let mut vct = ProofVct::new(12);
        for _ in 0..2 {
            let win = vct.search(&mut black, 9, 10_000);
            assert!(matches!(win, ProofResult::Win(..)));
            assert_eq!(vct.search(&mut black, 3, 10_000), ProofResult::NoWin);
            assert_eq!(vct.search(&mut white, 9, 10_000), ProofResult::NoWin);
        }
    }
}
