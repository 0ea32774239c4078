//! `tengen review`: VCFs that were missed or given away in games that were played.

use super::super::progress::Progress;
use super::super::{Failure, say};
use anyhow::{Context, Result};
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::analysis::{Fault, ForcedWins};
use tengen::arena::{GameRecord, LogError, find_log, read_runs};
use tengen::board::{Color, point_name, point_names};
use tengen::position::Position;
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Example:
  tengen match --rounds 1 --turn-ms 0 --depth 2 --league renju15 --out games
  tengen review games

Exit codes: 0 no VCF missed or given away, 1 some were, 2 wrong usage or input.";

/// Find VCFs (wins by continuous fours) in games that a player missed, or that its move gave the opponent
/// where another move, no four, did not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Results: folders of matches, or their results.jsonl. They may be of different matches.
    #[arg(value_name = "RESULTS", required = true)]
    logs: Vec<PathBuf>,
    /// Only the moves of this engine.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// The plies of the longest VCF that is searched, its five included.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=225))]
    plies: u32,
}

/// Moves looked at, and what was wrong with them.
#[derive(Default)]
struct Totals {
    moves: usize,
    missed: usize,
    given_away: usize,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let paths = options.logs.iter().map(|path| find_log(path));
    let paths = paths.collect::<Result<Vec<PathBuf>, LogError>>()?;
    let mut games = Vec::new();
    read_runs(&paths, &mut |log, _, game| {
        games.push((&options.logs[log], game))
    })?;
    if let Some(name) = &options.engine
        && !games
            .iter()
            .any(|(_, game)| played_by(game, name).next().is_some())
    {
        let players = games
            .iter()
            .flat_map(|(_, game)| [&game.black.name, &game.white.name]);
        let players: BTreeSet<&String> = players.collect();
        let players: Vec<&str> = players.into_iter().map(String::as_str).collect();
        let players = players.join(", ");
        let error = anyhow::anyhow!("{name} played none of these games; who did: {players}");
        return Err(Failure::usage(error));
    }
    let mut totals = Totals::default();
    let mut progress = Progress::start();
    for (done, (log, game)) in games.iter().enumerate() {
        let place = match options.logs.len() {
            1 => format!("game {}", game.game + 1),
            _ => format!("{}: game {}", log.display(), game.game + 1),
        };
        review(game, &place, options, &mut totals)
            .with_context(|| format!("{place} is damaged"))?;
        progress.tell(done + 1, games.len(), || {
            format!("{} missed, {} given away", totals.missed, totals.given_away)
        });
    }
    say(&format!(
        "{} games, {} moves: {} VCFs missed, {} given away\n",
        games.len(),
        totals.moves,
        totals.missed,
        totals.given_away
    ));
    let is_clean = totals.missed + totals.given_away == 0;
    Ok(ExitCode::from(if is_clean { 0 } else { 1 }))
}

/// The colors that an engine had in a game.
fn played_by<'a>(game: &'a GameRecord, name: &'a str) -> impl Iterator<Item = Color> + 'a {
    let colors = Color::ALL.into_iter();
    colors.filter(move |&color| game.side(color).name == name)
}

/// Reviews a game; `place` names it in messages.
fn review(game: &GameRecord, place: &str, options: &Options, totals: &mut Totals) -> Result<()> {
    let (size, moves) = game.points().context("no moves")?;
    let empty = Position::empty(Rule::from_code(game.rule.into()), size);
    let counts = |number: usize| {
        let color = Color::ALL[number % 2];
        let named = options.engine.as_ref();
        number >= game.opening
            && named.is_none_or(|name| played_by(game, name).any(|played| played == color))
    };
    totals.moves += (0..moves.len()).filter(|&n| counts(n)).count();
    let mut wins = ForcedWins::new(options.plies as usize);
    for (number, fault) in wins.review(empty, &moves, counts) {
        let what = match &fault {
            Fault::Missed(line) => {
                totals.missed += 1;
                format!("missed {}", point_names(line, size))
            }
            Fault::GaveAway(line, other) => {
                totals.given_away += 1;
                let line = point_names(line, size);
                format!("gave away {line}; {} does not", point_name(*other, size))
            }
        };
        let name = &game.side(Color::ALL[number % 2]).name;
        let point = point_name(moves[number], size);
        say(&format!(
            "{place}, move {}, {name} {point}: {what}\n",
            number + 1
        ));
    }
    Ok(())
}
