//! Strength levels as numbers: how often a level errs, looks one ply ahead, or searches, and how many nodes.

/// The highest strength level: the engine at its best.
pub const FULL_STRENGTH: u32 = 100;

/// How a strength level mixes its moves.
#[derive(Clone, Copy)]
pub(super) struct Mixture {
    /// Random moves, in permille of the one-ply moves.
    pub(super) blunders: u64,
    /// Searched moves, in permille of all moves.
    pub(super) searched: u64,
    /// The nodes of a search.
    pub(super) nodes: u64,
}

const fn mixture(blunders: u64, searched: u64, nodes: u64) -> Mixture {
    Mixture {
        blunders,
        searched,
        nodes,
    }
}

/// Every tenth level; levels between are interpolated.
const TENTHS: [Mixture; 11] = [
    mixture(300, 0, 100),
    mixture(140, 0, 100),
    mixture(35, 0, 100),
    mixture(0, 200, 250),
    mixture(0, 550, 300),
    mixture(0, 900, 400),
    mixture(0, 1000, 900),
    mixture(0, 1000, 2_100),
    mixture(0, 1000, 6_500),
    mixture(0, 1000, 22_000),
    mixture(0, 1000, 240_000),
];

impl Mixture {
    /// The mixture of a level below [`FULL_STRENGTH`].
    pub(super) fn of(level: u32) -> Mixture {
        let (tenth, part) = ((level / 10) as usize, level as u64 % 10);
        let (low, high) = (TENTHS[tenth], TENTHS[tenth + 1]);
        let between = |low: u64, high: u64| (low * (10 - part) + high * part) / 10;
        Mixture {
            blunders: between(low.blunders, high.blunders),
            searched: between(low.searched, high.searched),
            nodes: between(low.nodes, high.nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_at_least_as_strong_as_the_one_below() {
        let levels: Vec<Mixture> = (0..FULL_STRENGTH).map(Mixture::of).collect();
        assert!(levels.is_sorted_by_key(|m| (u64::MAX - m.blunders, m.searched, m.nodes)));
    }
}
