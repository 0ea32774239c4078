//! The project's own puzzles: the engine settles every one, with every win replayed against all replies;
//! and so does the checker of proofs, which shares nothing with it, with a part of them.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use tengen::analysis::{Check, Searches, check_puzzle};
use tengen::board::{CanonicalStones, Color, Size};
use tengen::datagen::{PuzzleKind, is_confirmed};
use tengen::record::{Expected, Puzzle, Verdict, parse_puzzle};
use tengen::rule::Rule;
use tengen::threat::{Vcf, Vct};

const THREADS: usize = 2;
/// The checker is asked about one puzzle in so many; `scripts/long_checks.sh puzzles` asks about all.
const CHECKED_ONE_IN: usize = 8;

fn read(text: &str) -> impl Iterator<Item = Puzzle> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse_puzzle(line).unwrap())
}

fn puzzles() -> Vec<Puzzle> {
    read(include_str!("puzzles.txt")).collect()
}

fn searches() -> Searches {
    Searches {
        vcf: Vcf::new(16),
        vct: Vct::new(16),
        budget: 2_000_000,
    }
}

/// What `judge` finds wrong with each puzzle, all puzzles shared among threads.
fn faults<Judge, F>(puzzles: &[Puzzle], judge: F) -> Vec<String>
where
    Judge: FnMut(&Puzzle) -> Vec<String>,
    F: Fn() -> Judge + Sync,
{
    let work = |thread: usize| {
        let judge = judge();
        let own = puzzles.iter().skip(thread).step_by(THREADS);
        own.flat_map(judge).collect::<Vec<String>>()
    };
    std::thread::scope(|scope| {
        let work = &work;
        let start = |thread| scope.spawn(move || work(thread));
        let threads: Vec<_> = (0..THREADS).map(start).collect();
        threads
            .into_iter()
            .flat_map(|t| t.join().unwrap())
            .collect()
    })
}

fn faults_of_engine(puzzles: &[Puzzle]) -> Vec<String> {
    faults(puzzles, || {
        let mut searches = searches();
        move |puzzle| {
            let checks = check_puzzle(puzzle, &mut searches).into_iter();
            let wrong = checks.filter(|check| check.right != Some(true));
            wrong
                .map(|Check { name, note, .. }| format!("{name}: {note}"))
                .collect()
        }
    })
}

fn faults_of_checker(puzzles: &[Puzzle]) -> Vec<String> {
    faults(puzzles, || {
        |puzzle| {
            let is_right = |(rule, expected): &(Rule, Expected)| {
                is_confirmed(*rule, &puzzle.board, puzzle.turn, expected) == Some(true)
            };
            let wrong = puzzle
                .expected
                .iter()
                .filter(|expected| !is_right(expected));
            wrong
                .map(|expected| format!("{}: {expected:?}", puzzle.id))
                .collect()
        }
    })
}

#[test]
fn the_engine_settles_every_puzzle() {
    assert_eq!(faults_of_engine(&puzzles()), Vec::<String>::new());
}

#[test]
fn the_checker_confirms_puzzles() {
    let one_in = std::env::var("TENGEN_PUZZLES_ONE_IN").ok();
    let one_in = one_in
        .and_then(|n| n.parse().ok())
        .unwrap_or(CHECKED_ONE_IN);
    let puzzles: Vec<Puzzle> = puzzles().into_iter().step_by(one_in).collect();
    assert_eq!(faults_of_checker(&puzzles), Vec::<String>::new());
}

/// A verdict turned round, or a length that is changed; in another way each time.
fn turned_round(expected: &Expected, time: usize) -> Expected {
    match *expected {
        Expected::ByFours(Verdict::Win) => Expected::ByFours(Verdict::NoWin),
        Expected::ByFours(Verdict::NoWin) => Expected::ByFours(Verdict::Win),
        // No win that the engine finds is so long, and it looks for no shortest.
        Expected::ShortestByFours(_) => Expected::ShortestByFours(99),
        Expected::ShortestByThreats(plies) if time.is_multiple_of(3) => {
            Expected::ShortestByThreats(plies - 2)
        }
        Expected::ShortestByThreats(plies) if time % 3 == 1 => {
            Expected::ShortestByThreats(plies + 2)
        }
        Expected::ShortestByThreats(plies) => Expected::NoneByThreats(plies),
        Expected::NoneByThreats(plies) => Expected::ShortestByThreats(plies),
        ref other => panic!("{other:?}"),
    }
}

