//! Victory by continuous fours: every attacker's move makes a four, every reply is forced.
//!
//! Depth first over the whole board, near fours first, with a table of positions that hold no win.
//! Complete unless its budget ends it or far fours are left out.

use super::defence::five_defences;
use super::threat_cache::ThreatCache;
use super::threat_search::{SearchLimit, ThreatResult};
use crate::board::{Color, Direction, Point, within_key};
use crate::pattern::PointClass;
use crate::position::Position;

/// A VCF searcher. Keeps its table of settled positions from one search to the next.
pub struct Vcf {
    no_win: ThreatCache,
    /// The greatest distance of a four that makes nothing else from the four before.
    reach: usize,
    nodes: u64,
    budget: u64,
    line: Vec<Point>,
    attacks: Vec<(Point, i32)>,
}

/// Why a branch ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Win,
    NoWin,
    CutShort,
}

impl Vcf {
    /// Makes a searcher with a table of `1 << bits` positions, eight bytes each.
    pub fn new(bits: u32) -> Vcf {
        Vcf::near(bits, usize::MAX)
    }

    /// Makes a searcher that skips fours which make nothing else and lie more than `reach` points from the four
    /// before. It is faster and incomplete: its [`ThreatResult::NoWin`] is no proof, and its table holds the same
    /// incomplete results, for itself alone. Callers may use its wins only.
    pub fn near(bits: u32, reach: usize) -> Vcf {
        Vcf {
            no_win: ThreatCache::new(bits),
            reach,
            nodes: 0,
            budget: 0,
            line: Vec::new(),
            attacks: Vec::new(),
        }
    }

    /// Clears the table: needed when the rule changes.
    pub fn clear(&mut self) {
        self.no_win.clear();
    }

    /// Prefetches what the table holds of a position by its key, on x86-64.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.no_win.prefetch(key);
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a VCF of the side to move with at most `budget` nodes.
    pub fn search(&mut self, position: &mut Position, budget: u64) -> ThreatResult {
        self.search_within(position, None, budget)
    }

    /// Searches a VCF of at most `plies` plies, where they are given, with at most `budget` nodes.
    pub fn search_within(
        &mut self,
        position: &mut Position,
        plies: Option<usize>,
        budget: u64,
    ) -> ThreatResult {
        self.line.clear();
        self.attacks.clear();
        let start = self.nodes;
        self.budget = start.saturating_add(budget);
        match self.attack(position, position.turn(), plies, None) {
            Branch::Win => ThreatResult::Win(self.line.iter().rev().copied().collect()),
            Branch::NoWin => ThreatResult::NoWin,
            Branch::CutShort => ThreatResult::Unknown(SearchLimit::Nodes(self.nodes - start)),
        }
    }

    /// Searches a VCF of at most `plies` plies: first one of any length, which is mostly settled sooner, then, where a
    /// longer one was found or the budget was spent, with the same budget again within the plies.
    pub fn search_short(
        &mut self,
        position: &mut Position,
        plies: usize,
        budget: u64,
    ) -> ThreatResult {
        match self.search(position, budget) {
            ThreatResult::NoWin => ThreatResult::NoWin,
            ThreatResult::Win(line) if line.len() <= plies => ThreatResult::Win(line),
            ThreatResult::Win(_) | ThreatResult::Unknown(_) => {
                self.search_within(position, Some(plies), budget)
            }
        }
    }

    /// Searches with the attacker to move and `plies` left. A win leaves its line behind, last move first.
    fn attack(
        &mut self,
        position: &mut Position,
        attacker: Color,
        plies: Option<usize>,
        last: Option<Point>,
    ) -> Branch {
        let patterns = position.patterns();
        if let Some(five) = patterns.points(PointClass::Five, attacker).first() {
            self.line.clear();
            self.line.push(five);
            return Branch::Win;
        }
        let block = match patterns.count(PointClass::Five, !attacker) {
            0 => None,
            _ => Some(five_defences(patterns, !attacker)),
        };
        let is_cut = plies.is_some_and(|plies| plies < 3);
        if is_cut || !patterns.may_make_four(attacker) || block.is_some_and(|b| b.is_empty()) {
            return Branch::NoWin;
        }
        let key = position.key();
        if self.has_no_win(key, plies) {
            return Branch::NoWin;
        }
        let start = self.attacks.len();
        self.list_attacks(position, attacker, last);
        let mut branch = Branch::NoWin;
        let mut next = start;
        while next < self.attacks.len() {
            let best = (next..self.attacks.len()).max_by_key(|&i| (self.attacks[i].1, -(i as i32)));
            self.attacks.swap(next, best.unwrap_or(next));
            let four = self.attacks[next].0;
            next += 1;
            if block.is_some_and(|b| !b.contains(four)) {
                continue;
            }
            match self.try_four(position, attacker, plies, four) {
                Branch::Win => {
                    branch = Branch::Win;
                    break;
                }
                Branch::CutShort => branch = Branch::CutShort,
                Branch::NoWin => {}
            }
            if self.nodes >= self.budget {
                branch = Branch::CutShort;
                break;
            }
        }
        self.attacks.truncate(start);
        if branch == Branch::NoWin {
            self.no_win.store_no_win(key ^ plies.map_or(0, within_key));
        }
        branch
    }

