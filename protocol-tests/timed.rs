//! Cases that need loops, clocks or signals, each under its number.

use crate::Case;
use crate::boards::{board_block, full_board_but, random_position};
use crate::brain::{Brain, command, has_runner, program};
use crate::timing::{GUARD, expect_within, is_timed, ms, turn_limit};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tengen::board::{Color, Point, Size};
use tengen::rule::{Game, Rule};

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new(
            "case 19: another folder, a path with blanks and more",
            other_folder,
        ),
        Case::new(
            "case 55: a board in one burst and byte by byte",
            burst_and_drip,
        )
        .slow(),
        Case::new("case 63: fifty turns of 100 ms", fifty_turns)
            .timed()
            .slow(),
        Case::new(
            "case 71: the memory limit changes between games",
            memory_changes,
        ),
        Case::new("case 76b: a very long folder", long_folder),
        Case::new(
            "case 79: two stones taken back, both points free again",
            two_taken_back,
        ),
        Case::new("case 85: a line of ten megabytes", long_line),
        Case::new(
            "case 86: a hundred thousand lines of random bytes",
            random_lines,
        ),
        Case::new("case 91: nobody reads", closed_output).timed(),
        Case::new("case 94: suspended after START", suspended_at_start)
            .timed()
            .slow(),
        Case::new(
            "case 95: suspended in the opponent's turn",
            suspended_off_turn,
        )
        .timed()
        .slow(),
        Case::new("case 96: five hundred games in one process", many_games).slow(),
        Case::new("case 97: thirty-two brains at once", many_brains),
        Case::new("case 98: a whole game, every line checked", whole_game),
        Case::new("start: ready for the first move within 100 ms", quick_start).timed(),
        Case::new("start: suspended and resumed at random", random_suspensions).slow(),
    ];
    cases.extend(MEMORY_LIMITS.map(|value| {
        let name = format!("case 70: memory limit {value}");
        Case::new(name, move || memory_limit(value)).slow()
    }));
    cases
}

/// A number of rounds, from the environment where a long run asks for more.
fn rounds(default: usize) -> usize {
    std::env::var("TENGEN_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(default)
}

/// A brain that was sent lines and answered `START`.
pub fn started(lines: &str) -> Brain {
    let mut brain = Brain::start();
    brain.send_bytes(lines.as_bytes());
    brain.expect("OK");
    brain
}

fn other_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a path, с пробелами");
    std::fs::create_dir(&inner).unwrap();
    let copy = inner.join(program().file_name().unwrap());
    // By another process: children of other threads could keep a file open that this one writes ("text file busy").
    let mut cp = Command::new("cp");
    assert!(cp.arg(program()).arg(&copy).status().unwrap().success());
    let before = std::fs::read_dir(&inner).unwrap().count();
    let mut brain = Brain::start_in(&copy, Path::new("/"));
    brain.send("INFO timeout_turn 50");
    brain.send("START 15");
    brain.expect("OK");
    brain.send("TURN 7,7");
    brain.expect_move();
    brain.finish();
    assert_eq!(
        std::fs::read_dir(&inner).unwrap().count(),
        before,
        "nothing is written"
    );
}

fn burst_and_drip() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(55);
    let game = random_position(&mut rng, Rule::Standard, Size::TWENTY, 60);
    let block = board_block(game.board().history(), game.turn());
    let last = Size::TWENTY.point(11, 4).unwrap();
    let full = board_block(
        full_board_but(Size::TWENTY, &[last]).history(),
        Color::Black,
    );
    assert!(full.len() > 2_500);
    let head = "INFO rule 1\nINFO max_depth 4\nINFO timeout_turn 60000\nSTART 20\n";
    let mut moves = Vec::new();
    for (drip, block) in [
        (false, &block),
        (true, &block),
        (false, &full),
        (true, &full),
    ] {
        let mut brain = started(head);
        if drip {
            for byte in block.bytes() {
                brain.send_bytes(&[byte]);
                std::thread::sleep(Duration::from_micros(200));
            }
            brain.model.hear(block.as_bytes());
        } else {
            brain.send_bytes(block.as_bytes());
        }
        moves.push(brain.expect_move());
        brain.finish();
    }
    assert_eq!((moves[0], moves[2]), (moves[1], moves[3]));
    assert_eq!(moves[2], (11, 4));
}

