//! The conversation over standard input and output.
//!
//! One thread reads and never waits for anything else; the service's thread thinks; this one writes. While the brain
//! thinks, time limits and the stop command take effect at once; every other line waits in order.

use super::command::Command;
use super::reply::{PointNames, Reply, line_details, progress_line, realtime_lines};
use super::session::{Session, Step};
use super::settings::Settings;
use super::yixin::names_path;
use crate::board::Size;
use crate::book::Book;
use crate::search::Progress;
use crate::service::{Answer, Closed, Event, Service, Task, Ticket};
use crate::time::Clock;
use crossbeam_channel::{Receiver, Sender, bounded, select_biased};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};

/// The length in bytes at which a line is cut: no command is longer.
const LONGEST_LINE: usize = 16 << 10;
/// The number of lines that may wait; then the reader waits, too, and the manager's pipe holds the rest.
const WAITING_LINES: usize = 4096;

/// A line and the moment it was read.
struct Line {
    text: String,
    read: Clock,
}

/// Runs the brain until `END`, the end of the input, or the end of the output. The seed chooses among even openings of
/// swap2.
///
/// # Errors
/// If a thread cannot be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    book: Book,
    seed: u64,
) -> io::Result<()> {
    converse(input, output, Service::start(book, seed)?)
}

/// Runs the brain on a service.
fn converse(
    input: impl Read + Send + 'static,
    output: impl Write,
    service: Service,
) -> io::Result<()> {
    let (line_sender, lines) = bounded(WAITING_LINES);
    std::thread::Builder::new().spawn(move || read_lines(input, &line_sender))?;
    let mut conversation = Conversation {
        session: Session::default(),
        output,
        service,
        thinking: None,
        ponders: false,
        waiting: VecDeque::new(),
    };
    // A closed output ends the conversation as a closed input does.
    conversation.run(&lines).unwrap_or(());
    conversation.leave();
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
    service: Service,
    thinking: Option<Ticket>,
    /// Whether the task is pondering.
    ponders: bool,
    waiting: VecDeque<Line>,
}

/// Whether the conversation continues.
#[derive(PartialEq, Eq)]
enum Next {
    On,
    End,
}

impl<W: Write> Conversation<W> {
    fn run(&mut self, lines: &Receiver<Line>) -> io::Result<()> {
        let events = self.service.events().clone();
        let nothing = crossbeam_channel::never();
        loop {
            // A flood waits in the manager's pipe, not in our memory.
            let lines = if self.waiting.len() < WAITING_LINES {
                lines
            } else {
                &nothing
            };
            let next = select_biased! {
                recv(events) -> event => match event {
                    Ok(event) => self.take(event)?,
                    Err(_) => Next::End,
                },
                recv(lines) -> line => match line {
                    Ok(line) if self.thinking.is_some() => self.take_line_while_thinking(line),
                    Ok(line) => self.obey(line)?,
                    Err(_) => Next::End,
                },
            };
            if next == Next::End {
                return Ok(());
            }
        }
    }

    /// Ends the service without an answer.
    fn leave(self) {
        if let Some(ticket) = self.thinking {
            ticket.stop();
        }
        // Dropping the service waits for its thread.
    }

    /// Handles a line that comes while the brain thinks.
    fn take_line_while_thinking(&mut self, line: Line) -> Next {
        let Some(ticket) = &self.thinking else {
            return Next::On;
        };
        match Command::parse(&line.text) {
            Some(Command::End) if !names_path(&line.text) => return Next::End,
            _ if self.ponders => {
                ticket.stop();
                self.waiting.push_back(line);
            }
            Some(Command::Stop) => ticket.stop(),
            Some(Command::Info(key, value)) if Settings::is_time_key(&key) => {
                let limits = self.session.set_time_while_thinking(&key, &value);
                ticket.set_limits(&limits);
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
        } = self.session.apply(&line.text);
        if new_game {
            self.prepare()?;
        }
        for reply in replies {
            self.write(&reply)?;
        }
        if hash_usage {
            self.service.ask_hash_usage().map_err(broken_pipe)?;
        }
        if let Some(task) = task {
            self.think(task, line.read)?;
        }
        Ok(if end { Next::End } else { Next::On })
    }

    /// Prepares the service for a new game before that is answered, so that no turn's time goes into it.
    fn prepare(&mut self) -> io::Result<()> {
        let session = &self.session;
        let (rule, resources) = (session.rule(), session.resources());
        let size = session.size().unwrap_or(Size::FIFTEEN);
        let earlier = self.service.new_game(rule, size, resources);
        for event in earlier.map_err(broken_pipe)? {
            if let Event::HashUsage(_) = event {
                self.take(event)?;
            }
        }
        Ok(())
    }

    fn think(&mut self, task: Task, since: Clock) -> io::Result<()> {
        let ticket = self.service.submit(task, since);
        self.thinking = Some(ticket.map_err(broken_pipe)?);
        Ok(())
    }

    fn take(&mut self, event: Event) -> io::Result<Next> {
        match event {
            Event::Iteration {
                lines, elapsed_ms, ..
            } => self.show(&lines, elapsed_ms)?,
            Event::CurrMove(_, point) => self.write(&Reply::realtime("POS", point))?,
            Event::MoveScore(_, point, score) => {
                let word = if score.is_loss() { "LOSE" } else { "DONE" };
                self.write(&Reply::realtime(word, point))?;
            }
            Event::HashUsage(permille) => {
                let text = format!("hash usage {}.{} %", permille / 10, permille % 10);
                self.write(&Reply::Message(text))?;
            }
            Event::Answer(answer) => return self.take_answer(answer),
            Event::Ready => {}
        }
        Ok(Next::On)
    }

    fn take_answer(&mut self, answer: Answer) -> io::Result<Next> {
        let thinking = self.thinking.take();
        if std::mem::take(&mut self.ponders) {
            return self.obey_waiting();
        }
        let elapsed_ms = thinking.map_or(0, |ticket| ticket.elapsed_ms());
        let Some(reply) = Reply::of(answer.outcome) else {
            return self.obey_waiting();
        };
        for reply in self.session.answer(reply, elapsed_ms) {
            self.write(&reply)?;
        }
        if self.waiting.is_empty()
            && let Some(task) = self.session.ponder()
        {
            self.ponders = true;
            self.think(task, Clock::start())?;
        }
        self.obey_waiting()
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
        let names = PointNames {
            size,
            rows_first: self.session.has_rows_first(),
        };
        if let Some(best) = lines.first().filter(|_| detail.realtime) {
            for reply in realtime_lines(best, names) {
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
            self.write(&progress_line(line, place, elapsed_ms, names))?;
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

/// The service's thread has ended: nothing is left to converse with.
fn broken_pipe(_: Closed) -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rule::{Game, Rule};
    use crossbeam_channel::unbounded;
    use parking_lot::Mutex;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::thread::JoinHandle;

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
            let inspect = move |event: &Event| {
                if matches!(event, Event::Iteration { .. }) {
                    counter.fetch_add(1, Relaxed);
                    panic!("the search dies in its first iteration");
                }
            };
            let service = Service::start_with(Book::default(), 0, 100, inspect).unwrap();
            Panicking {
                input,
                output: io::BufReader::new(output).lines(),
                brain: std::thread::spawn(move || converse(brain_input, brain_output, service)),
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
