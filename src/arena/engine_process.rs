//! A brain as a child process: pipes, deadlines, exit.

use super::dialogue::DialogueWriter;
use super::plan::Engine;
use super::process_tree::{self, MARK};
use crate::time::Clock;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, select};
use parking_lot::Mutex;
use process_wrap::std::ChildWrapper;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Lines that may wait to be read; a brain that floods its output then blocks on its pipe.
const WAITING_LINES: usize = 1000;
/// Longer lines come in pieces.
const LONGEST_LINE: usize = 16 << 10;
/// More than this between two moves is a flood.
const FLOOD_BYTES: usize = 32 << 20;
/// So is more than this without an answer at the deadline: the speed of reading depends on the machine.
const IDLE_TALK_BYTES: usize = 1 << 20;
/// The least number of bytes that a line counts.
const LEAST_LINE: usize = 64;
/// The interval of polling.
const POLL: Duration = Duration::from_millis(1);
/// How long the pipes of a killed brain may take to close.
const CLOSING: Duration = Duration::from_millis(50);
/// The wait for the exit status and the last output of a brain that died; both are there at once unless a child holds
/// its pipes.
const EXIT_WAIT: Duration = Duration::from_secs(2);
/// Bytes of standard error that are kept, and lines of it that are reported in full.
const KEPT_ERRORS: usize = 4 << 10;
const TOLD_ERRORS: usize = 3;

/// Why no answer was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It ended, or closed its output.
    Died,
    /// No answer in time; with the last line that was not one.
    Timeout(Option<String>),
    /// The beginning of a line came in time, but not its end.
    PartialLine,
    /// It wrote without end: the number of bytes.
    Flood(usize),
    /// The run was stopped while waiting.
    Stopped,
}

/// A line and the moment at which its end was read.
struct Line {
    text: String,
    read: Clock,
    /// Whether it has an end: a longer one comes in pieces, none of which is an answer.
    is_whole: bool,
}

impl Line {
    fn is_answer(&self, kind: AnswerKind) -> bool {
        self.is_whole && !is_message(&self.text) && kind.takes(&self.text)
    }

    /// What it counts towards a flood; short lines cost time, too.
    fn bytes(&self) -> usize {
        self.text.len().max(LEAST_LINE)
    }
}

/// A reply: the line, and what came before it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The first line that is no message.
    pub text: String,
    /// From the command's first byte written to the reply's last byte read.
    pub elapsed: Duration,
    /// The last message about the search, if there was any.
    pub info: Option<String>,
}

/// Which lines of a brain are answers. Messages never are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// Every line.
    AnyLine,
    /// `x,y`; other lines are ignored.
    Moves,
    /// One or several `x,y`, or `SWAP`; other lines are ignored.
    Swap2,
}

impl AnswerKind {
    fn takes(self, line: &str) -> bool {
        let is_point = |word: &str| {
            let numbers: Vec<_> = word.split(',').map(|n| n.trim().parse::<i64>()).collect();
            numbers.len() == 2 && numbers.iter().all(Result::is_ok)
        };
        match self {
            AnswerKind::AnyLine => true,
            AnswerKind::Moves => is_point(line),
            AnswerKind::Swap2 => has_prefix(line, "SWAP") || line.split_whitespace().all(is_point),
        }
    }
}

/// How a brain exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// Whether it had to be killed after `END`.
    pub ignored_end: bool,
    /// Whether processes of its group outlived it.
    pub left_children: bool,
    /// Bytes that it ever wrote to standard error.
    pub error_bytes: u64,
}

/// A running brain. Dropping it ends the process and all that belongs to its group.
pub struct EngineProcess {
    child: Box<dyn ChildWrapper>,
    mark: String,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    asked: Clock,
    /// When its last answer was read.
    answered: Option<Clock>,
    /// From its last answer to the last question.
    gap: Option<Duration>,
    pause: Duration,
    leave: Duration,
    has_spoken: bool,
    has_partial_line: Arc<AtomicBool>,
    errors: Arc<Errors>,
    writer: SharedWriter,
    stop: Receiver<()>,
}

/// The writer of the dialogue of the present game.
type SharedWriter = Arc<Mutex<Option<DialogueWriter>>>;

/// What a brain wrote to standard error.
#[derive(Default)]
struct Errors {
    bytes: AtomicU64,
    /// The last of it.
    tail: Mutex<Vec<u8>>,
}