/// Fifty turns that must be thought about: early in a game, none forced.
fn fifty_turns() {
    let mut brain = started("INFO timeout_turn 100\nSTART 20\n");
    let mut whole = 0;
    for number in 0..25 {
        brain.send("START 20");
        brain.expect("OK");
        for _ in 0..2 {
            let free: Vec<Point> = brain.model.board().empty_points().collect();
            brain.send(&format!("TURN {}", free[(number * 37 + 5) % free.len()]));
            brain.expect_move_within(ms(100));
            whole += (brain.took() > ms(70)) as usize;
        }
    }
    assert!(whole >= 40, "only {whole} turns were thought about");
    brain.finish();
}

impl Brain {
    /// The peak of resident memory, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("procfs");
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
            * 1024
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
    }
}

/// In bytes, as a manager may tell them.
const MEMORY_LIMITS: [&str; 12] = [
    "1",
    "1048576",
    "67108864",
    "83886080",
    "134217728",
    "367001600",
    "0",
    "-1",
    "1073741824",
    "2147483647",
    "4294967296",
    "18446744073709551616",
];

/// The table is filled in seconds only where it is small; for larger ones the sum is checked by
/// `engine.rs`, and here that what is used stays below.
fn memory_limit(value: &str) {
    let lines = format!("INFO max_memory {value}\nINFO timeout_turn 1500\nSTART 20\n");
    let mut brain = started(&lines);
    brain.send("TURN 9,9");
    brain.expect_move();
    brain.send("TURN 3,3");
    brain.expect_move();
    let peak = brain.peak_memory();
    let most = match value.parse::<u64>() {
        Ok(0) => 350 << 20,
        Err(_) if value == "-1" => 350 << 20,
        // Too small for what is needed, or larger than any machine.
        Ok(limit) if limit < 64 << 20 => u64::MAX,
        Err(_) => u64::MAX,
        Ok(limit) if has_runner() => limit,
        Ok(limit) => limit / 10 * 9,
    };
    assert!(peak <= most, "max_memory {value}: {} MB", peak >> 20);
    brain.finish();
}

fn memory_changes() {
    let mut brain = started("INFO max_memory 367001600\nINFO timeout_turn 200\nSTART 15\n");
    brain.send("TURN 7,7");
    brain.expect_move();
    brain.send("INFO max_memory 67108864");
    brain.send("TURN 0,0");
    brain.expect_move();
    brain.send("INFO max_memory 134217728");
    brain.send("START 15");
    brain.expect("OK");
    brain.send("TURN 7,7");
    brain.expect_move();
    brain.finish();
}

fn two_taken_back() {
    let mut brain = started("INFO timeout_turn 30\nSTART 15\n");
    brain.send("BEGIN");
    brain.expect_move();
    brain.send("TURN 0,0");
    let (x, y) = brain.expect_move();
    let take_back = |brain: &mut Brain, point: &str| {
        brain.send(&format!("TAKEBACK {point}"));
        brain.expect("OK");
    };
    take_back(&mut brain, &format!("{x},{y}"));
    take_back(&mut brain, "0,0");
    brain.send("TURN 14,14");
    let (other_x, other_y) = brain.expect_move();
    take_back(&mut brain, &format!("{other_x},{other_y}"));
    take_back(&mut brain, "14,14");
    // The point that the brain had is free for the opponent, and so is its own.
    brain.send(&format!("TURN {x},{y}"));
    brain.expect_move();
    brain.send("TURN 0,0");
    brain.expect_move();
    brain.finish();
}

