//! Levels for people: weaker play than the engine's best, answered at once.
//!
//! The lowest levels look one ply ahead: each point near the stones is worth what its four lines would be,
//! for its own color and for the opponent's; now and then they play anywhere. Higher ones search more and
//! more often, and more and more nodes. Neither book nor threat searches help them.

use super::rating::End;
use super::{Decision, Engine, Listen, Turn, Why};
use crate::board::{Cell, Color, Direction, Point, split_mix};
use crate::pattern::Shape;
use crate::position::Position;
use crate::time::Limits;

/// The highest level: the engine's best.
pub const FULL_STRENGTH: u32 = 100;

/// How a level plays.
#[derive(Clone, Copy)]
struct Mixture {
    /// Of a thousand moves that look one ply ahead, so many go anywhere.
    blunders: u64,
    /// Of a thousand moves, so many are searched.
    searched: u64,
    /// Moves played in a search.
    nodes: u64,
}

const fn mixture(blunders: u64, searched: u64, nodes: u64) -> Mixture {
    Mixture {
        blunders,
        searched,
        nodes,
    }
}

/// Each tenth level; those between are between them.
const TENTHS: [Mixture; 11] = [
    mixture(300, 0, 100),
    mixture(170, 0, 100),
    mixture(90, 0, 100),
    mixture(35, 0, 100),
    mixture(0, 0, 100),
    mixture(0, 180, 150),
    mixture(0, 1000, 500),
    mixture(0, 1000, 1_800),
    mixture(0, 1000, 7_000),
    mixture(0, 1000, 80_000),
    mixture(0, 1000, 240_000),
];

impl Mixture {
    /// That of a level below [`FULL_STRENGTH`].
    fn of(level: u32) -> Mixture {
        let (tenth, part) = ((level / 10) as usize, level as u64 % 10);
        let (low, high) = (TENTHS[tenth], TENTHS[tenth + 1]);
        let between = |low: u64, high: u64| (low * (10 - part) + high * part) / 10;
        Mixture {
            blunders: between(low.blunders, high.blunders),
            searched: between(low.searched, high.searched),
            nodes: between(low.nodes, high.nodes),
        }
    }
}

/// How near to a stone the points are that are looked at.
const NEAR: usize = 2;
/// What a stone is worth on a line, by the shape that it makes there.
const FIVE: i64 = 99_999;
const STRAIGHT_FOUR: i64 = 7_000;
const FOUR: i64 = 4_000;
const BROKEN_FOUR: i64 = 2_000;
const THREE: i64 = 3_000;
const BLOCKED_THREE: i64 = 1_500;
const BROKEN_BLOCKED_THREE: i64 = 800;
const TWO: i64 = 200;
/// An attack is worth so many hundredths of what it is worth to stop one.
const ATTACK_PERCENT: i64 = 110;
/// The worth of a point varies by so many hundredths, and by so much for every point.
const NOISE_PERCENT: u64 = 3;
const NOISE: u64 = 30;

/// Random numbers of one turn.
struct Dice(u64);

impl Dice {
    /// Below a bound.
    fn roll(&mut self, bound: u64) -> u64 {
        self.0 = split_mix(self.0);
        self.0 % bound.max(1)
    }
}

impl Engine {
    /// Plays at a level from now on, up to [`FULL_STRENGTH`].
    pub fn set_level(&mut self, level: u32) {
        self.level = level.min(FULL_STRENGTH);
    }

