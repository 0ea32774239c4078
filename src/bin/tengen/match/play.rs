//! `tengen match`: games between brains, counted once they are on the disk.

use super::live::View;
use super::options::{Options, Running};
use crate::{Failure, say};
use anyhow::{Context, Error, Result};
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::{
    LOG_NAME, Records, Report, Run, RunEnd, RunError, RunFolder, RunOptions, RunSetupError,
    SelfTestError, StopSwitch, find_log, folder_of, self_test,
};

/// A brain fails if its moves use less than this share of their turns.
const LEAST_TIME_USE: f64 = 0.7;

pub fn run(options: &Options) -> Result<ExitCode> {
    let running = &options.running;
    if running.selftest {
        return measure(options);
    }
    let records = Records::read(&running.records());
    let records = records.map_err(|error| Failure::usage(error.into()))?;
    let (mut run, folder) = match &running.resume {
        Some(given) => (Run::resume(&find_log(given)?).map_err(setup_error)?, None),
        None => {
            let plan = options.plan.options().plan();
            let plan = plan.map_err(|error| Failure::usage(error.into()))?;
            let folder = RunFolder::make(running.out.as_deref())
                .context("cannot make the folder for the results")?;
            match Run::create(plan, folder.path().join(LOG_NAME)) {
                Ok(run) => (run, Some(folder)),
                Err(error) => {
                    folder.remove_empty();
                    return Err(setup_error(error));
                }
            }
        }
    };
    let result = play(&mut run, running, &records);
    let has_played = run.summary.games() > 0;
    match (result, folder) {
        (Err(error), Some(folder)) if !has_played => {
            let log = run.path.clone();
            drop(run);
            folder.discard(&log, records.logs_beside());
            match error.downcast_ref::<RunError>() {
                Some(RunError::NotStarted(..)) => Err(Failure::usage(error)),
                _ => Err(error),
            }
        }
        (result, _) => result,
    }
}

fn setup_error(error: RunSetupError) -> Error {
    match error {
        RunSetupError::Log(error) => error.into(),
        RunSetupError::Plan(error) => error.into(),
        error @ RunSetupError::OtherShard(..) => Failure::usage(error.into()),
    }
}

fn measure(options: &Options) -> Result<ExitCode> {
    let program = std::env::current_exe()?;
    let concurrency = options.running.concurrency.into();
    let measured = self_test(&program, &options.plan.options(), concurrency);
    let measured = measured.map_err(|error| match error {
        SelfTestError::Flags(error) => Failure::usage(error.into()),
        SelfTestError::Setup(error) => setup_error(error),
        error => error.into(),
    })?;
    say(&format!("{measured}\n"));
    Ok(ExitCode::from(u8::from(!measured.passes())))
}

/// Plays what is left of a run and writes its records.
fn play(run: &mut Run, running: &Running, records: &Records) -> Result<ExitCode> {
    for note in records.notes(&run.plan) {
        eprintln!("tengen: {note}");
    }
    let recorder = records.recorder(&run.plan, folder_of(&run.path));
    let recorder = recorder.context("--log, --msg").map_err(Failure::usage)?;
    introduce(run);
    let (before, games) = (run.played.len() as u64, run.schedule.games());
    let plan = run.plan.clone();
    let switch = StopSwitch::new();
    let stopper = switch.clone();
    ctrlc::set_handler(move || stopper.stop()).context("cannot listen for Ctrl-C")?;
    let options = RunOptions {
        concurrency: running.concurrency.into(),
        recorder: recorder.clone(),
        ends_at_fault: running.fatalerror,
        wait: Duration::from_millis(running.wait),
        watchdog: Some(std::env::current_exe()?),
        switch,
    };
    let mut view = View::open(&plan, before, games, running.ratinginterval, running.debug);
    let end = run.play(&options, &mut |game, summary| view.show(game, summary));
    view.close();
    if let Some(failure) = recorder.failure() {
        eprintln!("tengen: {failure}; the games were played without it");
    }
    let end = match end {
        Err(error) if run.summary.games() == 0 => return Err(error.into()),
        end => end,
    };
    if run.summary.games() > 0 {
        say(&Report::full(&run.plan, &run.summary).to_string());
    }
    let code = conclude(end, run, running)?;
    let folder = folder_of(&run.path).display();
    records.export(&run.plan, &run.path).with_context(|| {
        format!("the results are kept in {folder}, and tengen export makes this of them again")
    })?;
    Ok(code)
}

fn introduce(run: &Run) {
    let plan = &run.plan;
    let names: Vec<&str> = plan.engines.iter().map(|e| e.name.as_str()).collect();
    let games = match plan.sprt {
        Some(_) if plan.shard.count == 1 => "games until the SPRT has its verdict".into(),
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
        plan.time_controls(),
        folder_of(&run.path).display()
    ));
    if cfg!(not(target_os = "linux")) {
        say("Note: memory is measured on Linux only\n");
    }
}

fn conclude(end: Result<RunEnd, RunError>, run: &Run, running: &Running) -> Result<ExitCode> {
    let folder = folder_of(&run.path);
    let given = match run.path.ends_with(LOG_NAME) {
        true => folder.display().to_string(),
        false => run.path.display().to_string(),
    };
    let resume = running.resume_command(&given);
    let resume = format!("resume with: {resume}");
    let end = end.with_context(|| format!("stopped; what is played is kept, {resume}"))?;
    match end {
        RunEnd::Faulty => {
            say(&format!(
                "Ended by a fault, as --fatalerror says; {resume}\n"
            ));
            return Ok(ExitCode::from(3));
        }
        RunEnd::Interrupted => {
            say(&format!("Interrupted; {resume}\n"));
            return Ok(ExitCode::from(130));
        }
        RunEnd::Done | RunEnd::Decided(_) => {}
    }
    say(&format!("Finished match: {}\n", folder.display()));
    if running.assert_overrun_ms.is_some_and(|ms| is_late(run, ms)) {
        return Ok(ExitCode::FAILURE);
    }
    if running.strict && run.summary.faults() + run.summary.warnings() > 0 {
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a move passed its limit by more than `most_ms`, or the brains used too little of their turns.
fn is_late(run: &Run, most_ms: u64) -> bool {
    let time = run.summary.time();
    let mut reasons = run.summary.reasons.keys();
    time.worst_over_us > most_ms * 1000
        || time.free_moves > 0 && time.free_share / (time.free_moves as f64) < LEAST_TIME_USE
        || reasons.any(|reason| reason.psq_code() == 2)
}