impl EngineProcess {
    /// Starts a brain with a mark in its environment, and records the dialogue with it. A message on `stop`, or its
    /// closing, ends all waits.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(
        engine: &Engine,
        mark: String,
        writer: Option<DialogueWriter>,
        stop: &Receiver<()>,
    ) -> io::Result<EngineProcess> {
        let mut command = Command::new(&engine.program);
        command
            .args(&engine.arguments)
            .current_dir(&engine.folder)
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = process_tree::in_own_group(command).spawn()?;
        let (sender, lines) = bounded(WAITING_LINES);
        let input = child.stdin().take();
        let (output, errors) = (child.stdout().take(), child.stderr().take());
        // From here on an error drops, and thereby kills, the process.
        let process = EngineProcess {
            child,
            mark,
            input,
            lines,
            asked: Clock::start(),
            answered: None,
            gap: None,
            pause: Duration::from_millis(engine.control.pause_ms),
            leave: Duration::from_millis(engine.control.leave_ms),
            has_spoken: false,
            has_partial_line: Arc::default(),
            errors: Arc::default(),
            writer: Arc::new(Mutex::new(writer)),
            stop: stop.clone(),
        };
        let (half, writer) = (process.has_partial_line.clone(), process.writer.clone());
        spawn_thread(move || output.map(|output| read_lines(output, &sender, &half, &writer)))?;
        let (kept, writer) = (process.errors.clone(), process.writer.clone());
        spawn_thread(move || errors.map(|errors| read_errors(errors, &kept, &writer)))?;
        Ok(process)
    }

    /// Records the dialogue with this process from now on.
    pub fn join(&self, writer: Option<DialogueWriter>) {
        *self.writer.lock() = writer;
    }

    /// Waits for the rest of the pause after the last answer.
    pub fn rest(&self) {
        let Some(answered) = self.answered else {
            return;
        };
        let left = self.pause.saturating_sub(answered.elapsed());
        if !left.is_zero() {
            select! {
                recv(self.stop) -> _ => {}
                default(left) => {}
            }
        }
    }

    /// Writes lines in one go, after the pause, and starts the clock of the answer.
    ///
    /// # Errors
    /// [`NoAnswer::Died`] if nobody reads them.
    pub fn send(&mut self, lines: &str) -> Result<(), NoAnswer> {
        self.rest();
        let writer = self.writer.lock().clone();
        if let Some(writer) = writer {
            writer.sent(lines);
        }
        let input = self.input.as_mut().ok_or(NoAnswer::Died)?;
        self.asked = Clock::start();
        self.gap = self.answered.map(|answered| self.asked.since(answered));
        input
            .write_all(lines.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|_| NoAnswer::Died)
    }

    /// The first line since the last answer that would be an answer to a question.
    ///
    /// # Errors
    /// [`NoAnswer::Flood`], or [`NoAnswer::Died`] if the brain is gone.
    pub fn unasked(&mut self, kind: AnswerKind) -> Result<Option<String>, NoAnswer> {
        let mut bytes = 0;
        let mut said = None;
        loop {
            match self.lines.try_recv() {
                Ok(line) => {
                    bytes += line.bytes();
                    self.has_spoken = true;
                    if said.is_none() && line.is_answer(kind) {
                        said = Some(line.text);
                    }
                }
                Err(TryRecvError::Empty) => return Ok(said),
                Err(TryRecvError::Disconnected) => return Err(NoAnswer::Died),
            }
            if bytes > FLOOD_BYTES {
                return Err(NoAnswer::Flood(bytes));
            }
        }
    }

    /// Waits for a line that is neither empty nor a message.
    ///
    /// # Errors
    /// [`NoAnswer`] with what was read up to the deadline.
    pub fn answer(&mut self, deadline: Duration, kind: AnswerKind) -> Result<Answer, NoAnswer> {
        let (mut info, mut complaint) = (None, None);
        let mut bytes = 0;
        loop {
            let left = deadline.saturating_sub(self.asked.elapsed());
            let line = select! {
                recv(self.lines) -> line => line.map_err(|_| NoAnswer::Died)?,
                recv(self.stop) -> _ => return Err(NoAnswer::Stopped),
                default(left) => return Err(self.no_answer(complaint, bytes)),
            };
            bytes += line.bytes();
            self.has_spoken = true;
            if bytes > FLOOD_BYTES {
                return Err(NoAnswer::Flood(bytes));
            }
            // A flood of messages must not keep the deadline away.
            let elapsed = line.read.since(self.asked);
            if elapsed > deadline {
                return Err(self.no_answer(complaint, bytes));
            }
            if line.is_answer(kind) {
                self.answered = Some(line.read);
                return Ok(Answer {
                    text: line.text,
                    elapsed,
                    info,
                });
            }
            if is_search_info(&line.text) {
                info = Some(line.text);
            } else if line.is_answer(AnswerKind::AnyLine) {
                complaint = Some(line.text);
            }
        }
    }

    /// A process may be gone though its output is still held open by a child of its own.
    fn no_answer(&mut self, complaint: Option<String>, bytes: usize) -> NoAnswer {
        if !self.is_running() {
            NoAnswer::Died
        } else if bytes > IDLE_TALK_BYTES {
            NoAnswer::Flood(bytes)
        } else if self.has_partial_line.load(Ordering::Relaxed) {
            NoAnswer::PartialLine
        } else {
            NoAnswer::Timeout(complaint)
        }
    }

    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// How it ended, and what it last wrote to standard error: `exit status: 1; on standard error: no model`.
    pub fn exit_message(&mut self) -> String {
        let begun = Clock::start();
        let mut status = None;
        while begun.elapsed() < EXIT_WAIT {
            status = status.or_else(|| self.child.try_wait().ok().flatten());
            // The reader of standard error lets go of it at the end.
            if status.is_some() && Arc::strong_count(&self.errors) == 1 {
                break;
            }
            std::thread::sleep(POLL);
        }
        let mut words = match status {
            Some(status) => status.to_string(),
            None => "it closed its output".into(),
        };
        let tail = self.errors.tail.lock();
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        let told = match lines[..] {
            [] => return words,
            // The first line of many names the error, or the last ones do.
            [first, .., last_but_one, last] if lines.len() > TOLD_ERRORS => {
                [first, "..", last_but_one, last].join(" | ")
            }
            _ => lines.join(" | "),
        };
        words.push_str("; on standard error: ");
        words.push_str(&printable(&told));
        words
    }

    /// From its last answer to the last question; `None` if it never answered before that.
    pub fn gap(&self) -> Option<Duration> {
        self.gap
    }

    /// Whether it ever wrote a line that was read.
    pub fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// The clock that the last [`EngineProcess::send`] started.
    pub fn asked(&self) -> Clock {
        self.asked
    }

    /// Bytes that its processes do not share with others, if the system knows; exact only where they
    /// may be more than `limit`.
    pub fn unique_bytes(&self, limit: u64) -> Option<u64> {
        process_tree::unique_bytes(self.child.id(), limit)
    }

    /// The most that it ever had resident.
    pub fn peak_bytes(&self) -> Option<u64> {
        process_tree::peak_bytes(self.child.id())
    }

    /// Bytes written to standard error so far.
    pub fn error_bytes(&self) -> u64 {
        self.errors.bytes.load(Ordering::Relaxed)
    }

    /// Suspends all its processes.
    pub fn suspend(&self) {
        #[cfg(unix)]
        let _ = self.child.signal(nix::sys::signal::Signal::SIGSTOP as i32);
    }

    /// Lets them run again.
    pub fn resume(&self) {
        #[cfg(unix)]
        let _ = self.child.signal(nix::sys::signal::Signal::SIGCONT as i32);
    }

    /// Sends `END` and waits for the exit; then kills what is left of its process group.
    pub fn end(mut self) -> ExitReport {
        self.resume();
        let _ = self.send("END\n");
        self.input = None;
        let mut ignored_end = false;
        // Its output is read meanwhile, so that it cannot block on a full pipe.
        while self.is_running() && !ignored_end {
            let left = self.leave.saturating_sub(self.asked.elapsed());
            if let Err(RecvTimeoutError::Disconnected) = self.lines.recv_timeout(left.min(POLL)) {
                std::thread::sleep(POLL.min(left));
            }
            ignored_end = left.is_zero();
        }
        ExitReport {
            ignored_end,
            left_children: !ignored_end && self.has_group(),
            error_bytes: self.error_bytes(),
        }
    }

    /// Whether processes of its group are there; not to be asked before it is gone itself.
    fn has_group(&self) -> bool {
        #[cfg(unix)]
        return nix::sys::signal::killpg(nix::unistd::Pid::from_raw(self.child.id() as i32), None)
            .is_ok();
        #[cfg(not(unix))]
        return false;
    }

    /// Whether its pipes are closed at their other end, so that no process of it is left.
    fn is_silent(&self) -> bool {
        let begun = Clock::start();
        while begun.elapsed() < CLOSING {
            let has_ended = matches!(
                self.lines.recv_timeout(POLL),
                Err(RecvTimeoutError::Disconnected)
            );
            // The reader of standard error lets go of what it keeps at the end.
            if has_ended && Arc::strong_count(&self.errors) == 1 {
                return true;
            }
            if has_ended {
                std::thread::sleep(POLL);
            }
        }
        false
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // They may have left already; the leader may have left its group.
        self.input = None;
        let _ = self.child.start_kill();
        let _ = self.child.inner_mut().start_kill();
        let _ = self.child.wait();
        // Who still holds the pipes has left the group.
        if !self.is_silent() {
            process_tree::kill_marked(&self.mark);
        }
    }
}

