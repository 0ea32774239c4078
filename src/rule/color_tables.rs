//! Tables by rule and color, built on first use and shared.

use super::rule::Rule;
use crate::board::{ByColor, Color};
use std::sync::{Arc, OnceLock};

/// A table of each rule and color. A rule that treats both colors alike has one for both, which keeps it in the caches.
pub struct ColorTables<T>([OnceLock<ByColor<Arc<T>>>; Rule::ALL.len()]);

impl<T> ColorTables<T> {
    /// No tables yet.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> ColorTables<T> {
        ColorTables([const { OnceLock::new() }; Rule::ALL.len()])
    }

    /// The tables of a rule; `make` makes that of a color where they are not there yet.
    pub fn of(&self, rule: Rule, make: impl Fn(Color) -> T) -> &ByColor<Arc<T>> {
        self.0[rule as usize].get_or_init(|| {
            let black = Arc::new(make(Color::Black));
            let white = match rule.spec().black_forbidden {
                true => Arc::new(make(Color::White)),
                false => black.clone(),
            };
            ByColor { black, white }
        })
    }
}
