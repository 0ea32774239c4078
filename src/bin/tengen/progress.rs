//! Progress of a long command: a bar on a terminal, one line a minute elsewhere.

use super::warnln;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use tengen::time::Clock;

/// Between two lines where nobody watches a bar.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// A bar of work done of work known.
pub fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = "{bar:30} {pos}/{len}  {elapsed} gone, {eta} to go  {msg}";
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Shows work done of work known.
pub struct Progress {
    bar: ProgressBar,
    clock: Clock,
    next_line: Duration,
}

impl Progress {
    pub fn start() -> Progress {
        Progress {
            bar: bar(0),
            clock: Clock::start(),
            next_line: BETWEEN_LINES,
        }
    }

    /// Shows `done` of `known` units of work, with a message.
    pub fn tell(&mut self, done: usize, known: usize, message: impl Fn() -> String) {
        let elapsed = self.clock.elapsed();
        if std::io::stderr().is_terminal() {
            self.bar.set_length(known as u64);
            self.bar.set_position(done as u64);
            self.bar.set_message(message());
        } else if elapsed >= self.next_line {
            self.next_line = elapsed + BETWEEN_LINES;
            let seconds = elapsed.as_secs();
            let to_go = seconds * known.saturating_sub(done) as u64 / done.max(1) as u64;
            let message = message();
            warnln!("{done} of {known}, {seconds} s gone, {to_go} s to go  {message}");
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
