//! What is played where the search sees only losses: a move after which the opponent has no win by fours, or
//! else a long one. It may win all the same, but it has to see how.

use super::{Engine, Turn};
use crate::board::Point;
use crate::pattern::NoObserver;
use crate::position::Position;
use crate::threat::ThreatResult;

/// Moves played to find a win by fours after one of ours.
const AFTER_EACH: u64 = 10_000;

impl Engine {
    /// The move that was chosen, or another one, if the opponent wins by fours after it, and after the other
    /// not or later.
    pub(super) fn last_stand(&mut self, turn: &Turn, chosen: Point) -> Point {
        let mut position = turn.position.clone();
        let side = position.turn();
        let mut points = position.ranked();
        points.retain(|&point| {
            !self.excluded.contains(&point) && !position.is_forbidden(point, side)
        });
        let (mut longest, mut stand) = (0, chosen);
        for point in [chosen].into_iter().chain(points) {
            if longest > 0 && turn.is_over() {
                break;
            }
            match self.win_by_fours_after(&mut position, point) {
                None => return point,
                Some(plies) if plies > longest => (longest, stand) = (plies, point),
                Some(_) => {}
            }
        }
        stand
    }

    /// The plies of a win by fours that the opponent has after a move.
    fn win_by_fours_after(&mut self, position: &mut Position, point: Point) -> Option<usize> {
        position.play(point, &mut NoObserver);
        let found = self.fours.search(position, AFTER_EACH);
        let left = position.plies_left();
        position.undo(&mut NoObserver);
        match found {
            ThreatResult::Win(line) if line.len() <= left => Some(line.len()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::engine::Resources;
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;
    use crate::time::Limits;

    #[test]
    fn a_move_that_gives_a_win_by_fours_is_changed_for_one_that_does_not() {
        let points = |text| parse_points(text, Size::FIFTEEN).unwrap();
        // White has a three, h8 to h10.
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&points("a1 h8 a15 h9 o1 h10"));
        let mut engine = Engine::new(Resources::single(1 << 20));
        on_turn(&position, &Limits::default(), |turn| {
            let stood = engine.last_stand(turn, points("c3")[0]);
            assert!(points("h7 h11").contains(&stood), "{stood}");
            let chosen = points("h7")[0];
            assert_eq!(engine.last_stand(turn, chosen), chosen);
        });
    }

    #[test]
    fn where_every_move_gives_one_the_longest_is_given() {
        let points = |text| parse_points(text, Size::FIFTEEN).unwrap();
        // White has a three, h8 to h10, and on f3 a four and a three.
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        let stones = "b3 h8 a15 h9 o1 h10 o15 c3 a8 d3 l1 e3 o8 f4 l15 f5";
        position.play_line(&points(stones));
        let mut engine = Engine::new(Resources::single(1 << 20));
        on_turn(&position, &Limits::default(), |turn| {
            let chosen = points("c13")[0];
            let stood = engine.last_stand(turn, chosen);
            let mut plies = |point| engine.win_by_fours_after(&mut position.clone(), point);
            assert_eq!(plies(chosen), Some(3));
            assert!(plies(stood) > Some(3), "{stood}");
        });
    }
}
