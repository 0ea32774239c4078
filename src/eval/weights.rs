//! The fitted convolutional network of a rule, spread over all pattern codes.

use super::fitted::{CHANNELS, Fitted, LANES, TAPS};
use super::head::Head;
use super::weights_table::FITTED;
use crate::board::{Board, ByColor, CELLS, Color, Direction, Size};
use crate::pattern::{PatternCode, PatternMap, Shape, class_of, feature_sum};
use crate::rule::Rule;
use std::sync::OnceLock;

/// A number for each channel of both views: one register of 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);
}

/// What the codes of one color's points add; the code of taken points adds nothing.
pub(super) struct CodeWeights {
    /// `[code][tap]`: to the convolution.
    pub(super) kernel: Box<[[Lanes; TAPS]; PatternCode::ROOM]>,
    /// `[code][view]`: to the direct sums.
    pub(super) direct: Box<[[i16; 2]; PatternCode::ROOM]>,
}

/// The convolutional network of a rule.
pub struct Weights {
    pub(super) codes: ByColor<CodeWeights>,
    pub(super) bias: Lanes,
    /// The cells around a stone that it changes.
    pub(super) around: Vec<u16>,
    /// By the side to move.
    pub(super) heads: ByColor<Head>,
    /// As they were fitted, by the color that views.
    #[cfg(test)]
    pub(super) fitted: ByColor<&'static Fitted>,
}

impl Weights {
    /// The network of a rule, built on first use.
    pub fn of(rule: Rule) -> &'static Weights {
        static WEIGHTS: [OnceLock<Weights>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        WEIGHTS[rule as usize].get_or_init(|| Weights::new(rule, FITTED[rule as usize]))
    }

    fn new(rule: Rule, fitted: &'static [Fitted]) -> Weights {
        // One for both views where the rule treats both colors alike.
        let view = |color: Color| &fitted[color as usize % fitted.len()];
        let shapes = PatternCode::all_shapes();
        Weights {
            codes: ByColor::from_fn(|color| CodeWeights::new(rule, color, &shapes, view)),
            bias: Lanes(std::array::from_fn(|lane| {
                view(Color::ALL[lane / CHANNELS]).bias[lane % CHANNELS]
            })),
            around: cells_around(reach_of(rule)),
            heads: ByColor::from_fn(|turn| Head::new(view(turn), turn)),
            #[cfg(test)]
            fitted: ByColor::from_fn(view),
        }
    }
}

impl CodeWeights {
    fn new(
        rule: Rule,
        color: Color,
        codes: &[[Shape; 4]],
        view: impl Fn(Color) -> &'static Fitted,
    ) -> CodeWeights {
        let mut weights = CodeWeights {
            kernel: PatternCode::table([Lanes::ZERO; TAPS]),
            direct: PatternCode::table([0; 2]),
        };
        for (code, shapes) in codes.iter().enumerate() {
            let class = class_of(rule, color, shapes);
            for viewer in Color::ALL {
                let (fitted, relation) = (view(viewer), usize::from(viewer != color));
                weights.direct[code][viewer as usize] =
                    feature_sum(shapes, class, |feature| fitted.direct[relation][feature]);
                let kernel = &fitted.kernel[relation];
                for (tap, lanes) in weights.kernel[code].iter_mut().enumerate() {
                    let own = &mut lanes.0[viewer as usize * CHANNELS..][..CHANNELS];
                    for (channel, lane) in own.iter_mut().enumerate() {
                        *lane = feature_sum(shapes, class, |feature| kernel[feature][tap][channel]);
                    }
                }
            }
        }
        weights
    }

    /// Adds what a point gives with its new code, and subtracts what it gave with its old one: to its taps, and to the
    /// direct sums.
    #[inline(always)]
    pub(super) fn add_change(
        &self,
        [old, new]: [usize; 2],
        taps: &mut [Lanes; TAPS],
        direct: &mut [i32; 2],
    ) {
        for (tap, (new, old)) in taps
            .iter_mut()
            .zip(self.kernel[new].iter().zip(&self.kernel[old]))
        {
            for (lane, (&new, &old)) in tap.0.iter_mut().zip(new.0.iter().zip(&old.0)) {
                *lane = lane.wrapping_add(new.wrapping_sub(old));
            }
        }
        let (new, old) = (self.direct[new], self.direct[old]);
        for (sum, (new, old)) in direct.iter_mut().zip(new.into_iter().zip(old)) {
            *sum += i32::from(new) - i32::from(old);
        }
    }
}

/// The cells at which a stone may change the convolution, as distances from its own: those next to the points on its
/// lines within `reach`. In cells of the padded board, around which distances wrap.
fn cells_around(reach: i32) -> Vec<u16> {
    let steps = Direction::ALL.map(|direction| direction.delta());
    let near: Vec<i32> = steps.iter().flat_map(|&step| [-step, 0, step]).collect();
    let on_lines = steps
        .iter()
        .flat_map(|&step| (-reach..=reach).map(move |count| count * step));
    let cells = on_lines.flat_map(|cell| near.iter().map(move |&step| cell + step));
    let mut cells: Vec<u16> = cells
        .map(|cell| cell.rem_euclid(CELLS as i32) as u16)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// How far from a stone, on its lines, it changes points.
fn reach_of(rule: Rule) -> i32 {
    PatternMap::new(rule, &Board::new(Size::FIFTEEN)).reach()
}
