//! Match runner: games between brains, each a process with pipes, under a referee.
//!
//! Knows brains as processes only, and the rules from the plain referee in `rule`: it must not share the engine's
//! mistakes. From the bottom up:
//!
//! | part | what it knows |
//! |---|---|
//! | `stats` | pentanomial, Elo, SPRT, ratings |
//! | `end_reason`, `game_record`, `summary` | results of games |
//! | `league`, `plan`, `schedule` | which games are played |
//! | `dialogue` | records of what is said |
//! | `process_tree`, `engine_process`, `watchdog` | processes |
//! | `search_info`, `run_context`, `player`, `adjudicate`, `play_game` | one game |
//! | `game_log`, `combine`, `export`, `plot` | results on disk |
//! | `report`, `game_lines`, `report_json` | results as text and as JSON |
//! | `position_test`, `engine_list` | a brain's moves in test positions, and in those that are analysed |
//! | `package`, `acceptance` | a brain as it is submitted to a tournament |
//! | `tournament`, `run` | a run |
//! | `runner` | command lines of a match |
//! | `mock`, `selftest` | a brain with faults; the cost of the runner |

mod acceptance;
mod adjudicate;
mod combine;
mod dialogue;
mod end_reason;
mod engine_list;
mod engine_process;
mod export;
mod game_lines;
mod game_log;
mod game_record;
mod league;
mod mock;
mod package;
mod plan;
mod play_game;
mod player;
mod plot;
mod position_test;
mod process_tree;
mod report;
mod report_json;
mod run;
mod run_context;
mod runner;
mod schedule;
mod search_info;
mod selftest;
mod stats;
mod summary;
mod tournament;
mod watchdog;

pub use acceptance::{AcceptanceResult, AcceptanceTest};
pub use combine::{merge, pool, summarize};
pub use dialogue::{LogPlace, Recorder, RecordingError};
pub use end_reason::{EndReason, Warning};
pub use engine_list::{EngineList, NoAnswer};
pub use export::{Export, Format, export};
pub use game_lines::{game_lines, games_left, headline, progress_line, short_standing};
pub use game_log::{
    GameLog, LOG_NAME, LogError, find_log, read_log, read_logs, read_plan, read_runs,
};
pub use game_record::{GameRecord, GameResult, Side, TimeUse};
pub use league::{League, LeaguePlan, OpeningFormat, OpeningsError, UnknownLeague};
pub use mock::{Fault, MockOptions, run_mock};
pub use package::{Package, PackageError};
pub use plan::{
    Adjudication, Engine, Kind, ManagerMode, OpeningSource, Order, Plan, PlanError, ResignRule,
    Shard, TimeControl, UNLIMITED_PAIRS,
};
pub use plot::{ELO_PLOT, PlotError, plots};
pub use position_test::{
    AnswerVerdict, AskError, BrainFault, PositionAnswer, PositionTest, TestSummary, TestedPosition,
};
pub use process_tree::process_usage;
pub use report::Report;
pub use report_json::ReportNumbers;
pub use run::{Run, RunOptions, RunSetupError};
pub use runner::{
    FlagError, Invocation, NormalizedFlags, PlanOptions, RecordOptions, Records, normalize_flags,
    read_engine,
};
pub use schedule::{Pairing, Schedule};
pub use search_info::SearchInfo;
pub use selftest::{SelfTest, SelfTestError, self_test};
pub use stats::{Estimate, Model, Pentanomial, Rating, Sprt, SprtError, Verdict};
pub use summary::{Encounter, EngineTally, Summary};
pub use tournament::{RunEnd, RunError, Tournament};
pub use watchdog::{WATCHDOG_COMMAND, Watchdog, run_watchdog};
