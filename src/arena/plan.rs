//! The plan of a run: all that is needed to play it, to resume it, and to see whether two results belong together.

use super::league::{LeaguePlan, OpeningsError};
use super::stats::{Sprt, Verdict};
use super::summary::Summary;
use crate::rule::{DrawRule, EndRule};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use thiserror::Error;

/// An engine of a match: its program, its limits, its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Engine {
    /// Its name in tables and records.
    pub name: String,
    /// The program: absolute, or a name that the system finds.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Its time, memory and effort.
    pub control: TimeControl,
    /// Further `INFO key value` lines.
    pub infos: Vec<(String, String)>,
    /// Whether every game has a fresh process.
    pub restarts: bool,
    /// Whether it gets `BOARD` at every move.
    pub gets_board: bool,
}

/// The time control of a brain: limits of time, memory, nodes and depth, and margins. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For a turn; `None` is not sent.
    pub turn_ms: Option<u64>,
    /// For a game; `None` is not sent.
    pub match_ms: Option<u64>,
    /// Added to the game's time after each move.
    pub increment_ms: u64,
    /// Moves searched a turn.
    pub nodes: Option<u64>,
    /// Iterations a turn.
    pub depth: Option<u32>,
    /// Bytes; 0 is no limit.
    pub max_memory: u64,
    /// How late a move may come before the game is lost by it.
    pub margin_ms: u64,
    /// When a move without a time limit is waited for no longer.
    pub stall_ms: u64,
    /// When the answer to `START` is waited for no longer.
    pub start_ms: u64,
    /// How long the runner waits after an answer before it sends the next command; no clock runs meanwhile.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pause_ms: u64,
    /// How long a brain has to leave after `END`.
    #[serde(default = "leave_ms", skip_serializing_if = "is_usual_leave")]
    pub leave_ms: u64,
}

fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

fn leave_ms() -> u64 {
    500
}

fn is_usual_leave(ms: &u64) -> bool {
    *ms == leave_ms()
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            turn_ms: None,
            match_ms: None,
            increment_ms: 0,
            nodes: None,
            depth: None,
            max_memory: 350 << 20,
            margin_ms: 1000,
            stall_ms: 120_000,
            start_ms: 10_000,
            pause_ms: 0,
            leave_ms: leave_ms(),
        }
    }
}

impl TimeControl {
    /// The limits in a few words without blanks around signs, such as `60000ms/5000ms+100ms`.
    pub fn describe(&self) -> String {
        let ms = |value: Option<u64>| value.map(|ms| format!("{ms}ms"));
        let mut parts: Vec<String> = match (ms(self.match_ms), ms(self.turn_ms)) {
            (Some(game), Some(turn)) => vec![format!("{game}/{turn}")],
            (Some(game), None) => vec![format!("{game}/game")],
            (None, Some(turn)) => vec![format!("{turn}/move")],
            (None, None) => vec![],
        };
        if self.increment_ms > 0 {
            parts.push(format!("+{}ms", self.increment_ms));
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        match parts.is_empty() {
            true => "no limit".into(),
            false => parts.join(" "),
        }
    }
}

/// The manager whose behaviour the runner copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ManagerMode {
    /// Waits for `OK`, lets both brains run.
    #[default]
    Plain,
    /// As the tournament's judge: `OK` is not awaited, a brain is suspended while it is not asked and
    /// loads on the clock of its first move; memory and folder are checked after each move.
    Gomocup,
    /// As Piskvork: waits for `OK`, sends `TURN` to the second player's first move, `RESTART` between
    /// games, suspends the brain that is not asked, and draws every rule with 25 points left.
    Piskvork,
}

impl ManagerMode {
    /// When the manager draws a game.
    pub fn end_rule(self) -> EndRule {
        match self {
            ManagerMode::Piskvork => EndRule::Piskvork,
            ManagerMode::Plain | ManagerMode::Gomocup => EndRule::Judge,
        }
    }
}

/// The tournament type: which engines play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first meets everyone else.
    Gauntlet,
}

/// Where the first stones of a game come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// From an opening of the league's file.
    #[default]
    Book,
    /// By swap2, played by the brains themselves.
    Swap2,
    /// From the empty board.
    Empty,
}

