//! The complete answers to a threat: every point that stops it, by the lines themselves.

use crate::board::{Color, Direction, Point, PointSet};
use crate::pattern::{PatternMap, PointClass, Shape};
use crate::position::Position;

/// Plies from a straight four to its five.
pub(super) const STRAIGHT_FOUR: usize = 3;

/// A five or a straight four that the side that has just moved threatens.
pub struct StandingThreat {
    /// The moves that do not lose to it at once, forbidden ones included.
    pub answers: PointSet,
    /// From its first move to its five.
    pub plies: usize,
}

/// The threat that the side to move has to answer; none if there is none, or if it makes five itself.
#[inline]
pub fn standing_threat(position: &Position) -> Option<StandingThreat> {
    let (attacker, defender) = (!position.turn(), position.turn());
    let patterns = position.patterns();
    if patterns.count(PointClass::Five, defender) > 0 {
        return None;
    }
    let (answers, plies) = if patterns.count(PointClass::Five, attacker) > 0 {
        (five_defences(patterns, attacker), 1)
    } else if patterns.count(PointClass::StraightFour, attacker) > 0 {
        (straight_four_answers(patterns, defender), STRAIGHT_FOUR)
    } else {
        return None;
    };
    Some(StandingThreat { answers, plies })
}

/// The points at which a stone stops all fives that `attacker` threatens; forbidden ones included.
///
/// Usually the one point that makes five. Where a five blocked at both ends does not win, also the
/// point that blocks its other end. Empty when no single stone stops them.
pub fn five_defences(patterns: &PatternMap, attacker: Color) -> PointSet {
    let fives = patterns.points(PointClass::Five, attacker);
    if patterns.blocked_five_wins() {
        let is_one = patterns.count(PointClass::Five, attacker) == 1;
        return if is_one { *fives } else { PointSet::EMPTY };
    }
    intersect(patterns, fives, |five| {
        let mut stops = PointSet::EMPTY;
        stops.insert(five);
        let lines = || {
            let is_five = |d: &Direction| patterns.shape(five, *d, attacker) == Shape::Five;
            Direction::ALL.into_iter().filter(is_five)
        };
        if lines().count() == 1 {
            lines().for_each(|direction| {
                weakenings(patterns, five, direction, attacker, &mut stops, |s| {
                    s != Shape::Five
                });
            });
        }
        stops
    })
}

/// The points at which a stone leaves `attacker` without a straight four or double four to make next
/// move, fours of the defender's own aside. Empty when no single stone does.
pub fn straight_four_defences(patterns: &PatternMap, attacker: Color) -> PointSet {
    let threats = patterns.points(PointClass::StraightFour, attacker);
    intersect(patterns, threats, |point| {
        let shapes = Direction::ALL.map(|d| patterns.shape(point, d, attacker));
        let is_straight = |s: Shape| matches!(s, Shape::StraightFour | Shape::DoubleFour);
        let straights = shapes.iter().filter(|&&s| is_straight(s)).count();
        let fours = shapes.iter().filter(|s| s.is_four()).count();
        let mut stops = PointSet::EMPTY;
        stops.insert(point);
        for (direction, shape) in Direction::ALL.into_iter().zip(shapes) {
            let other_straights = straights - is_straight(shape) as usize;
            let other_fours = fours - shape.is_four() as usize;
            if !shape.is_four() || other_straights > 0 || other_fours > 1 {
                continue;
            }
            weakenings(patterns, point, direction, attacker, &mut stops, |new| {
                !(is_straight(new) || new.is_four() && other_fours > 0)
            });
        }
        stops
    })
}

/// The moves of `defender` that do not lose at once to the straight four that its opponent threatens:
/// the points that stop it, and own fours, those included that may be forbidden.
pub fn straight_four_answers(patterns: &PatternMap, defender: Color) -> PointSet {
    straight_four_defences(patterns, !defender) | fours(patterns, defender)
}

/// The points at which a color makes a four, those included that may be forbidden.
fn fours(patterns: &PatternMap, color: Color) -> PointSet {
    let classes = PointClass::FOURS.into_iter().chain([PointClass::Foul]);
    classes.fold(PointSet::EMPTY, |all, class| {
        all | *patterns.points(class, color)
    })
}

/// Whether `attacker`, whose threes cannot be forbidden and whose opponent threatens no five, wins in five plies by a
/// four and a three, if it is its turn.
pub fn wins_by_four_three(patterns: &PatternMap, attacker: Color) -> bool {
    let points = patterns.points(PointClass::FourThree, attacker);
    (points.iter()).any(|point| vain_block(patterns, point, attacker).is_some())
}

/// All moves of `defender`, who has no five, that may not lose in six plies to a four and a three that its opponent,
/// whose threes cannot be forbidden, threatens to make; those included that may be forbidden. `None` where no such
/// threat is a win.
pub fn four_three_answers(patterns: &PatternMap, defender: Color) -> Option<PointSet> {
    let threats = patterns.points(PointClass::FourThree, !defender).iter();
    let answers = threats.filter_map(|point| {
        let block = vain_block(patterns, point, !defender)?;
        Some(hindrances(patterns, point, block, defender))
    });
    let common = answers.reduce(|all, these| all & these)?;
    Some(common | fours(patterns, defender))
}

