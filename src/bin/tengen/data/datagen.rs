//! `tengen datagen`: training data from self-play, and moves that were chosen in games.

use super::super::files::{cannot_write, check_target, make_folder};
use super::super::progress::Progress;
use super::super::{Failure, say, sayln, warnln};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen::arena::{League, find_log, read_log};
use tengen::datagen::{
    Choice, DataSet, FeatureHead, Relabeller, Shard, ShardError, ShardRun, ShardRunError,
    fail_high_records, feature_records, shard_paths,
};
use tengen::position::Position;
use tengen::rule::Rule;
use tengen::work_queue::StopSwitch;

const EXAMPLES: &str = "\
Examples:
  tengen datagen --out shards --league renju15 --shards 1 --games 2 --nodes 100 --playout-nodes 50
  tengen datagen --stat shards
  tengen datagen --relabel shards --relabel-nodes 200 --out relabelled
  tengen datagen --features-of shards --out features.bin
  tengen datagen --fail-highs-of shards --out fail-highs.bin
  tengen match --rounds 1 --turn-ms 0 --depth 2 --league renju15 --out games
  tengen datagen --moves-of games --out moves.bin

Exit codes: 0 done, 1 damaged shards were left out, or a failure, 2 wrong usage, 130 interrupted: the same command
resumes.";

/// Make training data by self-play: shards of games, in which one evaluated position of each search is played out to
/// label it. What is there already is kept. Also counts such shards (--stat), labels their positions once more by deeper
/// searches (--relabel), and writes their positions (--features-of) or the moves that fail high in searches of their games
/// (--fail-highs-of) for `training/`, or the moves that were chosen in matches (--moves-of) for `scripts/fit_order.py`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The folder of the shards to write; or the file.
    #[arg(long, required_unless_present = "stat")]
    out: Option<PathBuf>,
    #[command(flatten)]
    run: ShardRun,
    /// How long to play. [default: until --shards are made]
    #[arg(long)]
    seconds: Option<u64>,
    /// A league; may be repeated. [default: all, in turn]
    #[arg(long = "league", value_name = "NAME", value_parser = League::names().collect::<Vec<_>>())]
    leagues: Vec<String>,
    /// Count the shards: files or folders.
    #[arg(long, value_name = "SHARDS", num_args = 1.., conflicts_with = "out")]
    stat: Vec<PathBuf>,
    /// Search each leaf of the shards, and write them with these scores; one thread. What is there already is kept.
    #[arg(long, value_name = "SHARDS", num_args = 1.., conflicts_with_all = ["stat", "features_of", "moves_of"])]
    relabel: Vec<PathBuf>,
    /// With --relabel: the node limit of a search.
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "relabel")]
    relabel_nodes: u64,
    /// Write the pattern codes and labels of all leaves of one board as binary records.
    #[arg(long, value_name = "SHARDS", num_args = 1.., conflicts_with_all = ["stat", "moves_of"])]
    features_of: Vec<PathBuf>,
    /// Search the games of shards of one board once more, and write moves that fail high as binary records.
    #[arg(long, value_name = "SHARDS", num_args = 1.., conflicts_with_all = ["stat", "relabel", "features_of", "moves_of"])]
    fail_highs_of: Vec<PathBuf>,
    /// With --features-of: also each Nth position of the playouts, if it is quiet.
    #[arg(long, value_name = "N", requires = "features_of")]
    playout_step: Option<NonZeroUsize>,
    /// Results of matches, folders or their results.jsonl: write the moves that were chosen there.
    #[arg(long, value_name = "RESULTS", conflicts_with = "stat")]
    moves_of: Vec<PathBuf>,
    /// With --moves-of: the share of moves that is kept, by --seed.
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    share: f64,
}

/// Reads a share of all, 0 to 1.
fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or("a share from 0 to 1 is expected")
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if !options.stat.is_empty() {
        return stat(&options.stat);
    }
    let out = options.out.as_deref().context("--out is missing")?;
    if !options.relabel.is_empty() {
        return relabel(&options.relabel, options.relabel_nodes, out);
    }
    if !options.features_of.is_empty() {
        let step = options.playout_step;
        return write_records(&options.features_of, out, |shard| {
            feature_records(shard, step)
        });
    }
    if !options.fail_highs_of.is_empty() {
        return write_records(&options.fail_highs_of, out, fail_high_records);
    }
    match options.moves_of.is_empty() {
        true => play(options, out),
        false => write_choices(options, out),
    }
}

