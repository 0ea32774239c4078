//! One refereed game between two brains.

use super::engine_process::{BrainCommand, EngineProcess, Fault};
use super::league::League;
use crate::board::{ByColor, Color, Point, point_name};
use crate::record::{PsqGame, PsqMove};
use crate::rule::{Game, Illegal, Outcome};
use std::fmt;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// How long a brain may take for `START`.
const START_LIMIT: Duration = Duration::from_secs(10);
/// A move without any time limit must still come.
const PATIENCE: Duration = Duration::from_secs(120);

/// What both brains are told of time, memory and effort. Times in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For a turn; `None` is not sent.
    pub turn_ms: Option<u64>,
    /// For a game; `None` is not sent.
    pub match_ms: Option<u64>,
    /// Moves searched a turn.
    pub nodes: Option<u64>,
    /// Iterations a turn.
    pub depth: Option<u32>,
    /// Bytes.
    pub max_memory: u64,
    /// How late a move may come before the game is lost by it.
    pub margin_ms: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By a winning five.
    Five,
    /// By the end rule: a full board, or 25 points left under renju.
    Draw,
    /// By a move that came too late.
    OutOfTime,
    /// By a point that is taken or off the board.
    IllegalMove,
    /// By a forbidden point.
    ForbiddenMove,
    /// By a process that died, said nothing, or said what is no move.
    Broken(String),
}

impl EndReason {
    /// Whether a brain did wrong.
    pub fn is_forfeit(&self) -> bool {
        !matches!(self, EndReason::Five | EndReason::Draw)
    }

    /// The end code of a game record.
    fn code(&self) -> i32 {
        match self {
            EndReason::Five | EndReason::Draw => 0,
            EndReason::ForbiddenMove => 1,
            EndReason::OutOfTime => 2,
            EndReason::IllegalMove => 3,
            EndReason::Broken(_) => 4,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Five => f.write_str("five"),
            EndReason::Draw => f.write_str("draw"),
            EndReason::OutOfTime => f.write_str("out of time"),
            EndReason::IllegalMove => f.write_str("illegal move"),
            EndReason::ForbiddenMove => f.write_str("forbidden move"),
            EndReason::Broken(how) => write!(f, "broken: {how}"),
        }
    }
}

/// The time that a brain's moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeUse {
    /// Moves.
    pub moves: u64,
    /// The longest by which a move passed its limit.
    pub worst_overrun: Duration,
    /// Moves under a turn limit that were neither played without a search nor proven.
    pub free_moves: u64,
    /// The share of the turn limit that those took, summed up.
    pub free_share: f64,
}

