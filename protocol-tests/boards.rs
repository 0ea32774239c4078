//! Cases that need boards made by the hundred, each under its number.

use crate::Case;
use crate::brain::Brain;
use crate::timed::started;
use crate::timing::{expect_within, is_timed, ms, turn_limit};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::time::Instant;
use tengen::board::{Board, Color, Point, Size};
use tengen::rule::{Game, Rule, forbidden_points, foul};

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new("case 52, 53: the last point, and no point", last_points).timed(),
        Case::new("case 107: forbidden points", show_forbidden),
        Case::new(
            "case 112: black never plays a forbidden point",
            never_forbidden,
        )
        .timed()
        .slow(),
        Case::new("case 113: every point forbidden", all_forbidden).timed(),
        Case::new("case 116: beyond the judge's end", beyond_the_end).timed(),
    ];
    cases.extend((1..=WHOLE_BOARD_PARTS).map(|part| {
        let name = format!(
            "board: {WHOLE_BOARDS} positions of 19x19, a move within a second of the start, \
             part {part} of {WHOLE_BOARD_PARTS}"
        );
        Case::new(name, move || whole_boards(part)).timed().slow()
    }));
    cases
}

/// The stones as a block of `BOARD`, for the color to move.
pub fn board_block(stones: &[(Point, Color)], turn: Color) -> String {
    let mut text = String::from("BOARD\n");
    for (point, color) in stones {
        let _ = writeln!(text, "{point},{}", if *color == turn { 1 } else { 2 });
    }
    text + "DONE\n"
}

/// A position after `plies` random moves near each other, without a five.
pub fn random_position(rng: &mut Xoshiro256PlusPlus, rule: Rule, size: Size, plies: usize) -> Game {
    loop {
        let mut game = Game::new(rule, size);
        while game.board().stones() < plies {
            let stones = game.board().history();
            let near =
                |p: &Point| stones.is_empty() || stones.iter().any(|(s, _)| s.distance(*p) <= 2);
            let points: Vec<Point> = game.board().empty_points().filter(near).collect();
            let mut next = game.clone();
            match points.choose(rng).map(|&point| next.play(point)) {
                Some(Ok(None)) => game = next,
                Some(_) if rng.random_bool(0.98) => {}
                _ => break,
            }
        }
        if game.board().stones() == plies {
            return game;
        }
    }
}

/// A board without fives on which the given points are empty.
pub fn full_board_but(size: Size, empty: &[Point]) -> Board {
    let mut board = Board::new(size);
    for point in size.points().filter(|point| !empty.contains(point)) {
        // Pairs of columns shifted every other row: no line of five in any direction.
        let is_black = (point.x() / 2 + point.y()) % 2 == 0;
        board.put(point, if is_black { Color::Black } else { Color::White });
    }
    board
}

/// A board with many black stones close together, black's first.
fn crowded_board(rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(Size::FIFTEEN);
    for number in 0..40 {
        let (x, y) = (rng.random_range(2..12), rng.random_range(2..12));
        let is_black = number == 0 || rng.random_bool(0.65);
        let color = if is_black { Color::Black } else { Color::White };
        match board.size().point(x, y) {
            Some(point) if board.is_empty(point) => board.put(point, color),
            _ => {}
        }
    }
    board
}

fn last_points() {
    for rule in Rule::ALL {
        let size = Size::FIFTEEN;
        let last = size.point(6, 9).unwrap();
        let mut brain = started(&format!(
            "INFO timeout_turn 100\nINFO rule {}\nSTART 15\n",
            rule.code()
        ));
        let board = full_board_but(size, &[last]);
        brain.send_bytes(board_block(board.history(), Color::White).as_bytes());
        assert_eq!(brain.expect_move_within(ms(300)), (6, 9), "{rule}");
        let board = full_board_but(size, &[]);
        brain.send_bytes(board_block(board.history(), Color::White).as_bytes());
        assert!(brain.expect_reply().starts_with("ERROR "));
        brain.expect_alive();
        brain.finish();
    }
}

