//! `tengen openings`: makes balanced openings for a league.

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::arena::{LEAGUES, League};
use tengen::board::{Point, Size, Symmetry};
use tengen::datagen::{OpeningStyle, balanced_opening};
use tengen::record::write_opening;
use tengen::search::SearchState;

#[derive(Args)]
pub struct Options {
    /// The league.
    #[arg(value_parser = LEAGUES.iter().map(|l| l.name).collect::<Vec<_>>())]
    league: String,
    /// How many.
    #[arg(long, default_value_t = 60)]
    count: usize,
    /// The least number of stones.
    #[arg(long, default_value_t = 3)]
    least: usize,
    /// The greatest number of stones.
    #[arg(long, default_value_t = 9)]
    most: usize,
    /// How far the score may be from even.
    #[arg(long, default_value_t = 60)]
    window: i32,
    /// Moves that each search may play.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let league = League::named(&options.league).context("no such league")?;
    let style = OpeningStyle {
        rule: league.rule,
        size: league.size,
        stones: (options.least, options.most.max(options.least)),
        window: options.window,
        nodes: options.nodes,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut state = SearchState::new(32 << 20);
    let mut text = format!(
        "# Balanced openings of Tengen's own making, offsets from the centre, black first, y down.\n\
         # tengen openings {} --count {} --least {} --most {} --window {} --nodes {} --seed {}\n",
        league.name,
        options.count,
        options.least,
        options.most,
        options.window,
        options.nodes,
        options.seed
    );
    let bar = ProgressBar::new(options.count as u64).with_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} openings  {elapsed} gone, {eta} to go",
    )?);
    let mut known = HashSet::new();
    while known.len() < options.count {
        let (points, _) = balanced_opening(&style, &mut state, &mut rng);
        if known.insert(canonical(&points, league.size)) {
            writeln!(text, "{}", write_opening(&points, league.size))?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let out = &options.out;
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?;
    println!("{} openings in {}", known.len(), out.display());
    Ok(ExitCode::SUCCESS)
}

/// The same for openings that differ by a symmetry of the board or by the order of a color's stones.
fn canonical(points: &[Point], size: Size) -> Vec<(usize, Point)> {
    let images = Symmetry::all().map(|symmetry| {
        let color = |(i, &point): (usize, &Point)| (i % 2, symmetry.apply(point, size));
        let mut stones: Vec<(usize, Point)> = points.iter().enumerate().map(color).collect();
        stones.sort();
        stones
    });
    images.min().unwrap_or_default()
}
