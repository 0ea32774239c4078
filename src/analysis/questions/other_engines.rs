//! Other engines beside this one, and the moves that they would play.

use super::question::Play;
use super::question_error::{NoEngineMove, QuestionError};
use super::reply::{EngineNames, MoveReply, Reply};
use super::search_question::end_by;
use super::stop_switch::StopSwitch;
use crate::board::{Point, point_name};
use crate::position::Position;
use crate::time::Limits;
use crossbeam_channel::Receiver;
use std::time::Duration;

/// Other engines that can be asked for moves, from several threads.
pub trait OtherEngines: Send + Sync {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// Asks the engine of that name for a move; whether it is legal is not told. Closing `stop` ends the wait.
    ///
    /// # Errors
    /// [`NoEngineMove`] if it is stopped before it moves, cannot be started, or commits a fault.
    fn ask(
        &self,
        name: &str,
        position: &Position,
        limits: &Limits,
        stop: Receiver<()>,
    ) -> Result<EngineMove, NoEngineMove>;
}

/// Another engine's move.
#[derive(Clone, Copy, Debug)]
pub struct EngineMove {
    /// The move.
    pub point: Point,
    /// The engine's score for the side to move, in its own unit.
    pub score: Option<i32>,
    /// Plies of its last iteration.
    pub depth: Option<u32>,
    /// The nodes that it reports.
    pub nodes: Option<u64>,
    /// The time from the question to the move.
    pub elapsed: Duration,
}

/// The names of the engines that can be asked.
pub(super) fn engine_names(engines: Option<&dyn OtherEngines>) -> Reply {
    Reply::Engines(EngineNames {
        names: engines.map_or(Vec::new(), OtherEngines::names),
    })
}

/// Answers a question for the move of another engine.
pub(super) fn engine_move(
    question: &Play,
    engines: Option<&dyn OtherEngines>,
    stop: &StopSwitch,
) -> Result<Reply, QuestionError> {
    let name = question.engine.as_deref().unwrap_or_default();
    let (mut position, _) = question.position.read()?;
    let limits = question.limits.limits()?;
    if question.level.is_some() {
        return Err(QuestionError::LevelOfEngine);
    }
    let known = engines.filter(|engines| engines.names().iter().any(|known| known == name));
    let engines = known.ok_or_else(|| QuestionError::UnknownEngine(name.into()))?;
    let played = engines.ask(name, &position, &limits, stop.receiver());
    let played = played.map_err(|why| QuestionError::Engine(name.into(), why))?;
    let point = point_name(played.point, position.board().size());
    let color = position.turn();
    let foul = match position.board().is_empty(played.point) {
        false => Some("taken"),
        true => position
            .is_forbidden(played.point, color)
            .then_some("forbidden"),
    };
    if let Some(foul) = foul {
        let why = NoEngineMove(format!("it plays {point}, which is {foul}"));
        return Err(QuestionError::Engine(name.into(), why));
    }
    Ok(Reply::Play(MoveReply {
        point,
        why: "engine",
        elapsed_ms: played.elapsed.as_millis() as u64,
        ends: end_by(&position, played.point),
        score: played.score,
        depth: played.depth,
        nodes: played.nodes,
    }))
}
