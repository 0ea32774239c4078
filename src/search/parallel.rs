//! Lazy SMP: each thread searches the same position by itself, and they share the transposition table.

use super::report::Supervisor;
use super::searcher::Searcher;
use super::thread_context::SharedState;
use crate::time::Limits;
use crate::work_queue::STACK_BYTES;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{Builder, ScopedJoinHandle};

/// The supervisor of a helper: stops it when thread 0 is done.
struct HelperSupervisor(Arc<SharedState>);

impl Supervisor for HelperSupervisor {
    fn must_stop(&mut self) -> bool {
        self.0.is_over.load(Relaxed)
    }
}

/// Stops the helpers when dropped, also by a panic.
struct StopOnDrop(Arc<SharedState>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

/// Waits for the helpers. Logs those that panicked; a debug build fails.
fn join(helpers: Vec<ScopedJoinHandle<()>>) {
    let results = helpers.into_iter().map(ScopedJoinHandle::join);
    let panicked = results.filter(Result::is_err).count();
    if panicked > 0 {
        log::error!("{panicked} helper threads panicked");
    }
    debug_assert_eq!(panicked, 0, "helper threads panicked");
}

impl Searcher<'_> {
    /// Runs `search` while the helpers search, too. A helper that cannot be started is missing; one that panics is
    /// logged, and fails a debug build.
    pub(super) fn with_helpers<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let helpers = std::mem::take(&mut self.helpers);
        // Without a depth limit: a helper would be idle after the last iteration.
        let limits = Limits {
            depth: None,
            ..self.limits
        };
        std::thread::scope(|scope| {
            let stop = StopOnDrop(self.thread.shared.clone());
            let mut threads = Vec::with_capacity(helpers.len());
            for (index, worker) in helpers.iter_mut().enumerate() {
                let (table, position) = (self.table, self.position.clone());
                let excluded = self.excluded.clone();
                let thread = self.thread.helper(index);
                let help = move || {
                    let mut supervisor = HelperSupervisor(thread.shared.clone());
                    let mut helper =
                        Searcher::of(position, table, worker, limits, &mut supervisor, thread);
                    helper.exclude(&excluded);
                    helper.help();
                };
                let builder = Builder::new().stack_size(STACK_BYTES);
                threads.extend(builder.spawn_scoped(scope, help));
            }
            let result = search(self);
            drop(stop);
            join(threads);
            result
        })
    }

    /// A helper's iterative deepening: fills the transposition table until the search is over.
    fn help(&mut self) {
        let mut expected = None;
        for depth in 1..=self.max_depth() {
            if self.thread.skips(depth) {
                continue;
            }
            match self.iteration(depth, expected) {
                Some(progress) if !progress.score.is_decided() => expected = Some(progress.score),
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "helper threads panicked")]
    fn a_panic_of_a_helper_is_noticed() {
        std::thread::scope(|scope| {
            let spawn = |panics: bool| scope.spawn(move || assert!(!panics));
            join(vec![spawn(false), spawn(true)]);
        });
    }
}
