//! The positions of the bench, fixed so that signatures and speeds can be compared.

use crate::board::{Board, Color, Size, parse_points, stones_in_turn};
use crate::position::Position;
use crate::rule::Rule;

/// Openings and middle games of every league, as moves.
const POSITIONS: [(Rule, Size, &str); 11] = [
    (Rule::Freestyle, Size::TWENTY, "l6 m6 j5 k7 m5"),
    (Rule::Freestyle, Size::TWENTY, "l8 j12 n8 m8 l12 m11 j13"),
    (Rule::Freestyle, Size::TWENTY, "n17 i14 i11 l15"),
    (Rule::Freestyle, Size::FIFTEEN, "d8 i13 e8 h11 h12"),
    (
        Rule::Freestyle,
        Size::FIFTEEN,
        "i11 h5 g8 f9 g6 g10 j7 f7 e8",
    ),
    (Rule::Standard, Size::FIFTEEN, "i6 j6 g5 h7 j5"),
    (Rule::Standard, Size::FIFTEEN, "i6 g10 k6 j6 i10 j9 g11"),
    (Rule::Renju, Size::FIFTEEN, "g9 k11 f6 h5 k7 h8 i8 j9 j6"),
    (Rule::Renju, Size::FIFTEEN, "i6 j6 g5 h7 j5"),
    (Rule::Caro, Size::FIFTEEN, "g9 k11 f6 h5 k7 h8 i8 j9 j6"),
    (Rule::CaroExact, Size::FIFTEEN, "h5 k8 i10 i7 i9"),
];

/// Boards full of fours, black to move, as stones of both colors in turn, for measuring the VCF search: random stones,
/// moved one at a time for as long as that made the search longer.
const FOURS: [(Rule, &str); 12] = [
    (
        Rule::Freestyle,
        "h10 i2 b5 h6 l13 h13 e2 c3 i8 l10 f4 g9 g13 l5 d13 f2 d2 k3 m12 c11 g11 f12 j4 f11 \
         c13 m2 b7 n7 b10 k14 b4 b8 k10 i9 e11 e3 i10 n4",
    ),
    (
        Rule::Freestyle,
        "b2 f13 g6 n4 h4 l10 i3 j4 m7 m10 g9 c14 m5 k7 i10 h12 j7 n3 b14 e3 b11 c8 g10 d14 d6 \
         d9 m3 c9 l7 h14 g5 k10 b7 f6 b10 g14 c5 c11 k4 l14",
    ),
    (
        Rule::Standard,
        "k13 h7 k10 j5 l12 i8 i3 h8 d12 j2 e10 n13 n10 c2 i14 n8 c6 k14 d14 k9 g2 j14 l8 k8 \
         g4 n7 n9 f8 h12 d2 h6 j10 m10 b6 c10 i12 f11 k3 f3 h5",
    ),
    (
        Rule::Standard,
        "i13 m3 d5 n10 m11 b7 h7 l12 j4 l8 j2 m8 n2 c4 h12 h5 d11 h11 k10 k3 f8 d7 g4 g12 h14 \
         b11 f14 k7 e4 m10 c8 f5 m7 l2 n9 g14 e14 l11 m13 g6 k4 i10 m2 e2 e9 g9 j10 g5 d14 \
         j14 g7 d9 c6 c11 n4 l3 l6 n7 j11 i14 l7 b3 h2 e11 k8 i2",
    ),
    (
        Rule::Standard,
        "i13 f3 n7 m3 m14 i11 j8 c8 g7 n10 b2 f9 c5 g4 d7 i14 m7 c7 m10 d3 i3 i12 b6 n5 b4 \
         b11 d11 g6 e9 c6 c11 n13 m11 e14 j4 i9 f6 h8",
    ),
    (
        Rule::Renju,
        "h10 g4 m3 b6 g14 j6 n11 h4 m2 l10 i8 k13 m6 i5 f4 h14 b4 g11 c3 d11 m12 n7 h5 e4 i4 \
         l12 i3 j5 e6 f2 g3 g6 j11 m10 k3 l3 b9 d14 n8 g5 l11 e9 d2 b12",
    ),
    (
        Rule::Renju,
        "l10 k3 k2 j14 c14 g3 i13 i9 g8 i6 b6 m8 f14 i4 d5 l11 k8 m3 f5 n9 b14 e5 g2 n5 m12 \
         m4 k12 j12 c3 n12 b9 f12 c4 m10 l5 k14 m2 n13 d2 g9 h13 e8 l13 n3 h6 k7 i8 b3 c13 j9 \
         h2 b11",
    ),
    (
        Rule::Renju,
        "l3 f8 h2 c2 m8 e5 f6 b9 m13 n10 g13 f7 l4 j3 l7 d10 l12 n11 l9 k7 e11 k9 f10 f3 b14 \
         n3 i7 i14 h14 m4 l11 h3 g14 j14 f5 d2 f2 c4 j2 b12 d14 d7",
    ),
    (
        Rule::Caro,
        "j10 k4 d13 f5 h13 d9 b4 c10 g11 f4 m2 n9 c3 i9 h7 i2 j2 g10 n5 d7 h4 b12 h3 l4 g3 m5 \
         k7 m10 f13 n3 k14 e14 e12 j9 k8 l14 l7 c8 i12 n2",
    ),
    (
        Rule::Caro,
        "b7 e10 k10 e9 e5 i8 l3 d11 h9 g9 m7 c3 c5 m12 d7 b4 f13 e13 f10 c2 m6 b6 g7 n4 g5 \
         c11 l10 h13 k14 m11 e14 d14 e11 b11 n3 m13 m3 c13 k13 n5 d3 i3 j6 l14 g14 i12 j7 b10 \
         i14 k6",
    ),
    (
        Rule::CaroExact,
        "g9 b6 j2 d11 l13 d9 e5 n3 h2 l11 d14 c4 e8 b13 n7 l10 n11 g10 n8 d3 c8 e9 c6 m8 g14 \
         c2 d12 h6 c14 j9 j6 c3 e3 i7 g7 h10 k4 j13 h7 l9 c12 j7 l4 g4 h11 b12 e6 h13 n14 m2 \
         m11 h3 i4 j3 m14 i13 f5 f8",
    ),
    (
        Rule::CaroExact,
        "f14 h14 d14 h11 i13 i7 m5 i4 b10 b6 h6 b2 n11 d2 i8 c10 c9 f12 k2 m10 g3 d7 k14 f4 \
         j11 m12 k12 l8 f7 c2 e12 j8 e6 d9 m9 l5 n13 e14 j3 m6 h13 f3 d11 k9 i14 g12 c12 e13 \
         f6 n7 k6 l6 h9 j12 h12 m4 i2 f10 j5 c6 m14 g2",
    ),
];

