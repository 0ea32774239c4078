//! The state of a conversation: settings, the game, a block that is being read.
//!
//! Pure: a line in, replies or a task out. A line that cannot be obeyed leaves the state as it was.

use super::command::{Block, Command, parse_fields, parse_xy};
use super::reply::Reply;
use super::settings::Settings;
use crate::board::{Board, Color, Point, Size};
use crate::position::{Position, Setup};
use crate::rule::{Rule, Swap2, forbidden_points};
use crate::time::Limits;

/// The lines of a block that are kept, and the characters of each.
const MOST_BLOCK_LINES: usize = 4096;
const LONGEST_BLOCK_LINE: usize = 64;

/// Whose stone it is, as a manager tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Brain,
    Opponent,
}

impl std::ops::Not for Owner {
    type Output = Owner;

    fn not(self) -> Owner {
        match self {
            Owner::Brain => Owner::Opponent,
            Owner::Opponent => Owner::Brain,
        }
    }
}

#[derive(Clone, Debug)]
struct Table {
    size: Size,
    /// Who has black: the owner of the first stone.
    black: Option<Owner>,
    stones: Vec<(Point, Owner)>,
    blocked: Vec<Point>,
    used_ms: u64,
}

impl Table {
    fn new(size: Size) -> Table {
        Table {
            size,
            black: None,
            stones: Vec::new(),
            blocked: Vec::new(),
            used_ms: 0,
        }
    }

    fn is_taken(&self, point: Point) -> bool {
        self.blocked.contains(&point) || self.stones.iter().any(|&(taken, _)| taken == point)
    }

    fn is_full(&self) -> bool {
        self.stones.len() + self.blocked.len() >= self.size.area()
    }

    fn put(&mut self, point: Point, owner: Owner) {
        self.black.get_or_insert(owner);
        self.stones.push((point, owner));
    }

    /// Takes a stone off; whether one stood there.
    fn take(&mut self, point: Point) -> bool {
        let index = self.stones.iter().rposition(|&(stone, _)| stone == point);
        if let Some(index) = index {
            self.stones.remove(index);
        }
        if self.stones.is_empty() {
            self.black = None;
        }
        index.is_some()
    }

    /// All stones change their owners: the brain took the other color.
    fn exchange_colors(&mut self) {
        self.black = self.black.map(|black| !black);
        for (_, owner) in &mut self.stones {
            *owner = !*owner;
        }
    }

