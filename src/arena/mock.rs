//! A mock brain: plays without a search, and commits a chosen fault, so that a manager can be tested.

use crate::board::{Board, Cell, Color, Direction, Point, Size};
use crate::rule::{Rule, foul};
use crate::time::Clock;
use clap::{Args, ValueEnum};
use std::io::{self, BufRead, Result, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How a mock brain behaves: the flags of `tengen mock`.
#[derive(Args, Clone, Debug)]
pub struct MockOptions {
    /// The fault.
    #[arg(long, help_heading = "Fault")]
    pub fault: Option<Fault>,
    /// The move at which it commits the fault, from 1.
    #[arg(long, default_value_t = 2, help_heading = "Fault")]
    pub at: usize,
    /// The point that it plays at that move, `x,y`.
    #[arg(long, help_heading = "Fault")]
    pub point: Option<String>,
    /// Milliseconds after each answer in which a deaf brain loses commands.
    #[arg(long, default_value_t = 1, help_heading = "Fault")]
    pub deaf_ms: u64,
    /// Breaks ties between points: brains with different seeds play differently.
    #[arg(long, default_value_t = 1, help_heading = "Play")]
    pub seed: u64,
    /// Milliseconds for each move.
    #[arg(long, default_value_t = 0, help_heading = "Play")]
    pub think_ms: u64,
    /// Milliseconds until it reads its first command.
    #[arg(long, default_value_t = 0, help_heading = "Play")]
    pub start_ms: u64,
    /// Its rule, by name or number, whatever INFO rule says: with renju it plays no forbidden point as black.
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle, help_heading = "Play")]
    pub rule: Rule,
}

/// What a mock brain does wrong.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Never says OK.
    NoOk,
    /// Answers START by ERROR.
    ErrorAtStart,
    /// Never moves.
    Hang,
    /// Thinks for a second longer.
    Late,
    /// Dies instead of moving.
    DieBefore,
    /// Dies after moving.
    DieAfter,
    /// Writes messages without end.
    Flood,
    /// Writes one line without end.
    LongLine,
    /// Does not end the line of its move.
    HalfLine,
    /// Moves twice.
    TwoMoves,
    /// Plays beyond the edge.
    OffBoard,
    /// Plays on a stone.
    Occupied,
    /// Says what is no move.
    NoMove,
    /// Says ERROR instead of moving.
    Error,
    /// Takes 100 MB of memory.
    Memory,
    /// Writes 80 MB into its folder.
    Folder,
    /// Stays after END.
    IgnoreEnd,
    /// Starts processes that stay.
    Children,
    /// Writes to standard error.
    Stderr,
    /// Thinks while it is not asked, and reports how long.
    Ponder,
    /// Loses commands that come too soon after its own answers, from that move on.
    Deaf,
    /// Answers swap2 by nonsense.
    BadSwap2,
    /// Answers swap2 by SWAP before there are stones.
    SwapTooEarly,
}

/// What it knows of the game.
struct Mock {
    options: MockOptions,
    board: Board,
    own: Color,
    moves: usize,
    folder: Option<String>,
    ballast: Vec<u8>,
    /// Since when it is deaf.
    answered: Option<Clock>,
}

/// Plays as a brain on standard input and output until `END` or the end of the input. Some faults end the process.
///
/// # Errors
/// If its output cannot be written.
pub fn run_mock(options: &MockOptions) -> Result<()> {
    // In small steps, as the time of one long sleep runs on while the process is suspended.
    (0..options.start_ms / 10).for_each(|_| std::thread::sleep(Duration::from_millis(10)));
    let mut mock = Mock {
        options: options.clone(),
        board: Board::new(Size::FIFTEEN),
        own: Color::Black,
        moves: 0,
        folder: None,
        ballast: vec![],
        answered: None,
    };
    let mut block: Option<(String, Vec<String>)> = None;
    for (line, arrived) in lines() {
        if mock.loses(arrived) {
            continue;
        }
        let line = line.trim().to_string();
        if let Some((word, mut lines)) = block.take() {
            if line != "DONE" {
                lines.push(line);
                block = Some((word, lines));
            } else {
                mock.hear_block(&word, &lines)?;
            }
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "BOARD" | "SWAP2BOARD" => block = Some((word.into(), vec![])),
            "END" if mock.is(Fault::IgnoreEnd) => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            "END" => break,
            word => mock.hear(word, rest)?,
        }
    }
    Ok(())
}

