//! Matches between brains: processes that are talked to over pipes, and refereed.
//!
//! Knows brains as processes only, and the rules by the plain referee: it must not share the engine's
//! mistakes. From the bottom up:
//!
//! | part | what it knows |
//! |---|---|
//! | `stats` | numbers: pairs, Elo, tests, ratings |
//! | `end_reason`, `game_record`, `summary` | what came of games |
//! | `league`, `plan`, `schedule` | which games there are |
//! | `dialogue` | what is said, in files |
//! | `process_tree`, `engine_process`, `guard` | processes |
//! | `info`, `player`, `adjudicate`, `play_game` | one game |
//! | `game_log`, `export`, `plot` | results on disk |
//! | `package`, `acceptance` | a brain as it is handed in |
//! | `tournament` | a run |

mod acceptance;
mod adjudicate;
mod dialogue;
mod end_reason;
mod engine_process;
mod export;
mod game_log;
mod game_record;
mod league;
mod package;
mod plan;
mod play_game;
mod player;
mod plot;
mod process_tree;
mod run_context;
mod schedule;
mod search_info;
mod stats;
mod summary;
mod tournament;
mod watchdog;

pub use acceptance::{AcceptanceError, AcceptanceResult, AcceptanceTest};
pub use dialogue::{LogPlace, Recorder, RecordingError};
pub use end_reason::{EndReason, Warning};
pub use export::{Export, Format, export};
pub use game_log::{
    GameLog, LOG_NAME, LogError, find_log, folder_of, read_log, read_logs, read_plan, read_runs,
    replace_file,
};
pub use game_record::{GameRecord, GameResult, Side, TimeUse};
pub use league::{League, LeaguePlan, OpeningFormat, OpeningsError};
pub use package::{Package, PackageError};
pub use plan::{
    Adjudication, DrawRule, Engine, Kind, ManagerMode, OpeningSource, Order, Plan, PlanError,
    ResignRule, Shard, TimeControl, UNLIMITED_PAIRS,
};
pub use plot::{PlotError, plots};
pub use process_tree::process_usage;
pub use schedule::{Pairing, Schedule};
pub use stats::{Estimate, Model, Pentanomial, Rating, Sprt, SprtError, Verdict};
pub use summary::{Encounter, EngineTally, Summary};
pub use tournament::{RunEnd, RunError, StopSwitch, Tournament};
pub use watchdog::{WATCHDOG_COMMAND, Watchdog, run_watchdog};
