//! The fitted network of each rule, spread over all pattern codes.
//!
//! The numbers are in `weights_table.rs`, which `scripts/fit_weights.py` writes.

use super::fitted::{Fitted, HIDDEN};
use super::threat_set::THREAT_SETS;
use super::weights_table::FITTED;
use crate::board::{ByColor, Color};
use crate::pattern::{FEATURES, PatternCode, Shape, class_of, feature_sum};
use crate::rule::{ColorTables, Rule};
use std::sync::Arc;

/// Weights of the hidden units, in 512ths: `[hidden unit]`.
pub(super) type HiddenWeights = [i16; HIDDEN];

/// What one color's points add to the accumulator of a side to move.
pub(super) struct FeatureWeights {
    /// `[code]`: direct weights, in sixteenths of a score unit.
    pub(super) direct: [i16; PatternCode::ROOM],
    /// `[code][hidden unit]`
    pub(super) hidden: [HiddenWeights; PatternCode::ROOM],
}

impl FeatureWeights {
    /// Sums up the fitted weights of each code, given by its shapes, as a rule classes them for a color. `sign` is
    /// that of the direct weights.
    fn new(
        (rule, color): (Rule, Color),
        codes: &[[Shape; 4]],
        (sign, direct): (i16, &[i16; FEATURES]),
        hidden: &[HiddenWeights; FEATURES],
    ) -> Box<FeatureWeights> {
        let mut weights = Box::new(FeatureWeights {
            direct: [0; PatternCode::ROOM],
            hidden: [[0; HIDDEN]; PatternCode::ROOM],
        });
        for (code, shapes) in codes.iter().enumerate() {
            let class = class_of(rule, color, shapes);
            weights.direct[code] = sign * feature_sum(shapes, class, |feature| direct[feature]);
            weights.hidden[code] = std::array::from_fn(|unit| {
                feature_sum(shapes, class, |feature| hidden[feature][unit])
            });
        }
        weights
    }
}

/// The network of one rule and side to move.
pub struct Weights {
    /// Of the side to move's points.
    pub(super) own: Box<FeatureWeights>,
    /// Of the opponent's points.
    pub(super) opponent: Box<FeatureWeights>,
    /// The direct weight of a stone, in sixteenths of a score unit.
    pub(super) stone: i16,
    /// A stone's weights of the hidden units.
    pub(super) hidden_stone: HiddenWeights,
    /// Biases of the hidden units, in 512ths.
    pub(super) bias: HiddenWeights,
    /// `[hidden unit]`: output weights, in sixteenths of a score unit for an activation of one.
    pub(super) out: [i16; HIDDEN],
    /// `[threat set]`: score units.
    pub(super) threats: [i16; THREAT_SETS],
}

impl Weights {
    /// The networks of a rule by the side to move, built on first use and shared.
    pub fn of(rule: Rule) -> &'static ByColor<Arc<Weights>> {
        static TABLES: ColorTables<Weights> = ColorTables::new();
        TABLES.of(rule, |turn| Weights::new(rule, turn))
    }

    fn new(rule: Rule, turn: Color) -> Weights {
        let codes = PatternCode::all_shapes();
        let fitted = fitted(rule, turn);
        Weights {
            own: FeatureWeights::new((rule, turn), &codes, (1, &fitted.own), &fitted.hidden_own),
            opponent: FeatureWeights::new(
                (rule, !turn),
                &codes,
                (-1, &fitted.opponent),
                &fitted.hidden_opponent,
            ),
            stone: fitted.stone,
            hidden_stone: fitted.hidden_stone,
            bias: fitted.bias,
            out: fitted.out,
            threats: fitted.threats,
        }
    }
}

/// The fitted network of a rule for a side to move; one for both where the rule treats both colors alike.
pub(super) fn fitted(rule: Rule, turn: Color) -> &'static Fitted {
    let networks = FITTED[rule as usize];
    &networks[turn as usize % networks.len()]
}
