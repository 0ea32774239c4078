//! The numbers of the classical evaluation, a table per rule: worths of points by their patterns, for the
//! side to move and for its opponent, and worths of sets of standing threats.
//!
//! The worth of a point is that of its four shapes and its class, summed up over all empty points. The
//! numbers are in `weights_table.rs`, which `scripts/fit_weights.py` writes; [`Weights`] spreads them
//! over all pattern codes, so that a finer fit, code by code, changes this file and nothing else.

use super::features::{COUNTS, THREAT_SETS};
use super::weights_table::{FITTED, Fitted};
use crate::board::{ByColor, Color};
use crate::pattern::{PatternCode, PointClass, Shape};
use crate::rule::Rule;
use std::sync::OnceLock;

/// The worth of a point to a color, as side to move and as opponent, in sixteenths of a score unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Where the color is to move.
    pub own: i16,
    /// Where its opponent is to move.
    pub waiting: i16,
}

/// The tables of one rule.
pub struct Weights {
    /// `[code]`
    pub point: ByColor<Box<[Worth]>>,
    /// `[set]`: the worth of standing threats to the side to move, in score units, by its color.
    pub threats: ByColor<[i16; THREAT_SETS]>,
    /// `[code]`: how early a color tries a point for what it makes there.
    pub attack: ByColor<Box<[i16]>>,
    /// `[code]`: how early a point is tried for what this color would make there, by its opponent.
    pub defend: ByColor<Box<[i16]>>,
}

/// A shape's share in the order of moves.
const fn shape_order(shape: Shape) -> i32 {
    match shape {
        Shape::Dead | Shape::Overline => 0,
        Shape::BlockedOne => 1,
        Shape::One => 4,
        Shape::BlockedTwo => 10,
        Shape::Two => 32,
        Shape::BroadTwo => 40,
        Shape::BlockedThree => 38,
        Shape::Three => 120,
        Shape::BroadThree => 150,
        Shape::Four => 130,
        Shape::DoubleFour | Shape::StraightFour => 900,
        Shape::Five => 2000,
    }
}

/// What a class adds to the order of its shapes.
const fn class_order(class: PointClass) -> i32 {
    match class {
        PointClass::DoubleTwo => 50,
        PointClass::BlockedThreePlus => 60,
        PointClass::ThreePlus => 90,
        PointClass::DoubleThree => 300,
        PointClass::FourPlus => 90,
        PointClass::FourThree => 600,
        PointClass::StraightFour => 300,
        _ => 0,
    }
}

impl Weights {
    /// The tables of a rule, built on first use and shared.
    pub fn of(rule: Rule) -> &'static Weights {
        static TABLES: [OnceLock<Weights>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| Weights::new(rule))
    }

    fn new(rule: Rule) -> Weights {
        let codes = PatternCode::all_shapes();
        let may_be_foul = |color| rule.spec().black_forbidden && color == Color::Black;
        let fitted = |color: Color| -> &'static Fitted { &FITTED[rule as usize][color as usize] };
        let order = |color, share: fn(i32) -> i32| -> Box<[i16]> {
            let order = |shapes: &[Shape; 4]| {
                let class = PointClass::of(*shapes, may_be_foul(color));
                let sum = shapes.iter().map(|&shape| shape_order(shape)).sum::<i32>();
                let order = sum + class_order(class);
                share(if class == PointClass::Foul {
                    order / 8
                } else {
                    order
                }) as i16
            };
            codes.iter().map(order).collect()
        };
        Weights {
            point: ByColor::from_fn(|color| {
                let worth = |shapes: &[Shape; 4]| {
                    let class = PointClass::of(*shapes, may_be_foul(color));
                    // A color waits while the other's table, which knows it as opponent, is in force.
                    Worth {
                        own: sum(&fitted(color).own, shapes, class),
                        waiting: sum(&fitted(!color).opponent, shapes, class),
                    }
                };
                codes.iter().map(worth).collect()
            }),
            threats: ByColor::from_fn(|color| fitted(color).threats),
            attack: ByColor::from_fn(|color| order(color, |order| order)),
            defend: ByColor::from_fn(|color| order(color, |order| order * 3 / 4)),
        }
    }
}

fn sum(table: &[i16; COUNTS], shapes: &[Shape; 4], class: PointClass) -> i16 {
    let of_shapes = shapes
        .iter()
        .map(|&shape| table[shape as usize])
        .sum::<i16>();
    of_shapes + table[Shape::COUNT + class as usize]
}
