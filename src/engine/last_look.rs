//! The last look at a move before it is played: if the opponent wins by fours after it, a move after which it
//! does not, or else one after which that takes longest. It may win all the same, but it has to see how.

use super::root_threats::RootThreats;
use super::{Engine, Turn};
use crate::board::Point;
use crate::position::Position;

/// Moves played to find a win by fours after one of ours: per millisecond that is left, and at most.
const EACH_PER_MS: u64 = 1_000;
const MOST_EACH: u64 = 40_000;
/// In all, once the turn is over.
const LATE: u64 = 10_000;

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
        let mut others = position.ranked();
        others.retain(|&point| {
            !self.excluded.contains(&point) && !position.is_forbidden(point, side)
        });
        let late_end = self.threats.nodes() + LATE;
        let mut look = LastLook {
            turn,
            position,
            late_end,
            threats: &mut self.threats,
        };
        let points = [chosen].into_iter().chain(finished).chain(others);
        look.longest(points.collect()).unwrap_or(chosen)
    }
}

struct LastLook<'a> {
    turn: &'a Turn<'a>,
    position: Position,
    /// The count of moves played at which a turn that is over ends.
    late_end: u64,
    threats: &'a mut RootThreats,
}

impl LastLook<'_> {
    /// The first of some moves after which the opponent does not win by fours, or else the first of those after
    /// which that takes longest. `None` where no time is left to say.
    fn longest(&mut self, mut points: Vec<Point>) -> Option<Point> {
        for &point in &points {
            if self.stands(point, None)? {
                return Some(point);
            }
        }
        for plies in (3..self.position.plies_left()).step_by(2) {
            let mut longer = Vec::new();
            for &point in &points {
                match self.stands(point, Some(plies)) {
                    Some(true) => longer.push(point),
                    Some(false) => {}
                    None => return longer.first().or(points.first()).copied(),
                }
            }
            if longer.is_empty() {
                break;
            }
            points = longer;
        }
        points.first().copied()
    }

    /// Whether a move stands against wins by fours, within so many plies if that is told. `None` where no time
    /// is left to say.
    fn stands(&mut self, point: Point, plies: Option<usize>) -> Option<bool> {
        let nodes = match self.turn.is_over() {
            true => self.late_end.saturating_sub(self.threats.nodes()),
            false => MOST_EACH.min(self.turn.left_ms().saturating_mul(EACH_PER_MS)),
        };
        (nodes > 0).then(|| {
            !self
                .threats
                .loses_by_fours(&mut self.position, point, plies, nodes)
        })
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
            let mut loses = |point, plies| {
                let (threats, position) = (&mut engine.threats, &mut position.clone());
                threats.loses_by_fours(position, point, plies, MOST_EACH)
            };
            assert!(loses(chosen, Some(3)));
            assert!(loses(found, None) && !loses(found, Some(3)), "{found}");
        });
    }
}
