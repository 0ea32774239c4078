//! One refereed game between two brains.

use super::adjudicate::Adjudicator;
use super::dialogue::Dialogue;
use super::end_reason::{EndReason, Warning};
use super::engine_process::EngineProcess;
use super::game_record::{GameRecord, GameResult, Side};
use super::plan::{OpeningSource, Plan};
use super::player::{Player, Turn};
use super::run_context::{RunContext, Stop};
use super::schedule::Pairing;
use super::search_info::SearchInfo;
use crate::board::{Color, Point, point_names};
use crate::rule::{Game, Illegal, Outcome, Swap2, Swap2Answer};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::time::Duration;

/// Processes that play more than one game, by the number of their engine.
pub type KeptProcesses = HashMap<usize, EngineProcess>;

/// Why a game has no result.
#[derive(Debug)]
pub enum NoResult {
    /// The run was stopped.
    Interrupted,
    /// An engine's program cannot be started, and why.
    NotStarted(usize, String),
    /// The brain's folder cannot be made.
    NoFolder(io::Error),
}

/// Time and search information of a move.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    elapsed: Duration,
    info: SearchInfo,
}

/// A game in progress.
struct ActiveGame<'a> {
    game: Game,
    players: [Player<'a>; 2],
    /// Which player plays black.
    black: usize,
    moves: Vec<PlayedMove>,
    adjudicator: Adjudicator,
    /// From one question to the next, to see what the runner itself costs.
    rounds: Vec<Duration>,
}

/// How a game ended: the winning player, the reason, a detail for people.
type End = (Option<usize>, EndReason, String);

/// Plays one refereed game.
///
/// # Errors
/// [`NoResult`] if it has no result and must not count.
pub fn play_game(
    pairing: &Pairing,
    plan: &Plan,
    context: &RunContext,
    kept: &mut KeptProcesses,
) -> Result<GameRecord, NoResult> {
    let engines = [pairing.engines.black, pairing.engines.white];
    let (rule, size) = (pairing.league.rule, pairing.league.size);
    let mut game = Game::with_end_rule(rule, size, plan.manager.end_rule());
    for &point in &pairing.opening {
        if game.play(point) != Ok(None) {
            unreachable!("openings are played when they are read");
        }
    }
    let mut record = GameRecord::new(pairing, plan);
    let dialogue = context.recorder.begin(pairing.number, &record.title());
    let players = match start_players(pairing, plan, context, kept, dialogue.as_ref())? {
        Ok(players) => players,
        Err(end) => {
            record.finish(&game, 0, end);
            close(dialogue, &record);
            return Ok(record);
        }
    };
    let mut active = ActiveGame {
        game,
        players,
        black: 0,
        moves: Vec::new(),
        adjudicator: Adjudicator::new(plan.adjudication),
        rounds: Vec::new(),
    };
    let end = active.play(plan.opening_source);
    let end = end.map_err(|stop| no_result(stop, engines[0]))?;
    for (player, taken) in active.players.iter().enumerate() {
        if taken.has_spoken() {
            context.confirm(engines[player]);
        }
    }
    if let (Some(winner), EndReason::Died, words) = &end
        && context.is_unconfirmed(engines[1 - winner])
    {
        return Err(NoResult::NotStarted(engines[1 - winner], died_early(words)));
    }
    record.opening = active.game.board().stones() - active.moves.len();
    record.add_moves(&active);
    let black = active.black;
    // After a fault nothing is asked of a brain any more: it may hang.
    let faulty = end.0.filter(|_| end.1.is_fault()).map(|winner| 1 - winner);
    record.finish(&active.game, black, end);
    for (player, taken) in active.players.into_iter().enumerate() {
        let color = if player == black {
            Color::Black
        } else {
            Color::White
        };
        let side = record.side_mut(color);
        side.time = taken.time;
        side.warnings = if faulty == Some(player) {
            taken.dismiss()
        } else {
            leave(taken, kept, engines[player])
        };
    }
    close(dialogue, &record);
    Ok(record)
}

