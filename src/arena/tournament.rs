//! A run: workers play its games; one thread writes the log and checks the SPRT.

use super::dialogue::Recorder;
use super::end_reason::Warning;
use super::game_log::{GameLog, LogError};
use super::game_record::GameRecord;
use super::plan::Plan;
use super::play_game::{KeptProcesses, NoResult, play_game};
use super::player::end_process;
use super::run_context::RunContext;
use super::schedule::{Pairing, Schedule};
use super::stats::Verdict;
use super::summary::Summary;
use crate::board::Color;
use crate::work_queue::StopSwitch;
use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games are played.
    Done,
    /// The test has its verdict.
    Decided(Verdict),
    /// A brain committed a fault, which ends the run.
    Faulty,
    /// It was stopped.
    Interrupted,
}

/// Why a run failed. What was played before is in its log.
#[derive(Debug, Error)]
pub enum RunError {
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A brain cannot be started.
    #[error("{0} cannot be started: {1}")]
    NotStarted(String, String),
    /// A brain cannot be given a folder.
    #[error("no place for a brain's folder: {0}")]
    NoFolder(std::io::Error),
    /// The watchdog cannot be started.
    #[error("cannot start the watchdog: {0}")]
    Watchdog(std::io::Error),
}

/// All that a run needs.
pub struct Tournament<'a> {
    /// What is played.
    pub plan: &'a Plan,
    /// Its games.
    pub schedule: &'a Schedule,
    /// Games that are in the log already.
    pub played: &'a HashSet<u64>,
    /// Games at a time.
    pub concurrency: usize,
    /// The mark of all processes of the run.
    pub mark: String,
    /// Stops the run.
    pub switch: StopSwitch,
    /// Records the dialogues.
    pub recorder: Recorder,
    /// Whether the first fault of a brain ends the run.
    pub ends_at_fault: bool,
    /// Each worker's wait between two games.
    pub wait: Duration,
}

impl Tournament<'_> {
    /// Plays the games that are left and adds them to `summary`; `listen` gets each game once it is in the log.
    ///
    /// # Errors
    /// [`RunError`]; `summary` then holds what is in the log.
    pub fn run(
        &self,
        log: &mut GameLog,
        summary: &mut Summary,
        listen: &mut dyn FnMut(&GameRecord, &Summary),
    ) -> Result<RunEnd, RunError> {
        if let verdict @ (Verdict::H0 | Verdict::H1) = self.plan.verdict(summary) {
            return Ok(RunEnd::Decided(verdict));
        }
        let numbers = Mutex::new(self.schedule.numbers().filter(|n| !self.played.contains(n)));
        let is_unconfirmed = |&engine: &usize| summary.engine(engine).games == 0;
        let unconfirmed = (0..self.plan.engines.len())
            .filter(is_unconfirmed)
            .collect();
        let context = RunContext {
            recorder: self.recorder.clone(),
            unconfirmed: Arc::new(Mutex::new(unconfirmed)),
            ..RunContext::new(self.plan.manager, self.mark.clone(), self.switch.receiver())
        };
        let (sender, finished) = bounded(64);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let numbers = &numbers;
                let context = context.clone();
                scope.spawn(move || self.work(&context, &|| numbers.lock().next(), &sender));
            }
            drop(sender);
            let result = self.keep_log(&finished, log, summary, listen);
            self.switch_off_unless_done(&result);
            // Workers that wait to hand over a game must not wait for ever.
            finished.iter().for_each(drop);
            result
        })
    }

    fn switch_off_unless_done(&self, result: &Result<RunEnd, RunError>) {
        if !matches!(result, Ok(RunEnd::Done | RunEnd::Interrupted)) {
            self.switch.stop();
        }
    }

    /// Plays games until there are none left or the run is stopped.
    fn work(
        &self,
        context: &RunContext,
        next: &dyn Fn() -> Option<u64>,
        sender: &Sender<Result<GameRecord, RunError>>,
    ) {
        let next_pairing = || {
            let number = (!self.switch.is_stopped()).then(next).flatten();
            number.map(|number| self.schedule.pairing(number))
        };
        let mut kept = KeptProcesses::new();
        let mut upcoming = next_pairing();
        while let Some(pairing) = upcoming.take().filter(|_| !self.switch.is_stopped()) {
            let game = match play_game(&pairing, self.plan, context, &mut kept) {
                Ok(mut game) => {
                    upcoming = next_pairing();
                    end_idle(&mut kept, upcoming.as_ref(), &mut game);
                    Ok(game)
                }
                Err(NoResult::Interrupted) => break,
                Err(NoResult::NotStarted(engine, error)) => {
                    let name = self.plan.engines[engine].name.clone();
                    Err(RunError::NotStarted(name, error))
                }
                Err(NoResult::NoFolder(error)) => Err(RunError::NoFolder(error)),
            };
            if sender.send(game).is_err() {
                break;
            }
            if upcoming.is_some() && !self.wait.is_zero() {
                // The end of the run ends it.
                let _ = self.switch.receiver().recv_timeout(self.wait);
            }
        }
        kept.into_values().for_each(|process| {
            process.end();
        });
    }

    /// Writes finished games to the log, in batches if they come faster than the disk.
    fn keep_log(
        &self,
        finished: &Receiver<Result<GameRecord, RunError>>,
        log: &mut GameLog,
        summary: &mut Summary,
        listen: &mut dyn FnMut(&GameRecord, &Summary),
    ) -> Result<RunEnd, RunError> {
        for first in finished {
            let mut games = Vec::new();
            let mut failure = None;
            for game in std::iter::once(first).chain(finished.try_iter()) {
                match game {
                    Ok(game) => games.push(game),
                    Err(error) => {
                        failure.get_or_insert(error);
                    }
                }
            }
            log.append(&games)?;
            for game in &games {
                summary.count(game);
                listen(game, summary);
            }
            if let Some(failure) = failure {
                return Err(failure);
            }
            if self.ends_at_fault && games.iter().any(|game| game.reason.is_fault()) {
                return Ok(RunEnd::Faulty);
            }
            if let verdict @ (Verdict::H0 | Verdict::H1) = self.plan.verdict(summary) {
                return Ok(RunEnd::Decided(verdict));
            }
        }
        Ok(if self.switch.is_stopped() {
            RunEnd::Interrupted
        } else {
            RunEnd::Done
        })
    }
}

/// Ends the processes that do not play in the upcoming game; their warnings are those of their last game.
fn end_idle(kept: &mut KeptProcesses, upcoming: Option<&Pairing>, game: &mut GameRecord) {
    let plays = |engine: usize| {
        upcoming.is_some_and(|it| [it.engines.black, it.engines.white].contains(&engine))
    };
    for color in Color::ALL {
        let side = game.side_mut(color);
        if plays(side.engine) {
            continue;
        }
        if let Some(process) = kept.remove(&side.engine) {
            let error_bytes = process.error_bytes();
            let warnings = end_process(process, error_bytes);
            let further = warnings
                .into_iter()
                .filter(|it| !side.warnings.contains(it));
            let further: Vec<Warning> = further.collect();
            side.warnings.extend(further);
        }
    }
}
