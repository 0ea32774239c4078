//! What a search for a win of any kind is asked, what it answers, and what it tells on the way.

use crate::board::Point;
use crate::proof::Certificate;

/// How a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinSettings {
    /// Moves played at most; looking into a position counts as one.
    pub nodes: u64,
    /// Bytes of all tables together.
    pub memory: usize,
}

/// What cut the search short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinLimit {
    /// The moves played.
    Nodes,
    /// The attacker's moves that are tried: none of them was seen to win.
    Moves,
    /// The listener.
    Stopped,
}

/// What a search for a win of any kind answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinResult {
    /// The decisions of a win; to be checked before it is claimed.
    Win(Certificate),
    /// There is none within the plies.
    NoWin,
    /// The search was cut short.
    Unknown(WinLimit),
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A position that was settled: what is kept on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPosition {
    /// Below [`WinProgress::EFFORTS`].
    pub effort: usize,
    /// The moves from the start of the search.
    pub moves: Vec<Point>,
    /// What is known of the position after them.
    pub found: Found,
}

/// What is known before a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriorKnowledge<'a> {
    /// What an earlier search settled from the same start.
    pub settled: &'a [SettledPosition],
    /// Wins under the same rule on the same board: their moves are tried first where one stone of the
    /// defender's differs.
    pub like: &'a [Certificate],
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinProgress {
    /// Moves played, and positions looked into.
    pub nodes: u64,
    /// Positions looked into.
    pub settled: usize,
    /// Positions that are won by quiet moves.
    pub won: usize,
    /// The greatest effort made so far, from 0.
    pub effort: usize,
    /// Positions still to be won, at least, so that the start is.
    pub proof: u32,
    /// Positions still to be held, at least, so that it is not by what is tried.
    pub disproof: u32,
    /// Plies from the start of the deepest position.
    pub seldepth: usize,
}

/// Is told what was settled, and how far the search is; answering `false` to the latter ends it.
pub trait WinListener {
    /// Something was settled.
    fn settled(&mut self, settled: &SettledPosition);
    /// Time went on.
    fn goes_on(&mut self, progress: &WinProgress) -> bool;
}
