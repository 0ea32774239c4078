//! `tengen book`: flags, printing and exit codes.

mod command;

pub use command::{Options, run};
