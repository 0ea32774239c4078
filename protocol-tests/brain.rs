//! A brain as a child process, with every line that it writes checked.

use crate::model::Model;
use crate::timing::{self, GUARD, LONGEST_TURN_MS, Waits, ms};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The built brain.
const BRAIN: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
/// Names another brain to be tested, with what starts it: `wine pbrain-tengen.exe`.
const OTHER_BRAIN: &str = "TENGEN_BRAIN";

/// A running brain.
pub struct Brain {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
    errors: Receiver<String>,
    /// When the last line was sent.
    sent: Instant,
    /// What had been waited for until then, where times are asserted.
    waits: Waits,
    /// The time from the last line sent to the last reply.
    took: Duration,
    /// Nothing was replied since the last line was sent.
    is_awaited: bool,
    /// A reply that was heard and not yet asked for.
    stash: Option<(String, Instant)>,
    /// How long a reply may take beyond the turn's limit.
    pub guard: Duration,
    /// Times are asserted.
    pub is_timed: bool,
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
            waits: Waits::default(),
            took: Duration::ZERO,
            is_awaited: false,
            stash: None,
            guard: GUARD,
            is_timed: timing::is_timed(),
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
        self.start_clock();
        // A brain that has left shows itself by its silence.
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Closes the brain's input.
    pub fn close_input(&mut self) {
        self.start_clock();
        self.input = None;
    }

    fn start_clock(&mut self) {
        if self.is_timed {
            self.waits = Waits::of(self.child.id());
        }
        self.is_awaited = true;
        self.sent = Instant::now();
    }

    /// When the brain must have answered: a hang alone takes longer.
    fn deadline(&self) -> Instant {
        let turn = self.model.turn_ms().filter(|&turn| turn <= LONGEST_TURN_MS);
        Instant::now() + self.guard + ms(turn.unwrap_or(0))
    }

    /// The next line, checked; a message is kept among those said.
    fn hear(&mut self, until: Instant) -> Heard {
        if let Some((line, at)) = self.stash.take() {
            return Heard::Reply(line, at);
        }
        let left = until.saturating_duration_since(Instant::now());
        let (line, at) = match self.lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => return Heard::End,
        };
        let text = line.strip_suffix('\n').expect("every line ends with LF");
        let is_detail = text.starts_with("INFO ") && self.model.shows_details;
        assert!(
            is_detail || is_well_formed(text),
            "no manager understands {text:?}"
        );
        let is_message = |word: &&str| text.starts_with(*word);
        if ["MESSAGE ", "DEBUG ", "INFO "].iter().any(is_message) {
            self.said.push(text.to_string());
            return Heard::Message;
        }
        Heard::Reply(text.to_string(), at)
    }

    /// The next reply, which must come.
    pub fn expect_reply(&mut self) -> String {
        let deadline = self.deadline();
        loop {
            match self.hear(deadline) {
                Heard::Message => {}
                Heard::Reply(line, at) => {
                    self.took = at.saturating_duration_since(self.sent);
                    self.is_awaited = false;
                    return line;
                }
                Heard::Nothing => panic!("no reply after {:?}", self.sent.elapsed()),
                Heard::End => panic!("no reply: its output has ended"),
            }
        }
    }

    /// The time from the last line sent to the last reply.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// Expects, where times are asserted, that the last reply came in time.
    pub fn expect_within(&self, limit: Duration) {
        self.check_time(self.took, limit);
    }

    fn check_time(&self, took: Duration, limit: Duration) {
        if self.is_timed {
            timing::count(limit, took);
            let waits = Waits::of(self.child.id()).since(self.waits);
            assert!(took <= limit, "late: {took:?}, limit {limit:?}; {waits}");
        }
    }

    /// Expects a line.
    pub fn expect(&mut self, line: &str) {
        assert_eq!(self.expect_reply(), line);
    }

    /// Expects a legal move and plays it on the model.
    pub fn expect_move(&mut self) -> (i64, i64) {
        let line = self.expect_reply();
        self.model
            .take_move(&line)
            .unwrap_or_else(|why| panic!("{line:?}: {why}"))
    }

    /// Expects a legal move, in time where times are asserted.
    pub fn expect_move_within(&mut self, limit: Duration) -> (i64, i64) {
        let point = self.expect_move();
        self.expect_within(limit);
        point
    }

    /// Expects nothing but messages for a while: from the last line sent on, if nothing was replied to it,
    /// else from now on. A reply that came after that while is left for the next step, however late it is
    /// heard.
    pub fn expect_silence(&mut self, time: Duration) {
        let from = if self.is_awaited {
            self.sent
        } else {
            Instant::now()
        };
        let until = from + time;
        loop {
            match self.hear(until) {
                Heard::Message => {}
                Heard::Reply(line, at) if self.is_awaited && at > until => {
                    self.stash = Some((line, at));
                    return;
                }
                Heard::Reply(line, _) => panic!("unasked: {line:?}"),
                Heard::Nothing | Heard::End => return,
            }
        }
    }

    /// Expects that a message with these words came since the last line sent, or comes.
    pub fn expect_said(&mut self, words: &str) {
        let deadline = self.deadline();
        while !self.said.iter().any(|line| line.contains(words)) {
            let heard = match self.stash {
                None => self.hear(deadline),
                Some(_) => Heard::Nothing,
            };
            if let Heard::Reply(line, at) = heard {
                self.stash = Some((line, at));
            } else if !matches!(heard, Heard::Message) {
                panic!("nothing like {words:?} in {:?}", self.said);
            }
        }
    }

    /// Expects that the brain still answers.
    pub fn expect_alive(&mut self) {
        self.send("ABOUT");
        let line = self.expect_reply();
        for key in ["name=\"", "version=\"", "author=\"", "country=\""] {
            assert!(line.contains(key), "{line:?}");
        }
    }

    /// Expects that the process ends with code 0, where times are asserted within a time from the last line
    /// sent.
    pub fn expect_exit(&mut self, limit: Duration) {
        let deadline = self.deadline();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            let is_over = Instant::now() >= deadline;
            assert!(!is_over, "still running after {:?}", self.sent.elapsed());
            std::thread::sleep(ms(2));
        };
        assert_eq!(status.code(), Some(0), "exit code");
        self.check_time(self.sent.elapsed(), limit);
    }

    /// Ends the process and expects that it said nothing more and never wrote to standard error.
    pub fn finish(mut self) {
        self.send("END");
        self.expect_exit(ms(500));
        self.expect_clean_end();
    }

    /// After the process ended: nothing left to read up to the end of its output, nothing on standard
    /// error.
    pub fn expect_clean_end(&mut self) {
        let deadline = self.deadline();
        loop {
            match self.hear(deadline) {
                Heard::Message => {}
                Heard::Reply(line, _) => panic!("said at the end: {line:?}"),
                Heard::Nothing => panic!("its output stays open"),
                Heard::End => break,
            }
        }
        let errors = self
            .errors
            .recv_timeout(self.guard)
            .expect("stderr is closed");
        assert_eq!(errors, "", "standard error");
    }
}

/// What the brain's output brought.
enum Heard {
    Message,
    Reply(String, Instant),
    Nothing,
    End,
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
