//! Lines about a running match: what it plays, its games, its standing, the games left.

use super::game_record::GameRecord;
use super::plan::{Engine, Plan, UNLIMITED_PAIRS};
use super::run::Run;
use super::stats::Estimate;
use super::summary::Summary;
use crate::board::Color;
use crate::record::folder_of;
use std::time::Duration;

/// The number of games left. With an SPRT it is an estimate: the games that the LLR needs, at its present rate, to
/// reach the nearer bound; `None` as long as that is unknown.
pub fn games_left(plan: &Plan, summary: &Summary, games: u64) -> Option<u64> {
    let played = summary.games();
    let Some(sprt) = plan.sprt.filter(|_| plan.shard.count == 1) else {
        return Some(games.saturating_sub(played));
    };
    let llr = sprt.llr(&summary.between(0, 1).pairs);
    let (lower, upper) = sprt.bounds();
    let bound = if llr < 0.0 { lower } else { upper };
    let share = llr / bound;
    (share > 0.05).then(|| (played as f64 * (1.0 / share - 1.0)).max(0.0) as u64)
}

/// The standing in short: two lines for two engines, one for each of more.
pub fn short_standing(plan: &Plan, summary: &Summary) -> Vec<String> {
    if plan.engines.len() > 2 {
        let ratings = summary.ratings(plan.engines.len());
        let line = |(i, engine): (usize, &Engine)| {
            let rating = ratings[i];
            format!(
                "{:<24} {:>7.1} +/- {:<6.1} {:>6.1} of {}",
                engine.name, rating.elo, rating.error, rating.points, rating.games
            )
        };
        return plan.engines.iter().enumerate().map(line).collect();
    }
    let encounter = summary.between(0, 1);
    let estimate = Estimate::of(&encounter.pairs);
    let llr = plan.sprt.map_or(String::new(), |sprt| {
        let (lower, upper) = sprt.bounds();
        format!(
            "  LLR {:.2} ({lower:.2}, {upper:.2})",
            sprt.llr(&encounter.pairs)
        )
    });
    vec![
        format!(
            "{} - {}: {} won, {} drawn, {} lost, {} faults",
            plan.engines[0].name,
            plan.engines[1].name,
            encounter.wins,
            encounter.draws,
            encounter.losses,
            summary.faults()
        ),
        format!(
            "Elo {:.1} +/- {:.1}  pairs {}{llr}",
            estimate.elo, estimate.elo_error, encounter.pairs
        ),
    ]
}

/// The line that begins a match: its engines, games, time controls, and the folder of the results.
pub fn headline(run: &Run) -> String {
    let plan = &run.plan;
    let names: Vec<&str> = plan.engines.iter().map(|e| e.name.as_str()).collect();
    let games = match plan.sprt {
        Some(_) if plan.pairs == UNLIMITED_PAIRS => "games until the SPRT has its verdict".into(),
        Some(_) if plan.shard.count == 1 => format!(
            "at most {} games until the SPRT has its verdict",
            run.schedule.games()
        ),
        _ => format!("{} games", run.schedule.games()),
    };
    let before = match run.played.len() {
        0 => String::new(),
        played => format!(", {played} of them played before"),
    };
    format!(
        "Run {}: {}, {games}{before}, {}; results in {}",
        plan.run_id(),
        names.join(" against "),
        plan.time_controls(),
        folder_of(&run.path).display()
    )
}

/// The line of a match's progress: games and time gone and left, of a run of `games` games that began `elapsed` ago
/// with `before` of them played.
pub fn progress_line(
    plan: &Plan,
    summary: &Summary,
    games: u64,
    before: u64,
    elapsed: Duration,
) -> String {
    let (seconds, played) = (elapsed.as_secs_f64(), summary.games());
    let own = played.saturating_sub(before).max(1) as f64;
    let left = games_left(plan, summary, games);
    let left = left.map_or("?".into(), |games| hours(seconds / own * games as f64));
    let of = match plan.sprt {
        Some(_) => String::new(),
        None => format!(" of {games}"),
    };
    format!(
        "Progress: {played}{of} games, {} gone, {left} to go, {:.1} games a second",
        hours(seconds),
        own / seconds.max(1e-9)
    )
}

fn hours(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// The lines of a finished game: the one that other tools parse, its fault, and details if they are asked for.
pub fn game_lines(game: &GameRecord, is_detailed: bool) -> Vec<String> {
    let mut lines = vec![finished_line(game)];
    lines.extend(fault_line(game));
    if is_detailed {
        lines.extend(detail_lines(game));
    }
    lines
}

/// The line of a finished game that other tools parse; black's name comes first.
fn finished_line(game: &GameRecord) -> String {
    format!(
        "Finished game {} ({} vs {}): {} {{{}}}",
        game.game + 1,
        game.black.name,
        game.white.name,
        game.result.text(),
        game.sentence()
    )
}

/// The fault that ended a game, with what was measured.
fn fault_line(game: &GameRecord) -> Option<String> {
    let loser = game.loser().filter(|_| game.reason.is_fault())?;
    let detail = match game.detail.as_str() {
        "" => String::new(),
        detail => format!(": {detail}"),
    };
    let (number, name) = (game.game + 1, &loser.name);
    Some(format!(
        "  fault in game {number}, {name}, {}{detail}",
        game.reason
    ))
}

/// League, times, warnings and moves of a game.
fn detail_lines(game: &GameRecord) -> Vec<String> {
    let stones = game.moves.split_whitespace().count();
    let mut line = format!(
        "  {}, {stones} stones, {} of them opening",
        game.league, game.opening
    );
    for color in Color::ALL {
        let side = game.side(color);
        let own = game.us.iter().enumerate();
        let own = own.filter(|(number, _)| Color::ALL[(game.opening + number) % 2] == color);
        let times: Vec<u64> = own.map(|(_, &us)| us).collect();
        let ms = times.iter().sum::<u64>() as f64 / 1e3 / times.len().max(1) as f64;
        line.push_str(&format!(", {} {ms:.1} ms/move", side.name));
        for warning in &side.warnings {
            line.push_str(&format!(" ({warning})"));
        }
    }
    vec![line, format!("  {}", game.moves)]
}
