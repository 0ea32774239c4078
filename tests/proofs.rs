//! Proofs: certificates that are right, certificates that are not, and wins that the engine's threat
//! searches claim, all put before the independent checker.
#![allow(clippy::unwrap_used)]

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;
use std::path::PathBuf;
use tengen::board::{Board, Color, Point, Size, parse_points, stones_in_turn};
use tengen::position::Position;
use tengen::proof::{
    Certificate, Forced, HoleKind, Threats, VerifyReport, VerifySettings, forced_win,
    is_forced_win, verify,
};
use tengen::rule::Rule;
use tengen::solve::{ProveSettings, prove};
use tengen::threat::{Length, ProofResult, ProofVct, SearchLimit, ThreatResult, Vct};

/// A part of the solved game that is checked in a second.
const PART: &str = "h8 g9 i9 g7 i10 g10 g11 i11 h10 j8";

/// More than any of its leaves needs.
const LEAF_NODES: u64 = 200_000;

/// Claimed wins that are confirmed, all rules together; `scripts/long_checks.sh claims` takes ten times
/// as many.
const CLAIMS: usize = 200;

/// The book, to be checked from a start on.
fn book_from_part() -> Certificate {
    let bytes = include_bytes!("../data/books/standard15.certificate");
    let mut certificate = Certificate::from_bytes(bytes).unwrap();
    certificate.set_start(parse_points(PART, Size::FIFTEEN).unwrap());
    certificate
}

/// Only what follows the start.
fn part() -> Certificate {
    let text = book_from_part().to_string();
    let mut part = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 0);
    part.read_lines(&text).unwrap();
    part
}

fn check(certificate: &Certificate, threads: usize) -> VerifyReport {
    let settings = VerifySettings {
        threads,
        leaf_nodes: LEAF_NODES,
        ..VerifySettings::default()
    };
    verify(certificate, &settings, &mut |_| true)
}

/// Each second move in `data/proofs` was checked by itself; the book holds these certificates and nothing else.
#[test]
fn the_renju_book_is_made_of_the_certificates_of_second_moves() {
    let files = std::fs::read_dir("data/proofs").unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let is_renju = |path: &PathBuf| path.to_str().unwrap().contains("/renju-h8-");
    let mut paths: Vec<PathBuf> = paths.filter(is_renju).collect();
    paths.sort();
    assert_eq!(paths.len(), 33);
    let bytes = |path: &PathBuf| {
        let empty = Certificate::new(Rule::Renju, Size::FIFTEEN, Vec::new(), 0);
        let (certificate, conflicts) =
            Certificate::read(std::fs::read(path).unwrap(), empty).unwrap();
        assert_eq!((conflicts, certificate.plies), (0, 61));
        certificate.to_bytes().unwrap()
    };
    let parts: Vec<u8> = paths.iter().flat_map(bytes).collect();
    assert!(parts == std::fs::read("data/books/renju15.certificate").unwrap());
}

/// All decisions: the moves before, and the attacker's.
fn decisions(certificate: &Certificate) -> Vec<(Vec<Point>, Point)> {
    let mut all = Vec::new();
    certificate.walk(|moves, decision| all.extend(decision.map(|point| (moves.to_vec(), point))));
    all
}

#[test]
fn a_certificate_is_accepted_with_the_same_counts_on_every_run() {
    let certificate = part();
    let once = check(&certificate, 1);
    assert!(once.is_proof(), "{:?}", once.holes);
    assert!(once.decisions > 40 && once.expanded > 5, "{once:?}");
    assert_eq!(check(&certificate, 2), once);
    let book = book_from_part();
    assert_eq!(book.reachable(), once.decisions);
    assert!(book.reachable() < book.len());
}

/// Twenty of each. A node whose position is won by VCT in time anyway is not missed: then that win
/// is confirmed, and the next node taken.
#[test]
fn certificates_with_one_node_removed_or_one_move_changed_are_refused() {
    let certificate = part();
    let all = decisions(&certificate);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    let mut refused = 0;
    while refused < 20 {
        let (moves, point) = &all[rng.random_range(0..all.len())];
        let stones = stones_in_turn(moves);
        let mut without = certificate.clone();
        assert_eq!(without.remove(&stones), Some(*point));
        let report = check(&without, 1);
        if report.is_proof() {
            let board = board_after(moves);
            let plies = certificate.plies - moves.len();
            assert!(
                is_forced_win(&board, certificate.rule, Color::Black, plies),
                "{board}"
            );
            continue;
        }
        let why = report.holes[0].why;
        assert!(
            matches!(
                why,
                HoleKind::NotWon | HoleKind::OutOfNodes | HoleKind::NoDecision
            ),
            "{why}"
        );
        refused += 1;

        let mut changed = certificate.clone();
        // In the corner, far from everything.
        let corner = Size::FIFTEEN.points().find(|p| !moves.contains(p)).unwrap();
        changed.decide(&stones, corner);
        assert!(!check(&changed, 1).is_proof(), "{moves:?}");
        // Or on a stone.
        changed.decide(&stones, moves[0]);
        assert_eq!(check(&changed, 1).holes[0].why, HoleKind::Illegal);
    }
}

