//! The solved game, played: black follows the book, white whatever comes to its mind.
#![allow(clippy::unwrap_used)]

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{CanonicalStones, Color, Point, Size, stones_in_turn};
use tengen::book::Book;
use tengen::engine::{Control, Engine, Resources, Turn, Why};
use tengen::position::Position;
use tengen::rule::{Rule, completes_five};
use tengen::time::{Clock, Limits};

/// Games against random play; `scripts/long_checks.sh solved` plays 400 a rule.
const GAMES: usize = 70;
/// Moves that the search for a promised win may play.
const NODES: u64 = 2_000_000;

/// The second moves that differ by more than symmetry.
fn second_moves() -> Vec<Point> {
    let size = Size::FIFTEEN;
    let mut seen = std::collections::HashSet::new();
    let is_new = |&point: &Point| {
        let stones = [(size.centre(), Color::Black), (point, Color::White)];
        point != size.centre() && seen.insert(CanonicalStones::of(&stones, size).0)
    };
    size.points().filter(is_new).collect()
}

/// A reply at random: near the stones, anywhere, or at one of the points that matter most.
fn reply(position: &mut Position, rng: &mut Xoshiro256PlusPlus) -> Point {
    let near = position.patterns().near();
    let all = *position.patterns().empty();
    let kind = rng.random_range(0..8);
    let mut points = position.legal(if kind == 0 { &all } else { &near });
    if kind > 3 {
        let patterns = position.patterns();
        let worth = |p: &Point| {
            let class = |color| patterns.class(*p, color);
            std::cmp::Reverse(class(Color::Black).max(class(Color::White)))
        };
        points.sort_by_key(worth);
        points.truncate(6);
    }
    points[rng.random_range(0..points.len())]
}

fn turned(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Position {
    let symmetry = tengen::board::Symmetry::all()
        .nth(rng.random_range(0..8))
        .unwrap();
    let mut image = Position::empty(position.rule(), position.board().size());
    for &(point, _) in position.board().history() {
        image.play(symmetry.apply(point, image.board().size()));
    }
    image
}

/// Plays a game to its end and answers with which stone black made five.
fn play(rule: Rule, second: Point, rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut engine = Engine::new(Resources::single(64 << 20));
    let mut position = Position::empty(rule, Size::FIFTEEN);
    if rule == Rule::Renju {
        // The book begins after the second move.
        position.play_line(&[Size::FIFTEEN.centre(), second]);
        position = turned(&position, rng);
    }
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    loop {
        let control = Control::new(Clock::start(), &limits);
        let turn = Turn {
            position: &position,
            limits: &limits,
            control: &control,
            watch: &|| false,
        };
        let decision = engine.choose(&turn, &mut |_, _| {}).unwrap();
        assert!(
            decision.why != Why::Search && decision.why != Why::Fallback,
            "left alone in\n{}",
            position.board()
        );
        let spec = rule.spec();
        if completes_five(position.board(), decision.point, Color::Black, &spec) {
            return position.board().stones() + 1;
        }
        position.play(decision.point);
        let point = match position.board().stones() {
            1 => second,
            _ => reply(&mut position, rng),
        };
        assert!(!completes_five(
            position.board(),
            point,
            Color::White,
            &spec
        ));
        position.play(point);
        if position.board().stones() == 2 {
            position = turned(&position, rng);
        }
    }
}

#[test]
fn black_wins_in_time_against_every_second_move_and_random_play() {
    let games = std::env::var("TENGEN_GAMES").ok();
    let games: usize = games.and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let seconds = second_moves();
    assert_eq!(seconds.len(), 35);
    for rule in Rule::ALL {
        let Some(certificate) = Book::solved(rule, Size::FIFTEEN) else {
            continue;
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(rule.code() as u64);
        let is_won = |second: &&Point| {
            let stones = stones_in_turn(&[Size::FIFTEEN.centre(), **second]);
            certificate.decision(&stones).is_some()
        };
        let seconds: Vec<Point> = seconds.iter().filter(is_won).copied().collect();
        assert_eq!(seconds.len(), if rule == Rule::Renju { 33 } else { 35 });
        for game in 0..games {
            let stones = play(rule, seconds[game % seconds.len()], &mut rng);
            assert!(stones <= certificate.plies, "{rule}: {stones}");
        }
    }
}
