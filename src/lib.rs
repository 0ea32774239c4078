//! Tengen: a Gomoku and Renju engine.
//!
//! The house is built in floors; a part may use what lies on floors below it, never what lies above or
//! beside it (`scripts/check_floors.py` sees to that):
//!
//! | floor | parts | what they know |
//! |---:|---|---|
//! | 11 | the binaries | arguments and exit codes |
//! | 10 | [`arena`], [`server`], `worker` | matches; brains as processes only; the board in the browser, by a server or as WebAssembly |
//! | 9 | [`protocol`], [`analysis`], [`mod@bench`] | the Gomocup protocol; questions as JSON, reviews and suites; the speed and signature of the search |
//! | 8 | [`service`], [`datagen`] | tasks and answers; openings, puzzles, training data |
//! | 7 | [`engine`] | the decision: forced move, book, threat search, search |
//! | 6 | [`search`], [`mod@solve`] | estimate; prove |
//! | 5 | [`eval`], [`ordering`], [`threat`] | how good; what first; is it forced |
//! | 4 | [`book`], [`position`] | where the game is solved, even openings of swap2; board, rule and patterns, play and undo |
//! | 3 | [`pattern`], [`proof`], [`record`] | what each line gives; certificates and their check; games and positions as text |
//! | 2 | [`rule`], [`time`] | what wins, what is forbidden; how long |
//! | 1 | [`board`], [`score`], [`version`], [`work_queue`], `host` | basic types; which build this is; tasks for several threads; what WebAssembly has for a system |

pub mod board;
#[cfg(target_arch = "wasm32")]
pub mod host;
pub mod score;
pub mod version;
pub mod work_queue;

pub mod rule;
pub mod time;

pub mod pattern;
pub mod proof;
#[cfg(feature = "analysis")]
pub mod record;

pub mod book;
pub mod position;

pub mod eval;
pub mod ordering;
pub mod threat;

pub mod search;
#[cfg(feature = "analysis")]
pub mod solve;

pub mod engine;

#[cfg(feature = "tools")]
pub mod datagen;
pub mod service;

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod bench;
pub mod protocol;

#[cfg(feature = "tools")]
pub mod arena;
#[cfg(feature = "tools")]
pub mod server;
#[cfg(all(feature = "analysis", target_arch = "wasm32"))]
pub mod worker;
