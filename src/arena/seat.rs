//! One brain at the board: what it is told and asked, its clocks, and what it does wrong.

use super::end_reason::{EndReason, Warning};
use super::engine_process::{Answer, EngineProcess, Hearing, Silence, looks_like_a_move};
use super::league::League;
use super::plan::{Engine, Manners};
use super::process_tree::folder_bytes;
use super::thought::Thought;
use crate::board::{Board, Color, Point};
use crate::rule::{Swap2, Swap2Answer};
use crate::time::Clock;
use crossbeam_channel::Receiver;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io;
use std::time::Duration;
use tempfile::TempDir;

/// After a deadline a late move is waited for so long, to tell it from none.
const LATE: Duration = Duration::from_secs(1);
/// What a brain may leave in the folder that the judge gives it.
const FOLDER_BYTES: u64 = 70 << 20;
/// `INFO time_left` for a game without a limit.
const UNLIMITED_MS: i64 = i32::MAX as i64;

/// Characters of a brain's line that are told again.
const TOLD_CHARACTERS: usize = 60;

/// Why a game cannot go on.
#[derive(Debug)]
pub enum Stop {
    /// A brain did wrong, with what there is to say about it.
    Fault(EndReason, String),
    /// The run was stopped.
    Interrupted,
    /// The program cannot be started at all.
    NotStarted(io::Error),
}

/// The time that a brain's moves took in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeUse {
    /// Moves.
    pub moves: u64,
    /// The longest by which a move passed its limit, in microseconds.
    pub worst_over_us: u64,
    /// Moves under a turn limit that were neither played without a search nor proven.
    pub free_moves: u64,
    /// The share of the turn limit that those took, summed up.
    pub free_share: f64,
}

impl TimeUse {
    /// Adds another's.
    pub fn add(&mut self, other: &TimeUse) {
        self.moves += other.moves;
        self.worst_over_us = self.worst_over_us.max(other.worst_over_us);
        self.free_moves += other.free_moves;
        self.free_share += other.free_share;
    }
}

/// A move and what came with it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The answer's line.
    text: String,
    /// From the question's first byte to the answer's last.
    pub elapsed: Duration,
    /// What the brain said about its search.
    pub thought: Thought,
}

/// What the seats of a run have in common.
#[derive(Clone, Debug)]
pub struct House {
    /// As which manager the runner behaves.
    pub manners: Manners,
    /// What all processes of the run carry.
    pub mark: String,
    /// Its end stops all waiting.
    pub stop: Receiver<()>,
}

/// A brain that plays a game.
pub struct Seat<'a> {
    engine: &'a Engine,
    house: &'a House,
    process: EngineProcess,
    folder: Option<TempDir>,
    left_ms: Option<i64>,
    knows_position: bool,
    /// Its time so far.
    pub time: TimeUse,
}