/// The one point that stops the four of a four and a three, where it makes no four of the defender's: the three wins
/// then.
fn vain_block(patterns: &PatternMap, point: Point, attacker: Color) -> Option<Point> {
    let is_four = |d: &Direction| patterns.shape(point, *d, attacker).is_four();
    let line = Direction::ALL.into_iter().find(is_four)?;
    let mut fives = steps(patterns, point, line).filter(|&(steps, five)| {
        patterns.shape_with(five, line, attacker, (-steps, attacker)) == Shape::Five
    });
    let (_, block) = fives.next().filter(|_| patterns.blocked_five_wins())?;
    let makes_four = |d: Direction| patterns.shape(block, d, !attacker) >= Shape::Four;
    let is_vain = fives.next().is_none() && !Direction::ALL.into_iter().any(makes_four);
    is_vain.then_some(block)
}

/// The points at which a stone of the defender's bears on a four and a three, or lets the block make a four.
fn hindrances(patterns: &PatternMap, point: Point, block: Point, defender: Color) -> PointSet {
    let mut all = PointSet::EMPTY;
    all.insert(point);
    for direction in Direction::ALL {
        let shape = patterns.shape(point, direction, !defender);
        if shape.is_four() || shape.is_three() {
            steps(patterns, point, direction).for_each(|(_, cell)| all.insert(cell));
        }
        for (steps, cell) in steps(patterns, block, direction) {
            let with = patterns.shape_with(block, direction, defender, (steps, defender));
            if with >= Shape::Four {
                all.insert(cell);
            }
        }
    }
    all
}

/// The empty cells of a line that bear on a point's shape, by their steps from it.
fn steps(
    patterns: &PatternMap,
    point: Point,
    direction: Direction,
) -> impl Iterator<Item = (i32, Point)> {
    let all = (-patterns.reach()..=patterns.reach()).filter(|&steps| steps != 0);
    all.map(move |steps| (steps, point.along(direction, steps)))
        .filter(|&(_, cell)| patterns.empty().contains(cell))
}

fn intersect(
    patterns: &PatternMap,
    threats: &PointSet,
    stops: impl Fn(Point) -> PointSet,
) -> PointSet {
    let mut all: Option<PointSet> = None;
    for threat in threats {
        let these = stops(threat);
        all = Some(all.map_or(these, |sum| sum & these));
    }
    all.unwrap_or_default() & *patterns.empty()
}

/// Adds the empty cells of a line at which a defender's stone weakens the shape at `point` enough.
fn weakenings(
    patterns: &PatternMap,
    point: Point,
    direction: Direction,
    attacker: Color,
    stops: &mut PointSet,
    is_enough: impl Fn(Shape) -> bool,
) {
    for (steps, reply) in steps(patterns, point, direction) {
        if is_enough(patterns.shape_with(point, direction, attacker, (steps, !attacker))) {
            stops.insert(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Size};
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::threat::{ThreatResult, Vcf};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random_board(rng: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(Size::new(11).unwrap());
        for _ in 0..rng.random_range(8..34) {
            let (x, y) = (rng.random_range(0..9), rng.random_range(0..9));
            let color = Color::ALL[rng.random_range(0..2)];
            match board.size().point(x, y) {
                Some(point) if board.is_empty(point) => board.put(point, color),
                _ => {}
            }
        }
        board
    }

    /// On random boards of all rules: after any other move the attacker has a VCF within five plies.
    #[test]
    fn answers_to_a_four_and_a_three_are_complete() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut refuted = 0;
        for round in 0..4000 {
            let rule = Rule::ALL[round % 5];
            let board = random_board(&mut rng);
            for defender in Color::ALL {
                let mut position = Position::from_board(rule, board.clone(), defender);
                let patterns = position.patterns();
                let is_quiet = Color::ALL
                    .into_iter()
                    .all(|color| patterns.count(PointClass::Five, color) == 0);
                let Some(answers) = four_three_answers(patterns, defender) else {
                    continue;
                };
                if !is_quiet || position.may_be_forbidden(!defender) {
                    continue;
                }
                for reply in board.empty_points() {
                    if answers.contains(reply) || position.is_forbidden(reply, defender) {
                        continue;
                    }
                    position.play(reply);
                    let win = Vcf::new(10).search_within(&mut position, Some(5), 10_000);
                    assert!(
                        matches!(win, ThreatResult::Win(_)),
                        "{rule} {reply}\n{board}"
                    );
                    position.undo();
                    refuted += 1;
                }
            }
        }
        assert!(refuted > 10_000, "{refuted}");
    }

    /// On random boards of all rules: the sets hold exactly the replies that stop the threat.
    #[test]
    fn defences_are_complete_and_exact() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut fives, mut straight_fours) = (0, 0);
        for round in 0..4000 {
            let rule = Rule::ALL[round % 5];
            let board = random_board(&mut rng);
            let mut map = PatternMap::new(rule, &board);
            for attacker in Color::ALL {
                for (class, stops) in [
                    (PointClass::Five, five_defences(&map, attacker)),
                    (
                        PointClass::StraightFour,
                        straight_four_defences(&map, attacker),
                    ),
                ] {
                    if map.count(class, attacker) == 0 {
                        assert!(stops.is_empty());
                        continue;
                    }
                    match class {
                        PointClass::Five => fives += 1,
                        _ => straight_fours += 1,
                    }
                    for reply in board.empty_points() {
                        map.play(reply, !attacker);
                        let stopped = map.count(class, attacker) == 0;
                        map.undo();
                        let expected = stops.contains(reply);
                        assert_eq!(stopped, expected, "{rule} {class:?} at {reply}\n{board}");
                    }
                }
            }
        }
        assert!(
            fives > 300 && straight_fours > 1000,
            "{fives} {straight_fours}"
        );
    }
}
