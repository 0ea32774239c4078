//! The threads of a search, and what they share beside the transposition table.

use super::params::FIRST_ITERATION_NODES;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What the threads of a search share beside the transposition table.
pub(super) struct SharedState {
    pub(super) is_over: AtomicBool,
    /// Nodes by thread, as last reported.
    nodes: Box<[AtomicU64]>,
}

/// A thread of a search by its number; thread 0 returns the result.
#[derive(Clone)]
pub(super) struct ThreadContext {
    number: usize,
    pub(super) shared: Arc<SharedState>,
}

impl ThreadContext {
    /// Thread 0 of the given number of threads.
    pub(super) fn first(threads: u64) -> ThreadContext {
        let shared = SharedState {
            is_over: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        ThreadContext {
            number: 0,
            shared: Arc::new(shared),
        }
    }

    pub(super) fn helper(&self, index: usize) -> ThreadContext {
        ThreadContext {
            number: 1 + index,
            shared: self.shared.clone(),
        }
    }

    /// The nodes that are searched even if the supervisor wants to stop, as long as there is no move to return.
    #[inline]
    pub(super) fn min_nodes(&self) -> u64 {
        if self.number == 0 {
            FIRST_ITERATION_NODES
        } else {
            0
        }
    }

    /// Reports this thread's nodes.
    #[inline]
    pub(super) fn count(&self, nodes: u64) {
        self.shared.nodes[self.number].store(nodes, Relaxed);
    }

    /// The nodes of the other threads.
    pub(super) fn nodes_of_other_threads(&self) -> u64 {
        let nodes = self.shared.nodes.iter().enumerate();
        let others = nodes.filter(|(number, _)| *number != self.number);
        others.map(|(_, nodes)| nodes.load(Relaxed)).sum()
    }

    /// Whether a helper skips an iteration. Each skips every second block of depths, shifted by its number, so that the
    /// threads search different depths.
    pub(super) fn skips(&self, depth: i32) -> bool {
        let number = self.number as i32;
        let block = 1 + number / 2;
        (depth + number) / block % 2 == 0
    }
}
