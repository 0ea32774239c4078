//! Matches between brains: processes that are talked to over pipes, and refereed.
//!
//! Knows brains as processes only, and the rules by the plain referee: it must not share the engine's
//! mistakes.

mod engine_process;
mod league;
mod play_game;
mod tournament;

pub use engine_process::{BrainCommand, EngineProcess, Fault};
pub use league::{LEAGUES, League};
pub use play_game::{EndReason, FinishedGame, TimeControl, play_game};
pub use tournament::{MatchOptions, Pairing, Tally, schedule};
