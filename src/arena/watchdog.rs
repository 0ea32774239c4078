//! A second process that outlives the runner by a moment, to see to it that nothing else does.
//!
//! All processes of a run carry its mark in their environment. The guard waits for the end of its
//! standard input, which comes with the runner's end however that dies, and then kills what still
//! carries the mark.

use super::process_tree;
use process_wrap::std::ChildWrapper;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// The guard's subcommand.
pub const WATCHDOG_COMMAND: &str = "guard";

/// A guard on duty. Dropping it makes it do its work and waits for it.
pub struct Watchdog {
    child: Box<dyn ChildWrapper>,
}

impl Watchdog {
    /// Posts a guard: this program itself, in a group of its own that ctrl-C does not reach.
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

/// What the guard does.
pub fn run_watchdog(mark: &str) {
    let _ = io::stdin().read_to_end(&mut Vec::new());
    process_tree::kill_marked(mark);
}
