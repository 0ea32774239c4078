//! The transposition table: search results by position key.
//!
//! Entries are two words, the key XORed with the data and the data, so that a torn pair of a racing
//! write reads as a miss. Source: Hyatt and Mann, "A lock-less transposition table" (2002).

use super::shared_words::SharedWords;
use crate::board::Point;
use crate::score::Score;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bound type of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is not above it.
    Upper,
    /// The true score is not below it.
    Lower,
    /// It is the true score.
    Exact,
}

/// A stored search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, if one was found.
    pub(super) point: Option<Point>,
    /// Win and loss distances are counted from the position itself.
    pub(super) score: Score,
    /// The static evaluation; none where a five must be stopped.
    pub(super) eval: Option<Score>,
    /// Remaining plies of the search, 0 for quiescence.
    pub(super) depth: i32,
    /// The score's bound type.
    pub(super) bound: Bound,
}

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
/// A bucket is one cache line.
const BUCKET_BYTES: usize = WORDS * size_of::<AtomicU64>();
const GENERATIONS: u64 = 64;
/// The number of entries sampled for `hashfull`.
const HASHFULL_SAMPLE: usize = 10_000;

/// Memory that is left free for everything else, in bytes: thread stacks, other tables, the heap.
const RESERVE_BYTES: usize = 48 << 20;

/// A fixed-size table shared by the whole search.
pub(super) struct TranspositionTable {
    words: SharedWords,
    buckets: usize,
    generation: u64,
}

impl TranspositionTable {
    /// Makes a table of at most `bytes` bytes, at least one bucket of 64. Its memory is touched only as entries are
    /// written. Where the system has less, or the reserve would not be left, the size is halved until it fits.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable::with(bytes, SharedWords::new, SharedWords::fit)
    }

    fn with(
        bytes: usize,
        allocate: impl Fn(usize) -> io::Result<SharedWords>,
        fit: impl Fn(usize) -> bool,
    ) -> TranspositionTable {
        let mut buckets = bytes / BUCKET_BYTES;
        let words = loop {
            if buckets <= 1 {
                buckets = 1;
                break allocate(WORDS).unwrap_or_else(|_| SharedWords::least());
            }
            if let Ok(words) = allocate(buckets * WORDS)
                && fit(RESERVE_BYTES / size_of::<AtomicU64>())
            {
                break words;
            }
            buckets /= 2;
        };
        TranspositionTable {
            words,
            buckets,
            generation: 0,
        }
    }

    /// The table's size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// `hashfull`: the entries in use, in permille, by a sample.
    pub(super) fn permille(&self) -> usize {
        let sample = self.words.words().chunks_exact(2).take(HASHFULL_SAMPLE);
        let used = sample.clone().filter(|pair| pair[1].load(Relaxed) != 0);
        1000 * used.count() / sample.len().max(1)
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.resize(self.bytes());
    }

    /// Removes all entries and changes the size, in bytes.
    pub(super) fn resize(&mut self, bytes: usize) {
        // The old table goes first: both at once may be more than there is.
        *self = TranspositionTable::new(1);
        *self = TranspositionTable::new(bytes);
    }

    /// Starts a new search: older entries are replaced first.
    pub(super) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((key as u128 * self.buckets as u128) >> 64) as usize * WORDS;
        &self.words.words()[index..][..WORDS]
    }

    /// Prefetches the bucket of a key, on x86-64.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(&self.bucket(key)[0]);
    }

    /// The entry of a key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Relaxed);
            (pair[0].load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry. It replaces that of the same key, of whatever depth; else an empty one, or the one of its
    /// bucket with the least depth, eight plies less for each search that it is old. Without a move it keeps that of
    /// the entry replaced.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: &Entry) {
        let bucket = self.bucket(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, pair) in bucket.chunks_exact(2).enumerate() {
            let data = pair[1].load(Relaxed);
            if data == 0 || pair[0].load(Relaxed) ^ data == key {
                victim = i;
                break;
            }
            let age = (self.generation + GENERATIONS - (data >> 52)) % GENERATIONS;
            let worth = unpack(data).depth - 8 * age as i32;
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        let pair = &bucket[2 * victim..2 * victim + 2];
        let old = pair[1].load(Relaxed);
        let mut entry = *entry;
        if pair[0].load(Relaxed) ^ old == key && entry.point.is_none() && old != 0 {
            entry.point = unpack(old).point;
        }
        let data = pack(&entry, self.generation);
        pair[0].store(key ^ data, Relaxed);
        pair[1].store(data, Relaxed);
    }
}

