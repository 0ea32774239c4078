//! Checks positions with known verdicts: VCFs, by VCT, and forbidden points.
//!
//! A win that is found is not believed: it is replayed by the plain rules against every reply.

use super::replay::{replay_fours, replay_threats};
use crate::board::{Board, Point};
use crate::pattern::PatternMap;
use crate::position::Position;
use crate::record::{Expected, ForbiddenCheck, Puzzle, Verdict};
use crate::rule::{Rule, forbidden_points};
use crate::threat::{SearchLimit, ThreatResult, Vcf, Vct};
use crate::time::Clock;
use std::time::Duration;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckKind {
    /// Whether there is a VCF.
    ByFours,
    /// How short a VCT is.
    ByThreats,
    /// Which points are forbidden.
    Forbidden,
    /// Nothing: the statement is beyond this suite.
    Beyond,
}

/// A checked expectation.
#[derive(Clone, Debug)]
pub struct Check {
    /// The puzzle's name and rule.
    pub name: String,
    /// What was checked.
    pub kind: CheckKind,
    /// `Some(true)` right, `Some(false)` wrong, `None` undecided.
    pub right: Option<bool>,
    /// The time that it took.
    pub elapsed: Duration,
    /// The plies of the line that was found.
    pub plies: Option<usize>,
    /// What is wrong, or what limit was met.
    pub note: String,
}

/// The searches that check puzzles.
pub struct Searches {
    /// For VCFs.
    pub vcf: Vcf,
    /// For VCTs.
    pub vct: Vct,
    /// The node limit of each search.
    pub budget: u64,
}

/// Checks all expectations of a puzzle.
pub fn check_puzzle(puzzle: &Puzzle, searches: &mut Searches) -> Vec<Check> {
    let check = |(rule, expected): &(Rule, Expected)| {
        let name = format!("{} {rule}", puzzle.id);
        match expected {
            Expected::ByFours(verdict) => by_fours(puzzle, *rule, *verdict, 1, searches, name),
            Expected::ShortestByFours(plies) => {
                by_fours(puzzle, *rule, Verdict::Win, *plies, searches, name)
            }
            Expected::ShortestByThreats(plies) => {
                by_threats(puzzle, *rule, *plies, Verdict::Win, searches, name)
            }
            Expected::NoneByThreats(plies) => {
                by_threats(puzzle, *rule, *plies, Verdict::NoWin, searches, name)
            }
            Expected::Forbidden(points) => {
                let expected: Vec<Point> = points.iter().map(|&(point, _)| point).collect();
                // Points alone: which of two fouls a point is named for is a matter of order.
                forbidden(&puzzle.board, &expected, name)
            }
            Expected::Beyond | Expected::Avoid(_) | Expected::Best(_) => Check {
                name,
                kind: CheckKind::Beyond,
                right: None,
                elapsed: Duration::ZERO,
                plies: None,
                note: "not checked".into(),
            },
        }
    };
    puzzle.expected.iter().map(check).collect()
}

/// Checks a board's forbidden points.
pub fn check_vector(vector: &ForbiddenCheck, name: String) -> Check {
    let expected: Vec<Point> = vector.points.iter().map(|&(point, _)| point).collect();
    forbidden(&vector.board, &expected, name)
}

/// Whether there is a win; none may be shorter than `least` plies. The search does not look for a
/// shortest.
fn by_fours(
    puzzle: &Puzzle,
    rule: Rule,
    expected: Verdict,
    least: usize,
    searches: &mut Searches,
    name: String,
) -> Check {
    let mut position = Position::from_board(rule, puzzle.board.clone(), puzzle.turn);
    searches.vcf.clear();
    let clock = Clock::start();
    let result = searches.vcf.search(&mut position, searches.budget);
    let elapsed = clock.elapsed();
    let (right, plies, note) = match (&result, expected) {
        (ThreatResult::Win(line), Verdict::Win) if line.len() < least => (
            Some(false),
            Some(line.len()),
            format!("{} plies, less than {least}: {line:?}", line.len()),
        ),
        (ThreatResult::Win(line), Verdict::Win) => {
            match replay_fours(&puzzle.board, rule, puzzle.turn, line, &mut searches.vcf) {
                Ok(()) => (Some(true), Some(line.len()), String::new()),
                Err(why) => (
                    Some(false),
                    Some(line.len()),
                    format!("unsound: {why}; {line:?}"),
                ),
            }
        }
        (ThreatResult::NoWin, Verdict::NoWin) => (Some(true), None, String::new()),
        (ThreatResult::Unknown(limit), _) => (None, None, format!("{limit:?}")),
        (other, expected) => (
            Some(false),
            None,
            format!("{other:?} where {expected:?} is right"),
        ),
    };
    Check {
        name,
        kind: CheckKind::ByFours,
        right,
        elapsed,
        plies,
        note,
    }
}

/// The length of the shortest win, or that there is none up to a number of plies.
fn by_threats(
    puzzle: &Puzzle,
    rule: Rule,
    plies: usize,
    expected: Verdict,
    searches: &mut Searches,
    name: String,
) -> Check {
    let mut position = Position::from_board(rule, puzzle.board.clone(), puzzle.turn);
    searches.vct.clear();
    let clock = Clock::start();
    let result = searches.vct.search(&mut position, plies, searches.budget);
    let elapsed = clock.elapsed();
    let (right, note) = match (&result, expected) {
        (ThreatResult::Unknown(SearchLimit::Nodes(nodes)), _) => {
            (None, format!("after {nodes} nodes"))
        }
        (ThreatResult::Win(line), Verdict::Win) if line.len() == plies => {
            match replay_threats(&puzzle.board, rule, puzzle.turn, plies, &mut searches.vct) {
                Ok(()) => (Some(true), String::new()),
                Err(why) => (Some(false), format!("unsound: {why}; {line:?}")),
            }
        }
        (ThreatResult::Win(line), Verdict::NoWin) => (
            Some(false),
            format!("a win in {} plies: {line:?}", line.len()),
        ),
        (ThreatResult::Win(line), Verdict::Win) => (
            Some(false),
            format!("{} plies for {plies}: {line:?}", line.len()),
        ),
        (_, Verdict::NoWin) => (Some(true), String::new()),
        (other, Verdict::Win) => (Some(false), format!("{other:?} for a win in {plies}")),
    };
    let line_plies = match &result {
        ThreatResult::Win(line) => Some(line.len()),
        _ => None,
    };
    Check {
        name,
        kind: CheckKind::ByThreats,
        right,
        elapsed,
        plies: line_plies,
        note,
    }
}

/// The fast forbidden points and the plain definition against the expectation.
fn forbidden(board: &Board, expected: &[Point], name: String) -> Check {
    let clock = Clock::start();
    let mut patterns = PatternMap::new(Rule::Renju, board);
    let fast: Vec<Point> = board
        .empty_points()
        .filter(|&p| patterns.is_forbidden(p))
        .collect();
    let elapsed = clock.elapsed();
    let plain: Vec<Point> = forbidden_points(board)
        .into_iter()
        .map(|(point, _)| point)
        .collect();
    let right = fast == expected && plain == expected;
    let note = if right {
        String::new()
    } else {
        format!("expected {expected:?}, fast {fast:?}, by definition {plain:?}")
    };
    Check {
        name,
        kind: CheckKind::Forbidden,
        right: Some(right),
        elapsed,
        plies: None,
        note,
    }
}