/// Ends a game's dialogue with the result.
fn close(dialogue: Option<Dialogue>, record: &GameRecord) {
    if let Some(dialogue) = dialogue {
        let mut ending = format!("{}, {}", record.result.text(), record.sentence());
        if !record.detail.is_empty() {
            let _ = write!(ending, ": {}", record.detail);
        }
        dialogue.close(&ending, record.loser().map(|side| side.engine));
    }
}

/// Starts both players, or returns how the game ended before its first move.
fn start_players<'a>(
    pairing: &Pairing,
    plan: &'a Plan,
    context: &'a RunContext,
    kept: &mut KeptProcesses,
    dialogue: Option<&Dialogue>,
) -> Result<Result<[Player<'a>; 2], End>, NoResult> {
    let [first, second] = [pairing.engines.black, pairing.engines.white];
    let mut take = |engine: usize| {
        let (brain, process) = (&plan.engines[engine], kept.remove(&engine));
        match Player::start(brain, &pairing.league, context, process, dialogue) {
            Err(Stop::Fault(EndReason::Died, words)) if context.is_unconfirmed(engine) => {
                Err(Stop::NotStarted(died_early(&words)))
            }
            Ok(player) if player.has_spoken() => {
                context.confirm(engine);
                Ok(player)
            }
            // It runs, and does not want to play.
            Err(stop @ Stop::Fault(EndReason::NotReady, _)) => {
                context.confirm(engine);
                Err(stop)
            }
            other => other,
        }
    };
    let one = match take(first) {
        Ok(player) => player,
        Err(Stop::Fault(reason, detail)) => return Ok(Err((Some(1), reason, detail))),
        Err(stop) => return Err(no_result(stop, first)),
    };
    match take(second) {
        Ok(other) => Ok(Ok([one, other])),
        Err(Stop::Fault(reason, detail)) => {
            leave(one, kept, first);
            Ok(Err((Some(0), reason, detail)))
        }
        Err(stop) => Err(no_result(stop, second)),
    }
}

fn died_early(words: &str) -> String {
    format!("it ended before it answered ({words})")
}

/// Ends a brain's process, or keeps it for the next game; returns its warnings.
fn leave(player: Player, kept: &mut KeptProcesses, engine: usize) -> Vec<Warning> {
    let (warnings, process) = player.leave();
    if let Some(process) = process {
        kept.insert(engine, process);
    }
    warnings
}

/// The reason for a game without result; not for faults.
pub(super) fn no_result(stop: Stop, engine: usize) -> NoResult {
    match stop {
        Stop::NotStarted(error) => NoResult::NotStarted(engine, error),
        Stop::NoFolder(error) => NoResult::NoFolder(error),
        Stop::Interrupted => NoResult::Interrupted,
        Stop::Fault(..) => unreachable!("a fault ends a game"),
    }
}

