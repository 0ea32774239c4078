//! Whether a win or a loss that a search found is proven: by the rules, by the book, or by the solver, whose wins the
//! proof checker has confirmed.

use super::proof_word::Proof;
use super::solve_watch::SolveWatch;
use crate::board::{Color, Point};
use crate::position::Position;
use crate::rule::completes_five;
use crate::solve::{Answer, BookAnswer, Goal, Means, SolveTask, Solver, WinClaim, WinSettings};

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

/// Proves that the side to move wins with a move: after each reply.
pub(super) fn prove_win(position: &Position, point: Point, watch: SolveWatch) -> Option<ProvenEnd> {
    match makes_five(position, point) {
        true => Some(ProvenEnd {
            proof: Proof::Five,
            plies: 1,
        }),
        false => prove_after(position, point, position.turn(), watch),
    }
}

/// Proves that the side to move loses with a move.
pub(super) fn prove_loss(
    position: &Position,
    point: Point,
    watch: SolveWatch,
) -> Option<ProvenEnd> {
    match makes_five(position, point) {
        true => None,
        false => prove_after(position, point, !position.turn(), watch),
    }
}

fn makes_five(position: &Position, point: Point) -> bool {
    let spec = position.rule().spec();
    completes_five(position.board(), point, position.turn(), &spec)
}

/// Proves that a color wins after a move, before the game is drawn. If the other color is to move then, every reply must
/// lose.
fn prove_after(
    position: &Position,
    point: Point,
    winner: Color,
    watch: SolveWatch,
) -> Option<ProvenEnd> {
    let mut after = position.clone();
    after.play(point);
    let plies_left = after.plies_left() as u32;
    let end = match plies_left {
        0 => None,
        _ => by_book(&after, winner).or_else(|| prove(after, winner, watch)),
    };
    let end = end.filter(|end| end.plies <= plies_left)?;
    Some(ProvenEnd {
        plies: end.plies + 1,
        ..end
    })
}

/// The book's win for a color, within how many plies.
pub(super) fn by_book(position: &Position, winner: Color) -> Option<ProvenEnd> {
    let mut task = SolveTask::new(position.clone(), Goal::Win);
    task.attacker = winner;
    let book = BookAnswer::of(&task).filter(|book| book.is_won)?;
    Some(ProvenEnd {
        proof: Proof::Book,
        plies: book.plies as u32,
    })
}

/// A win of a color that the solver finds and the checker confirms, if there is time for that.
fn prove(position: Position, winner: Color, mut watch: SolveWatch) -> Option<ProvenEnd> {
    if watch.is_over() {
        return None;
    }
    let mut task = SolveTask::new(position, Goal::Vct);
    task.attacker = winner;
    task.settings = WinSettings {
        nodes: NODES,
        memory: MEMORY,
        growth: None,
    };
    let Ok(Answer::Won(win)) = Solver::new(&task).solve(&[], &mut watch) else {
        return None;
    };
    let proof = match win.claim {
        WinClaim::In(Means::Vcf) => Proof::Vcf,
        WinClaim::In(Means::Vct) => Proof::Vct,
        _ => Proof::EveryReply,
    };
    Some(ProvenEnd {
        proof,
        plies: win.plies as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::super::question_stop::QuestionStop;
    use super::*;
    use crate::board::{parse_diagram, parse_point};
    use crate::rule::Rule;

    /// Black's open three, with 22 stones on 7x7: renju is drawn with two more, before the five.
    #[test]
    fn a_win_after_the_draw_is_none() {
        let rows = "XOXOXO./OXOXO../......./..XXX../......./OXOXO../XO.O...";
        let board = parse_diagram(rows).unwrap();
        let point = parse_point("b4", board.size()).unwrap();
        let stop = QuestionStop::default();
        let end = |rule| {
            let position = Position::from_board(rule, board.clone(), Color::Black);
            prove_win(&position, point, SolveWatch::until_stopped(&stop))
        };
        let three = ProvenEnd {
            proof: Proof::EveryReply,
            plies: 3,
        };
        assert_eq!(end(Rule::Standard), Some(three));
        assert_eq!(end(Rule::Renju), None);
    }
}
