//! `tengen verify`: does a certificate prove what it says?

use super::certificate_file::{Head, parse_moves, read_certificate};
use super::progress::Progress;
use super::{Failure, say};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::board::point_names;
use tengen::proof::{Certificate, VerifyReport, VerifySettings, verify};

/// Check a certificate: every legal reply at every decision must lead to another decision or to a win by
/// fours and open threes that this check finds by itself. Exits with 1 if one does not.
#[derive(Args)]
pub struct Options {
    /// The certificate, as lines or as bytes.
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
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
    let report = check(&certificate, &settings);
    Ok(ExitCode::from(u8::from(!report.is_proof())))
}

/// Checks a certificate and says what was found.
pub fn check(certificate: &Certificate, settings: &VerifySettings) -> VerifyReport {
    let mut progress = Progress::start();
    let report = verify(certificate, settings, &mut |report| {
        progress.tell(report.decisions, certificate.len(), || {
            let nodes = report.nodes as f64 / 1e6;
            format!("{} holes, {nodes:.1} million nodes", report.holes.len())
        });
        true
    });
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    say(&text(certificate, &report, seconds));
    report
}

/// Reads a certificate in either form; the second is the number of contradictions.
fn read(options: &Options) -> Result<(Certificate, usize)> {
    let empty = options.head.certificate(Vec::new())?;
    let (mut certificate, conflicts) = read_certificate(&options.certificate, empty)?;
    if let Some(moves) = &options.start {
        certificate.start = parse_moves(moves, certificate.size).context("--start")?;
    }
    Ok((certificate, conflicts))
}

fn text(certificate: &Certificate, report: &VerifyReport, seconds: f64) -> String {
    let size = certificate.size;
    let mut text = String::new();
    for hole in &report.holes {
        text += &format!("hole: {}: {}\n", point_names(&hole.moves, size), hole.why);
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
    let verdict = match report.is_proof() {
        true => format!("PROVEN: {}\n", certificate.promise()),
        false => format!("NOT PROVEN: {} holes\n", report.holes.len()),
    };
    text + &verdict + &format!("{seconds:.1} s\n")
}
