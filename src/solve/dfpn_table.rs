//! What a proof-number search knows of positions: a table of fixed size.

use super::guess::Guess;
use std::collections::HashMap;

/// A number that is never reached by counting.
pub(super) const INFINITE: u32 = u32::MAX / 2;
/// Bytes of a place in the map and of the moves that a position has.
const PLACE_BYTES: usize = 112;
/// Fewest places.
const FEWEST: usize = 1 << 12;

/// How much is still to be shown at a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Positions still to be won by the side to move, at least, so that it gets what it wants.
    pub phi: u32,
    /// The same for the other side.
    pub delta: u32,
}

impl ProofNumbers {
    /// Nothing is known.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { phi: 1, delta: 1 };
    /// The side to move got what it wants.
    pub const REACHED: ProofNumbers = ProofNumbers {
        phi: 0,
        delta: INFINITE,
    };
    /// The side to move cannot get what it wants.
    pub const LOST: ProofNumbers = ProofNumbers {
        phi: INFINITE,
        delta: 0,
    };

    /// So much greater that other positions are worth a look: twice as great, and `growth` more.
    pub fn grown(self, growth: u32) -> ProofNumbers {
        let grown = |number: u32| {
            number
                .saturating_mul(2)
                .saturating_add(growth)
                .min(INFINITE)
        };
        ProofNumbers {
            phi: grown(self.phi),
            delta: grown(self.delta),
        }
    }

    /// Whether one side got what it wants.
    pub fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// The result of expanding a position.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    /// How hard it was looked into.
    pub effort: usize,
    /// The moves to search.
    pub moves: Box<[Guess]>,
}

/// A position that was looked into.
#[derive(Clone, Debug)]
struct TableEntry {
    numbers: ProofNumbers,
    epoch: u32,
    node: Expansion,
}

/// The hash table of the proof-number search. When it is full, it drops the least recently used positions.
pub(super) struct DfpnTable {
    entries: HashMap<u64, TableEntry>,
    most: usize,
    epoch: u32,
}

impl DfpnTable {
    /// Makes a table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> DfpnTable {
        // The map's places are a power of two, of which seven eighths are used.
        let places = (bytes / PLACE_BYTES).max(FEWEST);
        let places = 1 << places.ilog2();
        let most = places / 8 * 7;
        DfpnTable {
            entries: HashMap::with_capacity(most),
            most,
            epoch: 0,
        }
    }

    /// Bytes of a table that has room for so many positions.
    pub fn bytes_for(positions: usize) -> usize {
        3 * PLACE_BYTES * positions
    }

    /// The numbers of a position.
    pub fn numbers(&mut self, key: u64) -> ProofNumbers {
        let Some(entry) = self.entries.get_mut(&key) else {
            return ProofNumbers::UNKNOWN;
        };
        entry.epoch = self.epoch;
        entry.numbers
    }

    /// The result of expanding a position.
    pub fn node(&mut self, key: u64) -> Option<Expansion> {
        let entry = self.entries.get_mut(&key)?;
        entry.epoch = self.epoch;
        Some(entry.node.clone())
    }

    /// Sets the numbers of a position, if it is still there.
    pub fn set(&mut self, key: u64, numbers: ProofNumbers) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.numbers = numbers;
            entry.epoch = self.epoch;
        }
    }

    /// Adds a position, or replaces it after another expansion.
    pub fn add(&mut self, key: u64, numbers: ProofNumbers, node: Expansion) {
        if self.entries.len() >= self.most {
            self.make_room();
        }
        let entry = TableEntry {
            numbers,
            epoch: self.epoch,
            node,
        };
        self.entries.insert(key, entry);
    }

    fn make_room(&mut self) {
        let epoch = self.epoch;
        self.entries.retain(|_, entry| entry.epoch == epoch);
        if self.entries.len() > self.most / 2 {
            // Nearly all are in use: every second one goes.
            self.entries.retain(|key, _| key & 1 == 0);
        }
        self.epoch += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_holds_more_than_its_share_and_keeps_what_is_used() {
        let mut table = DfpnTable::new(0);
        for key in 0..100_000 {
            let (effort, moves) = (0, Box::default());
            table.add(key, ProofNumbers::REACHED, Expansion { effort, moves });
            assert!(table.entries.len() <= FEWEST);
            if key % 100 == 0 {
                assert!(table.node(key).is_some());
            }
        }
        assert_eq!(table.numbers(99_999), ProofNumbers::REACHED);
        assert_eq!(table.numbers(1), ProofNumbers::UNKNOWN);
    }
}
