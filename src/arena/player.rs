//! A player: an engine's connection during one game, with its commands, clocks, limits and faults.
//!
//! Knows the commands of the three manager modes; knows nothing of who wins.

use super::dialogue::Dialogue;
use super::end_reason::{EndReason, Warning};
use super::engine_process::{AnswerKind, EngineProcess, NoAnswer, printable};
use super::game_record::TimeUse;
use super::league::League;
use super::plan::{Engine, ManagerMode};
use super::process_tree::folder_bytes;
use super::run_context::{RunContext, Stop};
use super::search_info::SearchInfo;
use crate::board::{Board, Color, Point};
use crate::rule::{Swap2, Swap2Answer};
use crate::time::Clock;
use std::fmt::Write as _;
use std::time::Duration;
use tempfile::TempDir;

/// The wait for a late move after its deadline, so that a late move and a missing one are two faults.
const LATE: Duration = Duration::from_secs(1);
/// The limit of a brain's files in its folder, in bytes.
const FOLDER_BYTES: u64 = 70 << 20;
/// `INFO time_left` for a game without a limit.
const UNLIMITED_MS: i64 = i32::MAX as i64;

/// Characters of a brain's line that are quoted.
const TOLD_CHARACTERS: usize = 60;

/// A brain's answer, with its time and search information.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The answer's line.
    text: String,
    /// From the question's first byte to the answer's last.
    pub elapsed: Duration,
    /// Score, nodes and depth of the brain's last message.
    pub info: SearchInfo,
}

/// An engine's connection during one game.
pub struct Player<'a> {
    engine: &'a Engine,
    context: &'a RunContext,
    process: EngineProcess,
    folder: Option<TempDir>,
    left_ms: Option<i64>,
    knows_position: bool,
    /// Bytes on standard error when the game began.
    error_bytes: u64,
    /// Its time so far.
    pub time: TimeUse,
}

