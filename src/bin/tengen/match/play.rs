//! `tengen match`: games between brains, counted once they are on the disk.

use super::live::View;
use super::options::{Options, Running};
use crate::{Failure, say, sayln, warnln};
use anyhow::{Context, Result};
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::{
    Records, Report, Run, RunEnd, RunError, RunOptions, find_log, headline, self_test,
};
use tengen::record::folder_of;
use tengen::work_queue::StopSwitch;

/// A brain fails if its moves use less than this share of their turns.
const LEAST_TIME_USE: f64 = 0.7;

pub fn run(options: &Options) -> Result<ExitCode> {
    let running = &options.running;
    if running.selftest {
        return measure(options);
    }
    let records = Records::read(&running.records, running.resume.is_some())?;
    let mut run = match &running.resume {
        Some(given) => Run::resume(&find_log(given)?)?,
        None => Run::create_in(options.plan.plan()?, running.out.as_deref())?,
    };
    play(&mut run, running, &records).map_err(|error| {
        let is_first = run.summary.games() == 0;
        run.discard_unplayed(records.logs_beside());
        match error.downcast_ref::<RunError>() {
            Some(RunError::NotStarted(..)) if is_first => Failure::usage(error),
            _ => error,
        }
    })
}

fn measure(options: &Options) -> Result<ExitCode> {
    let program = std::env::current_exe()?;
    let concurrency = options.running.concurrency.into();
    let measured = self_test(&program, &options.plan, concurrency)?;
    sayln!("{measured}");
    Ok(ExitCode::from(u8::from(!measured.passes())))
}

/// Plays what is left of a run and writes its records.
fn play(run: &mut Run, running: &Running, records: &Records) -> Result<ExitCode> {
    for note in records.notes(&run.plan) {
        warnln!("tengen: {note}");
    }
    records.check_places(&run.path)?;
    let recorder = records.recorder(&run.plan, &run.path);
    let recorder = recorder.context("--log, --msg").map_err(Failure::usage)?;
    sayln!("{}", headline(run));
    if cfg!(not(target_os = "linux")) {
        say("Note: memory is measured on Linux only\n");
    }
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
    let mut view = View::open(
        &plan,
        before,
        games,
        running.ratinginterval,
        running.records.debug,
    );
    let end = run.play(&options, &mut |game, summary| view.show(game, summary));
    view.close();
    if let Some(failure) = recorder.failure() {
        warnln!("tengen: {failure}; the games were played without it");
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

fn conclude(end: Result<RunEnd, RunError>, run: &Run, running: &Running) -> Result<ExitCode> {
    let resume = running.resume_command(run.place());
    let resume = format!("resume with: {resume}");
    let end = end.with_context(|| format!("stopped; what is played is kept, {resume}"))?;
    match end {
        RunEnd::Faulty => {
            sayln!("Ended by a fault, as --fatalerror says; {resume}");
            return Ok(ExitCode::from(3));
        }
        RunEnd::Interrupted => {
            sayln!("Interrupted; {resume}");
            return Ok(ExitCode::from(130));
        }
        RunEnd::Done | RunEnd::Decided(_) => {}
    }
    sayln!("Finished match: {}", folder_of(&run.path).display());
    let misuses_time = |most_ms| run.summary.misuses_time(most_ms, LEAST_TIME_USE);
    if running.assert_overrun_ms.is_some_and(misuses_time) {
        return Ok(ExitCode::FAILURE);
    }
    if running.strict && run.summary.faults() + run.summary.warnings() > 0 {
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}