    /// Chooses a move at the engine's level; `None` where no point is empty, or every one is excluded.
    pub(super) fn choose_at_level(&mut self, turn: &Turn, listen: Listen) -> Option<Decision> {
        let mixture = Mixture::of(self.level);
        let mut dice = Dice(self.seed ^ turn.position.key());
        let found = if dice.roll(1000) < mixture.searched {
            let limits = Limits {
                nodes: Some(mixture.nodes),
                ..*turn.limits
            };
            let end = End::at(u64::MAX);
            let verdict = self.search_until(turn, turn.position, limits, end, listen);
            verdict.point.map(|point| (point, Why::Search))
        } else {
            let anywhere = dice.roll(1000) < mixture.blunders;
            self.one_ply(turn.position, anywhere, &mut dice)
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

    /// The legal point near the stones that is worth most, or any of them; on the empty board the middle.
    fn one_ply(&self, position: &Position, anywhere: bool, dice: &mut Dice) -> Option<Point> {
        let board = position.board();
        if board.stones() == 0 {
            return Some(board.size().centre()).filter(|&centre| board.is_empty(centre));
        }
        let is_near = |point: Point| {
            let mut stones = board.history().iter();
            stones.any(|(stone, _)| stone.distance(point) <= NEAR)
        };
        let turn = position.turn();
        let mut rated: Vec<(i64, Point)> = board
            .empty_points()
            .filter(|&point| is_near(point) && !self.excluded.contains(&point))
            .map(|point| {
                let attack = worth(position, point, turn) * ATTACK_PERCENT / 100;
                let whole = if anywhere {
                    0
                } else {
                    attack + worth(position, point, !turn)
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

/// What a color's stone at an empty point would be worth, its four lines added up.
fn worth(position: &Position, point: Point, color: Color) -> i64 {
    let of_line = |direction| match position.patterns().shape(point, direction, color) {
        Shape::Five => FIVE,
        Shape::StraightFour | Shape::DoubleFour => STRAIGHT_FOUR,
        Shape::Four if run(position, point, direction, color) == 4 => FOUR,
        Shape::Four => BROKEN_FOUR,
        Shape::Three | Shape::BroadThree => THREE,
        Shape::BlockedThree if run(position, point, direction, color) == 3 => BLOCKED_THREE,
        Shape::BlockedThree => BROKEN_BLOCKED_THREE,
        Shape::Two | Shape::BroadTwo => TWO,
        Shape::Dead | Shape::BlockedOne | Shape::One | Shape::BlockedTwo | Shape::Overline => 0,
    };
    Direction::ALL.into_iter().map(of_line).sum()
}

/// The stones without a gap that there would be with a color's stone at a point.
fn run(position: &Position, point: Point, direction: Direction, color: Color) -> usize {
    let board = position.board();
    let beside = |step: i32| {
        let points = (1..5).map(move |steps| board.size().step(point, direction, step * steps));
        let own =
            |point: &Option<Point>| point.is_some_and(|p| board.cell(p) == Cell::Stone(color));
        points.take_while(own).count()
    };
    1 + beside(1) + beside(-1)
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
    fn a_weak_level_sees_one_ply() {
        for (moves, best) in [
            ("", "h8"),
            ("h8 a1 i8 a3 j8 c1 k8 g8", "l8"),
            ("h8 a1 i8 a3 j8 c1 k8", "g8 l8"),
        ] {
            let decision = choose(40, Rule::Freestyle, moves);
            assert_eq!(decision.why, Why::OnePly);
            let best = parse_points(best, Size::FIFTEEN).unwrap();
            assert!(best.contains(&decision.point), "{moves}: {decision:?}");
        }
    }

    #[test]
    fn higher_levels_search() {
        let position = "h8 i9 g9 i7 i8";
        assert_eq!(choose(60, Rule::Freestyle, position).why, Why::Search);
        assert_eq!(choose(99, Rule::Renju, position).why, Why::Search);
    }

    #[test]
    fn no_level_makes_more_of_itself_than_the_next() {
        let levels: Vec<Mixture> = (0..FULL_STRENGTH).map(Mixture::of).collect();
        assert!(levels.is_sorted_by_key(|m| (u64::MAX - m.blunders, m.searched, m.nodes)));
    }

    #[test]
    fn the_worth_of_lines_adds_up() {
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&parse_points("h8 a1 i8 a3 g9 c1 g10 e1", Size::FIFTEEN).unwrap());
        let g8 = parse_points("g8", Size::FIFTEEN).unwrap()[0];
        assert_eq!(worth(&position, g8, Color::Black), 6_000);
        let broken = parse_points("d1", Size::FIFTEEN).unwrap()[0];
        assert_eq!(worth(&position, broken, Color::White), 2_000);
    }
}
