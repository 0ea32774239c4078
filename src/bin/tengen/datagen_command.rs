//! `tengen datagen`: labelled positions from self-play.

use anyhow::{Context, Result};
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::League;
use tengen::datagen::{OpeningStyle, labelled_game};
use tengen::search::SearchState;
use tengen::time::Clock;

/// Plays games of all leagues in turn against itself and writes labelled positions, one a line:
/// rule, turn, result, score, threats, and the counts of both sides. `scripts/fit_weights.py` reads it.
#[derive(Args)]
pub struct Options {
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// How long to play.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Moves that each search may play.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// The share of positions that is kept.
    #[arg(long, default_value_t = 0.3)]
    share: f64,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let file = std::fs::File::create(&options.out)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    let mut file = BufWriter::new(file);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut state = SearchState::new(8 << 20);
    let leagues: Vec<League> = League::names().filter_map(League::named).collect();
    let (clock, mut games, mut samples) = (Clock::start(), 0, 0);
    while clock.elapsed() < Duration::from_secs(options.seconds) {
        let league = &leagues[games % leagues.len()];
        let nodes = options.nodes * rng.random_range(80..=120) / 100;
        let style = OpeningStyle::anywhere(league.rule, league.size, nodes);
        for sample in labelled_game(&style, &mut state, &mut rng, options.share.clamp(0.0, 1.0)) {
            writeln!(file, "{sample}")?;
            samples += 1;
        }
        games += 1;
    }
    file.flush()?;
    println!("{samples} positions of {games} games");
    Ok(ExitCode::SUCCESS)
}
