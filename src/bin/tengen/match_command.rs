//! `tengen match`: games between brains, counted as they reach the disk.

use super::match_options::{Options, Running};
use super::match_view::View;
use super::{Failure, report, selftest};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::{
    Ending, Format, GameLog, GameRecord, Guard, Plan, RunError, Schedule, StopSwitch, Summary,
    Tournament, export,
};

/// The log's name in a run's folder.
pub const LOG_NAME: &str = "results.jsonl";

pub fn run(options: &Options) -> Result<ExitCode> {
    let running = &options.running;
    if running.selftest {
        return selftest::run(options);
    }
    let mut summary = Summary::default();
    let mut played = HashSet::new();
    let (folder, mut log, plan);
    if let Some(resumed) = &running.resume {
        let path = log_path(resumed);
        let mut before = |plan: &Plan, game: GameRecord| {
            if summary.engines.is_empty() {
                summary = Summary::new(plan.engines.len());
            }
            summary.count(&game);
            played.insert(game.game);
        };
        (log, plan) = GameLog::resume(&path, &mut before)?;
        folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    } else {
        plan = options.plan().map_err(Failure::usage)?;
        folder = match &running.out {
            Some(folder) => folder.clone(),
            None => new_folder(Path::new("matches"))?,
        };
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        log = GameLog::create(&folder.join(LOG_NAME), &plan)?;
    }
    if summary.engines.is_empty() {
        summary = Summary::new(plan.engines.len());
    }
    let schedule = Schedule::new(&plan)?;
    introduce(&plan, &schedule, &played, &folder);
    let switch = StopSwitch::new();
    let stopper = switch.clone();
    ctrlc::set_handler(move || stopper.stop()).context("cannot listen for ctrl-C")?;
    let mut view = View::open(
        &plan,
        played.len() as u64,
        schedule.games(),
        running.ratinginterval,
    );
    let mark = format!("{}-{}", std::process::id(), plan.run_id());
    let guard = Guard::post(&std::env::current_exe()?, &mark).context("cannot post a guard")?;
    let tournament = Tournament {
        plan: &plan,
        schedule: &schedule,
        played: &played,
        concurrency: running.concurrency,
        mark,
        switch,
    };
    let ending = tournament.run(&mut log, &mut summary, &mut |game, summary| {
        view.show(game, summary);
    });
    drop(guard);
    view.close();
    print!("{}", report::whole(&plan, &summary));
    write_views(running, &folder)?;
    conclude(ending, &summary, running, &folder)
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

fn introduce(plan: &Plan, schedule: &Schedule, played: &HashSet<u64>, folder: &Path) {
    let names: Vec<&str> = plan
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    let games = match plan.sprt {
        Some(_) => "games until the test has its verdict".into(),
        None => format!("{} games", schedule.games()),
    };
    let before = match played.len() {
        0 => String::new(),
        played => format!(", {played} of them played before"),
    };
    println!(
        "Run {}: {}, {games}{before}, {}; results in {}",
        plan.run_id(),
        names.join(" against "),
        plan.engines[0].control.describe(),
        folder.display()
    );
    if cfg!(not(target_os = "linux")) {
        println!("Note: memory is measured on Linux only");
    }
}

/// Writes the other formats that were asked for.
fn write_views(running: &Running, folder: &Path) -> Result<()> {
    let logs = [folder.join(LOG_NAME)];
    if running.psq {
        export(&logs, Format::Psq, &folder.join("psq"))?;
    }
    if let Some(group) = &running.pgnout {
        let keys = super::runner_flags::keys(group).unwrap_or_default();
        let file = keys.iter().find(|(key, _)| key == "file");
        let path = file.map_or(group.as_str(), |(_, path)| path.as_str());
        export(&logs, Format::Pgn, Path::new(path))?;
    }
    if let Some(path) = &running.sgf {
        export(&logs, Format::Sgf, path)?;
    }
    if let Some(path) = &running.binpack {
        export(&logs, Format::Binpack, path)?;
    }
    Ok(())
}

fn conclude(
    ending: Result<Ending, RunError>,
    summary: &Summary,
    running: &Running,
    folder: &Path,
) -> Result<ExitCode> {
    let go_on = format!("go on with: tengen match --resume {}", folder.display());
    let ending = ending.with_context(|| format!("stopped; what is played is kept, {go_on}"))?;
    if ending == Ending::Interrupted {
        println!("Interrupted; {go_on}");
        return Ok(ExitCode::from(130));
    }
    println!("Finished match: {}", folder.display());
    let time = summary.time();
    let is_late = running.assert_overrun_ms.is_some_and(|ms| {
        time.worst_over_us > ms * 1000
            || time.free_moves > 0 && time.free_share / (time.free_moves as f64) < 0.7
            || summary.reasons.keys().any(|reason| reason.psq_code() == 2)
    });
    if is_late {
        return Ok(ExitCode::FAILURE);
    }
    if running.strict && summary.faults() + summary.warnings() > 0 {
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}
