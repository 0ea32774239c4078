//! The dialogue of a game: what is typed, and what is answered.

use super::clock::RunningClock;
use super::commands::{Command, HELP, parse};
use super::picture::picture;
use super::remarks::end_text;
use super::saved_game::SavedGame;
use super::settings::GameSettings;
use super::table::{GameEnd, OpeningError, Side, Table};
use crate::analysis::answer_text::counted;
use crate::analysis::dialogue::{Dialogue, DialogueAnswer};
use crate::analysis::questions::{Consultant, Interrupter};
use crate::board::{Color, Point, point_name, point_names};
use crate::rule::{Swap2, Swap2Answer, forbidden_points};
use crate::time::Clock;
use std::io;
use std::path::Path;

/// A game between people and the engine, or of two people.
pub struct GameDialogue {
    pub(super) settings: GameSettings,
    pub(super) table: Table,
    pub(super) clock: Option<RunningClock>,
    /// Runs while a side decides.
    turn: Clock,
    pub(super) consultant: Consultant,
    saved: SavedGame,
    is_saved: bool,
    /// The engine's last move, and what chose it.
    pub(super) choice: Option<(String, &'static str)>,
}

impl GameDialogue {
    /// Sits down at the table.
    ///
    /// # Errors
    /// If a move is illegal, with its number from 1 in the text.
    pub fn start(settings: GameSettings) -> io::Result<GameDialogue> {
        let mut table = Table::new(settings.rule, settings.size, settings.seats, settings.swap2);
        for (index, &point) in settings.moves.iter().enumerate() {
            table.play(point).map_err(|why| {
                let name = point_name(point, settings.size);
                let text = format!("move {}, {name}: {why}", index + 1);
                io::Error::new(io::ErrorKind::InvalidData, text)
            })?;
        }
        Ok(GameDialogue {
            consultant: Consultant::new(settings.max_memory),
            clock: settings.clock.map(RunningClock::new),
            turn: Clock::start(),
            saved: SavedGame::default(),
            is_saved: true,
            choice: None,
            table,
            settings,
        })
    }

    /// What makes the engine move at once, from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.consultant.interrupter()
    }

    fn obey(&mut self, command: Command) -> String {
        match command {
            Command::Nothing => String::new(),
            Command::Help => HELP.into(),
            Command::Board => self.picture(),
            Command::Moves => point_names(&self.table.moves(), self.table.size()) + "\n",
            Command::Points(points) => self.put(points),
            Command::Black => self.put_swap2(&Swap2Answer::Swap),
            Command::Hint => self.hint(),
            Command::Why => self.why(),
            Command::Undo => self.undo(),
            Command::Exchange => self.exchange(),
            Command::Forbidden => self.forbidden(),
            Command::Level(level) => {
                self.settings.level = level;
                format!("tengen plays at level {level}\n")
            }
            Command::Time { ms } => {
                (self.settings.time_ms, self.settings.nodes) = (Some(ms), None);
                format!("tengen takes {} a move\n", seconds(ms))
            }
            Command::Save(path) => self.save(&path),
            Command::New => self.begin_again(),
            Command::Resign => self.resign(),
            Command::Quit => String::new(),
        }
    }

    /// A person's stones: a move, or an answer to swap2.
    fn put(&mut self, points: Vec<Point>) -> String {
        if self.table.opening().is_some() {
            return self.put_swap2(&Swap2Answer::Stones(points));
        }
        let [point] = points[..] else {
            return "one point is expected\n".into();
        };
        let color = self.table.game().turn();
        if let Err(why) = self.table.play(point) {
            return format!("{}: {why}\n", self.named(point));
        }
        self.add_increment(color);
        let text = match self.table.side() {
            Some(Side::Engine) => String::new(),
            _ => self.picture() + &self.end(),
        };
        self.kept(text)
    }

