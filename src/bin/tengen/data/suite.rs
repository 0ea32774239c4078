//! `tengen solve --suite` and `tengen check-renju`: positions with known verdicts.

use super::super::files::read_text;
use super::super::verdict::Verdict;
use super::super::{Failure, progress, say, sayln};
use anyhow::{Error, Result, anyhow};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::analysis::{Check, Searches, SuiteReport, check_puzzle, check_vector};
use tengen::record::{PuzzleError, TestLineError, parse_puzzle, parse_vector, read_test_lines};
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
double four, 3 overline, which are not compared: a point may have two fouls. Blank lines and lines that begin with #
are left out.

Example:
  echo 'six-1|......./XXX.XXX/......./......./......./......./.......|3,1:3' >boards.txt
  tengen check-renju boards.txt

Exit codes: 0 all right, 1 some are wrong, 2 wrong usage or input, 4 failure.";

#[derive(Args)]
pub struct SolveOptions {
    /// A file of positions with known verdicts, one a line; see below.
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["position", "state", "tree", "certificate", "like", "play"])]
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
    let text = read_text(file, PUZZLES).map_err(Failure::usage)?;
    let mut puzzles = read_tests(file, &text, PUZZLES, parse_puzzle)?;
    puzzles.retain(|(.., puzzle)| puzzle.id.starts_with(&options.only));
    if puzzles.is_empty() {
        let error = anyhow!("{}: no position --only {}", file.display(), options.only);
        return Err(Failure::usage(error));
    }
    let mut searches = Searches {
        vcf: Vcf::new(VCF_TABLE_BITS),
        vct: Vct::new(VCT_TABLE_BITS),
        budget: options.nodes.unwrap_or(NODES),
    };
    let bar = progress::bar(puzzles.len() as u64);
    let mut checks = Vec::new();
    for (.., puzzle) in &puzzles {
        let done = check_puzzle(puzzle, &mut searches);
        for check in done
            .iter()
            .filter(|check| options.verbose || check.right == Some(false))
        {
            bar.suspend(|| sayln!("{check}"));
        }
        checks.extend(done);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(print_report(checks))
}

pub fn check_renju(options: &RenjuOptions) -> Result<ExitCode> {
    let text = read_text(&options.file, VECTORS).map_err(Failure::usage)?;
    let mut checks = Vec::new();
    for (number, line, vector) in read_tests(&options.file, &text, VECTORS, parse_vector)? {
        let category = line.split('|').next().unwrap_or_default().trim();
        let check = check_vector(&vector, format!("{category}-{number}"));
        if check.right == Some(false) {
            sayln!("{check}");
        }
        checks.push(check);
    }
    Ok(print_report(checks))
}

/// Reads a file of tests, one a line; what is wrong in it is the user's to put right.
pub fn read_tests<'a, T>(
    path: &Path,
    text: &'a str,
    what: &str,
    parse: impl Fn(&'a str) -> Result<T, PuzzleError>,
) -> Result<Vec<(usize, &'a str, T)>> {
    let name = path.display();
    read_test_lines(text, parse).map_err(|error| {
        Failure::usage(match error {
            TestLineError::Empty => anyhow!("{name}: {error}; {what} is expected"),
            TestLineError::Line(number, why) => {
                Error::new(why).context(format!("{name}, line {number}"))
            }
        })
    })
}

fn print_report(checks: Vec<Check>) -> ExitCode {
    let report = SuiteReport { checks };
    say(&report.to_string());
    match (report.wrong(), report.undecided()) {
        (0, 0) => Verdict::Yes,
        (0, _) => Verdict::Unknown,
        _ => Verdict::No,
    }
    .into()
}
