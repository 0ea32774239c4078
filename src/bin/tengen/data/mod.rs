//! Data: openings, puzzles, training data; reviews, suites, and the referee.

pub mod datagen;
pub mod openings;
pub mod puzzles;
pub mod referee;
pub mod review;
mod reviewed_files;
pub mod suite;
mod swap2;
pub mod turning_points;
mod vcf_review;