impl<'a> Seat<'a> {
    /// Starts a brain, or takes one that played before, and tells it about the game.
    ///
    /// # Errors
    /// What ended the game before it began.
    pub fn take(
        engine: &'a Engine,
        league: &League,
        house: &'a House,
        kept: Option<EngineProcess>,
    ) -> Result<Seat<'a>, Stop> {
        let is_fresh = kept.is_none();
        let process = match kept {
            Some(process) => process,
            None => {
                EngineProcess::start(engine, &house.mark, &house.stop).map_err(Stop::NotStarted)?
            }
        };
        let folder = match house.manners {
            Manners::Gomocup => Some(TempDir::new().map_err(Stop::NotStarted)?),
            Manners::Plain | Manners::Piskvork => None,
        };
        let mut seat = Seat {
            engine,
            house,
            process,
            folder,
            left_ms: engine.control.match_ms.map(|ms| ms as i64),
            knows_position: false,
            time: TimeUse::default(),
        };
        seat.start(league, is_fresh)?;
        Ok(seat)
    }

    fn start(&mut self, league: &League, is_fresh: bool) -> Result<(), Stop> {
        let start = match self.house.manners {
            Manners::Piskvork if !is_fresh => "RESTART\n".into(),
            _ => format!("START {}\n", league.size.side()),
        };
        if self.house.manners == Manners::Gomocup {
            let lines = start + &self.infos(league);
            self.process.send(&lines).map_err(died)?;
            self.process.suspend();
            return Ok(());
        }
        self.resume();
        self.process.unasked().map_err(died)?;
        self.process.send(&start).map_err(died)?;
        self.wait_for_ok()?;
        if self.house.manners == Manners::Piskvork {
            let took = self.process.asked().elapsed_ms() as i64;
            self.left_ms = self.left_ms.map(|left| left - took);
        }
        let infos = self.infos(league);
        self.process.send(&infos).map_err(died)?;
        self.suspend();
        Ok(())
    }

    fn wait_for_ok(&mut self) -> Result<(), Stop> {
        let deadline = Duration::from_millis(self.engine.control.start_ms);
        let not_ready = |text: String| Stop::Fault(EndReason::NotReady, text);
        loop {
            let answer = match self.process.answer(deadline, Hearing::AnyLine) {
                Err(Silence::Nothing(_)) => return Err(not_ready("START was not answered".into())),
                other => other.map_err(died)?,
            };
            let text = answer.text;
            if text.eq_ignore_ascii_case("OK") {
                return Ok(());
            }
            let is_error = text.to_ascii_uppercase().starts_with("ERROR");
            if is_error || self.house.manners == Manners::Piskvork {
                return Err(not_ready(format!("START was answered by {}", told(&text))));
            }
        }
    }

    /// What the brain is told before the game, in the order in which the manager tells it.
    fn infos(&self, league: &League) -> String {
        let control = &self.engine.control;
        let mut text = String::new();
        let mut info = |key: &str, value: Option<u64>| {
            if let Some(value) = value {
                let _ = writeln!(text, "INFO {key} {value}");
            }
        };
        let rule = Some(u64::from(league.rule.code()));
        match self.house.manners {
            Manners::Plain => {
                info("rule", rule);
                info("game_type", Some(1));
                info("timeout_turn", control.turn_ms);
                info("timeout_match", control.match_ms);
                info("max_memory", Some(control.max_memory));
            }
            Manners::Gomocup => {
                info("timeout_turn", control.turn_ms);
                info("timeout_match", control.match_ms);
                info("max_memory", Some(control.max_memory));
                info("game_type", Some(3));
                info("rule", rule);
            }
            Manners::Piskvork => {
                info("max_memory", Some(control.max_memory));
                info("timeout_match", control.match_ms);
                info("timeout_turn", control.turn_ms);
                info("game_type", Some(2));
                info("rule", rule);
            }
        }
        info("max_node", control.nodes);
        info("max_depth", control.depth.map(u64::from));
        info(
            "time_increment",
            Some(control.increment_ms).filter(|&ms| ms > 0),
        );
        for (key, value) in &self.engine.infos {
            let _ = writeln!(text, "INFO {key} {value}");
        }
        if let Some(folder) = &self.folder {
            let _ = writeln!(text, "INFO folder {}", folder.path().display());
        }
        text
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// What the brain did wrong, other than by the point it chose.
    pub fn ask_move(&mut self, board: &Board, turn: Color) -> Result<Turn, Stop> {
        let question = self.question(board, turn);
        self.knows_position = true;
        self.ask(&question)
    }

    /// Asks for a step of swap2.
    ///
    /// # Errors
    /// What the brain did wrong.
    pub fn ask_swap2(&mut self, board: &Board) -> Result<(Swap2Answer, Turn), Stop> {
        let mut question = String::from("SWAP2BOARD\n");
        for &(point, _) in board.history() {
            let _ = writeln!(question, "{point}");
        }
        question.push_str("DONE\n");
        let turn = self.ask(&question)?;
        if turn.text.to_ascii_uppercase().starts_with("SWAP") {
            return Ok((Swap2Answer::Swap, turn));
        }
        let step = Swap2::with_stones(board.stones());
        let words = turn.text.split_whitespace();
        let points: Result<Vec<Point>, Stop> = words.map(|word| read_point(word, board)).collect();
        let answer = Swap2Answer::Stones(points?);
        match step.and_then(|step| step.answer(&answer)) {
            Ok(_) => Ok((answer, turn)),
            Err(error) => Err(Stop::Fault(
                EndReason::BadSwap2,
                format!("{}: {error}", told(&turn.text)),
            )),
        }
    }

    fn question(&self, board: &Board, turn: Color) -> String {
        let mut text = String::new();
        let stones = board.history();
        let is_piskvork = self.house.manners == Manners::Piskvork;
        let says_begin = self.house.manners != Manners::Gomocup;
        let _ = match stones {
            [] if says_begin => writeln!(text, "BEGIN"),
            &[.., (last, _)] if self.knows_position => writeln!(text, "TURN {last}"),
            &[(only, _)] if is_piskvork => writeln!(text, "TURN {only}"),
            stones => {
                text.push_str("BOARD\n");
                for &(point, color) in stones {
                    let field = if color == turn { 1 } else { 2 };
                    let _ = writeln!(text, "{point},{field}");
                }
                writeln!(text, "DONE")
            }
        };
        text
    }

    /// Asks and watches the clocks.
    fn ask(&mut self, question: &str) -> Result<Turn, Stop> {
        if let Some(text) = self.process.unasked().map_err(died)?
            && (looks_like_a_move(&text) || self.house.manners == Manners::Piskvork)
        {
            return Err(Stop::Fault(
                EndReason::TwoMoves,
                format!("{} unasked", told(&text)),
            ));
        }
        let control = &self.engine.control;
        let limit = [control.turn_ms.map(|ms| ms as i64), self.left_ms];
        let limit = limit.into_iter().flatten().min();
        // The margin is granted once to a match clock, not anew to every move.
        let margin = control.margin_ms as i64;
        let milliseconds = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let stall = Duration::from_millis(control.stall_ms);
        let deadline = limit.map_or(stall, |ms| milliseconds(ms.saturating_add(margin)));
        let limit = limit.map(milliseconds);
        let left = match (self.left_ms, self.house.manners) {
            (None, _) => UNLIMITED_MS,
            (Some(left), Manners::Gomocup) => left,
            (Some(left), _) => left.max(0),
        };
        let grace = if limit.is_some() {
            LATE
        } else {
            Duration::ZERO
        };
        self.resume();
        self.process
            .send(&format!("INFO time_left {left}\n{question}"))
            .map_err(died)?;
        let hearing = match self.house.manners {
            Manners::Plain => Hearing::NoComplaints,
            Manners::Gomocup => Hearing::MovesOnly,
            Manners::Piskvork => Hearing::AnyLine,
        };
        let answer = self.process.answer(deadline + grace, hearing);
        self.suspend();
        let answer = answer.map_err(died)?;
        self.clock_in(&answer, limit, deadline)?;
        self.check_resources()?;
        Ok(Turn {
            thought: Thought::read(answer.thought.as_deref().unwrap_or("")),
            elapsed: answer.elapsed,
            text: answer.text,
        })
    }

    /// Counts the time that an answer took, and loses by it.
    fn clock_in(
        &mut self,
        answer: &Answer,
        limit: Option<Duration>,
        deadline: Duration,
    ) -> Result<(), Stop> {
        let control = &self.engine.control;
        let elapsed = answer.elapsed;
        let increment = control.increment_ms as i64;
        let took = elapsed.as_millis() as i64;
        self.left_ms = self.left_ms.map(|left| left - took + increment);
        self.time.moves += 1;
        if elapsed > deadline {
            let over = (elapsed - deadline).as_millis();
            let text = format!("{over} ms over limit and margin");
            return Err(Stop::Fault(EndReason::OutOfTime, text));
        }
        let Some(limit) = limit else { return Ok(()) };
        let over = elapsed.saturating_sub(limit).as_micros() as u64;
        self.time.worst_over_us = self.time.worst_over_us.max(over);
        let thought = Thought::read(answer.thought.as_deref().unwrap_or(""));
        let is_turn_limit = control.turn_ms.map(Duration::from_millis) == Some(limit);
        if is_turn_limit && thought.score.is_some() && !thought.is_decided() {
            self.time.free_moves += 1;
            self.time.free_share += elapsed.as_secs_f64() / limit.as_secs_f64().max(1e-9);
        }
        Ok(())
    }

    /// Looks at memory and folder, as the manager does after each move.
    fn check_resources(&self) -> Result<(), Stop> {
        let limit = self.engine.control.max_memory;
        let used = match self.house.manners {
            Manners::Piskvork => self.process.peak_bytes(),
            Manners::Plain | Manners::Gomocup => self.process.unique_bytes(limit),
        };
        if let Some(used) = used.filter(|&used| limit > 0 && used > limit) {
            let text = format!("{} MB of {} MB", used >> 20, limit >> 20);
            return Err(Stop::Fault(EndReason::OverMemory, text));
        }
        let files = self
            .folder
            .as_ref()
            .map_or(0, |folder| folder_bytes(folder.path()));
        if files > FOLDER_BYTES {
            let text = format!("{} MB in its folder", files >> 20);
            return Err(Stop::Fault(EndReason::OverFolder, text));
        }
        Ok(())
    }

    fn suspend(&self) {
        if self.house.manners != Manners::Plain {
            self.process.suspend();
        }
    }

    fn resume(&self) {
        if self.house.manners != Manners::Plain {
            self.process.resume();
        }
    }

    /// Sends a brain away that has done wrong: it is asked nothing more, and killed.
    pub fn dismiss(self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.process.has_children() {
            warnings.push(Warning::SpawnedChildren);
        }
        if self.process.error_bytes() > 0 {
            warnings.push(Warning::StandardError);
        }
        warnings
    }

    /// Leaves the table: the warnings that the brain has earned, and its process if it is kept.
    pub fn leave(self) -> (Vec<Warning>, Option<EngineProcess>) {
        self.resume();
        if !self.engine.restarts {
            let mut warnings = Vec::new();
            if self.process.error_bytes() > 0 {
                warnings.push(Warning::StandardError);
            }
            return (warnings, Some(self.process));
        }
        let errors = self.process.error_counter();
        let mut warnings = Vec::new();
        if self.process.has_children() {
            warnings.push(Warning::SpawnedChildren);
        }
        if !self.process.end() {
            warnings.push(Warning::IgnoredEnd);
        }
        if errors() > 0 {
            warnings.push(Warning::StandardError);
        }
        (warnings, None)
    }

    /// The clock that the last question started.
    pub fn asked(&self) -> Clock {
        self.process.asked()
    }
}

