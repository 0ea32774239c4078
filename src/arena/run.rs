//! A run from its folder to its end: begun or resumed, played, recorded.

use super::dialogue::Recorder;
use super::game_log::{GameLog, LOG_NAME, LogError};
use super::game_record::GameRecord;
use super::plan::{Plan, PlanError};
use super::schedule::Schedule;
use super::summary::Summary;
use super::tournament::{RunEnd, RunError, Tournament};
use super::watchdog::Watchdog;
use crate::record::folder_of;
use crate::work_queue::StopSwitch;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Why a run cannot be begun or resumed.
#[derive(Debug, Error)]
pub enum RunSetupError {
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The openings cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The folder for the results cannot be made.
    #[error("{}: a folder for the results is expected", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// The log holds a game that is not in the schedule of its shard.
    #[error("{path}: game {1} is of another shard", path = .0.display())]
    OtherShard(PathBuf, u64),
}

impl RunSetupError {
    /// Whether other flags or another folder put it right.
    pub fn is_usage(&self) -> bool {
        match self {
            RunSetupError::Log(error) => error.is_usage(),
            RunSetupError::Plan(_) | RunSetupError::OtherShard(..) | RunSetupError::Folder(..) => {
                true
            }
        }
    }
}

/// A run that is ready to be played or continued.
#[derive(Debug)]
pub struct Run {
    /// What is played.
    pub plan: Plan,
    /// Its games.
    pub schedule: Schedule,
    /// The path of the log.
    pub path: PathBuf,
    /// The numbers of the games in the log when the run was begun or resumed.
    pub played: HashSet<u64>,
    /// All games in the log.
    pub summary: Summary,
    log: GameLog,
    /// The folder that was made for it.
    folder: Option<RunFolder>,
}

/// How a run is played; nothing of it changes a result.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Games at a time; 0 counts as 1.
    pub concurrency: usize,
    /// Records the dialogues.
    pub recorder: Recorder,
    /// Whether the first fault of a brain ends the run.
    pub ends_at_fault: bool,
    /// The wait between two games.
    pub wait: Duration,
    /// A program that calls [`run_watchdog`](super::run_watchdog) for the arguments `guard MARK`, as `tengen` does;
    /// without one, processes that leave their group outlive a runner that is killed.
    pub watchdog: Option<PathBuf>,
    /// Stops the run.
    pub switch: StopSwitch,
}

impl Run {
    /// Begins a run. The log must not exist.
    ///
    /// # Errors
    /// [`RunSetupError`] if the openings cannot be read or the log cannot be written.
    pub fn create(plan: Plan, path: PathBuf) -> Result<Run, RunSetupError> {
        let schedule = Schedule::new(&plan)?;
        let log = GameLog::create(&path, &plan)?;
        Ok(Run {
            plan,
            schedule,
            path,
            log,
            played: HashSet::new(),
            summary: Summary::default(),
            folder: None,
        })
    }

    /// Begins a run whose log lies in a folder, which is made with its parents, or else in the first free one of
    /// `matches/0001`, `matches/0002`, ..
    ///
    /// # Errors
    /// [`RunSetupError`] as [`Run::create`], or if the folder cannot be made.
    pub fn create_in(plan: Plan, folder: Option<&Path>) -> Result<Run, RunSetupError> {
        let failed =
            |error| RunSetupError::Folder(folder.unwrap_or(Path::new("matches")).into(), error);
        let folder = RunFolder::make(folder).map_err(failed)?;
        match Run::create(plan, folder.folder.join(LOG_NAME)) {
            Ok(run) => Ok(Run {
                folder: Some(folder),
                ..run
            }),
            Err(error) => {
                folder.remove_empty();
                Err(error)
            }
        }
    }

    /// Removes what [`Run::create_in`] has made if no game was played: the log, every folder that is empty then, and
    /// the dialogues if they lie beside the results and there were none before.
    pub fn discard_unplayed(self, logs_beside: bool) {
        let Run {
            path, log, summary, ..
        } = self;
        drop(log);
        if let Some(folder) = self.folder.filter(|_| summary.games() == 0) {
            folder.discard(&path, logs_beside);
        }
    }

