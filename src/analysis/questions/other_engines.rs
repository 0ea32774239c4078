//! Other engines beside this one, and the moves that they would play.

use super::question::{Play, Question};
use super::question_error::{EngineFault, NoEngineMove, QuestionError};
use super::question_stop::QuestionStop;
use super::reply::{EngineNames, MoveReply, Reply};
use super::search_question::end_by;
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

/// Why a question cannot be asked of another engine, told before it waits for one.
pub(super) fn refuse_engine(
    question: &Play,
    engines: Option<&dyn OtherEngines>,
) -> Option<QuestionError> {
    let name = question.engine.as_ref()?;
    let names = engines.map_or(Vec::new(), OtherEngines::names);
    match () {
        _ if !names.contains(name) => Some(QuestionError::UnknownEngine(name.clone())),
        _ if question.level.is_some() => Some(QuestionError::LevelOfEngine),
        _ if question.position.blocked.is_some() => Some(QuestionError::BlockedOfEngine),
        _ => None,
    }
}

/// Answers a question for the move of another engine, which was not refused.
pub(super) fn engine_move(
    question: &Question,
    engines: &dyn OtherEngines,
    stop: &QuestionStop,
) -> Result<Reply, QuestionError> {
    let Question::Play(question) = question else {
        unreachable!("other engines are asked for moves");
    };
    let name = question.engine.as_deref().unwrap_or_default();
    let (mut position, _) = question.position.read()?;
    let limits = question.limits.limits()?;
    let no_move = |why| QuestionError::Engine(name.into(), why);
    let played = engines.ask(name, &position, &limits, stop.receiver());
    let played = played.map_err(no_move)?;
    let point = point_name(played.point, position.board().size());
    let color = position.turn();
    let foul = match position.board().is_empty(played.point) {
        false => Some("taken"),
        true => position
            .is_forbidden(played.point, color)
            .then_some("forbidden"),
    };
    if let Some(foul) = foul {
        return Err(no_move(NoEngineMove {
            fault: EngineFault::IllegalMove,
            text: format!("it plays {point}, which is {foul}"),
        }));
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
