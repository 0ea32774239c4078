//! The complete answers to a threat: every point that stops it, by the lines themselves.

use crate::board::{Color, Direction, Point, PointSet};
use crate::pattern::{PatternMap, PointClass, Shape};

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
    let mut answers = straight_four_defences(patterns, !defender);
    for class in PointClass::FOURS.into_iter().chain([PointClass::Foul]) {
        answers |= *patterns.points(class, defender);
    }
    answers
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
    for steps in (-patterns.reach()..=patterns.reach()).filter(|&steps| steps != 0) {
        let reply = point.along(direction, steps);
        if patterns.empty().contains(reply)
            && is_enough(patterns.shape_with(point, direction, attacker, (steps, !attacker)))
        {
            stops.insert(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Size};
    use crate::pattern::NoObserver;
    use crate::rule::Rule;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// On random boards of all rules: the sets hold exactly the replies that stop the threat.
    #[test]
    fn defences_are_complete_and_exact() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut fives, mut straight_fours) = (0, 0);
        for round in 0..4000 {
            let rule = Rule::ALL[round % 5];
            let mut board = Board::new(Size::new(11).unwrap());
            for _ in 0..rng.random_range(8..34) {
                let (x, y) = (rng.random_range(0..9), rng.random_range(0..9));
                let color = Color::ALL[rng.random_range(0..2)];
                match board.size().point(x, y) {
                    Some(point) if board.is_empty(point) => board.put(point, color),
                    _ => {}
                }
            }
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
                        map.play(reply, !attacker, &mut NoObserver);
                        let stopped = map.count(class, attacker) == 0;
                        map.undo(&mut NoObserver);
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
