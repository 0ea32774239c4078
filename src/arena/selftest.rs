//! The cost of the runner itself, measured with mock brains that answer at once.

use super::game_log::LOG_NAME;
use super::process_tree::process_usage;
use super::run::{Run, RunOptions, RunSetupError};
use super::runner::{FlagError, PlanOptions};
use super::tournament::RunError;
use crate::time::Clock;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Rounds by default: with one league and two games, 2,000 games.
const ROUNDS: u64 = 1000;
/// The bars: microseconds a move at the median and the 99th percentile, games a second, and the growth
/// of memory and open files from a tenth of the games to their end.
const MEDIAN_US: usize = 1000;
const P99_US: usize = 5000;
const GAMES_A_SECOND: f64 = 100.0;
const GROWTH_BYTES: u64 = 8 << 20;
const GROWTH_FILES: usize = 8;

/// The number of moves by microseconds; the last entry counts all longer ones.
struct Histogram(Vec<u64>);

impl Histogram {
    fn percentile(&self, share: f64) -> usize {
        let all: u64 = self.0.iter().sum();
        let mut left = (all as f64 * share) as u64;
        let found = self.0.iter().position(|&count| {
            let is_here = left < count;
            left = left.saturating_sub(count);
            is_here
        });
        found.unwrap_or(self.0.len() - 1)
    }
}

/// What was measured, with its bars; `Display` prints both.
pub struct SelfTest {
    /// Microseconds from one question to the next.
    rounds: Histogram,
    games_a_second: f64,
    /// Bytes and open files after a tenth of the games, and at the end.
    early: Option<(u64, usize)>,
    late: Option<(u64, usize)>,
    faults: u64,
    games: u64,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum SelfTestError {
    /// The options make no plan.
    #[error(transparent)]
    Flags(#[from] FlagError),
    /// The run cannot be begun.
    #[error(transparent)]
    Setup(#[from] RunSetupError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No temporary folder can be made.
    #[error("no place for results: {0}")]
    Folder(std::io::Error),
}

impl SelfTestError {
    /// Whether other flags put it right.
    pub fn is_usage(&self) -> bool {
        match self {
            SelfTestError::Flags(_) => true,
            SelfTestError::Setup(error) => error.is_usage(),
            SelfTestError::Run(_) | SelfTestError::Folder(_) => false,
        }
    }
}

/// Plays matches between mock brains, started as `program mock`, by the options; 1,000 rounds unless the options say
/// otherwise. The time from one question to the next is the runner's own, the pipes', and the little that such a
/// brain needs.
///
/// # Errors
/// [`SelfTestError`].
pub fn self_test(
    program: &Path,
    options: &PlanOptions,
    concurrency: usize,
) -> Result<SelfTest, SelfTestError> {
    let plan = options.between_mocks(program, ROUNDS)?.plan()?;
    let folder = tempfile::tempdir().map_err(SelfTestError::Folder)?;
    let mut run = Run::create(plan, folder.path().join(LOG_NAME))?;
    let mut rounds = Histogram(vec![0; 100_000]);
    let (games, clock) = (run.schedule.games(), Clock::start());
    let mut early = None;
    let run_options = RunOptions {
        concurrency,
        watchdog: Some(PathBuf::from(program)),
        ..RunOptions::default()
    };
    run.play(&run_options, &mut |game, summary| {
        for round in &game.rounds {
            let us = (round.as_micros() as usize).min(rounds.0.len() - 1);
            rounds.0[us] += 1;
        }
        if early.is_none() && summary.games() >= games / 10 {
            early = process_usage();
        }
    })?;
    let games = run.summary.games();
    Ok(SelfTest {
        rounds,
        games_a_second: games as f64 / clock.elapsed().as_secs_f64().max(1e-9),
        early,
        late: process_usage(),
        faults: run.summary.faults(),
        games,
    })
}

impl SelfTest {
    /// Whether all bars are met.
    pub fn passes(&self) -> bool {
        let (median, p99) = (self.rounds.percentile(0.5), self.rounds.percentile(0.99));
        let is_flat = match (self.early, self.late) {
            (Some((bytes, files)), Some((late_bytes, late_files))) => {
                late_bytes <= bytes + GROWTH_BYTES && late_files <= files + GROWTH_FILES
            }
            _ => true,
        };
        self.faults == 0
            && self.games_a_second >= GAMES_A_SECOND
            && median <= MEDIAN_US
            && p99 <= P99_US
            && is_flat
    }
}

impl fmt::Display for SelfTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (median, p99) = (self.rounds.percentile(0.5), self.rounds.percentile(0.99));
        let rate = self.games_a_second;
        writeln!(
            f,
            "games               {} ({} faults)",
            self.games, self.faults
        )?;
        writeln!(
            f,
            "games a second      {rate:.0}   (at least {GAMES_A_SECOND})"
        )?;
        for (name, us, bar) in [("median", median, MEDIAN_US), ("99 %", p99, P99_US)] {
            let (ms, bar) = (ms(us), ms(bar));
            writeln!(f, "a move, {name:<11} {ms:.3} ms   (at most {bar} ms)")?;
        }
        if let (Some((bytes, files)), Some((late_bytes, late_files))) = (self.early, self.late) {
            let (early, late) = (mb(bytes), mb(late_bytes));
            writeln!(
                f,
                "memory              {early:.1} MB, at the end {late:.1} MB"
            )?;
            writeln!(f, "open files          {files}, at the end {late_files}")?;
        }
        f.write_str(if self.passes() { "good" } else { "NOT GOOD" })
    }
}

fn ms(us: usize) -> f64 {
    us as f64 / 1e3
}

fn mb(bytes: u64) -> f64 {
    bytes as f64 / (1 << 20) as f64
}