fn spawn_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<()> {
    // The stack of a reader needs no two megabytes.
    let builder = std::thread::Builder::new().stack_size(128 << 10);
    builder.spawn(work).map(|_| ())
}

/// Sends lines to the receiver until the output ends or the receiver is dropped; `has_partial_line` is set while a
/// line is incomplete.
fn read_lines(
    output: impl Read,
    sender: &Sender<Line>,
    has_partial_line: &AtomicBool,
    writer: &Mutex<Option<DialogueWriter>>,
) {
    let mut output = BufReader::new(output);
    let mut line: Vec<u8> = Vec::new();
    // Of a line whose beginning was handed on already.
    let mut is_tail = false;
    loop {
        let (taken, is_whole) = match output.fill_buf() {
            Ok([]) | Err(_) => {
                if !line.is_empty() {
                    let text = format!("{} (no line end)", String::from_utf8_lossy(&line));
                    hear(writer, &text, Clock::start());
                }
                return;
            }
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(end) => {
                    line.extend(&bytes[..end]);
                    (end + 1, true)
                }
                None => {
                    line.extend(bytes);
                    (bytes.len(), false)
                }
            },
        };
        output.consume(taken);
        has_partial_line.store(!is_whole, Ordering::Relaxed);
        if is_whole || line.len() > LONGEST_LINE {
            let read = Clock::start();
            let text = String::from_utf8_lossy(&line).trim().to_string();
            line.clear();
            hear(writer, &text, read);
            let line = Line {
                text,
                read,
                is_whole: is_whole && !is_tail,
            };
            is_tail = !is_whole;
            if sender.send(line).is_err() {
                return;
            }
        }
    }
}

