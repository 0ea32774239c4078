//! The games of a run. The number of a game determines everything about it.

use super::league::League;
use super::plan::{Kind, OpeningSource, Order, Plan, PlanError};
use crate::board::{ByColor, Point, Symmetry};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The most stones that swap2 places.
const SWAP2_STONES: usize = 6;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number in the whole run, from 0; those of a pair are `2 n` and `2 n + 1`.
    pub number: u64,
    /// The league.
    pub league: League,
    /// The opening, turned by one of the eight symmetries; empty for swap2.
    pub opening: Vec<Point>,
    /// Who begins as which color: indices of engines.
    pub engines: ByColor<usize>,
}

/// All games of a run.
#[derive(Clone, Debug)]
pub struct Schedule {
    leagues: Vec<(League, Vec<Vec<Point>>)>,
    encounters: Vec<(usize, usize)>,
    pairs: u64,
    seed: u64,
    transform: bool,
    shard: super::plan::Shard,
}

impl Schedule {
    /// Reads the openings and lays out the games.
    ///
    /// # Errors
    /// If openings cannot be read or are others than when the run began.
    pub fn new(plan: &Plan) -> Result<Schedule, PlanError> {
        let mut leagues = Vec::new();
        for league in &plan.leagues {
            let openings = match plan.opening_source {
                OpeningSource::Book => ordered(league.read_openings()?, plan),
                OpeningSource::Swap2 | OpeningSource::Empty => vec![vec![]],
            };
            let League { name, rule, size } = league.league.clone();
            let longest = openings.iter().map(Vec::len).max().unwrap_or(0);
            let longest = if plan.opening_source == OpeningSource::Swap2 {
                SWAP2_STONES
            } else {
                longest
            };
            let end = plan.manager.end_rule().stones(rule, size);
            if longest >= end {
                return Err(PlanError::SmallBoard(name, longest, end));
            }
            leagues.push((league.league.clone(), openings));
        }
        let engines = plan.engines.len();
        let encounters = match plan.kind {
            Kind::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
            Kind::RoundRobin => (0..engines)
                .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
                .collect(),
        };
        Ok(Schedule {
            leagues,
            encounters,
            pairs: plan.pairs,
            seed: plan.seed,
            transform: plan.transform,
            shard: plan.shard,
        })
    }

    /// Numbers of the games of this shard, in the order in which they are begun.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + Send + 'static {
        let games_of_round = self.games_of_round();
        let (first, step) = (self.shard.index - 1, self.shard.count);
        (first..self.pairs)
            .step_by(step as usize)
            .flat_map(move |round| round * games_of_round..(round + 1) * games_of_round)
    }

    /// How many games this shard has.
    pub fn games(&self) -> u64 {
        let rounds = (self.pairs + self.shard.count - self.shard.index) / self.shard.count;
        rounds * self.games_of_round()
    }

    /// Whether this shard has a game of this number.
    pub fn holds(&self, number: u64) -> bool {
        let round = number / self.games_of_round();
        round < self.pairs && round % self.shard.count == self.shard.index - 1
    }

    /// What is played in a game: the opening of its round, the same for all who meet in it.
    pub fn pairing(&self, number: u64) -> Pairing {
        let (pair, is_second) = (number / 2, number % 2 == 1);
        let encounters = self.encounters.len() as u64;
        let encounter = (pair % encounters) as usize;
        let index = (pair / encounters % self.leagues.len() as u64) as usize;
        let round = pair / encounters / self.leagues.len() as u64;
        let (league, openings) = &self.leagues[index];
        let (one, other) = self.encounters[encounter];
        let engines = match is_second {
            false => ByColor {
                black: one,
                white: other,
            },
            true => ByColor {
                black: other,
                white: one,
            },
        };
        Pairing {
            number,
            league: league.clone(),
            opening: self.opening(openings, league, index as u64, round),
            engines,
        }
    }

    /// Every shard goes round its own openings: those at its place modulo the number of shards.
    fn opening(
        &self,
        openings: &[Vec<Point>],
        league: &League,
        league_index: u64,
        round: u64,
    ) -> Vec<Point> {
        let (shard, shards) = (round % self.shard.count, self.shard.count);
        let own = (openings.len() as u64 - shard.min(openings.len() as u64)).div_ceil(shards);
        let index = round / shards % own.max(1) * shards + shard;
        // Without a book there is one opening, for all shards: the empty board.
        let opening = &openings[index as usize % openings.len()];
        if !self.transform {
            return opening.clone();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        rng = Xoshiro256PlusPlus::seed_from_u64(rng.random::<u64>() ^ (league_index << 40) ^ round);
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let symmetry = symmetries[rng.random_range(0..symmetries.len())];
        let turn = |&point: &Point| symmetry.apply(point, league.size);
        opening.iter().map(turn).collect()
    }

    fn games_of_round(&self) -> u64 {
        2 * (self.leagues.len() * self.encounters.len()) as u64
    }
}

