//! The state of a conversation: settings, the game, a block that is being read.
//!
//! Pure: a line in, replies or a task out. A line that cannot be obeyed leaves the state as it was.

use super::block::{AFTER_DONE, BlockReader, Named, Place, read_point, read_sides};
use super::command::{Block, Command};
use super::reply::Reply;
use super::settings::{Detail, Settings, read_number};
use super::table::{Owner, Table};
use super::text::trimmed;
use super::yixin::{Data, Unsupported, names_path, swap2_words};
use crate::board::{Board, Point, Size};
use crate::engine::Resources;
use crate::position::Position;
use crate::rule::{Rule, Swap2, forbidden_points, standing_five};
use crate::service::{Request, Task};
use crate::time::Limits;

/// The greatest score to balance for, either way: beyond those of all positions that are not won.
const MOST_SCORE: i64 = 30_000;
/// A limit of depth that no iteration reaches before the game is decided.
const DEEPEST: u32 = 100;
/// More nodes than a millisecond is enough for.
const MOST_NODES_PER_MS: u64 = 10_000;

/// What a line leads to.
#[derive(Default)]
pub struct Step {
    /// Replies to write at once.
    pub replies: Vec<Reply>,
    /// A task for the engine; [`Session::answer`] takes its result.
    pub task: Option<Task>,
    /// Whether a new game begins, for which hash tables and histories are cleared.
    pub new_game: bool,
    /// Whether the usage of the transposition table is to be reported.
    pub hash_usage: bool,
    /// Whether the conversation is over.
    pub end: bool,
}

impl From<Reply> for Step {
    fn from(reply: Reply) -> Step {
        Step {
            replies: vec![reply],
            ..Step::default()
        }
    }
}

impl Step {
    fn silent() -> Step {
        Step::default()
    }

    fn error(why: impl Into<String>) -> Step {
        Reply::Error(why.into()).into()
    }
}

/// A command that goes on in the lines that follow.
enum Open {
    /// Points up to `DONE`.
    Points(BlockReader),
    /// Lines up to `DONE` that are not read; what is answered then.
    Skipped(Option<Reply>),
    /// One more line, which is not read: a path, also where its first word is a command's.
    Path,
}

/// The conversation.
#[derive(Default)]
pub struct Session {
    settings: Settings,
    table: Option<Table>,
    open: Option<Open>,
    /// Excluded moves, until a new game begins.
    excluded: Vec<Point>,
    asked: Option<Request>,
    /// The table before the task's, restored if the task has no answer.
    before: Option<Table>,
    /// Whether the task is a step of swap2 that is answered in Yixin's words.
    asked_by_yixin: bool,
}

impl Session {
    /// The board's size, once a game was started.
    pub fn size(&self) -> Option<Size> {
        self.table.as_ref().map(|table| table.size)
    }

    /// The brain's memory and threads.
    pub fn resources(&self) -> Resources {
        self.settings.resources()
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.settings.rule()
    }

    /// The limits of a turn that begins now.
    pub fn limits(&self) -> Limits {
        self.settings.limits(self.used_ms())
    }

