//! `tengen prove`: a certificate for a won position.

use super::certificate_file::{Head, parse_moves, read_certificate, write_certificate};
use super::files::{cannot_write, check_target, read_text};
use super::interrupt::{at_interrupt, this_command};
use super::progress::Progress;
use super::verdict::Verdict;
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
use std::sync::Arc;
use tengen::board::{
    CanonicalStones, Color, Point, Size, parse_points, point_name, point_names, stones_in_turn,
};
use tengen::proof::{Certificate, Hole, VerifySettings, Why};
use tengen::solve::{ProveProgress, ProveSettings, prove};
use tengen::time::Clock;

const EXAMPLES: &str = "\
Examples:
  tengen prove part --rule standard --start \"h8 g9 i9 g7 i10 i8 h10 j7\"
  tengen verify part

Exit codes: 0 proven, 3 unknown (holes are left open), 2 wrong usage, 4 failure, 130 interrupted: the same
command goes on.";

/// Prove that a position is won: prove, check, prove what the check misses, until nothing is missing.
/// Every settled decision goes to the file at once, and a run that was ended goes on where it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The certificate's file, one line a decision; a run goes on from what it holds.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    #[command(flatten)]
    head: Head,
    /// The moves before the first decision. [default: none, or what the file says]
    #[arg(long, value_name = "MOVES")]
    start: Option<String>,
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

/// What a run has come to, for who interrupts it, and the file that it writes meanwhile.
#[derive(Default)]
struct Reached {
    file: Option<File>,
    error: Option<std::io::Error>,
    /// The round and what is done in it.
    text: String,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    check_target(&options.certificate).map_err(Failure::usage)?;
    let empty = empty_certificate(options).map_err(Failure::usage)?;
    let (mut certificate, settled) = resumed(options, empty).map_err(Failure::usage)?;
    let hints = match &options.hints {
        Some(path) => hints(path, &certificate).map_err(Failure::usage)?,
        None => certificate.clone(),
    };
    let settled = Mutex::new(settled);
    let reached = Arc::new(Mutex::new(Reached::default()));
    let clock = Clock::start();
    at_interrupt(&reached, move |reached: &mut Reached| {
        let synced = reached.file.as_ref().map_or(Ok(()), File::sync_data);
        let kept = match synced {
            Ok(()) => format!(
                "every settled decision is kept; go on with: {}",
                this_command()
            ),
            Err(error) => format!("the file cannot be written: {error}"),
        };
        let (seconds, text) = (clock.elapsed().as_secs_f64(), &reached.text);
        format!("interrupted after {seconds:.1} s: {text}\n{kept}\n")
    })?;
    let mut holes = Vec::new();
    for round in 1..=options.rounds {
        let (next, progress) = prove_round(
            options,
            round,
            certificate,
            &hints,
            &settled,
            holes,
            &reached,
        )?;
        certificate = next;
        let done = format!("round {round}: {}", summary(&progress));
        say(&format!("{done}\n"));
        let size = certificate.size;
        for moves in &progress.open {
            say(&format!("open: {}\n", point_names(moves, size)));
        }
        let settings = VerifySettings {
            threads: options.threads,
            most_holes: usize::MAX,
            ..VerifySettings::default()
        };
        let report = verify_command::check(&certificate, &settings, &mut |report| {
            let checked = report.decisions;
            reached.lock().text = format!("{done}; {checked} decisions of them checked");
        });
        if report.is_proof() {
            // Under the lock, so that nothing of it is left where it is interrupted.
            let _reached = reached.lock();
            write_certificate(&options.certificate, &certificate)?;
            return Ok(Verdict::Yes.into());
        }
        // What else is wrong with a line no further decision mends.
        let is_missing = |hole: &Hole| matches!(hole.why, Why::NotWon | Why::OutOfNodes);
        let missing = report.holes.into_iter().filter(is_missing);
        holes = missing.map(|hole| hole.moves).collect();
    }
    Ok(Verdict::Unknown.into())
}

fn empty_certificate(options: &Options) -> Result<Certificate> {
    let start = options.start.as_deref().unwrap_or_default();
    let start = parse_moves(start, Size::FIFTEEN).context("--start")?;
    Ok(options.head.certificate(start))
}

