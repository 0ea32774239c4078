//! Pure statistics of matches: numbers in, numbers out.

mod elo;
mod pentanomial;
mod rating;
mod sprt;

pub use elo::Estimate;
pub use pentanomial::Pentanomial;
pub use rating::{Rating, ratings};
pub use sprt::{Model, Sprt, SprtError, Verdict};