fn ordered(mut openings: Vec<Vec<Point>>, plan: &Plan) -> Vec<Vec<Point>> {
    if plan.order == Order::Random {
        openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(plan.seed));
    }
    let start = plan.start.saturating_sub(1) % openings.len().max(1);
    openings.rotate_left(start);
    openings
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;
    use crate::arena::Shard;
    use std::collections::HashSet;

    fn games(plan: &Plan) -> Vec<Pairing> {
        let schedule = Schedule::new(plan).unwrap();
        let games: Vec<Pairing> = schedule.numbers().map(|n| schedule.pairing(n)).collect();
        assert_eq!(games.len() as u64, schedule.games());
        assert!(games.iter().all(|game| schedule.holds(game.number)));
        games
    }

    #[test]
    fn the_same_seed_gives_the_same_pairs() {
        let with_seed = |seed| {
            games(&Plan {
                seed,
                pairs: 9,
                ..plan(3)
            })
        };
        assert_eq!(with_seed(1), with_seed(1));
        assert_ne!(with_seed(1), with_seed(2));
        let games = with_seed(3);
        assert_eq!(games.len(), 9 * 2 * 3 * 2);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].engines.black, pair[1].engines.white);
            assert_eq!(pair[0].engines.white, pair[1].engines.black);
        }
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_rest() {
        let plan = Plan {
            kind: Kind::Gauntlet,
            ..plan(4)
        };
        let games = games(&plan);
        assert_eq!(games.len(), 3 * 2 * 2 * 4);
        let has_first = |game: &Pairing| game.engines.black == 0 || game.engines.white == 0;
        assert!(games.iter().all(has_first));
    }

    #[test]
    fn shards_share_no_game_and_no_opening() {
        let whole = Plan {
            pairs: 700,
            transform: false,
            ..plan(2)
        };
        let mut openings_seen: HashSet<(String, Vec<Point>)> = HashSet::new();
        let mut numbers = HashSet::new();
        for index in 1..=3 {
            let shard = Shard { index, count: 3 };
            let games = games(&Plan {
                shard,
                ..whole.clone()
            });
            let own: HashSet<_> = games
                .iter()
                .map(|g| (g.league.name.clone(), g.opening.clone()))
                .collect();
            assert!(openings_seen.is_disjoint(&own));
            openings_seen.extend(own);
            assert!(games.iter().all(|game| numbers.insert(game.number)));
        }
        assert_eq!(numbers.len() as u64, Schedule::new(&whole).unwrap().games());
    }

    #[test]
    fn openings_in_order_begin_where_told() {
        let plan = Plan {
            order: Order::Sequential,
            start: 3,
            transform: false,
            ..plan(2)
        };
        let openings = plan.leagues[0].read_openings().unwrap();
        assert_eq!(games(&plan)[0].opening, openings[2]);
    }
}
