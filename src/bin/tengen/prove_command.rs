//! `tengen prove`: a certificate for a won position.

use super::certificate_file::{names, read_certificate, rule_of};
use super::progress::Progress;
use super::verify_command;
use super::{Failure, say};
use anyhow::{Context, Result};
use clap::Args;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::board::{CanonicalStones, Color, Point, Size, parse_points, point_name};
use tengen::proof::{Certificate, VerifySettings};
use tengen::solve::{ProveProgress, ProveSettings, prove};

/// Prove that a position is won: prove, check, prove what the check misses, until nothing is missing.
/// Every settled decision goes to the file at once, and a run that was ended goes on where it was.
#[derive(Args)]
pub struct Options {
    /// The certificate's file, one line a decision; a run goes on from what it holds.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    /// The rule: 0 freestyle, 1 standard.
    #[arg(long, default_value_t = 1)]
    rule: u32,
    /// Stones on the board by which five must stand.
    #[arg(long, default_value_t = 35)]
    plies: usize,
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
        Some(path) => {
            read_certificate(path, empty.clone())
                .map_err(Failure::usage)?
                .0
        }
        None => empty.clone(),
    };
    let mut certificate = resumed(options, empty).map_err(Failure::usage)?;
    let mut holes = Vec::new();
    for round in 1..=options.rounds {
        let (next, progress) = prove_round(options, certificate, &hints, holes)?;
        certificate = next;
        say(&format!("round {round}: {}\n", summary(&progress)));
        let size = certificate.size;
        for moves in &progress.open {
            say(&format!("open: {}\n", names(moves, size)));
        }
        let settings = VerifySettings {
            threads: options.threads,
            most_holes: usize::MAX,
            ..VerifySettings::default()
        };
        let report = verify_command::check(&certificate, &settings);
        if report.is_proof() {
            break;
        }
        holes = report.holes.into_iter().map(|hole| hole.moves).collect();
    }
    Ok(ExitCode::SUCCESS)
}

fn empty_certificate(options: &Options) -> Result<Certificate> {
    let rule = rule_of(options.rule)?;
    let start = parse_points(&options.start, Size::FIFTEEN).context("--start")?;
    Ok(Certificate::new(rule, Size::FIFTEEN, start, options.plies))
}

/// What an earlier run has left; a last line that was cut short is taken off the file.
fn resumed(options: &Options, mut certificate: Certificate) -> Result<Certificate> {
    let path = &options.certificate;
    let name = || path.display().to_string();
    if !path.exists() {
        return Ok(certificate);
    }
    let text = std::fs::read_to_string(path).with_context(name)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    certificate.read_lines(&text[..whole]).with_context(name)?;
    if whole < text.len() {
        let file = File::options().write(true).open(path).with_context(name)?;
        file.set_len(whole as u64).with_context(name)?;
    }
    Ok(certificate)
}

fn prove_round(
    options: &Options,
    certificate: Certificate,
    hints: &Certificate,
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
        let line = format!("{} = {}\n", names(&moves, size), point_name(point, size));
        if let Err(error) = log.lock().write_all(line.trim_start().as_bytes()) {
            failed.lock().get_or_insert(error);
        }
    };
    let settled: HashSet<CanonicalStones> = certificate.positions().cloned().collect();
    let settings = ProveSettings {
        threads: options.threads,
        efforts: options.efforts,
    };
    let mut progress = Progress::start();
    let result = prove(
        certificate,
        hints,
        &settled,
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
