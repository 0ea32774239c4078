//! The numbers of the classical evaluation, a table per rule: worths of points by their patterns, for the
//! side to move and for its opponent, and worths of sets of standing threats.
//!
//! The worth of a point is that of its four shapes and its class, summed up over all empty points. The
//! numbers are in `weights_table.rs`, which `scripts/fit_weights.py` writes; [`Weights`] spreads them
//! over all pattern codes, so that a finer fit, code by code, changes this file and nothing else.

use super::features::{COUNTS, THREAT_SETS};
use super::order::Order;
use super::weights_table::{FITTED, Fitted};
use crate::board::{ByColor, Color};
use crate::pattern::{PatternCode, PointClass, Shape};
use crate::rule::Rule;
use std::sync::{Arc, OnceLock};

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
    pub point: ByColor<Arc<[Worth; PatternCode::ROOM]>>,
    /// `[set]`: the worth of standing threats to the side to move, in score units, by its color.
    pub threats: ByColor<[i16; THREAT_SETS]>,
    /// In which order moves are tried, by the side to move.
    pub order: ByColor<Arc<Order>>,
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
        let fitted = |color: Color| -> &'static Fitted { &FITTED[rule as usize][color as usize] };
        Weights {
            point: by_color(rule, |color| {
                let worth = |shapes: &[Shape; 4]| {
                    let class = class_of(rule, color, shapes);
                    // A color waits while the other's table, which knows it as opponent, is in force.
                    Worth {
                        own: sum(&fitted(color).own, shapes, class),
                        waiting: sum(&fitted(!color).opponent, shapes, class),
                    }
                };
                let mut all = [Worth::default(); PatternCode::ROOM];
                all.iter_mut()
                    .zip(&codes)
                    .for_each(|(of, shapes)| *of = worth(shapes));
                Arc::new(all)
            }),
            threats: ByColor::from_fn(|color| fitted(color).threats),
            order: by_color(rule, |color| Arc::new(Order::new(rule, color, &codes))),
        }
    }
}

/// Tables of both colors: one for both where the rule knows no difference, so that it stays in the caches.
fn by_color<T: ?Sized>(rule: Rule, of: impl Fn(Color) -> Arc<T>) -> ByColor<Arc<T>> {
    let black = of(Color::Black);
    let white = if rule.spec().black_forbidden {
        of(Color::White)
    } else {
        black.clone()
    };
    ByColor { black, white }
}

/// The class of a color's point with these shapes.
pub(super) fn class_of(rule: Rule, color: Color, shapes: &[Shape; 4]) -> PointClass {
    PointClass::of(*shapes, rule.spec().has_fouls(color))
}

/// The worth of a point's shapes and class.
pub(super) fn sum(table: &[i16; COUNTS], shapes: &[Shape; 4], class: PointClass) -> i16 {
    let of_shapes = shapes
        .iter()
        .map(|&shape| table[shape as usize])
        .sum::<i16>();
    of_shapes + table[Shape::COUNT + class as usize]
}
