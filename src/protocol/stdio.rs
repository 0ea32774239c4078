//! The conversation over standard input and output.
//!
//! One thread reads and never waits for anything else; one thinks; this one writes. While the brain
//! thinks, time limits and the word to stop take effect at once, everything else waits in order.

use super::command::Command;
use super::reply::{Reply, line_details, progress_line, realtime_lines};
use super::session::{Session, Step, Task};
use super::settings::Settings;
use super::thinker::{self, Job, Thought};
use super::yixin::names_path;
use crate::book::Book;
use crate::engine::Control;
use crate::search::Progress;
use crate::time::Clock;
use crossbeam_channel::{Receiver, Sender, bounded, select_biased, unbounded};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Longer lines are cut: no command needs so much.
const LONGEST_LINE: usize = 16 << 10;
/// Lines that may wait to be obeyed; the reader then waits too, and the manager's pipe holds the rest.
const WAITING_LINES: usize = 4096;

/// So long the thinker is waited for: a process that ends beneath it may hang or crash.
const LAST_WORK_MS: u64 = 300;

/// A line and the moment it was read.
struct Line {
    text: String,
    read: Clock,
}

/// Runs the brain until `END`, the end of the input, or nobody reads its output any more. The seed chooses
/// among even openings of swap2.
///
/// # Errors
/// If a thread cannot be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    book: Book,
    seed: u64,
) -> io::Result<()> {
    converse(input, output, |jobs, thoughts| {
        let tell = move |thought| thoughts.send(thought).unwrap_or(());
        thinker::spawn(jobs, tell, book, seed)
    })
}

