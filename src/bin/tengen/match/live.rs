//! What is seen of a match while it runs: a live view on a terminal, plain lines otherwise.

use crate::say;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::VecDeque;
use std::io::IsTerminal;
use tengen::arena::{
    GameRecord, Plan, Report, Summary, game_lines, games_left, progress_line, short_standing,
};
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
    /// Whether details of each game are printed.
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
        let lines = game_lines(game, self.is_detailed);
        if let Some(live) = &mut self.live {
            live.show(self.plan, lines, summary);
            return;
        }
        let mut text = lines.join("\n") + "\n";
        let played = summary.games();
        if self.interval > 0 && played.is_multiple_of(2 * self.interval) && played < self.games {
            text.push_str(&Report::result(self.plan, summary).to_string());
            let elapsed = self.clock.elapsed();
            text += &progress_line(self.plan, summary, self.games, self.before, elapsed);
            text.push('\n');
        }
        say(&text);
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

    fn show(&mut self, plan: &Plan, mut lines: Vec<String>, summary: &Summary) {
        if lines.len() > 1 {
            let _ = self.bars.println(lines.join("\n"));
        }
        self.lines.push_back(lines.swap_remove(0));
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
            let left = left.map_or("unknown yet".into(), |left| format!("about {left} games"));
            self.games.set_message(format!("{left} to go"));
        }
    }
}
