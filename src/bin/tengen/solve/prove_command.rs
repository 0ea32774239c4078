//! `tengen prove`: a certificate for a won position.

use super::super::certificate_file::{Head, read_certificate, write_certificate};
use super::super::files::{all_written, cannot_write, check_target, earlier_text, write};
use super::super::interrupt::{at_interrupt, kept};
use super::super::progress::Progress;
use super::super::verdict::Verdict;
use super::super::{Failure, say, sayln, warnln};
use super::verify_command::check_progress;
use anyhow::{Context, Result, bail};
use clap::Args;
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tengen::analysis::report_text;
use tengen::board::{Color, Point, Size, point_names};
use tengen::proof::Certificate;
use tengen::record::{AppendedLines, whole_lines};
use tengen::solve::{
    GrowingCertificate, ProveEvent, ProveOutcome, ProveSession, ProveSettings, decision_line,
    on_board,
};
use tengen::time::Clock;

const EXAMPLES: &str = "\
Examples:
  tengen prove part --rule standard --start \"h8 g9 i9 g7 i10 i8 h10 j7\"
  tengen verify part

Exit codes: 0 proven, 3 unknown (holes are left open), 2 wrong usage, 4 failure, 130 interrupted: the same
command resumes.";

/// Prove that a position is won and write a certificate. Proving and checking are repeated until the checker
/// finds no hole. Every settled decision is written at once, and an interrupted run can be resumed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The certificate's file, one line for each decision; a run resumes from what it holds.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    #[command(flatten)]
    head: Head,
    /// The board's side. [default: what the file says, else 15]
    #[arg(long, value_name = "N")]
    boardsize: Option<Size>,
    /// The moves before the first decision. [default: none, or what the file says]
    #[arg(long, value_name = "MOVES")]
    start: Option<String>,
    /// A certificate whose decisions are searched first; one for another board is moved, its first stone to the centre.
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// A certificate of a position on the way, which is won in another way than FILE plays: its decisions stand, and
    /// lines of FILE that play something else are taken out. May be given several times; the later one counts.
    #[arg(long, value_name = "CERTIFICATE")]
    wins: Vec<PathBuf>,
    #[command(flatten)]
    settings: ProveSettings,
    /// The greatest number of rounds of proving and checking.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// The file that a run writes, and what it has come to: the round and what is done in it.
struct Reached {
    lines: AppendedLines,
    text: String,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let path = &options.certificate;
    check_target(path).map_err(Failure::usage)?;
    let empty = empty_certificate(options).map_err(Failure::usage)?;
    let mut earlier = read_earlier(options, empty.clone()).map_err(Failure::usage)?;
    let wins = wins(options, &earlier.certificate).map_err(Failure::usage)?;
    if keep_agreeing(path, &wins)? {
        earlier = read_earlier(options, empty)?;
    }
    let mut hints = match &options.hints {
        Some(path) => hints(path, &earlier.certificate).map_err(Failure::usage)?,
        None => earlier.certificate.clone(),
    };
    hints.adopt(&wins);
    let lines = AppendedLines::open(path, earlier.whole_bytes, &earlier.head());
    let lines = lines.map_err(|error| cannot_write(path, error))?;
    let (text, clock) = (String::new(), Clock::start());
    let reached = Arc::new(Mutex::new(Reached { lines, text }));
    at_interrupt(&reached, move |Reached { lines, text }| {
        let (seconds, kept) = (clock.elapsed().as_secs_f64(), kept(lines, "decision"));
        format!("interrupted after {seconds:.1} s: {text}\n{kept}\n")
    })?;
    let size = earlier.certificate.size;
    let mut session = ProveSession::resume(earlier, options.settings).with_hints(hints);
    let record = |stones: &[(Point, Color)], point: Point| {
        let line = decision_line(stones, point, size);
        reached.lock().lines.add(&line);
    };
    let mut progress = Progress::start();
    let outcome = session.run(options.rounds, &record, &mut |round, event, certificate| {
        let text = show(round, event, certificate, &mut progress);
        let mut reached = reached.lock();
        reached.text = text;
        reached.lines.is_whole()
    });
    drop(progress);
    // Under the lock, so that an interrupt leaves nothing half written.
    let mut reached = reached.lock();
    all_written(&mut reached.lines, path)?;
    if outcome != ProveOutcome::Proven {
        return Ok(Verdict::Unknown.into());
    }
    write_certificate(path, session.certificate())?;
    Ok(Verdict::Yes.into())
}

