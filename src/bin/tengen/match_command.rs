//! `tengen match`: games between brains, counted as they reach the disk.

use super::match_options::{Options, Running};
use super::match_view::View;
use super::{Failure, report, say, selftest};
use anyhow::{Context, Error, Result, bail};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::{
    Ending, Format, GameLog, GameRecord, Guard, Plan, Schedule, StopSwitch, Summary, Tournament,
    export, folder_of,
};

/// The log's name in a run's folder.
pub const LOG_NAME: &str = "results.jsonl";

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

pub fn run(options: &Options) -> Result<ExitCode> {
    let running = &options.running;
    if running.selftest {
        return selftest::run(options);
    }
    let views = views(running).map_err(Failure::usage)?;
    let mut run = match &running.resume {
        Some(given) => Run::resume(&log_path(given))?,
        None => {
            let plan = options.plan.plan().map_err(Failure::usage)?;
            let folder = match &running.out {
                Some(folder) => folder.clone(),
                None => new_folder(Path::new("matches"))?,
            };
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            Run::begin(plan, folder.join(LOG_NAME))?
        }
    };
    introduce(&run);
    let (before, games) = (run.played.len() as u64, run.schedule.games());
    let plan = run.plan.clone();
    let mut view = View::open(&plan, before, games, running.ratinginterval);
    let ending = run.conduct(running.concurrency, &mut |game, summary| {
        view.show(game, summary);
    });
    view.close();
    say(&report::whole(&run.plan, &run.summary));
    let code = conclude(ending, &run, running)?;
    for (format, path) in views {
        let path = path.unwrap_or_else(|| folder_of(&run.path).join("psq"));
        export(&[run.path.clone()], format, &path)?;
    }
    Ok(code)
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
        concurrency: u16,
        listen: &mut dyn FnMut(&GameRecord, &Summary),
    ) -> Result<Ending> {
        let mark = format!("{}-{}", std::process::id(), self.plan.run_id());
        let guard = Guard::post(&std::env::current_exe()?, &mark).context("cannot post a guard")?;
        let switch = StopSwitch::new();
        let stopper = switch.clone();
        ctrlc::set_handler(move || stopper.stop()).context("cannot listen for ctrl-C")?;
        let tournament = Tournament {
            plan: &self.plan,
            schedule: &self.schedule,
            played: &self.played,
            concurrency: concurrency.into(),
            mark,
            switch,
        };
        let ending = tournament.run(&mut self.log, &mut self.summary, listen);
        drop(guard);
        Ok(ending?)
    }
}

/// What was given: a run's folder, or the log in it.
pub fn log_path(given: &Path) -> PathBuf {
    match given.is_dir() {
        true => given.join(LOG_NAME),
        false => given.to_path_buf(),
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

/// The other formats that were asked for, and where they go; checked before the first game. Records
/// without a place go beside the log.
fn views(running: &Running) -> Result<Vec<(Format, Option<PathBuf>)>> {
    let mut views = Vec::new();
    if running.psq {
        views.push((Format::Psq, None));
    }
    if let Some(group) = &running.pgnout {
        let path = match super::runner_flags::keys(group) {
            Err(_) => group.clone(),
            Ok(keys) => {
                let file = keys.into_iter().find(|(key, _)| key == "file");
                file.context("--pgnout: which file? file= tells")?.1
            }
        };
        views.push((Format::Pgn, Some(path.into())));
    }
    views.extend(running.sgf.clone().map(|path| (Format::Sgf, Some(path))));
    views.extend(
        running
            .binpack
            .clone()
            .map(|path| (Format::Binpack, Some(path))),
    );
    for (_, path) in &views {
        let folder = path.as_deref().map_or(Path::new("."), folder_of);
        if !folder.is_dir() {
            bail!("no folder {}", folder.display());
        }
    }
    Ok(views)
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

fn conclude(ending: Result<Ending>, run: &Run, running: &Running) -> Result<ExitCode> {
    let folder = folder_of(&run.path);
    let given = match run.path.ends_with(LOG_NAME) {
        true => folder.display().to_string(),
        false => run.path.display().to_string(),
    };
    let given = shlex::try_quote(&given).map_or(given.clone(), |quoted| quoted.into_owned());
    let go_on = format!("go on with: tengen match --resume {given}");
    let ending = ending.with_context(|| format!("stopped; what is played is kept, {go_on}"))?;
    if ending == Ending::Interrupted {
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
