//! Checks positions with known verdicts: wins by fours, and forbidden points.
//!
//! A win that is found is not believed: the plain referee replays its line against every reply at
//! every four.

use crate::board::{Board, Color, Point};
use crate::pattern::PatternMap;
use crate::position::Position;
use crate::record::{Expected, ForbiddenCheck, Puzzle, Verdict};
use crate::rule::{Rule, completes_five, forbidden_points, foul};
use crate::threat::{ThreatResult, Vcf};
use crate::time::Clock;
use std::time::Duration;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckKind {
    /// Whether there is a win by fours.
    ByFours,
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

/// Checks all expectations of a puzzle, each search within a budget of moves.
pub fn check_puzzle(puzzle: &Puzzle, vcf: &mut Vcf, budget: u64) -> Vec<Check> {
    let check = |(rule, expected): &(Rule, Expected)| {
        let name = format!("{} {rule}", puzzle.id);
        match expected {
            Expected::ByFours(verdict) => by_fours(puzzle, *rule, *verdict, vcf, budget, name),
            Expected::Forbidden(points) => {
                let expected: Vec<Point> = points.iter().map(|&(point, _)| point).collect();
                // Points alone: which of two fouls a point is named for is a matter of order.
                forbidden(&puzzle.board, &expected, name)
            }
            Expected::Beyond => Check {
                name,
                kind: CheckKind::Beyond,
                right: None,
                elapsed: Duration::ZERO,
                plies: None,
                note: "not by fours".into(),
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

fn by_fours(
    puzzle: &Puzzle,
    rule: Rule,
    expected: Verdict,
    vcf: &mut Vcf,
    budget: u64,
    name: String,
) -> Check {
    let mut position = Position::from_board(rule, puzzle.board.clone(), puzzle.turn);
    vcf.clear();
    let clock = Clock::start();
    let result = vcf.search(&mut position, budget);
    let elapsed = clock.elapsed();
    let (right, plies, note) = match (&result, expected) {
        (ThreatResult::Win(line), Verdict::Win) => {
            match replay(&puzzle.board, rule, puzzle.turn, line) {
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

/// Plays a line of fours against every legal reply at every four: whatever does not stop the four must
/// lose to a five, and only the reply of the line may stop it. For the rules that suites have, under
/// which a four has one answer.
fn replay(board: &Board, rule: Rule, attacker: Color, line: &[Point]) -> Result<(), String> {
    let spec = rule.spec();
    let mut board = board.clone();
    let is_legal = |board: &Board, point: Point, color: Color| {
        board.is_empty(point)
            && (color == Color::White || !spec.black_forbidden || foul(board, point).is_none())
    };
    let fives = |board: &Board, color: Color| -> Vec<Point> {
        let wins = |&point: &Point| completes_five(board, point, color, &spec);
        board.empty_points().filter(wins).collect()
    };
    for (index, &point) in line.iter().enumerate() {
        let color = if index % 2 == 0 { attacker } else { !attacker };
        if !is_legal(&board, point, color) {
            return Err(format!("{point} is not legal"));
        }
        let wins = completes_five(&board, point, color, &spec);
        board.put(point, color);
        if wins {
            let is_last = color == attacker && index + 1 == line.len();
            return if is_last {
                Ok(())
            } else {
                Err(format!("{point} makes five too early"))
            };
        }
        if color != attacker {
            continue;
        }
        if !fives(&board, !attacker).is_empty() {
            return Err(format!("after {point} the defender makes five"));
        }
        let replies: Vec<Point> = board.empty_points().collect();
        let mut stops = Vec::new();
        for reply in replies {
            if !is_legal(&board, reply, !attacker) {
                continue;
            }
            board.put(reply, !attacker);
            if fives(&board, attacker).is_empty() {
                stops.push(reply);
            }
            board.take();
        }
        match (line.get(index + 1), &stops[..]) {
            (None, []) => return Ok(()),
            (Some(_), []) => {}
            (Some(reply), [stop]) if reply == stop => {}
            _ => return Err(format!("{point} is answered by {stops:?}")),
        }
    }
    Err("the line ends without five".into())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_points};

    #[test]
    fn a_line_that_is_no_win_is_refused() {
        let board = parse_diagram(
            ".......
             .......
             .......
             OXXX...
             .......
             .......
             .......",
        )
        .unwrap();
        let line = |text| parse_points(text, board.size()).unwrap();
        let check = |text| replay(&board, Rule::Freestyle, Color::Black, &line(text));
        assert!(check("e4 f4 g4").is_err(), "the four is answered");
        assert!(
            check("e4 a1 f4").is_err(),
            "the reply of the line does not stop it"
        );
        assert!(check("e5").is_err(), "no four");
        let open =
            parse_diagram(&"..XXX../.......".replace("/.......", &"/.......".repeat(6))).unwrap();
        let line = parse_points("f7 b7 g7", open.size()).unwrap();
        assert_eq!(replay(&open, Rule::Freestyle, Color::Black, &line), Ok(()));
    }
}