    /// What `--resume` takes: the folder of the results, or the log where it has a name of its own.
    pub fn place(&self) -> &Path {
        match self.path.ends_with(LOG_NAME) {
            true => folder_of(&self.path),
            false => &self.path,
        }
    }

    /// Opens the log of a run that was interrupted, to continue it.
    ///
    /// # Errors
    /// [`RunSetupError`] if the log is damaged, or its openings have changed.
    pub fn resume(path: &Path) -> Result<Run, RunSetupError> {
        let mut summary = Summary::default();
        let mut played = HashSet::new();
        let mut before = |_: &Plan, game: GameRecord| {
            summary.count(&game);
            played.insert(game.game);
        };
        let (log, plan) = GameLog::resume(path, &mut before)?;
        let schedule = Schedule::new(&plan)?;
        if let Some(&stranger) = played.iter().find(|&&number| !schedule.holds(number)) {
            return Err(RunSetupError::OtherShard(path.into(), stranger));
        }
        Ok(Run {
            plan,
            schedule,
            path: path.into(),
            log,
            played,
            summary,
            folder: None,
        })
    }

    /// Plays the games that are left. `listen` gets each game once it is in the log.
    ///
    /// # Errors
    /// [`RunError`] if the log cannot be written, or a brain or the watchdog cannot be started.
    pub fn play(
        &mut self,
        options: &RunOptions,
        listen: &mut dyn FnMut(&GameRecord, &Summary),
    ) -> Result<RunEnd, RunError> {
        let mark = format!("{}-{}", std::process::id(), self.plan.run_id());
        let watchdog = options.watchdog.as_ref();
        let watchdog = watchdog.map(|program| Watchdog::start(program, &mark));
        let watchdog = watchdog.transpose().map_err(RunError::Watchdog)?;
        let tournament = Tournament {
            plan: &self.plan,
            schedule: &self.schedule,
            played: &self.played,
            concurrency: options.concurrency,
            mark,
            switch: options.switch.clone(),
            recorder: options.recorder.clone(),
            ends_at_fault: options.ends_at_fault,
            wait: options.wait,
        };
        let end = tournament.run(&mut self.log, &mut self.summary, listen);
        drop(watchdog);
        end
    }
}

/// The folder of a new run, and the folders that were made for it.
#[derive(Debug)]
struct RunFolder {
    folder: PathBuf,
    made: Vec<PathBuf>,
    had_logs: bool,
}

impl RunFolder {
    /// Makes the folder and its parents, or the first free one of `matches/0001`, `matches/0002`, ..
    fn make(given: Option<&Path>) -> io::Result<RunFolder> {
        let parent = given.unwrap_or(Path::new("matches"));
        let missing = parent.ancestors().take_while(|path| !path.exists());
        let mut made: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        // The innermost folder comes last.
        made.reverse();
        std::fs::create_dir_all(parent)?;
        let folder = match given {
            Some(folder) => folder.to_path_buf(),
            None => {
                let folder = numbered_folder(parent)?;
                made.push(folder.clone());
                folder
            }
        };
        Ok(RunFolder {
            had_logs: folder.join("logs").exists(),
            folder,
            made,
        })
    }

    /// Removes the log, the dialogues if there were none before, and every folder that was made and is empty: for a run
    /// that never played a game.
    fn discard(self, log: &Path, logs_beside: bool) {
        let _ = std::fs::remove_file(log);
        if logs_beside && !self.had_logs {
            let _ = std::fs::remove_dir_all(self.folder.join("logs"));
        }
        self.remove_empty();
    }

    /// Removes the folders that were made, as far as they are empty.
    fn remove_empty(self) {
        for folder in self.made.iter().rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

fn numbered_folder(parent: &Path) -> io::Result<PathBuf> {
    for number in 1.. {
        let folder = parent.join(format!("{number:04}"));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there is always a next number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discarded_run_leaves_no_parent_folder() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a/b/c");
        let made = RunFolder::make(Some(&out)).unwrap();
        assert!(out.is_dir());
        made.discard(&out.join("results.jsonl"), false);
        assert!(!folder.path().join("a").exists() && folder.path().exists());
        std::fs::create_dir(folder.path().join("a")).unwrap();
        RunFolder::make(Some(&out)).unwrap().remove_empty();
        assert!(folder.path().join("a").is_dir() && !folder.path().join("a/b").exists());
    }
}
