//! `tengen review --vcf`: VCFs that were missed or given away in games that were played.

use super::super::r#match::stats::log_paths;
use super::super::progress::Progress;
use super::super::{Failure, sayln};
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::analysis::{Fault, ForcedWins};
use tengen::arena::{GameRecord, read_runs};
use tengen::board::{Color, point_name};
use tengen::position::Position;
use tengen::rule::Rule;

/// Which moves are looked at.
pub struct VcfOptions<'a> {
    /// Folders of matches, or their results.jsonl.
    pub logs: &'a [PathBuf],
    /// Only the moves of this engine.
    pub engine: Option<&'a str>,
    /// The plies of the longest VCF that is searched.
    pub plies: u32,
}

/// Moves looked at, and what was wrong with them.
#[derive(Default)]
struct Totals {
    moves: usize,
    missed: usize,
    given_away: usize,
}

pub fn run(options: &VcfOptions) -> Result<ExitCode> {
    let mut games = Vec::new();
    read_runs(&log_paths(options.logs)?, &mut |log, _, game| {
        games.push((&options.logs[log], game))
    })?;
    let players = games.iter().flat_map(|(_, game)| game.players());
    let players: BTreeSet<&str> = players.collect();
    let named = options.engine;
    if let Some(name) = named.filter(|name| !players.contains(name)) {
        let players = Vec::from_iter(players).join(", ");
        let error = anyhow!("{name} played none of these games; who did: {players}");
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
    sayln!(
        "{} games, {} moves: {} VCFs missed, {} given away",
        games.len(),
        totals.moves,
        totals.missed,
        totals.given_away
    );
    let is_clean = totals.missed + totals.given_away == 0;
    Ok(ExitCode::from(if is_clean { 0 } else { 1 }))
}

/// Reviews a game; `place` names it in messages.
fn review(game: &GameRecord, place: &str, options: &VcfOptions, totals: &mut Totals) -> Result<()> {
    let (size, moves) = game.points().context("no moves")?;
    let empty = Position::empty(Rule::from_code(game.rule.into()), size);
    let counts = |number: usize| {
        let color = Color::ALL[number % 2];
        let named = options.engine;
        number >= game.opening && named.is_none_or(|name| game.has_played(name, color))
    };
    totals.moves += (0..moves.len()).filter(|&n| counts(n)).count();
    let mut wins = ForcedWins::new(options.plies as usize);
    for (number, fault) in wins.review(empty, &moves, counts) {
        match fault {
            Fault::Missed(_) => totals.missed += 1,
            Fault::GaveAway(..) => totals.given_away += 1,
        }
        let what = fault.text(size);
        let name = &game.side(Color::ALL[number % 2]).name;
        let point = point_name(moves[number], size);
        sayln!("{place}, move {}, {name} {point}: {what}", number + 1);
    }
    Ok(())
}
