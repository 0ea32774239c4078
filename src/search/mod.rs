//! The main search: iterative deepening over a principal variation search (PVS) with a transposition
//! table (TT), aspiration windows, late-move reductions (LMR), history, and quiescence by fours.
//!
//! - [`Searcher`] holds what a search works on and runs the iterations (`searcher.rs`);
//! - the node function with its numbered steps is in `alphabeta.rs`, the leaves in `quiesce.rs`;
//! - margins and reductions are named functions in `prune.rs`, every number is in `params.rs`,
//!   some of them to be tuned (`tunable.rs`);
//! - several principal variations: `lines.rs`; several threads: `parallel.rs`;
//! - what is searched first: `movepick.rs` and `history.rs`.
//!
//! Scores of wins and losses are proofs: a loss is returned only where every move was searched or an
//! exact set of defences was, a win only where one move's loss for the other side is known.
//!
//! No printing and no clock in here: a [`Supervisor`] is asked whether to go on.

mod alphabeta;
mod history;
mod lines;
mod movepick;
mod node;
mod parallel;
mod params;
mod prune;
mod quiesce;
mod report;
mod searcher;
mod shared_words;
mod tt;
mod tunable;
mod window;

pub use parallel::STACK_BYTES;
#[cfg(feature = "tune")]
pub use params::TUNABLES;
pub use report::{LastScores, News, Next, Progress, Supervisor, Unsupervised};
pub use searcher::{SearchResult, SearchState, Searcher};
#[cfg(feature = "tune")]
pub use tunable::tune;
