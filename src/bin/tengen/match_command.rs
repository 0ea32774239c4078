//! `tengen match`: games between brains, counted as they reach the disk.

use super::match_options::{Options, Running};
use super::match_records::Records;
use super::match_view::View;
use super::{Failure, report, say, selftest};
use anyhow::{Context, Error, Result};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::{
    GameLog, GameRecord, LOG_NAME, Plan, Recorder, RunEnd, RunError, Schedule, StopSwitch, Summary,
    Tournament, Watchdog, find_log, folder_of,
};

/// A run that is about to go on.
pub struct Run {
    /// What is played.
    pub plan: Plan,
    /// Its games.
    pub schedule: Schedule,
    /// Where its log is.
    pub path: PathBuf,
    /// The log.
    pub log: GameLog,
    /// Games that are in it.
    pub played: HashSet<u64>,
    /// What they come to.
    pub summary: Summary,
}

/// How a run is conducted.
#[derive(Default)]
pub struct Conduct {
    /// Games at a time.
    pub concurrency: u16,
    /// Keeps what is said.
    pub recorder: Recorder,
    /// Whether the first fault of a brain ends the run.
    pub ends_at_fault: bool,
    /// Waited between games.
    pub wait: Duration,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let running = &options.running;
    if running.selftest {
        return selftest::run(options);
    }
    let records = Records::read(running).map_err(Failure::usage)?;
    let (mut run, place) = match &running.resume {
        Some(given) => (Run::resume(&find_log(given)?)?, None),
        None => {
            let plan = options.plan.plan().map_err(Failure::usage)?;
            let place = Place::make(running.out.as_deref())?;
            match Run::begin(plan, place.folder.join(LOG_NAME)) {
                Ok(run) => (run, Some(place)),
                Err(error) => {
                    place.clear();
                    return Err(error);
                }
            }
        }
    };
    let result = play(&mut run, running, &records);
    let has_played = run.summary.games() > 0;
    match (result, place) {
        // There is nothing to keep of a match that never began.
        (Err(error), Some(place)) if !has_played => {
            drop(run);
            let _ = std::fs::remove_file(place.folder.join(LOG_NAME));
            if records.logs_beside() && !place.had_logs {
                let _ = std::fs::remove_dir_all(place.folder.join("logs"));
            }
            place.clear();
            match error.downcast_ref::<RunError>() {
                Some(RunError::NotStarted(..)) => Err(Failure::usage(error)),
                _ => Err(error),
            }
        }
        (result, _) => result,
    }
}

/// Plays what is left of a run, and writes all that is to be written of it.
fn play(run: &mut Run, running: &Running, records: &Records) -> Result<ExitCode> {
    let recorder = records.recorder(&run.plan, folder_of(&run.path));
    let recorder = recorder.map_err(Failure::usage)?;
    introduce(run);
    let (before, games) = (run.played.len() as u64, run.schedule.games());
    let plan = run.plan.clone();
    let mut view = View::open(&plan, before, games, running.ratinginterval, running.debug);
    let conduct = Conduct {
        concurrency: running.concurrency,
        recorder: recorder.clone(),
        ends_at_fault: running.fatalerror,
        wait: Duration::from_millis(running.wait),
    };
    let ending = run.conduct(&conduct, &mut |game, summary| view.show(game, summary));
    view.close();
    if let Some(failure) = recorder.failure() {
        eprintln!("tengen: {failure}; the games went on without");
    }
    if run.summary.games() == 0 && ending.is_err() {
        return ending.map(|_| ExitCode::FAILURE);
    }
    if run.summary.games() > 0 {
        say(&report::whole(&run.plan, &run.summary));
    }
    let code = conclude(ending, run, running)?;
    records.export(&run.plan, &run.path)?;
    Ok(code)
}

/// The folder of a new match, and what of it was made for it.
struct Place {
    folder: PathBuf,
    made: Vec<PathBuf>,
    /// Whether there were dialogues in it before.
    had_logs: bool,
}

