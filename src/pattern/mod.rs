//! What each line offers at an empty point, and all four lines together, kept up to date.
//!
//! A line through a point, packed at two bits a cell, is a key into a table built once per rule: it
//! gives one [`Shape`] for each color. The four shapes of a point are a [`PatternCode`], and each code
//! belongs to a [`PointClass`]. [`PatternMap`] keeps all of it as stones come and go, and what each stone
//! changed.

mod class_sets;
mod forbidden;
mod line_table;
mod pattern_map;
mod point_class;
mod point_features;
mod shape;

pub use pattern_map::{Change, PatternMap, SequenceKey};
pub use point_class::{CODES, PatternCode, PointClass};
pub use point_features::{FEATURES, class_of, feature_counts, feature_sum};
pub use shape::Shape;