/// The lines of standard input, each with the moment at which it came, also while the brain does other things.
fn lines() -> impl Iterator<Item = (String, Clock)> {
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.send((line, Clock::start())).is_err() {
                return;
            }
        }
    });
    lines.into_iter()
}

impl Mock {
    /// Whether it is deaf to what came then.
    fn loses(&self, arrived: Clock) -> bool {
        let deaf = Duration::from_millis(self.options.deaf_ms);
        self.answered
            .is_some_and(|answered| arrived.since(answered) < deaf)
    }

    fn is(&self, fault: Fault) -> bool {
        self.options.fault == Some(fault)
    }

    fn hear(&mut self, word: &str, rest: &str) -> Result<()> {
        match word {
            "START" | "RESTART" => {
                let side = rest.parse().unwrap_or(self.board.size().side());
                let size = Size::new(side).unwrap_or(Size::FIFTEEN);
                self.board = Board::new(size);
                self.moves = 0;
                match self.options.fault {
                    Some(Fault::NoOk) => {}
                    Some(Fault::ErrorAtStart) => say("ERROR not today")?,
                    _ => say("OK")?,
                }
            }
            "INFO" => {
                if let Some(folder) = rest.strip_prefix("folder ") {
                    self.folder = Some(folder.into());
                }
            }
            "BEGIN" => {
                self.own = Color::Black;
                self.play()?;
            }
            "TURN" => {
                self.put(rest);
                self.own = self.board.turn_by_count();
                self.play()?;
            }
            _ => say("UNKNOWN")?,
        }
        Ok(())
    }

    fn hear_block(&mut self, word: &str, lines: &[String]) -> Result<()> {
        self.board = Board::new(self.board.size());
        let fields = |line: &String| line.split(',').map(|n| n.trim().parse().ok()).collect();
        for (number, line) in lines.iter().enumerate() {
            let fields: Vec<Option<i64>> = fields(line);
            if let [Some(x), Some(y), ..] = fields[..]
                && let Some(point) = self.board.size().point(x, y)
            {
                self.board.put(point, Color::ALL[number % 2]);
            }
        }
        self.own = self.board.turn_by_count();
        if word == "BOARD" {
            return self.play();
        }
        if self.is(Fault::SwapTooEarly) && lines.is_empty() {
            return say("SWAP");
        }
        if self.is(Fault::BadSwap2) {
            return say("1,1 2,2 3,3 4,4");
        }
        match lines.len() {
            0 => say("7,7 8,7 9,9"),
            // Every way in turn, by the seed.
            3 if self.options.seed % 3 == 1 => say(&self.further_stones(2)),
            3 if self.options.seed % 3 == 2 => say(&self.further_stones(1)),
            5 if self.options.seed % 2 == 1 => say(&self.further_stones(1)),
            _ => say("SWAP"),
        }
    }

    /// Further stones of an opening: the first of some points that are empty.
    fn further_stones(&self, count: usize) -> String {
        let size = self.board.size();
        let is_empty = |&&(x, y): &&(i64, i64)| {
            let point = size.point(x, y);
            point.is_some_and(|point| self.board.is_empty(point))
        };
        let points = [(5, 5), (6, 9), (4, 4), (9, 4), (4, 9), (10, 6), (6, 10)];
        let words = points.iter().filter(is_empty).take(count);
        let words: Vec<String> = words.map(|(x, y)| format!("{x},{y}")).collect();
        words.join(" ")
    }

    fn put(&mut self, text: &str) {
        let numbers = text.split_once(',');
        let point = numbers.and_then(|(x, y)| {
            let (x, y) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
            self.board.size().point(x, y)
        });
        if let Some(point) = point.filter(|&point| self.board.is_empty(point)) {
            self.board.put(point, self.board.turn_by_count());
        }
    }

    fn play(&mut self) -> Result<()> {
        self.moves += 1;
        std::thread::sleep(Duration::from_millis(self.options.think_ms));
        let Some(point) = self.choose() else {
            return Ok(());
        };
        if self.is(Fault::Deaf) && self.moves >= self.options.at {
            self.answered = Some(Clock::start());
        }
        if self.moves == self.options.at && self.options.fault.is_some() {
            return self.do_wrong(point);
        }
        if self.moves == self.options.at
            && let Some(text) = self.options.point.clone()
        {
            self.put(&text);
            return say(&text);
        }
        self.board.put(point, self.own);
        say(&point.to_string())
    }