impl ActiveGame<'_> {
    /// Plays until the game ends, by the rule, by adjudication or by a fault.
    fn play(&mut self, source: OpeningSource) -> Result<End, Stop> {
        if source == OpeningSource::Swap2
            && let Some(end) = self.swap2()?
        {
            return Ok(end);
        }
        loop {
            let color = self.game.turn();
            let player = self.player_of(color);
            let turn = self.players[player].ask_move(self.game.board(), color);
            let asked = self.players[player].asked();
            let turn = match turn {
                Ok(turn) => turn,
                Err(Stop::Fault(reason, detail)) => return Ok((Some(1 - player), reason, detail)),
                Err(stop) => return Err(stop),
            };
            if let Some(end) = self.put(player, color, &turn) {
                return Ok(end);
            }
            self.rounds.push(asked.elapsed());
        }
    }

    fn player_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// Plays a brain's move; returns the end of the game, if it is one.
    fn put(&mut self, player: usize, color: Color, turn: &Turn) -> Option<End> {
        let point = match turn.point(self.game.board()) {
            Ok(point) => point,
            Err(Stop::Fault(reason, detail)) => return Some((Some(1 - player), reason, detail)),
            Err(_) => unreachable!("reading a point starts nothing"),
        };
        let outcome = match self.game.play(point) {
            Ok(outcome) => outcome,
            Err(illegal) => {
                return Some((
                    Some(1 - player),
                    reason_of(illegal),
                    refusal(point, illegal),
                ));
            }
        };
        self.moves.push(PlayedMove {
            elapsed: turn.elapsed,
            info: turn.info,
        });
        match outcome {
            Some(Outcome::Win(color)) => {
                return Some((Some(self.player_of(color)), EndReason::Five, String::new()));
            }
            Some(Outcome::Draw) => return Some((None, EndReason::FullBoard, String::new())),
            None => {}
        }
        let stones = self.game.board().stones();
        let (winner, reason) = self.adjudicator.watch(color, turn.info.score, stones)?;
        Some((
            winner.map(|color| self.player_of(color)),
            reason,
            String::new(),
        ))
    }

    /// The first player opens. Afterwards the board has three to six stones and colors are settled.
    fn swap2(&mut self) -> Result<Option<End>, Stop> {
        let mut player = 0;
        while let Ok(step) = Swap2::with_stones(self.game.board().stones()) {
            let answer = match self.players[player].ask_swap2(self.game.board()) {
                Ok(answer) => answer,
                Err(Stop::Fault(reason, detail)) => {
                    return Ok(Some((Some(1 - player), reason, detail)));
                }
                Err(stop) => return Err(stop),
            };
            let Swap2Answer::Stones(points) = &answer else {
                self.black = player;
                return Ok(None);
            };
            for &point in points {
                if let Err(illegal) = self.game.play(point) {
                    let detail = refusal(point, illegal);
                    return Ok(Some((Some(1 - player), reason_of(illegal), detail)));
                }
            }
            // Who puts one stone stays white.
            if step.answer(&answer) == Ok(None) {
                self.black = 1 - player;
                return Ok(None);
            }
            player = 1 - player;
        }
        Ok(None)
    }
}

/// Why a move is illegal, with its point: `7,7 is forbidden (overline)`.
pub(super) fn refusal(point: Point, illegal: Illegal) -> String {
    format!("{point} is {illegal}")
}

/// The fault of an illegal move.
pub(super) fn reason_of(illegal: Illegal) -> EndReason {
    match illegal {
        Illegal::Forbidden(_) => EndReason::Forbidden,
        Illegal::OffBoard => EndReason::OffBoard,
        Illegal::Occupied => EndReason::Occupied,
        Illegal::Over => unreachable!("no one is asked when the game is over"),
    }
}

impl GameRecord {
    fn new(pairing: &Pairing, plan: &Plan) -> GameRecord {
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
            opening: pairing.opening.len(),
            moves: String::new(),
            us: vec![],
            scores: vec![],
            nodes: vec![],
            depths: vec![],
            rounds: vec![],
        }
    }

    fn add_moves(&mut self, active: &ActiveGame) {
        for played in &active.moves {
            self.us.push(played.elapsed.as_micros() as u64);
            self.scores.push(played.info.score);
            self.nodes.push(played.info.nodes);
            self.depths.push(played.info.depth);
        }
        self.rounds = active.rounds.clone();
    }

    /// Sets the result. Player 0 has black unless swap2 changed the colors.
    fn finish(&mut self, game: &Game, black: usize, (winner, reason, detail): End) {
        if black == 1 {
            std::mem::swap(&mut self.black, &mut self.white);
        }
        let size = game.board().size();
        let stones = game.board().history().iter();
        let points: Vec<Point> = stones.map(|&(point, _)| point).collect();
        self.moves = point_names(&points, size);
        self.result = match winner {
            None => GameResult::Draw,
            Some(player) if player == black => GameResult::BlackWins,
            Some(_) => GameResult::WhiteWins,
        };
        self.reason = reason;
        self.detail = detail;
    }
}