/// The order of the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they stand in the file.
    Sequential,
}

/// When a game is ended before its end by the brains' own scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Draw adjudication: both brains see an even game.
    pub draw: Option<DrawRule>,
    /// Resign adjudication.
    pub resign: Option<ResignRule>,
    /// A draw at this number of stones.
    pub max_moves: Option<usize>,
}

/// A brain sees itself lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row for which the brain must report such a score.
    pub moves: usize,
    /// The score that it is at or below, negated: a positive number.
    pub score: i32,
    /// Whether the opponent must report the opposite score, too.
    pub two_sided: bool,
}

/// A part of a run: `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1 to `count`.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { index: 1, count: 1 }
    }
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The brains.
    pub engines: Vec<Engine>,
    /// The leagues.
    pub leagues: Vec<LeaguePlan>,
    /// The tournament type: which engines play each other.
    pub kind: Kind,
    /// Pairs of games that each encounter has in each league.
    pub pairs: u64,
    /// Orders and turns the openings.
    pub seed: u64,
    /// How openings are ordered.
    pub order: Order,
    /// The opening to begin with, from 1.
    pub start: usize,
    /// Whether openings are turned by the eight symmetries.
    pub transform: bool,
    /// How games begin.
    #[serde(rename = "beginning")]
    pub opening_source: OpeningSource,
    /// The manager whose behaviour the runner copies.
    #[serde(rename = "manners")]
    pub manager: ManagerMode,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The test that ends the run.
    pub sprt: Option<Sprt>,
    /// Which part of the run this is.
    pub shard: Shard,
}

/// The number of pairs of a run that only its SPRT ends.
pub const UNLIMITED_PAIRS: u64 = 1_000_000;

/// What is wrong with a plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A match is between brains.
    #[error("a match needs at least two engines, not {0}")]
    Engines(usize),
    /// Results are identified by names.
    #[error("two engines are named '{0}'")]
    SameName(String),
    /// Names stand in tables and records.
    #[error("'{0}' is no name for an engine: one line without quotes, please")]
    BadName(String),
    /// A test compares two.
    #[error("a sequential test is between two engines, not {0}")]
    SprtEngines(usize),
    /// A shard alone must not decide.
    #[error("shards of a test need --rounds: its verdict comes when they are put together")]
    UnlimitedShards,
    /// There is nothing to play.
    #[error("no games: {0}")]
    NoGames(&'static str),
    /// Each shard has openings of its own.
    #[error("shard {0}/{1}: the first number runs from 1 to the second")]
    Shard(u64, u64),
    /// Each shard has openings of its own.
    #[error("{0} has {1} openings, too few for {2} shards")]
    FewOpenings(String, usize, u64),
    /// The game would be drawn before the brains play.
    #[error("{0}: openings of up to {1} stones, but a draw after {2}")]
    SmallBoard(String, usize, usize),
    /// The openings of a league.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Openings are counted from 1.
    #[error("openings start={0}: {1} has {2} openings")]
    Start(usize, String, usize),
}

impl Plan {
    /// Checks the plan.
    ///
    /// # Errors
    /// [`PlanError`] with the first thing that is wrong.
    pub fn checked(self) -> Result<Plan, PlanError> {
        let count = self.engines.len();
        if count < 2 {
            return Err(PlanError::Engines(count));
        }
        for (i, engine) in self.engines.iter().enumerate() {
            let name = &engine.name;
            if name.is_empty() || name.contains(|c: char| c.is_control() || "\"'()".contains(c)) {
                return Err(PlanError::BadName(name.clone()));
            }
            if self.engines[..i].iter().any(|other| other.name == *name) {
                return Err(PlanError::SameName(name.clone()));
            }
        }
        if self.sprt.is_some() && count != 2 {
            return Err(PlanError::SprtEngines(count));
        }
        if self.sprt.is_some() && self.shard.count > 1 && self.pairs >= UNLIMITED_PAIRS {
            return Err(PlanError::UnlimitedShards);
        }
        if self.pairs == 0 {
            return Err(PlanError::NoGames("no rounds"));
        }
        if self.leagues.is_empty() {
            return Err(PlanError::NoGames("no league"));
        }
        let Shard { index, count } = self.shard;
        if index == 0 || index > count {
            return Err(PlanError::Shard(index, count));
        }
        for plan in &self.leagues {
            let name = || plan.league.name.clone();
            if self.opening_source != OpeningSource::Book {
                continue;
            }
            if (plan.openings as u64) < count {
                return Err(PlanError::FewOpenings(name(), plan.openings, count));
            }
            if self.start == 0 || self.start > plan.openings {
                return Err(PlanError::Start(self.start, name(), plan.openings));
            }
        }
        Ok(self)
    }

