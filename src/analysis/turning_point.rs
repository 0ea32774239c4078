//! The turning point of a game: the loser's last move that a proven win followed, although another move was not
//! refuted.

use crate::board::Point;
use crate::ordering::rated_moves;
use crate::pattern::PointClass;
use crate::position::Position;
use crate::record::{Expected, write_puzzle};
use crate::threat::{ProofResult, ThreatWin};

/// Positions of each table, as a power of two.
const TABLE_BITS: u32 = 20;
/// The most plausible other moves, by move ordering, that are searched in any case.
const OTHER_MOVES: usize = 24;

/// A position in which a game was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The number of the losing move, from 0.
    pub number: usize,
    /// Moves after which the opponent has a VCF or VCT, the one that was played first. Of that one it may be known only
    /// that all replies but fours lose.
    pub losing: Vec<Point>,
    /// Moves after which none was found; fours, which only delay, are left out.
    pub unrefuted: Vec<Point>,
}

impl TurningPoint {
    /// The position of the losing move as a test: the moves to avoid, and the others that were searched.
    pub fn test(&self, id: &str, start: &Position, moves: &[Point]) -> String {
        let mut position = start.clone();
        position.play_line(&moves[..self.number]);
        let expected = [
            Expected::Avoid(self.losing.clone()),
            Expected::Best(self.unrefuted.clone()),
        ];
        let (rule, turn) = (position.rule(), position.turn());
        write_puzzle(id, rule, position.board(), turn, &expected)
    }
}

/// Searches games for their turning points.
pub struct TurningPoints {
    wins: ThreatWin,
    nodes: u64,
}

impl TurningPoints {
    /// Makes a searcher with a node limit for the VCF and VCT search after each move; after the moves of the game it is
    /// four times that.
    pub fn new(nodes: u64) -> TurningPoints {
        TurningPoints {
            wins: ThreatWin::new(TABLE_BITS),
            nodes,
        }
    }

    /// The turning point of a game from a position, won by the side of the last move. The first `opening` moves do not
    /// count. `None` if all moves back to them lose, or the game was not won by such wins. Games before do not matter.
    pub fn find(
        &mut self,
        start: &Position,
        moves: &[Point],
        opening: usize,
    ) -> Option<TurningPoint> {
        let last = moves.len().checked_sub(2)?;
        self.wins.clear();
        let mut is_lost_after = false;
        for number in (opening..=last).rev().step_by(2) {
            let mut position = start.clone();
            position.play_line(&moves[..number]);
            let played = moves[number];
            if !is_lost_after && !self.loses(&mut position, played, 4 * self.nodes) {
                return None;
            }
            let (losing, unrefuted) = self.alternatives(&mut position, played);
            if !unrefuted.is_empty() {
                return Some(TurningPoint {
                    number,
                    losing,
                    unrefuted,
                });
            }
            is_lost_after = true;
        }
        None
    }

    /// Legal moves near stones but fours, by whether a win of the opponent was found after them; `played` is known to
    /// lose. All are searched while none holds, and then the most plausible.
    fn alternatives(&mut self, position: &mut Position, played: Point) -> (Vec<Point>, Vec<Point>) {
        let turn = position.turn();
        let mut others = rated_moves(position);
        others.retain(|&point| {
            point != played && position.patterns().class(point, turn) < PointClass::Four
        });
        let (mut losing, mut unrefuted) = (vec![played], Vec::new());
        for (rank, point) in others.into_iter().enumerate() {
            if rank >= OTHER_MOVES && !unrefuted.is_empty() {
                break;
            }
            match self.loses(position, point, self.nodes) {
                true => losing.push(point),
                false => unrefuted.push(point),
            }
        }
        (losing, unrefuted)
    }

    /// Whether the opponent has five, or a VCF or VCT that the node limit suffices to find, after a move.
    fn loses(&mut self, position: &mut Position, point: Point, nodes: u64) -> bool {
        position.play(point);
        self.wins.begin();
        let plies = position.plies_left();
        let result = self.wins.search(position, plies, nodes);
        position.undo();
        matches!(result, ProofResult::Win(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_point, parse_points};
    use crate::rule::Rule;

    /// White leaves black's open three alone at move 5, and cannot stop the straight four at move 7.
    #[test]
    fn the_last_move_with_an_alternative_is_found() {
        let size = Size::FIFTEEN;
        let moves = parse_points("h8 a1 i8 a3 j8 o15 k8 g8 l8", size).unwrap();
        let start = Position::empty(Rule::Freestyle, size);
        let mut finder = TurningPoints::new(2_000);
        let point = finder.find(&start, &moves, 0).unwrap();
        assert_eq!(point.number, 5);
        assert_eq!(point.losing[0], moves[5]);
        let block = parse_point("g8", size).unwrap();
        assert!(point.unrefuted.contains(&block) && !point.losing.contains(&block));
        let test = point.test("x-1", &start, &moves);
        assert!(
            test.starts_with("x-1|free|15|w|h8 i8 j8|a1 a3|am=o15"),
            "{test}"
        );
        assert_eq!(finder.find(&start, &moves, 6), None);
        assert_eq!(finder.find(&start, &moves[..1], 0), None);
    }
}
