//! Fixed positions to a fixed depth: the signature of search and evaluation, and their speed.

use crate::board::{Size, parse_points};
use crate::position::Position;
use crate::rule::Rule;
use crate::search::{SearchState, Searcher, Unsupervised};
use crate::time::{Clock, Limits};
use std::time::Duration;

/// The depth of the signature.
pub const DEPTH: u32 = 13;
/// Each position starts with an empty table of this size.
const TABLE_BYTES: usize = 16 << 20;

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

/// Middle games full of fours: for measuring the search for wins by fours.
const FOURS: [(Rule, Size, &str); 0] = [];

/// Attacks from the solved game, black to move: for measuring the search for wins by fours and open
/// threes.
const THREATS: [&str; 6] = [
    "h8 h9 g9 g8 f7 f8 e7 h7",
    "h8 h9 g9 g8 f7 f8 e7 h7 f6 g7 e9 d8",
    "h8 h9 g9 i7 g10 g8 f10 e10",
    "h8 h9 g9 i7 g10 g8 f10 e10 f9 f7",
    "h8 i9 g9 i7 g10 i10 i8 g8",
    "h8 i9 g9 i7 g10 i10 i8 g8 h9 f11 h10 h11",
];

/// What a bench measured.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Moves played in main search and quiescence: the same on every machine.
    pub nodes: u64,
    /// Moves played in searches for wins by fours.
    pub threat_nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl Signature {
    /// Nodes per second, threat nodes not counted.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches all positions to a depth and tells each position's share to `listen`.
pub fn run(depth: u32, listen: &mut dyn FnMut(usize, &Signature)) -> Signature {
    let mut total = Signature {
        nodes: 0,
        threat_nodes: 0,
        elapsed: Duration::ZERO,
    };
    for (number, position) in positions().enumerate() {
        let clock = Clock::start();
        let mut state = SearchState::new(TABLE_BYTES);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let result = Searcher::new(&position, &mut state, limits, &mut Unsupervised).run();
        let share = Signature {
            nodes: result.nodes,
            threat_nodes: state.vcf.nodes(),
            elapsed: clock.elapsed(),
        };
        listen(number + 1, &share);
        total.nodes += share.nodes;
        total.threat_nodes += share.threat_nodes;
        total.elapsed += share.elapsed;
    }
    total
}

/// The positions of the bench.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS
        .iter()
        .map(|&(rule, size, moves)| position(rule, size, moves))
}

/// The positions of the search for wins by fours.
pub fn four_positions() -> impl Iterator<Item = Position> {
    FOURS
        .iter()
        .map(|&(rule, size, moves)| position(rule, size, moves))
}

/// The positions of the search for wins by fours and open threes.
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

    #[test]
    fn every_position_is_whole_and_the_signature_repeats() {
        for ((_, size, moves), position) in POSITIONS.iter().zip(positions()) {
            assert_eq!(
                position.board().stones(),
                parse_points(moves, *size).unwrap().len()
            );
        }
        let nodes = || run(4, &mut |_, _| {}).nodes;
        assert_eq!(nodes(), nodes());
    }
}