    fn do_wrong(&mut self, point: Point) -> Result<()> {
        let own = point.to_string();
        let Some(fault) = self.options.fault else {
            return Ok(());
        };
        match fault {
            Fault::Hang => return Ok(()),
            Fault::Late => std::thread::sleep(Duration::from_secs(1)),
            Fault::DieBefore => std::process::exit(139),
            Fault::DieAfter => {
                say(&own)?;
                std::process::exit(0);
            }
            Fault::Flood => loop {
                say(&"MESSAGE and so on, and so on, and so on, and so on\n".repeat(100))?;
            },
            Fault::LongLine => loop {
                io::stdout().write_all(&[b'x'; 4096])?;
            },
            Fault::HalfLine => {
                let mut out = io::stdout().lock();
                write!(out, "{},", point.x())?;
                return out.flush();
            }
            Fault::TwoMoves => {
                say(&own)?;
                return say("0,0");
            }
            Fault::OffBoard => return say("22,3"),
            Fault::Occupied => {
                let taken = self.board.history().first().map(|&(point, _)| point);
                return say(&taken.map_or("-1,-1".into(), |point| point.to_string()));
            }
            Fault::NoMove => return say("h8"),
            Fault::Error => return say("ERROR no idea"),
            Fault::Memory => self.ballast = vec![1; 100 << 20],
            Fault::Folder => {
                if let Some(folder) = &self.folder {
                    std::fs::File::create(format!("{folder}/big"))?.set_len(80 << 20)?;
                }
            }
            Fault::Children => {
                let mut sleep = Command::new("sleep");
                // A length that identifies its parent.
                sleep.arg((1000 + self.options.seed).to_string());
                sleep.stdin(Stdio::null()).stdout(Stdio::null());
                drop(sleep.stderr(Stdio::null()).spawn()?);
            }
            Fault::Stderr => writeln!(io::stderr(), "a complaint")?,
            Fault::Ponder => drop(std::thread::spawn(ponder)),
            Fault::NoOk
            | Fault::Deaf
            | Fault::ErrorAtStart
            | Fault::IgnoreEnd
            | Fault::BadSwap2
            | Fault::SwapTooEarly => {}
        }
        self.board.put(point, self.own);
        say(&own)
    }

    /// The point where the own row gets longest or the other's would; ties by the seed.
    fn choose(&self) -> Option<Point> {
        let last = self
            .board
            .last()
            .map_or(0, |point| point.x() * 32 + point.y());
        let dice = self.options.seed ^ (self.board.stones() * 1024 + last) as u64;
        let value = |point: &Point| {
            let own = self.row(*point, self.own);
            let other = self.row(*point, !self.own);
            let urgency = if own >= 5 {
                100
            } else {
                (2 * own).max(2 * other - 1)
            };
            (
                urgency,
                scrambled(dice ^ ((point.x() * 32 + point.y()) as u64) << 32),
            )
        };
        let heeds = self.options.rule.spec().has_fouls(self.own);
        let is_open = |point: &Point| !heeds || foul(&self.board, *point).is_none();
        let points = self.board.empty_points();
        points.filter(is_open).max_by_key(value)
    }

    fn row(&self, point: Point, color: Color) -> usize {
        let size = self.board.size();
        let run = |direction: Direction, step: i32| {
            let next = |i: &i32| size.step(point, direction, i * step);
            (1..5)
                .map_while(|i| next(&i))
                .take_while(|&p| self.board.cell(p) == Cell::Stone(color))
                .count()
        };
        let row = |&direction: &Direction| 1 + run(direction, 1) + run(direction, -1);
        Direction::ALL.iter().map(row).max().unwrap_or(1)
    }
}

/// Spreads a number over all bits. Source: S. Vigna, SplitMix64.
fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Counts milliseconds in which it could run.
fn ponder() {
    let mut counted: u64 = 0;
    loop {
        std::thread::sleep(Duration::from_millis(1));
        counted += 1;
        if counted.is_multiple_of(10) && say(&format!("MESSAGE pondered {counted}")).is_err() {
            return;
        }
    }
}

fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
