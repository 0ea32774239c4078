//! The features of an empty point that fitted tables are indexed by: its four shapes, and its class.
//!
//! Evaluation and move ordering give each feature a weight; a point's value is the sum over its features.

use super::pattern_map::PatternMap;
use super::point_class::PointClass;
use super::shape::Shape;
use crate::board::{Color, Direction};
use crate::rule::Rule;

/// The number of features of a color: shapes, then classes.
pub const FEATURES: usize = Shape::COUNT + PointClass::COUNT;

/// Counts each feature of one color over all empty points. Every point has four shapes and a class.
pub fn feature_counts(patterns: &PatternMap, color: Color) -> [u16; FEATURES] {
    let mut counts = [0; FEATURES];
    for point in patterns.empty() {
        for direction in Direction::ALL {
            counts[patterns.shape(point, direction, color) as usize] += 1;
        }
        counts[Shape::COUNT + patterns.class(point, color) as usize] += 1;
    }
    counts
}

/// The class of a color's point with these shapes.
pub fn class_of(rule: Rule, color: Color, shapes: &[Shape; 4]) -> PointClass {
    PointClass::of(*shapes, rule.spec().has_fouls(color))
}

/// Sums up what `weight` gives each of a point's features.
pub fn feature_sum(shapes: &[Shape; 4], class: PointClass, weight: impl Fn(usize) -> i16) -> i16 {
    let of_shapes: i16 = shapes.iter().map(|&shape| weight(shape as usize)).sum();
    of_shapes + weight(Shape::COUNT + class as usize)
}
