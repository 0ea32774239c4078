//! A match: which games, and what came of them.

use super::league::League;
use super::play_game::{EndReason, FinishedGame, TimeUse};
use crate::board::{Color, Point, Symmetry};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Games in each league; an odd number is rounded up to whole pairs.
    pub games: usize,
    /// The same seed gives the same schedule.
    pub seed: u64,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The league.
    pub league: &'static League,
    /// The opening, turned by one of the eight symmetries.
    pub opening: Vec<Point>,
    /// The color of the first brain: black in the first game of a pair, white in the second.
    pub first: Color,
}

/// Lists the games of a match: pairs, each opening with both colors.
pub fn schedule(
    leagues: &[(&'static League, Vec<Vec<Point>>)],
    options: &MatchOptions,
) -> Vec<Pairing> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    let mut games = Vec::new();
    for &(league, ref openings) in leagues {
        let mut order: Vec<usize> = (0..openings.len()).collect();
        order.shuffle(&mut rng);
        for &index in order.iter().cycle().take(options.games.div_ceil(2)) {
            let symmetry = symmetries[rng.random_range(0..symmetries.len())];
            let turn = |&point: &Point| symmetry.apply(point, league.size);
            let opening: Vec<Point> = openings[index].iter().map(turn).collect();
            for first in Color::ALL {
                games.push(Pairing {
                    league,
                    opening: opening.clone(),
                    first,
                });
            }
        }
    }
    games
}

/// What came of the games of a league, from the first brain's side.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Games won by black.
    pub black_wins: usize,
    /// Moves of all games, openings included.
    pub plies: usize,
    /// How often games ended so.
    pub reasons: BTreeMap<String, usize>,
    /// Games lost by a fault.
    pub forfeits: usize,
    /// Both brains' time.
    pub time: TimeUse,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, pairing: &Pairing, game: &FinishedGame) {
        match game.winner {
            None => self.draws += 1,
            Some(winner) if winner == pairing.first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.black_wins += (game.winner == Some(Color::Black)) as usize;
        self.plies += game.record.moves.len();
        self.forfeits += game.reason.is_forfeit() as usize;
        let name = match &game.reason {
            EndReason::Broken(_) => "broken".into(),
            other => other.to_string(),
        };
        *self.reasons.entry(name).or_default() += 1;
        self.time.add(&game.time.black);
        self.time.add(&game.time.white);
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.black_wins += other.black_wins;
        self.plies += other.plies;
        self.forfeits += other.forfeits;
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
        self.time.add(&other.time);
    }

    /// Games played.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }
}

#[cfg(test)]
mod tests {
    use super::super::league::LEAGUES;
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_pairs() {
        let leagues: Vec<_> = LEAGUES
            .iter()
            .map(|league| (league, league.openings().unwrap()))
            .collect();
        let games = |seed| schedule(&leagues, &MatchOptions { games: 5, seed });
        assert_eq!(games(1), games(1));
        assert_ne!(games(1), games(2));
        assert_eq!(games(1).len(), 6 * LEAGUES.len());
        for pair in games(3).chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!((pair[0].first, pair[1].first), (Color::Black, Color::White));
        }
    }
}