fn long_folder() {
    let mut brain = started("INFO timeout_turn 50\nSTART 15\n");
    brain.send(&format!("INFO folder {}", "long/".repeat(2_000)));
    brain.expect_silence(ms(50));
    brain.send("TURN 7,7");
    brain.expect_move();
    brain.finish();
}

fn long_line() {
    let mut brain = Brain::start();
    brain.send_bytes(&vec![b'x'; 10 << 20]);
    brain.send("");
    let line = brain.expect_reply();
    assert!(line.starts_with("UNKNOWN"), "{line:?}");
    brain.expect_alive();
    assert!(brain.peak_memory() < 64 << 20);
    brain.finish();
}

fn random_lines() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(86);
    let mut brain = Brain::start();
    for _ in 0..1_000 {
        let mut chunk = Vec::new();
        for _ in 0..100 {
            // Never a word of the protocol: each line begins with a byte that none begins with.
            chunk.push(rng.random_range(128..=255));
            let length = rng.random_range(0..40);
            chunk.extend(
                (0..length)
                    .map(|_| rng.random::<u8>())
                    .filter(|b| *b != b'\n' && *b != b'\r'),
            );
            chunk.push(b'\n');
        }
        brain.send_bytes(&chunk);
        for _ in 0..100 {
            let line = brain.expect_reply();
            assert!(line.starts_with("UNKNOWN"), "{line:?}");
        }
    }
    brain.expect_alive();
    assert!(brain.peak_memory() < 64 << 20);
    brain.finish();
}

fn closed_output() {
    let mut child = command(&program())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let clock = Instant::now();
    std::io::Write::write_all(&mut input, b"START 15\nABOUT\nABOUT\n").unwrap();
    let output = loop {
        if child.try_wait().unwrap().is_some() {
            break child.wait_with_output().unwrap();
        }
        assert!(clock.elapsed() < GUARD, "still running");
        std::thread::sleep(ms(2));
    };
    expect_within(ms(500), clock.elapsed());
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// How long a program that runs the brain takes to start it: it may be suspended before it has.
fn runner_start() -> Duration {
    let before = Instant::now();
    if has_runner() {
        started("START 20\n").finish();
    }
    before.elapsed()
}

/// How long a brain is suspended: longer than its turn, `TENGEN_SUSPEND_S` seconds where so many are told.
fn suspension() -> Duration {
    let told = std::env::var("TENGEN_SUSPEND_S").ok();
    let default_s = if is_timed() { 10 } else { 2 };
    Duration::from_secs(told.and_then(|n| n.parse().ok()).unwrap_or(default_s))
}

fn suspended_at_start() {
    let limit = ms(1_000)
        + if is_timed() {
            runner_start()
        } else {
            Duration::ZERO
        };
    let mut brain = Brain::start();
    brain.send_bytes(b"START 20\nINFO timeout_turn 1000\nINFO timeout_match 100000\nINFO rule 0\n");
    brain.signal("-STOP");
    std::thread::sleep(suspension());
    brain.send_bytes(b"INFO time_left 100000\nBOARD\n9,9,2\nDONE\n");
    brain.signal("-CONT");
    brain.expect("OK");
    brain.expect_move_within(limit);
    brain.finish();
}

/// The time of the suspension is not the brain's: it uses its own turn, and no more.
fn suspended_off_turn() {
    let mut brain = started("INFO timeout_turn 1000\nSTART 20\n");
    brain.send("TURN 9,9");
    brain.expect_move_within(ms(1_050));
    brain.signal("-STOP");
    std::thread::sleep(suspension());
    brain.signal("-CONT");
    brain.send("TURN 0,19");
    brain.expect_move_within(ms(1_020));
    assert!(brain.took() >= ms(600), "{:?}", brain.took());
    brain.finish();
}

fn many_games() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 60000");
    brain.send("INFO max_node 300");
    brain.send("INFO max_memory 67108864");
    let mut first: Vec<(i64, i64)> = Vec::new();
    let mut early_peak = 0;
    for game in 0..500 {
        brain.send("START 15");
        brain.expect("OK");
        let mut moves = Vec::new();
        for turn in ["TURN 7,7", "TURN 1,1", "TURN 13,1"] {
            brain.send(turn);
            moves.push(brain.expect_move());
        }
        if game == 0 {
            first = moves.clone();
        }
        assert_eq!(moves, first, "game {game} is played like the first");
        if game == 50 {
            early_peak = brain.peak_memory();
        }
    }
    let peak = brain.peak_memory();
    assert!(
        peak < early_peak + (4 << 20),
        "grew from {early_peak} to {peak} bytes"
    );
    brain.finish();
}

