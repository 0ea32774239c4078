//! Wins and losses that the search announces are played out against every legal reply, down to the
//! five that the plain referee sees.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Point, Size};
use tengen::position::Position;
use tengen::rule::{Game, Outcome, Rule};
use tengen::score::{Score, ScoreKind};
use tengen::search::{SearchState, Searcher, Unsupervised};
use tengen::time::Limits;

const DEPTH: u32 = 8;

struct Checker {
    state: SearchState,
    searches: usize,
}

impl Checker {
    /// `None` where nothing stops the five that the opponent threatens: there is no move to search.
    fn search(&mut self, game: &Game, depth: u32) -> Option<(Score, Point)> {
        self.searches += 1;
        let position = Position::from_board(game.rule(), game.board().clone(), game.turn());
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let result = Searcher::new(&position, &mut self.state, limits, &mut Unsupervised).run();
        Some((result.progress?.score, result.point?))
    }

    /// The side to move must win within so many plies, whatever is replied.
    fn must_win(&mut self, game: &Game, plies: u32) {
        if let Some(five) = five(game) {
            let mut next = game.clone();
            assert!(matches!(next.play(five), Ok(Some(Outcome::Win(_)))));
            return;
        }
        assert!(plies >= 3, "no five in {plies} plies:\n{}", game.board());
        let (score, point) = self.search(game, plies + 2).expect("a move");
        let ScoreKind::WinIn(claimed) = score.kind() else {
            panic!(
                "{} no longer sees the win in {plies}:\n{}",
                game.rule(),
                game.board()
            );
        };
        // A search tells of a win, which need not be the shortest.
        let (claimed, point) = match claimed <= plies {
            true => (claimed, point),
            false => (plies, self.shorter(game, plies)),
        };
        let mut next = game.clone();
        assert_eq!(next.play(point), Ok(None), "the winning move is legal");
        self.must_lose(&next, claimed - 1);
    }

    /// A move after which the search sees the win that was promised.
    fn shorter(&mut self, game: &Game, plies: u32) -> Point {
        let wins = |&point: &Point| {
            let mut next = game.clone();
            assert_eq!(next.play(point), Ok(None), "{point} ends the game");
            let score = self.search(&next, plies);
            score.is_none_or(
                |(score, _)| matches!(score.kind(), ScoreKind::LossIn(claimed) if claimed < plies),
            )
        };
        game.legal_points()
            .into_iter()
            .find(wins)
            .unwrap_or_else(|| {
                panic!(
                    "{}: no win within {plies} plies, as was promised:\n{}",
                    game.rule(),
                    game.board()
                )
            })
    }

    /// The side to move must lose within so many plies, whatever it plays.
    fn must_lose(&mut self, game: &Game, plies: u32) {
        for reply in game.legal_points() {
            let mut next = game.clone();
            match next.play(reply) {
                Ok(None) => self.must_win(&next, plies - 1),
                other => panic!("{reply} ends the game: {other:?}\n{}", game.board()),
            }
        }
    }
}

fn five(game: &Game) -> Option<Point> {
    let wins = |&point: &Point| matches!(game.clone().play(point), Ok(Some(Outcome::Win(_))));
    game.board().empty_points().find(wins)
}

fn random_game(rng: &mut Xoshiro256PlusPlus, rule: Rule) -> Game {
    let mut game = Game::new(rule, Size::new(11).unwrap());
    for _ in 0..rng.random_range(6..16) {
        let stones = game.board().history();
        let near = |p: &Point| stones.iter().all(|(s, _)| s.distance(*p) <= 4);
        let points: Vec<Point> = game.board().empty_points().filter(near).collect();
        if let Some(&point) = points.choose(rng) {
            game.play(point).unwrap_or(None);
        }
    }
    game
}

#[test]
fn announced_wins_and_losses_are_true() {
    check_announced(1);
}

#[test]
fn those_of_several_threads_are_true() {
    check_announced(3);
}

fn check_announced(threads: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut checker = Checker {
        state: SearchState::new(16 << 20),
        searches: 0,
    };
    checker.state.set_threads(threads);
    let (mut wins, mut losses) = (0, 0);
    for round in 0..400 {
        let game = random_game(&mut rng, Rule::ALL[round % Rule::ALL.len()]);
        if game.outcome().is_some() || five(&game).is_some() {
            continue;
        }
        checker.state.clear();
        let Some((score, _)) = checker.search(&game, DEPTH) else {
            continue;
        };
        match score.kind() {
            ScoreKind::WinIn(plies @ 5..=7) => {
                checker.must_win(&game, plies);
                wins += 1;
            }
            ScoreKind::LossIn(plies @ 4..=6) => {
                checker.must_lose(&game, plies);
                losses += 1;
            }
            _ => {}
        }
    }
    println!(
        "{wins} wins and {losses} losses, {} searches",
        checker.searches
    );
    assert!(wins > 15 && losses > 2, "{wins} wins and {losses} losses");
}
