//! The last look at a move before it is played: if the opponent wins by fours after it, a move after which it
//! does not, or else one after which that takes longest. It may win all the same, but it has to see how.

use super::root_threats::RootThreats;
use super::{Engine, Turn};
use crate::board::Point;
use crate::position::Position;
use crate::threat::{ThreatResult, fours_hold};
use std::cmp::Reverse;

/// Moves played to find a win by fours after one of ours: per millisecond that is left, and at most.
const EACH_PER_MS: u64 = 500;
const MOST_EACH: u64 = 40_000;
/// At most in the first look at a move that may take the place of one that loses.
const MOST_OTHERS: u64 = 4_000;
/// In all, once the turn is over.
const LATE: u64 = 6_000;

impl Engine {
    /// The move that was chosen, or another one, if the opponent wins by fours after it, and after the other
    /// not or later. The second to be looked at is the last finished iteration's best.
    pub(super) fn last_look(
        &mut self,
        turn: &Turn,
        chosen: Point,
        finished: Option<Point>,
    ) -> Point {
        let late_end = self.threats.nodes() + LATE;
        let mut look = LastLook {
            turn,
            position: turn.position.clone(),
            late_end,
            threats: &mut self.threats,
            refutations: Vec::new(),
        };
        let Some(ThreatResult::Win(line)) = look.fours_after(chosen, None, MOST_EACH) else {
            return chosen;
        };
        let ranked = turn.position.ranked().into_iter();
        let rest = ranked.filter(|&point| Some(point) != finished);
        let mut others: Vec<Point> = finished.into_iter().chain(rest).collect();
        let side = turn.position.turn();
        others.retain(|&point| {
            point != chosen
                && !self.excluded.contains(&point)
                && !look.position.is_forbidden(point, side)
        });
        look.longest((line.len(), chosen), &others)
    }
}

struct LastLook<'a> {
    turn: &'a Turn<'a>,
    position: Position,
    /// The count of moves played at which a turn that is over ends.
    late_end: u64,
    threats: &'a mut RootThreats,
    /// Short wins of the opponent's that were found after some moves.
    refutations: Vec<Vec<Point>>,
}

impl LastLook<'_> {
    /// The first of some moves after which there surely is no win by fours of the opponent's; or else one of
    /// these and one more, after which there is a win of so many plies, that stands longest, as far as there is
    /// time to say.
    fn longest(&mut self, first: (usize, Point), others: &[Point]) -> Point {
        // Each with the plies of a win, though not of the shortest.
        let mut losing = vec![first];
        for &point in others {
            match self.fours_after(point, None, MOST_OTHERS) {
                Some(ThreatResult::Win(line)) => losing.push((line.len(), point)),
                Some(ThreatResult::Unknown(_)) => losing.push((usize::MAX, point)),
                Some(ThreatResult::NoWin) => return point,
                None => break,
            }
        }
        losing.sort_by_key(|&(plies, _)| Reverse(plies));
        let mut longest = (losing[0].1, 1);
        for (plies, point) in losing {
            if plies > longest.1 + 2 && !self.is_refuted(point) {
                longest = self.longer(longest, point, plies);
            }
        }
        longest.0
    }

    /// Whether what wins after another move wins after this one, too.
    fn is_refuted(&mut self, point: Point) -> bool {
        let position = &mut self.position;
        position.play(point);
        let mut wins = self.refutations.iter();
        let is_refuted = wins.any(|line| fours_hold(position, line));
        position.undo();
        is_refuted
    }

    /// Of a move that is seen to stand within so many plies, and one after which there may be a win of so many,
    /// the one that stands longer, and within how many plies.
    fn longer(&mut self, longest: (Point, usize), point: Point, win: usize) -> (Point, usize) {
        let mut longer = longest;
        let most = win.min(self.position.plies_left());
        for plies in (longest.1 + 2..most).step_by(2) {
            match self.fours_after(point, Some(plies), MOST_EACH) {
                Some(ThreatResult::NoWin) => longer = (point, plies),
                Some(ThreatResult::Win(line)) => {
                    self.refutations.push(line);
                    break;
                }
                _ => break,
            }
        }
        longer
    }

    /// Looks for a win by fours of the opponent's after a move, within so many plies if that is told, with at
    /// most so many moves played. `None` where no time is left.
    fn fours_after(
        &mut self,
        point: Point,
        plies: Option<usize>,
        most: u64,
    ) -> Option<ThreatResult> {
        let in_time = match self.turn.is_over() {
            true => self.late_end.saturating_sub(self.threats.nodes()),
            false => self.turn.left_ms().saturating_mul(EACH_PER_MS),
        };
        let (position, nodes) = (&mut self.position, most.min(in_time));
        (nodes > 0).then(|| self.threats.fours_after(position, point, plies, nodes))
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
                let result = threats.fours_after(position, point, plies, MOST_EACH);
                matches!(result, ThreatResult::Win(_))
            };
            assert!(loses(chosen, Some(3)));
            assert!(loses(found, None) && !loses(found, Some(3)), "{found}");
        });
    }

    #[test]
    fn the_longest_is_found_when_the_turn_is_over_too() {
        // After g4 the shortest win takes 29 plies, after all others 9.
        let stones = "m4 n4 l2 l3 k3 k5 m3 m2 j5 j6 k7 l7 i6 j4 i3 m6 k8 l6 n8 l9 l8 m8 k10 k9 m9 i7 h8 l10 j8 \
            i8 h9 h7 i9 g7 f7 e9 e6 g8 g6 j3 i2 l5 l4 n6 k6 n7 k4 n5 n3 o5 m5 i4 j2 i1 h5";
        let points = |text| parse_points(text, Size::FIFTEEN).unwrap();
        let mut position = Position::empty(Rule::Standard, Size::FIFTEEN);
        position.play_line(&points(stones));
        let mut engine = Engine::new(Resources::single(1 << 20));
        let limits = Limits {
            turn_ms: Some(0),
            ..Limits::default()
        };
        on_turn(&position, &limits, |turn| {
            let found = engine.last_look(turn, points("k2")[0], None);
            assert_eq!(found, points("g4")[0]);
        });
    }
}
