//! Acceptance as a tournament's organiser does it: positions with only one sensible answer, then a whole game
//! of the brain against itself, under the judge's mode.
//!
//! Source of the positions and of the opening: the organiser's acceptance tool, as of 2026.

use super::league::League;
use super::package::Package;
use super::plan::{
    Adjudication, Engine, Kind, ManagerMode, OpeningSource, Order, Plan, Shard, TimeControl,
};
use super::play_game::{KeptProcesses, play_game};
use super::position_test::{AskError, PositionAnswer, ask_once};
use super::run_context::RunContext;
use super::schedule::Pairing;
use crate::board::{ByColor, Point, parse_points, point_names};
use crate::rule::{Game, Rule};
use crossbeam_channel::Receiver;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// The first bytes of a Windows program.
const WINDOWS_MAGIC: [u8; 2] = *b"MZ";
/// The match time of a brain, in turns.
const TURNS_OF_A_MATCH: u64 = 20;
/// The opening of the whole game, before it is mirrored through the centre.
const OPENING: &str = "b2 e2 e3";

/// A position, and its sensible answers or its bad ones.
struct Trial {
    rules: &'static [Rule],
    moves: &'static str,
    points: &'static str,
    /// Whether they are the only good ones, or the bad ones.
    are_good: bool,
}

const TRIALS: [Trial; 4] = [
    Trial {
        rules: &Rule::ALL,
        moves: "h8 h9 i8 i9 j8 j9 k8 k9",
        points: "g8 l8",
        are_good: true,
    },
    // White's five would be a six.
    Trial {
        rules: &[Rule::Standard],
        moves: "h8 h9 i8 h10 g8 h11 j13 h12 g14 h14 i15",
        points: "f8 j8",
        are_good: true,
    },
    // A double three.
    Trial {
        rules: &[Rule::Renju],
        moves: "h8 h9 i7 i9 h10 i6 i11 i12",
        points: "g9",
        are_good: false,
    },
    // The own four is blocked at both ends; white has an open three.
    Trial {
        rules: &[Rule::Caro],
        moves: "h8 f8 g8 f9 i8 f7 j8 l8",
        points: "f5 f6 f10 f11",
        are_good: true,
    },
];

/// What came of the acceptance in one league with one time control.
#[derive(Clone, Debug, Default)]
pub struct AcceptanceResult {
    /// Positions that were answered well.
    pub positions: usize,
    /// Stones of the whole game.
    pub stones: usize,
    /// The longest turn of all.
    pub longest: Duration,
    /// What went wrong; empty if nothing did.
    pub faults: Vec<String>,
    /// What is not a fault, but should be mended.
    pub warnings: Vec<String>,
}

impl AcceptanceResult {
    /// The heads of the columns of [`AcceptanceResult::row`].
    pub const HEAD: &'static str = "league        ms/move  positions  stones  longest ms  verdict";

    /// A row of a table, and a line for each fault and each warning.
    pub fn row(&self, league: &League, turn_ms: u64) -> String {
        let verdict = match self.faults.is_empty() {
            true => "ok",
            false => "FAILED",
        };
        let mut text = format!(
            "{:<13} {turn_ms:>7} {:>10} {:>7} {:>11} {verdict:>8}\n",
            league.name,
            self.positions,
            self.stones,
            self.longest.as_millis(),
        );
        text.extend(self.faults.iter().map(|fault| format!("    {fault}\n")));
        let warnings = self.warnings.iter();
        text.extend(warnings.map(|warning| format!("    warning: {warning}\n")));
        text
    }
}

/// The acceptance test of a tournament's organiser.
pub struct AcceptanceTest {
    context: RunContext,
    margin_ms: u64,
}

impl AcceptanceTest {
    /// A test whose processes carry the mark. Closing `stop` ends all waits. The margin says how many milliseconds a
    /// move may be late.
    pub fn new(mark: String, stop: Receiver<()>, margin_ms: u64) -> AcceptanceTest {
        AcceptanceTest {
            margin_ms,
            context: RunContext::new(ManagerMode::Gomocup, mark, stop),
        }
    }

    /// Tests a command, the runner's words and then the program, in a league with `turn_ms` milliseconds a turn.
    ///
    /// # Errors
    /// [`AskError`] if it cannot be tried.
    pub fn try_brain(
        &self,
        command: &[String],
        folder: &Path,
        league: &League,
        turn_ms: u64,
    ) -> Result<AcceptanceResult, AskError> {
        let brain = |name: &str| Engine {
            name: name.into(),
            program: command[0].clone().into(),
            arguments: command[1..].to_vec(),
            folder: folder.into(),
            control: TimeControl {
                turn_ms: Some(turn_ms),
                match_ms: Some(turn_ms * TURNS_OF_A_MATCH),
                margin_ms: self.margin_ms,
                ..TimeControl::default()
            },
            infos: Vec::new(),
            restarts: true,
            gets_board: false,
        };
        let mut accepted = AcceptanceResult::default();
        for trial in TRIALS.iter().filter(|t| t.rules.contains(&league.rule)) {
            self.try_position(&brain("brain"), league, trial, &mut accepted)?;
        }
        let engines = vec![brain("black"), brain("white")];
        self.play_whole(engines, league, &mut accepted)?;
        Ok(accepted)
    }

