//! Why a question cannot be answered.

use crate::board::NotationError;
use crate::record::{GameFileError, MovesError, OneGameError, RenlibError, UnknownFormat};
use crate::rule::{Illegal, Swap2Error, UnknownRule};
use crate::solve::SolveError;
use schemars::JsonSchema;
use serde::Serialize;
use std::error::Error;
use thiserror::Error;

/// What keeps another engine from a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EngineFault {
    /// The question was stopped.
    Interrupted,
    /// Its program cannot be started.
    NotStarted,
    /// No move came in time.
    Timeout,
    /// Its process ended or misbehaved.
    Crash,
    /// A move that is none, or not legal.
    IllegalMove,
}

/// Why another engine has no move: a sentence, and what it says in short.
#[derive(Debug, Error)]
#[error("{text}")]
pub struct NoEngineMove {
    /// In short.
    pub fault: EngineFault,
    /// In words.
    pub text: String,
}

/// Why a question cannot be answered.
#[derive(Debug, Error)]
pub enum QuestionError {
    /// No JSON, or not a question's words.
    #[error("no question")]
    Json(#[from] serde_json::Error),
    /// An id that another question has, which is not answered yet.
    #[error("id: a question with this id is not answered yet")]
    IdInUse,
    /// As many questions wait as may.
    #[error("{0} questions are not answered yet, and no more may wait")]
    TooManyOpen(usize),
    /// A board that is too small or too large.
    #[error("size: a number from 5 to 22 is expected, {0} is found")]
    Size(usize),
    /// No rule.
    #[error("position: rule")]
    Rule(#[from] UnknownRule),
    /// Both kinds of position at once.
    #[error("position: moves, or black, white and blocked, not both")]
    TwoPositions,
    /// Moves that cannot be read.
    #[error("position: moves")]
    Moves(#[from] OneGameError),
    /// A move that cannot be played.
    #[error("position: move {number}, {point}")]
    Move {
        /// From 1.
        number: usize,
        /// Its name.
        point: String,
        /// What forbids it.
        #[source]
        why: Illegal,
    },
    /// Names of points that cannot be read.
    #[error("{field}")]
    Points {
        /// Where they stand.
        field: &'static str,
        /// Why.
        #[source]
        why: NotationError,
    },
    /// A point that is not empty.
    #[error("{field}: {point} is taken")]
    Taken {
        /// Where it stands.
        field: &'static str,
        /// The point.
        point: String,
    },
    /// A point that is named twice.
    #[error("position: {0} is taken twice")]
    Twice(String),
    /// A position in which nobody moves.
    #[error("position: the game is over: {0}")]
    Over(String),
    /// A number beyond its bounds.
    #[error("{field}: a number from {from} to {to} is expected, {found} is found")]
    Number {
        /// Where it stands.
        field: &'static str,
        /// The least.
        from: u64,
        /// The greatest.
        to: u64,
        /// What stands there.
        found: u64,
    },
    /// No step of swap2.
    #[error("position")]
    Swap2(#[from] Swap2Error),
    /// Stones that are not those of swap2.
    #[error(
        "position: swap2 begins with stones of black and white in turn, without blocked points"
    )]
    NoSwap2,
    /// No move is left.
    #[error(transparent)]
    NoMove(#[from] crate::service::Unanswerable),
    /// A search without a move, such as one with all moves left out.
    #[error("there is no move to search")]
    NoLine,
    /// Neither or both of the texts to convert.
    #[error("convert: text or base64 is expected")]
    NoText,
    /// Bytes that cannot be read.
    #[error("base64")]
    Base64(#[from] base64::DecodeError),
    /// No format.
    #[error("format")]
    Format(#[from] UnknownFormat),
    /// A game that cannot be read.
    #[error("convert")]
    Game(#[from] GameFileError),
    /// Moves that the format cannot hold.
    #[error("convert")]
    NotHeld(#[from] MovesError),
    /// A tree that cannot be written.
    #[error("convert")]
    Renlib(#[from] RenlibError),
    /// The solver failed.
    #[error("solve")]
    Solve(#[from] SolveError),
    /// No engine of that name.
    #[error("engine: there is none of the name {0}")]
    UnknownEngine(String),
    /// A level for an engine that has none.
    #[error("level: other engines have no levels")]
    LevelOfEngine,
    /// Blocked points, of which the Gomocup protocol cannot tell.
    #[error("position: other engines cannot be told of blocked points")]
    BlockedOfEngine,
    /// Another engine has no move.
    #[error("engine: {0}")]
    Engine(String, #[source] NoEngineMove),
    /// A fault of the program: the engine's thread has ended.
    #[error(transparent)]
    Closed(#[from] crate::service::Closed),
    /// A fault of the program.
    #[error("the search panicked; other questions are answered")]
    Panic,
}

impl QuestionError {
    /// The fault of another engine, if that is the error.
    pub(super) fn engine_fault(&self) -> Option<EngineFault> {
        match self {
            QuestionError::Engine(_, why) => Some(why.fault),
            _ => None,
        }
    }

    /// The error with its sources, as one line.
    pub(in crate::analysis) fn text(&self) -> String {
        let mut text = self.to_string();
        let mut source = self.source();
        while let Some(error) = source {
            let more = error.to_string();
            if !text.ends_with(&more) {
                text += &format!(": {more}");
            }
            source = error.source();
        }
        text
    }
}
