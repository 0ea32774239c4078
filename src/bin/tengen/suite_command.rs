//! `tengen solve --suite` and `tengen check-renju`: positions with known verdicts.

use super::progress;
use anyhow::{Context, Result};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen::analysis::{Check, CheckKind, Searches, check_puzzle, check_vector};
use tengen::record::{parse_puzzle, parse_vector};
use tengen::threat::{Vcf, Vct};

/// Positions of the table for wins by fours, as a power of two.
const VCF_TABLE_BITS: u32 = 20;
/// And of the one for wins by fours and threes.
const VCT_TABLE_BITS: u32 = 22;

/// Moves that a threat search may play, where nothing else is said.
pub const NODES: u64 = 20_000_000;

#[derive(Args)]
pub struct SolveOptions {
    /// A file of positions, one a line: id | rules | size | turn | black | white | expected | ..
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Of a suite only positions whose id begins so.
    #[arg(long, default_value = "")]
    only: String,
    /// Moves that a search may play before it is undecided. [default: 20 million; for any win 500 million]
    #[arg(long)]
    pub nodes: Option<u64>,
    /// List every check of a suite.
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Args)]
pub struct RenjuOptions {
    /// A file of positions, one a line: category|rows|x,y:code ..
    file: PathBuf,
}

pub fn solve(file: &Path, options: &SolveOptions) -> Result<ExitCode> {
    let lines = lines_of(file)?;
    let lines: Vec<_> = lines
        .into_iter()
        .filter(|(_, l)| l.starts_with(&options.only))
        .collect();
    let mut searches = Searches {
        vcf: Vcf::new(VCF_TABLE_BITS),
        vct: Vct::new(VCT_TABLE_BITS),
        budget: options.nodes.unwrap_or(NODES),
    };
    let bar = progress::bar(lines.len() as u64);
    let mut checks = Vec::new();
    for (number, line) in &lines {
        let puzzle = parse_puzzle(line).with_context(|| format!("line {number}"))?;
        let done = check_puzzle(&puzzle, &mut searches);
        for check in done
            .iter()
            .filter(|check| options.verbose || check.right == Some(false))
        {
            bar.suspend(|| print_check(check));
        }
        checks.extend(done);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(print_table(&checks))
}

pub fn check_renju(options: &RenjuOptions) -> Result<ExitCode> {
    let lines = lines_of(&options.file)?;
    let mut checks = Vec::new();
    for (number, line) in lines {
        let vector = parse_vector(&line).with_context(|| format!("line {number}"))?;
        let category = line.split('|').next().unwrap_or_default();
        let check = check_vector(&vector, format!("{category}-{number}"));
        if check.right == Some(false) {
            print_check(&check);
        }
        checks.push(check);
    }
    Ok(print_table(&checks))
}

fn lines_of(path: &Path) -> Result<Vec<(usize, String)>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let numbered = text
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line.trim().to_string()));
    Ok(numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect())
}

fn print_check(check: &Check) {
    let verdict = match check.right {
        Some(true) => "right",
        Some(false) => "WRONG",
        None => "undecided",
    };
    let plies = check
        .plies
        .map_or(String::new(), |plies| format!(", {plies} plies"));
    println!(
        "{}: {verdict}{plies}, {:.3} ms {}",
        check.name,
        ms(check.elapsed),
        check.note
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Counts and times by class; failure if any verdict is wrong.
fn print_table(checks: &[Check]) -> ExitCode {
    let mut classes: BTreeMap<(CheckKind, &str), Vec<&Check>> = BTreeMap::new();
    for check in checks {
        let id = check.name.split(' ').next().unwrap_or_default();
        let class = id.rsplit_once('-').map_or(id, |(class, _)| class);
        classes.entry((check.kind, class)).or_default().push(check);
    }
    println!(
        "{:<22} {:>6} {:>6} {:>9} {:>10} {:>10} {:>6}",
        "class", "right", "wrong", "undecided", "median ms", "most ms", "plies"
    );
    for ((kind, class), checks) in &classes {
        let count = |right| checks.iter().filter(|check| check.right == right).count();
        let mut times: Vec<f64> = checks.iter().map(|check| ms(check.elapsed)).collect();
        times.sort_by(f64::total_cmp);
        let kind = match kind {
            CheckKind::ByFours => "fours",
            CheckKind::ByThreats => "threats",
            CheckKind::Forbidden => "forbidden",
            CheckKind::Beyond => "beyond",
        };
        println!(
            "{:<22} {:>6} {:>6} {:>9} {:>10.3} {:>10.3} {:>6}",
            format!("{class} ({kind})"),
            count(Some(true)),
            count(Some(false)),
            count(None),
            times[times.len() / 2],
            times[times.len() - 1],
            checks
                .iter()
                .filter_map(|check| check.plies)
                .max()
                .map_or("-".into(), |p| p.to_string()),
        );
    }
    let total = |right| checks.iter().filter(|check| check.right == right).count();
    let wrong = total(Some(false));
    println!(
        "{} right, {wrong} wrong, {} undecided",
        total(Some(true)),
        total(None)
    );
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
