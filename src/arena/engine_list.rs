//! Brains that are asked for moves in positions that somebody analyses.

use super::league::League;
use super::plan::{Engine, ManagerMode, TimeControl};
use super::position_test::{AskError, BrainFault, PositionAnswer, ask_once};
use super::run_context::RunContext;
use super::runner::tell_apart;
use crate::board::{Board, Color};
use crate::rule::Rule;
use crate::time::Limits;
use crossbeam_channel::{Receiver, Sender, bounded, never, select_biased};

/// Processes that may run at once.
const PROCESSES: usize = 4;
/// The longest turn in milliseconds.
const LONGEST_TURN_MS: u64 = 600_000;

/// Why an engine has no move.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// No engine has the name.
    #[error("there is none of the name")]
    UnknownName,
    /// It cannot be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// It commits a fault.
    #[error(transparent)]
    Fault(#[from] BrainFault),
}

/// Engines that are asked one position at a time, each with a new process. Further questions wait where as many
/// processes as may are running.
pub struct EngineList {
    engines: Vec<Engine>,
    context: RunContext,
    /// A message for each process that runs.
    seats: (Sender<()>, Receiver<()>),
}

/// Leave to run a process; given back when dropped.
struct Seat<'a>(&'a Receiver<()>);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let _ = self.0.try_recv();
    }
}

impl EngineList {
    /// Engines whose processes carry the mark. Those of one name are numbered.
    pub fn new(mut engines: Vec<Engine>, mark: String) -> EngineList {
        tell_apart(&mut engines);
        EngineList {
            engines,
            context: RunContext::new(ManagerMode::Plain, mark, never()),
            seats: bounded(PROCESSES),
        }
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<String> {
        let names = self.engines.iter().map(|engine| engine.name.clone());
        names.collect()
    }

    /// Asks the engine of a name for a move within limits, which take the place of its own ones; a turn takes ten minutes
    /// at most. Whether the point is empty is not checked. Closing `stop` ends the wait.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is no such engine, it was stopped, it cannot be started, or it commits a fault.
    pub fn ask(
        &self,
        name: &str,
        rule: Rule,
        (board, turn): (&Board, Color),
        limits: &Limits,
        stop: Receiver<()>,
    ) -> Result<PositionAnswer, NoAnswer> {
        let known = self.engines.iter().find(|engine| engine.name == name);
        let mut engine = known.ok_or(NoAnswer::UnknownName)?.clone();
        engine.control = TimeControl {
            turn_ms: limits.turn_ms.map(|ms| ms.min(LONGEST_TURN_MS)),
            match_ms: limits.left_ms.map(|ms| ms.min(LONGEST_TURN_MS)),
            increment_ms: 0,
            nodes: limits.nodes,
            depth: limits.depth,
            ..engine.control
        };
        let _seat = select_biased! {
            recv(stop) -> _ => return Err(AskError::Interrupted.into()),
            send(self.seats.0, ()) -> _ => Seat(&self.seats.1),
        };
        let context = RunContext {
            stop,
            ..self.context.clone()
        };
        let league = League::on(rule, board.size());
        let answer = ask_once(&engine, &league, &context, board, turn);
        Ok(answer.map_err(AskError::from)??)
    }
}
