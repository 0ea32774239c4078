//! A won position played as a puzzle: the attacker's moves are judged, right ones are answered by the
//! longest defence, wrong ones by what refutes them.

use super::book_answer::is_proven_by_book;
use super::claim::{Refused, as_game, confirm};
use super::judge::{Judged, Refutation, judge};
use super::solver::Solver;
use super::spell_out::confirm_spelled_out;
use super::strategy::{Means, Strategy};
use super::task::SolveTask;
use crate::board::{Color, Point};
use crate::ordering::rated_moves;
use crate::position::Position;
use thiserror::Error;

/// Nodes at most of one search that judges a move.
const JUDGE_NODES: u64 = 3_000_000;

/// A puzzle in play: the attacker is to move and wins, until it is solved.
///
/// ```
/// use tengen::board::{Size, parse_point, parse_points};
/// use tengen::position::Position;
/// use tengen::rule::Rule;
/// use tengen::solve::{Answer, Goal, PuzzleGame, PuzzleMove, SolveTask, Solver};
///
/// let size = Size::FIFTEEN;
/// let mut position = Position::empty(Rule::Freestyle, size);
/// position.play_line(&parse_points("h8 a1 i8 a15 j8 o1", size)?);
/// let task = SolveTask::new(position, Goal::Vcf);
/// let mut solver = Solver::new(&task);
/// let Answer::Won(win) = solver.solve(&[], &mut ())? else {
///     panic!("not won");
/// };
/// let mut puzzle = PuzzleGame::new(&task, solver, win.plies);
/// assert!(matches!(puzzle.play(parse_point("b2", size)?)?, PuzzleMove::Fails { .. }));
/// loop {
///     let hint = puzzle.hint().ok_or("no hint")?;
///     if puzzle.play(hint)? == PuzzleMove::Solved {
///         break;
///     }
/// }
/// assert_eq!(puzzle.moves(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleGame {
    position: Position,
    attacker: Color,
    /// Plies up to the five.
    left: usize,
    strategy: Strategy,
    /// Nodes of one of its searches.
    nodes: u64,
    /// The attacker's moves so far.
    moves: usize,
}

/// What comes of a move in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleMove {
    /// It makes five. The move is played.
    Solved,
    /// It wins. The move and the reply are played.
    Wins {
        /// The reply with the longest defence.
        reply: Point,
        /// Plies after it up to the five at most.
        plies: usize,
    },
    /// It wins, but the defender has no legal reply, and so five never comes. The move is taken back.
    NoReply,
    /// It seems to win, but the checker does not confirm it. The move is taken back.
    NotConfirmed(Refused),
    /// It does not win, or is not seen to win. The move is taken back.
    Fails {
        /// The defender's reply, if there is a legal one.
        reply: Option<Point>,
        /// Why the move fails.
        why: Refutation,
    },
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PuzzleIllegal {
    /// The point is not empty, or off the board.
    #[error("the point is taken")]
    Taken,
    /// The point is forbidden to the attacker.
    #[error("the point is forbidden")]
    Forbidden,
}

impl PuzzleGame {
    /// Makes a puzzle of a task that the solver has won within `plies` plies.
    pub fn new(task: &SolveTask, solver: Solver, plies: usize) -> PuzzleGame {
        let nodes = task.settings.nodes.min(JUDGE_NODES);
        let mut strategy = solver.into_strategy();
        strategy.limit(nodes);
        PuzzleGame {
            position: task.position.clone(),
            attacker: task.attacker,
            left: plies,
            strategy,
            nodes,
            moves: 0,
        }
    }

    /// The position, the attacker to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves that the win may have.
    pub fn means(&self) -> Means {
        self.strategy.means()
    }

    /// The attacker's moves so far.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The node limit of a search that judges a move.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A winning move. `None` if the search for it hits its limit.
    pub fn hint(&mut self) -> Option<Point> {
        self.strategy.attack(&mut self.position, self.left)
    }

    /// Plays the attacker's move, if it wins and the checker confirms that.
    ///
    /// # Errors
    /// [`PuzzleIllegal`], if the attacker may not play there.
    pub fn play(&mut self, point: Point) -> Result<PuzzleMove, PuzzleIllegal> {
        if !self.position.board().is_empty(point) {
            return Err(PuzzleIllegal::Taken);
        }
        if self.position.is_forbidden(point, self.attacker) {
            return Err(PuzzleIllegal::Forbidden);
        }
        let judged = match is_proven_by_book(&self.position, point) {
            true => self.judged_by_book(point),
            false => judge(&mut self.position, point, self.left, &mut self.strategy),
        };
        Ok(match judged {
            Judged::Five => {
                self.position.play(point);
                self.moves += 1;
                PuzzleMove::Solved
            }
            Judged::Fails { reply, why } => PuzzleMove::Fails { reply, why },
            Judged::Wins { reply, plies } => match (self.confirm(point), reply) {
                (Err(refused), _) => PuzzleMove::NotConfirmed(refused),
                (Ok(()), None) => PuzzleMove::NoReply,
                (Ok(()), Some(reply)) => {
                    self.position.play(point);
                    self.position.play(reply);
                    self.left = self.left.saturating_sub(2);
                    self.moves += 1;
                    PuzzleMove::Wins { reply, plies }
                }
            },
        })
    }

    /// The judgement of a move that the built-in book has proven. The reply is the highest rated one that has a decision;
    /// the others lose to a VCT.
    fn judged_by_book(&mut self, point: Point) -> Judged {
        let (position, strategy) = (&mut self.position, &self.strategy);
        position.play(point);
        let replies = rated_moves(position);
        let has_decision = |reply: &&Point| {
            position.play(**reply);
            let decision = strategy.decision(position);
            position.undo();
            decision.is_some()
        };
        let reply = replies.iter().find(has_decision).or(replies.first());
        let reply = reply.copied();
        self.position.undo();
        Judged::Wins {
            reply,
            plies: self.left.saturating_sub(2),
        }
    }

    /// Has the checker confirm that a move wins.
    fn confirm(&self, point: Point) -> Result<(), Refused> {
        if is_proven_by_book(&self.position, point) {
            return Ok(());
        }
        let stones = self.position.board().history().to_vec();
        let known = self.strategy.certificate();
        if let (Some(known), Some(start)) = (known, as_game(&self.position)) {
            let mut certificate = known.clone();
            certificate.set_start(start);
            certificate.plies = stones.len() + self.left;
            certificate.decide(&stones, point);
            return confirm_spelled_out(&mut certificate, 1, &mut |_| true).map(drop);
        }
        confirm(&self.position, &[(stones, point)], self.left, &mut |_| true).map(drop)
    }
}
