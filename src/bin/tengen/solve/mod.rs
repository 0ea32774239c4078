//! `tengen solve`, `jobs`, `prove` and `verify`: flags, printing and exit codes.

mod command;
pub mod jobs_command;
pub mod prove_command;
mod reached;
pub mod verify_command;

pub use command::{Options, run};