    /// The time of the match that the brain used by its own count, in milliseconds.
    fn used_ms(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.used_ms)
    }

    /// An empty table of the same match.
    fn cleared_table(&self, size: Size) -> Table {
        let used_ms = self.used_ms();
        Table {
            used_ms,
            ..Table::new(size)
        }
    }

    /// Applies a line.
    pub fn apply(&mut self, line: &str) -> Step {
        let Some(command) = Command::parse(line) else {
            return Step::silent();
        };
        match (self.open.take(), command) {
            (None, command) => self.obey(command),
            (Some(Open::Path), _) if names_path(line) => Step::silent(),
            (Some(open), Command::Unknown(_)) => self.read_on(open, trimmed(line), Place::Line),
            (Some(open), Command::Info(key, value)) => {
                self.open = Some(open);
                self.set_info(&key, &value)
            }
            (Some(open), command @ (Command::Stop | Command::About)) => {
                self.open = Some(open);
                self.obey(command)
            }
            // A block that is not finished by another command is dropped.
            (Some(_), command) => self.obey(command),
        }
    }

    fn obey(&mut self, command: Command) -> Step {
        match command {
            Command::Start(size) => self.start(read_start(&size)),
            Command::RectStart(sides) => {
                let square = read_sides(&sides).filter(|(w, h)| w == h);
                self.start(square.and_then(|(w, _)| read_size(w)))
            }
            Command::Restart => match self.size() {
                None => Step::error("START first"),
                size => self.start(size),
            },
            Command::Begin => self.begin(),
            Command::Turn(xy) => self.turn(&xy),
            Command::Block(block, text) => self.open_block(block, &text),
            Command::TakeBack(xy) => self.take_back(&xy),
            Command::Play(xy) => self.play(&xy),
            Command::Info(key, value) => self.set_info(&key, &value),
            Command::End => Step {
                end: true,
                ..Step::default()
            },
            Command::About => Reply::About.into(),
            // Nothing is searched: there is nothing to stop.
            Command::Stop => Step::silent(),
            Command::ShowInfo => self.show_info(),
            Command::ShowForbidden => self.show_forbidden(),
            Command::ClearHash => Step {
                new_game: true,
                ..Step::default()
            },
            Command::ShowHashUsage => Step {
                hash_usage: true,
                ..Step::default()
            },
            Command::BestLines(count) => match read_number(&count) {
                Some(count) if count > 0 => self.think(Request::BestLines(count as usize)),
                _ => Step::error("how many moves?"),
            },
            Command::AllLines => self.think(Request::BestLines(usize::MAX)),
            Command::Balance(moves, score) => {
                let score = read_number(&score).unwrap_or(0);
                let score = score.clamp(-MOST_SCORE, MOST_SCORE) as i32;
                self.think(Request::Balance { moves, score })
            }
            Command::Swap2Step(step) => self.swap2_step(step),
            Command::Unsupported(unsupported, text) => self.pass_over(unsupported, &text),
            Command::AllowAll => {
                self.excluded.clear();
                Step::silent()
            }
            Command::Unknown(word) if word.eq_ignore_ascii_case("done") => Step::silent(),
            // An interface of the Yixin kind would take the answer for a move.
            Command::Unknown(_) if self.settings.yixin => Step::silent(),
            Command::Unknown(line) => Reply::Unknown(format!("command: {line}")).into(),
        }
    }

    fn start(&mut self, size: Option<Size>) -> Step {
        let Some(size) = size else {
            return Step::error("square boards of 5 to 22 only");
        };
        self.table = Some(Table::new(size));
        // An interface of the Yixin kind begins each position with START, and keeps what its user has blocked.
        match self.settings.yixin {
            true => self.excluded.retain(|&point| size.holds(point)),
            false => self.excluded.clear(),
        }
        Step {
            replies: vec![Reply::Ok],
            new_game: true,
            ..Step::default()
        }
    }

    fn begin(&mut self) -> Step {
        match &self.table {
            None => Step::error("START first"),
            Some(table) if !table.stones.is_empty() => Step::error("the board is not empty"),
            Some(_) => self.think(Request::Move),
        }
    }

    fn turn(&mut self, xy: &str) -> Step {
        match self.with_stone(xy, Owner::Opponent) {
            Ok((table, _)) => self.think_about(table, Request::Move),
            Err(why) => Step::error(why),
        }
    }

    fn play(&mut self, xy: &str) -> Step {
        match self.with_stone(xy, Owner::Brain) {
            Ok((table, point)) => {
                self.table = Some(table);
                Reply::Stones(vec![point]).into()
            }
            Err(why) => Step::error(why),
        }
    }

    /// The table with one more stone, and the stone's point.
    fn with_stone(&self, xy: &str, owner: Owner) -> Result<(Table, Point), String> {
        let mut table = self.table.clone().ok_or("START first")?;
        let point = read_point(xy, table.size)?;
        if table.is_taken(point) {
            return Err(format!("{point} is taken"));
        }
        table.put(point, owner);
        Ok((table, point))
    }

    fn take_back(&mut self, xy: &str) -> Step {
        let Some(table) = &mut self.table else {
            return Step::error("START first");
        };
        match read_point(xy, table.size) {
            Ok(point) if table.take(point) => Reply::Ok.into(),
            Ok(point) => Step::error(format!("no stone stands on {point}")),
            Err(why) => Step::error(why),
        }
    }

    fn set_info(&mut self, key: &str, value: &str) -> Step {
        let before = self.rule();
        self.settings.set(key, value);
        Step {
            new_game: self.rule() != before,
            ..Step::default()
        }
    }

    fn show_info(&mut self) -> Step {
        let before = self.rule();
        self.settings.yixin = true;
        let lines = [
            format!("Tengen {}", env!("CARGO_PKG_VERSION")),
            format!("INFO MAX_THREAD_NUM {}", Resources::most_threads()),
            "INFO MAX_HASH_SIZE 24".into(),
        ];
        let replies = lines.map(Reply::Message).into();
        Step {
            replies,
            new_game: self.rule() != before,
            ..Step::default()
        }
    }

    fn show_forbidden(&self) -> Step {
        let Some(table) = &self.table else {
            return Step::error("START first");
        };
        if !self.rule().spec().black_forbidden {
            return Reply::Forbidden(Vec::new()).into();
        }
        let mut board = Board::new(table.size);
        for &(point, owner) in &table.stones {
            board.put(point, table.color(owner));
        }
        table.blocked.iter().for_each(|&point| board.block(point));
        let points = forbidden_points(&board).into_iter().map(|(point, _)| point);
        Reply::Forbidden(points.collect()).into()
    }

    fn open_block(&mut self, block: Block, text: &str) -> Step {
        // Before START, too, the block is read up to its end: the error comes then.
        let size = self.size().unwrap_or(Size::FIFTEEN);
        let reader = BlockReader::new(block, size);
        self.read_on(Open::Points(reader), text, Place::Head)
    }

    /// Reads text of a command of several lines.
    fn read_on(&mut self, mut open: Open, text: &str, place: Place) -> Step {
        let is_done = match &mut open {
            Open::Points(reader) => reader.take(text, place),
            Open::Skipped(_) => ends_block(text),
            Open::Path => true,
        };
        match open {
            Open::Points(reader) if is_done => self.finish_block(reader),
            Open::Skipped(reply) if is_done => reply.map_or_else(Step::silent, Step::from),
            open => {
                self.open = Some(open).filter(|_| !is_done);
                Step::silent()
            }
        }
    }

    /// Skips an unsupported command with the lines that belong to it.
    fn pass_over(&mut self, unsupported: Unsupported, text: &str) -> Step {
        let reply = unsupported.reply(self.settings.yixin);
        match unsupported.data {
            Data::Nothing => reply.map_or_else(Step::silent, Step::from),
            Data::Block => self.read_on(Open::Skipped(reply), text, Place::Head),
            Data::Path => {
                self.open = Some(Open::Path);
                reply.map_or_else(Step::silent, Step::from)
            }
        }
    }

    fn finish_block(&mut self, reader: BlockReader) -> Step {
        if self.table.is_none() {
            return Step::error("START first");
        }
        let size = reader.size();
        let (block, named) = match reader.finish() {
            Ok(read) => read,
            Err(why) => return Step::error(why),
        };
        match block {
            Block::Swap2 => self.swap2(size, &named),
            Block::Board => self.think_about(self.read_board(size, &named), Request::Move),
            Block::QuietBoard => {
                self.table = Some(self.read_board(size, &named));
                Step::silent()
            }
            Block::Exclude | Block::Allow => {
                let points: Vec<Point> = named.iter().map(|named| named.point).collect();
                self.excluded.retain(|point| !points.contains(point));
                if block == Block::Exclude {
                    self.excluded.extend(points);
                }
                Step::silent()
            }
        }
    }

    /// The table with the stones of a block.
    fn read_board(&self, size: Size, named: &[Named]) -> Table {
        let mut table = self.cleared_table(size);
        for &Named { point, field } in named {
            match field {
                Some(1) => table.put(point, Owner::Brain),
                Some(2) => table.put(point, Owner::Opponent),
                _ => table.blocked.push(point),
            }
        }
        table
    }

    fn swap2(&mut self, size: Size, named: &[Named]) -> Step {
        let mut table = self.cleared_table(size);
        for (i, named) in named.iter().enumerate() {
            // Black, white, black, ..: the brain is white, to move, until it swaps.
            let owner = match i % 2 {
                0 => Owner::Opponent,
                _ => Owner::Brain,
            };
            table.put(named.point, owner);
        }
        match Swap2::with_stones(table.stones.len()) {
            Err(error) => Step::error(error.to_string()),
            Ok(step) => self.think_about(table, Request::Swap2(step)),
        }
    }

    /// Asks for a step of swap2 on the current board; the first step begins on an empty one.
    fn swap2_step(&mut self, step: Swap2) -> Step {
        let Some(table) = &self.table else {
            return Step::error("START first");
        };
        let (request, stones) = (Request::Swap2(step), table.stones.len());
        let step = if step == Swap2::PlaceThree {
            self.think_about(self.cleared_table(table.size), request)
        } else if Swap2::with_stones(stones) != Ok(step) {
            let wanted = if step == Swap2::ChooseOfThree { 3 } else { 5 };
            return Step::error(format!(
                "this step of swap2 takes {wanted} stones, told by YXBOARD; {stones} found"
            ));
        } else if !table.is_opening_for_white() {
            return Step::error(
                "this step of swap2 takes stones of black, white, black, .., white's the brain's",
            );
        } else {
            self.think(request)
        };
        self.asked_by_yixin = step.task.is_some();
        step
    }

    /// Makes a task of another table. The old one stays if that is impossible.
    fn think_about(&mut self, table: Table, request: Request) -> Step {
        let before = self.table.replace(table);
        let step = self.think(request);
        match step.task {
            Some(_) => self.before = before,
            None => self.table = before,
        }
        step
    }

    /// Makes a task of the position.
    fn think(&mut self, request: Request) -> Step {
        self.before = None;
        let Some(table) = &self.table else {
            return Step::error("START first");
        };
        if table.is_full() {
            return Step::error("the board is full");
        }
        match table.position(self.rule(), Owner::Brain) {
            Err(error) => Step::error(error.to_string()),
            Ok(position) => {
                self.asked = Some(request);
                Step {
                    task: Some(self.task(request, position, self.limits())),
                    ..Step::default()
                }
            }
        }
    }

    fn task(&self, request: Request, position: Position, limits: Limits) -> Task {
        Task {
            request,
            position,
            limits,
            excluded: self.excluded.clone(),
            level: self.settings.level(),
            resources: self.resources(),
            reports_root_moves: self.settings.detail.realtime,
        }
    }

    /// Takes the answer to the task, which took `elapsed_ms`. Returns the replies to write.
    pub fn answer(&mut self, reply: Reply, elapsed_ms: u64) -> Vec<Reply> {
        let asked = self.asked.take();
        let by_yixin = std::mem::take(&mut self.asked_by_yixin);
        let before = self.before.take();
        if let Some(table) = &mut self.table {
            table.used_ms += elapsed_ms;
            match &reply {
                Reply::Swap => table.exchange_colors(),
                // BOARD follows other answers, so only a plain move is kept.
                Reply::Stones(points)
                    if !matches!(asked, Some(Request::Balance { .. })) && !by_yixin =>
                {
                    if let [point] = points[..] {
                        table.put(point, Owner::Brain);
                    }
                }
                Reply::Error(_) => {
                    let used_ms = table.used_ms;
                    if let Some(before) = before {
                        *table = Table { used_ms, ..before };
                    }
                }
                _ => {}
            }
        }
        match asked {
            Some(Request::Swap2(step)) if by_yixin => swap2_words(step, reply),
            _ => vec![reply],
        }
    }

    /// The task of pondering, if the manager allows it, the game goes on, and neither depth nor nodes are limited, which
    /// would make moves irreproducible.
    pub fn ponder(&self) -> Option<Task> {
        let table = self.table.as_ref().filter(|table| !table.is_full())?;
        if !self.settings.pondering || is_counted(&self.limits()) {
            return None;
        }
        let position = table.position(self.rule(), Owner::Opponent).ok()?;
        if standing_five(position.board(), &self.rule().spec()).is_some() {
            return None;
        }
        let endless = Limits {
            depth: Some(u32::MAX),
            ..Limits::default()
        };
        Some(self.task(Request::Ponder, position, endless))
    }

    /// The details of a search that the manager wants to see.
    pub fn detail(&self) -> Detail {
        self.settings.detail
    }

    /// Whether the interface numbers rows before columns, as those of the Yixin kind do.
    pub fn has_rows_first(&self) -> bool {
        self.settings.yixin
    }

    /// Sets a key while the brain thinks. Returns the limits of the turn from now on.
    pub fn set_time_while_thinking(&mut self, key: &str, value: &str) -> Limits {
        self.settings.set(key, value);
        self.limits()
    }
}

