//! Time in the tests: no assertion depends on the machine's load, unless the timed tier is asked for.
//!
//! A deadline that always holds is a hang guard. What must be fast (`within`, `exit` of the transcripts)
//! is asserted in the timed tier alone: the argument `--timed`, or `TENGEN_TIMED=1`, on an idle machine.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// How long the brain may stay silent beyond the limit of its turn: only a hang takes so long.
pub const GUARD: Duration = Duration::from_secs(20);
/// Turns with a longer limit are ended by other means, which the guard alone watches.
pub const LONGEST_TURN_MS: u64 = 60_000;
/// Nodes for a millisecond of a turn, where turns are limited by nodes.
const NODES_PER_MS: u64 = 20;

static TIMED: OnceLock<bool> = OnceLock::new();
static ANSWERS: Mutex<BTreeMap<Duration, Answers>> = Mutex::new(BTreeMap::new());

/// What came under one limit.
#[derive(Default)]
struct Answers {
    count: usize,
    late: usize,
    slowest: Duration,
}

/// Chooses the timed tier, once, before the first case.
pub fn set_timed(is_timed: bool) {
    TIMED.get_or_init(|| is_timed);
}

/// Whether the timed tier runs.
pub fn is_timed() -> bool {
    *TIMED.get_or_init(|| false)
}

/// Milliseconds.
pub const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// The lines that give a brain so many milliseconds for a turn; outside the timed tier a node limit stands
/// for them, so that a busy machine finds the same move.
pub fn turn_limit(turn_ms: u64) -> String {
    if is_timed() {
        format!("INFO timeout_turn {turn_ms}\n")
    } else {
        let nodes = turn_ms * NODES_PER_MS;
        format!("INFO timeout_turn {LONGEST_TURN_MS}\nINFO max_node {nodes}\n")
    }
}

/// In the timed tier: expects that something took no longer than its limit.
pub fn expect_within(limit: Duration, took: Duration) {
    if is_timed() {
        count(limit, took);
        assert!(took <= limit, "late: {took:?}, limit {limit:?}");
    }
}

/// Counts an answer for the summary.
pub fn count(limit: Duration, took: Duration) {
    let mut answers = ANSWERS.lock().unwrap();
    let all = answers.entry(limit).or_default();
    all.count += 1;
    all.late += (took > limit) as usize;
    all.slowest = all.slowest.max(took);
}

/// Prints how the timed answers kept their limits.
pub fn print_summary(before: Waits) {
    for (limit, all) in ANSWERS.lock().unwrap().iter() {
        println!(
            "limit {:>6} ms: {:>4} answers, {} late, slowest {:.1} ms",
            limit.as_millis(),
            all.count,
            all.late,
            all.slowest.as_secs_f64() * 1_000.0
        );
    }
    let stolen = Waits::of_machine().stolen.saturating_sub(before.stolen);
    println!("meanwhile the host took {} ms (steal)", stolen.as_millis());
}

/// The time that a process waited for: what others took from it.
#[derive(Clone, Copy, Default)]
pub struct Waits {
    /// Taken from the machine by its host (steal time), all processors together.
    stolen: Duration,
    /// Spent by the threads of the process waiting for a processor (run delay).
    queued: Duration,
}

impl Waits {
    /// The machine's, until now; zero where that is not told.
    pub fn of_machine() -> Waits {
        let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        let all = text.lines().next().unwrap_or_default();
        let ticks = all.split_whitespace().nth(8).and_then(|n| n.parse().ok());
        Waits {
            // A tick is a hundredth of a second.
            stolen: ms(10 * ticks.unwrap_or(0)),
            queued: Duration::ZERO,
        }
    }

    /// A process's and the machine's, until now.
    pub fn of(process: u32) -> Waits {
        let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
        let nanoseconds = tasks.into_iter().flatten().flatten().filter_map(|task| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split_whitespace().nth(1)?.parse::<u64>().ok()
        });
        Waits {
            queued: Duration::from_nanos(nanoseconds.sum()),
            ..Waits::of_machine()
        }
    }

    /// The waits since an earlier moment, in words.
    pub fn since(self, before: Waits) -> String {
        format!(
            "its threads waited {:?} for a processor, the host took {:?}",
            self.queued.saturating_sub(before.queued),
            self.stolen.saturating_sub(before.stolen)
        )
    }
}
