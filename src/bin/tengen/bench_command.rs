//! `tengen bench`: how fast.

use super::flags::threads_parser;
use crate::sayln;
use anyhow::Result;
use clap::Args;
use std::process::ExitCode;
use std::time::Duration;
use tengen::bench::{self, Speed, play_and_undo, vcf_searches, vct_searches};

/// How long moves are played and undone in each position.
const PART_TIME: Duration = Duration::from_millis(500);

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
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The number of threads. With several, the time to the depth and the nodes of all are printed.
    #[arg(long, default_value_t = 1, value_parser = threads_parser())]
    threads: usize,
    /// Measure pairs of play and undo a second, patterns and evaluation included, and nodes a second of VCF and
    /// VCT searches.
    #[arg(long)]
    micro: bool,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if options.micro {
        measure_parts();
        return Ok(ExitCode::SUCCESS);
    }
    let total = bench::run(options.depth, options.threads, &mut |number, share| {
        let ms = share.elapsed.as_millis();
        sayln!("position {number:>2}: {:>9} nodes {ms:>6} ms", share.nodes);
    })?;
    if options.threads > 1 {
        sayln!(
            "{} ms to depth {}",
            total.elapsed.as_millis(),
            options.depth
        );
    }
    sayln!("{total}");
    Ok(ExitCode::SUCCESS)
}

/// Prints the speeds below the search.
fn measure_parts() {
    let mut all = Speed::default();
    for (number, (rule, speed)) in play_and_undo(PART_TIME).enumerate() {
        let pairs = speed.millions_a_second();
        sayln!(
            "position {:>2}: {rule:>10} {pairs:.2} million pairs a second",
            number + 1
        );
        all += speed;
    }
    let [vcf, vct] = [vcf_searches(4 * PART_TIME), vct_searches(4 * PART_TIME)];
    let millions = Speed::millions_a_second;
    sayln!("{:.2} million pairs a second", millions(&all));
    sayln!(
        "{:.2} million stones a second in VCF searches",
        millions(&vcf)
    );
    sayln!(
        "{:.2} million stones a second in VCT searches",
        millions(&vct)
    );
}
