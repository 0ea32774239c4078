//! `tengen bench`: how fast.

use anyhow::Result;
use clap::Args;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;
use tengen::bench;
use tengen::board::Point;
use tengen::eval::Evaluator;
use tengen::position::Position;
use tengen::threat::{Vcf, Vct};
use tengen::time::Clock;

/// How long each position is played and undone.
const MICRO_TIME: Duration = Duration::from_millis(500);

/// Positions of the threat searches' tables, as a power of two.
const THREAT_TABLE_BITS: u32 = 16;
/// Stones that a threat search places at most, and how long its wins are.
const THREAT_BUDGET: u64 = 200_000;
const THREAT_PLIES: usize = 21;

const EXAMPLES: &str = "\
Examples:
  tengen bench                          the last line: the signature, and nodes a second
  tengen bench --depth 6 --threads 2
  tengen bench --micro";

/// Measure the search, or with --micro playing and undoing moves.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The depth of the search.
    #[arg(long, default_value_t = bench::DEPTH)]
    depth: u32,
    /// The number of threads. With several, the time to the depth and the nodes of all are printed.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Measure pairs of play and undo a second, patterns and evaluation included, and nodes a second of VCF and
    /// VCT searches.
    #[arg(long)]
    micro: bool,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if options.micro {
        play_and_undo();
        threat_searches();
        return Ok(ExitCode::SUCCESS);
    }
    let total = bench::run(options.depth, options.threads, &mut |number, share| {
        let ms = share.elapsed.as_millis();
        println!("position {number:>2}: {:>9} nodes {ms:>6} ms", share.nodes);
    })?;
    if options.threads > 1 {
        println!(
            "{} ms to depth {}",
            total.elapsed.as_millis(),
            options.depth
        );
    }
    println!("{} nodes {} nps", total.nodes, total.nodes_per_second());
    Ok(ExitCode::SUCCESS)
}

fn play_and_undo() {
    let (mut all_pairs, mut all_time) = (0, Duration::ZERO);
    for (number, mut position) in bench::positions().enumerate() {
        let near: Vec<Point> = position.patterns().near().iter().collect();
        let mut eval = Evaluator::new(&position);
        let (clock, mut pairs) = (Clock::start(), 0_u64);
        while clock.elapsed() < MICRO_TIME {
            for &point in &near {
                position.play(point);
                black_box(eval.evaluate(&position, position.turn()));
                position.undo();
            }
            pairs += near.len() as u64;
        }
        let elapsed = clock.elapsed();
        all_pairs += pairs;
        all_time += elapsed;
        let rate = pairs as f64 / elapsed.as_secs_f64() / 1e6;
        println!(
            "position {:>2}: {:>10} {rate:.2} million pairs a second",
            number + 1,
            position.rule()
        );
    }
    println!(
        "{:.2} million pairs a second",
        all_pairs as f64 / all_time.as_secs_f64() / 1e6
    );
}

/// Searches the same positions from scratch until the time is up.
fn threat_searches() {
    let mut vcf = Vcf::new(THREAT_TABLE_BITS);
    let nodes = threat_nodes(bench::four_positions(), |position| {
        vcf.clear();
        vcf.search(position, THREAT_BUDGET);
        vcf.nodes()
    });
    println!("{nodes:.2} million stones a second in VCF searches");
    let mut vct = Vct::new(THREAT_TABLE_BITS);
    let nodes = threat_nodes(bench::threat_positions(), |position| {
        vct.clear();
        vct.search(position, THREAT_PLIES, THREAT_BUDGET);
        vct.nodes()
    });
    println!("{nodes:.2} million stones a second in VCT searches");
}

/// Millions of nodes a second; `search` returns all that it spent so far.
fn threat_nodes(
    positions: impl Iterator<Item = Position>,
    mut search: impl FnMut(&mut Position) -> u64,
) -> f64 {
    let mut positions: Vec<Position> = positions.collect();
    let (clock, mut nodes) = (Clock::start(), 0);
    while clock.elapsed() < 4 * MICRO_TIME {
        positions
            .iter_mut()
            .for_each(|position| nodes = search(position));
    }
    nodes as f64 / clock.elapsed().as_secs_f64() / 1e6
}
