//! `tengen verify`: does a certificate prove what it says?

use super::super::certificate_file::Head;
use super::super::flags::threads_parser;
use super::super::interrupt::at_interrupt;
use super::super::progress::Progress;
use super::super::verdict::Verdict;
use super::super::{Failure, say, sayln};
use anyhow::{Context, Result, bail};
use clap::Args;
use parking_lot::Mutex;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tengen::analysis::report_text;
use tengen::proof::{Certificate, VerifyReport, VerifySettings, verify};
use tengen::time::Clock;

const EXAMPLES: &str = "\
Examples:
  tengen verify --rule standard --start \"h8 g9 i9 g7 i10 i8 h10 j7\"   a part of the built-in book: seconds
  tengen verify book.certificate --threads 4                          all of a file: minutes

Exit codes: 0 proven, 1 not proven, 3 unknown (--leaf-nodes spent), 2 wrong usage, 4 failure, 130 interrupted.";

/// Check a certificate: every legal reply at every decision must lead to another decision or to a VCT (a win
/// by continuous threats: fours and open threes) that this check finds by its own search.
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
    /// The number of threads.
    #[arg(long, default_value_t = 2, value_parser = threads_parser())]
    threads: usize,
    /// Node limit of the search for one VCT.
    #[arg(long, default_value_t = 20_000_000)]
    leaf_nodes: u64,
    /// Play out one in N of the VCTs against every reply, down to the five; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    expand: u64,
    /// Stop after N holes, and list them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    holes: usize,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (certificate, conflicts) = read(options).map_err(Failure::usage)?;
    if conflicts > 0 {
        sayln!("{conflicts} lines contradict earlier ones and are left out");
    }
    let settings = VerifySettings {
        threads: options.threads,
        leaf_nodes: options.leaf_nodes,
        expand_one_in: options.expand,
        most_holes: options.holes.max(1),
    };
    let reached = Arc::new(Mutex::new(VerifyReport::default()));
    let (clock, all) = (Clock::start(), certificate.reachable());
    at_interrupt(&reached, move |report| {
        format!(
            "interrupted after {:.1} s: {} of {all} decisions checked, {report}\n\
             nothing is kept: a check begins anew; --start MOVES checks a part\n",
            clock.elapsed().as_secs_f64(),
            report.decisions,
        )
    })?;
    let mut progress = Progress::start();
    let report = verify(&certificate, &settings, &mut |report| {
        check_progress(&mut progress, all, report);
        *reached.lock() = report.clone();
        true
    });
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    say(&report_text(
        &certificate,
        &report,
        settings.most_holes,
        seconds,
    ));
    Ok(verdict(&report).into())
}

fn verdict(report: &VerifyReport) -> Verdict {
    match report.is_proof() {
        true => Verdict::Yes,
        false if report.is_undecided() => Verdict::Unknown,
        false => Verdict::No,
    }
}

/// Shows how far a check of `all` decisions is.
pub fn check_progress(progress: &mut Progress, all: usize, report: &VerifyReport) {
    progress.tell(report.decisions, all, || report.to_string());
}

/// Reads the certificate, and what of it is checked; the second is the number of contradictions.
fn read(options: &Options) -> Result<(Certificate, usize)> {
    let path = options.certificate.as_deref();
    let (mut certificate, conflicts) = options.head.read(path, "or name a file")?;
    if let Some(moves) = &options.start {
        let head = options.head.under(certificate.rule);
        let moves = head.parse_moves(moves, certificate.size);
        let (moves, _) = moves.context("--start")?;
        if moves.len() % 2 != certificate.start().len() % 2 {
            let color = certificate.attacker().name();
            bail!("--start: {color} wins by this certificate, and must be the one to move");
        }
        certificate.set_start(moves);
    }
    Ok((certificate, conflicts))
}
