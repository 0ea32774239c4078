//! The numbers of the classical evaluation: a table per rule and color over pattern codes.
//!
//! For now the tables are filled from a handful of hand-set values per shape and class; a fit replaces
//! [`Weights::of`] and nothing else.

use crate::board::{ByColor, Color};
use crate::pattern::{CODES, PatternCode, PointClass, Shape};
use crate::rule::Rule;
use std::sync::OnceLock;

/// The tables of one rule.
pub struct Weights {
    /// `[code]`: the worth of an empty point to its color, in score units.
    pub point: ByColor<Box<[i16]>>,
    /// `[code]`: how early a color tries a point for what it makes there.
    pub attack: ByColor<Box<[i16]>>,
    /// `[code]`: how early a point is tried for what this color would make there, by its opponent.
    pub defend: ByColor<Box<[i16]>>,
}

/// The worth of a shape at an empty point, and its share in the order of moves.
const fn shape_values(shape: Shape) -> (i32, i32) {
    match shape {
        Shape::Dead | Shape::Overline => (0, 0),
        Shape::BlockedOne => (1, 1),
        Shape::One => (3, 4),
        Shape::BlockedTwo => (4, 10),
        Shape::Two => (10, 32),
        Shape::BroadTwo => (13, 40),
        Shape::BlockedThree => (11, 38),
        Shape::Three => (26, 120),
        Shape::BroadThree => (32, 150),
        Shape::Four => (24, 130),
        Shape::DoubleFour | Shape::StraightFour => (48, 900),
        Shape::Five => (60, 2000),
    }
}

/// What a class adds to the sum of its shapes.
const fn class_values(class: PointClass) -> (i32, i32) {
    match class {
        PointClass::DoubleTwo => (8, 50),
        PointClass::BlockedThreePlus => (10, 60),
        PointClass::ThreePlus => (14, 90),
        PointClass::DoubleThree => (36, 300),
        PointClass::FourPlus => (14, 90),
        PointClass::FourThree => (60, 600),
        PointClass::StraightFour => (30, 300),
        _ => (0, 0),
    }
}

impl Weights {
    /// The tables of a rule, built on first use and shared.
    pub fn of(rule: Rule) -> &'static Weights {
        static TABLES: [OnceLock<Weights>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| Weights::by_hand(rule))
    }

    fn by_hand(rule: Rule) -> Weights {
        let shapes = PatternCode::all_shapes();
        let may_be_foul = |color| rule.spec().black_forbidden && color == Color::Black;
        let table = |worth: fn(&[Shape; 4], PointClass) -> i32| {
            ByColor::from_fn(|color| {
                let values = shapes.iter().map(|shapes| {
                    worth(shapes, PointClass::of(*shapes, may_be_foul(color))) as i16
                });
                values.collect::<Box<[i16]>>()
            })
        };
        let weights = Weights {
            point: table(point_worth),
            attack: table(order),
            defend: table(defence),
        };
        debug_assert!(weights.point.black.len() == CODES);
        weights
    }
}

fn sum(shapes: &[Shape; 4], value: impl Fn(Shape) -> i32) -> i32 {
    shapes.iter().map(|&shape| value(shape)).sum()
}

fn point_worth(shapes: &[Shape; 4], class: PointClass) -> i32 {
    let worth = sum(shapes, |shape| shape_values(shape).0) + class_values(class).0;
    // A point that may be forbidden is worth little to black, and something as a threat of lines.
    if class == PointClass::Foul {
        worth / 4
    } else {
        worth
    }
}

fn order(shapes: &[Shape; 4], class: PointClass) -> i32 {
    let order = sum(shapes, |shape| shape_values(shape).1) + class_values(class).1;
    if class == PointClass::Foul {
        order / 8
    } else {
        order
    }
}

fn defence(shapes: &[Shape; 4], class: PointClass) -> i32 {
    order(shapes, class) * 3 / 4
}
