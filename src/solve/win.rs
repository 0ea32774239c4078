//! Settings, results and progress of a search for a win of any kind.

use crate::board::Point;
use crate::proof::Certificate;
use std::fmt;

/// The limits of a search for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinSettings {
    /// Node limit; expanding a position of the proof-number search counts as one node, too.
    pub nodes: u64,
    /// Bytes of all tables together.
    pub memory: usize,
    /// Gives up once the proof number or the disproof number of the start is more than twice what it was, and so much
    /// more.
    pub growth: Option<u32>,
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinLimit {
    /// The node limit.
    Nodes,
    /// The attacker's moves that are searched: none of them was seen to win, and there are others.
    Moves,
    /// The growth of the proof number or of the disproof number.
    Growth,
    /// The listener.
    Stopped,
}

/// The result of a search for a win of any kind, with what is known of a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinResult<W = Certificate> {
    /// A win, as a certificate by default: its decisions, which the checker has not seen yet.
    Win(W),
    /// There is none within the plies.
    NoWin,
    /// A limit was hit first.
    Unknown(WinLimit),
}

/// What a search found for one position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Found {
    /// The attacker to move wins with this move.
    Won(Point),
    /// The attacker to move threatens to win with these.
    Threats(Vec<Point>),
    /// The defender to move has these replies that do not lose to threats.
    Replies(Vec<Point>),
    /// The defender to move is not seen to lose with the effort.
    Held,
}

/// A position that was settled; kept on disk, so that a search can be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SettledPosition {
    /// Below [`WinProgress::EFFORTS`].
    pub effort: usize,
    /// The moves from the start of the search.
    pub moves: Vec<Point>,
    /// What is known of the position after them.
    pub found: Found,
}

/// Knowledge that a search starts with.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriorKnowledge<'a> {
    /// What an earlier search settled from the same start.
    pub settled: &'a [SettledPosition],
    /// Wins under the same rule on the same board: their moves are searched first where one stone of the
    /// defender's differs.
    pub like: &'a [Certificate],
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinProgress {
    /// Nodes.
    pub nodes: u64,
    /// Positions that were expanded.
    pub settled: usize,
    /// Positions that are won by quiet moves.
    pub won: usize,
    /// The greatest effort made so far, from 0.
    pub effort: usize,
    /// The proof number of the start: the least number of open positions that must be won to win it.
    pub proof: u32,
    /// The disproof number of the start: the least number that must be held, so that the searched moves do not win.
    pub disproof: u32,
    /// Plies from the start of the deepest position.
    pub seldepth: usize,
}

impl fmt::Display for WinProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "effort {} of {}, {} nodes, {} positions settled, {} won; proof number {}, disproof number {}, \
             seldepth {}",
            self.effort + 1,
            WinProgress::EFFORTS,
            self.nodes,
            self.settled,
            self.won,
            self.proof,
            self.disproof,
            self.seldepth
        )
    }
}

/// Receives what was settled, and how far the search is.
pub trait WinListener {
    /// A position was settled.
    fn settled(&mut self, settled: &SettledPosition);
    /// Called now and then; `false` stops the search.
    fn goes_on(&mut self, progress: &WinProgress) -> bool;
}