/// Whether depth or nodes end turns. Interfaces send limits that no turn reaches, too.
fn is_counted(limits: &Limits) -> bool {
    let turn_ms = limits.turn_ms.or(limits.left_ms);
    let in_time = turn_ms.map_or(u64::MAX, |ms| ms.saturating_mul(MOST_NODES_PER_MS));
    limits.depth.is_some_and(|depth| depth < DEEPEST)
        || limits.nodes.is_some_and(|nodes| nodes < in_time)
}

/// Whether a skipped line ends a block.
fn ends_block(line: &str) -> bool {
    let line = line.trim_end_matches(AFTER_DONE);
    line.to_ascii_lowercase().ends_with("done")
}

fn read_size(side: i64) -> Option<Size> {
    Size::new(usize::try_from(side).ok()?)
}

/// `n`, or `n n` and `n,n` as some interfaces write it.
fn read_start(text: &str) -> Option<Size> {
    let sides: Option<Vec<i64>> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    match sides?[..] {
        [side] => read_size(side),
        [width, height] if width == height => read_size(width),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn talk(lines: &str) -> (Session, Vec<String>, Option<Task>) {
        let mut session = Session::default();
        let (mut said, mut task) = (Vec::new(), None);
        for line in lines.split('|').map(str::trim) {
            let step = session.apply(line);
            said.extend(step.replies.iter().map(Reply::to_string));
            task = step.task.or(task);
        }
        (session, said, task)
    }

    #[test]
    fn a_board_replaces_the_position() {
        let points = "7,7,1|8,8,2|3,3,3| 4 , 4 , 2 |done";
        for block in [points.to_string(), points.replace('|', " ")] {
            let (session, said, task) = talk(&format!("START 15|TURN 0,0|BOARD {block}"));
            let board = task.unwrap().position.board().clone();
            assert_eq!((board.stones(), board.blocked_points().count()), (3, 1));
            assert_eq!(said, ["OK"]);
            assert_eq!(session.table.unwrap().color(Owner::Brain), Color::Black);
        }
    }

    #[test]
    fn a_block_with_a_fault_is_answered_once_and_changes_nothing() {
        for word in ["BOARD", "YXBOARD", "SWAP2BOARD"] {
            for points in [
                "7,7|x",
                "9,9,1|9,9,2",
                "99,0,1",
                "1,1,9|2,2,2|3,3,3",
                "2",
                "2,2 3,3,1",
            ] {
                let (session, said, task) =
                    talk(&format!("START 15|TURN 4,4|{word}|{points}|DONE"));
                assert_eq!(said.len(), 2, "{word} {points}: {said:?}");
                assert!(said[1].starts_with("ERROR in line "), "{said:?}");
                // The task is TURN's.
                assert_eq!(task.unwrap().position.board().stones(), 1);
                assert_eq!(session.table.unwrap().stones.len(), 1);
            }
        }
        let (session, said, _) =
            talk("START 15|YXBLOCK|7,7|DONE|YXBLOCK|8,8|x|DONE|YXBLOCKUNDO 7,7;x DONE");
        assert_eq!((said.len(), session.excluded.len()), (3, 1), "{said:?}");
        for end in ["DONE", "DONE;", "done.", "7,7,2 DONE;", "7,7,2 DONE x"] {
            let (_, said, _) = talk(&format!("BOARD {end}|SWAP2BOARD|x|{end}|YXBLOCK|{end}"));
            assert_eq!(said, ["ERROR START first"; 3], "{end}");
        }
    }

    /// An interface of the Yixin kind begins each position with START.
    #[test]
    fn a_new_game_allows_blocked_moves_but_for_yixin() {
        let blocks = "YXBLOCK|7,7|14,14|DONE";
        for (before, size, left) in [("", 15, 0), ("YXSHOWINFO|", 15, 2), ("YXSHOWINFO|", 10, 1)] {
            let (session, _, _) = talk(&format!("{before}START 15|{blocks}|START {size}"));
            assert_eq!(session.excluded.len(), left, "{before} {size}");
        }
    }

    #[test]
    fn pondering_goes_with_limits_that_no_turn_reaches() {
        let ponders = |lines: &str| {
            let (session, _, _) = talk(&format!("START 15|INFO pondering 1|{lines}"));
            session.ponder().is_some()
        };
        let timed = "INFO timeout_turn 1000|PLAY 7,7";
        assert!(ponders("PLAY 7,7"));
        assert!(ponders(&format!(
            "INFO max_depth 225|INFO max_node 1000000000|{timed}"
        )));
        assert!(!ponders(&format!("INFO max_depth 20|{timed}")));
        assert!(!ponders(&format!("INFO max_node 20000|{timed}")));
        assert!(!ponders("INFO max_node 1000000000|PLAY 7,7"));
        // After five the game is over.
        let four = "YXBOARD 3,7,1 4,7,1 5,7,1 6,7,1 3,3,2 4,3,2 5,3,2 6,4,2 DONE";
        assert!(ponders(four));
        assert!(!ponders(&format!("{four}|PLAY 7,7")));
    }

    #[test]
    fn a_bad_line_leaves_the_state_as_it_was() {
        let bad = "TURN 15,0|TURN x|TURN 7,7|TAKEBACK 1,1|PLAY 7,7|RECTSTART 20,15|START 4|BEGIN";
        let (session, said, _) = talk(&format!("START 15|TURN 7,7|{bad}"));
        assert_eq!(said.len(), 9);
        assert!(
            said[1..].iter().all(|line| line.starts_with("ERROR ")),
            "{said:?}"
        );
        assert_eq!(session.table.unwrap().stones.len(), 1);
    }

    #[test]
    fn an_unfinished_block_gives_way_to_the_next_command() {
        let (session, said, task) = talk("START 20|BOARD|7,7,2|START 15|BEGIN");
        assert_eq!(said, ["OK", "OK"]);
        assert_eq!(task.unwrap().position.board().stones(), 0);
        assert_eq!(session.size(), Some(Size::FIFTEEN));
    }

    #[test]
    fn the_first_stones_owner_is_black() {
        let (_, said, _) = talk(
            "INFO rule 4|START 15|YXBOARD|7,6,2|1,1,1|7,5,2|1,3,1|6,7,2|1,5,1|5,7,2|DONE|YXSHOWFORBID",
        );
        assert_eq!(said, ["OK", "FORBID 0707."]);
    }

    /// Of three and five stones the brain has white until it swaps; what a manager then tells it in
    /// single moves fits the colors, too.
    #[test]
    fn swap2_gives_the_colors_that_were_chosen() {
        for stones in ["7,7|8,7|9,9", "7,7|8,7|9,9|6,6|5,7"] {
            let (mut session, _, task) = talk(&format!("START 15|SWAP2BOARD|{stones}|DONE"));
            let task = task.unwrap();
            assert_eq!(task.position.turn(), Color::White);
            let black = |session: &Session| session.table.as_ref().unwrap().color(Owner::Brain);
            assert_eq!(black(&session), Color::White);
            assert_eq!(session.answer(Reply::Swap, 7), [Reply::Swap]);
            assert_eq!(black(&session), Color::Black);
            let task = session.apply("TURN 0,0").task.unwrap();
            assert_eq!(task.position.turn(), Color::Black);
            let step = session.apply("BOARD");
            assert!(step.task.is_none());
            for line in ["7,7,1", "8,7,2", "9,9,1", "3,3,2"] {
                session.apply(line);
            }
            let task = session.apply("DONE").task.unwrap();
            assert_eq!((task.position.turn(), session.used_ms()), (Color::Black, 7));
        }
    }

    #[test]
    fn steps_of_swap2_take_the_board_that_stands() {
        let three = "START 15|yxboard|7,7,2|8,7,1|9,9,2|done";
        let (mut session, said, task) = talk(&format!("{three}|yxswap2step2"));
        let task = task.unwrap();
        assert_eq!((said.len(), task.position.turn()), (1, Color::White));
        assert_eq!(task.request, Request::Swap2(Swap2::ChooseOfThree));
        let told = session.answer(Reply::Swap, 0);
        assert_eq!(told, [Reply::Message("SWAP2 SWAP1 YES".into())]);
        // The brain has black now, and receives white's move.
        let task = session.apply("TURN 0,0").task.unwrap();
        assert_eq!(
            (task.position.turn(), task.position.board().stones()),
            (Color::Black, 4)
        );
        // A plain answer again.
        let point = Size::FIFTEEN.centre();
        assert_eq!(session.answer(Reply::Stones(vec![point]), 0).len(), 1);

        let (mut session, _, task) = talk(&format!("{three}|yxswap2step1"));
        assert_eq!(task.unwrap().position.board().stones(), 0);
        let stones = session.apply("yxswap2step1").task.map(|task| task.request);
        assert_eq!(stones, Some(Request::Swap2(Swap2::PlaceThree)));

        // White is kept: the interface asks for the move with the position.
        let (mut session, _, _) = talk(&format!("{three}|yxswap2step2"));
        let told = session.answer(Reply::Stones(vec![point]), 0);
        assert_eq!(told, [Reply::Message("SWAP2 SWAP1 NO".into())]);
        assert_eq!(session.table.unwrap().stones.len(), 3);

        let (_, said, task) = talk(&format!("yxswap2step1|{three}|yxswap2step3"));
        assert!(task.is_none() && said[2].contains("5 stones"), "{said:?}");
        assert_eq!(said[0], "ERROR START first");
    }

    /// All points of the smallest board but the last, as a block without stones.
    fn nearly_all(word: &str, form: &str) -> String {
        let points = Size::new(5).unwrap().points();
        let points: Vec<String> = points.take(24).map(|p| format!("{p}{form}")).collect();
        format!("{word} {} DONE", points.join(" "))
    }

    #[test]
    fn what_ends_in_an_error_changes_nothing() {
        let all_but_one = nearly_all("YXBOARD", ",3");
        let full = all_but_one.replace("YXBOARD", "BOARD 4,4,2");
        let (session, said, _) = talk(&format!("START 5|TURN 2,2|{full}"));
        assert_eq!(said, ["OK", "ERROR the board is full"]);
        let table = session.table.unwrap();
        assert_eq!((table.stones.len(), table.blocked.len()), (1, 0));

        let (session, said, _) = talk(&format!("START 5|{all_but_one}|TURN 4,4|TURN 4,4"));
        assert_eq!(said[1..], ["ERROR the board is full"; 2]);
        assert_eq!(session.table.unwrap().black, None);

        // The thinker finds no move.
        let (mut session, said, task) = talk("START 5|TURN 2,2");
        assert!(task.is_some());
        let error = Reply::Error("no move is left".into());
        session.answer(error.clone(), 7);
        assert_eq!((said.len(), session.used_ms()), (1, 7));
        for line in ["TURN 2,2", "BOARD 2,2,2 1,1,1 3,3,2 DONE"] {
            assert!(session.apply(line).task.is_some(), "{line}");
            session.answer(error.clone(), 0);
            assert!(session.table.as_ref().unwrap().stones.is_empty(), "{line}");
        }
        // Nothing is put back but for the command that failed.
        session.apply("TURN 2,2");
        session.answer(
            Reply::Stones(vec![Size::new(5).unwrap().point(1, 1).unwrap()]),
            0,
        );
        session.apply("YXNBEST 1");
        session.answer(error, 0);
        assert_eq!(session.table.unwrap().stones.len(), 2);
    }

    #[test]
    fn steps_of_swap2_are_asked_of_white() {
        for stones in [
            "7,7,1|8,7,2|9,9,1",
            "7,7,2|9,9,2|8,7,1",
            "7,7,2|8,7,2|9,9,2",
            "7,7,1|8,7,2|9,9,1|3,3,2|4,4,1",
        ] {
            let step = if stones.len() > 17 { 3 } else { 2 };
            let block = format!("START 15|YXBOARD|{stones}|DONE|YXSWAP2STEP{step}");
            let (session, said, task) = talk(&block);
            assert!(task.is_none() && said.len() == 2, "{stones}: {said:?}");
            assert!(said[1].contains("white's the brain's"), "{said:?}");
            assert!(!session.asked_by_yixin);
        }
    }

    #[test]
    fn a_path_is_no_command_whatever_its_first_word_is() {
        for path in [
            "End games/my.db",
            r"Board C:\games\x",
            "Start 15.db",
            "Info about my.db",
        ] {
            let (session, said, _) = talk(&format!("YXSETDATABASE|{path}|ABOUT|7,7"));
            assert_eq!(said.len(), 3, "{path}: {said:?}");
            assert!(session.open.is_none() && said[2].starts_with("UNKNOWN"));
        }
        // Only one line is a path.
        let mut session = talk("YXSETDATABASE|End games/my.db").0;
        assert!(session.apply("End games/my.db").end);
    }

    #[test]
    fn what_is_not_supported_takes_its_lines_with_it() {
        let lines =
            "yxsetdatabase|a/b.db|yxquerydatabaseallt|7,7|done|yxblockpath 1,1 done|yxhashdump|x";
        let (_, said, _) = talk(&format!(
            "YXSHOWINFO|{lines}|yxsoosorvstep2|7,7|8,8|done|yxsoosorvstep1"
        ));
        let soosorv = "ERROR Soosorv-8 is not supported: choose another opening rule";
        assert_eq!(
            said[3..],
            [
                "MESSAGE YXSETDATABASE is not supported",
                "MESSAGE YXBLOCKPATH is not supported",
                "MESSAGE YXHASHDUMP is not supported",
                soosorv,
                soosorv,
            ]
        );
        let (_, said, _) = talk(lines);
        assert_eq!(said.len(), 4);
        assert!(
            said.iter()
                .all(|line| line.starts_with("UNKNOWN command: YX")),
            "{said:?}"
        );
        // A command ends what was open.
        let (_, said, _) = talk("yxsetdatabase|START 15|yxedittextdatabase \"a|b\"|7,7|START 15");
        assert_eq!(said[1..], ["OK", "OK"]);
    }
}
