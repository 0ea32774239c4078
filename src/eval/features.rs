//! What the classical evaluation sees of a position: counts of shapes and classes, and which threats
//! stand. The fit of the weights reads the same (`tengen datagen`).

use crate::board::Color;
use crate::pattern::{PatternMap, PointClass, Shape};

/// The number of counts of a color: shapes, then classes.
pub const COUNTS: usize = Shape::COUNT + PointClass::COUNT;
/// The number of sets of standing threats.
pub const THREAT_SETS: usize = 256;

/// The number of [`distance`]s.
pub const DISTANCES: usize = 28;
/// From here on points are far from each other.
const FAR: i32 = 7;

/// How far two points are from each other, as a number: by the greater and the smaller of the distances along
/// rows and columns; 0 where the greater is 7 or more.
pub fn distance(dx: i32, dy: i32) -> usize {
    let (dx, dy) = (dx.abs(), dy.abs());
    let (greater, smaller) = (dx.max(dy), dx.min(dy));
    if greater >= FAR {
        return 0;
    }
    (greater * (greater + 1) / 2 + smaller) as usize
}

/// The counts of one color: every empty point has four shapes and a class.
pub fn counts(patterns: &PatternMap, color: Color) -> [u16; COUNTS] {
    let mut counts = [0; COUNTS];
    for point in patterns.empty() {
        for direction in crate::board::Direction::ALL {
            counts[patterns.shape(point, direction, color) as usize] += 1;
        }
        counts[Shape::COUNT + patterns.class(point, color) as usize] += 1;
    }
    counts
}

/// The set of threats that stand, as bits: of the side to move a four, a four-three, a three and a
/// double three that it can make; of its opponent a straight four, a four-three or four, a three and a
/// double three.
#[inline]
pub fn threat_set(patterns: &PatternMap, turn: Color) -> usize {
    let count = |class, color| patterns.count(class, color);
    let threes = |color| count(PointClass::Three, color) + count(PointClass::ThreePlus, color);
    let bits = [
        patterns.fours(turn),
        count(PointClass::FourThree, turn),
        threes(turn),
        count(PointClass::DoubleThree, turn),
        count(PointClass::StraightFour, !turn),
        count(PointClass::FourThree, !turn),
        threes(!turn),
        count(PointClass::DoubleThree, !turn),
    ];
    bits.iter()
        .rev()
        .fold(0, |set, &count| set << 1 | (count > 0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_numbered_without_a_gap() {
        let near = (0..FAR).flat_map(|dx| (0..FAR).map(move |dy| distance(dx, -dy)));
        let numbers: std::collections::BTreeSet<usize> = near.collect();
        assert_eq!(numbers, (0..DISTANCES).collect());
        assert_eq!((distance(2, -5), distance(-7, 1)), (distance(5, 2), 0));
    }
}
