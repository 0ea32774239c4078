//! One refereed game between two brains.

use super::adjudicate::Adjudicator;
use super::end_reason::EndReason;
use super::engine_process::EngineProcess;
use super::game_record::{GameRecord, GameResult, Side};
use super::plan::{Beginning, Manners, Plan};
use super::schedule::Pairing;
use super::seat::{House, Seat, Stop, Turn};
use super::thought::Thought;
use crate::board::{Color, point_name};
use crate::rule::{EndRule, Game, Illegal, Outcome, Swap2, Swap2Answer};
use std::collections::HashMap;
use std::io;
use std::time::Duration;

/// Processes that play more than one game, by the number of their engine.
pub type Kept = HashMap<usize, EngineProcess>;

/// Why there is no result.
#[derive(Debug)]
pub enum Unfinished {
    /// The run was stopped.
    Interrupted,
    /// An engine's program cannot be started.
    NotStarted(usize, io::Error),
}

/// What is known of a move but its point.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    elapsed: Duration,
    thought: Thought,
}

/// A game in progress.
struct Table<'a> {
    game: Game,
    seats: [Seat<'a>; 2],
    /// Which seat plays black.
    black: usize,
    moves: Vec<PlayedMove>,
    adjudicator: Adjudicator,
    /// From one question to the next, to see what the runner itself costs.
    rounds: Vec<Duration>,
}

/// How a game ended: the winning seat, the reason, and what there is to say about it.
type End = (Option<usize>, EndReason, String);

/// Plays a game.
///
/// # Errors
/// [`Unfinished`] if it has no result and must not count.
pub fn play_game(
    pairing: &Pairing,
    plan: &Plan,
    house: &House,
    kept: &mut Kept,
) -> Result<GameRecord, Unfinished> {
    let engines = [pairing.engines.black, pairing.engines.white];
    let end_rule = match plan.manners {
        Manners::Piskvork => EndRule::Piskvork,
        Manners::Plain | Manners::Gomocup => EndRule::Judge,
    };
    let mut game = Game::with_end_rule(pairing.league.rule, pairing.league.size, end_rule);
    let opening = pairing
        .opening
        .iter()
        .take_while(|&&point| game.play(point).is_ok())
        .count();
    let mut record = GameRecord::new(pairing, plan, opening);
    let mut seats = Vec::with_capacity(2);
    for seat in 0..2 {
        let engine = &plan.engines[engines[seat]];
        match Seat::take(engine, &pairing.league, house, kept.remove(&engines[seat])) {
            Ok(taken) => seats.push(taken),
            Err(Stop::Fault(reason, detail)) => {
                record.finish(&game, 0, (Some(1 - seat), reason, detail));
                // The other one may well play the next game.
                for (seat, taken) in seats.into_iter().enumerate() {
                    keep(kept, engines[seat], taken.leave().1);
                }
                return Ok(record);
            }
            Err(stop) => return Err(unfinished(stop, engines[seat])),
        }
    }
    let Ok(seats) = <[Seat; 2]>::try_from(seats) else {
        unreachable!("two seats were taken");
    };
    let mut table = Table {
        game,
        seats,
        black: 0,
        moves: Vec::new(),
        adjudicator: Adjudicator::new(plan.adjudication),
        rounds: Vec::new(),
    };
    let end = table
        .play(plan.beginning)
        .map_err(|stop| unfinished(stop, engines[0]))?;
    let faulty = end
        .1
        .is_fault()
        .then(|| end.0.map(|winner| 1 - winner))
        .flatten();
    let black = table.black;
    record.finish(&table.game, black, end);
    for played in &table.moves {
        record.us.push(played.elapsed.as_micros() as u64);
        record.scores.push(played.thought.score);
        record.nodes.push(played.thought.nodes);
        record.depths.push(played.thought.depth);
    }
    record.rounds = table.rounds;
    for (seat, taken) in table.seats.into_iter().enumerate() {
        let side = record.side_mut(if seat == black {
            Color::Black
        } else {
            Color::White
        });
        side.time = taken.time;
        // After a fault nothing is asked of a brain any more: it may hang.
        if faulty == Some(seat) {
            side.warnings = taken.dismiss();
        } else {
            let (warnings, process) = taken.leave();
            side.warnings = warnings;
            keep(kept, engines[seat], process);
        }
    }
    Ok(record)
}

fn keep(kept: &mut Kept, engine: usize, process: Option<EngineProcess>) {
    if let Some(process) = process {
        kept.insert(engine, process);
    }
}

fn unfinished(stop: Stop, engine: usize) -> Unfinished {
    match stop {
        Stop::NotStarted(error) => Unfinished::NotStarted(engine, error),
        Stop::Interrupted => Unfinished::Interrupted,
        Stop::Fault(..) => unreachable!("a fault ends a game"),
    }
}

