//! Fixed positions to a fixed depth: the signature of search and evaluation, and their speed.

use crate::board::{Size, parse_points};
use crate::position::Position;
use crate::rule::Rule;
use crate::search::{SearchState, Searcher, Unsupervised};
use crate::time::{Clock, Limits};
use std::time::Duration;

/// The depth of the signature.
pub const DEPTH: u32 = 11;
/// Each position starts with an empty table of this size.
const TABLE_BYTES: usize = 64 << 20;

/// Openings and middle games of every league, as moves.
const POSITIONS: [(Rule, Size, &str); 10] = [
    (Rule::Freestyle, Size::TWENTY, "j10 k11 k10 i10 l9 j11"),
    (
        Rule::Freestyle,
        Size::TWENTY,
        "j10 j11 k11 i9 l12 m13 l10 j12 k12 k13 m11",
    ),
    (
        Rule::Freestyle,
        Size::TWENTY,
        "k10 l11 l9 j11 m10 n10 m8 n7 k8 k9 i8 l8 m9 m7 o8",
    ),
    (Rule::Freestyle, Size::FIFTEEN, "h8 h9 j9 i8 j7 j8 i6"),
    (
        Rule::Freestyle,
        Size::FIFTEEN,
        "h8 i9 g9 i7 i8 g8 h10 j8 h9 h11 j9 f7",
    ),
    (Rule::Standard, Size::FIFTEEN, "h8 i9 g9 i7 h7 h9 g8"),
    (
        Rule::Standard,
        Size::FIFTEEN,
        "h8 h9 i9 g7 j10 k11 j8 j9 i7 i10 h6 g5",
    ),
    (Rule::Renju, Size::FIFTEEN, "h8 h9 j9 i8 i9 g9 i7"),
    (
        Rule::Renju,
        Size::FIFTEEN,
        "h8 i9 j7 i7 i8 g8 j9 h7 j10 j8 k8 l7",
    ),
    (Rule::Caro, Size::FIFTEEN, "h8 i9 g7 f6 i7 g9 h6 h7 f8 e9"),
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
    POSITIONS.iter().map(|&(rule, size, moves)| {
        let mut position = Position::empty(rule, size);
        position.play_line(&parse_points(moves, size).unwrap_or_default());
        position
    })
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