    /// Whether the table knows that a position holds no win within the plies. What holds no win holds none within any
    /// number of plies.
    #[inline]
    fn has_no_win(&self, key: u64, plies: Option<usize>) -> bool {
        let within = |plies| self.no_win.has_no_win(key ^ within_key(plies));
        self.no_win.has_no_win(key) || plies.is_some_and(within)
    }

    fn try_four(
        &mut self,
        position: &mut Position,
        attacker: Color,
        plies: Option<usize>,
        four: Point,
    ) -> Branch {
        if position.is_forbidden(four, attacker) {
            return Branch::NoWin;
        }
        self.nodes += 1;
        position.play(four);
        let branch = self.defend(position, attacker, plies.map(|plies| plies - 2), four);
        position.undo();
        if branch == Branch::Win {
            self.line.push(four);
        }
        branch
    }

    /// Searches with the defender, who has no five, to move against a four; `plies` are left after it.
    fn defend(
        &mut self,
        position: &mut Position,
        attacker: Color,
        plies: Option<usize>,
        last: Point,
    ) -> Branch {
        let patterns = position.patterns();
        let Some(five) = patterns.points(PointClass::Five, attacker).first() else {
            return Branch::NoWin;
        };
        if patterns.count(PointClass::Five, !attacker) > 0 {
            return Branch::NoWin;
        }
        let goes_on = patterns.may_make_four(attacker);
        let replies = five_defences(patterns, attacker);
        let mut longest: Option<Vec<Point>> = None;
        for reply in &replies {
            if position.is_forbidden(reply, !attacker) {
                continue;
            }
            // No reply gives the attacker a four that it did not have.
            if !goes_on {
                return Branch::NoWin;
            }
            self.nodes += 1;
            // Most replies are settled, and need not be played then.
            if self.has_no_win(position.key_after(reply), plies) {
                return Branch::NoWin;
            }
            position.play(reply);
            let branch = self.attack(position, attacker, plies, Some(last));
            position.undo();
            if branch != Branch::Win {
                return branch;
            }
            self.line.push(reply);
            if longest
                .as_ref()
                .is_none_or(|line| line.len() < self.line.len())
            {
                longest = Some(std::mem::take(&mut self.line));
            }
        }
        self.line = longest.unwrap_or_else(|| vain_reply(position, attacker, five));
        Branch::Win
    }

    /// Appends the attacker's fours with their ratings: strong classes and near ones first.
    fn list_attacks(&mut self, position: &Position, attacker: Color, last: Option<Point>) {
        let patterns = position.patterns();
        for class in PointClass::FOURS {
            for point in patterns.points(class, attacker) {
                let distance = last.map(|last| last.distance(point));
                if class == PointClass::Four && distance.is_some_and(|d| d > self.reach) {
                    continue;
                }
                let near = distance.map_or(0, |d| 12 - d.min(12) as i32);
                let rank = match class {
                    PointClass::StraightFour => 1000,
                    PointClass::FourThree => 40,
                    PointClass::FourPlus => 14,
                    _ => 0,
                };
                self.attacks.push((point, rank + 2 * near));
            }
        }
        for point in patterns.points(PointClass::Foul, attacker) {
            let is_four = |d: &Direction| patterns.shape(point, *d, attacker).is_four();
            if Direction::ALL.iter().any(is_four) {
                self.attacks.push((point, 0));
            }
        }
    }
}

/// Whether the line of another position's VCF wins in this one, too.
pub fn fours_hold(position: &mut Position, line: &[Point]) -> bool {
    let (attacker, patterns) = (position.turn(), position.patterns());
    let &[four, ref rest @ ..] = line else {
        return false;
    };
    if patterns.class(four, attacker) == PointClass::Five {
        return true;
    }
    let must_block = patterns.count(PointClass::Five, !attacker) > 0;
    if !position.board().is_empty(four)
        || position.is_forbidden(four, attacker)
        || must_block && !five_defences(position.patterns(), !attacker).contains(four)
    {
        return false;
    }
    position.play(four);
    let patterns = position.patterns();
    let is_four = patterns.count(PointClass::Five, attacker) > 0;
    let wins_first = patterns.count(PointClass::Five, !attacker) > 0;
    let replies = five_defences(patterns, attacker);
    let holds = is_four
        && !wins_first
        && match rest {
            _ if replies.is_empty() => true,
            &[reply, ref rest @ ..] if replies.len() == 1 && replies.contains(reply) => {
                position.play(reply);
                let holds = fours_hold(position, rest);
                position.undo();
                holds
            }
            _ => false,
        };
    position.undo();
    holds
}

