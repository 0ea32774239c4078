//! VCFs in games that were played: which were missed, and which were given away.

use crate::board::{Point, Size, point_name, point_names};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::threat::{ProofResult, ThreatResult, ThreatWin, Vcf};

/// Positions of each table, as a power of two.
const TABLE_BITS: u32 = 16;
/// Nodes for a VCF; hardly any needs more.
const FOURS_BUDGET: u64 = 1_000_000;
/// Nodes for a VCT after one reply. Nearly all need a thousandth of it: the rest is for moves
/// that would be called faults.
const THREATS_BUDGET: u64 = 10_000_000;

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The mover had this VCF, and after the move no win is proven.
    Missed(Vec<Point>),
    /// The opponent has this VCF, and after another move, no four, it would have had none.
    GaveAway(Vec<Point>, Point),
}

impl Fault {
    /// The fault in words, with its moves on a board of a size.
    pub fn text(&self, size: Size) -> String {
        match self {
            Fault::Missed(line) => format!("missed {}", point_names(line, size)),
            Fault::GaveAway(line, other) => {
                let (line, other) = (point_names(line, size), point_name(*other, size));
                format!("gave away {line}; {other} does not")
            }
        }
    }
}

/// Looks for faults. What it learned of one position serves the next, so it is for games of one rule only.
pub struct ForcedWins {
    fours: Vcf,
    threats: ThreatWin,
    plies: usize,
}

impl ForcedWins {
    /// Makes a searcher of VCFs of at most `plies` plies, under one rule.
    pub fn new(plies: usize) -> ForcedWins {
        ForcedWins {
            fours: Vcf::new(TABLE_BITS),
            threats: ThreatWin::new(TABLE_BITS),
            plies,
        }
    }

    /// The faults of a game's moves from a position: each with the move's number, from 0. Only moves that
    /// count, by their numbers, are looked at.
    pub fn review(
        &mut self,
        mut position: Position,
        moves: &[Point],
        counts: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Fault)> {
        let mut faults = Vec::new();
        for (number, &point) in moves.iter().enumerate() {
            if counts(number) {
                faults.extend(
                    self.fault(&mut position, point)
                        .map(|fault| (number, fault)),
                );
            }
            position.play(point);
        }
        faults
    }

    /// What is wrong with a move of the side to move, if anything.
    fn fault(&mut self, position: &mut Position, point: Point) -> Option<Fault> {
        if let Some(line) = self.win_by_fours(position) {
            return (!self.keeps_win(position, point)).then_some(Fault::Missed(line));
        }
        let line = self.win_by_fours_after(position, point)?;
        let empty = *position.patterns().empty();
        let other = position.legal(&empty).into_iter().find(|&other| {
            // A four only puts off what comes.
            let class = position.patterns().class(other, position.turn());
            class < PointClass::Four && self.win_by_fours_after(position, other).is_none()
        });
        other.map(|other| Fault::GaveAway(line, other))
    }

    /// A VCF, if a shortest one is no longer than those that are looked for.
    fn win_by_fours(&mut self, position: &mut Position) -> Option<Vec<Point>> {
        match self.fours.search_short(position, self.plies, FOURS_BUDGET) {
            ThreatResult::Win(line) => Some(line),
            ThreatResult::NoWin | ThreatResult::Unknown(_) => None,
        }
    }

    fn win_by_fours_after(&mut self, position: &mut Position, point: Point) -> Option<Vec<Point>> {
        position.play(point);
        let line = self.win_by_fours(position);
        position.undo();
        line
    }

    /// Whether a move wins by itself, or leaves a VCT after every legal reply.
    fn keeps_win(&mut self, position: &mut Position, point: Point) -> bool {
        if position.patterns().class(point, position.turn()) == PointClass::Five {
            return true;
        }
        position.play(point);
        let empty = *position.patterns().empty();
        let replies = position.legal(&empty);
        let holds = replies.into_iter().all(|reply| {
            // Five of the opponent's ends the game.
            let is_five = position.patterns().class(reply, position.turn()) == PointClass::Five;
            position.play(reply);
            let holds = !is_five && self.wins(position);
            position.undo();
            holds
        });
        position.undo();
        holds
    }

    fn wins(&mut self, position: &mut Position) -> bool {
        self.threats.begin();
        let plies = position.plies_left();
        let result = self.threats.search(position, plies, THREATS_BUDGET);
        matches!(result, ProofResult::Win(..)) || self.win_by_fours(position).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    fn review_after(before: &str, moves: &str) -> Vec<(usize, Fault)> {
        let points = |moves| parse_points(moves, Size::FIFTEEN).unwrap();
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&points(before));
        ForcedWins::new(15).review(position, &points(moves), |_| true)
    }

    fn review(moves: &str) -> Vec<(usize, Fault)> {
        review_after("", moves)
    }

    #[test]
    fn a_five_that_is_not_made_is_missed() {
        let faults = review("h8 g8 i8 a1 j8 c1 k8 e1 o15");
        let (last, fault) = faults.last().unwrap();
        assert_eq!(*last, 8);
        assert!(
            matches!(fault, Fault::Missed(line) if line.len() == 1),
            "{fault:?}"
        );
    }

    #[test]
    fn a_straight_four_wins_by_other_ways_too() {
        // Black could have made five, and still can at either end.
        let faults = review("h8 a1 i8 c1 j8 o1 k8 a15 o15");
        assert!(faults.iter().all(|(number, _)| *number != 8), "{faults:?}");
    }

    #[test]
    fn a_win_by_fours_is_as_long_as_a_shortest_one() {
        // After every last move the opponent wins in few plies, in five after h11; the line that is found first
        // then has 17.
        let game = "g7 f8 i11 f6 f9 g6 e6 e7 g5 e8 g8 e10 f7 h9 e11 d8 f11 g11 f10 d5 d6 f12 h10 c6 c8 e4 f3 f5 h7 b5 \
            i7 j7 c4 i6 j10 i10 k9 b7 a8 h12 h8 g9 k8 c9 b10 e5 c5 d7 a4 a7 c7 h6 j6 c2 d3 k7 k11 i9 l11";
        let faults = review_after(game, "j11");
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn a_win_by_fours_that_takes_long_to_find_is_kept() {
        // The last move begins a VCF; after the forced reply a search of any length plays 906,000 moves.
        let game = "h10 h11 i10 h9 g11 j11 k8 j10 g8 i9 j9 k11 l12 j12 l11 g10 i12 i13 l10 l9 i8 k10 k13 j14 j13 l7 g7 \
            h7 h6 h8 j6 k7 m8 j8 m7 h14 g15 i14 k14 i6 m5 m6 l13 l14 m11 m12 k5 j4 n8 n10 l5 n5 l4 i7 j7 k3 e9 f8 e11 \
            e12 f11 d11 g14 f10 d9 e10 g13 g12 c9 f9 c10 f7 f6 f12 d12 j5 c11 c12 b13 l3 k4 a9 e6 d6 e7 d8 e8 e5 b11 \
            a12 b12 b14";
        let faults = review_after(game, "e13");
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn a_win_that_is_played_is_no_fault() {
        // White's third move gives it away; black plays it.
        let faults = review("h8 a1 i8 c1 j8 o1 k8 a15 l8");
        assert!(
            matches!(faults[..], [(5, Fault::GaveAway(..))]),
            "{faults:?}"
        );
    }
}
