//! What a threat search answers. `Unknown` is a third value, never folded into "no".

use crate::board::Point;

/// The verdict of a search for a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreatResult {
    /// A win; the attacker's and the defender's moves in turn, from the attacker's first to its five.
    /// Where the defender had a choice, it lost longest here.
    Win(Vec<Point>),
    /// No win of the kind exists, of any length: the search was complete.
    NoWin,
    /// The search was cut short.
    Unknown(SearchLimit),
}

/// What cut a search short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// The node budget.
    Nodes(u64),
    /// The length of wins that were looked for: there is none up to it.
    Plies(usize),
}
