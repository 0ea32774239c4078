//! Victory by continuous threats: every attacker's move makes a four or an open three, or answers a
//! four of the defender's.
//!
//! Depth first, two plies deeper each round, so that the first win found is a shortest of its kind. An
//! open three is answered by every point that stops the straight four and by every four; whatever else
//! the defender plays, the straight four comes. Positions are settled by their stones alone, since no
//! stone ever leaves the board: the table holds for each how soon it is won, and how long it is not.

use super::defence::{
    STRAIGHT_FOUR, StandingThreat, five_defences, standing_threat, straight_four_answers,
};
use super::threat_search::{SearchLimit, ThreatResult};
use crate::board::{Direction, Point};
use crate::pattern::PointClass;
use crate::position::Position;

/// Plies from an open three to its five.
pub(super) const OPEN_THREE: usize = 5;
/// No search goes deeper: more plies than a board of 22 has.
const ENDLESS: u16 = u16::MAX;

/// A VCT searcher for a shortest win. Keeps its table from one search to the next.
pub struct Vct {
    table: Box<[Settled]>,
    nodes: u64,
    budget: u64,
    attacks: Vec<(Point, i32)>,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Settled {
    key: u64,
    /// The plies within which it is won; 0 where that is unknown.
    win_in: u16,
    /// The plies within which it is not won.
    none_within: u16,
    /// The winning move, or the one that was tried last.
    best: Option<Point>,
}

/// Why a branch ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Win,
    /// Not at any length.
    NoWin,
    /// Not within the plies, or not within the budget.
    CutShort,
}

/// The length of a shortest win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many plies, the five included.
    Win(usize),
    /// There is none of any length.
    NoWin,
    /// The search was cut short.
    Unknown(SearchLimit),
}

/// Whether a list has all threats or only those that come in time.
enum Listed {
    All,
    Some,
}

impl Vct {
    /// Makes a searcher with a table of `1 << bits` positions, 16 bytes each.
    pub fn new(bits: u32) -> Vct {
        Vct {
            table: vec![Settled::default(); 1 << bits].into_boxed_slice(),
            nodes: 0,
            budget: 0,
            attacks: Vec::new(),
        }
    }

