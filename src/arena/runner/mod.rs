//! Command lines of a match, turned into a [`Plan`](super::Plan) and the files to be written.
//!
//! Reads the flags of this runner, of c-gomoku-cli and of fastchess; knows nothing of how they are declared or printed.
//!
//! | file | what it knows |
//! |---|---|
//! | `error` | what is wrong with a flag |
//! | `foreign` | flags of other runners that have no effect here, or are refused |
//! | `flags` | `-engine name=a cmd=b` brought into `--engine 'name=a cmd=b'`; files of flags |
//! | `keys` | `key=value` groups of engines and openings |
//! | `options` | all options of a plan |
//! | `records` | logs, messages and exports |

mod error;
mod flags;
mod foreign;
mod keys;
mod options;
mod records;

pub use error::FlagError;
pub use flags::{NormalizedFlags, normalize_flags};
pub use options::PlanOptions;
pub use records::{RecordOptions, Records};
