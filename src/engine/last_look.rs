//! The last look at a move before it is played: if the opponent wins by fours after it, a move after which it
//! does not, or else one after which that takes long. It may win all the same, but it has to see how.

use super::{Engine, Turn};
use crate::board::Point;

/// Moves played to find a win by fours after one of ours; in all, once the turn is over.
const AFTER_EACH: u64 = 10_000;

impl Engine {
    /// The move that was chosen, or another one, if the opponent wins by fours after it, and after the other
    /// not or later. The second to be looked at is the last finished iteration's best.
    pub(super) fn last_look(
        &mut self,
        turn: &Turn,
        chosen: Point,
        finished: Option<Point>,
    ) -> Point {
        let mut position = turn.position.clone();
        let side = position.turn();
        let mut points = position.ranked();
        points.retain(|&point| {
            !self.excluded.contains(&point) && !position.is_forbidden(point, side)
        });
        let late_end = self.threats.nodes() + AFTER_EACH;
        let (mut longest, mut best) = (0, chosen);
        for point in [chosen].into_iter().chain(finished).chain(points) {
            let nodes = match turn.is_over() {
                true => late_end.saturating_sub(self.threats.nodes()),
                false => AFTER_EACH,
            };
            if nodes == 0 {
                break;
            }
            match self.threats.lost_by_fours(&mut position, point, nodes) {
                None => return point,
                Some(plies) if plies > longest => (longest, best) = (plies, point),
                Some(_) => {}
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::engine::Resources;
    use crate::engine::turn::on_turn;
    use crate::position::Position;
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
            let found = engine.last_look(turn, points("c3")[0], None);
            assert!(points("h7 h11").contains(&found), "{found}");
            let chosen = points("h7")[0];
            assert_eq!(engine.last_look(turn, chosen, None), chosen);
            for finished in points("h7 h11") {
                let found = engine.last_look(turn, points("c3")[0], Some(finished));
                assert_eq!(found, finished);
            }
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
            let found = engine.last_look(turn, chosen, None);
            let mut plies = |point| {
                let (threats, position) = (&mut engine.threats, &mut position.clone());
                threats.lost_by_fours(position, point, AFTER_EACH)
            };
            assert_eq!(plies(chosen), Some(3));
            assert!(plies(found) > Some(3), "{found}");
        });
    }
}