impl TimeUse {
    /// Adds another's.
    pub fn add(&mut self, other: &TimeUse) {
        self.moves += other.moves;
        self.worst_overrun = self.worst_overrun.max(other.worst_overrun);
        self.free_moves += other.free_moves;
        self.free_share += other.free_share;
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Who won.
    pub winner: Option<Color>,
    /// How.
    pub reason: EndReason,
    /// The moves and who played.
    pub record: PsqGame,
    /// The time that each color's moves took.
    pub time: ByColor<TimeUse>,
}

struct Seat {
    process: EngineProcess,
    left_ms: Option<i64>,
    knows_position: bool,
    time: TimeUse,
}

/// Plays an opening on with two brains, freshly started in `directory`.
pub fn play_game(
    league: &League,
    opening: &[Point],
    brains: ByColor<&BrainCommand>,
    control: &TimeControl,
    directory: &Path,
) -> FinishedGame {
    let mut game = Game::new(league.rule, league.size);
    let mut moves: Vec<PsqMove> = Vec::new();
    for &point in opening {
        if game.play(point).is_ok() {
            moves.push(PsqMove { point, ms: 0 });
        }
    }
    let mut time = ByColor::both(TimeUse::default());
    let (winner, reason) = match seats(league, brains, control, directory) {
        Err((color, fault)) => (Some(!color), EndReason::Broken(fault.to_string())),
        Ok(mut seats) => {
            let end = play_out(&mut game, &mut moves, &mut seats, control);
            time = ByColor {
                black: seats.black.time,
                white: seats.white.time,
            };
            seats.black.process.end();
            seats.white.process.end();
            end
        }
    };
    let names = [brains.black.name.clone(), brains.white.name.clone()];
    let record = PsqGame {
        size: league.size,
        moves,
        names,
        end_code: reason.code(),
    };
    FinishedGame {
        winner,
        reason,
        record,
        time,
    }
}

fn seats(
    league: &League,
    brains: ByColor<&BrainCommand>,
    control: &TimeControl,
    directory: &Path,
) -> Result<ByColor<Seat>, (Color, Fault)> {
    let seat = |color: Color| {
        let start = || {
            let mut process = EngineProcess::start(brains[color], directory)?;
            process.send(&format!("START {}\n", league.size.side()))?;
            let answer = process.answer(START_LIMIT)?;
            if !answer.text.eq_ignore_ascii_case("OK") {
                return Err(Fault::Start(format!(
                    "START was answered by '{}'",
                    answer.text
                )));
            }
            process.send(&infos(league, control))?;
            let left_ms = control.match_ms.map(|ms| ms as i64);
            Ok(Seat {
                process,
                left_ms,
                knows_position: false,
                time: TimeUse::default(),
            })
        };
        start().map_err(|fault| (color, fault))
    };
    Ok(ByColor {
        black: seat(Color::Black)?,
        white: seat(Color::White)?,
    })
}

fn infos(league: &League, control: &TimeControl) -> String {
    let mut text = format!("INFO rule {}\nINFO game_type 1\n", league.rule.code());
    let mut info = |key: &str, value: Option<u64>| {
        if let Some(value) = value {
            let _ = writeln!(text, "INFO {key} {value}");
        }
    };
    info("timeout_turn", control.turn_ms);
    info("timeout_match", control.match_ms);
    info("max_memory", Some(control.max_memory));
    info("max_node", control.nodes);
    info("max_depth", control.depth.map(u64::from));
    text
}

fn play_out(
    game: &mut Game,
    moves: &mut Vec<PsqMove>,
    seats: &mut ByColor<Seat>,
    control: &TimeControl,
) -> (Option<Color>, EndReason) {
    loop {
        let color = game.turn();
        let lost = |reason| (Some(!color), reason);
        let turn = match ask(game, &mut seats[color], control) {
            Ok(turn) => turn,
            Err(reason) => return lost(reason),
        };
        moves.push(turn);
        match game.play(turn.point) {
            Ok(None) => {}
            Ok(Some(Outcome::Win(winner))) => return (Some(winner), EndReason::Five),
            Ok(Some(Outcome::Draw)) => return (None, EndReason::Draw),
            Err(Illegal::Forbidden(_)) => return lost(EndReason::ForbiddenMove),
            Err(_) => return lost(EndReason::IllegalMove),
        }
    }
}

/// Asks for a move and watches the clocks.
fn ask(game: &Game, seat: &mut Seat, control: &TimeControl) -> Result<PsqMove, EndReason> {
    let broken = |fault: Fault| EndReason::Broken(fault.to_string());
    let limits = [control.turn_ms.map(|ms| ms as i64), seat.left_ms];
    let limit_ms = limits.into_iter().flatten().min();
    let limit = limit_ms.map(|ms| Duration::from_millis(ms.max(0) as u64));
    // The margin is granted once to a match clock, not anew to every move.
    let margin_ms = control.margin_ms as i64;
    let with_margin = |ms: i64| Duration::from_millis((ms + margin_ms).max(0) as u64);
    let deadline = limit_ms.map_or(PATIENCE, with_margin);
    seat.process.send(&question(game, seat)).map_err(broken)?;
    seat.knows_position = true;
    let answer = match seat.process.answer(deadline + Duration::from_millis(50)) {
        Err(Fault::Silent) => {
            count_time(&mut seat.time, &None, deadline, limit, control);
            return Err(EndReason::OutOfTime);
        }
        other => other.map_err(broken)?,
    };
    let ms = answer.elapsed.as_millis() as i64;
    seat.left_ms = seat.left_ms.map(|left| left - ms);
    count_time(
        &mut seat.time,
        &answer.thought,
        answer.elapsed,
        limit,
        control,
    );
    if answer.elapsed > deadline {
        return Err(EndReason::OutOfTime);
    }
    let said = || EndReason::Broken(format!("'{}' is no move", answer.text));
    let (x, y) = answer.text.split_once(',').ok_or_else(said)?;
    let (x, y) = (x.trim().parse::<i64>(), y.trim().parse::<i64>());
    let (Ok(x), Ok(y)) = (x, y) else {
        return Err(said());
    };
    let point = game
        .board()
        .size()
        .point(x, y)
        .ok_or(EndReason::IllegalMove)?;
    Ok(PsqMove {
        point,
        ms: ms as u64,
    })
}

fn question(game: &Game, seat: &Seat) -> String {
    let board = game.board();
    let left = seat.left_ms.unwrap_or(i32::MAX as i64).max(0);
    let mut text = format!("INFO time_left {left}\n");
    let _ = match (board.history(), seat.knows_position) {
        ([], _) => writeln!(text, "BEGIN"),
        (&[.., (last, _)], true) => writeln!(text, "TURN {last}"),
        (stones, false) => {
            text.push_str("BOARD\n");
            for &(point, color) in stones {
                let field = if color == game.turn() { 1 } else { 2 };
                let _ = writeln!(text, "{point},{field}");
            }
            writeln!(text, "DONE")
        }
    };
    text
}

fn count_time(
    time: &mut TimeUse,
    thought: &Option<String>,
    elapsed: Duration,
    limit: Option<Duration>,
    control: &TimeControl,
) {
    time.moves += 1;
    let Some(limit) = limit else { return };
    time.worst_overrun = time.worst_overrun.max(elapsed.saturating_sub(limit));
    let is_free = thought
        .as_ref()
        .is_some_and(|line| !line.contains("ev +M") && !line.contains("ev -M"));
    if is_free
        && control
            .turn_ms
            .is_some_and(|turn| Duration::from_millis(turn) == limit)
    {
        time.free_moves += 1;
        time.free_share += elapsed.as_secs_f64() / limit.as_secs_f64().max(1e-9);
    }
}

impl FinishedGame {
    /// The moves as `h8 i9 ..`.
    pub fn moves(&self) -> String {
        let name = |m: &PsqMove| point_name(m.point, self.record.size);
        self.record
            .moves
            .iter()
            .map(name)
            .collect::<Vec<_>>()
            .join(" ")
    }
}