impl<'a> Player<'a> {
    /// Starts a brain, or takes a process that played before, and sends the start of the game. A process that does not
    /// want to play another is replaced by a fresh one: that is no fault of this game.
    ///
    /// # Errors
    /// [`Stop`] if the game ends before its first move.
    pub fn start(
        engine: &'a Engine,
        league: &League,
        context: &'a RunContext,
        kept: Option<EngineProcess>,
        dialogue: Option<&Dialogue>,
    ) -> Result<Player<'a>, Stop> {
        let writer = dialogue.map(|dialogue| dialogue.writer(&engine.name));
        if let Some(process) = kept {
            process.join(writer.clone());
            let mut player = Player::at(engine, context, process)?;
            match player.start_game(league, false) {
                Ok(()) => return Ok(player),
                Err(Stop::Fault(..)) => {}
                Err(stop) => return Err(stop),
            }
        }
        let process = context.start_process(engine, writer)?;
        let mut player = Player::at(engine, context, process)?;
        player.start_game(league, true)?;
        Ok(player)
    }

    fn at(
        engine: &'a Engine,
        context: &'a RunContext,
        process: EngineProcess,
    ) -> Result<Player<'a>, Stop> {
        let folder = match context.manager {
            ManagerMode::Gomocup => Some(TempDir::new().map_err(Stop::NoFolder)?),
            ManagerMode::Plain | ManagerMode::Piskvork => None,
        };
        Ok(Player {
            engine,
            context,
            error_bytes: process.error_bytes(),
            process,
            folder,
            left_ms: engine.control.match_ms.map(|ms| ms as i64),
            knows_position: false,
            time: TimeUse::default(),
        })
    }

    fn start_game(&mut self, league: &League, is_fresh: bool) -> Result<(), Stop> {
        let start = match self.context.manager {
            ManagerMode::Piskvork if !is_fresh => "RESTART\n".into(),
            _ => format!("START {}\n", league.size.side()),
        };
        if self.context.manager == ManagerMode::Gomocup {
            let lines = start + &self.infos(league);
            self.send(&lines)?;
            self.suspend();
            return Ok(());
        }
        self.resume();
        let unasked = self.process.unasked(AnswerKind::AnyLine);
        unasked.map_err(|no_answer| self.fault(no_answer, Duration::ZERO))?;
        self.send(&start)?;
        self.wait_for_ok()?;
        if self.context.manager == ManagerMode::Piskvork {
            let took = self.process.asked().elapsed_ms() as i64;
            self.left_ms = self.left_ms.map(|left| left - took);
        }
        let infos = self.infos(league);
        self.send(&infos)?;
        self.suspend();
        Ok(())
    }

    /// Writes lines with the manager's line ends.
    fn send(&mut self, lines: &str) -> Result<(), Stop> {
        let sent = match self.context.manager {
            ManagerMode::Plain => self.process.send(lines),
            ManagerMode::Gomocup | ManagerMode::Piskvork => {
                self.process.send(&lines.replace('\n', "\r\n"))
            }
        };
        sent.map_err(|no_answer| self.fault(no_answer, Duration::ZERO))
    }

    fn wait_for_ok(&mut self) -> Result<(), Stop> {
        let deadline = Duration::from_millis(self.engine.control.start_ms);
        let not_ready = |text: String| Stop::Fault(EndReason::NotReady, text);
        let mut told = String::from("START was not answered");
        loop {
            let answer = match self.process.answer(deadline, AnswerKind::AnyLine) {
                Err(NoAnswer::Timeout(_)) => {
                    let ms = deadline.as_millis();
                    return Err(not_ready(format!(
                        "{told} in {ms} ms (start=MS waits longer)"
                    )));
                }
                other => other.map_err(|no_answer| self.fault(no_answer, deadline))?,
            };
            let text = answer.text;
            if text.eq_ignore_ascii_case("OK") {
                return Ok(());
            }
            told = format!("START was answered by {} instead of OK", quoted_line(&text));
            let is_error = text.to_ascii_uppercase().starts_with("ERROR");
            if is_error || self.context.manager == ManagerMode::Piskvork {
                return Err(not_ready(told));
            }
        }
    }

    /// The `INFO` lines before the game, in the manager's order.
    fn infos(&self, league: &League) -> String {
        let control = &self.engine.control;
        let mut text = String::new();
        let mut info = |key: &str, value: Option<u64>| {
            if let Some(value) = value {
                let _ = writeln!(text, "INFO {key} {value}");
            }
        };
        let rule = Some(u64::from(league.rule.code()));
        match self.context.manager {
            ManagerMode::Plain => {
                info("rule", rule);
                info("game_type", Some(1));
                info("timeout_turn", control.turn_ms);
                info("timeout_match", control.match_ms);
                info("max_memory", Some(control.max_memory));
            }
            ManagerMode::Gomocup => {
                info("timeout_turn", control.turn_ms);
                info("timeout_match", control.match_ms);
                info("max_memory", Some(control.max_memory));
                info("game_type", Some(3));
                info("rule", rule);
            }
            ManagerMode::Piskvork => {
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
    /// [`Stop::Fault`] with any fault but an illegal point.
    pub fn ask_move(&mut self, board: &Board, turn: Color) -> Result<Turn, Stop> {
        let question = self.question(board, turn);
        self.knows_position = true;
        self.ask(&question, AnswerKind::Moves)
    }

    /// Asks for a step of swap2.
    ///
    /// # Errors
    /// [`Stop::Fault`] with the fault.
    pub fn ask_swap2(&mut self, board: &Board) -> Result<Swap2Answer, Stop> {
        let mut question = String::from("SWAP2BOARD\n");
        for &(point, _) in board.history() {
            let _ = writeln!(question, "{point}");
        }
        question.push_str("DONE\n");
        let turn = self.ask(&question, AnswerKind::Swap2)?;
        let answer = if turn.text.to_ascii_uppercase().starts_with("SWAP") {
            Swap2Answer::Swap
        } else {
            let words = turn.text.split_whitespace();
            let points: Result<Vec<Point>, Stop> =
                words.map(|word| read_point(word, board)).collect();
            Swap2Answer::Stones(points?)
        };
        let step = Swap2::with_stones(board.stones());
        match step.and_then(|step| step.answer(&answer)) {
            Ok(_) => Ok(answer),
            Err(error) => {
                let text = format!("{}: {error}", quoted_line(&turn.text));
                Err(Stop::Fault(EndReason::BadSwap2, text))
            }
        }
    }

    fn question(&self, board: &Board, turn: Color) -> String {
        let mut text = String::new();
        let stones = board.history();
        let is_piskvork = self.context.manager == ManagerMode::Piskvork;
        let says_begin = self.context.manager != ManagerMode::Gomocup;
        let _ = match stones {
            [] if says_begin => writeln!(text, "BEGIN"),
            &[.., (last, _)] if self.knows_position && !self.engine.gets_board => {
                writeln!(text, "TURN {last}")
            }
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

    /// Sends a question and waits for its answer, under the clocks.
    fn ask(&mut self, question: &str, kind: AnswerKind) -> Result<Turn, Stop> {
        let kind = match self.context.manager {
            ManagerMode::Plain | ManagerMode::Gomocup => kind,
            ManagerMode::Piskvork => AnswerKind::AnyLine,
        };
        let unasked = self.process.unasked(kind);
        let unasked = unasked.map_err(|no_answer| self.fault(no_answer, Duration::ZERO))?;
        if let Some(text) = unasked {
            let text = format!("{} came before it was asked", quoted_line(&text));
            return Err(Stop::Fault(EndReason::TwoMoves, text));
        }
        let control = &self.engine.control;
        let limit_ms = [control.turn_ms.map(|ms| ms as i64), self.left_ms];
        let limit_ms = limit_ms.into_iter().flatten().min();
        // The margin is granted once to a match clock, not anew to every move.
        let margin_ms = control.margin_ms as i64;
        let duration = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let (deadline, grace) = match limit_ms {
            Some(ms) => (duration(ms + margin_ms), LATE),
            None => (Duration::from_millis(control.stall_ms), Duration::ZERO),
        };
        let left = match (self.left_ms, self.context.manager) {
            (None, _) => UNLIMITED_MS,
            (Some(left), ManagerMode::Gomocup) => left,
            (Some(left), ManagerMode::Plain | ManagerMode::Piskvork) => left.max(0),
        };
        self.resume();
        self.send(&format!("INFO time_left {left}\n{question}"))?;
        let answer = self.process.answer(deadline + grace, kind);
        self.suspend();
        let answer = answer.map_err(|no_answer| self.fault(no_answer, deadline + grace))?;
        let turn = Turn {
            info: SearchInfo::read(answer.info.as_deref().unwrap_or("")),
            elapsed: answer.elapsed,
            text: answer.text,
        };
        self.clock_in(&turn, limit_ms.map(duration), deadline)?;
        self.check_resources()?;
        Ok(turn)
    }

    /// Updates the clocks by a move.
    ///
    /// # Errors
    /// If the move came after its deadline.
    fn clock_in(
        &mut self,
        turn: &Turn,
        limit: Option<Duration>,
        deadline: Duration,
    ) -> Result<(), Stop> {
        let control = &self.engine.control;
        let elapsed = turn.elapsed;
        let gained = control.increment_ms as i64 - elapsed.as_millis() as i64;
        self.left_ms = self.left_ms.map(|left| left + gained);
        self.time.moves += 1;
        let over = limit.map_or(Duration::ZERO, |limit| elapsed.saturating_sub(limit));
        let over_us = over.as_micros() as u64;
        self.time.worst_over_us = self.time.worst_over_us.max(over_us);
        if elapsed > deadline {
            let margin = Duration::from_millis(control.margin_ms);
            let limit = limit.unwrap_or(deadline.saturating_sub(margin));
            let text = format!(
                "{} ms, {} ms over the limit of {} ms and the margin of {} ms",
                elapsed.as_millis(),
                (elapsed - deadline).as_millis(),
                limit.as_millis(),
                (deadline - limit).as_millis()
            );
            return Err(Stop::Fault(EndReason::OutOfTime, text));
        }
        let Some(limit) = limit else { return Ok(()) };
        let is_turn_limit = control.turn_ms.map(Duration::from_millis) == Some(limit);
        if is_turn_limit && turn.info.score.is_some() && !turn.info.is_decided() {
            self.time.free_moves += 1;
            self.time.free_share += elapsed.as_secs_f64() / limit.as_secs_f64().max(1e-9);
        }
        Ok(())
    }

    /// Checks memory and folder, as the manager does after each move.
    fn check_resources(&self) -> Result<(), Stop> {
        let limit = self.engine.control.max_memory;
        let used = match self.context.manager {
            _ if limit == 0 => None,
            ManagerMode::Piskvork => self.process.peak_bytes(),
            ManagerMode::Plain | ManagerMode::Gomocup => self.process.unique_bytes(limit),
        };
        if let Some(used) = used.filter(|&used| used > limit) {
            let text = format!(
                "{} MB after a move, {} MB are allowed; memory=MB or max_memory=BYTES of an engine, or \
                 --memory-mb for all, allow more, 0 is no limit",
                used >> 20,
                limit >> 20
            );
            return Err(Stop::Fault(EndReason::OverMemory, text));
        }
        let files = self
            .folder
            .as_ref()
            .map_or(0, |folder| folder_bytes(folder.path()));
        if files > FOLDER_BYTES {
            let text = format!(
                "{} MB in the folder that it was given, {} MB are allowed",
                files >> 20,
                FOLDER_BYTES >> 20
            );
            return Err(Stop::Fault(EndReason::OverFolder, text));
        }
        Ok(())
    }

    fn suspend(&self) {
        if self.context.suspends() {
            // A pause is for the brain: it must be able to run meanwhile.
            self.process.rest();
            self.process.suspend();
        }
    }

    fn resume(&self) {
        if self.context.suspends() {
            self.process.resume();
        }
    }

    /// Kills a brain that has committed a fault, without another command; returns its warnings.
    pub fn dismiss(self) -> Vec<Warning> {
        self.errors()
    }

    /// Ends the game for the brain: returns its warnings, and its process if it is kept for the next game.
    pub fn leave(mut self) -> (Vec<Warning>, Option<EngineProcess>) {
        if !self.engine.restarts {
            return (self.errors(), Some(self.process));
        }
        let folder = self.folder.take();
        let (before, process) = (self.error_bytes, self.process);
        let warnings = end_process(process, before);
        drop(folder);
        (warnings, None)
    }

    fn errors(&self) -> Vec<Warning> {
        errors_since(self.error_bytes, self.process.error_bytes())
    }

    /// The fault of a brain that gave no answer in time.
    fn fault(&mut self, no_answer: NoAnswer, waited: Duration) -> Stop {
        let waited = waited.as_millis();
        let (reason, text) = match no_answer {
            NoAnswer::Died => (EndReason::Died, self.process.exit_message()),
            NoAnswer::Timeout(None) => (EndReason::Stalled, self.stall(waited)),
            NoAnswer::Timeout(Some(complaint)) => {
                let text = format!(
                    "{} is no move, and none came in {waited} ms",
                    quoted_line(&complaint)
                );
                (EndReason::NoMove, text)
            }
            NoAnswer::PartialLine => {
                let text = format!("a line without its end; none came in {waited} ms");
                (EndReason::HalfALine, text)
            }
            NoAnswer::Flood(bytes) => {
                let text = format!("{} MB without an answer", bytes >> 20);
                (EndReason::Flood, text)
            }
            NoAnswer::Stopped => return Stop::Interrupted,
        };
        Stop::Fault(reason, text)
    }

    /// The detail of a stall.
    fn stall(&self, waited: u128) -> String {
        let last = match self.process.gap() {
            None => "it never answered before".into(),
            Some(gap) => format!(
                "its last answer came {:.3} ms before the command (pause=MS waits between them, for a brain \
                 that loses commands so soon after its answer)",
                gap.as_secs_f64() * 1000.0
            ),
        };
        format!("no answer in {waited} ms; {last}; -log keeps what is said")
    }

    /// Whether the brain ever wrote a line.
    pub fn has_spoken(&self) -> bool {
        self.process.has_spoken()
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
    /// [`Stop::Fault`] if the answer names no point of this board.
    pub fn point(&self, board: &Board) -> Result<Point, Stop> {
        read_point(&self.text, board)
    }
}

fn read_point(text: &str, board: &Board) -> Result<Point, Stop> {
    let no_move = || {
        let text = format!("{} is no move, which is x,y", quoted_line(text));
        Stop::Fault(EndReason::NoMove, text)
    };
    let (x, y) = text.split_once(',').ok_or_else(no_move)?;
    let (x, y) = (x.trim().parse::<i64>(), y.trim().parse::<i64>());
    let (Ok(x), Ok(y)) = (x, y) else {
        return Err(no_move());
    };
    let off_board = || {
        let last = board.size().side() - 1;
        let text = format!("{x},{y}; both numbers run from 0 to {last}");
        Stop::Fault(EndReason::OffBoard, text)
    };
    board.size().point(x, y).ok_or_else(off_board)
}

/// The beginning of a brain's line, in quotes.
fn quoted_line(text: &str) -> String {
    let text: String = text.chars().take(TOLD_CHARACTERS).collect();
    format!("'{}'", printable(&text))
}

/// Ends a brain's process; returns its warnings since that many bytes were on its standard error.
pub fn end_process(process: EngineProcess, error_bytes: u64) -> Vec<Warning> {
    let exit = process.end();
    let mut warnings = errors_since(error_bytes, exit.error_bytes);
    if exit.ignored_end {
        warnings.push(Warning::IgnoredEnd);
    }
    if exit.left_children {
        warnings.push(Warning::SpawnedChildren);
    }
    warnings
}

fn errors_since(before: u64, now: u64) -> Vec<Warning> {
    match now > before {
        true => vec![Warning::StandardError],
        false => vec![],
    }
}
