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

/// What a point adds, by its code, to the sums of a side to move.
pub struct Worths {
    /// `[code]`: in sixteenths of a score unit.
    pub points: [i16; PatternCode::ROOM],
    /// `[code]`
    pub hidden: [Hidden; PatternCode::ROOM],
}

impl Worths {
    /// Spreads the fitted numbers over all codes, given by their shapes, as a rule classes them for a color. `sign` is
    /// that of the points.
    fn new(
        (rule, color): (Rule, Color),
        codes: &[[Shape; 4]],
        (sign, points): (i16, &[i16; COUNTS]),
        hidden: &[[i16; HIDDEN]; COUNTS],
    ) -> Box<Worths> {
        let mut worths = Box::new(Worths {
            points: [0; PatternCode::ROOM],
            hidden: [Hidden::default(); PatternCode::ROOM],
        });
        for (code, shapes) in codes.iter().enumerate() {
            let class = class_of(rule, color, shapes);
            worths.points[code] = sign * sum(points, shapes, class);
            worths.hidden[code] = hidden_sum(hidden, shapes, class);
        }
        worths
    }
}

/// The tables of one rule and side to move.
pub struct Weights {
    /// What its own points add.
    pub own: Box<Worths>,
    /// What its opponent's points add.
    pub opponent: Box<Worths>,
    /// What each stone adds, in sixteenths of a score unit.
    pub stone: i16,
    /// What each stone adds to the hidden sums.
    pub hidden_stone: Hidden,
    /// What the hidden sums begin with.
    pub bias: Hidden,
    /// `[hidden]`: what a hidden sum of one is worth, in sixteenths of a score unit.
    pub out: [i16; HIDDEN],
    /// `[set]`: the worth of standing threats, in score units.
    pub threats: [i16; THREAT_SETS],
    /// In which order moves are tried.
    pub order: Order,
}

impl Weights {
    /// The tables of a rule by the side to move, built on first use and shared: one for both where the rule knows no
    /// difference, so that it stays in the caches.
    pub fn of(rule: Rule) -> &'static ByColor<Arc<Weights>> {
        static TABLES: [OnceLock<ByColor<Arc<Weights>>>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| {
            let black = Arc::new(Weights::new(rule, Color::Black));
            let white = if rule.spec().black_forbidden {
                Arc::new(Weights::new(rule, Color::White))
            } else {
                black.clone()
            };
            ByColor { black, white }
        })
    }

    fn new(rule: Rule, turn: Color) -> Weights {
        let codes = PatternCode::all_shapes();
        let fitted = Fitted::of(rule, turn);
        Weights {
            own: Worths::new((rule, turn), &codes, (1, &fitted.own), &fitted.hidden_own),
            opponent: Worths::new(
                (rule, !turn),
                &codes,
                (-1, &fitted.opponent),
                &fitted.hidden_opponent,
            ),
            stone: fitted.stone,
            hidden_stone: Hidden(fitted.hidden_stone),
            bias: Hidden(fitted.bias),
            out: fitted.out,
            threats: fitted.threats,
            order: Order::new(rule, turn, &codes),
        }
    }
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