impl Turn {
    /// The point that was named.
    ///
    /// # Errors
    /// If none was, or none of this board.
    pub fn point(&self, board: &Board) -> Result<Point, Stop> {
        read_point(&self.text, board)
    }
}

fn read_point(text: &str, board: &Board) -> Result<Point, Stop> {
    let no_move = || Stop::Fault(EndReason::NoMove, format!("{} is no move", told(text)));
    let (x, y) = text.split_once(',').ok_or_else(no_move)?;
    let (x, y) = (x.trim().parse::<i64>(), y.trim().parse::<i64>());
    let (Ok(x), Ok(y)) = (x, y) else {
        return Err(no_move());
    };
    let off_board = || Stop::Fault(EndReason::OffBoard, format!("{x},{y}"));
    board.size().point(x, y).ok_or_else(off_board)
}

/// A brain's line between quotes, as much of it as is good to read.
fn told(text: &str) -> String {
    let text: String = text.chars().take(TOLD_CHARACTERS).collect();
    format!("'{text}'")
}

fn died(silence: Silence) -> Stop {
    let (reason, text) = match silence {
        Silence::Died => (EndReason::Died, String::new()),
        Silence::Nothing(None) => (EndReason::Stalled, String::new()),
        Silence::Nothing(Some(complaint)) => (EndReason::NoMove, told(&complaint)),
        Silence::HalfALine => (EndReason::HalfALine, String::new()),
        Silence::Flood => (EndReason::Flood, String::new()),
        Silence::Stopped => return Stop::Interrupted,
    };
    Stop::Fault(reason, text)
}
