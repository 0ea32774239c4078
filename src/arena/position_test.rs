//! Test positions with moves to avoid, asked of a brain of any make.

use super::end_reason::EndReason;
use super::league::League;
use super::plan::{Engine, ManagerMode};
use super::play_game::{NoResult, no_result, reason_of, refusal};
use super::player::Player;
use super::run_context::{RunContext, Stop};
use super::search_info::SearchInfo;
use crate::board::{Board, Color, Point, point_name};
use crate::record::{Expected, Puzzle};
use crate::rule::{Rule, check_stone};
use crossbeam_channel::Receiver;
use std::fmt;
use std::io;
use std::time::Duration;

/// Why a brain cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The program cannot be started.
    #[error("the brain cannot be started: {0}")]
    NotStarted(String),
    /// There is no place for a brain's folder.
    #[error("no place for the brain's folder: {0}")]
    NoFolder(io::Error),
}

impl From<NoResult> for AskError {
    fn from(no_result: NoResult) -> AskError {
        match no_result {
            NoResult::Interrupted => AskError::Interrupted,
            NoResult::NotStarted(_, error) => AskError::NotStarted(error),
            NoResult::NoFolder(error) => AskError::NoFolder(error),
        }
    }
}

/// A brain's answer to a position.
#[derive(Clone, Copy, Debug)]
pub struct PositionAnswer {
    /// Its move, on the board.
    pub point: Point,
    /// The time that it took.
    pub elapsed: Duration,
    /// What its last message says.
    pub info: SearchInfo,
}

impl PositionAnswer {
    /// The answer, or the fault that its move is illegal for the color in the league.
    pub(super) fn checked(
        self,
        league: &League,
        board: &Board,
        color: Color,
    ) -> Result<PositionAnswer, BrainFault> {
        match check_stone(board, league.rule, color, self.point) {
            Ok(()) => Ok(self),
            Err(illegal) => Err(BrainFault {
                reason: reason_of(illegal),
                detail: refusal(self.point, illegal),
            }),
        }
    }
}

/// A brain's fault instead of an answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", .reason.with_detail(.detail))]
pub struct BrainFault {
    /// What it did.
    pub reason: EndReason,
    /// What is to be said of it; may be empty.
    pub detail: String,
}

/// Starts a process of a brain and asks it for one move, on the board. `Ok(Err(..))` is its fault.
pub(super) fn ask_once(
    engine: &Engine,
    league: &League,
    context: &RunContext,
    board: &Board,
    color: Color,
) -> Result<Result<PositionAnswer, BrainFault>, NoResult> {
    let fault = |reason, detail| Ok(Err(BrainFault { reason, detail }));
    let mut player = match Player::start(engine, league, context, None, None) {
        Ok(player) => player,
        Err(Stop::Fault(reason, detail)) => return fault(reason, detail),
        Err(stop) => return Err(no_result(stop, 0)),
    };
    let answer = player.ask_move(board, color).and_then(|turn| {
        Ok(PositionAnswer {
            point: turn.point(board)?,
            elapsed: turn.elapsed,
            info: turn.info,
        })
    });
    match answer {
        Ok(answer) => {
            player.leave();
            Ok(Ok(answer))
        }
        Err(Stop::Fault(reason, detail)) => {
            player.dismiss();
            fault(reason, detail)
        }
        Err(stop) => Err(no_result(stop, 0)),
    }
}

/// How an answer to a position with moves to avoid is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// One of the best moves.
    Right,
    /// One of the moves to avoid.
    Wrong,
    /// A move of which the position says nothing.
    Unknown,
}

/// A position that was answered.
#[derive(Clone, Debug)]
pub struct TestedPosition {
    /// The verdict.
    pub verdict: AnswerVerdict,
    /// The name of the move.
    pub name: String,
    /// The time that the move took.
    pub elapsed: Duration,
    /// The nodes that the brain reported.
    pub nodes: Option<u64>,
}

impl fmt::Display for TestedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            AnswerVerdict::Right => "right",
            AnswerVerdict::Wrong => "WRONG",
            AnswerVerdict::Unknown => "unknown",
        };
        let ms = self.elapsed.as_secs_f64() * 1e3;
        write!(f, "{} {verdict}, {ms:.0} ms", self.name)?;
        self.nodes
            .map_or(Ok(()), |nodes| write!(f, ", {nodes} nodes"))
    }
}

/// The verdicts on a brain's answers, written as a row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestSummary {
    /// Answers among the best moves.
    pub right: usize,
    /// Answers among the moves to avoid.
    pub wrong: usize,
    /// Other answers.
    pub unknown: usize,
    /// Faults.
    pub faults: usize,
    /// The time of all answers.
    pub elapsed: Duration,
    /// The nodes that the brain reported.
    pub nodes: u64,
}

impl TestSummary {
    /// The heads of the columns.
    pub const HEAD: &'static str = "positions  right  wrong  unknown  faults  ms/move  nodes/move";

    /// Counts an answer, or a fault.
    pub fn count(&mut self, tested: &Result<TestedPosition, String>) {
        let Ok(tested) = tested else {
            self.faults += 1;
            return;
        };
        match tested.verdict {
            AnswerVerdict::Right => self.right += 1,
            AnswerVerdict::Wrong => self.wrong += 1,
            AnswerVerdict::Unknown => self.unknown += 1,
        }
        self.elapsed += tested.elapsed;
        self.nodes += tested.nodes.unwrap_or(0);
    }
}