/// Attacks from the solved game, black to move, for measuring the VCT search.
const THREATS: [&str; 6] = [
    "h8 h9 g9 g8 f7 f8 e7 h7",
    "h8 h9 g9 g8 f7 f8 e7 h7 f6 g7 e9 d8",
    "h8 h9 g9 i7 g10 g8 f10 e10",
    "h8 h9 g9 i7 g10 g8 f10 e10 f9 f7",
    "h8 i9 g9 i7 g10 i10 i8 g8",
    "h8 i9 g9 i7 g10 i10 i8 g8 h9 f11 h10 h11",
];

/// The positions of the bench.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS
        .iter()
        .map(|&(rule, size, moves)| position(rule, size, moves))
}

/// The positions for measuring the VCF search.
pub fn four_positions() -> impl Iterator<Item = Position> {
    FOURS.iter().map(|&(rule, stones)| {
        let stones = parse_points(stones, Size::FIFTEEN).unwrap_or_default();
        let board = Board::with_stones(Size::FIFTEEN, stones_in_turn(&stones));
        Position::from_board(rule, board, Color::Black)
    })
}

/// The positions for measuring the VCT search.
pub fn threat_positions() -> impl Iterator<Item = Position> {
    let standard = |moves: &&str| position(Rule::Standard, Size::FIFTEEN, moves);
    THREATS.iter().map(standard)
}

fn position(rule: Rule, size: Size, moves: &str) -> Position {
    let mut position = Position::empty(rule, size);
    position.play_line(&parse_points(moves, size).unwrap_or_default());
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threat::Vcf;

    #[test]
    fn every_position_is_whole() {
        for ((_, size, moves), position) in POSITIONS.iter().zip(positions()) {
            assert_eq!(
                position.board().stones(),
                parse_points(moves, *size).unwrap().len()
            );
        }
        for ((rule, stones), mut position) in FOURS.iter().zip(four_positions()) {
            let count = stones.split(' ').count();
            assert_eq!(position.board().stones(), count);
            let mut vcf = Vcf::new(16);
            vcf.search(&mut position, 200_000);
            assert!(vcf.nodes() > 40_000, "{rule}: {}", vcf.nodes());
        }
    }
}
