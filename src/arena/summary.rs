//! The totals of a run's games.

use super::end_reason::{EndReason, Warning};
use super::game_record::{GameRecord, TimeUse};
use super::stats::{Pentanomial, Rating, ratings};
use crate::board::Color;
use std::collections::{BTreeMap, HashMap};

/// The results of two engines in a league, from the side of the engine with the lower number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encounter {
    /// Whole pairs.
    pub pairs: Pentanomial,
    /// Pairs at one point that had a winner in each game; the others at one point are two draws.
    pub split_pairs: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games won by black.
    pub black_wins: u64,
    /// Games won by white.
    pub white_wins: u64,
    /// Stones of all games, openings included.
    pub stones: u64,
    /// First games of pairs that wait for their second: half points by pair.
    waiting: HashMap<u64, usize>,
}

impl Encounter {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn count(&mut self, game: &GameRecord) {
        let is_black = game.black.engine < game.white.engine;
        let of_black = game.result.half_points_of_black();
        let half_points = if is_black { of_black } else { 2 - of_black };
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.black_wins += (game.winner() == Some(Color::Black)) as u64;
        self.white_wins += (game.winner() == Some(Color::White)) as u64;
        self.stones += game.moves.split_whitespace().count() as u64;
        match self.waiting.remove(&(game.game / 2)) {
            Some(other) => {
                self.pairs.count(half_points + other);
                self.split_pairs += (half_points + other == 2 && half_points != 1) as u64;
            }
            None => {
                self.waiting.insert(game.game / 2, half_points);
            }
        }
    }

    /// Adds another's games. Incomplete pairs of the two are not joined.
    pub fn add(&mut self, other: &Encounter) {
        self.pairs += other.pairs;
        self.split_pairs += other.split_pairs;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.stones += other.stones;
    }
}

/// The totals of an engine over all its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineTally {
    /// Games.
    pub games: u64,
    /// Its moves' time.
    pub time: TimeUse,
    /// The time of all its moves, in microseconds.
    pub us: u64,
    /// Moves that `us` is the sum of.
    pub timed_moves: u64,
    /// Nodes that it reported.
    pub nodes: u64,
    /// Moves that `nodes` is the sum of.
    pub node_moves: u64,
    /// How its games were lost by its own fault.
    pub faults: BTreeMap<EndReason, u64>,
    /// For each fault its first game, counted from 0, and the detail of that.
    pub first_faults: BTreeMap<EndReason, (u64, String)>,
    /// The number of each warning.
    pub warnings: BTreeMap<Warning, u64>,
}

/// The totals of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// By league and by the numbers of both engines, the lower one first.
    pub encounters: BTreeMap<(String, usize, usize), Encounter>,
    /// By the engines' numbers.
    pub engines: Vec<EngineTally>,
    /// How all games ended.
    pub reasons: BTreeMap<EndReason, u64>,
}

impl Summary {
    /// Counts a game.
    pub fn count(&mut self, game: &GameRecord) {
        let (black, white) = (game.black.engine, game.white.engine);
        let engines = self.engines.len().max(black.max(white) + 1);
        self.engines.resize_with(engines, EngineTally::default);
        let key = (game.league.clone(), black.min(white), black.max(white));
        self.encounters.entry(key).or_default().count(game);
        *self.reasons.entry(game.reason).or_default() += 1;
        for color in Color::ALL {
            let side = game.side(color);
            let tally = &mut self.engines[side.engine];
            tally.games += 1;
            tally.time.add(&side.time);
            for &warning in &side.warnings {
                *tally.warnings.entry(warning).or_default() += 1;
            }
            if game.reason.is_fault() && game.winner() == Some(!color) {
                *tally.faults.entry(game.reason).or_default() += 1;
                let first = tally.first_faults.entry(game.reason);
                let first = first.or_insert_with(|| (game.game, game.detail.clone()));
                if game.game < first.0 {
                    *first = (game.game, game.detail.clone());
                }
            }
        }
        for (number, &us) in game.us.iter().enumerate() {
            let color = Color::ALL[(game.opening + number) % 2];
            let tally = &mut self.engines[game.side(color).engine];
            tally.us += us;
            tally.timed_moves += 1;
            if let Some(nodes) = game.nodes.get(number).copied().flatten() {
                tally.nodes = tally.nodes.saturating_add(nodes);
                tally.node_moves += 1;
            }
        }
    }