impl Place {
    /// Makes the folder, or the first one of a number that no one has: `matches/0001`.
    fn make(given: Option<&Path>) -> Result<Place> {
        let mut made = Vec::new();
        let mut make = |folder: &Path| {
            if !folder.is_dir() {
                made.push(folder.to_path_buf());
            }
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))
        };
        let folder = match given {
            Some(folder) => {
                make(folder)?;
                folder.to_path_buf()
            }
            None => {
                let parent = Path::new("matches");
                make(parent)?;
                let folder = new_folder(parent)?;
                made.push(folder.clone());
                folder
            }
        };
        let had_logs = folder.join("logs").exists();
        Ok(Place {
            folder,
            made,
            had_logs,
        })
    }

    /// Takes away what was made, as far as nothing is in it.
    fn clear(self) {
        for folder in self.made.iter().rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

impl Run {
    /// Begins a run, whose log must not exist.
    ///
    /// # Errors
    /// If the openings cannot be read or the log not be written.
    pub fn begin(plan: Plan, path: PathBuf) -> Result<Run> {
        let schedule = Schedule::new(&plan)?;
        let log = GameLog::create(&path, &plan)?;
        Ok(Run {
            plan,
            schedule,
            path,
            log,
            played: HashSet::new(),
            summary: Summary::default(),
        })
    }

    /// Goes on with a run.
    fn resume(path: &Path) -> Result<Run> {
        let mut summary = Summary::default();
        let mut played = HashSet::new();
        let mut before = |_: &Plan, game: GameRecord| {
            summary.count(&game);
            played.insert(game.game);
        };
        let (log, plan) = GameLog::resume(path, &mut before)?;
        let schedule = Schedule::new(&plan)?;
        if let Some(stranger) = played.iter().find(|&&number| !schedule.holds(number)) {
            let error = format!("{}: game {stranger} is of another shard", path.display());
            return Err(Failure::usage(Error::msg(error)));
        }
        Ok(Run {
            plan,
            schedule,
            path: path.into(),
            log,
            played,
            summary,
        })
    }

    /// Plays what is left, with a guard posted and an ear for ctrl-C.
    ///
    /// # Errors
    /// If the log cannot be written, a brain not be started, or no guard be posted.
    pub fn conduct(
        &mut self,
        conduct: &Conduct,
        listen: &mut dyn FnMut(&GameRecord, &Summary),
    ) -> Result<RunEnd> {
        let mark = format!("{}-{}", std::process::id(), self.plan.run_id());
        let watchdog = Watchdog::start(&std::env::current_exe()?, &mark)
            .context("cannot start the watchdog")?;
        let switch = StopSwitch::new();
        let stopper = switch.clone();
        ctrlc::set_handler(move || stopper.stop()).context("cannot listen for ctrl-C")?;
        let tournament = Tournament {
            plan: &self.plan,
            schedule: &self.schedule,
            played: &self.played,
            concurrency: conduct.concurrency.into(),
            mark,
            switch,
            recorder: conduct.recorder.clone(),
            ends_at_fault: conduct.ends_at_fault,
            wait: conduct.wait,
        };
        let ending = tournament.run(&mut self.log, &mut self.summary, listen);
        drop(watchdog);
        Ok(ending?)
    }
}

/// Makes the first folder of a number that no one has: `matches/0001`.
fn new_folder(parent: &Path) -> Result<PathBuf> {
    let failed = || format!("cannot make a folder in {}", parent.display());
    std::fs::create_dir_all(parent).with_context(failed)?;
    for number in 1.. {
        let folder = parent.join(format!("{number:04}"));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(failed),
        }
    }
    unreachable!("there is always a next number")
}

fn introduce(run: &Run) {
    let plan = &run.plan;
    let names: Vec<&str> = plan
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    let games = match plan.sprt {
        Some(_) if plan.shard.count == 1 => "games until the test has its verdict".into(),
        _ => format!("{} games", run.schedule.games()),
    };
    let before = match run.played.len() {
        0 => String::new(),
        played => format!(", {played} of them played before"),
    };
    say(&format!(
        "Run {}: {}, {games}{before}, {}; results in {}\n",
        plan.run_id(),
        names.join(" against "),
        report::times(plan),
        folder_of(&run.path).display()
    ));
    if cfg!(not(target_os = "linux")) {
        say("Note: memory is measured on Linux only\n");
    }
}

fn conclude(ending: Result<RunEnd>, run: &Run, running: &Running) -> Result<ExitCode> {
    let folder = folder_of(&run.path);
    let given = match run.path.ends_with(LOG_NAME) {
        true => folder.display().to_string(),
        false => run.path.display().to_string(),
    };
    let given = shlex::try_quote(&given).map_or(given.clone(), |quoted| quoted.into_owned());
    let go_on = format!("go on with: tengen match --resume {given}");
    let ending = ending.with_context(|| format!("stopped; what is played is kept, {go_on}"))?;
    if ending == RunEnd::Faulty {
        say(&format!(
            "Ended by a fault, as --fatalerror says; {go_on}\n"
        ));
        return Ok(ExitCode::from(3));
    }
    if ending == RunEnd::Interrupted {
        say(&format!("Interrupted; {go_on}\n"));
        return Ok(ExitCode::from(130));
    }
    say(&format!("Finished match: {}\n", folder.display()));
    let time = run.summary.time();
    let is_late = running.assert_overrun_ms.is_some_and(|ms| {
        time.worst_over_us > ms * 1000
            || time.free_moves > 0 && time.free_share / (time.free_moves as f64) < 0.7
            || run
                .summary
                .reasons
                .keys()
                .any(|reason| reason.psq_code() == 2)
    });
    if is_late {
        return Ok(ExitCode::FAILURE);
    }
    if running.strict && run.summary.faults() + run.summary.warnings() > 0 {
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}
