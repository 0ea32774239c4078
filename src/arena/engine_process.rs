//! A brain as a child process: its pipes, its deadlines, its death.

use crate::time::Clock;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;
use thiserror::Error;

/// Lines that may wait to be read; a brain that floods its output then blocks on its pipe.
const WAITING_LINES: usize = 10_000;
/// Longer lines are cut.
const LONGEST_LINE: u64 = 64 << 10;
/// How long a brain has to leave after `END`.
const LEAVE: Duration = Duration::from_millis(500);

/// How a brain is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrainCommand {
    /// Its name in tables and records.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// What a brain did wrong, other than by its move.
#[derive(Clone, Debug, Error)]
pub enum Fault {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It ended, or closed its output.
    #[error("died")]
    Died,
    /// It did not answer in time.
    #[error("did not answer")]
    Silent,
}

/// A line and the moment at which its end was read.
struct Line {
    text: String,
    read: Clock,
}

/// A reply: the line, and what came before it.
pub struct Answer {
    /// The first line that is no message.
    pub text: String,
    /// From the command's first byte written to the reply's last byte read.
    pub elapsed: Duration,
    /// The last message about the search, if there was any.
    pub thought: Option<String>,
}

/// A running brain. Dropping it ends the process.
pub struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    asked: Clock,
}

impl EngineProcess {
    /// Starts a brain in a working directory; what it writes to standard error is dropped.
    ///
    /// # Errors
    /// [`Fault::Start`].
    pub fn start(command: &BrainCommand, directory: &Path) -> Result<EngineProcess, Fault> {
        let failed = |error: io::Error| Fault::Start(error.to_string());
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (sender, lines) = bounded(WAITING_LINES);
        let input = child.stdin.take();
        let output = child.stdout.take();
        let read = move || {
            let mut output = BufReader::new(output.into_iter().next()?);
            loop {
                let mut line = Vec::new();
                let length = (&mut output)
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line)
                    .ok()?;
                if length == 0 {
                    return None::<()>;
                }
                let text = String::from_utf8_lossy(&line).trim().to_string();
                sender
                    .send(Line {
                        text,
                        read: Clock::start(),
                    })
                    .ok()?;
            }
        };
        std::thread::Builder::new().spawn(read).map_err(failed)?;
        Ok(EngineProcess {
            child,
            input,
            lines,
            asked: Clock::start(),
        })
    }

    /// Writes lines in one go and starts the clock of the answer.
    ///
    /// # Errors
    /// [`Fault::Died`] if nobody reads them.
    pub fn send(&mut self, lines: &str) -> Result<(), Fault> {
        let input = self.input.as_mut().ok_or(Fault::Died)?;
        self.asked = Clock::start();
        input
            .write_all(lines.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|_| Fault::Died)
    }

    /// Waits for a line that is neither empty nor a message.
    ///
    /// # Errors
    /// [`Fault::Silent`] after the deadline, [`Fault::Died`] if none can come any more.
    pub fn answer(&mut self, deadline: Duration) -> Result<Answer, Fault> {
        let mut thought = None;
        loop {
            let left = deadline.saturating_sub(self.asked.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Silent,
                RecvTimeoutError::Disconnected => Fault::Died,
            })?;
            // A flood of messages must not keep the deadline away.
            if line.read.since(self.asked) > deadline {
                return Err(Fault::Silent);
            }
            let upper = line.text.to_ascii_uppercase();
            if upper.starts_with("MESSAGE DEPTH") {
                thought = Some(line.text);
            } else if !upper.is_empty()
                && !upper.starts_with("MESSAGE")
                && !upper.starts_with("DEBUG")
            {
                let elapsed = line.read.since(self.asked);
                return Ok(Answer {
                    text: line.text,
                    elapsed,
                    thought,
                });
            }
        }
    }

    /// Asks the brain to leave and ends it if it does not.
    pub fn end(mut self) {
        let _ = self.send("END\n");
        self.input = None;
        let asked = Clock::start();
        while asked.elapsed() < LEAVE {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
