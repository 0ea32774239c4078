//! The set of standing threats: the input of the evaluation that is not a sum over points.

use crate::board::Color;
use crate::pattern::{PatternMap, PointClass};

/// The number of sets of standing threats.
pub const THREAT_SETS: usize = 256;

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
