//! Several best moves, read from the messages that an interface shows.

use crate::Case;
use crate::brain::Brain;
use std::collections::HashSet;
use tengen::board::{Point, Size, parse_points};
use tengen::rule::Rule;

/// Of every position so many moves are asked for.
const COUNT: usize = 6;
/// The deepest iteration.
const DEPTH: usize = 3;

/// The cases of this file.
pub fn cases() -> Vec<Case> {
    vec![Case::new(
        "case 108: best moves are legal, different and sorted",
        best_moves,
    )]
}

/// A variation as it was told: its place, its score and its moves.
struct Line {
    number: usize,
    score: i64,
    moves: Vec<Point>,
}

/// Reads `MESSAGE line 2 of 5 depth 3-8 ev 12 n .. pv h8 i9`; wins and losses are beyond all estimates.
fn read(message: &str, size: Size) -> Option<Line> {
    let rest = message.strip_prefix("MESSAGE line ")?;
    let (number, rest) = rest.split_once(" of ")?;
    let (rest, moves) = rest.split_once(" pv ")?;
    let score = rest.split_once(" ev ")?.1.split(' ').next()?;
    let score = match score.split_once('M') {
        Some(("+", plies)) => 100_000 - plies.parse::<i64>().ok()?,
        Some(("-", plies)) => plies.parse::<i64>().ok()? - 100_000,
        _ => score.parse().ok()?,
    };
    Some(Line {
        number: number.parse().ok()?,
        score,
        moves: parse_points(moves, size).ok()?,
    })
}

fn best_moves() {
    let positions = [
        "h8 i9 h9",
        "h8 i9 h9 i10 h10",
        // A five to be made, one to be stopped, a straight four to be stopped.
        "a1 c4 a2 d4 a3 e4 a4 f4",
        "a1 c4 a2 d4 a3 e4 a4 f4 o15",
        "a1 c4 o1 d4 o15 e4",
    ];
    for rule in Rule::ALL {
        for moves in positions {
            check(rule, &parse_points(moves, Size::FIFTEEN).unwrap());
        }
    }
}

fn check(rule: Rule, moves: &[Point]) {
    let mut brain = Brain::start();
    brain.send(&format!("INFO rule {}", rule.code()));
    brain.send(&format!("INFO max_depth {DEPTH}"));
    brain.send("INFO timeout_turn 60000");
    brain.send("START 15");
    brain.expect("OK");
    let own = |i: usize| i % 2 == moves.len() % 2;
    let stones = moves.iter().enumerate();
    let stones = stones.map(|(i, point)| format!("{point},{}\n", if own(i) { 1 } else { 2 }));
    let block = format!("YXBOARD\n{}DONE\n", stones.collect::<String>());
    brain.send_bytes(block.as_bytes());
    brain.send(&format!("YXNBEST {COUNT}"));
    let answer = brain.expect_reply();
    let lines = brain.said.iter().filter_map(|m| read(m, Size::FIFTEEN));
    let lines: Vec<Line> = lines.collect();
    let first = lines.iter().rposition(|line| line.number == 1);
    let last = &lines[first.expect("several lines were told")..];
    assert_eq!(last.len(), COUNT, "{:?}", brain.said);
    assert_eq!(answer, last[0].moves[0].to_string());
    let different: HashSet<Point> = last.iter().map(|line| line.moves[0]).collect();
    assert_eq!(different.len(), COUNT, "{:?}", brain.said);
    assert!(
        last.is_sorted_by_key(|line| -line.score),
        "{:?}",
        brain.said
    );
    for line in last {
        let mut position = tengen::position::Position::empty(rule, Size::FIFTEEN);
        assert_eq!(position.play_line(moves), moves.len());
        assert_eq!(position.play_line(&line.moves), line.moves.len());
    }
    brain.finish();
}
