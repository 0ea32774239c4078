//! Ctrl-C, SIGTERM and SIGHUP in a long command: prints at once what was reached, and how to resume.

use super::verdict::INTERRUPTED;
use super::{say, warnln};
use anyhow::{Context, Result};
use parking_lot::Mutex;
use std::io::IsTerminal;
use std::sync::Arc;
use tengen::analysis::Interrupter;
use tengen::record::AppendedLines;

/// Ends the program at the first such signal with what `tell` says of what was reached. Whatever is written
/// under the same lock is written whole.
pub fn at_interrupt<T: Send + 'static>(
    reached: &Arc<Mutex<T>>,
    tell: impl Fn(&mut T) -> String + Send + 'static,
) -> Result<()> {
    let reached = Arc::clone(reached);
    let handler = move || {
        // Not given back before the end.
        let mut reached = reached.lock();
        if std::io::stderr().is_terminal() {
            // A bar may stand in the line.
            warnln!("");
        }
        say(&tell(&mut reached));
        std::process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Ends a search at such a signal with what it has reached; the program where none is under way.
pub fn stop_search_at_interrupt(search: Interrupter) -> Result<()> {
    let handler = move || {
        if !search.interrupt() {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Whether what a file keeps of a run's `things` is on the disk, and how to resume.
pub fn kept(lines: &AppendedLines, things: &str) -> String {
    match lines.sync() {
        Ok(()) => {
            let command = this_command();
            format!("every settled {things} is kept; resume with: {command}")
        }
        Err(error) => format!("the file cannot be written: {error}"),
    }
}

/// The command that was given, as a shell reads it.
pub fn this_command() -> String {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or(words.join(" "));
    format!("tengen {words}")
}