    /// The totals of an engine.
    pub fn engine(&self, number: usize) -> EngineTally {
        self.engines.get(number).cloned().unwrap_or_default()
    }

    /// Drops incomplete pairs: the next game is of another run.
    pub fn end_run(&mut self) {
        for encounter in self.encounters.values_mut() {
            encounter.waiting.clear();
        }
    }

    /// The results of two engines in all leagues, from the side of the engine with the lower number.
    pub fn between(&self, one: usize, other: usize) -> Encounter {
        self.sum(|_, first, second| (first, second) == (one, other))
    }

    /// The sum of the encounters that match.
    pub fn sum(&self, is_meant: impl Fn(&str, usize, usize) -> bool) -> Encounter {
        let mut sum = Encounter::default();
        for ((league, one, other), encounter) in &self.encounters {
            if is_meant(league, *one, *other) {
                sum.add(encounter);
            }
        }
        sum
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Games lost by a fault.
    pub fn faults(&self) -> u64 {
        let faults = self.reasons.iter().filter(|(reason, _)| reason.is_fault());
        faults.map(|(_, count)| count).sum()
    }

    /// Warnings of all engines.
    pub fn warnings(&self) -> u64 {
        self.engines
            .iter()
            .flat_map(|engine| engine.warnings.values())
            .sum()
    }

    /// Both engines' time together.
    pub fn time(&self) -> TimeUse {
        let mut time = TimeUse::default();
        self.engines
            .iter()
            .for_each(|engine| time.add(&engine.time));
        time
    }

    /// Whether a move passed its limit by more than `most_ms` milliseconds, a game was lost by time, or the engines used
    /// less than the share `least_use` of their turns for moves that are neither forced nor proven.
    pub fn misuses_time(&self, most_ms: u64, least_use: f64) -> bool {
        let time = self.time();
        let mut reasons = self.reasons.keys();
        time.worst_over_us > most_ms.saturating_mul(1000)
            || time.free_moves > 0 && time.free_share / (time.free_moves as f64) < least_use
            || reasons.any(|reason| reason.psq_code() == 2)
    }

    /// The ratings of `engines` engines on one scale; an engine without a game has mean strength.
    pub fn ratings(&self, engines: usize) -> Vec<Rating> {
        let mut points = vec![vec![0.0; engines]; engines];
        for ((_, one, other), encounter) in &self.encounters {
            points[*one][*other] += encounter.wins as f64 + encounter.draws as f64 / 2.0;
            points[*other][*one] += encounter.losses as f64 + encounter.draws as f64 / 2.0;
        }
        ratings(&points)
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_log::tests::record;
    use super::super::game_record::GameResult::{BlackWins, Draw, WhiteWins};
    use super::*;

    #[test]
    fn pairs_are_put_together_in_any_order() {
        // Engine 0 is black in even games: 2 points, 1 of two wins, 1 of two draws, and one alone.
        let games = [
            record(3, BlackWins),
            record(0, BlackWins),
            record(5, Draw),
            record(1, WhiteWins),
            record(2, BlackWins),
            record(4, Draw),
            record(6, WhiteWins),
        ];
        let mut summary = Summary::default();
        games.iter().for_each(|game| summary.count(game));
        let encounter = summary.between(0, 1);
        assert_eq!(encounter.pairs, Pentanomial([0, 0, 2, 0, 1]));
        assert_eq!(encounter.split_pairs, 1);
        assert_eq!(
            (encounter.wins, encounter.draws, encounter.losses),
            (3, 2, 2)
        );
        assert_eq!((encounter.black_wins, encounter.white_wins), (3, 2));
        assert_eq!((summary.games(), summary.faults()), (7, 0));
        // One stone of opening, so the second move is black's again.
        let first = &summary.engines[0];
        assert_eq!(
            (first.games, first.timed_moves, first.node_moves),
            (7, 7, 3)
        );
        assert!(!summary.misuses_time(u64::MAX, 0.0));
        let ratings = summary.ratings(2);
        assert!(ratings[0].elo > 0.0 && (ratings[0].elo + ratings[1].elo).abs() < 1e-9);
    }
}
