//! What is played where the search sees only losses: a move after which the opponent has no win by fours, if
//! there is one. It may win all the same, but it has to see how.

use super::{Engine, Turn};
use crate::board::Point;
use crate::pattern::NoObserver;
use crate::position::Position;
use crate::threat::ThreatResult;

/// Moves played to find a win by fours after one of ours.
const AFTER_EACH: u64 = 5_000;

impl Engine {
    /// The move that was chosen, or another one, if the opponent wins by fours after it and not after the other.
    pub(super) fn last_stand(&mut self, turn: &Turn, chosen: Point) -> Point {
        let mut position = turn.position.clone();
        if !self.gives_fours(&mut position, chosen) {
            return chosen;
        }
        let side = position.turn();
        let mut points = position.ranked();
        points.retain(|&point| {
            !self.excluded.contains(&point) && !position.is_forbidden(point, side)
        });
        let stands = |point: &Point| !turn.is_over() && !self.gives_fours(&mut position, *point);
        points.into_iter().find(stands).unwrap_or(chosen)
    }

    /// Whether the opponent has a win by fours after a move.
    fn gives_fours(&mut self, position: &mut Position, point: Point) -> bool {
        position.play(point, &mut NoObserver);
        let found = self.fours.search(position, AFTER_EACH);
        let left = position.plies_left();
        position.undo(&mut NoObserver);
        matches!(found, ThreatResult::Win(line) if line.len() <= left)
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
}
