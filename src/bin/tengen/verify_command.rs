//! `tengen verify`: does a certificate prove what it says?

use super::book_answer::{Known, solved_games};
use super::certificate_file::{Head, parse_moves, read_certificate};
use super::interrupt::at_interrupt;
use super::progress::Progress;
use super::verdict::Verdict;
use super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use parking_lot::Mutex;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tengen::board::{Size, point_names, stones_in_turn};
use tengen::book::Book;
use tengen::proof::{Certificate, VerifyReport, VerifySettings, Why, verify};
use tengen::time::Clock;

const EXAMPLES: &str = "\
Examples:
  tengen verify --rule standard --start \"h8 g9 i9 g7 i10 i8 h10 j7\"   a part of the built-in book: seconds
  tengen verify book.certificate --threads 4                          all of a file: minutes

Exit codes: 0 proven, 1 not proven, 3 unknown (--leaf-nodes spent), 2 wrong usage, 4 failure, 130 interrupted.";

/// Check a certificate: every legal reply at every decision must lead to another decision or to a win by
/// fours and open threes that this check finds by itself.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The certificate, as lines or as bytes. [default: the built-in book of --rule]
    #[arg(value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    head: Head,
    /// Check only what follows these moves.
    #[arg(long, value_name = "MOVES")]
    start: Option<String>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Stones that the search may place to win one position.
    #[arg(long, default_value_t = 20_000_000)]
    leaf_nodes: u64,
    /// Play out one searched win in so many against every reply, down to five stones; 0 for none.
    #[arg(long, default_value_t = 1000)]
    expand: u64,
    /// List holes up to so many, and end there.
    #[arg(long, default_value_t = 1)]
    holes: usize,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (certificate, conflicts) = read(options).map_err(Failure::usage)?;
    if conflicts > 0 {
        say(&format!(
            "{conflicts} lines contradict earlier ones and are left out\n"
        ));
    }
    let settings = VerifySettings {
        threads: options.threads,
        leaf_nodes: options.leaf_nodes,
        expand_one_in: options.expand,
        most_holes: options.holes.max(1),
    };
    let reached = Arc::new(Mutex::new(VerifyReport::default()));
    let (clock, all) = (Clock::start(), certificate.len());
    at_interrupt(&reached, move |report| {
        format!(
            "interrupted after {:.1} s: {} of {all} decisions checked, {} holes, {} nodes\n\
             nothing is kept: a check begins anew; --start MOVES checks a part\n",
            clock.elapsed().as_secs_f64(),
            report.decisions,
            report.holes.len(),
            report.nodes
        )
    })?;
    let report = check(&certificate, &settings, &mut |report| {
        *reached.lock() = report.clone();
    });
    Ok(verdict(&report).into())
}

/// Where every hole is a search that ran out of nodes, nothing is known.
fn verdict(report: &VerifyReport) -> Verdict {
    let is_unknown = |why: Why| why == Why::OutOfNodes;
    match report.is_proof() {
        true => Verdict::Yes,
        false if report.holes.iter().all(|hole| is_unknown(hole.why)) => Verdict::Unknown,
        false => Verdict::No,
    }
}

/// Checks a certificate and says what was found; `listen` is told what was reached.
pub fn check(
    certificate: &Certificate,
    settings: &VerifySettings,
    listen: &mut dyn FnMut(&VerifyReport),
) -> VerifyReport {
    let mut progress = Progress::start();
    let report = verify(certificate, settings, &mut |report| {
        progress.tell(report.decisions, certificate.len(), || {
            let nodes = report.nodes as f64 / 1e6;
            format!("{} holes, {nodes:.1} million nodes", report.holes.len())
        });
        listen(report);
        true
    });
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    say(&text(certificate, &report, settings.most_holes, seconds));
    report
}

/// Reads a certificate in either form, or takes the built-in one; the second is the number of
/// contradictions.
fn read(options: &Options) -> Result<(Certificate, usize)> {
    let empty = options.head.certificate(Vec::new());
    let (mut certificate, conflicts) = match &options.certificate {
        Some(path) => {
            let (certificate, conflicts) = read_certificate(path, empty)?;
            options.head.check(path, &certificate)?;
            (certificate, conflicts)
        }
        None => {
            let book = Book::solved(empty.rule, Size::FIFTEEN).with_context(|| {
                let solved = solved_games();
                format!(
                    "no book for {}: there is one for {solved}; or name a file",
                    empty.rule
                )
            })?;
            (book.clone(), 0)
        }
    };
    if let Some(moves) = &options.start {
        let moves = parse_moves(moves, certificate.size).context("--start")?;
        if moves.len() % 2 != certificate.start.len() % 2 {
            let color = certificate.attacker().name();
            bail!("--start: {color} wins by this certificate, and must be the one to move");
        }
        certificate.start = moves;
    }
    Ok((certificate, conflicts))
}

fn text(
    certificate: &Certificate,
    report: &VerifyReport,
    most_holes: usize,
    seconds: f64,
) -> String {
    let size = certificate.size;
    let mut text = String::new();
    for hole in report.holes.iter().take(most_holes) {
        text += &format!("hole: {}: {}\n", point_names(&hole.moves, size), hole.why);
        if hole.why == Why::NoDecision {
            let stones = stones_in_turn(&hole.moves);
            let known = Known::of(certificate, &stones);
            let why = known.why_not("certificate", certificate, &stones);
            text.extend(why.map(|why| why + "\n"));
        }
    }
    let more = report.holes.len().saturating_sub(most_holes);
    if more > 0 {
        text += &format!("and {more} more: --holes N lists up to N\n");
    }
    text += &format!(
        "{}, {}x{}, after '{}'\n{} decisions ({} of them reached), {} leaves, {} nodes \
         ({} at most at one decision), {} leaves played out to five\n",
        certificate.rule,
        size.side(),
        size.side(),
        point_names(&certificate.start, size),
        certificate.len(),
        report.decisions,
        report.leaves,
        report.nodes,
        report.most_nodes,
        report.expanded,
    );
    let holes = match report.holes.len() {
        1 => "1 hole".to_string(),
        holes => format!("{holes} holes"),
    };
    let verdict = match verdict(report) {
        Verdict::Yes => format!("PROVEN: {}\n", certificate.promise()),
        Verdict::No => format!("NOT PROVEN: {holes}\n"),
        Verdict::Unknown => format!(
            "UNKNOWN: {holes} for which the search ran out of nodes; --leaf-nodes allows more\n"
        ),
    };
    text + &verdict + &format!("{seconds:.1} s\n")
}