fn many_brains() {
    let folder = tempfile::tempdir().unwrap();
    let mut brains: Vec<Brain> = (0..32)
        .map(|_| Brain::start_in(&program(), folder.path()))
        .collect();
    for brain in &mut brains {
        brain.send_bytes(b"INFO max_memory 67108864\nINFO timeout_turn 100\nSTART 15\nTURN 7,7\n");
    }
    for brain in &mut brains {
        brain.expect("OK");
        brain.expect_move();
    }
    for mut brain in brains {
        brain.send("END");
        brain.expect_exit(Duration::from_secs(2));
        brain.expect_clean_end();
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "no files are left"
    );
}

fn whole_game() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(98);
    for (rule, size) in [
        (Rule::Freestyle, 20),
        (Rule::Renju, 15),
        (Rule::CaroExact, 15),
    ] {
        let head = format!(
            "{}INFO rule {}\nSTART {size}\n",
            turn_limit(30),
            rule.code()
        );
        let mut brain = started(&head);
        let size = Size::new(size).unwrap();
        let mut game = Game::new(rule, size);
        brain.send("BEGIN");
        while game.outcome().is_none() {
            let (x, y) = brain.expect_move();
            game.play(size.point(x, y).unwrap()).expect("a legal move");
            if game.outcome().is_none() {
                let reply = *game.legal_points().choose(&mut rng).unwrap();
                game.play(reply).unwrap();
                brain.send(&format!("TURN {reply}"));
            }
        }
        assert!(game.board().stones() < 100, "a random mover is beaten");
        brain.finish();
    }
}

/// From the start of the process to its first move.
fn quick_start() {
    for _ in 0..rounds(20) {
        let clock = Instant::now();
        let mut brain = Brain::start();
        brain.send_bytes(b"START 20\nINFO rule 9\nINFO timeout_turn 0\nBOARD\n9,9,2\nDONE\n");
        brain.expect("OK");
        brain.expect_move();
        expect_within(ms(100), clock.elapsed());
        brain.finish();
    }
}

/// Random pairs of suspend and resume, in its own turn and off it; `TENGEN_ROUNDS` of them.
fn random_suspensions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(95);
    let mut pairs = 0;
    while pairs < rounds(60) {
        let mut brain = started("INFO timeout_turn 40\nSTART 15\n");
        let mut free = Size::FIFTEEN.points().collect::<Vec<Point>>();
        for _ in 0..20 {
            free.retain(|point| brain.model.board().is_empty(*point));
            let point = *free.choose(&mut rng).unwrap();
            let in_turn = rng.random_bool(0.5);
            if in_turn {
                brain.send(&format!("TURN {point}"));
                std::thread::sleep(ms(rng.random_range(0..30)));
            }
            brain.signal("-STOP");
            std::thread::sleep(ms(rng.random_range(0..60)));
            brain.signal("-CONT");
            if !in_turn {
                brain.send(&format!("TURN {point}"));
            }
            brain.expect_move();
            pairs += 1;
        }
        brain.finish();
    }
}