/// The engine's own list against the definition, on boards where much is forbidden; and against a file
/// of known positions where the environment names one.
fn show_forbidden() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(107);
    let mut boards: Vec<(Board, Vec<Point>)> = Vec::new();
    while boards.len() < 100 {
        let board = crowded_board(&mut rng);
        let points: Vec<Point> = forbidden_points(&board)
            .into_iter()
            .map(|(p, _)| p)
            .collect();
        if points.len() >= 3 {
            boards.push((board, points));
        }
    }
    #[cfg(feature = "tools")]
    if let Ok(path) = std::env::var("TENGEN_RENJU_VECTORS") {
        let text = std::fs::read_to_string(path).expect("the file of positions");
        for line in text
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
        {
            let check = tengen::record::parse_vector(line).expect("a position");
            boards.push((
                check.board,
                check.points.into_iter().map(|(p, _)| p).collect(),
            ));
        }
    }
    let mut brain = started("INFO rule 4\nSTART 15\n");
    for (board, points) in boards {
        let block = board_block(board.history(), Color::White).replace("BOARD", "YXBOARD");
        brain.send_bytes(block.as_bytes());
        brain.send("YXSHOWFORBID");
        let pairs: String = points
            .iter()
            .map(|p| format!("{:02}{:02}", p.x(), p.y()))
            .collect();
        assert_eq!(
            brain.expect_reply(),
            format!("FORBID {pairs}."),
            "\n{board}"
        );
    }
    brain.finish();
}

fn never_forbidden() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(112);
    let mut brain = started("INFO rule 4\nINFO timeout_turn 20\nSTART 15\n");
    for _ in 0..300 {
        let board = crowded_board(&mut rng);
        brain.send_bytes(board_block(board.history(), Color::Black).as_bytes());
        // The harness's board refuses forbidden points.
        brain.expect_move_within(ms(300));
    }
    brain.finish();
}

fn all_forbidden() {
    let size = Size::new(7).unwrap();
    let gap = size.point(3, 3).unwrap();
    let mut board = Board::new(size);
    for point in size.points().filter(|&point| point != gap) {
        let in_row = point.y() == 3;
        let is_black = in_row || (point.x() / 2 + point.y()) % 2 == 0 && point.y().abs_diff(3) > 1;
        board.put(point, if is_black { Color::Black } else { Color::White });
    }
    assert!(foul(&board, gap).is_some(), "{board}");
    let mut brain = started("INFO rule 4\nINFO timeout_turn 200\nSTART 7\n");
    brain.send_bytes(board_block(board.history(), Color::Black).as_bytes());
    assert_eq!(brain.expect_move_within(ms(300)), (3, 3));
    brain.expect_alive();
    brain.finish();
}

fn beyond_the_end() {
    for (rule, side, stones) in [(4, 15, 200), (4, 15, 210), (0, 15, 202), (1, 20, 376)] {
        let size = Size::new(side).unwrap();
        let board = full_board_but(size, &[]);
        let block = board_block(&board.history()[..stones], Color::Black);
        let mut brain = started(&format!(
            "INFO rule {rule}\nINFO timeout_turn 200\nSTART {side}\n"
        ));
        brain.send_bytes(block.as_bytes());
        brain.expect_move_within(ms(300));
        brain.finish();
    }
}

/// Positions of 19x19, and the cases that they are shared among.
const WHOLE_BOARDS: usize = 200;
const WHOLE_BOARD_PARTS: usize = 4;

fn whole_boards(part: usize) {
    let turn_ms = if is_timed() { 300 } else { 20 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(18 + part as u64);
    let size = Size::new(19).unwrap();
    for number in (part..=WHOLE_BOARDS).step_by(WHOLE_BOARD_PARTS) {
        let rule = Rule::ALL[number / WHOLE_BOARD_PARTS % Rule::ALL.len()];
        let plies = (number - 1) * 300 / WHOLE_BOARDS;
        let game = random_position(&mut rng, rule, size, plies);
        let clock = Instant::now();
        let mut brain = Brain::start();
        let head = format!(
            "START 19\nINFO max_memory 1073741824\n{}INFO rule {}\n",
            turn_limit(turn_ms),
            rule.code()
        );
        brain.send_bytes(head.as_bytes());
        brain.send_bytes(board_block(game.board().history(), game.turn()).as_bytes());
        brain.expect("OK");
        brain.expect_move();
        expect_within(ms(1_000), clock.elapsed());
        brain.finish();
    }
}
