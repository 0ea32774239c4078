//! The value of a position for the side to move: an estimate, or a win or loss in a number of plies.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value within -30,000..=30,000; estimates stay within -20,000..=20,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// The side to move completes five after this number of plies.
    WinIn(u32),
    /// The opponent completes five after this number of plies.
    LossIn(u32),
    /// Neither is known; in hundredths of an open three, roughly.
    Estimate(i32),
}

const WIN: i16 = 30_000;
const MAX_ESTIMATE: i16 = 20_000;

impl Score {
    /// Score units per unit of log odds, as the evaluation was fitted.
    const UNITS_PER_LOG_ODDS: f64 = 200.0;

    /// The probability, from 0 to 1, that the side to move wins.
    pub fn win_probability(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.value()) / Score::UNITS_PER_LOG_ODDS).exp())
    }

    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const MAX: Score = Score(WIN + 1);
    /// Below every score.
    pub const MIN: Score = Score(-WIN - 1);

    /// A win with the last of `plies` plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i16)
    }

    /// A loss with the last of `plies` plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i16 - WIN)
    }

    /// An estimate; values out of range are clamped.
    #[inline]
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-(MAX_ESTIMATE as i32), MAX_ESTIMATE as i32) as i16)
    }

    /// What the score says.
    pub const fn kind(self) -> ScoreKind {
        if self.is_win() {
            ScoreKind::WinIn((WIN - self.0) as u32)
        } else if self.is_loss() {
            ScoreKind::LossIn((WIN + self.0) as u32)
        } else {
            ScoreKind::Estimate(self.0 as i32)
        }
    }

    /// Whether the side to move wins for certain.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > MAX_ESTIMATE
    }

    /// Whether the side to move loses for certain.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -MAX_ESTIMATE
    }

    /// Whether the game is decided.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The number behind the score.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// A distance counted from the root as one counted from a node `ply` plies below it, and back
    /// with a negative `ply`: how a table shared by all depths stores wins and losses.
    #[inline]
    pub const fn from_root_to_node(self, ply: i32) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i16)
        } else if self.is_loss() {
            Score(self.0 - ply as i16)
        } else {
            self
        }
    }

    #[inline]
    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Score {
        Score(bits as i16)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, margin: i32) -> Score {
        let sum = self.0 as i32 + margin;
        Score(sum.clamp(Score::MIN.0 as i32, Score::MAX.0 as i32) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        self + -margin
    }
}

/// As clients parse it: a number, or `+M5` and `-M4` for wins and losses.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::WinIn(plies) => write!(f, "+M{plies}"),
            ScoreKind::LossIn(plies) => write!(f, "-M{plies}"),
            ScoreKind::Estimate(value) => write!(f, "{value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_both_sides_add_up_to_one() {
        let score = Score::estimate(123);
        assert!((score.win_probability() - 0.6491).abs() < 0.0001);
        assert!((score.win_probability() + (-score).win_probability() - 1.0).abs() < 1e-12);
        assert_eq!(Score::win_in(5).win_probability(), 1.0);
    }

    #[test]
    fn kinds_and_order() {
        assert_eq!(Score::win_in(5).kind(), ScoreKind::WinIn(5));
        assert_eq!((-Score::win_in(5)).kind(), ScoreKind::LossIn(5));
        assert_eq!(Score::estimate(99_999).kind(), ScoreKind::Estimate(20_000));
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(4) > Score::loss_in(2));
        assert_eq!(Score::MAX + 5, Score::MAX);
        assert_eq!(Score::win_in(400).to_string(), "+M400");
    }

    #[test]
    fn distances_move_with_the_node() {
        let at_root = Score::win_in(7);
        let at_node = at_root.from_root_to_node(4);
        assert_eq!(at_node.kind(), ScoreKind::WinIn(3));
        assert_eq!(at_node.from_root_to_node(-4), at_root);
        assert_eq!(
            Score::estimate(12).from_root_to_node(9),
            Score::estimate(12)
        );
    }
}