/// Runs the brain with the thinker that `spawn` starts.
fn converse(
    input: impl Read + Send + 'static,
    output: impl Write,
    spawn: impl FnOnce(Receiver<Job>, Sender<Thought>) -> io::Result<JoinHandle<()>>,
) -> io::Result<()> {
    let (line_sender, lines) = bounded(WAITING_LINES);
    let (jobs, job_receiver) = unbounded();
    let (thought_sender, thoughts) = unbounded();
    std::thread::Builder::new().spawn(move || read_lines(input, &line_sender))?;
    let thinker = spawn(job_receiver, thought_sender)?;
    let mut conversation = Conversation {
        session: Session::default(),
        output,
        jobs,
        thinking: None,
        thoughts,
        ponders: false,
        waiting: VecDeque::new(),
    };
    // A closed output ends the conversation as a closed input does.
    conversation.run(&lines).unwrap_or(());
    conversation.leave();
    let now = Clock::start();
    while !thinker.is_finished() && now.elapsed_ms() < LAST_WORK_MS {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Reads lines up to LF or CR and sends them on, none after `END` unless that may be a path's first word; a last line without an end is dropped.
fn read_lines(input: impl Read, lines: &Sender<Line>) {
    let mut input = io::BufReader::new(input);
    let mut line: Vec<u8> = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => return,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let length = chunk.len();
        for &byte in chunk {
            if byte != b'\n' && byte != b'\r' {
                if line.len() < LONGEST_LINE {
                    line.push(byte);
                }
                continue;
            }
            if !line.is_empty() {
                let text = String::from_utf8_lossy(&line).into_owned();
                log::debug!("<- {text}");
                let is_last = Command::parse(&text) == Some(Command::End) && !names_path(&text);
                let read = Clock::start();
                if lines.send(Line { text, read }).is_err() || is_last {
                    return;
                }
            }
            line.clear();
        }
        input.consume(length);
    }
}

struct Conversation<W> {
    session: Session,
    output: W,
    jobs: Sender<Job>,
    thoughts: Receiver<Thought>,
    thinking: Option<Arc<Control>>,
    /// What is thought about is the opponent's turn.
    ponders: bool,
    waiting: VecDeque<Line>,
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    On,
    End,
}

impl<W: Write> Conversation<W> {
    fn run(&mut self, lines: &Receiver<Line>) -> io::Result<()> {
        let thoughts = self.thoughts.clone();
        let nothing = crossbeam_channel::never();
        loop {
            // A flood waits in the manager's pipe, not in our memory.
            let lines = if self.waiting.len() < WAITING_LINES {
                lines
            } else {
                &nothing
            };
            let next = select_biased! {
                recv(thoughts) -> thought => match thought {
                    Ok(thought) => self.take_thought(thought)?,
                    Err(_) => Next::End,
                },
                recv(lines) -> line => match line {
                    Ok(line) if self.thinking.is_some() => self.overhear(line),
                    Ok(line) => self.obey(line)?,
                    Err(_) => Next::End,
                },
            };
            if next == Next::End {
                return Ok(());
            }
        }
    }

    /// Has the thinker stop, without an answer.
    fn leave(self) {
        if let Some(control) = self.thinking {
            control.stop();
        }
    }

    /// A line while the brain thinks.
    fn overhear(&mut self, line: Line) -> Next {
        let Some(control) = &self.thinking else {
            return Next::On;
        };
        match Command::parse(&line.text) {
            Some(Command::End) if !names_path(&line.text) => return Next::End,
            _ if self.ponders => {
                control.stop();
                self.waiting.push_back(line);
            }
            Some(Command::Stop) => control.stop(),
            Some(Command::Info(key, value)) if Settings::is_time_key(&key) => {
                let limits = self.session.set_time_while_thinking(&key, &value);
                control.set_limits(&limits);
            }
            _ => self.waiting.push_back(line),
        }
        Next::On
    }

    fn obey(&mut self, line: Line) -> io::Result<Next> {
        let Step {
            replies,
            task,
            new_game,
            hash_usage,
            end,
            stop: _,
        } = self.session.apply(&line.text);
        if new_game {
            self.prepare()?;
        }
        for reply in replies {
            self.write(&reply)?;
        }
        if hash_usage {
            self.send(Job::HashUsage)?;
        }
        if let Some(task) = task {
            self.think(task, line.read)?;
        }
        Ok(if end { Next::End } else { Next::On })
    }

    /// Has the thinker ready for a new game before that is answered: no turn's time goes into it.
    fn prepare(&mut self) -> io::Result<()> {
        thinker::warm_up(self.session.rule(), self.session.size());
        self.send(Job::NewGame(self.session.resources()))?;
        loop {
            match self.thoughts.recv() {
                Ok(Thought::Ready) => return Ok(()),
                Ok(Thought::Says(reply)) => self.write(&reply)?,
                Ok(_) => {}
                Err(_) => return Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    fn send(&self, job: Job) -> io::Result<()> {
        let sent = self.jobs.send(job);
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn think(&mut self, task: Task, since: Clock) -> io::Result<()> {
        let control = Arc::new(Control::new(since, &task.limits));
        self.thinking = Some(control.clone());
        self.send(Job::Think {
            task: Box::new(task),
            control,
            resources: self.session.resources(),
        })
    }

    fn take_thought(&mut self, thought: Thought) -> io::Result<Next> {
        match thought {
            Thought::Lines(lines, elapsed_ms) => self.show(&lines, elapsed_ms)?,
            Thought::Tries(point) => self.write(&Reply::realtime("POS", point))?,
            Thought::Tried(point, score) => {
                let word = if score.is_loss() { "LOSE" } else { "DONE" };
                self.write(&Reply::realtime(word, point))?;
            }
            Thought::Says(reply) => self.write(&reply)?,
            Thought::Answer(reply) => {
                let thinking = self.thinking.take();
                let elapsed_ms = thinking.map_or(0, |control| control.elapsed_ms());
                for reply in self.session.answer(reply, elapsed_ms) {
                    self.write(&reply)?;
                }
                if self.waiting.is_empty()
                    && let Some(task) = self.session.ponder()
                {
                    self.ponders = true;
                    self.think(task, Clock::start())?;
                }
                return self.obey_waiting();
            }
            Thought::Ready => {}
            Thought::Pondered => {
                self.thinking = None;
                self.ponders = false;
                return self.obey_waiting();
            }
        }
        Ok(Next::On)
    }

    fn obey_waiting(&mut self) -> io::Result<Next> {
        while self.thinking.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            if self.obey(line)? == Next::End {
                return Ok(Next::End);
            }
        }
        Ok(Next::On)
    }

    /// Writes the variations of an iteration, as the manager wants to see them.
    fn show(&mut self, lines: &[Progress], elapsed_ms: u64) -> io::Result<()> {
        let Some(size) = self.session.size() else {
            return Ok(());
        };
        let detail = self.session.detail();
        if let Some(best) = lines.first().filter(|_| detail.realtime) {
            for reply in realtime_lines(best, size) {
                self.write(&reply)?;
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let place = (number, lines.len());
            if detail.variations {
                for reply in line_details(line, place, elapsed_ms) {
                    self.write(&reply)?;
                }
            }
            self.write(&progress_line(line, place, elapsed_ms, size))?;
        }
        Ok(())
    }

    /// One write and a flush for the whole line.
    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        let line = format!("{reply}\n");
        log::debug!("-> {reply}");
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rule::{Game, Rule};
    use parking_lot::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    fn lines_of(input: &'static [u8]) -> Vec<String> {
        let (sender, receiver) = unbounded();
        read_lines(input, &sender);
        drop(sender);
        receiver.iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_end_with_lf_or_cr_and_half_lines_are_dropped() {
        assert_eq!(
            lines_of(b"START 15\r\nBEGIN\r\r\n\nABOUT\rEND"),
            ["START 15", "BEGIN", "ABOUT"]
        );
        assert_eq!(lines_of(b"End a/b.db\nABOUT\n").len(), 2);
        assert_eq!(lines_of(b"\xFF\0x\n"), ["\u{FFFD}\0x"]);
    }

    #[test]
    fn a_conversation_ends_with_end() {
        let mut output = Vec::new();
        run(
            &b"START 15\nABOUT\nEND\nABOUT\n"[..],
            &mut output,
            Book::default(),
            0,
        )
        .unwrap();
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.lines().count(), 2, "{output}");
    }

    /// Keeps the errors that are logged.
    struct Errors(Mutex<Vec<String>>);

    static ERRORS: Errors = Errors(Mutex::new(Vec::new()));

    impl log::Log for Errors {
        fn enabled(&self, metadata: &log::Metadata) -> bool {
            metadata.level() == log::Level::Error
        }

        fn log(&self, record: &log::Record) {
            if self.enabled(record.metadata()) {
                self.0.lock().push(record.args().to_string());
            }
        }

        fn flush(&self) {}
    }

    /// A conversation with a brain whose every search panics in its first iteration.
    struct Panicking {
        input: io::PipeWriter,
        output: io::Lines<io::BufReader<io::PipeReader>>,
        brain: JoinHandle<io::Result<()>>,
        panics: Arc<AtomicUsize>,
    }

    impl Panicking {
        fn start() -> Panicking {
            let (brain_input, input) = io::pipe().unwrap();
            let (output, brain_output) = io::pipe().unwrap();
            let panics = Arc::new(AtomicUsize::new(0));
            let counter = panics.clone();
            let spawn = |jobs, thoughts: Sender<Thought>| {
                let tell = move |thought| {
                    if matches!(thought, Thought::Lines(..)) {
                        counter.fetch_add(1, Relaxed);
                        panic!("the search dies in its first iteration");
                    }
                    thoughts.send(thought).unwrap_or(());
                };
                thinker::spawn(jobs, tell, Book::default(), 0)
            };
            Panicking {
                input,
                output: io::BufReader::new(output).lines(),
                brain: std::thread::spawn(move || converse(brain_input, brain_output, spawn)),
                panics,
            }
        }

        fn ask(&mut self, lines: &str) -> String {
            writeln!(self.input, "{lines}").unwrap();
            self.output.next().unwrap().unwrap()
        }
    }

    /// Case 93: a panic while thinking. The brain answers with legal moves, goes on with the next game, and the
    /// log tells.
    #[test]
    fn a_search_that_panics_costs_no_move() {
        let _ = log::set_logger(&ERRORS);
        log::set_max_level(log::LevelFilter::Error);
        for rule in Rule::ALL {
            let mut brain = Panicking::start();
            let head = format!("INFO timeout_turn 60000\nINFO rule {}\n", rule.code());
            assert_eq!(brain.ask(&(head + "START 15")), "OK");
            let mut game = Game::new(rule, Size::FIFTEEN);
            let point = |text: &str| {
                let (x, y) = text.split_once(',').unwrap();
                Size::FIFTEEN.point(x.parse().unwrap(), y.parse().unwrap())
            };
            for turn in ["7,7", "0,0", "14,3"] {
                game.play(point(turn).unwrap()).unwrap();
                let reply = brain.ask(&format!("TURN {turn}"));
                game.play(point(&reply).unwrap()).unwrap();
            }
            let swap2 = brain.ask("SWAP2BOARD\n7,7\n8,7\n9,9\nDONE");
            assert!(swap2 == "SWAP" || swap2.contains(','), "{swap2}");
            assert_eq!(brain.ask("START 15"), "OK");
            assert!(brain.ask("ABOUT").starts_with("name="));
            writeln!(brain.input, "END").unwrap();
            brain.brain.join().unwrap().unwrap();
            assert!(brain.panics.load(Relaxed) >= 3, "{rule}");
        }
        let errors = ERRORS.0.lock();
        let told = errors.iter().filter(|error| error.contains("panicked"));
        assert!(told.count() >= 3 * Rule::ALL.len(), "{errors:?}");
    }
}