/// Shows how far a proof is; returns it as text.
fn show(
    round: usize,
    event: ProveEvent,
    certificate: &Certificate,
    progress: &mut Progress,
) -> String {
    match event {
        ProveEvent::Proving(done) => {
            progress.tell(done.settled, done.settled + done.waiting, || {
                done.to_string()
            });
            format!("round {round}: {done}")
        }
        ProveEvent::Proved(done) => {
            *progress = Progress::start();
            let text = format!("round {round}: {done}");
            sayln!("{text}");
            for moves in &done.open {
                sayln!("open: {}", point_names(moves, certificate.size));
            }
            text
        }
        ProveEvent::Checking(report) => {
            check_progress(progress, certificate.len(), report);
            let checked = report.decisions;
            format!("round {round}: proven; {checked} decisions of it checked")
        }
        ProveEvent::Checked(report) => {
            let seconds = progress.elapsed().as_secs_f64();
            *progress = Progress::start();
            say(&report_text(certificate, report, usize::MAX, seconds));
            format!("round {round}: checked")
        }
    }
}

fn empty_certificate(options: &Options) -> Result<Certificate> {
    let size = options.boardsize.unwrap_or(Size::FIFTEEN);
    let start = options.start.as_deref().unwrap_or_default();
    let (start, rule) = options.head.parse_moves(start, size).context("--start")?;
    Ok(options.head.under(rule).certificate(size, start))
}

/// Decisions from any file, whatever it starts from; on the proof's board.
fn hints(path: &Path, wanted: &Certificate) -> Result<Certificate> {
    let anywhere = Certificate::new(wanted.rule, wanted.size, Vec::new(), wanted.plies);
    let (hints, _) = read_certificate(path, anywhere)?;
    if hints.rule != wanted.rule {
        sayln!(
            "note: the hints are for {}, the proof is for {}; --rule tells",
            hints.rule,
            wanted.rule
        );
    }
    if hints.size == wanted.size {
        return Ok(hints);
    }
    let (moved, side) = (on_board(&hints, wanted.size), wanted.size.side());
    let (all, fit) = (hints.len(), moved.len());
    sayln!("note: {all} hints for another board; {fit} with their images fit on {side}x{side}");
    Ok(moved)
}

/// The decisions of all `--wins`, for the proof's rule and board.
fn wins(options: &Options, earlier: &Certificate) -> Result<Certificate> {
    let (rule, size) = (earlier.rule, earlier.size);
    let mut wins = Certificate::new(rule, size, Vec::new(), earlier.plies);
    for path in &options.wins {
        let anywhere = Certificate::new(rule, size, Vec::new(), earlier.plies);
        let (win, _) = read_certificate(path, anywhere)?;
        if !win.is_for(rule, size) {
            let (name, side) = (path.display(), size.side());
            bail!("{name}: a certificate for another rule or board than {rule} on {side}x{side}");
        }
        wins.adopt(&win);
    }
    Ok(wins)
}

/// Takes the lines out of the proof's file that play something else than `wins`, if there are any.
fn keep_agreeing(path: &Path, wins: &Certificate) -> Result<bool> {
    let text = match wins.is_empty() {
        true => return Ok(false),
        false => earlier_text(path, "a certificate as lines")?,
    };
    let agreeing = GrowingCertificate::agreeing_lines(&text, wins)?;
    let others = whole_lines(&text).lines().count() - agreeing.lines().count();
    if others > 0 {
        sayln!("note: {others} lines play something else than --wins, and are taken out");
        write(path, agreeing.as_bytes())?;
    }
    Ok(others > 0)
}

/// What an earlier run has left. A last line that was cut short does not count.
fn read_earlier(options: &Options, empty: Certificate) -> Result<GrowingCertificate> {
    let path = &options.certificate;
    let (name, ours) = (path.display(), empty.start().to_vec());
    let expected = "a certificate as lines (tengen book --file FILE --lines FILE writes them)";
    let text = earlier_text(path, expected)?;
    if text.is_empty() {
        return Ok(GrowingCertificate::new(empty));
    }
    let earlier = GrowingCertificate::parse(&text, empty)
        .with_context(|| format!("{name}: {expected} is expected"))?;
    let certificate = &earlier.certificate;
    options.head.check(path, certificate)?;
    if let Some(other) = options.boardsize.filter(|&size| size != certificate.size) {
        let (ours, theirs) = (other.side(), certificate.size.side());
        bail!(
            "{name}: a certificate for {theirs}x{theirs}; --boardsize {ours} says otherwise: leave it out"
        );
    }
    if options.start.is_some() && certificate.starts() != [ours.as_slice()] {
        let start = |moves: &[Point]| point_names(moves, certificate.size);
        let (theirs, ours) = (start(certificate.start()), start(&ours));
        bail!("{name}: begins after '{theirs}', and --start is '{ours}': name another file");
    }
    if earlier.whole_bytes < text.len() {
        let last = &text[earlier.whole_bytes..];
        warnln!("note: {name}: its last line has no end and is taken off: '{last}'");
    }
    Ok(earlier)
}