    fn color(&self, owner: Owner) -> Color {
        if self.black.is_none_or(|black| black == owner) {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// Something to think about.
#[derive(Clone)]
pub struct Task {
    /// What stands; the brain is to move.
    pub position: Position,
    /// What the manager allows.
    pub limits: Limits,
    /// The step of swap2, if that is what is asked.
    pub swap2: Option<Swap2>,
}

/// What a line led to.
#[derive(Default)]
pub struct Step {
    /// To be written at once.
    pub replies: Vec<Reply>,
    /// To be thought about; [`Session::answer`] takes the result.
    pub task: Option<Task>,
    /// Everything learned in the game before is to be forgotten.
    pub new_game: bool,
    /// The search, if there is one, is to end now.
    pub stop: bool,
    /// The conversation is over.
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

    fn error(why: &str) -> Step {
        Reply::Error(why.into()).into()
    }
}

/// The conversation.
#[derive(Default)]
pub struct Session {
    settings: Settings,
    table: Option<Table>,
    block: Option<(Block, Vec<String>)>,
}

impl Session {
    /// The board's size, once a game was started.
    pub fn size(&self) -> Option<Size> {
        self.table.as_ref().map(|table| table.size)
    }

    /// The memory limit in bytes; 0 where none was set.
    pub fn max_memory(&self) -> u64 {
        self.settings.max_memory()
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.settings.rule()
    }

    /// The limits of a turn that begins now.
    pub fn limits(&self) -> Limits {
        self.settings.limits(self.used_ms())
    }

    /// The time that the brain used of the match, as far as we counted.
    fn used_ms(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.used_ms)
    }

    /// An empty table on which the same match goes on.
    fn cleared_table(&self, size: Size) -> Table {
        let used_ms = self.used_ms();
        Table {
            used_ms,
            ..Table::new(size)
        }
    }

    /// Takes a line.
    pub fn apply(&mut self, line: &str) -> Step {
        let Some(command) = Command::parse(line) else {
            return Step::silent();
        };
        match (self.block.take(), command) {
            (None, command) => self.obey(command),
            (Some((block, lines)), Command::Unknown(word)) if word.eq_ignore_ascii_case("done") => {
                self.finish_block(block, &lines)
            }
            (Some((block, mut lines)), Command::Unknown(_)) => {
                // No stone needs so long a line, no board so many.
                if lines.len() < MOST_BLOCK_LINES {
                    lines.push(line.chars().take(LONGEST_BLOCK_LINE).collect());
                }
                self.block = Some((block, lines));
                Step::silent()
            }
            (Some(block), Command::Info(key, value)) => {
                self.block = Some(block);
                self.set_info(&key, &value)
            }
            (Some(block), command @ (Command::Stop | Command::About)) => {
                self.block = Some(block);
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
                let square = parse_xy(&sides).filter(|(w, h)| w == h);
                self.start(square.and_then(|(w, _)| read_size(w)))
            }
            Command::Restart => self.start(self.size()),
            Command::Begin => self.begin(),
            Command::Turn(xy) => self.turn(&xy),
            Command::Block(block) => {
                self.block = Some((block, Vec::new()));
                Step::silent()
            }
            Command::TakeBack(xy) => self.take_back(&xy),
            Command::Play(xy) => self.play(&xy),
            Command::Info(key, value) => self.set_info(&key, &value),
            Command::End => Step {
                end: true,
                ..Step::default()
            },
            Command::About => Reply::About.into(),
            Command::Stop => Step {
                stop: true,
                ..Step::default()
            },
            Command::ShowInfo => self.show_info(),
            Command::ShowForbidden => self.show_forbidden(),
            Command::ClearHash => Step {
                new_game: true,
                ..Step::default()
            },
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
            Some(_) => self.think(None),
        }
    }

    fn turn(&mut self, xy: &str) -> Step {
        match self.put(xy, Owner::Opponent) {
            Ok(_) => self.think(None),
            Err(why) => Step::error(why),
        }
    }

    fn play(&mut self, xy: &str) -> Step {
        match self.put(xy, Owner::Brain) {
            Ok(point) => Reply::Stones(vec![point]).into(),
            Err(why) => Step::error(why),
        }
    }

    fn put(&mut self, xy: &str, owner: Owner) -> Result<Point, &'static str> {
        let table = self.table.as_mut().ok_or("START first")?;
        let (x, y) = parse_xy(xy).ok_or("coordinates are x,y")?;
        let point = table.size.point(x, y).ok_or("off the board")?;
        if table.is_taken(point) {
            return Err("the point is taken");
        }
        table.put(point, owner);
        Ok(point)
    }

    fn take_back(&mut self, xy: &str) -> Step {
        let Some(table) = &mut self.table else {
            return Step::error("START first");
        };
        let point = parse_xy(xy).and_then(|(x, y)| table.size.point(x, y));
        match point {
            Some(point) if table.take(point) => Reply::Ok.into(),
            _ => Step::error("no stone there"),
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
            "INFO MAX_THREAD_NUM 1".into(),
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

    fn finish_block(&mut self, block: Block, lines: &[String]) -> Step {
        let Some(size) = self.size() else {
            return Step::error("START first");
        };
        if block == Block::Swap2 {
            return self.swap2(size, lines);
        }
        let mut table = self.cleared_table(size);
        for line in lines {
            let Some(&[x, y, field]) = parse_fields(line).as_deref() else {
                continue;
            };
            let Some(point) = size.point(x, y).filter(|&point| !table.is_taken(point)) else {
                continue;
            };
            match field {
                1 => table.put(point, Owner::Brain),
                2 => table.put(point, Owner::Opponent),
                3 => table.blocked.push(point),
                _ => {}
            }
        }
        self.table = Some(table);
        if block == Block::QuietBoard {
            Step::silent()
        } else {
            self.think(None)
        }
    }

    fn swap2(&mut self, size: Size, lines: &[String]) -> Step {
        let mut table = self.cleared_table(size);
        for line in lines {
            let point = parse_xy(line).and_then(|(x, y)| size.point(x, y));
            match point.filter(|&point| !table.is_taken(point)) {
                // Black, white, black, ..: the brain is white, to move, until it swaps.
                Some(point) if table.stones.len().is_multiple_of(2) => {
                    table.put(point, Owner::Opponent);
                }
                Some(point) => table.put(point, Owner::Brain),
                None => return Step::error("swap2 stones are different points x,y of the board"),
            }
        }
        match Swap2::with_stones(table.stones.len()) {
            Err(error) => Step::error(&error.to_string()),
            Ok(step) => {
                self.table = Some(table);
                self.think(Some(step))
            }
        }
    }

    /// Hands the position over for thinking.
    fn think(&mut self, swap2: Option<Swap2>) -> Step {
        let Some(table) = &self.table else {
            return Step::error("START first");
        };
        if table.is_full() {
            return Step::error("the board is full");
        }
        let setup = Setup {
            rule: self.rule(),
            size: table.size,
            stones: table
                .stones
                .iter()
                .map(|&(point, owner)| (point, table.color(owner)))
                .collect(),
            blocked: table.blocked.clone(),
            turn: table.color(Owner::Brain),
        };
        match Position::from_setup(&setup) {
            Err(error) => Step::error(&error.to_string()),
            Ok(position) => {
                let task = Task {
                    position,
                    limits: self.limits(),
                    swap2,
                };
                Step {
                    task: Some(task),
                    ..Step::default()
                }
            }
        }
    }

    /// Takes the answer to a task, which took `elapsed_ms`, and returns the reply to write.
    pub fn answer(&mut self, reply: Reply, elapsed_ms: u64) -> Reply {
        if let Some(table) = &mut self.table {
            table.used_ms += elapsed_ms;
            if reply == Reply::Swap {
                table.exchange_colors();
            }
            // What follows a swap2 answer is told by BOARD, so only a plain move is kept.
            if let Reply::Stones(points) = &reply
                && let [point] = points[..]
            {
                table.put(point, Owner::Brain);
            }
        }
        reply
    }

    /// Sets a key while the brain thinks; the limits that the turn has now.
    pub fn set_time_while_thinking(&mut self, key: &str, value: &str) -> Limits {
        self.settings.set(key, value);
        self.limits()
    }
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
    fn a_board_replaces_the_position_and_junk_is_ignored() {
        let block = "START 15|BOARD|7,7,1|8,8,2|7,7,2|99,0,1|1,1,9|2,2|x|3,3,3| 4 , 4 , 2 |done";
        let (session, said, task) = talk(block);
        let board = task.unwrap().position.board().clone();
        assert_eq!((board.stones(), board.blocked_points().count()), (3, 1));
        assert_eq!(said, ["OK"]);
        assert_eq!(session.table.unwrap().color(Owner::Brain), Color::Black);
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
            session.answer(Reply::Swap, 7);
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
}