    fn put_swap2(&mut self, answer: &Swap2Answer) -> String {
        if self.table.opening().is_none() {
            return "black: there is no choice of swap2 now\n".into();
        }
        match self.table.answer_swap2(answer) {
            Ok(()) => {
                self.start_turn();
                self.kept(self.seats_text())
            }
            Err(OpeningError::Stone(point, why)) => format!("{}: {why}\n", self.named(point)),
            Err(error) => format!("{error}\n{}", self.question()),
        }
    }

    /// Begins the turn of the side that decides next; what was before costs nobody time.
    pub(super) fn start_turn(&mut self) {
        self.turn = Clock::start();
    }

    /// Takes the time since the turn began, or since this was last called, off a color's clock, which may end the game.
    pub(super) fn spend_time(&mut self, color: Color) {
        let used_ms = self.turn.elapsed_ms();
        self.turn = Clock::start();
        let clock = self.clock.as_mut();
        if !clock.is_none_or(|clock| clock.spend(color, used_ms)) {
            self.table.finish(GameEnd::Time(!color));
        }
    }

    pub(super) fn add_increment(&mut self, color: Color) {
        if let Some(clock) = &mut self.clock {
            clock.add(color);
        }
    }

    /// Whether the time of the person who is to move is over by now.
    fn time_runs_out(&mut self) -> bool {
        let is_played = self.table.side() == Some(Side::Person) && self.table.is_in_play();
        if is_played {
            self.spend_time(self.table.game().turn());
        }
        is_played && self.table.end().is_some()
    }

    fn undo(&mut self) -> String {
        if self.table.take_resignation_back() {
            return self.kept("the game goes on\n".into());
        }
        if let Some(GameEnd::Time(_)) = self.table.end() {
            return self.end();
        }
        match self.table.undo() {
            0 if self.table.opening().is_some() => "stones of swap2 stay where they are\n".into(),
            0 => "there is no move of yours to take back\n".into(),
            count => {
                (self.turn, self.choice) = (Clock::start(), None);
                let moves = counted(count, "move", "moves");
                let text = format!("{moves} taken back\n{}", self.picture());
                self.kept(text)
            }
        }
    }

    fn exchange(&mut self) -> String {
        if !self.table.is_in_play() {
            return "colors are exchanged during a game only\n".into();
        }
        self.table.exchange();
        self.kept(self.seats_text())
    }

    fn resign(&mut self) -> String {
        if !self.table.is_in_play() {
            return "there is no game to resign\n".into();
        }
        let color = self.table.game().turn();
        self.table.finish(GameEnd::Resigned(!color));
        self.kept(self.end())
    }

    fn begin_again(&mut self) -> String {
        let mut text = self.unsaved();
        text += match self.settings.file.take() {
            Some(_) => "a new game; its file is kept by save FILE\n",
            None => "a new game\n",
        };
        let settings = &self.settings;
        let (seats, swap2) = (self.table.seats, settings.swap2);
        self.table = Table::new(settings.rule, settings.size, seats, swap2);
        self.clock = settings.clock.map(RunningClock::new);
        (self.turn, self.saved) = (Clock::start(), SavedGame::default());
        (self.is_saved, self.choice) = (true, None);
        text + &self.picture() + self.asked()
    }

    fn save(&mut self, path: &Path) -> String {
        match self.saved.save(path, &self.table, self.settings.level) {
            Ok(()) => {
                self.is_saved = true;
                format!("saved as {}\n", path.display())
            }
            Err(error) => format!("not saved: {error}\n"),
        }
    }

    /// Keeps the game in its file, if it has one, after a change. Returns the text, and what went wrong.
    pub(super) fn kept(&mut self, text: String) -> String {
        self.is_saved = false;
        let Some(path) = &self.settings.file else {
            return text;
        };
        match self.saved.save(path, &self.table, self.settings.level) {
            Ok(()) => {
                self.is_saved = true;
                text
            }
            Err(error) => format!("{text}not saved: {error}\n"),
        }
    }

