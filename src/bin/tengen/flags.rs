//! Values of flags that several commands have.

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use tengen::work_queue::MOST_THREADS;

/// Accepts 1 up to `most` plies.
pub fn plies_parser(most: usize) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=most as u64)
}

/// Accepts a number of threads.
pub fn threads_parser() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS)
}