/// In place of the evaluation that an entry lacks.
const NO_EVAL: Score = Score::MIN;

/// Bits: point 0..10, score 10..26, evaluation 26..42, depth 42..50, bound 50..52, generation 52..58.
#[inline]
fn pack(entry: &Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    entry.point.map_or(0, |point| point.index() as u64)
        | (entry.score.to_bits() as u64) << 10
        | (entry.eval.unwrap_or(NO_EVAL).to_bits() as u64) << 26
        | (entry.depth.clamp(0, 255) as u64) << 42
        | bound << 50
        | generation << 52
}

#[inline]
fn unpack(data: u64) -> Entry {
    let index = data as usize & 0x3FF;
    let eval = Score::from_bits((data >> 26) as u16);
    Entry {
        point: (index != 0).then(|| Point::from_index(index)),
        score: Score::from_bits((data >> 10) as u16),
        eval: (eval != NO_EVAL).then_some(eval),
        depth: (data >> 42 & 0xFF) as i32,
        bound: match data >> 50 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn entry(depth: i32) -> Entry {
        Entry {
            point: Some(Size::TWENTY.centre()),
            score: Score::loss_in(12),
            eval: Some(Score::estimate(-345)),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1 << 16);
        assert_eq!(table.probe(77), None);
        table.store(77, &entry(9));
        assert_eq!(table.probe(77), Some(entry(9)));
        table.store(
            77,
            &Entry {
                point: None,
                ..entry(3)
            },
        );
        assert_eq!(table.probe(77), Some(entry(3)), "the move is kept");
        let unevaluated = Entry {
            eval: None,
            ..entry(3)
        };
        table.store(78, &unevaluated);
        assert_eq!(table.probe(78), Some(unevaluated));
        assert_eq!(TranspositionTable::new(1 << 16).permille(), 0);
        let one_of_four = TranspositionTable::new(1);
        one_of_four.store(77, &entry(9));
        assert_eq!(one_of_four.permille(), 250);
    }

    #[test]
    fn the_shallowest_and_oldest_go_first() {
        let mut table = TranspositionTable::new(1);
        (1..=4).for_each(|key| table.store(key, &entry(key as i32)));
        table.store(5, &entry(9));
        assert!(table.probe(1).is_none() && table.probe(2).is_some());
        table.new_generation();
        table.store(6, &entry(1));
        table.store(7, &entry(1));
        assert!(table.probe(5).is_some() && table.probe(6).is_some());
        table.clear();
        assert!(table.probe(5).is_none());
    }

    /// A table of at most `bytes` bytes on a system that has so many words for an allocation, and no more.
    fn table_having(most: usize, bytes: usize) -> TranspositionTable {
        let allocate = |count| match count {
            count if count > most => Err(io::ErrorKind::OutOfMemory.into()),
            count => SharedWords::new(count),
        };
        TranspositionTable::with(bytes, allocate, |count| count <= most)
    }

    #[test]
    fn a_table_is_as_large_as_the_memory_allows() {
        let room = RESERVE_BYTES / size_of::<AtomicU64>();
        let table = table_having(5 * room, 16 * RESERVE_BYTES);
        assert_eq!(table.bytes(), 4 * RESERVE_BYTES);
        assert_eq!(table_having(room, 1 << 20).bytes(), 1 << 20);
        // No room for anything else.
        assert_eq!(table_having(room - 1, 1 << 20).bytes(), BUCKET_BYTES);
        // No memory at all, and more than any machine has.
        let table = table_having(0, usize::MAX);
        assert_eq!(table.bytes(), BUCKET_BYTES);
        table.store(77, &entry(9));
        assert_eq!(table.probe(77), Some(entry(9)));
        assert!(TranspositionTable::new(usize::MAX).bytes() >= BUCKET_BYTES);
    }
}
