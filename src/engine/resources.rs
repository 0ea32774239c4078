//! What an engine may use of its machine: memory and threads.

/// What a memory limit of 0 means, in bytes: the tournament's usual limit.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// Kept out of the transposition table for everything else.
const MEMORY_ASIDE: u64 = 14 << 20;
/// The largest table, in bytes: what one game at tournament times can fill.
const LARGEST_TABLE: u64 = 16 << 30;
/// The most that is of use to the transposition table, in bytes for each millisecond of a turn and each thread:
/// eight turns or so fill it. A larger one is slower, for it is rarely in the processor's caches.
const TABLE_PER_MS: u64 = 64 << 10;
/// The same for each node of a node limit: 256 entries, so that even the turns of a long game seldom replace one, and
/// the moves are those of a larger table.
const TABLE_PER_NODE: u64 = 4 << 10;
/// The least that a node limit leaves to the transposition table, in bytes.
const LEAST_FOR_NODES: u64 = 1 << 20;
/// The memory of each helper thread, in bytes.
const THREAD_MEMORY: u64 = 4 << 20;

/// The memory and threads that an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The memory limit in bytes; 0 stands for 350 MiB.
    pub max_memory: u64,
    /// The number of threads, at least one. No more are used than the machine runs at once, and than an eighth of the
    /// memory is enough for.
    pub threads: usize,
    /// A fixed size of the transposition table, in bytes; `None`: by memory and time.
    pub table_bytes: Option<usize>,
}

impl Resources {
    /// A single thread within a memory limit.
    pub fn single(max_memory: u64) -> Resources {
        Resources {
            max_memory,
            threads: 1,
            table_bytes: None,
        }
    }

    fn memory(&self) -> u64 {
        match self.max_memory {
            0 => DEFAULT_MEMORY,
            bytes => bytes,
        }
    }

    /// The number of threads that are used.
    pub(super) fn used_threads(&self) -> usize {
        let helpers = self.memory() / 8 / THREAD_MEMORY;
        let most = Resources::most_threads().min(1 + helpers as usize);
        self.threads.clamp(1, most)
    }

    /// The number of threads that the machine runs at once.
    pub fn most_threads() -> usize {
        std::thread::available_parallelism().map_or(1, |threads| threads.get())
    }

    /// The transposition table's share of the memory: three quarters, less what all else needs, but half at
    /// least. Tiny limits get a tiny table.
    pub(super) fn table_bytes(&self) -> usize {
        if let Some(bytes) = self.table_bytes {
            return bytes;
        }
        let memory = self.memory();
        let helpers = THREAD_MEMORY * (self.used_threads() as u64 - 1);
        let share = (memory / 4 * 3).saturating_sub(MEMORY_ASIDE + helpers);
        addressable(share.max(memory / 2).min(LARGEST_TABLE))
    }

    /// The size of the table, in bytes, for turns of `turn_ms` milliseconds and at most `nodes` nodes.
    pub(super) fn table_bytes_for(&self, turn_ms: u64, nodes: Option<u64>) -> usize {
        if let Some(bytes) = self.table_bytes {
            return bytes;
        }
        let threads = self.used_threads() as u64;
        let in_time = turn_ms.max(1).saturating_mul(TABLE_PER_MS * threads);
        let for_nodes = nodes.map_or(u64::MAX, |nodes| {
            nodes.saturating_mul(TABLE_PER_NODE).max(LEAST_FOR_NODES)
        });
        let useful = in_time.min(for_nodes).checked_next_power_of_two();
        self.table_bytes()
            .min(addressable(useful.unwrap_or(u64::MAX)))
    }
}

/// A number of bytes, no more than an allocation can have: less than 2 GiB on a machine of 32 bits.
fn addressable(bytes: u64) -> usize {
    usize::try_from(bytes).map_or(isize::MAX as usize, |bytes| bytes.min(isize::MAX as usize))
}

/// The memory limit with which the transposition table has about `bytes` bytes, up to its largest size.
pub fn memory_with_table(bytes: u64) -> u64 {
    bytes.min(LARGEST_TABLE).saturating_add(MEMORY_ASIDE) / 3 * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_takes_its_share_of_the_memory() {
        for megabytes in [64_u64, 128, 350, 1024, 4096] {
            let limit = megabytes << 20;
            let table = Resources::single(limit).table_bytes() as u64;
            assert!(
                table >= limit / 2 && table + (14 << 20) <= limit * 9 / 10,
                "{megabytes}"
            );
            assert!(
                Resources::single(memory_with_table(limit))
                    .table_bytes()
                    .abs_diff(limit as usize)
                    < 8
            );
        }
    }

    #[test]
    fn a_short_turn_has_a_small_table() {
        let single = Resources::single(350 << 20);
        let whole = single.table_bytes();
        assert_eq!(single.table_bytes_for(100, None), 8 << 20);
        assert_eq!(single.table_bytes_for(1000, None), 64 << 20);
        assert_eq!(single.table_bytes_for(5000, None), whole);
        assert_eq!(single.table_bytes_for(u64::MAX, None), whole);
    }

    #[test]
    fn few_nodes_have_a_small_table() {
        let single = Resources::single(350 << 20);
        let whole = single.table_bytes();
        assert_eq!(single.table_bytes_for(u64::MAX, Some(1)), 1 << 20);
        assert_eq!(single.table_bytes_for(u64::MAX, Some(1_000)), 4 << 20);
        assert_eq!(single.table_bytes_for(u64::MAX, Some(10_000)), 64 << 20);
        assert_eq!(single.table_bytes_for(u64::MAX, Some(1_000_000)), whole);
        assert_eq!(single.table_bytes_for(u64::MAX, Some(u64::MAX)), whole);
        // The smaller of both.
        assert_eq!(single.table_bytes_for(1, Some(1_000)), 64 << 10);
        assert_eq!(single.table_bytes_for(100, Some(1_000_000)), 8 << 20);
    }

    #[test]
    fn threads_are_no_more_than_memory_and_machine_allow() {
        let used = |max_memory, threads| {
            let resources = Resources {
                max_memory,
                threads,
                table_bytes: None,
            };
            resources.used_threads()
        };
        assert_eq!(used(0, 0), 1);
        assert_eq!(used(1 << 20, 8), 1);
        assert_eq!(used(0, usize::MAX), Resources::most_threads().min(11));
    }
}
