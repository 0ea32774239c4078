//! The alpha-beta window.

use crate::score::Score;

/// Scores above `alpha` and below `beta`, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window {
        alpha: Score::MIN,
        beta: Score::MAX,
    };

    /// `width` to both sides of a score.
    pub(super) fn around(score: Score, width: i32) -> Window {
        Window {
            alpha: score - width,
            beta: score + width,
        }
    }

    /// The window as the other side sees it.
    #[inline]
    pub(super) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window at alpha, as the other side sees it.
    #[inline]
    pub(super) fn flipped_null(self) -> Window {
        Window {
            alpha: -self.alpha - 1,
            beta: -self.alpha,
        }
    }

    /// The window with alpha raised to a score.
    #[inline]
    pub(super) fn raised(self, alpha: Score) -> Window {
        Window {
            alpha: self.alpha.max(alpha),
            beta: self.beta,
        }
    }
}
