//! Fixed positions to a fixed depth: the signature of search and evaluation, and their speed.

use super::positions::positions;
use crate::book::Book;
use crate::engine::Resources;
use crate::service::{Request, Task, Thinker};
use crate::time::{Clock, Limits};
use std::fmt;
use std::time::Duration;

/// The depth of the signature.
pub const DEPTH: u32 = 18;
/// The size in bytes of the transposition table, which is empty at the start of each position.
const TABLE_BYTES: usize = 16 << 20;

/// The memory limit for each thread, in bytes, which allows all of them.
const THREAD_MEMORY: u64 = 64 << 20;

/// The search of a position, counted from 1, panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search of position {0} panicked")]
pub struct SearchPanicked(usize);

/// What a bench measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signature {
    /// Nodes of the main search and of quiescence: the same on every machine.
    pub nodes: u64,
    /// Nodes of VCF searches.
    pub threat_nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl Signature {
    /// Nodes per second, threat nodes not counted.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for Signature {
    /// The last line of a bench: `N nodes M nps`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches all positions to a depth, and reports each position's share. Only one thread gives a signature: searches of
/// several are not reproducible. The caller's stack has to be large, as for a [`Thinker`].
///
/// # Errors
/// [`SearchPanicked`].
pub fn run(
    depth: u32,
    threads: usize,
    report: &mut dyn FnMut(usize, &Signature),
) -> Result<Signature, SearchPanicked> {
    let mut thinker = Thinker::new(Book::default(), 0);
    let resources = Resources {
        threads,
        table_bytes: Some(TABLE_BYTES),
        ..Resources::single(threads as u64 * THREAD_MEMORY)
    };
    let mut total = Signature::default();
    for (number, position) in positions().enumerate() {
        let (rule, size) = (position.rule(), position.board().size());
        thinker.new_game(rule, size, resources);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let task = Task {
            resources,
            ..Task::new(Request::Search, position, limits)
        };
        let clock = Clock::start();
        let answer = thinker.ask(&task);
        let last = answer.lines.first();
        let last = last.ok_or(SearchPanicked(number + 1))?;
        let share = Signature {
            nodes: last.nodes,
            threat_nodes: last.threat_nodes,
            elapsed: clock.elapsed(),
        };
        report(number + 1, &share);
        total.nodes += share.nodes;
        total.threat_nodes += share.threat_nodes;
        total.elapsed += share.elapsed;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_repeats() {
        let nodes = || run(4, 1, &mut |_, _| {}).unwrap().nodes;
        assert_eq!(nodes(), nodes());
    }
}
