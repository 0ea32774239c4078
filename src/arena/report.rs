//! The report of a run: tables of leagues and engines, and the result of a match in the lines that fastchess prints.

use super::plan::Plan;
use super::stats::{Estimate, Verdict};
use super::summary::{Encounter, Summary};
use std::fmt::{self, Write as _};

/// The line above and below a block.
const RULE: &str = "--------------------------------------------------";

/// What the columns of the engines' table mean that do not say so themselves.
const LEGEND: &str = "over ms: the longest time past a limit; use: of a turn's limit, without forced and proven moves\n";

/// A run's numbers as text: `Display` prints the part that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    plan: &'a Plan,
    summary: &'a Summary,
    part: Part,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Full,
    Result,
    Ratings,
}

impl<'a> Report<'a> {
    /// All tables and the result, for the end of a run.
    pub fn full(plan: &'a Plan, summary: &'a Summary) -> Report<'a> {
        Report {
            plan,
            summary,
            part: Part::Full,
        }
    }

    /// The result alone: Elo, pentanomial and LLR of two engines, the ratings of more.
    pub fn result(plan: &'a Plan, summary: &'a Summary) -> Report<'a> {
        let part = Part::Result;
        Report {
            plan,
            summary,
            part,
        }
    }

    /// The ratings of all engines.
    pub fn ratings(plan: &'a Plan, summary: &'a Summary) -> Report<'a> {
        let part = Part::Ratings;
        Report {
            plan,
            summary,
            part,
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plan, summary) = (self.plan, self.summary);
        match self.part {
            Part::Full => {
                f.write_str(&leagues(plan, summary))?;
                f.write_str(&engines(plan, summary))?;
                f.write_str(&result(plan, summary))
            }
            Part::Result => f.write_str(&result(plan, summary)),
            Part::Ratings => f.write_str(&table(plan, summary)),
        }
    }
}

fn result(plan: &Plan, summary: &Summary) -> String {
    match plan.engines.len() {
        2 => block(plan, summary),
        _ => table(plan, summary),
    }
}

fn block(plan: &Plan, summary: &Summary) -> String {
    let encounter = summary.between(0, 1);
    let names = [&plan.engines[0].name, &plan.engines[1].name];
    let time = plan.time_controls();
    let leagues: Vec<&str> = plan
        .leagues
        .iter()
        .map(|l| l.league.name.as_str())
        .collect();
    let mut text = format!("{RULE}\n");
    let _ = writeln!(
        text,
        "Results of {} vs {} ({time}, {}):",
        names[0],
        names[1],
        leagues.join(" ")
    );
    text.push_str(&numbers(&encounter));
    if let Some(sprt) = plan.sprt {
        let llr = sprt.llr(&encounter.pairs);
        let (lower, upper) = sprt.bounds();
        let share = if llr < 0.0 { -llr / lower } else { llr / upper };
        let _ = writeln!(
            text,
            "LLR: {llr:.2} ({:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]",
            100.0 * share,
            sprt.elo0,
            sprt.elo1
        );
        match sprt.verdict(&encounter.pairs) {
            Verdict::Undecided => {}
            verdict => {
                let _ = writeln!(text, "SPRT completed - {verdict:?} was accepted");
            }
        }
    }
    text.push_str(RULE);
    text.push('\n');
    text
}

/// Elo and what it comes from.
fn numbers(encounter: &Encounter) -> String {
    let estimate = Estimate::of(&encounter.pairs);
    let pairs = encounter.pairs;
    let [ll, ld, even, wd, ww] = pairs.0;
    let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
    let games = encounter.games();
    let points = encounter.wins as f64 + encounter.draws as f64 / 2.0;
    let double_draws = even - encounter.split_pairs;
    let ratio = |one: u64, other: u64| match (one, other) {
        (_, 0) if one > 0 => f64::INFINITY,
        _ => share(one, other),
    };
    format!(
        "Elo: {:.2} +/- {:.2}, nElo: {:.2} +/- {:.2}\n\
         LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {:.2}\n\
         Games: {games}, Wins: {}, Losses: {}, Draws: {}, Points: {points:.1} ({:.2} %)\n\
         Ptnml(0-2): {pairs}, WL/DD Ratio: {:.2}\n\
         Black wins: {:.2} %, White wins: {:.2} %, Draws: {:.2} %, Stones: {:.1}\n",
        estimate.elo,
        estimate.elo_error,
        estimate.normalized,
        estimate.normalized_error,
        100.0 * estimate.superiority,
        100.0 * share(even, pairs.pairs()),
        ratio(ww + wd, ll + ld),
        encounter.wins,
        encounter.losses,
        encounter.draws,
        100.0 * points / games.max(1) as f64,
        ratio(encounter.split_pairs, double_draws),
        100.0 * share(encounter.black_wins, games),
        100.0 * share(encounter.white_wins, games),
        100.0 * share(encounter.draws, games),
        share(encounter.stones, games),
    )
}

