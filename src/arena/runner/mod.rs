//! Command lines of a match, turned into a [`Plan`](super::Plan) and the files to be written.
//!
//! Declares the flags of this runner, reads those of c-gomoku-cli and of fastchess; prints nothing.
//!
//! | file | what it knows |
//! |---|---|
//! | `error` | what is wrong with a flag |
//! | `foreign` | the names of other runners; their flags that have no effect here, or are refused |
//! | `flags` | `-engine name=a cmd=b` brought into `--engine 'name=a cmd=b'`; files of flags |
//! | `keys` | `key=value` groups of engines and openings |
//! | `options` | all flags of a plan |
//! | `records` | flags of logs, messages and exports |

mod error;
mod flags;
mod foreign;
mod keys;
mod options;
mod records;

pub use error::FlagError;
pub use flags::{NormalizedFlags, normalize_flags};
pub use foreign::Invocation;
pub use keys::{read_engine, tell_apart};
pub use options::PlanOptions;
pub use records::{RecordOptions, Records};
