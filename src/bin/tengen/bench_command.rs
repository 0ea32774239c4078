//! `tengen bench`: how fast.

use anyhow::Result;
use clap::Args;
use std::process::ExitCode;
use std::time::Duration;
use tengen::bench;
use tengen::board::Point;
use tengen::eval::Classic;
use tengen::time::Clock;

/// How long each position is played and undone.
const MICRO_TIME: Duration = Duration::from_millis(500);

#[derive(Args)]
pub struct Options {
    /// The depth of the search.
    #[arg(long, default_value_t = bench::DEPTH)]
    depth: u32,
    /// Count pairs of play and undo, with patterns and evaluation kept up to date.
    #[arg(long)]
    micro: bool,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if options.micro {
        micro();
        return Ok(ExitCode::SUCCESS);
    }
    let total = bench::run(options.depth, &mut |number, share| {
        let ms = share.elapsed.as_millis();
        println!("position {number:>2}: {:>9} nodes {ms:>6} ms", share.nodes);
    });
    println!("{} nodes {} nps", total.nodes, total.nodes_per_second());
    Ok(ExitCode::SUCCESS)
}

fn micro() {
    let (mut all_pairs, mut all_time) = (0, Duration::ZERO);
    for (number, mut position) in bench::positions().enumerate() {
        let near: Vec<Point> = position.patterns().near().iter().collect();
        let mut eval = Classic::new(&position);
        let (clock, mut pairs) = (Clock::start(), 0_u64);
        while clock.elapsed() < MICRO_TIME {
            for &point in &near {
                position.play(point, &mut eval);
                position.undo(&mut eval);
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
