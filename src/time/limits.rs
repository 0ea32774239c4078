//! What a manager asked for.

/// The limits of one turn. `None` means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// For this turn.
    pub turn_ms: Option<u64>,
    /// For the rest of the match; 0 or less on the wire is 0 here.
    pub left_ms: Option<u64>,
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes in the search.
    pub nodes: Option<u64>,
}