impl Table<'_> {
    /// Plays to the end, which a fault is, too.
    fn play(&mut self, beginning: Beginning) -> Result<End, Stop> {
        if beginning == Beginning::Swap2
            && let Some(end) = self.swap2()?
        {
            return Ok(end);
        }
        loop {
            let color = self.game.turn();
            let seat = self.seat_of(color);
            let turn = self.seats[seat].ask_move(self.game.board(), color);
            let asked = self.seats[seat].asked();
            let turn = match turn {
                Ok(turn) => turn,
                Err(Stop::Fault(reason, detail)) => return Ok((Some(1 - seat), reason, detail)),
                Err(stop) => return Err(stop),
            };
            if let Some(end) = self.put(seat, color, &turn) {
                return Ok(end);
            }
            self.rounds.push(asked.elapsed());
        }
    }

    fn seat_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// Puts a stone where a brain said, and says whether that ended the game.
    fn put(&mut self, seat: usize, color: Color, turn: &Turn) -> Option<End> {
        let point = match turn.point(self.game.board()) {
            Ok(point) => point,
            Err(Stop::Fault(reason, detail)) => return Some((Some(1 - seat), reason, detail)),
            Err(_) => unreachable!("reading a point starts nothing"),
        };
        let outcome = match self.game.play(point) {
            Ok(outcome) => outcome,
            Err(illegal) => return Some((Some(1 - seat), reason_of(illegal), point.to_string())),
        };
        self.moves.push(PlayedMove {
            elapsed: turn.elapsed,
            thought: turn.thought,
        });
        match outcome {
            Some(Outcome::Win(color)) => {
                return Some((Some(self.seat_of(color)), EndReason::Five, String::new()));
            }
            Some(Outcome::Draw) => return Some((None, EndReason::FullBoard, String::new())),
            None => {}
        }
        let stones = self.game.board().stones();
        let (winner, reason) = self.adjudicator.watch(color, turn.thought.score, stones)?;
        Some((
            winner.map(|color| self.seat_of(color)),
            reason,
            String::new(),
        ))
    }

    /// The first seat opens. Afterwards the board has three to six stones and colors are settled.
    fn swap2(&mut self) -> Result<Option<End>, Stop> {
        let mut seat = 0;
        while let Ok(step) = Swap2::with_stones(self.game.board().stones()) {
            let (answer, turn) = match self.seats[seat].ask_swap2(self.game.board()) {
                Ok(answer) => answer,
                Err(Stop::Fault(reason, detail)) => {
                    return Ok(Some((Some(1 - seat), reason, detail)));
                }
                Err(stop) => return Err(stop),
            };
            match &answer {
                Swap2Answer::Swap => {
                    self.black = seat;
                    return Ok(None);
                }
                Swap2Answer::Stones(points) => {
                    for &point in points {
                        if let Err(illegal) = self.game.play(point) {
                            let detail = point.to_string();
                            return Ok(Some((Some(1 - seat), reason_of(illegal), detail)));
                        }
                        self.moves.push(PlayedMove {
                            elapsed: turn.elapsed / points.len() as u32,
                            thought: Thought::default(),
                        });
                    }
                }
            }
            // Who puts one stone stays white.
            let stays = step.answer(&answer) == Ok(None);
            self.black = if stays { 1 - seat } else { self.black };
            if stays {
                return Ok(None);
            }
            seat = 1 - seat;
        }
        Ok(None)
    }
}

fn reason_of(illegal: Illegal) -> EndReason {
    match illegal {
        Illegal::Forbidden(_) => EndReason::Forbidden,
        Illegal::OffBoard => EndReason::OffBoard,
        Illegal::Occupied => EndReason::Occupied,
        Illegal::Over => unreachable!("no one is asked when the game is over"),
    }
}

impl GameRecord {
    fn new(pairing: &Pairing, plan: &Plan, opening: usize) -> GameRecord {
        let side = |engine: usize| Side::new(engine, &plan.engines[engine].name);
        GameRecord {
            game: pairing.number,
            league: pairing.league.name.clone(),
            rule: pairing.league.rule.code(),
            size: pairing.league.size.side(),
            black: side(pairing.engines.black),
            white: side(pairing.engines.white),
            result: GameResult::Draw,
            reason: EndReason::FullBoard,
            detail: String::new(),
            opening,
            moves: String::new(),
            us: vec![],
            scores: vec![],
            nodes: vec![],
            depths: vec![],
            rounds: vec![],
        }
    }

    /// Fills in what came of the game. Seats and colors agree unless swap2 changed them.
    fn finish(&mut self, game: &Game, black: usize, (winner, reason, detail): End) {
        if black == 1 {
            std::mem::swap(&mut self.black, &mut self.white);
        }
        let size = game.board().size();
        let stones = game.board().history().iter();
        let names: Vec<String> = stones.map(|&(point, _)| point_name(point, size)).collect();
        self.moves = names.join(" ");
        self.result = match winner {
            None => GameResult::Draw,
            Some(seat) if seat == black => GameResult::BlackWins,
            Some(_) => GameResult::WhiteWins,
        };
        self.reason = reason;
        self.detail = detail;
    }
}
