//! Whether a win or a loss that a search found is proven: by the rules, by the book, or by the solver, whose wins the
//! proof checker has confirmed.

use super::reply::Proof;
use super::solve_watch::SolveWatch;
use crate::board::{Color, Point};
use crate::position::Position;
use crate::rule::completes_five;
use crate::solve::{
    Answer, BookAnswer, Goal, Means, SolveTask, Solver, Win, WinClaim, WinSettings,
};

/// Nodes of one search of the solver.
const NODES: u64 = 50_000;
/// Bytes of the solver's tables.
const MEMORY: usize = 16 << 20;

/// What decides a game after a move, and within how many plies from before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenEnd {
    pub proof: Proof,
    pub plies: u32,
}

/// Proves that the side to move wins with a move.
pub(super) fn prove_win(position: &Position, point: Point, watch: SolveWatch) -> Option<ProvenEnd> {
    if makes_five(position, point) {
        return Some(ProvenEnd {
            proof: Proof::Five,
            plies: 1,
        });
    }
    let after = after_move(position, point)?;
    let every_reply = |after| prove(after, position.turn(), watch).map(ProvenEnd::one_ply_before);
    match by_book(&after, position.turn()) {
        Some(end) => Some(end.one_ply_before()),
        None => prove_with(position, point, watch).or_else(|| every_reply(after)),
    }
}

/// Proves that the side to move loses with a move.
pub(super) fn prove_loss(
    position: &Position,
    point: Point,
    watch: SolveWatch,
) -> Option<ProvenEnd> {
    if makes_five(position, point) {
        return None;
    }
    let (after, winner) = (after_move(position, point)?, !position.turn());
    let end = by_book(&after, winner).or_else(|| prove(after, winner, watch));
    end.map(ProvenEnd::one_ply_before)
}

fn makes_five(position: &Position, point: Point) -> bool {
    let spec = position.rule().spec();
    completes_five(position.board(), point, position.turn(), &spec)
}

/// The position after a move, unless that fills the board.
fn after_move(position: &Position, point: Point) -> Option<Position> {
    let mut after = position.clone();
    after.play(point);
    (after.board().vacant() > 0).then_some(after)
}

/// The book's win for a color.
fn by_book(position: &Position, winner: Color) -> Option<ProvenEnd> {
    let mut task = SolveTask::new(position.clone(), Goal::Win);
    task.attacker = winner;
    let book = BookAnswer::of(&task).filter(|book| book.is_won)?;
    Some(ProvenEnd {
        proof: Proof::Book,
        plies: book.plies as u32,
    })
}

/// A win of the side to move that begins with this move.
fn prove_with(position: &Position, point: Point, watch: SolveWatch) -> Option<ProvenEnd> {
    let win = solve(position.clone(), position.turn(), watch)?;
    (win.line.first() == Some(&point)).then(|| ProvenEnd::of(&win))
}

/// A win of a color; if the other is to move, every reply must lose.
fn prove(position: Position, winner: Color, watch: SolveWatch) -> Option<ProvenEnd> {
    solve(position, winner, watch).map(|win| ProvenEnd::of(&win))
}

fn solve(position: Position, winner: Color, mut watch: SolveWatch) -> Option<Win> {
    let mut task = SolveTask::new(position, Goal::Vct);
    task.attacker = winner;
    task.settings = WinSettings {
        nodes: NODES,
        memory: MEMORY,
    };
    match Solver::new(&task).solve(&[], &mut watch) {
        Ok(Answer::Won(win)) => Some(win),
        Ok(Answer::NotWon(_) | Answer::Unknown(_)) | Err(_) => None,
    }
}

impl ProvenEnd {
    fn of(win: &Win) -> ProvenEnd {
        let proof = match win.claim {
            WinClaim::In(Means::Vcf) => Proof::Vcf,
            WinClaim::In(Means::Vct) => Proof::Vct,
            _ => Proof::EveryReply,
        };
        ProvenEnd {
            proof,
            plies: win.plies as u32,
        }
    }

    fn one_ply_before(self) -> ProvenEnd {
        ProvenEnd {
            plies: self.plies + 1,
            ..self
        }
    }
}