/// The end of the line after a four that nothing stops, last move first: a reply, a block at one end if that is legal,
/// and five. Empty where the defender has no legal move.
fn vain_reply(position: &mut Position, attacker: Color, block: Point) -> Vec<Point> {
    let others = *position.patterns().empty();
    let mut replies = [block].into_iter().chain(&others);
    let Some(reply) = replies.find(|&reply| !position.is_forbidden(reply, !attacker)) else {
        return Vec::new();
    };
    position.play(reply);
    let five = position
        .patterns()
        .points(PointClass::Five, attacker)
        .first();
    position.undo();
    five.into_iter().chain([reply]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_point};
    use crate::rule::Rule;

    #[track_caller]
    fn search(rule: Rule, diagram: &str, turn: Color) -> ThreatResult {
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(rule, board, turn);
        Vcf::new(10).search(&mut position, 100_000)
    }

    #[test]
    fn a_four_three_wins() {
        let diagram = ".........../.........../....O....../....X....../....X....../....X....../
            ..XX......./.........../.........../.........../...........";
        let result = search(Rule::Freestyle, diagram, Color::Black);
        assert!(
            matches!(&result, ThreatResult::Win(line) if line.len() % 2 == 1),
            "{result:?}"
        );
    }

    #[test]
    fn a_win_is_found_within_its_plies_and_not_within_fewer() {
        // A four and a three on e5, then a straight four.
        let diagram = ".........../.........../....O....../....X....../....X....../....X....../
            ..XX......./.........../.........../.........../...........";
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(Rule::Freestyle, board, Color::Black);
        let mut vcf = Vcf::new(10);
        let mut wins = |plies| {
            let result = vcf.search_within(&mut position, plies, 10_000);
            matches!(result, ThreatResult::Win(_))
        };
        let found: Vec<bool> = (1..9).map(|plies| wins(Some(plies))).collect();
        assert_eq!(found, [false, false, false, false, true, true, true, true]);
        assert!(wins(None) && !wins(Some(3)) && wins(Some(5)));
    }

    #[test]
    fn a_win_holds_where_nothing_stands_in_its_way() {
        // A four and a three on e5, then a straight four.
        let rows = "/.........../....O....../....X....../....X....../....X....../
            ..XX......./.........../.........../.........../...........";
        let position = |first_row: &str, turn| {
            let board = parse_diagram(&format!("{first_row}{rows}")).unwrap();
            Position::from_board(Rule::Freestyle, board, turn)
        };
        let mut empty_row = position("...........", Color::Black);
        let result = Vcf::new(10).search(&mut empty_row, 1000);
        let ThreatResult::Win(line) = result else {
            panic!("{result:?}");
        };
        assert!(fours_hold(
            &mut position("O........O.", Color::Black),
            &line
        ));
        // White has a four of its own.
        assert!(!fours_hold(
            &mut position("OOOO.......", Color::Black),
            &line
        ));
        for &taken in &line {
            let mut position = position("...........", Color::White);
            position.play(taken);
            assert!(!fours_hold(&mut position, &line), "{taken}");
        }
    }

    #[test]
    fn nothing_to_attack_with_is_no_win() {
        let empty = ["..........."; 11].join("/");
        assert_eq!(
            search(Rule::Renju, &empty, Color::Black),
            ThreatResult::NoWin
        );
    }

    #[test]
    fn a_budget_that_ends_is_unknown() {
        let diagram = ".........../.OXXX....../.........../.........../.........../.........../
            .........../.........../.........../.........../...........";
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(Rule::Freestyle, board, Color::Black);
        assert_eq!(Vcf::new(4).search(&mut position, 100), ThreatResult::NoWin);
        let cut = Vcf::new(4).search(&mut position, 1);
        assert!(
            matches!(cut, ThreatResult::Unknown(SearchLimit::Nodes(_))),
            "{cut:?}"
        );
    }

    #[test]
    fn far_fours_are_left_out() {
        // Two blocked threes in opposite corners.
        let diagram = ".........../.OXXX....../.........../.........../.........../.........../
            .........../.........../.........../......XXXO./...........";
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(Rule::Freestyle, board, Color::Black);
        let mut played = |mut vcf: Vcf| {
            assert_eq!(vcf.search(&mut position, 1000), ThreatResult::NoWin);
            vcf.nodes()
        };
        // Each three gives two fours, and each four is answered.
        assert_eq!(played(Vcf::near(10, 4)), 8);
        assert!(played(Vcf::new(10)) > 8);
    }

    #[test]
    fn white_wins_where_the_only_block_is_forbidden() {
        // White's four at g6 must be blocked at h6, where black would make six in the column.
        let diagram = ".........../.........../.......X.../.......X.../.......X.../..XOOO...../
            .......X.../.......X.../.......X.../.........../...........";
        let board = parse_diagram(diagram).unwrap();
        let block = parse_point("h6", board.size()).unwrap();
        let mut position = Position::from_board(Rule::Renju, board, Color::White);
        assert!(position.is_forbidden(block, Color::Black));
        let result = Vcf::new(10).search(&mut position, 1000);
        assert!(
            matches!(&result, ThreatResult::Win(line) if line.len() == 3),
            "{result:?}"
        );
    }
}
