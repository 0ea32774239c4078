//! Play at adjustable strength.
//!
//! The lowest levels choose by one-ply ratings, with random moves among them; higher ones search more often and more
//! nodes. They use neither the solved book nor VCF and VCT at the root.

use super::decision::{Decision, Why};
use super::engine::Engine;
use super::listener::Listener;
use super::one_ply::one_ply_rating;
use super::rating::End;
use super::strength::{FULL_STRENGTH, Mixture};
use super::turn::Turn;
use crate::board::{Point, split_mix};
use crate::position::Position;
use crate::time::Limits;

/// The greatest distance of a candidate from a stone, for one-ply moves.
const CANDIDATE_DISTANCE: usize = 2;
/// What an attack is rated, in percent of what stopping the same attack is.
const ATTACK_PERCENT: i64 = 110;
/// Random noise of a rating, in percent of it, and in units for every point.
const NOISE_PERCENT: u64 = 3;
const NOISE: u64 = 30;

/// The random numbers of one turn.
struct Dice(u64);

impl Dice {
    /// Below a bound.
    fn roll(&mut self, bound: u64) -> u64 {
        self.0 = split_mix(self.0);
        self.0 % bound.max(1)
    }
}

impl Engine {
    /// Sets the strength level, from 0 up to [`FULL_STRENGTH`].
    pub fn set_level(&mut self, level: u32) {
        self.level = level.min(FULL_STRENGTH);
    }

    /// Chooses a move at the strength level; `None` where no point is empty, or all are excluded.
    pub(super) fn choose_at_level(&mut self, turn: &Turn, listener: Listener) -> Option<Decision> {
        let mixture = Mixture::of(self.level);
        let mut dice = Dice(self.seed ^ turn.position.key());
        let found = if dice.roll(1000) < mixture.searched {
            let limits = Limits {
                nodes: Some(mixture.nodes),
                ..*turn.limits
            };
            let end = End::at(u64::MAX);
            let verdict = self.search_until(turn, turn.position, limits, end, listener);
            verdict.point.map(|point| (point, Why::Search))
        } else {
            let is_random = dice.roll(1000) < mixture.blunders;
            self.one_ply(turn.position, is_random, &mut dice)
                .map(|point| (point, Why::OnePly))
        };
        let fallback = || {
            let point = turn.position.clone().plausible_move_but(&self.excluded)?;
            Some((point, Why::Fallback))
        };
        let (point, why) = found
            .filter(|(point, _)| !self.excluded.contains(point))
            .or_else(fallback)?;
        Some(Decision {
            point,
            why,
            progress: None,
        })
    }

    /// The legal candidate with the best one-ply rating, or a random one; on the empty board the centre.
    fn one_ply(&self, position: &Position, is_random: bool, dice: &mut Dice) -> Option<Point> {
        let board = position.board();
        if board.stones() == 0 {
            return Some(board.size().centre()).filter(|&centre| board.is_empty(centre));
        }
        let is_near = |point: Point| {
            let mut stones = board.history().iter();
            stones.any(|(stone, _)| stone.distance(point) <= CANDIDATE_DISTANCE)
        };
        let turn = position.turn();
        let mut rated: Vec<(i64, Point)> = board
            .empty_points()
            .filter(|&point| is_near(point) && !self.excluded.contains(&point))
            .map(|point| {
                let attack = one_ply_rating(position, point, turn) * ATTACK_PERCENT / 100;
                let whole = if is_random {
                    0
                } else {
                    attack + one_ply_rating(position, point, !turn)
                };
                let noise = dice.roll(whole as u64 * NOISE_PERCENT / 100 + NOISE);
                (whole + noise as i64, point)
            })
            .collect();
        rated.sort_unstable_by(|a, b| b.cmp(a));
        let mut position = position.clone();
        let mut best = rated.into_iter().map(|(_, point)| point);
        best.find(|&point| !position.is_forbidden(point, turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::engine::Resources;
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;

    fn choose(level: u32, rule: Rule, moves: &str) -> Decision {
        let mut position = Position::empty(rule, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        let mut engine = Engine::new(Resources::single(1 << 20));
        engine.set_level(level);
        on_turn(&position, &Limits::default(), |turn| {
            engine.choose(turn, &mut |_, _| {}).unwrap()
        })
    }

    #[test]
    fn a_one_ply_move_is_the_best_by_its_shapes() {
        let engine = Engine::new(Resources::single(1 << 20));
        for (moves, best) in [
            ("", "h8"),
            ("h8 a1 i8 a3 j8 c1 k8 g8", "l8"),
            ("h8 a1 i8 a3 j8 c1 k8", "g8 l8"),
        ] {
            let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
            position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
            let chosen = engine.one_ply(&position, false, &mut Dice(1)).unwrap();
            let best = parse_points(best, Size::FIFTEEN).unwrap();
            assert!(best.contains(&chosen), "{moves}: {chosen:?}");
        }
    }

    #[test]
    fn the_lowest_level_does_not_search() {
        let decision = choose(0, Rule::Freestyle, "h8 i9 g9");
        assert_eq!(decision.why, Why::OnePly);
    }

    #[test]
    fn levels_that_search_play_a_five() {
        let four = "h8 a1 i8 a3 j8 c1 k8 g8";
        let both_have_fours = "h8 e1 i8 f1 j8 g1 k8 h1 a15 l8";
        for (moves, five) in [(four, "l8"), (both_have_fours, "g8")] {
            let five = parse_points(five, Size::FIFTEEN).unwrap()[0];
            for level in [60, 80, 99] {
                let decision = choose(level, Rule::Standard, moves);
                let expected = (five, Why::Search);
                assert_eq!((decision.point, decision.why), expected, "{level}: {moves}");
            }
        }
    }

    #[test]
    fn higher_levels_search() {
        let position = "h8 i9 g9 i7 i8";
        assert_eq!(choose(60, Rule::Freestyle, position).why, Why::Search);
        assert_eq!(choose(99, Rule::Renju, position).why, Why::Search);
    }
}
