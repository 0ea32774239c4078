//! What the engine chose, and why.

use crate::board::Point;
use crate::score::Score;
use crate::search::Progress;

/// A move that was chosen, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Where to play: an empty point, and not a forbidden one while any other is left.
    pub point: Point,
    /// What chose it.
    pub why: Why,
    /// The search's last finished iteration, if there was a search.
    pub progress: Option<Progress>,
}

/// What chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The board is empty.
    FirstStone,
    /// It completes five.
    Five,
    /// It is the only move that stops a five or a straight four.
    OnlyBlock,
    /// It is the solved book's winning move.
    Book,
    /// It continues a VCT that the solved book guarantees.
    BookVct,
    /// It starts a VCF.
    Vcf,
    /// It starts or continues a VCT.
    Vct,
    /// The search chose it.
    Search,
    /// It has the best one-ply rating: a low strength level's move.
    OnePly,
    /// Nothing was found in time, or every point is forbidden.
    Fallback,
}

/// The report of a win within `plies` plies.
pub(super) fn won(pv: Vec<Point>, plies: usize, threat_nodes: u64) -> Progress {
    Progress {
        depth: plies as i32,
        seldepth: plies as i32,
        score: Score::win_in(plies as u32),
        nodes: 0,
        threat_nodes,
        pv,
    }
}
