//! `tengen prove`: a certificate for a won position.

use super::certificate_file::{Head, parse_moves, read_certificate, write_certificate};
use super::progress::Progress;
use super::verify_command;
use super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::board::{
    CanonicalStones, Color, Point, Size, parse_points, point_name, point_names, stones_in_turn,
};
use tengen::proof::{Certificate, Hole, VerifySettings, Why};
use tengen::solve::{ProveProgress, ProveSettings, prove};

/// Prove that a position is won: prove, check, prove what the check misses, until nothing is missing.
/// Every settled decision goes to the file at once, and a run that was ended goes on where it was.
#[derive(Args)]
pub struct Options {
    /// The certificate's file, one line a decision; a run goes on from what it holds.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    #[command(flatten)]
    head: Head,
    /// The moves before the first decision.
    #[arg(long, default_value = "")]
    start: String,
    /// A file of decisions that are tried first.
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How hard holes are tried, from 1 up to 6.
    #[arg(long, default_value_t = ProveSettings::EFFORTS)]
    efforts: usize,
    /// Rounds of proving and checking at most.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let empty = empty_certificate(options).map_err(Failure::usage)?;
    let hints = match &options.hints {
        Some(path) => hints(path, &empty).map_err(Failure::usage)?,
        None => empty.clone(),
    };
    let (mut certificate, settled) = resumed(options, empty).map_err(Failure::usage)?;
    let settled = Mutex::new(settled);
    let mut holes = Vec::new();
    for round in 1..=options.rounds {
        let (next, progress) = prove_round(options, certificate, &hints, &settled, holes)?;
        certificate = next;
        say(&format!("round {round}: {}\n", summary(&progress)));
        let size = certificate.size;
        for moves in &progress.open {
            say(&format!("open: {}\n", point_names(moves, size)));
        }
        let settings = VerifySettings {
            threads: options.threads,
            most_holes: usize::MAX,
            ..VerifySettings::default()
        };
        let report = verify_command::check(&certificate, &settings);
        if report.is_proof() {
            write_certificate(&options.certificate, &certificate)?;
            return Ok(ExitCode::SUCCESS);
        }
        // What else is wrong with a line no further decision mends.
        let is_missing = |hole: &Hole| matches!(hole.why, Why::NotWon | Why::OutOfNodes);
        let missing = report.holes.into_iter().filter(is_missing);
        holes = missing.map(|hole| hole.moves).collect();
    }
    Ok(ExitCode::FAILURE)
}

fn empty_certificate(options: &Options) -> Result<Certificate> {
    let start = parse_moves(&options.start, Size::FIFTEEN).context("--start")?;
    options.head.certificate(start)
}

/// Decisions from any file of the same size, whatever it starts from.
fn hints(path: &Path, wanted: &Certificate) -> Result<Certificate> {
    let anywhere = Certificate::new(wanted.rule, wanted.size, Vec::new(), wanted.plies);
    let (hints, _) = read_certificate(path, anywhere)?;
    match hints.size == wanted.size {
        true => Ok(hints),
        false => bail!("{}: hints for another board size", path.display()),
    }
}

/// What an earlier run has left, and the positions that it settled: those of the lines, not those on the
/// way to them. A last line that was cut short is taken off the file.
fn resumed(
    options: &Options,
    mut certificate: Certificate,
) -> Result<(Certificate, HashSet<CanonicalStones>)> {
    let path = &options.certificate;
    let name = || path.display().to_string();
    let mut settled = HashSet::new();
    if !path.exists() {
        return Ok((certificate, settled));
    }
    let text = std::fs::read_to_string(path).with_context(name)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    // A whole certificate that goes on growing has more decisions than its head says.
    let lines = text[..whole]
        .lines()
        .filter(|line| !line.starts_with("decisions "));
    let lines: Vec<&str> = lines.collect();
    certificate
        .read_lines(&lines.join("\n"))
        .with_context(name)?;
    for line in lines {
        if let Some((moves, _)) = line.split_once('=') {
            let moves = parse_points(moves, certificate.size).with_context(name)?;
            settled.insert(CanonicalStones::of(&stones_in_turn(&moves), certificate.size).0);
        }
    }
    if whole < text.len() {
        let file = File::options().write(true).open(path).with_context(name)?;
        file.set_len(whole as u64).with_context(name)?;
    }
    Ok((certificate, settled))
}

fn prove_round(
    options: &Options,
    certificate: Certificate,
    hints: &Certificate,
    settled: &Mutex<HashSet<CanonicalStones>>,
    holes: Vec<Vec<Point>>,
) -> Result<(Certificate, ProveProgress)> {
    let name = || options.certificate.display().to_string();
    let log = File::options()
        .create(true)
        .append(true)
        .open(&options.certificate);
    let log = Mutex::new(log.with_context(name)?);
    let failed = Mutex::new(None);
    let size = certificate.size;
    let record = |stones: &[(Point, Color)], point: Point| {
        let moves: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
        let line = format!(
            "{} = {}\n",
            point_names(&moves, size),
            point_name(point, size)
        );
        let mut failed = failed.lock();
        if failed.is_none() {
            *failed = log.lock().write_all(line.trim_start().as_bytes()).err();
        }
        settled.lock().insert(CanonicalStones::of(stones, size).0);
    };
    let known = settled.lock().clone();
    let settings = ProveSettings {
        threads: options.threads,
        efforts: options.efforts,
    };
    let mut progress = Progress::start();
    let result = prove(
        certificate,
        hints,
        &known,
        holes,
        &settings,
        &record,
        &mut |done| {
            progress.tell(done.settled, done.settled + done.waiting, || summary(done));
            failed.lock().is_none()
        },
    );
    match failed.into_inner() {
        Some(error) => Err(error).with_context(name),
        None => Ok(result),
    }
}

fn summary(progress: &ProveProgress) -> String {
    format!(
        "{} settled, {} holes closed, {} open, {:.1} million nodes",
        progress.settled,
        progress.closed,
        progress.open.len(),
        progress.nodes as f64 / 1e6
    )
}
