//! `tengen match --selftest`: what the runner itself costs, measured with trivial brains.

use super::Failure;
use super::match_command::{Conduct, Run};
use super::match_options::Options;
use anyhow::{Context, Result};
use std::process::ExitCode;
use tengen::arena::{LOG_NAME, process_usage};
use tengen::time::Clock;

/// Rounds where none are told: with one league and two games, 2,000 games.
const ROUNDS: u64 = 1000;
/// The bars: microseconds a move at the median and the 99th percentile, games a second, and the growth
/// of memory and open files from a tenth of the games to their end.
const MEDIAN_US: usize = 1000;
const P99_US: usize = 5000;
const GAMES_A_SECOND: f64 = 100.0;
const GROWTH_BYTES: u64 = 8 << 20;
const GROWTH_FILES: usize = 8;

/// How often a move took so many microseconds, the last one standing for all longer ones.
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

/// What was measured.
struct Measured {
    /// Microseconds from one question to the next.
    rounds: Histogram,
    games_a_second: f64,
    /// Bytes and open files after a tenth of the games, and at the end.
    early: Option<(u64, usize)>,
    late: Option<(u64, usize)>,
    faults: u64,
    games: u64,
}

/// Plays mock brains that answer at once. The time from one question to the next is then the runner's
/// own, the pipes', and the little that such a brain needs.
pub fn run(options: &Options) -> Result<ExitCode> {
    let own = std::env::current_exe()?;
    let plan = options
        .plan
        .between_mocks(&own, ROUNDS)?
        .plan()
        .map_err(Failure::usage)?;
    let folder = tempfile::tempdir().context("no place for results")?;
    let run = Run::begin(plan, folder.path().join(LOG_NAME))?;
    let measured = measure(run, options.running.concurrency)?;
    Ok(match measured.print() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn measure(mut run: Run, concurrency: u16) -> Result<Measured> {
    let mut rounds = Histogram(vec![0; 100_000]);
    let (games, clock) = (run.schedule.games(), Clock::start());
    let mut early = None;
    let conduct = Conduct {
        concurrency,
        ..Conduct::default()
    };
    run.conduct(&conduct, &mut |game, summary| {
        for round in &game.rounds {
            let us = (round.as_micros() as usize).min(rounds.0.len() - 1);
            rounds.0[us] += 1;
        }
        if early.is_none() && summary.games() >= games / 10 {
            early = process_usage();
        }
    })?;
    let games = run.summary.games();
    Ok(Measured {
        rounds,
        games_a_second: games as f64 / clock.elapsed().as_secs_f64().max(1e-9),
        early,
        late: process_usage(),
        faults: run.summary.faults(),
        games,
    })
}

impl Measured {
    /// Prints it beside its bars; tells whether all are met.
    fn print(&self) -> bool {
        let (median, p99) = (self.rounds.percentile(0.5), self.rounds.percentile(0.99));
        let rate = self.games_a_second;
        println!(
            "games               {} ({} faults)",
            self.games, self.faults
        );
        println!("games a second      {rate:.0}   (at least {GAMES_A_SECOND})");
        println!(
            "a move, median      {:.3} ms   (at most {} ms)",
            ms(median),
            ms(MEDIAN_US)
        );
        println!(
            "a move, 99 %        {:.3} ms   (at most {} ms)",
            ms(p99),
            ms(P99_US)
        );
        let mut is_good =
            self.faults == 0 && rate >= GAMES_A_SECOND && median <= MEDIAN_US && p99 <= P99_US;
        if let (Some((bytes, files)), Some((late_bytes, late_files))) = (self.early, self.late) {
            println!(
                "memory              {:.1} MB, at the end {:.1} MB",
                mb(bytes),
                mb(late_bytes)
            );
            println!("open files          {files}, at the end {late_files}");
            is_good &= late_bytes <= bytes + GROWTH_BYTES && late_files <= files + GROWTH_FILES;
        }
        println!("{}", if is_good { "good" } else { "NOT GOOD" });
        is_good
    }
}

fn ms(us: usize) -> f64 {
    us as f64 / 1e3
}

fn mb(bytes: u64) -> f64 {
    bytes as f64 / (1 << 20) as f64
}
