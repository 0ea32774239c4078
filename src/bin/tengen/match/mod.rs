//! The commands of the match runner: flags, printing and exit codes. The work is in `tengen::arena`.

pub mod accept;
pub mod export;
mod live;
pub mod mock;
pub mod options;
pub mod play;
pub mod stats;
