//! `tengen datagen`: labelled positions from self-play, and moves that were chosen in games.

use super::super::files::{cannot_write, check_target};
use super::super::progress::Progress;
use super::super::{Failure, sayln};
use anyhow::{Context, Result};
use clap::Args;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::{League, find_log, read_log};
use tengen::datagen::{Choice, LabelledGames};
use tengen::position::Position;
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Examples:
  tengen datagen --out positions.txt --league renju15 --seconds 2
  tengen match --rounds 1 --turn-ms 0 --depth 2 --league renju15 --out games
  tengen datagen --out moves.txt --moves-of games";

/// Play self-play games and write evaluated positions, each labelled with the result of a short playout, one a line:
/// rule, turn, result, score, stones, threats, and the counts of both sides. `scripts/fit_weights.py` reads it. With
/// --moves-of, writes which moves were chosen in games that were played, for `scripts/fit_order.py`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// How long to play.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// A league; may be repeated. [default: all, in turn]
    #[arg(long = "league", value_name = "NAME", value_parser = League::names().collect::<Vec<_>>())]
    leagues: Vec<String>,
    /// The node limit of a move of the games, on average.
    #[arg(long, default_value_t = 6000)]
    nodes: u64,
    /// The node limit of a move by which a position is played out.
    #[arg(long, default_value_t = 700)]
    playing_on: u64,
    /// With --moves-of: the share of moves that is kept.
    #[arg(long, default_value_t = 0.3)]
    share: f64,
    /// Results of matches, folders or their results.jsonl: writes the moves that were chosen there.
    #[arg(long, value_name = "RESULTS")]
    moves_of: Vec<PathBuf>,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    check_target(&options.out).map_err(Failure::usage)?;
    let file = std::fs::File::create(&options.out);
    let file = file.map_err(|error| cannot_write(&options.out, error))?;
    let mut file = BufWriter::new(file);
    if !options.moves_of.is_empty() {
        let choices = write_choices(options, &mut file)?;
        file.flush()?;
        sayln!("{choices} chosen moves");
        return Ok(ExitCode::SUCCESS);
    }
    let mut leagues: Vec<League> = League::all().collect();
    if !options.leagues.is_empty() {
        leagues.retain(|league| options.leagues.contains(&league.name));
    }
    let boards = leagues.iter().map(|league| (league.rule, league.size));
    let boards = boards.collect();
    let mut played = LabelledGames::new(boards, options.nodes, options.playing_on, options.seed);
    let mut progress = Progress::start();
    let (mut games, mut samples) = (0, 0);
    while progress.elapsed() < Duration::from_secs(options.seconds) {
        for sample in played.next().into_iter().flatten() {
            writeln!(file, "{sample}")?;
            samples += 1;
        }
        games += 1;
        let gone = progress.elapsed().as_secs() as usize;
        progress.tell(gone, options.seconds as usize, || {
            format!("s, {samples} positions")
        });
    }
    file.flush()?;
    sayln!("{samples} positions of {games} games");
    Ok(ExitCode::SUCCESS)
}

/// Writes a share of the moves of games, and how many they are.
fn write_choices(options: &Options, file: &mut impl Write) -> Result<usize> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut games = Vec::new();
    for path in &options.moves_of {
        read_log(&find_log(path)?, &mut |_, game| games.push(game))?;
    }
    let mut choices = 0;
    for game in &games {
        let damaged = || format!("game {} is damaged", game.game + 1);
        let (size, moves) = game.points().with_context(damaged)?;
        let start = Position::empty(Rule::from_code(game.rule.into()), size);
        for choice in Choice::of_game(start, &moves, game.opening, options.share, &mut rng) {
            file.write_all(choice.as_bytes())?;
            choices += 1;
        }
    }
    Ok(choices)
}