fn board_after(moves: &[Point]) -> Board {
    Board::with_stones(Size::FIFTEEN, stones_in_turn(moves))
}

#[test]
fn what_is_not_checked_to_the_end_or_not_won_is_no_proof() {
    let certificate = part();
    let settings = VerifySettings::default();
    let stopped = verify(&certificate, &settings, &mut |_| false);
    assert!(!stopped.is_complete && !stopped.is_proof());

    let size = Size::new(5).unwrap();
    let why = |start: &str, decision: &str| {
        let start = parse_points(start, size).unwrap();
        let mut small = Certificate::new(Rule::Standard, size, start.clone(), 25);
        small.decide(
            &stones_in_turn(&start),
            parse_points(decision, size).unwrap()[0],
        );
        check(&small, 1).holes[0].why
    };
    // Twice the same point; five stands already; the last stone of a full board makes no five.
    assert_eq!(why("a1 a1", "b1"), HoleKind::BadStart);
    assert_eq!(why("a1 a2 b1 b2 c1 c2 d1 d2 e1", "e5"), HoleKind::BadStart);
    let full = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 b3 a3 d3 c3 a4 e3 c4 b4 e4 d4 a5 b5 c5 d5";
    assert_eq!(why(full, "e5"), HoleKind::TooLate);
}

#[test]
fn the_prover_closes_what_was_taken_out() {
    let certificate = part();
    let mut hints = certificate.clone();
    let mut all = decisions(&certificate);
    // Those with the fewest plies left are the quickest to find again.
    all.sort_by_key(|(moves, _)| std::cmp::Reverse(moves.len()));
    for (moves, _) in &all[..3] {
        hints.remove(&stones_in_turn(moves));
    }
    let empty = Certificate::new(hints.rule, hints.size, hints.start().to_vec(), hints.plies);
    let settings = ProveSettings {
        threads: 2,
        efforts: 3,
    };
    let nothing = HashSet::new();
    let (proof, progress) = prove(
        empty,
        &hints,
        &nothing,
        Vec::new(),
        &settings,
        &|_, _| {},
        &mut |_| true,
    );
    assert!(
        progress.open.is_empty() && progress.closed > 0,
        "{progress:?}"
    );
    assert!(check(&proof, 2).is_proof());
}

/// A middle game, with stones near each other.
fn middle_game(rule: Rule, rng: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::empty(rule, Size::FIFTEEN);
    position.play(Size::FIFTEEN.centre());
    for _ in 0..rng.random_range(8..28) {
        let near = position.patterns().near();
        let points = position.legal(&near);
        // Mostly what matters, so that threats come up.
        let turn = position.turn();
        let worth = |p: &Point| {
            let patterns = position.patterns();
            patterns.class(*p, turn).max(patterns.class(*p, !turn))
        };
        let mut some: Vec<Point> = (0..5)
            .filter_map(|_| {
                let index = rng.random_range(0..points.len().max(1));
                points.get(index).copied()
            })
            .collect();
        some.sort_by_key(worth);
        if let Some(&point) = some.last() {
            position.play(point);
        }
    }
    position
}

