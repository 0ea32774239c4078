//! `tengen play`: a game in the terminal.

use super::Failure;
use super::certificate_file::tell_notes;
use super::conversation::talk;
use super::files::{check_target, read_bytes};
use super::interrupt::stop_search_at_interrupt;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::analysis::{GameClock, GameDialogue, GameSettings, Seats, Side};
use tengen::arena::League;
use tengen::board::Size;
use tengen::record::{GameFile, read_game_file, rule_asked_or_named};
use tengen::rule::{EndRule, Rule};

/// Fewer stones are no game: nobody makes five.
const LEAST_STONES: usize = 9;

const EXAMPLES: &str = "\
Type a point such as h8 to play there, or: hint, why, undo, swap, save game.sgf, help. Ctrl-C makes tengen move at once.

Examples:
  tengen play
  tengen play --league renju15 --side white --level 40
  tengen play --swap2 tengen --clock 300+5 --save game.sgf
  tengen play --resume game.sgf --save game2.sgf

Exit codes: 0 done, 1 failure, 2 wrong usage, 130 interrupted.";

/// Play against Tengen in the terminal, with hints, proofs and undo; or two people against each other.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The rule and the board. [default: freestyle15]
    #[arg(long, value_name = "NAME", value_parser = League::names().collect::<Vec<_>>(), conflicts_with_all = ["rule", "size"])]
    league: Option<String>,
    /// The rule, by its name or as INFO rule numbers it. [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's side. [default: 15]
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: Option<u32>,
    /// Your color: black, white, or both.
    #[arg(long, value_name = "COLOR", default_value = "black")]
    side: Seats,
    /// Tengen's strength, from 0 to 100.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100))]
    level: u32,
    /// Tengen's milliseconds for a move. [default: 1000 without --nodes and --clock]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    time_ms: Option<u32>,
    /// Tengen's nodes for a move.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A clock for each color: seconds for the game, and those added after each move. It is looked at when a line is
    /// typed.
    #[arg(long, value_name = "SECONDS+INCREMENT")]
    clock: Option<GameClock>,
    /// Begin with swap2, by which the colors are chosen: who puts the first three stones, you or tengen.
    #[arg(long, value_name = "WHO", value_parser = opener, conflicts_with_all = ["side", "resume"])]
    swap2: Option<Side>,
    /// Go on with a game: SGF, psq, RenLib, or a list of moves.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Keep the game in this file, a new one, after each move: SGF or psq by its ending.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Megabytes of the search.
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
}

fn opener(text: &str) -> Result<Side, String> {
    match text {
        "you" => Ok(Side::Person),
        "tengen" => Ok(Side::Engine),
        _ => Err("you or tengen is expected".into()),
    }
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let settings = settings(options).map_err(Failure::usage)?;
    let game = GameDialogue::start(settings);
    let mut game = game.map_err(|error| match (error.kind(), &options.resume) {
        (std::io::ErrorKind::InvalidData, Some(file)) => {
            Failure::usage(anyhow::Error::new(error).context(file.display().to_string()))
        }
        _ => anyhow::Error::new(error).context("a thread cannot be started"),
    })?;
    stop_search_at_interrupt(game.interrupter())?;
    talk(&mut game)
}

fn settings(options: &Options) -> Result<GameSettings> {
    let league = options.league.as_deref().and_then(League::named);
    let side = options.size.map(|side| Size::new(side as usize));
    let size = side.flatten().or(league.as_ref().map(|league| league.size));
    let rule = options.rule.or(league.map(|league| league.rule));
    let (mut rule, mut size, mut moves) = (rule, size, Vec::new());
    if let Some(file) = &options.resume {
        let place = || file.display().to_string();
        let recorded = recorded(file, size)?;
        let game = recorded.only_game(size).with_context(place)?;
        moves = game.moves().with_context(place)?;
        size = Some(game.size());
        let (held, note) = rule_asked_or_named(rule, game.rule);
        rule = Some(held);
        tell_notes(
            recorded
                .notes
                .iter()
                .chain(&game.notes)
                .cloned()
                .chain(note),
        );
    }
    if let Some(file) = &options.save {
        check_save(file)?;
    }
    let (rule, size) = (
        rule.unwrap_or(Rule::Freestyle),
        size.unwrap_or(Size::FIFTEEN),
    );
    if EndRule::Judge.stones(rule, size) < LEAST_STONES {
        bail!("{rule} is drawn with 25 points left; a larger board is expected");
    }
    Ok(GameSettings {
        seats: options.side,
        level: options.level,
        time_ms: options.time_ms.map(u64::from),
        nodes: options.nodes,
        clock: options.clock,
        swap2: options.swap2,
        moves,
        file: options.save.clone(),
        max_memory: u64::from(options.memory) << 20,
        ..GameSettings::new(rule, size)
    })
}

fn recorded(file: &Path, size: Option<Size>) -> Result<GameFile> {
    let bytes = read_bytes(file, "a game")?;
    let name = file.file_name().and_then(|name| name.to_str());
    let read = read_game_file(&bytes, name.unwrap_or_default(), None, size);
    read.with_context(|| file.display().to_string())
}

/// Nothing that is there is written over.
fn check_save(file: &Path) -> Result<()> {
    check_target(file)?;
    let ending = file.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("sgf" | "psq")) {
        bail!(
            "{}: a name that ends in .sgf or .psq is expected",
            file.display()
        );
    }
    match file.exists() {
        true => bail!(
            "{}: there is such a file already; a new one is expected",
            file.display()
        ),
        false => Ok(()),
    }
}
