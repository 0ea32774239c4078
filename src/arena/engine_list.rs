//! Brains that are asked for moves in positions that somebody analyses.

use super::league::League;
use super::plan::{Engine, ManagerMode};
use super::position_test::{AskError, PositionAnswer, ask_once};
use super::run_context::RunContext;
use crate::board::{Board, Color};
use crate::rule::Rule;
use crate::time::Limits;
use crossbeam_channel::{Receiver, Sender, bounded, select};
use thiserror::Error;

/// Processes that may run at once.
const PROCESSES: usize = 4;

/// Two engines of one name.
#[derive(Debug, Error)]
#[error("two engines have the name {0}; name= tells them apart")]
pub struct TwoOfAName(String);

/// Engines that are asked one position at a time, each with a new process. Further questions wait where as many
/// processes as may are running.
pub struct EngineList {
    engines: Vec<Engine>,
    /// Of their processes.
    mark: String,
    /// A message for each process that runs.
    seats: (Sender<()>, Receiver<()>),
}

impl EngineList {
    /// Engines whose processes carry the mark.
    ///
    /// # Errors
    /// If two have one name.
    pub fn new(engines: Vec<Engine>, mark: String) -> Result<EngineList, TwoOfAName> {
        for (index, engine) in engines.iter().enumerate() {
            if engines[..index]
                .iter()
                .any(|other| other.name == engine.name)
            {
                return Err(TwoOfAName(engine.name.clone()));
            }
        }
        Ok(EngineList {
            engines,
            mark,
            seats: bounded(PROCESSES),
        })
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<String> {
        let names = self.engines.iter().map(|engine| engine.name.clone());
        names.collect()
    }

    /// Asks the engine of a name for a move within limits; whether its point is empty is not checked. Closing `stop` ends the wait.
    ///
    /// # Errors
    /// Why it has no move: there is no such engine, it was stopped, it cannot be started, or it commits a fault.
    pub fn ask(
        &self,
        name: &str,
        rule: Rule,
        (board, turn): (&Board, Color),
        limits: &Limits,
        stop: Receiver<()>,
    ) -> Result<PositionAnswer, String> {
        let known = self.engines.iter().find(|engine| engine.name == name);
        let mut engine = known.ok_or("there is none of the name")?.clone();
        engine.control.turn_ms = limits.turn_ms;
        engine.control.match_ms = limits.left_ms;
        engine.control.nodes = limits.nodes;
        engine.control.depth = limits.depth;
        select! {
            send(self.seats.0, ()) -> _ => {}
            recv(stop) -> _ => return Err(AskError::Interrupted.to_string()),
        }
        let context = RunContext::new(ManagerMode::Plain, self.mark.clone(), stop);
        let league = League::on(rule, board.size());
        let answer = ask_once(&engine, &league, &context, board, turn);
        let _ = self.seats.1.try_recv();
        answer.map_err(|error| AskError::from(error).to_string())?
    }
}
