//! The numbers of the classical evaluation, a table per rule.
//!
//! The evaluation is a small network: sums over the empty points, what a point adds being that of its four shapes and
//! its class, to a score and to [`HIDDEN`] hidden sums, which count between two bounds only; and the worths of sets of
//! standing threats. The numbers are in `weights_table.rs`, which `scripts/fit_weights.py` writes; [`Weights`] spreads
//! them over all pattern codes.

use super::features::{COUNTS, THREAT_SETS};
use super::order::Order;
use super::weights_table::FITTED;
use crate::board::{ByColor, Color};
use crate::pattern::{PatternCode, PointClass, Shape};
use crate::rule::Rule;
use std::sync::{Arc, OnceLock};

/// The number of hidden sums.
pub const HIDDEN: usize = 16;

/// The fitted model of one side to move. Scores are in sixteenths of a unit, hidden sums in 512ths.
pub(super) struct Fitted {
    /// `[count]`: what each adds to the score, of the side to move.
    pub(super) own: [i16; COUNTS],
    /// `[count]`: of its opponent, to be subtracted.
    pub(super) opponent: [i16; COUNTS],
    /// What each stone on the board adds.
    pub(super) stone: i16,
    /// `[set]`: in score units.
    pub(super) threats: [i16; THREAT_SETS],
    /// `[count][hidden]`: of the side to move.
    pub(super) hidden_own: [[i16; HIDDEN]; COUNTS],
    /// `[count][hidden]`: of its opponent.
    pub(super) hidden_opponent: [[i16; HIDDEN]; COUNTS],
    /// `[hidden]`: what each stone on the board adds.
    pub(super) hidden_stone: [i16; HIDDEN],
    /// `[hidden]`: what the sums begin with.
    pub(super) bias: [i16; HIDDEN],
    /// `[hidden]`: what a hidden sum of one is worth.
    pub(super) out: [i16; HIDDEN],
}

impl Fitted {
    /// The model of a rule for a side to move: where the rule knows no difference, one for both.
    pub(super) fn of(rule: Rule, turn: Color) -> &'static Fitted {
        let models = FITTED[rule as usize];
        &models[turn as usize % models.len()]
    }
}

/// What is added to the hidden sums of a side to move. They wrap around on the way; a finished one is far from the limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(pub [i16; HIDDEN]);

impl Hidden {
    #[inline]
    pub(super) fn add(&mut self, other: &Hidden) {
        for (sum, other) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*other);
        }
    }

    /// One worth takes the place of another.
    #[inline]
    pub(super) fn change(&mut self, old: &Hidden, new: &Hidden) {
        for ((sum, old), new) in self.0.iter_mut().zip(&old.0).zip(&new.0) {
            *sum = sum.wrapping_add(new.wrapping_sub(*old));
        }
    }
}

/// What a color's point adds to the sums of the two sides to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth<T> {
    /// Where the color is to move.
    pub own: T,
    /// Where its opponent is to move.
    pub waiting: T,
}

/// The tables of one rule.
pub struct Weights {
    /// `[code]`: in sixteenths of a score unit.
    pub point: ByColor<Arc<[Worth<i16>; PatternCode::ROOM]>>,
    /// `[code]`
    pub hidden: ByColor<Arc<[Worth<Hidden>; PatternCode::ROOM]>>,
    /// What each stone adds where a color is to move, in sixteenths of a score unit.
    pub stone: ByColor<i16>,
    /// What each stone adds to the hidden sums where a color is to move.
    pub hidden_stone: ByColor<Hidden>,
    /// What the hidden sums begin with where a color is to move.
    pub bias: ByColor<Hidden>,
    /// `[hidden]`: what a hidden sum of one is worth to the side to move, in sixteenths of a score unit.
    pub out: ByColor<[i16; HIDDEN]>,
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
        let fitted = |color| Fitted::of(rule, color);
        // A color waits while the other's model, which knows it as opponent, is in force.
        let worth = |color: Color, shapes: &[Shape; 4]| {
            let class = class_of(rule, color, shapes);
            Worth {
                own: sum(&fitted(color).own, shapes, class),
                waiting: -sum(&fitted(!color).opponent, shapes, class),
            }
        };
        let hidden = |color: Color, shapes: &[Shape; 4]| {
            let class = class_of(rule, color, shapes);
            Worth {
                own: hidden_sum(&fitted(color).hidden_own, shapes, class),
                waiting: hidden_sum(&fitted(!color).hidden_opponent, shapes, class),
            }
        };
        Weights {
            point: by_color(rule, |color| of_codes(&codes, |s| worth(color, s))),
            hidden: by_color(rule, |color| of_codes(&codes, |s| hidden(color, s))),
            stone: ByColor::from_fn(|color| fitted(color).stone),
            hidden_stone: ByColor::from_fn(|color| Hidden(fitted(color).hidden_stone)),
            bias: ByColor::from_fn(|color| Hidden(fitted(color).bias)),
            out: ByColor::from_fn(|color| fitted(color).out),
            threats: ByColor::from_fn(|color| fitted(color).threats),
            order: by_color(rule, |color| Arc::new(Order::new(rule, color, &codes))),
        }
    }
}

/// A table by pattern code, with nothing where there is no code.
fn of_codes<T: Copy + Default>(
    codes: &[[Shape; 4]],
    of: impl Fn(&[Shape; 4]) -> T,
) -> Arc<[T; PatternCode::ROOM]> {
    let mut all = [T::default(); PatternCode::ROOM];
    all.iter_mut()
        .zip(codes)
        .for_each(|(entry, shapes)| *entry = of(shapes));
    Arc::new(all)
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

/// What a point's shapes and class add to the hidden sums.
fn hidden_sum(table: &[[i16; HIDDEN]; COUNTS], shapes: &[Shape; 4], class: PointClass) -> Hidden {
    Hidden(std::array::from_fn(|k| {
        let of_shapes = shapes.iter().map(|&shape| table[shape as usize][k]);
        of_shapes.sum::<i16>() + table[Shape::COUNT + class as usize][k]
    }))
}