impl fmt::Display for TestSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TestSummary {
            right,
            wrong,
            unknown,
            faults,
            ..
        } = self;
        let all = right + wrong + unknown + faults;
        let ms = self.elapsed.as_secs_f64() * 1e3 / all.max(1) as f64;
        let nodes = self.nodes / all.max(1) as u64;
        write!(
            f,
            "{all:>9} {right:>6} {wrong:>6} {unknown:>8} {faults:>7} {ms:>8.0} {nodes:>11}"
        )
    }
}

/// Asks brains for moves in test positions, each with a new process.
pub struct PositionTest {
    context: RunContext,
}

impl PositionTest {
    /// A test whose processes carry the mark. Closing `stop` ends all waits.
    pub fn new(mark: String, stop: Receiver<()>) -> PositionTest {
        PositionTest {
            context: RunContext::new(ManagerMode::Plain, mark, stop),
        }
    }

    /// Asks an engine, with its time control, for a move in a position. Of several rules the first counts. `Ok(Err(..))`
    /// describes the engine's fault.
    ///
    /// # Errors
    /// [`AskError`] if the engine cannot be started or the test was stopped.
    pub fn ask(
        &self,
        engine: &Engine,
        puzzle: &Puzzle,
    ) -> Result<Result<TestedPosition, String>, AskError> {
        let board = &puzzle.board;
        let rule = puzzle.expected.first().map(|(rule, _)| *rule);
        let league = League::on(rule.unwrap_or(Rule::Freestyle), board.size());
        let answer = ask_once(engine, &league, &self.context, board, puzzle.turn)?;
        let answer = answer.and_then(|answer| answer.checked(&league, board, puzzle.turn));
        let tested = answer.map(|answer| TestedPosition {
            verdict: judge(puzzle, answer.point),
            name: point_name(answer.point, board.size()),
            elapsed: answer.elapsed,
            nodes: answer.info.nodes,
        });
        Ok(tested.map_err(|fault| fault.to_string()))
    }
}

/// The verdict on a move in a position.
fn judge(puzzle: &Puzzle, point: Point) -> AnswerVerdict {
    let says = |(_, expected): &(_, Expected)| match expected {
        Expected::Avoid(points) if points.contains(&point) => Some(AnswerVerdict::Wrong),
        Expected::Best(points) if points.contains(&point) => Some(AnswerVerdict::Right),
        _ => None,
    };
    let verdict = puzzle.expected.iter().find_map(says);
    verdict.unwrap_or(AnswerVerdict::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_point};
    use crate::record::parse_puzzle;
    use crate::rule::Illegal;

    #[test]
    fn moves_are_judged() {
        let puzzle = parse_puzzle("t-1|0|15|b|h8 i8|h9|am=a1 b1;bm=c1").unwrap();
        let judged = |name| judge(&puzzle, parse_point(name, Size::FIFTEEN).unwrap());
        assert_eq!(judged("b1"), AnswerVerdict::Wrong);
        assert_eq!(judged("c1"), AnswerVerdict::Right);
        assert_eq!(judged("d1"), AnswerVerdict::Unknown);
    }

    #[test]
    fn illegal_moves_are_told_apart() {
        let puzzle = parse_puzzle("t-1|4|15|b|h8 i8 h9 i9|a1 c1 e1 g1|am=a2").unwrap();
        let point = |name| parse_point(name, Size::FIFTEEN).unwrap();
        let check = |color, rule, name| check_stone(&puzzle.board, rule, color, point(name));
        let occupied = check(Color::Black, Rule::Renju, "h9");
        assert_eq!(occupied, Err(Illegal::Occupied));
        assert_eq!(check(Color::Black, Rule::Renju, "j10"), Ok(()));
        let double_three = parse_puzzle("t-2|4|15|b|h7 h6 g8 f8|a1 c1 e1 g1|am=a2").unwrap();
        let check = |color, rule| check_stone(&double_three.board, rule, color, point("h8"));
        assert!(matches!(
            check(Color::Black, Rule::Renju),
            Err(Illegal::Forbidden(_))
        ));
        assert_eq!(check(Color::White, Rule::Renju), Ok(()));
        assert_eq!(check(Color::Black, Rule::Standard), Ok(()));
    }

    #[test]
    fn answers_are_counted_and_shown() {
        let tested = |verdict, name: &str, nodes| TestedPosition {
            verdict,
            name: name.into(),
            elapsed: Duration::from_millis(30),
            nodes,
        };
        let answers = [
            Ok(tested(AnswerVerdict::Right, "h8", Some(600))),
            Ok(tested(AnswerVerdict::Wrong, "h9", None)),
            Ok(tested(AnswerVerdict::Unknown, "h10", None)),
            Err("timeout".to_string()),
        ];
        let shown = answers.each_ref().map(|answer| match answer {
            Ok(tested) => tested.to_string(),
            Err(fault) => fault.clone(),
        });
        assert_eq!(
            shown,
            [
                "h8 right, 30 ms, 600 nodes",
                "h9 WRONG, 30 ms",
                "h10 unknown, 30 ms",
                "timeout"
            ]
        );
        let mut summary = TestSummary::default();
        answers.iter().for_each(|answer| summary.count(answer));
        assert_eq!(
            summary.to_string(),
            "        4      1      1        1       1       22         150"
        );
        assert_eq!(summary.to_string().len(), TestSummary::HEAD.len());
    }
}
