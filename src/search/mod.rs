//! The search: iterative deepening of a principal variation search (PVS) with a transposition table (TT), aspiration
//! windows, late-move reductions (LMR), history heuristics, and quiescence search of fours.
//!
//! | file | contents |
//! |---|---|
//! | `deepening.rs` | iterative deepening, aspiration windows, multi-PV |
//! | `alphabeta.rs` | the node function with its numbered steps |
//! | `quiesce.rs` | quiescence search, wins that pattern counts prove |
//! | `movepick.rs`, `history.rs` | move generation and move ordering |
//! | `prune.rs`, `params.rs`, `tunable.rs` | margins as named functions; every number; the macro of those that can be tuned |
//! | `searcher.rs`, `search_state.rs` | what a search works on; what it hands on to the next |
//! | `parallel.rs`, `thread_context.rs` | several threads (lazy SMP) |
//! | `tt.rs`, `shared_words.rs` | the transposition table and its memory |
//! | `report.rs` | events, and the [`Supervisor`] that stops a search |
//!
//! Scores of wins and losses are proofs, up to collisions of 64-bit keys: a loss is returned only where every move was
//! searched or an exact set of defences was, a win only where one move's loss for the other side is known.
//!
//! Nothing in here prints or reads a clock: the [`Supervisor`] is asked whether to stop.

mod alphabeta;
mod deepening;
mod history;
mod movepick;
mod node;
mod parallel;
mod params;
mod prune;
mod quiesce;
mod report;
mod search_state;
mod searcher;
mod shared_words;
mod thread_context;
mod tt;
mod tunable;
mod window;

pub use deepening::SearchResult;
#[cfg(feature = "tune")]
pub use params::{TUNABLES, tune};
pub use report::{LastScores, Next, Progress, SearchEvent, Supervisor, Unsupervised};
pub use search_state::SearchState;
pub use searcher::Searcher;
