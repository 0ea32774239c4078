//! What searches of one game hand on to the next.

use super::history::History;
use super::params::VCF_REACH;
use super::tt::TranspositionTable;
use crate::threat::Vcf;

/// The tables that searches of one game fill and hand on to the next: transposition table, history, VCF table.
pub struct SearchState {
    pub(super) table: TranspositionTable,
    /// The size that was asked for; the system may have granted less.
    table_bytes: usize,
    /// Whether nothing was searched since the tables were made or cleared.
    pub(super) is_unused: bool,
    pub(super) worker: Worker,
    /// Tables of the helper threads.
    pub(super) helpers: Vec<Worker>,
}

/// The tables that each thread has for itself.
pub(super) struct Worker {
    pub(super) history: History,
    /// The VCF search of inner nodes; its table serves the whole game.
    pub(super) vcf: Vcf,
}

impl Worker {
    fn new() -> Worker {
        Worker {
            history: History::new(),
            vcf: Vcf::near(VCF_TABLE_BITS, VCF_REACH),
        }
    }
}

/// The number of positions of a thread's VCF table, as a power of two.
const VCF_TABLE_BITS: u32 = 17;

impl SearchState {
    /// Makes empty tables, the transposition table of at most `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> SearchState {
        SearchState {
            table: TranspositionTable::new(table_bytes),
            table_bytes,
            is_unused: true,
            worker: Worker::new(),
            helpers: Vec::new(),
        }
    }

    /// Sets the number of threads, at least one. With one, equal limits of nodes or depth give equal searches.
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.helpers.resize_with(helpers, Worker::new);
    }

    /// Makes the transposition table larger, or smaller where nothing was searched yet. A new size loses its contents.
    pub fn fit_table(&mut self, bytes: usize) {
        if bytes > self.table_bytes || self.is_unused && bytes != self.table_bytes {
            self.table.resize(bytes);
            self.table_bytes = bytes;
        }
    }

    /// How full the transposition table is, in permille of its entries, by a sample (`hashfull`).
    pub fn hash_permille(&self) -> usize {
        self.table.permille()
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.is_unused = true;
        for worker in self.helpers.iter_mut().chain([&mut self.worker]) {
            worker.history = History::new();
            worker.vcf.clear();
        }
    }
}
