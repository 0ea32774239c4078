//! Several threads: each searches the same position for itself, and they share what they learn through the
//! transposition table ("lazy SMP").

use super::params::FIRST_ITERATION_NODES;
use super::report::{Next, Progress, Supervisor};
use super::searcher::Searcher;
use crate::time::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

/// The stack that a thread which searches needs, in bytes: deep searches recurse, and each ply of them is small.
pub const STACK_BYTES: usize = 16 << 20;

/// What the threads of a search tell each other beside the table.
struct Team {
    over: AtomicBool,
    /// Moves played, a thread each, as last told.
    nodes: Box<[AtomicU64]>,
}

/// A thread's place among those of a search; 0 is the one that is asked for the result.
#[derive(Clone)]
pub(super) struct Seat {
    number: usize,
    team: Arc<Team>,
}

impl Seat {
    /// The first of so many.
    pub(super) fn first(threads: u64) -> Seat {
        let team = Team {
            over: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        Seat {
            number: 0,
            team: Arc::new(team),
        }
    }

    fn helper(&self, index: usize) -> Seat {
        Seat {
            number: 1 + index,
            team: self.team.clone(),
        }
    }

    /// Moves to be played whatever the supervisor says, as long as there is no choice: somebody must have
    /// an answer.
    #[inline]
    pub(super) fn least_nodes(&self) -> u64 {
        if self.number == 0 {
            FIRST_ITERATION_NODES
        } else {
            0
        }
    }

    /// Tells how many moves this thread has played.
    #[inline]
    pub(super) fn count(&self, nodes: u64) {
        self.team.nodes[self.number].store(nodes, Relaxed);
    }

    /// Moves that the other threads have played.
    pub(super) fn nodes_of_others(&self) -> u64 {
        let nodes = self.team.nodes.iter().enumerate();
        let others = nodes.filter(|(number, _)| *number != self.number);
        others.map(|(_, nodes)| nodes.load(Relaxed)).sum()
    }

    /// Whether a helper leaves an iteration to others: each second one, in turn, so that they do not all
    /// do the same.
    fn skips(&self, depth: i32) -> bool {
        let number = self.number as i32;
        let block = 1 + number / 2;
        (depth + number) / block % 2 == 0
    }
}

/// A helper's supervisor: it goes on until the search is over.
struct UntilOver(Arc<Team>);

impl Supervisor for UntilOver {
    fn must_stop(&mut self) -> bool {
        self.0.over.load(Relaxed)
    }

    fn next(&mut self, _: &[Progress]) -> Next {
        Next::Deeper
    }
}

/// Tells the helpers that the search is over, even if it panics.
struct EndsSearch(Arc<Team>);

impl Drop for EndsSearch {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

impl<S: Supervisor> Searcher<'_, S> {
    /// Searches while the other threads search, too. Those that cannot be started, or panic, are missing.
    pub(super) fn helped<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let helpers = std::mem::take(&mut self.helpers);
        // A helper that is done with the last iteration goes deeper: it would be idle else.
        let limits = Limits {
            depth: None,
            ..self.limits
        };
        std::thread::scope(|scope| {
            let ends = EndsSearch(self.seat.team.clone());
            let mut threads = Vec::with_capacity(helpers.len());
            for (index, worker) in helpers.iter_mut().enumerate() {
                let (table, position) = (self.table, self.position.clone());
                let excluded = self.excluded.clone();
                let seat = self.seat.helper(index);
                let help = move || {
                    let mut until_over = UntilOver(seat.team.clone());
                    let mut helper =
                        Searcher::of(position, table, worker, limits, &mut until_over, seat);
                    helper.exclude(&excluded);
                    helper.help();
                };
                let builder = Builder::new().stack_size(STACK_BYTES);
                threads.extend(builder.spawn_scoped(scope, help));
            }
            let result = search(self);
            drop(ends);
            threads.into_iter().for_each(|thread| drop(thread.join()));
            result
        })
    }

    /// Fills the table until the search is over.
    fn help(&mut self) {
        let mut expected = None;
        for depth in 1..=self.max_depth() {
            if self.seat.skips(depth) {
                continue;
            }
            match self.iteration(depth, expected) {
                Some(progress) if !progress.score.is_decided() => expected = Some(progress.score),
                _ => return,
            }
        }
    }
}
