//! What the games of a run share: the manager's behaviour, the mark of its processes, the stop signal, the recorder.
//!
//! Knows how to start a process, and which engines have answered yet; knows nothing of boards and moves.

use super::dialogue::{DialogueWriter, Recorder};
use super::end_reason::EndReason;
use super::engine_process::EngineProcess;
use super::plan::{Engine, ManagerMode};
use crossbeam_channel::Receiver;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a game was stopped before its end.
#[derive(Debug)]
pub enum Stop {
    /// A brain committed a fault: the reason, and a detail for people.
    Fault(EndReason, String),
    /// The run was stopped.
    Interrupted,
    /// The program cannot be started, and why.
    NotStarted(String),
    /// The brain's folder (`INFO folder`) cannot be made.
    NoFolder(io::Error),
}

/// The state that all games of a run share.
#[derive(Clone, Debug)]
pub struct RunContext {
    /// The manager whose behaviour the runner copies.
    pub manager: ManagerMode,
    /// The mark in the environment of all processes of the run; each appends `/` and its number.
    pub mark: String,
    /// Processes started so far.
    pub started: Arc<AtomicU64>,
    /// Closed when the run is stopped; all waits then end.
    pub stop: Receiver<()>,
    /// Records the dialogues.
    pub recorder: Recorder,
    /// Numbers of the engines none of whose processes has answered in this run. The death of such a process is a
    /// failed start, not a lost game.
    pub unconfirmed: Arc<Mutex<HashSet<usize>>>,
}

impl RunContext {
    /// A context that records nothing and takes all engines for confirmed.
    pub fn new(manager: ManagerMode, mark: String, stop: Receiver<()>) -> RunContext {
        RunContext {
            manager,
            mark,
            started: Arc::default(),
            stop,
            recorder: Recorder::default(),
            unconfirmed: Arc::default(),
        }
    }

    /// Whether no process of the engine has answered yet.
    pub fn is_unconfirmed(&self, engine: usize) -> bool {
        self.unconfirmed.lock().contains(&engine)
    }

    /// Records that a process of the engine has answered.
    pub fn confirm(&self, engine: usize) {
        self.unconfirmed.lock().remove(&engine);
    }

    /// Starts a process of an engine with a mark of its own, and records the dialogue with it.
    ///
    /// # Errors
    /// [`Stop::NotStarted`] if the system cannot start it.
    pub(super) fn start_process(
        &self,
        engine: &Engine,
        writer: Option<DialogueWriter>,
    ) -> Result<EngineProcess, Stop> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}/{number}", self.mark);
        EngineProcess::start(engine, mark, writer, &self.stop).map_err(|error| {
            let program = engine.program.display();
            Stop::NotStarted(format!("{program}: {error}"))
        })
    }

    /// Whether a brain is suspended while its opponent thinks.
    pub(super) fn suspends(&self) -> bool {
        self.manager != ManagerMode::Plain
    }
}