    /// Tries the programs of an unpacked package in all leagues with all turn times. `listen` gets each result. The
    /// runner is the command that starts a program; by default it is `wine` for a Windows program that does not run
    /// here. Tells whether everything was accepted.
    ///
    /// # Errors
    /// [`AskError`] if a program cannot be tried.
    pub fn try_package(
        &self,
        package: &Package,
        leagues: &[League],
        turns_ms: &[u64],
        runner: Option<&[String]>,
        listen: &mut dyn FnMut(&League, u64, &AcceptanceResult),
    ) -> Result<bool, AskError> {
        let mut is_accepted = true;
        for league in leagues {
            for &turn_ms in turns_ms {
                let result = match package.program(league.rule, league.size.side()) {
                    None => refused("no program: an .exe that is in no folder of the zip"),
                    Some((program, true)) => {
                        let name = program.file_name().unwrap_or_default();
                        refused(&format!("{} is named for another league", name.display()))
                    }
                    Some((program, false)) => {
                        let command = start_command(&program, runner);
                        self.try_brain(&command, package.folder(), league, turn_ms)?
                    }
                };
                is_accepted &= result.faults.is_empty();
                listen(league, turn_ms, &result);
            }
        }
        Ok(is_accepted)
    }

    fn try_position(
        &self,
        brain: &Engine,
        league: &League,
        trial: &Trial,
        accepted: &mut AcceptanceResult,
    ) -> Result<(), AskError> {
        let read = |names| parse_points(names, league.size).unwrap_or_default();
        let mut game = Game::new(league.rule, league.size);
        for point in read(trial.moves) {
            if game.play(point) != Ok(None) {
                unreachable!("a test plays all trials");
            }
        }
        let board = game.board();
        let mut failed = |what: String| {
            accepted.faults.push(format!("{}: {what}", trial.moves));
        };
        let answer = ask_once(brain, league, &self.context, board, game.turn())?;
        match answer.and_then(|answer| answer.checked(league, board, game.turn())) {
            Ok(PositionAnswer { point, elapsed, .. }) => {
                let name = point_names(&[point], league.size);
                match read(trial.points).contains(&point) == trial.are_good {
                    true => accepted.positions += 1,
                    false => failed(format!("{name} is played")),
                }
                accepted.longest = accepted.longest.max(elapsed);
            }
            Err(fault) => failed(fault.to_string()),
        }
        Ok(())
    }

    fn play_whole(
        &self,
        engines: Vec<Engine>,
        league: &League,
        accepted: &mut AcceptanceResult,
    ) -> Result<(), AskError> {
        let plan = Plan {
            engines,
            leagues: Vec::new(),
            kind: Kind::RoundRobin,
            pairs: 1,
            seed: 1,
            order: Order::Sequential,
            start: 1,
            transform: false,
            opening_source: OpeningSource::Book,
            manager: ManagerMode::Gomocup,
            adjudication: Adjudication::default(),
            sprt: None,
            shard: Shard::default(),
        };
        let pairing = Pairing {
            number: 0,
            league: league.clone(),
            opening: mirrored_opening(league),
            engines: ByColor::from_fn(|color| color as usize),
        };
        let mut kept: KeptProcesses = HashMap::new();
        let game = play_game(&pairing, &plan, &self.context, &mut kept)?;
        accepted.stones = game.opening + game.us.len();
        let longest = game.us.iter().copied().max().unwrap_or(0);
        accepted.longest = accepted.longest.max(Duration::from_micros(longest));
        if game.reason.is_fault() {
            let what = game.reason.with_detail(&game.detail);
            accepted.faults.push(format!(
                "the game against itself, stone {}: {what}",
                accepted.stones + 1
            ));
        }
        for (color, side) in [("black", &game.black), ("white", &game.white)] {
            for warning in &side.warnings {
                let what = format!("the game against itself, {color}: {warning}");
                accepted.warnings.push(what);
            }
        }
        Ok(())
    }
}

fn refused(why: &str) -> AcceptanceResult {
    AcceptanceResult {
        faults: vec![why.into()],
        ..AcceptanceResult::default()
    }
}

/// The runner's words, then the program.
fn start_command(program: &Path, runner: Option<&[String]>) -> Vec<String> {
    let mut magic = [0; 2];
    let read = File::open(program).and_then(|mut file| file.read_exact(&mut magic));
    let is_foreign = !cfg!(windows) && read.is_ok() && magic == WINDOWS_MAGIC;
    let mut words = match (runner, is_foreign) {
        (Some(runner), _) => runner.to_vec(),
        (None, true) => vec!["wine".into()],
        (None, false) => vec![],
    };
    words.push(program.display().to_string());
    words
}

/// The opening, each stone on the other side of the centre.
fn mirrored_opening(league: &League) -> Vec<Point> {
    let last = league.size.side() as i64 - 1;
    let points = parse_points(OPENING, league.size).unwrap_or_default();
    let mirrored = points.into_iter();
    mirrored
        .filter_map(|p| league.size.point(last - p.x() as i64, last - p.y() as i64))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_and_opening_are_positions() {
        for name in League::names() {
            let league = League::named(name).unwrap();
            let opening = point_names(&mirrored_opening(&league), league.size);
            let last = league.size.side();
            let expected = match last {
                15 => "n14 k14 k13",
                _ => "s19 p19 p18",
            };
            assert_eq!(opening.replace(' ', ""), expected.replace(' ', ""));
            for trial in TRIALS.iter().filter(|t| t.rules.contains(&league.rule)) {
                let moves = parse_points(trial.moves, league.size).unwrap();
                let mut position = Game::new(league.rule, league.size);
                assert!(moves.iter().all(|&point| position.play(point) == Ok(None)));
                assert!(!parse_points(trial.points, league.size).unwrap().is_empty());
            }
        }
    }
}
