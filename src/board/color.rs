//! The two colors, and a pair of things indexed by them.

use std::ops::{Index, IndexMut, Not};

/// The color of a stone. Black owns the first stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "analysis",
    derive(clap::ValueEnum, serde::Serialize, serde::Deserialize)
)]
#[cfg_attr(feature = "analysis", serde(rename_all = "lowercase"))]
pub enum Color {
    /// Moves first; under renju the one with forbidden points.
    #[cfg_attr(feature = "analysis", value(alias = "b", help = None))]
    Black,
    /// Moves second.
    #[cfg_attr(feature = "analysis", value(alias = "w", help = None))]
    White,
}

impl Color {
    /// Lists both colors, black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Names the color in lower case: `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// One `T` for each color, so that nothing is indexed by a cast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Builds the pair from a function of the color.
    pub fn from_fn(mut of: impl FnMut(Color) -> T) -> Self {
        ByColor {
            black: of(Color::Black),
            white: of(Color::White),
        }
    }
}

impl<T: Copy> ByColor<T> {
    /// Builds a pair of two equal things.
    pub const fn both(value: T) -> Self {
        ByColor {
            black: value,
            white: value,
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
