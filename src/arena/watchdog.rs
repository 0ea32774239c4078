//! The watchdog: a second process that kills what a run leaves behind, even if the runner is killed.
//!
//! All processes of a run carry its mark in their environment. The watchdog waits for the end of its standard input,
//! which comes with the end of the runner. Then it kills every process with the mark.

use super::process_tree;
use process_wrap::std::ChildWrapper;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// The name of the watchdog's subcommand.
pub const WATCHDOG_COMMAND: &str = "guard";

/// A running watchdog. Dropping it triggers the kill and waits for it.
pub struct Watchdog {
    child: Box<dyn ChildWrapper>,
}

impl Watchdog {
    /// Starts `program guard MARK` in a process group of its own, which Ctrl-C does not reach.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Path, mark: &str) -> io::Result<Watchdog> {
        let mut command = Command::new(program);
        command
            .args([WATCHDOG_COMMAND, mark])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = process_tree::in_own_group(command).spawn()?;
        Ok(Watchdog { child })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.child.stdin().take());
        let _ = self.child.wait();
    }
}

/// The watchdog's work: waits for the end of standard input, then kills all processes with the mark.
pub fn run_watchdog(mark: &str) {
    let _ = io::stdin().read_to_end(&mut Vec::new());
    process_tree::kill_marked(mark);
}