/// Every win of the engine's threat search is found and confirmed by the checker, which knows the rules
/// and the board alone; and two searches at once claim what each claims alone.
#[test]
fn claimed_wins_are_confirmed() {
    let wanted = std::env::var("TENGEN_CLAIMS").ok();
    let wanted = wanted.and_then(|n| n.parse().ok()).unwrap_or(CLAIMS);
    let alone = confirmed_wins(4, wanted);
    let together = std::thread::scope(|scope| {
        let half = |seed| scope.spawn(move || confirmed_wins(seed, wanted / 2));
        let threads = [half(4), half(5)];
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(together[0], alone[..wanted / 2]);
    assert_eq!(together[1].len(), wanted / 2);
}

/// So many wins that the threat search claims on random boards, each put before the checker.
fn confirmed_wins(seed: u64, wanted: usize) -> Vec<Vec<Point>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut vct = Vct::new(16);
    let mut confirmed = Vec::new();
    let mut rules = Rule::ALL.into_iter().cycle();
    while confirmed.len() < wanted {
        let rule = rules.next().unwrap();
        let mut position = middle_game(rule, &mut rng);
        let turn = position.turn();
        let has_five = |color: Color| {
            position
                .patterns()
                .count(tengen::pattern::PointClass::Five, color)
                > 0
        };
        if has_five(turn) || has_five(!turn) {
            continue;
        }
        vct.clear();
        let ThreatResult::Win(line) = vct.search(&mut position, 13, 20_000) else {
            continue;
        };
        let board = position.board();
        assert!(
            is_forced_win(board, rule, turn, line.len()),
            "{rule}, {} in {}: {line:?}\n{board}",
            turn.name(),
            line.len()
        );
        confirmed.push(line);
    }
    confirmed
}

/// The search by proof numbers wins within so many plies exactly where the one that goes deeper does, and
/// its first moves are confirmed.
#[test]
fn two_threat_searches_agree() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut vct, mut proof) = (Vct::new(16), ProofVct::new(16));
    let (mut won, mut held) = (0, 0);
    for rule in Rule::ALL.into_iter().cycle().take(600) {
        let mut position = middle_game(rule, &mut rng);
        let plies = 13;
        vct.clear();
        proof.clear();
        let first = proof.search(&mut position, plies, 20_000);
        match vct.shortest(&mut position, 1, plies, 20_000) {
            Length::Win(within) => {
                let found = proof.search(&mut position, within, 200_000);
                let ProofResult::Win(point, told) = found else {
                    panic!("{rule}: {found:?} within {within}\n{}", position.board());
                };
                assert_eq!(told, within, "{rule}\n{}", position.board());
                let attacker = position.turn();
                position.play(point);
                won += 1;
                // Every reply is to lose in time.
                let empty = *position.patterns().empty();
                let replies = position.legal(&empty);
                for reply in replies
                    .into_iter()
                    .take(if within > 1 { 225 } else { 0 })
                    .step_by(7)
                {
                    position.play(reply);
                    let left = within - 2;
                    assert!(
                        is_forced_win(position.board(), rule, attacker, left),
                        "{rule}"
                    );
                    position.undo();
                }
            }
            Length::Unknown(SearchLimit::Nodes(_)) => {}
            Length::NoWin | Length::Unknown(SearchLimit::Plies(_)) => {
                assert!(
                    !matches!(first, ProofResult::Win(..)),
                    "{rule}\n{}",
                    position.board()
                );
                held += 1;
            }
        }
    }
    assert!(won > 80 && held > 80, "{won} won, {held} held");
}

/// A win that was found with the defender passing, and holds against a reply, is a win after that reply.
#[test]
fn replayed_wins_hold() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut proof = ProofVct::new(16);
    let (mut held, mut answered) = (0, 0);
    for rule in Rule::ALL.into_iter().cycle().take(120) {
        let mut position = middle_game(rule, &mut rng);
        proof.clear();
        let attacker = !position.turn();
        let left = 10;
        position.pass();
        let passed = proof.search(&mut position, left, 2_000);
        position.pass();
        let ProofResult::Win(_, within) = passed else {
            continue;
        };
        assert!(within < left);
        let empty = *position.patterns().empty();
        for reply in position.legal(&empty).into_iter().step_by(9) {
            position.play(reply);
            let left = left - 1;
            if proof.replay(&mut position, (reply, None), left, 1_000) {
                let board = position.board();
                assert!(
                    is_forced_win(board, rule, attacker, left),
                    "{rule}\n{board}"
                );
                held += 1;
            } else {
                answered += 1;
            }
            position.undo();
        }
    }
    println!("{held} replies lose, {answered} do not");
    assert!(held > 1_000 && answered > 20, "{held}, {answered}");
}

/// White must block a four on the way, with a stone that makes an open three but no four.
#[test]
fn a_block_that_makes_no_four_is_no_win_by_fours() {
    let moves =
        "h12 j8 i9 j10 j12 i10 j11 l10 h10 k9 m11 k10 m10 i7 h6 k8 k11 i11 l11 n11 l8 j7 l7";
    let board = board_after(&parse_points(moves, Size::FIFTEEN).unwrap());
    let search = |threats| forced_win(&board, Rule::Renju, Color::White, threats, 21, LEAF_NODES);
    assert_eq!(search(Threats::Fours), Some(Forced::NotWon));
    assert_eq!(search(Threats::FoursAndThrees), Some(Forced::Won(9)));
}
