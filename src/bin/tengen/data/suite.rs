//! `tengen solve --suite` and `tengen check-renju`: positions with known verdicts.

use super::super::files::read_text;
use super::super::verdict::Verdict;
use super::super::{Failure, progress};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::analysis::{Check, Searches, SuiteReport, check_puzzle, check_vector};
use tengen::record::{PuzzleError, parse_puzzle, parse_vector};
use tengen::threat::{Vcf, Vct};

/// Positions of the table for VCFs, as a power of two.
const VCF_TABLE_BITS: u32 = 20;
/// And of the one for VCTs.
const VCT_TABLE_BITS: u32 = 22;

/// The default node limit of a VCF or VCT search.
pub const NODES: u64 = 20_000_000;

/// What a file of `solve --suite` holds.
const PUZZLES: &str = "a file of positions, one a line, id|rules|size|turn|black|white|expected, such as \
    'three-1|renju|15|b|h8 i8 j8|a1 a3 a5|VCF=yes',";
/// What a file of `check-renju` holds.
const VECTORS: &str = "a file of boards, one a line, category|rows|x,y:code .., such as \
    'six-1|......./XXX.XXX/......./......./......./......./.......|3,1:3',";

const RENJU_EXAMPLES: &str = "\
A line is category|rows|x,y:code ..: rows from the top with / between them (X black, O white, . empty); the
forbidden points with x from the left and y from the top, both from 0, and their codes: 1 double three, 2
double four, 3 overline. Blank lines and lines that begin with # are left out.

Example:
  echo 'six-1|......./XXX.XXX/......./......./......./......./.......|3,1:3' >boards.txt
  tengen check-renju boards.txt

Exit codes: 0 all right, 1 some are wrong, 2 wrong usage or input, 4 failure.";

#[derive(Args)]
pub struct SolveOptions {
    /// A file of positions with known verdicts, one a line; see below.
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Of a suite only positions whose id begins so.
    #[arg(long, default_value = "")]
    only: String,
    /// The node limit of a search. [default: 20 million; for any win 500 million]
    #[arg(long)]
    pub nodes: Option<u64>,
    /// List every check of a suite.
    #[arg(short, long)]
    verbose: bool,
}

/// Check the forbidden points of a file of renju positions: those that the engine sees, and those of the
/// plain rules.
#[derive(Args)]
#[command(after_help = RENJU_EXAMPLES)]
pub struct RenjuOptions {
    /// A file of positions, one a line; see below.
    file: PathBuf,
}

pub fn solve(file: &Path, options: &SolveOptions) -> Result<ExitCode> {
    let mut lines = lines_of(file, PUZZLES).map_err(Failure::usage)?;
    lines.retain(|(_, line)| line.trim_start().starts_with(&options.only));
    if lines.is_empty() {
        let error = anyhow!("{}: no position --only {}", file.display(), options.only);
        return Err(Failure::usage(error));
    }
    let mut searches = Searches {
        vcf: Vcf::new(VCF_TABLE_BITS),
        vct: Vct::new(VCT_TABLE_BITS),
        budget: options.nodes.unwrap_or(NODES),
    };
    let bar = progress::bar(lines.len() as u64);
    let mut checks = Vec::new();
    for (number, line) in &lines {
        let puzzle = read(file, *number, parse_puzzle(line))?;
        let done = check_puzzle(&puzzle, &mut searches);
        for check in done
            .iter()
            .filter(|check| options.verbose || check.right == Some(false))
        {
            bar.suspend(|| println!("{check}"));
        }
        checks.extend(done);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(print_report(checks))
}

pub fn check_renju(options: &RenjuOptions) -> Result<ExitCode> {
    let lines = lines_of(&options.file, VECTORS).map_err(Failure::usage)?;
    let mut checks = Vec::new();
    for (number, line) in lines {
        let vector = read(&options.file, number, parse_vector(&line))?;
        let category = line.split('|').next().unwrap_or_default().trim();
        let check = check_vector(&vector, format!("{category}-{number}"));
        if check.right == Some(false) {
            println!("{check}");
        }
        checks.push(check);
    }
    Ok(print_report(checks))
}

/// What a line says; what is wrong in it is the user's to put right.
fn read<T>(file: &Path, number: usize, line: Result<T, PuzzleError>) -> Result<T> {
    line.with_context(|| format!("{}, line {number}", file.display()))
        .map_err(Failure::usage)
}

/// The lines that are neither blank nor comments, with their numbers.
fn lines_of(path: &Path, what: &str) -> Result<Vec<(usize, String)>> {
    let text = read_text(path, what)?;
    let numbered = text.lines().enumerate();
    let lines: Vec<_> = numbered
        .map(|(number, line)| (number + 1, line.to_string()))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .collect();
    match lines.is_empty() {
        true => Err(anyhow!(
            "{}: nothing in it; {what} is expected",
            path.display()
        )),
        false => Ok(lines),
    }
}

fn print_report(checks: Vec<Check>) -> ExitCode {
    let report = SuiteReport { checks };
    print!("{report}");
    match (report.wrong(), report.undecided()) {
        (0, 0) => Verdict::Yes,
        (0, _) => Verdict::Unknown,
        _ => Verdict::No,
    }
    .into()
}
