//! A brain as a child process, with every line that it writes checked.

use crate::model::Model;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The built brain.
const BRAIN: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
/// Names another brain to be tested, with what starts it: `wine pbrain-tengen.exe`.
const OTHER_BRAIN: &str = "TENGEN_BRAIN";
/// How long a reply may take where a case names no time.
pub const PATIENCE: Duration = Duration::from_secs(8);

/// A running brain.
pub struct Brain {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
    errors: Receiver<String>,
    /// When the last line was sent.
    pub sent: Instant,
    /// What should stand, from what was said.
    pub model: Model,
    /// The messages since then that were read.
    pub said: Vec<String>,
}

/// What starts the brain that is tested, and its program.
fn tested() -> (Vec<String>, PathBuf) {
    let other = std::env::var(OTHER_BRAIN).unwrap_or(BRAIN.into());
    let mut words: Vec<String> = other.split_whitespace().map(String::from).collect();
    let program = words.pop().expect("a brain to be tested");
    (words, program.into())
}

/// The program of the brain that is tested.
pub fn program() -> PathBuf {
    tested().1
}

/// Whether another program, such as Wine, runs the brain: its memory and its start add to the brain's.
pub fn has_runner() -> bool {
    !tested().0.is_empty()
}

/// A command that runs a program as the brain that is tested is run.
pub fn command(program: &Path) -> Command {
    let (runner, _) = tested();
    match runner.split_first() {
        None => Command::new(program),
        Some((first, others)) => {
            let mut command = Command::new(first);
            command.args(others).arg(program);
            command
        }
    }
}

impl Brain {
    /// Starts the brain that is tested.
    pub fn start() -> Brain {
        Brain::spawn(&mut command(&program()))
    }

    /// Starts a command as a brain.
    pub fn spawn(command: &mut Command) -> Brain {
        let mut child = command
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the brain starts");
        let (line_sender, lines) = channel();
        let output = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let line = String::from_utf8_lossy(&bytes).into_owned();
                if line_sender.send((line, Instant::now())).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        let (error_sender, errors) = channel();
        let mut error_pipe = child.stderr.take().unwrap();
        std::thread::spawn(move || {
            let mut text = String::new();
            error_pipe.read_to_string(&mut text).unwrap_or(0);
            error_sender.send(text).unwrap_or(());
        });
        let input = child.stdin.take();
        Brain {
            child,
            input,
            lines,
            errors,
            sent: Instant::now(),
            model: Model::default(),
            said: Vec::new(),
        }
    }

    /// Starts a copy of the brain in a folder.
    pub fn start_in(program: &Path, directory: &Path) -> Brain {
        Brain::spawn(command(program).current_dir(directory))
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are; the model reads the lines in them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.model.hear(bytes);
        self.said.clear();
        self.sent = Instant::now();
        // A brain that has left shows itself by its silence.
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes the brain's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Expects that a message with these words came before the last reply.
    pub fn expect_said(&self, words: &str) {
        let is_said = self.said.iter().any(|line| line.contains(words));
        assert!(is_said, "nothing like {words:?} in {:?}", self.said);
    }

    /// The next line that is no message, and the time from the last line sent.
    pub fn reply(&mut self, limit: Duration) -> Option<(String, Duration)> {
        loop {
            let left = limit.saturating_sub(self.sent.elapsed());
            let (line, at) = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            };
            if at.saturating_duration_since(self.sent) > limit {
                return None;
            }
            let text = line.strip_suffix('\n').expect("every line ends with LF");
            let is_detail = text.starts_with("INFO ") && self.model.shows_details;
            assert!(
                is_detail || is_well_formed(text),
                "no manager understands {text:?}"
            );
            if ["MESSAGE ", "DEBUG ", "INFO "]
                .iter()
                .any(|word| text.starts_with(word))
            {
                self.said.push(text.to_string());
            } else {
                return Some((text.to_string(), at.saturating_duration_since(self.sent)));
            }
        }
    }

    /// The next reply, which must come.
    pub fn expect_reply(&mut self, limit: Duration) -> String {
        let sent = self.sent;
        match self.reply(limit) {
            Some((line, _)) => line,
            None => panic!("no reply after {:?}", sent.elapsed()),
        }
    }

    /// Expects a line.
    pub fn expect(&mut self, line: &str) {
        assert_eq!(self.expect_reply(PATIENCE), line);
    }

    /// Expects a legal move and plays it on the model.
    pub fn expect_move(&mut self, limit: Duration) -> (i64, i64) {
        let line = self.expect_reply(limit);
        self.model
            .take_move(&line)
            .unwrap_or_else(|why| panic!("{line:?}: {why}"))
    }

    /// Expects nothing but messages for a while.
    pub fn expect_silence(&mut self, time: Duration) {
        let until = self.sent.elapsed() + time;
        if let Some((line, _)) = self.reply(until) {
            panic!("unasked: {line:?}");
        }
    }

    /// Expects that the brain still answers.
    pub fn expect_alive(&mut self) {
        self.send("ABOUT");
        let line = self.expect_reply(PATIENCE);
        for key in ["name=\"", "version=\"", "author=\"", "country=\""] {
            assert!(line.contains(key), "{line:?}");
        }
    }

    /// Expects that the process ends with code 0 within a time from the last line sent.
    pub fn expect_exit(&mut self, limit: Duration) {
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0), "exit code");
                return;
            }
            assert!(
                self.sent.elapsed() < limit,
                "still running after {:?}",
                self.sent.elapsed()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the process and expects that it said nothing more and never wrote to standard error.
    pub fn finish(mut self) {
        self.send("END");
        self.expect_exit(Duration::from_millis(500));
        self.expect_clean_end();
    }

    /// After the process ended: nothing left to read, nothing on standard error.
    pub fn expect_clean_end(&mut self) {
        if let Some((line, _)) = self.reply(self.sent.elapsed() + Duration::from_millis(50)) {
            panic!("said at the end: {line:?}");
        }
        let errors = self
            .errors
            .recv_timeout(Duration::from_secs(5))
            .expect("stderr is closed");
        assert_eq!(errors, "", "standard error");
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines that every manager understands.
fn is_well_formed(line: &str) -> bool {
    let is_move = |word: &str| {
        word.split_once(',').is_some_and(|(x, y)| {
            [x, y]
                .iter()
                .all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let words: Vec<&str> = line.split(' ').collect();
    let is_stones = words.len() <= 3 && words.iter().all(|word| is_move(word));
    let prefixes = [
        "MESSAGE ", "DEBUG ", "ERROR ", "UNKNOWN", "name=\"", "FORBID ",
    ];
    let is_ascii = line.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
    is_ascii
        && (is_stones
            || matches!(line, "OK" | "SWAP")
            || prefixes.iter().any(|prefix| line.starts_with(prefix)))
}