/// More than two engines, by rating.
fn table(plan: &Plan, summary: &Summary) -> String {
    let ratings = summary.ratings(plan.engines.len());
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    let mut text = format!("{RULE}\n");
    let _ = writeln!(
        text,
        "{:>4}  {:<24} {:>8} {:>8} {:>7} {:>8} {:>8}",
        "rank", "name", "Elo", "+/-", "games", "points", "score"
    );
    for (rank, &engine) in order.iter().enumerate() {
        let rating = ratings[engine];
        let _ = writeln!(
            text,
            "{:>4}  {:<24} {:>8.1} {:>8.1} {:>7} {:>8.1} {:>7.1}%",
            rank + 1,
            plan.engines[engine].name,
            rating.elo,
            rating.error,
            rating.games,
            rating.points,
            100.0 * rating.points / rating.games.max(1.0)
        );
    }
    text.push_str(RULE);
    text.push('\n');
    text
}

/// A row for each league, where there are several or more than one encounter.
fn leagues(plan: &Plan, summary: &Summary) -> String {
    let mut text = format!(
        "{:<13} {:>24} {:>6} {:>5} {:>5} {:>6} {:>6} {:>6}\n",
        "league", "pair", "games", "wins", "draws", "losses", "black", "stones"
    );
    for ((league, one, other), encounter) in &summary.encounters {
        let names = format!(
            "{} - {}",
            plan.engines[*one].name, plan.engines[*other].name
        );
        let games = encounter.games().max(1);
        let _ = writeln!(
            text,
            "{league:<13} {names:>24} {games:>6} {:>5} {:>5} {:>6} {:>5.0}% {:>6.0}",
            encounter.wins,
            encounter.draws,
            encounter.losses,
            100.0 * encounter.black_wins as f64 / games as f64,
            encounter.stones as f64 / games as f64,
        );
    }
    text
}

/// A row for each engine: its time, and what it did wrong.
fn engines(plan: &Plan, summary: &Summary) -> String {
    let mut text = format!(
        "{:<24} {:>8} {:>10} {:>8} {:>6}  faults\n",
        "engine", "ms/move", "nodes/move", "over ms", "use"
    );
    for (number, engine) in plan.engines.iter().enumerate() {
        let tally = summary.engine(number);
        let nodes = match tally.node_moves {
            0 => "-".into(),
            moves => format!("{:.0}", tally.nodes as f64 / moves as f64),
        };
        let time_use = match tally.time.free_moves {
            0 => "-".into(),
            moves => format!("{:.0}%", 100.0 * tally.time.free_share / moves as f64),
        };
        let faults = tally
            .faults
            .iter()
            .map(|(reason, n)| format!("{reason} {n}"));
        let warnings = tally
            .warnings
            .iter()
            .map(|(warning, n)| format!("({warning} {n})"));
        let wrong: Vec<String> = faults.chain(warnings).collect();
        let _ = writeln!(
            text,
            "{:<24} {:>8.2} {nodes:>10} {:>8.1} {time_use:>6}  {}",
            engine.name,
            tally.us as f64 / 1e3 / tally.timed_moves.max(1) as f64,
            tally.time.worst_over_us as f64 / 1e3,
            if wrong.is_empty() {
                "none".into()
            } else {
                wrong.join(", ")
            }
        );
    }
    text.push_str(LEGEND);
    text.push_str(&first_faults(plan, summary));
    let ends: Vec<String> = summary
        .reasons
        .iter()
        .map(|(reason, n)| format!("{reason} {n}"))
        .collect();
    let _ = writeln!(text, "ends: {}", ends.join(", "));
    text
}

/// What was measured the first time that an engine lost by a fault, a line for each kind.
fn first_faults(plan: &Plan, summary: &Summary) -> String {
    let mut text = String::new();
    for (number, engine) in plan.engines.iter().enumerate() {
        for (reason, (game, detail)) in summary.engine(number).first_faults {
            if !detail.is_empty() {
                let name = &engine.name;
                let _ = writeln!(text, "{name}, {reason}, game {}: {detail}", game + 1);
            }
        }
    }
    text
}