    /// What a test says of a summary, if it may end the run. Shards do not decide by themselves.
    pub fn verdict(&self, summary: &Summary) -> Verdict {
        match self.sprt {
            Some(sprt) if self.shard.count == 1 => sprt.verdict(&summary.between(0, 1).pairs),
            _ => Verdict::Undecided,
        }
    }

    /// The engines' time controls, one if all are equal: `100ms/move - 200ms/move`.
    pub fn time_controls(&self) -> String {
        let mut times: Vec<String> = self.engines.iter().map(|e| e.control.describe()).collect();
        times.dedup();
        times.join(" - ")
    }

    /// What must be equal for results to belong together: all but the shard and where brains lie.
    fn common_part(&self) -> Plan {
        let mut plan = self.clone();
        plan.shard.index = 1;
        for engine in &mut plan.engines {
            engine.program = PathBuf::new();
            engine.folder = PathBuf::new();
        }
        for league in &mut plan.leagues {
            league.file = None;
        }
        plan
    }

    /// Whether results of this plan and of another may be put together.
    pub fn matches(&self, other: &Plan) -> bool {
        self.common_part() == other.common_part()
    }

    /// A name for the run, the same for all its shards: eight hexadecimal digits.
    pub fn run_id(&self) -> String {
        let text = serde_json::to_string(&self.common_part()).unwrap_or_default();
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::league::{League, OpeningFormat};
    use super::*;

    /// A plan of two leagues for some engines, four pairs an encounter.
    pub fn plan(engines: usize) -> Plan {
        let engine = |i| Engine {
            name: format!("engine {i}"),
            program: "brain".into(),
            arguments: vec![],
            folder: ".".into(),
            control: TimeControl::default(),
            infos: vec![],
            restarts: true,
            gets_board: false,
        };
        let league = |name| {
            let league = League::named(name).unwrap();
            league.planned(None, OpeningFormat::Offset).unwrap()
        };
        Plan {
            engines: (0..engines).map(engine).collect(),
            leagues: vec![league("renju15"), league("freestyle20")],
            kind: Kind::RoundRobin,
            pairs: 4,
            seed: 1,
            order: Order::Random,
            start: 1,
            transform: true,
            opening_source: OpeningSource::Book,
            manager: ManagerMode::Plain,
            adjudication: Adjudication::default(),
            sprt: None,
            shard: Shard::default(),
        }
    }

    #[test]
    fn impossible_plans_are_refused() {
        let error = |plan: Plan| plan.checked().unwrap_err().to_string();
        assert!(plan(2).checked().is_ok());
        assert!(error(plan(1)).contains("at least two"));
        let mut twins = plan(2);
        twins.engines[1].name = "engine 0".into();
        assert!(error(twins).contains("named 'engine 0'"));
        let shard = Shard { index: 3, count: 2 };
        assert!(error(Plan { shard, ..plan(2) }).contains("shard 3/2"));
        let shard = Shard {
            index: 1,
            count: 9999,
        };
        assert!(error(Plan { shard, ..plan(2) }).contains("too few"));
        assert!(
            error(Plan {
                pairs: 0,
                ..plan(2)
            })
            .contains("no rounds")
        );
    }

    #[test]
    fn a_plan_goes_round_and_knows_its_like() {
        let one = plan(2);
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), one);
        let mut shard = one.clone();
        shard.shard = Shard { index: 2, count: 2 };
        assert!(!one.matches(&shard));
        let mut first = shard.clone();
        first.shard.index = 1;
        first.engines[0].program = "/elsewhere/brain".into();
        assert!(first.matches(&shard));
        assert_eq!(first.run_id(), shard.run_id());
        assert_ne!(one.run_id(), Plan { seed: 2, ..plan(2) }.run_id());
    }
}