    /// The result, once there is one.
    pub(super) fn end(&self) -> String {
        let moves = self.table.moves().len();
        let text = self.table.end().map(|end| end_text(end, moves));
        text.unwrap_or_default()
    }

    pub(super) fn picture(&self) -> String {
        let game = self.table.game();
        let has_fouls = game.rule().spec().has_fouls(game.turn()) && self.table.end().is_none();
        let forbidden: Vec<Point> = match has_fouls {
            true => forbidden_points(game.board())
                .into_iter()
                .map(|(point, _)| point)
                .collect(),
            false => Vec::new(),
        };
        picture(game.board(), &forbidden)
    }

    /// Who plays which color.
    pub(super) fn seats_text(&self) -> String {
        if self.table.opening().is_some() {
            return String::new();
        }
        match (
            self.table.seats.of(Color::Black),
            self.table.seats.of(Color::White),
        ) {
            (Side::Person, Side::Engine) => "you play black (X)\n".into(),
            (Side::Engine, Side::Person) => "you play white (O)\n".into(),
            _ => "you play both colors\n".into(),
        }
    }

    /// What a person is asked in swap2.
    pub(super) fn question(&self) -> &'static str {
        match self.table.opening() {
            None => "",
            Some(Swap2::PlaceThree) => {
                "swap2: put three stones, black, white and black: h8 i9 j10\n"
            }
            Some(Swap2::ChooseOfThree) => {
                "swap2: type black to take black, a point to play on as white, or two points to leave tengen the choice\n"
            }
            Some(Swap2::ChooseOfFive) => {
                "swap2: type black to take black, or a point to play on as white\n"
            }
        }
    }

    /// What a person is asked now.
    pub(super) fn asked(&self) -> &'static str {
        match self.table.side() {
            Some(Side::Person) => self.question(),
            _ => "",
        }
    }

    fn unsaved(&self) -> String {
        match self.is_saved || self.table.moves().is_empty() {
            true => String::new(),
            false => "the game was not saved\n".into(),
        }
    }

    fn named(&self, point: Point) -> String {
        point_name(point, self.table.size())
    }
}

impl Dialogue for GameDialogue {
    fn introduction(&self) -> String {
        let (rule, side) = (self.settings.rule, self.settings.size.side());
        let level = self.settings.level;
        let mut text = format!("{rule} on {side}x{side}, tengen at level {level}\n");
        text += &self.seats_text();
        text += "type a point such as h8, or help\n";
        text + &self.picture() + &self.end() + self.asked()
    }

    fn prompt(&self) -> String {
        let color = self.table.game().turn();
        let number = self.table.moves().len() + 1;
        match (&self.clock, self.table.opening(), self.table.end()) {
            (_, _, Some(_)) => "> ".into(),
            (_, Some(_), _) => "swap2 > ".into(),
            (None, _, _) => format!("{} {number} > ", color.name()),
            (Some(clock), _, _) => {
                let left = clock_text(clock.left_ms(color));
                format!("{} {number}, {left} > ", color.name())
            }
        }
    }

    fn answer(&mut self, line: &str) -> DialogueAnswer {
        if self.time_runs_out() {
            let text = self.end();
            return DialogueAnswer::Next(self.kept(text));
        }
        match parse(line, self.table.size()) {
            Ok(Command::Quit) => DialogueAnswer::End(self.unsaved()),
            Ok(command) => DialogueAnswer::Next(self.obey(command)),
            Err(error) => DialogueAnswer::Next(format!("{error}\n")),
        }
    }

    fn go_on(&mut self) -> Option<String> {
        (self.table.side() == Some(Side::Engine)).then(|| self.engine_turn())
    }
}

fn seconds(ms: u64) -> String {
    format!("{} s", ms as f64 / 1000.0)
}

/// Minutes and seconds; the last ten seconds with tenths.
fn clock_text(ms: u64) -> String {
    let seconds = ms / 1000;
    match ms {
        ..10_000 => format!("{seconds}.{} s", ms / 100 % 10),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}