/// Decisions from any file of the same size, whatever it starts from.
fn hints(path: &Path, wanted: &Certificate) -> Result<Certificate> {
    let anywhere = Certificate::new(wanted.rule, wanted.size, Vec::new(), wanted.plies);
    let (hints, _) = read_certificate(path, anywhere)?;
    let (ours, theirs) = (wanted.size.side(), hints.size.side());
    if ours != theirs {
        bail!(
            "{}: hints for {theirs}x{theirs}, the proof is on {ours}x{ours}",
            path.display()
        );
    }
    if hints.rule != wanted.rule {
        say(&format!(
            "note: the hints are for {}, the proof is for {}; --rule tells\n",
            hints.rule, wanted.rule
        ));
    }
    Ok(hints)
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
    if std::fs::metadata(path).map_or(0, |file| file.len()) == 0 {
        return Ok((certificate, settled));
    }
    let wanted = certificate.start.clone();
    let expected = "a certificate as lines (tengen book --file FILE --lines FILE writes them)";
    let text = read_text(path, expected)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    // A file without a whole line is ours only if it was cut within the first one.
    if whole == 0 && !certificate.to_string().starts_with(&text) {
        bail!("{}: {expected} is expected", name());
    }
    // A whole certificate that goes on growing has more decisions than its head says.
    let lines = text[..whole]
        .lines()
        .filter(|line| !line.starts_with("decisions "));
    let lines: Vec<&str> = lines.collect();
    certificate
        .read_lines(&lines.join("\n"))
        .with_context(|| format!("{}: {expected} is expected", name()))?;
    options.head.check(path, &certificate)?;
    if options.start.is_some() && wanted != certificate.start {
        let start = |moves: &[Point]| point_names(moves, certificate.size);
        let (theirs, ours) = (start(&certificate.start), start(&wanted));
        let name = name();
        bail!("{name}: begins after '{theirs}', and --start is '{ours}': name another file");
    }
    for line in lines {
        if let Some((moves, _)) = line.split_once('=') {
            let moves = parse_points(moves, certificate.size).with_context(name)?;
            settled.insert(CanonicalStones::of(&stones_in_turn(&moves), certificate.size).0);
        }
    }
    if whole < text.len() {
        let last = &text[whole..];
        eprintln!(
            "note: {}: its last line has no end and is taken off: '{last}'",
            name()
        );
        let cut = File::options().write(true).open(path);
        let cut = cut.and_then(|file| file.set_len(whole as u64));
        cut.map_err(|error| cannot_write(path, error))?;
    }
    Ok((certificate, settled))
}

/// Opens the file to add decisions; a new one begins with the head, so that a run that goes on needs no flags.
fn open(path: &Path, certificate: &Certificate) -> std::io::Result<File> {
    let mut file = File::options().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        let (rule, size) = (certificate.rule, certificate.size);
        let (start, plies) = (certificate.start.clone(), certificate.plies);
        let head = Certificate::new(rule, size, start, plies).to_string();
        let lines = head.lines().filter(|line| !line.starts_with("decisions "));
        let head: String = lines.flat_map(|line| [line, "\n"]).collect();
        file.write_all(head.as_bytes())?;
    }
    Ok(file)
}

fn prove_round(
    options: &Options,
    round: usize,
    certificate: Certificate,
    hints: &Certificate,
    settled: &Mutex<HashSet<CanonicalStones>>,
    holes: Vec<Vec<Point>>,
    reached: &Mutex<Reached>,
) -> Result<(Certificate, ProveProgress)> {
    let path = &options.certificate;
    let file = open(path, &certificate).map_err(|error| cannot_write(path, error))?;
    reached.lock().file = Some(file);
    let size = certificate.size;
    let record = |stones: &[(Point, Color)], point: Point| {
        let moves: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
        let line = format!(
            "{} = {}\n",
            point_names(&moves, size),
            point_name(point, size)
        );
        let Reached { file, error, .. } = &mut *reached.lock();
        if let (Some(file), None) = (file, &error) {
            *error = file.write_all(line.trim_start().as_bytes()).err();
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
            let mut reached = reached.lock();
            reached.text = format!("round {round}: {}", summary(done));
            reached.error.is_none()
        },
    );
    match reached.lock().error.take() {
        Some(error) => Err(cannot_write(path, error)),
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