    /// Clears the table: needed when the rule changes.
    pub fn clear(&mut self) {
        self.table.fill(Settled::default());
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a shortest win for the side to move, up to `plies` long with the five included, playing
    /// at most `budget` moves; working out the line of a win may take as many again.
    pub fn search(&mut self, position: &mut Position, plies: usize, budget: u64) -> ThreatResult {
        match self.shortest(position, 1, plies, budget) {
            Length::Win(left) => ThreatResult::Win(self.line(position, left)),
            Length::NoWin => ThreatResult::NoWin,
            Length::Unknown(limit) => ThreatResult::Unknown(limit),
        }
    }

    /// How long a shortest win is, from `first` plies up to `plies`, both odd.
    pub fn shortest(
        &mut self,
        position: &mut Position,
        first: usize,
        plies: usize,
        budget: u64,
    ) -> Length {
        let start = self.begin(budget);
        for left in (first..=plies).step_by(2) {
            match self.attack(position, left, None) {
                Branch::Win => return Length::Win(left),
                Branch::NoWin => return Length::NoWin,
                Branch::CutShort if self.nodes >= self.budget => {
                    return Length::Unknown(SearchLimit::Nodes(self.nodes - start));
                }
                Branch::CutShort => {}
            }
        }
        Length::Unknown(SearchLimit::Plies(plies))
    }

    /// The first move of a win within `plies` plies.
    pub fn winning_move(&mut self, position: &mut Position, plies: usize) -> Option<Point> {
        self.begin(u64::MAX);
        self.best(position, plies)
    }

    fn begin(&mut self, budget: u64) -> u64 {
        self.attacks.clear();
        self.budget = self.nodes.saturating_add(budget);
        self.nodes
    }

    fn store(&mut self, known: Settled) {
        let slot = known.key as usize & (self.table.len() - 1);
        self.table[slot] = known;
    }

    fn settled(&self, key: u64) -> Settled {
        let found = self.table[key as usize & (self.table.len() - 1)];
        match found.key == key {
            true => found,
            false => Settled {
                key,
                ..Settled::default()
            },
        }
    }

    /// Searches with the attacker to move and `plies` left up to its five.
    fn attack(&mut self, position: &mut Position, left: usize, last: Option<Point>) -> Branch {
        if let Some(plies) = at_once(position) {
            return within(plies, left);
        }
        let has_to_block = position
            .patterns()
            .count(PointClass::Five, !position.turn())
            > 0;
        let key = position.key();
        let mut known = self.settled(key);
        if known.win_in > 0 && known.win_in as usize <= left {
            return Branch::Win;
        }
        if known.none_within as usize >= left {
            return match known.none_within {
                ENDLESS => Branch::NoWin,
                _ => Branch::CutShort,
            };
        }
        let start = self.attacks.len();
        let near = known.best.or(last);
        let mut branch = match self.list_attacks(position, has_to_block, left, near) {
            Listed::All => Branch::NoWin,
            Listed::Some => Branch::CutShort,
        };
        for next in start.. {
            let rest = self.attacks.get(next..).unwrap_or_default();
            let best = (0..rest.len()).max_by_key(|&i| (rest[i].1, -(i as i32)));
            let Some(best) = best else { break };
            self.attacks.swap(next, next + best);
            let (point, _) = self.attacks[next];
            match self.try_threat(position, point, left) {
                Branch::Win => {
                    known.best = Some(point);
                    branch = Branch::Win;
                    break;
                }
                Branch::CutShort => branch = Branch::CutShort,
                Branch::NoWin => {}
            }
            if self.nodes >= self.budget {
                self.attacks.truncate(start);
                return Branch::CutShort;
            }
        }
        self.attacks.truncate(start);
        match branch {
            Branch::Win => known.win_in = left as u16,
            Branch::NoWin => known.none_within = ENDLESS,
            Branch::CutShort => known.none_within = left as u16,
        }
        self.store(known);
        branch
    }

    fn try_threat(&mut self, position: &mut Position, point: Point, left: usize) -> Branch {
        let attacker = position.turn();
        if left < STRAIGHT_FOUR {
            return Branch::CutShort;
        }
        if position.is_forbidden(point, attacker) {
            return Branch::NoWin;
        }
        self.nodes += 1;
        position.play(point);
        let branch = self.defend(position, left - 1, point);
        position.undo();
        branch
    }

    /// The defender to move. Every answer must lose, and whatever is no answer loses to the threat.
    fn defend(&mut self, position: &mut Position, left: usize, last: Point) -> Branch {
        let defender = position.turn();
        let Some(StandingThreat { answers, plies }) = standing_threat(position) else {
            return Branch::NoWin;
        };
        // The longest of the answers that are none: one ply, and the threat is carried out.
        if left < 1 + plies {
            return Branch::CutShort;
        }
        for answer in &answers {
            if position.is_forbidden(answer, defender) {
                continue;
            }
            self.nodes += 1;
            position.play(answer);
            let branch = self.attack(position, left - 1, Some(last));
            position.undo();
            if branch != Branch::Win {
                return branch;
            }
        }
        Branch::Win
    }

    /// Appends the attacker's threats with their order, those left out that come too late; where it must
    /// block a five, the blocks.
    fn list_attacks(
        &mut self,
        position: &Position,
        has_to_block: bool,
        left: usize,
        near: Option<Point>,
    ) -> Listed {
        let attacker = position.turn();
        let patterns = position.patterns();
        if has_to_block {
            let blocks = five_defences(patterns, !attacker);
            self.attacks.extend(blocks.iter().map(|point| (point, 0)));
            return Listed::All;
        }
        let mut add = |point: Point, rank: i32| {
            let distance = near.map_or(0, |near| near.distance(point).min(12) as i32);
            self.attacks.push((point, rank - 2 * distance));
        };
        let threes_come_too_late = left < OPEN_THREE;
        let mut left_out = false;
        for (class, rank, is_three) in [
            (PointClass::FourThree, 100, false),
            (PointClass::DoubleThree, 40, true),
            (PointClass::FourPlus, 30, false),
            (PointClass::ThreePlus, 24, true),
            (PointClass::Four, 10, false),
            (PointClass::Three, 12, true),
        ] {
            let points = patterns.points(class, attacker);
            if is_three && threes_come_too_late {
                left_out |= !points.is_empty();
            } else {
                points.iter().for_each(|point| add(point, rank));
            }
        }
        for point in patterns.points(PointClass::Foul, attacker) {
            let shapes = Direction::ALL.map(|d| patterns.shape(point, d, attacker));
            if shapes
                .iter()
                .any(|shape| shape.is_four() || shape.is_three())
            {
                add(point, 20);
            }
        }
        match left_out {
            true => Listed::Some,
            false => Listed::All,
        }
    }

    /// The line of a win within `plies` plies: the attacker's shortest, the defender's longest. What
    /// the table has lost by now is searched again.
    fn line(&mut self, position: &mut Position, left: usize) -> Vec<Point> {
        self.budget = u64::MAX;
        let mut line = Vec::new();
        let mut left = left;
        let played = loop {
            let Some(attack) = self.best(position, left) else {
                break line.len();
            };
            line.push(attack);
            position.play(attack);
            let Some((answer, rest)) = self.longest_answer(position, left - 1) else {
                break line.len();
            };
            line.push(answer);
            position.play(answer);
            left = rest;
        };
        (0..played).for_each(|_| position.undo());
        line
    }

    /// The winning move of a position that is won within `plies` plies.
    fn best(&mut self, position: &mut Position, left: usize) -> Option<Point> {
        let attacker = position.turn();
        let patterns = position.patterns();
        if let Some(five) = patterns.points(PointClass::Five, attacker).first() {
            return Some(five);
        }
        let has_to_block = patterns.count(PointClass::Five, !attacker) > 0;
        let straight = patterns.points(PointClass::StraightFour, attacker).first();
        if let Some(straight) = straight.filter(|_| !has_to_block) {
            return Some(straight);
        }
        match self.attack(position, left, None) {
            Branch::Win => self.settled(position.key()).best,
            Branch::NoWin | Branch::CutShort => None,
        }
    }

    /// The answer with the longest defence, and the plies that are left after it; none after five.
    fn longest_answer(&mut self, position: &mut Position, left: usize) -> Option<(Point, usize)> {
        let (attacker, defender) = (!position.turn(), position.turn());
        let patterns = position.patterns();
        if left == 0 {
            return None;
        }
        // Points of the threat itself are answers in vain, where there are no others.
        let answers = match patterns.count(PointClass::Five, attacker) {
            0 => {
                straight_four_answers(patterns, defender)
                    | *patterns.points(PointClass::StraightFour, attacker)
            }
            _ => *patterns.points(PointClass::Five, attacker) | five_defences(patterns, attacker),
        };
        let mut answers = position.legal(&answers);
        if answers.is_empty() {
            // All answers are forbidden: whatever else is played is in vain.
            let empty = *position.patterns().empty();
            answers.extend(position.legal(&empty).first());
        }
        let mut longest: Option<(Point, usize)> = None;
        for answer in answers {
            position.play(answer);
            let lasts = (1..left)
                .step_by(2)
                .find(|&plies| self.attack(position, plies, None) == Branch::Win);
            position.undo();
            let Some(lasts) = lasts else { continue };
            if longest.is_none_or(|(_, most)| lasts > most) {
                longest = Some((answer, lasts));
            }
        }
        longest
    }
}

/// The plies to the side to move's five where that needs no search.
pub(super) fn at_once(position: &Position) -> Option<usize> {
    let (attacker, patterns) = (position.turn(), position.patterns());
    if patterns.count(PointClass::Five, attacker) > 0 {
        return Some(1);
    }
    let has_to_block = patterns.count(PointClass::Five, !attacker) > 0;
    let has_straight_four = patterns.count(PointClass::StraightFour, attacker) > 0;
    (has_straight_four && !has_to_block).then_some(STRAIGHT_FOUR)
}

fn within(plies: usize, left: usize) -> Branch {
    match plies <= left {
        true => Branch::Win,
        false => Branch::CutShort,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, parse_diagram};
    use crate::rule::Rule;

    fn position(rule: Rule, diagram: &str) -> Position {
        Position::from_board(rule, parse_diagram(diagram).unwrap(), Color::Black)
    }

    /// Black makes two open threes at f6.
    const DOUBLE_THREE: &str = ".........../.........../.........../.....X...../.....X.....
        .........../...XX....../.........../.........../.........../...........";

    #[test]
    fn a_double_three_wins() {
        let mut free = position(Rule::Freestyle, DOUBLE_THREE);
        let mut vct = Vct::new(12);
        let result = vct.search(&mut free, 9, 100_000);
        let ThreatResult::Win(line) = result else {
            panic!("{result:?}")
        };
        assert_eq!(line.len() % 2, 1);
        let again = vct.search(&mut free, 9, 100_000);
        assert!(matches!(again, ThreatResult::Win(other) if other.len() == line.len()));
    }

    #[test]
    fn what_is_not_found_is_told_by_its_limit() {
        let quiet = ["..........."; 11].join("/").replacen("...", "X..", 1);
        let mut vct = Vct::new(8);
        assert_eq!(
            vct.search(&mut position(Rule::Renju, &quiet), 9, 1000),
            ThreatResult::NoWin
        );
        let mut free = position(Rule::Freestyle, DOUBLE_THREE);
        let short = vct.search(&mut free, 3, 1000);
        assert_eq!(short, ThreatResult::Unknown(SearchLimit::Plies(3)));
        let two = DOUBLE_THREE.replacen("X", ".", 2);
        let cut = vct.search(&mut position(Rule::Freestyle, &two), 9, 1);
        assert!(
            matches!(cut, ThreatResult::Unknown(SearchLimit::Nodes(_))),
            "{cut:?}"
        );
    }
}