fn hear(writer: &Mutex<Option<DialogueWriter>>, line: &str, read: Clock) {
    let writer = writer.lock().clone();
    if let Some(writer) = writer {
        writer.received(line, read);
    }
}

/// Counts what comes on standard error, and keeps the last of it.
fn read_errors(errors: impl Read, kept: &Errors, writer: &Mutex<Option<DialogueWriter>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    let complain = |line: &mut Vec<u8>| {
        let writer = writer.lock().clone();
        if let Some(writer) = writer {
            writer.stderr(String::from_utf8_lossy(line).trim_end());
        }
        line.clear();
    };
    while let Ok(bytes @ [_, ..]) = errors.fill_buf() {
        let taken = bytes.len();
        kept.bytes.fetch_add(taken as u64, Ordering::Relaxed);
        let mut tail = kept.tail.lock();
        tail.extend(bytes);
        let surplus = tail.len().saturating_sub(KEPT_ERRORS);
        tail.drain(..surplus);
        drop(tail);
        for &byte in bytes {
            match byte {
                b'\n' => complain(&mut line),
                byte => line.push(byte),
            }
            if line.len() > LONGEST_LINE {
                complain(&mut line);
            }
        }
        errors.consume(taken);
    }
    if !line.is_empty() {
        complain(&mut line);
    }
}

/// A brain's words with control characters as escapes (`\u{1b}`), so that they do nothing to a terminal.
pub fn printable(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

fn has_prefix(line: &str, prefix: &str) -> bool {
    line.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn is_message(line: &str) -> bool {
    line.is_empty() || has_prefix(line, "MESSAGE") || has_prefix(line, "DEBUG")
}

/// Whether a message has a score: `.. ev 12 ..` or `.. Eval 12 ..`.
fn is_search_info(line: &str) -> bool {
    line.contains(" ev ") || line.contains("Eval ") || line.contains("eval ")
}
