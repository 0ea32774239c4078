//! What is seen of a match while it runs: a live view on a terminal, plain lines otherwise.

use super::{report, say};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::VecDeque;
use std::io::IsTerminal;
use tengen::arena::{Estimate, GameRecord, Plan, Summary};
use tengen::board::Color;
use tengen::time::Clock;

/// Games that stay in sight.
const LAST_GAMES: usize = 4;

/// A view.
pub struct View<'a> {
    plan: &'a Plan,
    /// Games that were played before.
    before: u64,
    /// Games in all.
    games: u64,
    interval: u64,
    /// Whether more is told of each game.
    is_detailed: bool,
    clock: Clock,
    live: Option<Live>,
}

struct Live {
    bars: MultiProgress,
    games: ProgressBar,
    standing: Vec<ProgressBar>,
    last: ProgressBar,
    lines: VecDeque<String>,
}

impl<'a> View<'a> {
    /// Opens a view; a report follows every `interval` pairs where it is plain.
    pub fn open(
        plan: &'a Plan,
        before: u64,
        games: u64,
        interval: u64,
        is_detailed: bool,
    ) -> View<'a> {
        let live = std::io::stdout()
            .is_terminal()
            .then(|| Live::open(plan, before, games));
        View {
            plan,
            before,
            games,
            interval,
            is_detailed,
            clock: Clock::start(),
            live,
        }
    }

    /// Shows a game that counts.
    pub fn show(&mut self, game: &GameRecord, summary: &Summary) {
        let line = finished_line(game);
        let mut more = fault_line(game).into_iter().collect::<Vec<_>>();
        if self.is_detailed {
            more.extend(details(game));
        }
        if let Some(live) = &mut self.live {
            live.show(self.plan, line, &more, summary);
            return;
        }
        let mut text = format!("{line}\n");
        for line in more {
            text.push_str(&line);
            text.push('\n');
        }
        let played = summary.games();
        if self.interval > 0 && played.is_multiple_of(2 * self.interval) && played < self.games {
            text.push_str(&report::standing(self.plan, summary));
            text.push_str(&self.progress(played, summary));
        }
        say(&text);
    }

    fn progress(&self, played: u64, summary: &Summary) -> String {
        let seconds = self.clock.elapsed().as_secs_f64();
        let own = played.saturating_sub(self.before).max(1) as f64;
        let left = games_left(self.plan, summary, self.games);
        let left = left.map_or("?".into(), |games| hours(seconds / own * games as f64));
        let of = match self.plan.sprt {
            Some(_) => String::new(),
            None => format!(" of {}", self.games),
        };
        format!(
            "Progress: {played}{of} games, {} gone, {left} to go, {:.1} games a second\n",
            hours(seconds),
            own / seconds.max(1e-9)
        )
    }

    /// Closes the view.
    pub fn close(self) {
        if let Some(live) = self.live {
            let _ = live.bars.clear();
        }
    }
}

impl Live {
    fn open(plan: &Plan, before: u64, games: u64) -> Live {
        let bars = MultiProgress::new();
        let template = match plan.sprt {
            Some(_) => "{spinner} {pos} games  {elapsed_precise} gone, {msg}",
            None => "{bar:40} {pos}/{len} games  {elapsed_precise} gone, {eta_precise} to go",
        };
        let style = |text: &str| {
            ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_bar())
        };
        let count = ProgressBar::new(games)
            .with_style(style(template))
            .with_position(before);
        count.reset_eta();
        let line = || ProgressBar::no_length().with_style(style("{msg}"));
        let last = bars.add(line());
        let standing = (0..plan.engines.len().max(2))
            .map(|_| bars.add(line()))
            .collect();
        let games = bars.add(count);
        games.tick();
        Live {
            bars,
            games,
            standing,
            last,
            lines: VecDeque::new(),
        }
    }

    fn show(&mut self, plan: &Plan, line: String, more: &[String], summary: &Summary) {
        if !more.is_empty() {
            let _ = self.bars.println(format!("{line}\n{}", more.join("\n")));
        }
        self.lines.push_back(line);
        if self.lines.len() > LAST_GAMES {
            self.lines.pop_front();
        }
        self.last
            .set_message(Vec::from_iter(self.lines.iter().cloned()).join("\n"));
        for (bar, text) in self.standing.iter().zip(short_standing(plan, summary)) {
            bar.set_message(text);
        }
        self.games.inc(1);
        if plan.sprt.is_some() {
            let left = games_left(plan, summary, 0);
            let left = left.map_or("too early to tell".into(), |left| {
                format!("about {left} games")
            });
            self.games.set_message(format!("{left} to go"));
        }
    }
}

/// How many games there are still to play. Those of a test are a guess: as many as its ratio needs to
/// reach the bound that it is drifting to.
fn games_left(plan: &Plan, summary: &Summary, games: u64) -> Option<u64> {
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

/// Two lines for two engines, one for each of more.
fn short_standing(plan: &Plan, summary: &Summary) -> Vec<String> {
    if plan.engines.len() > 2 {
        let ratings = summary.ratings(plan.engines.len());
        let line = |(i, engine): (usize, &tengen::arena::Engine)| {
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

/// The line that other tools parse; the first name is who had black.
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

/// What was measured of the fault that ended a game.
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
fn details(game: &GameRecord) -> Vec<String> {
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

fn hours(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