/// Of one puzzle of each kind and rule, each statement by itself.
#[test]
fn a_wrong_verdict_is_seen_by_both() {
    let mut seen = HashSet::new();
    let mut wrong = Vec::new();
    for puzzle in puzzles() {
        let class = puzzle.id.rsplit_once('-').unwrap().0.to_string();
        if !seen.insert(class) {
            continue;
        }
        for (rule, expected) in &puzzle.expected {
            let mut turned = puzzle.clone();
            turned.expected = vec![(*rule, turned_round(expected, wrong.len()))];
            wrong.push(turned);
        }
    }
    assert_eq!(faults_of_engine(&wrong).len(), wrong.len());
    assert_eq!(faults_of_checker(&wrong).len(), wrong.len());
}

#[test]
fn the_puzzles_are_many_and_spread() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 600, "{}", puzzles.len());
    let mut counts: HashMap<(Rule, Size, PuzzleKind), [usize; 2]> = HashMap::new();
    let (mut names, mut known) = (HashSet::new(), HashSet::new());
    let mut lengths = HashSet::new();
    for puzzle in &puzzles {
        let rule = puzzle.expected[0].0;
        let expected: Vec<Expected> = puzzle.expected.iter().map(|(_, e)| e.clone()).collect();
        let kind = PuzzleKind::of(&expected).unwrap();
        let size = puzzle.board.size();
        counts.entry((rule, size, kind)).or_default()[puzzle.turn as usize] += 1;
        let (stones, _) = CanonicalStones::of(puzzle.board.history(), size);
        assert!(
            known.insert((rule, size, puzzle.turn, stones)),
            "{} twice",
            puzzle.id
        );
        assert!(names.insert(&puzzle.id), "{} twice", puzzle.id);
        if let [Expected::ShortestByFours(plies), ..] | [_, Expected::ShortestByThreats(plies)] =
            expected[..]
        {
            lengths.insert((kind, plies));
        }
    }
    assert_eq!(counts.len(), 6 * PuzzleKind::ALL.len());
    for (class, by_color) in counts {
        assert!(
            by_color[Color::Black as usize] >= 2,
            "{class:?}: {by_color:?}"
        );
        assert!(
            by_color[Color::White as usize] >= 2,
            "{class:?}: {by_color:?}"
        );
    }
    for (kind, most) in [(PuzzleKind::Fours, 13), (PuzzleKind::Threats, 17)] {
        for plies in (5..=most).step_by(2) {
            assert!(lengths.contains(&(kind, plies)), "{kind:?} in {plies}");
        }
    }
}

/// Positions in which games were lost (docs/ARENA.md). What is to be judged is not what is tuned on.
#[test]
fn turning_points_have_free_moves_and_are_in_one_file_only() {
    let files = [
        include_str!("turning-points/judging.txt"),
        include_str!("turning-points/tuning.txt"),
    ];
    let mut seen = HashSet::new();
    for puzzle in files.into_iter().flat_map(read) {
        let (id, board, expected) = (&puzzle.id, &puzzle.board, &puzzle.expected);
        let [(rule, Expected::Avoid(avoid)), (same, Expected::Best(best))] = &expected[..] else {
            panic!("{id}: {expected:?}");
        };
        assert_eq!(rule, same, "{id}");
        assert!(!avoid.is_empty() && !best.is_empty(), "{id}");
        let moves: HashSet<_> = avoid.iter().chain(best).collect();
        assert_eq!(
            moves.len(),
            avoid.len() + best.len(),
            "{id}: a move is both"
        );
        assert!(moves.iter().all(|&&point| board.is_empty(point)), "{id}");
        let stones = CanonicalStones::of(board.history(), board.size()).0;
        assert!(seen.insert((*rule, board.size(), stones)), "{id} again");
    }
    assert_eq!(seen.len(), 317);
}
