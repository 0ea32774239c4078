//! Matches between brains: processes that are talked to over pipes, and refereed.
//!
//! Knows brains as processes only, and the rules by the plain referee: it must not share the engine's
//! mistakes. From the bottom up:
//!
//! | part | what it knows |
//! |---|---|
//! | `stats` | numbers: pairs, Elo, tests, ratings |
//! | `league`, `plan`, `schedule` | which games there are |
//! | `process_tree`, `engine_process`, `guard` | processes |
//! | `thought`, `seat`, `adjudicate`, `play_game` | one game |
//! | `game_record`, `game_log`, `export` | results on disk |
//! | `tournament` | a run |

mod adjudicate;
mod end_reason;
mod engine_process;
mod export;
mod game_log;
mod game_record;
mod guard;
mod league;
mod plan;
mod play_game;
mod plot;
mod process_tree;
mod schedule;
mod seat;
mod stats;
mod thought;
mod tournament;

pub use end_reason::{EndReason, Warning};
pub use export::{Format, export};
pub use game_log::{GameLog, LogError, read_log, read_logs};
pub use game_record::{GameRecord, GameResult, Side};
pub use guard::{GUARD_COMMAND, Guard, stand_guard};
pub use league::League;
pub use plan::{
    Adjudication, Beginning, DrawRule, Engine, Kind, LeaguePlan, Manners, OpeningFormat, Order,
    Plan, PlanError, ResignRule, Shard, TimeControl,
};
pub use plot::{PlotError, plots};
pub use process_tree::own_use;
pub use schedule::{Pairing, Schedule};
pub use seat::TimeUse;
pub use stats::{
    Encounter, EngineTally, Estimate, Model, Pentanomial, Rating, Sprt, SprtError, Summary, Verdict,
};
pub use tournament::{Ending, RunError, StopSwitch, Tournament};
