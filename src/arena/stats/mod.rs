//! Statistics of matches. All but the summary are pure: numbers in, numbers out.

mod elo;
mod pentanomial;
mod rating;
mod sprt;
mod summary;

pub use elo::Estimate;
pub use pentanomial::Pentanomial;
pub use rating::Rating;
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use summary::{Encounter, EngineTally, Summary};