/// Makes shards.
fn play(options: &Options, folder: &Path) -> Result<ExitCode> {
    if options.seconds.is_none() && options.run.shards.is_none() {
        return Err(Failure::usage(anyhow!(
            "--seconds or --shards says how much"
        )));
    }
    make_folder(folder).map_err(Failure::usage)?;
    let mut leagues: Vec<League> = League::all().collect();
    if !options.leagues.is_empty() {
        leagues.retain(|league| options.leagues.contains(&league.name));
    }
    let boards: Vec<_> = leagues
        .iter()
        .map(|league| (league.rule, league.size))
        .collect();
    let switch = StopSwitch::new();
    let stopper = switch.clone();
    ctrlc::set_handler(move || stopper.stop()).context("cannot listen for Ctrl-C")?;
    let mut is_interrupted = false;
    let all_shards = options
        .run
        .shards
        .map(|shards| shards as usize * boards.len());
    let mut progress = Progress::start();
    let counts = options.run.run(&boards, folder, &mut |counts| {
        let gone = progress.elapsed();
        let (shards, leaves) = (counts.kept + counts.made, counts.leaves);
        match (all_shards, options.seconds) {
            (Some(all), _) => progress.tell(shards, all, || format!("shards, {leaves} leaves")),
            (None, all) => {
                progress.tell(gone.as_secs() as usize, all.unwrap_or(0) as usize, || {
                    format!("s, {leaves} leaves")
                })
            }
        }
        is_interrupted |= switch.is_stopped();
        let is_over = options
            .seconds
            .is_some_and(|all| gone >= Duration::from_secs(all));
        match is_over || is_interrupted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(progress);
    let counts = counts.map_err(run_failure)?;
    let folder = folder.display();
    sayln!(
        "{} shards made in {folder}, {} games, {} leaves; {} shards were there",
        counts.made,
        counts.games,
        counts.leaves,
        counts.kept
    );
    Ok(ExitCode::from(if is_interrupted { 130 } else { 0 }))
}

/// Counts shards; damaged ones are named.
fn stat(shards: &[PathBuf]) -> Result<ExitCode> {
    let (mut set, mut progress) = (DataSet::default(), Progress::start());
    let paths = shard_paths(shards).map_err(|error| Failure::usage(error.into()))?;
    for (number, path) in paths.iter().enumerate() {
        set.add(path);
        progress.tell(number + 1, paths.len(), || "shards".into());
    }
    drop(progress);
    say(&set.to_string());
    Ok(name_damaged(&set.damaged))
}

fn name_damaged(damaged: &[(PathBuf, impl std::fmt::Display)]) -> ExitCode {
    for (path, error) in damaged {
        warnln!("tengen: {}: left out: {error}", path.display());
    }
    ExitCode::from(u8::from(!damaged.is_empty()))
}

/// Searches the leaves of shards; damaged shards are named.
fn relabel(shards: &[PathBuf], nodes: u64, folder: &Path) -> Result<ExitCode> {
    let paths = shard_paths(shards).map_err(|error| Failure::usage(error.into()))?;
    make_folder(folder).map_err(Failure::usage)?;
    let (mut relabeller, mut progress) = (Relabeller::new(nodes), Progress::start());
    let (mut made, mut damaged) = (0, Vec::new());
    for (number, path) in paths.iter().enumerate() {
        match relabeller.relabel_file(path, folder) {
            Ok(is_new) => made += usize::from(is_new),
            Err(ShardRunError::Shard(error)) => damaged.push((path.clone(), error)),
            Err(error) => return Err(run_failure(error)),
        }
        progress.tell(number + 1, paths.len(), || "shards".into());
    }
    drop(progress);
    sayln!(
        "{made} shards relabelled in {}; {} were there",
        folder.display(),
        paths.len() - damaged.len() - made
    );
    Ok(name_damaged(&damaged))
}

fn run_failure(error: ShardRunError) -> anyhow::Error {
    match error {
        ShardRunError::OtherSettings { .. } => Failure::usage(error.into()),
        error => error.into(),
    }
}

/// Writes the records of shards of one board.
fn write_records(
    shards: &[PathBuf],
    out: &Path,
    records_of: impl Fn(&Shard) -> Result<Vec<u8>, ShardError>,
) -> Result<ExitCode> {
    let paths = shard_paths(shards).map_err(|error| Failure::usage(error.into()))?;
    let mut file = create(out)?;
    let (mut first, mut damaged, mut progress) = (None, Vec::new(), Progress::start());
    for (number, path) in paths.iter().enumerate() {
        let read =
            Shard::read(path).and_then(|shard| Ok((FeatureHead::of(&shard)?, records_of(&shard)?)));
        match read {
            Ok((head, records)) => {
                if first.is_none() {
                    head.write(&mut file)?;
                }
                if *first.get_or_insert_with(|| head.clone()) != head {
                    let path = path.display();
                    return Err(Failure::usage(anyhow!("{path}: another board than before")));
                }
                file.write_all(&records)?;
            }
            Err(error) => damaged.push((path.clone(), error)),
        }
        progress.tell(number + 1, paths.len(), || "shards".into());
    }
    drop(progress);
    file.flush()?;
    sayln!("{} shards", paths.len() - damaged.len());
    Ok(name_damaged(&damaged))
}

/// Writes a share of the moves of games.
fn write_choices(options: &Options, out: &Path) -> Result<ExitCode> {
    let mut file = create(out)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.run.seed);
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
    file.flush()?;
    sayln!("{choices} chosen moves");
    Ok(ExitCode::SUCCESS)
}

fn create(out: &Path) -> Result<BufWriter<std::fs::File>> {
    check_target(out).map_err(Failure::usage)?;
    let file = std::fs::File::create(out);
    Ok(BufWriter::new(
        file.map_err(|error| cannot_write(out, error))?,
    ))
}
