//! The choice of a move: forced moves, the solved book, VCF and VCT at the root, the search, and a last safety check.
//!
//! | file | contents |
//! |---|---|
//! | `engine.rs`, `decision.rs` | [`Engine::choose`]; what was chosen, and why |
//! | `turn.rs`, `control.rs`, `turn_supervisor.rs` | a turn's limits; its stop signal; what stops its search |
//! | `root_threats.rs`, `safety_check.rs` | VCF and VCT at the root; VCF of the opponent after the chosen move |
//! | `n_best.rs`, `rating.rs`, `swap2.rs` | multi-PV; choices rated by search; the steps of swap2 |
//! | `level.rs`, `strength.rs`, `one_ply.rs` | adjustable strength |
//! | `resources.rs` | memory and threads |

mod control;
mod decision;
#[allow(clippy::module_inception)]
mod engine;
mod level;
mod listener;
mod n_best;
mod one_ply;
mod rating;
mod resources;
mod root_threats;
mod safety_check;
mod strength;
mod swap2;
mod turn;
mod turn_supervisor;

pub use control::Control;
pub use decision::{Decision, Why};
pub use engine::Engine;
pub use listener::Listener;
pub use resources::{Resources, memory_with_table};
pub use strength::FULL_STRENGTH;
pub use turn::Turn;
