//! The safety check of a move before it is played: if the opponent has a VCF after it, a move after which it has none is
//! played, or else the one after which the VCF is longest.

use super::engine::Engine;
use super::root_threats::RootThreats;
use super::turn::Turn;
use crate::board::Point;
use crate::position::Position;
use crate::threat::{ThreatResult, fours_hold};
use std::cmp::Reverse;

/// The budget of a VCF search after one move: nodes per millisecond that is left, and at most.
const MOVE_NODES_PER_MS: u64 = 500;
const MOVE_NODES_LIMIT: u64 = 40_000;
/// The same at most for a move that may replace a losing one, at first.
const REPLACEMENT_NODES_LIMIT: u64 = 4_000;
/// The budget of all searches together once the turn is over.
const OVERTIME_NODES: u64 = 6_000;

impl Engine {
    /// The chosen move, or another one if the opponent has a VCF after it and after the other none or a longer one. The
    /// best move of the last finished iteration is checked second.
    pub(super) fn safety_check(
        &mut self,
        turn: &Turn,
        chosen: Point,
        finished: Option<Point>,
    ) -> Point {
        let overtime_end = self.threats.nodes() + OVERTIME_NODES;
        let mut check = SafetyCheck {
            turn,
            position: turn.position.clone(),
            overtime_end,
            threats: &mut self.threats,
            refutations: Vec::new(),
        };
        let Some(ThreatResult::Win(line)) = check.vcf_after(chosen, None, MOVE_NODES_LIMIT) else {
            return chosen;
        };
        let ranked = turn.position.ranked().into_iter();
        let rest = ranked.filter(|&point| Some(point) != finished);
        let mut others: Vec<Point> = finished.into_iter().chain(rest).collect();
        let side = turn.position.turn();
        others.retain(|&point| {
            point != chosen
                && !self.excluded.contains(&point)
                && !check.position.is_forbidden(point, side)
        });
        check.longest((line.len(), chosen), &others)
    }
}

struct SafetyCheck<'a> {
    turn: &'a Turn<'a>,
    position: Position,
    /// The node count at which the check ends once the turn is over.
    overtime_end: u64,
    threats: &'a mut RootThreats,
    /// Short VCFs of the opponent that were found after some moves.
    refutations: Vec<Vec<Point>>,
}

impl SafetyCheck<'_> {
    /// The first of `others` after which the opponent is proven to have no VCF; else the move of `others` and `first`
    /// after which the VCF is longest, as far as the time allows. `first` comes with the plies of its VCF.
    fn longest(&mut self, first: (usize, Point), others: &[Point]) -> Point {
        // Each with the plies of a VCF, not always of the shortest.
        let mut losing = vec![first];
        for &point in others {
            match self.vcf_after(point, None, REPLACEMENT_NODES_LIMIT) {
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

    /// Whether a VCF that was found after another move wins after this one, too.
    fn is_refuted(&mut self, point: Point) -> bool {
        let position = &mut self.position;
        position.play(point);
        let mut wins = self.refutations.iter();
        let is_refuted = wins.any(|line| fours_hold(position, line));
        position.undo();
        is_refuted
    }

    /// The better of a move that holds for `longest.1` plies and of `point`, after which there may be a VCF of `win`
    /// plies; with the plies for which it holds.
    fn longer(&mut self, longest: (Point, usize), point: Point, win: usize) -> (Point, usize) {
        let mut longer = longest;
        let most = win.min(self.position.plies_left());
        for plies in (longest.1 + 2..most).step_by(2) {
            match self.vcf_after(point, Some(plies), MOVE_NODES_LIMIT) {
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

    /// Searches a VCF of the opponent after a move, within `plies` plies where given, with at most `limit` nodes. `None`
    /// where no time is left.
    fn vcf_after(
        &mut self,
        point: Point,
        plies: Option<usize>,
        limit: u64,
    ) -> Option<ThreatResult> {
        let in_time = match self.turn.is_over() {
            true => self.overtime_end.saturating_sub(self.threats.nodes()),
            false => self.turn.left_ms().saturating_mul(MOVE_NODES_PER_MS),
        };
        let (position, nodes) = (&mut self.position, limit.min(in_time));
        (nodes > 0).then(|| self.threats.vcf_after(position, point, plies, nodes))
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
            let found = engine.safety_check(turn, points("c3")[0], None);
            assert!(points("h7 h11").contains(&found), "{found}");
            let chosen = points("h7")[0];
            assert_eq!(engine.safety_check(turn, chosen, None), chosen);
            for finished in points("h7 h11") {
                let found = engine.safety_check(turn, points("c3")[0], Some(finished));
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
            let found = engine.safety_check(turn, chosen, None);
            let mut loses = |point, plies| {
                let (threats, position) = (&mut engine.threats, &mut position.clone());
                let result = threats.vcf_after(position, point, plies, MOVE_NODES_LIMIT);
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
            let found = engine.safety_check(turn, points("k2")[0], None);
            assert_eq!(found, points("g4")[0]);
        });
    }
}
