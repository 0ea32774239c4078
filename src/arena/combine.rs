//! Results of several logs together: shards merged, runs rated.

use super::game_log::{GameLog, LogError, read_logs, read_plan};
use super::plan::Plan;
use super::summary::Summary;
use crate::record::folder_of;
use std::path::{Path, PathBuf};

/// Games that are written to the disk at once.
const GAMES_A_WRITE: usize = 1000;

/// Counts the games of one run, whose shards may be in several logs. `None` without a log.
///
/// # Errors
/// [`LogError`] if a log is damaged or of another run, or a game is in two of them.
pub fn summarize(logs: &[PathBuf]) -> Result<Option<(Plan, Summary)>, LogError> {
    let mut summary = Summary::default();
    let plan = read_logs(logs, &mut |_, game| summary.count(&game))?;
    Ok(plan.map(|plan| (plan, summary)))
}

/// Writes the games of a run's shards into one new log: all of them, or no file.
///
/// # Errors
/// As [`summarize`], and if the file exists or cannot be written.
pub fn merge(logs: &[PathBuf], out: &Path) -> Result<Option<(Plan, Summary)>, LogError> {
    let Some((plan, summary)) = summarize(logs)? else {
        return Ok(None);
    };
    if out.exists() {
        return Err(LogError::Exists(out.into()));
    }
    let failed = |error| LogError::Io(out.into(), error);
    let folder = tempfile::tempdir_in(folder_of(out)).map_err(failed)?;
    let whole = folder.path().join("merged");
    let mut log = GameLog::create(&whole, &plan)?;
    let mut failure = Ok(());
    let mut games = Vec::new();
    read_logs(logs, &mut |_, game| {
        games.push(game);
        if games.len() == GAMES_A_WRITE && failure.is_ok() {
            failure = log.append(&games);
            games.clear();
        }
    })?;
    failure?;
    log.append(&games)?;
    drop(log);
    std::fs::rename(&whole, out).map_err(failed)?;
    Ok(Some((plan, summary)))
}

/// Counts the games of several runs together; engines of the same name are one engine. The plan holds all engines;
/// `None` if no game was played.
///
/// # Errors
/// [`LogError`] if a log is damaged, or a game is in two logs of its run.
pub fn pool(logs: &[PathBuf]) -> Result<Option<(Plan, Summary)>, LogError> {
    let mut whole: Option<Plan> = None;
    let mut summary = Summary::default();
    for run in by_run(logs)? {
        read_logs(&run, &mut |plan, mut game| {
            let all = whole.get_or_insert_with(|| Plan {
                engines: vec![],
                ..plan.clone()
            });
            for side in [&mut game.black, &mut game.white] {
                let known = all
                    .engines
                    .iter()
                    .position(|engine| engine.name == side.name);
                side.engine = known.unwrap_or_else(|| {
                    all.engines.push(plan.engines[side.engine].clone());
                    all.engines.len() - 1
                });
            }
            summary.count(&game);
        })?;
        summary.end_run();
    }
    Ok(whole.map(|plan| (plan, summary)))
}

/// The logs of each run, so that a game in two logs of a run is found.
fn by_run(logs: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, LogError> {
    let mut runs: Vec<(Plan, Vec<PathBuf>)> = Vec::new();
    for path in logs {
        let plan = read_plan(path)?;
        match runs.iter_mut().find(|(known, _)| known.matches(&plan)) {
            Some((_, paths)) => paths.push(path.clone()),
            None => runs.push((plan, vec![path.clone()])),
        }
    }
    Ok(runs.into_iter().map(|(_, paths)| paths).collect())
}
