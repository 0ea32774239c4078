//! Runs cases side by side: each talks to processes of its own.

use crate::Case;
use crate::timing::{self, Waits};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Names how many cases run at once.
const JOBS: &str = "TENGEN_JOBS";
/// So many of the slowest cases are named at the end.
const SLOWEST: usize = 10;

thread_local! {
    static STEP: RefCell<String> = const { RefCell::new(String::new()) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Notes the step that a case is at, for the report of its failure.
pub fn at_step(step: &str) {
    STEP.with_borrow_mut(|at| step.clone_into(at));
}

/// Runs one case; what it failed with, and at which step.
pub fn attempt(run: impl FnOnce()) -> Result<(), String> {
    at_step("");
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| {
        let step = STEP.take();
        let at = if step.is_empty() {
            String::new()
        } else {
            format!("at '{step}': ")
        };
        at + &PANIC.take()
    })
}

/// How many cases run at once: most of a case is waiting, so twice as many as there are processors; one
/// after the other where they are timed.
fn jobs() -> usize {
    if timing::is_timed() {
        return 1;
    }
    let told = std::env::var(JOBS).ok().and_then(|n| n.parse().ok());
    let processors = || std::thread::available_parallelism().map_or(2, usize::from);
    told.unwrap_or_else(|| 2 * processors()).max(1)
}

/// Runs the cases, tells of each as it ends, and answers whether all passed.
pub fn run(mut cases: Vec<Case>) -> bool {
    std::panic::set_hook(Box::new(|info| {
        PANIC.set(info.to_string().replacen('\n', " ", 1));
    }));
    // The longest first, so that none is left alone at the end.
    cases.sort_by_key(|case| !case.is_slow);
    let (clock, waits) = (Instant::now(), Waits::of_machine());
    let next = AtomicUsize::new(0);
    let ended: Mutex<Vec<(Duration, &str, bool)>> = Mutex::new(Vec::new());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Relaxed)) {
            let clock = Instant::now();
            let result = attempt(&case.run);
            let took = clock.elapsed();
            let mut ended = ended.lock().unwrap();
            let verdict = if result.is_ok() { "ok" } else { "FAILED" };
            println!("{verdict:>6} {:>6} ms  {}", took.as_millis(), case.name);
            if let Err(why) = &result {
                println!("       {why}");
            }
            ended.push((took, &case.name, result.is_ok()));
        }
    };
    std::thread::scope(|scope| {
        (0..jobs()).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut ended = ended.into_inner().unwrap();
    print_slowest(&mut ended);
    if timing::is_timed() {
        timing::print_summary(waits);
    }
    print_result(&ended, clock.elapsed())
}

fn print_slowest(ended: &mut [(Duration, &str, bool)]) {
    ended.sort_by_key(|&(took, ..)| std::cmp::Reverse(took));
    println!("\nslowest:");
    for (took, name, _) in ended.iter().take(SLOWEST) {
        println!("       {:>6} ms  {name}", took.as_millis());
    }
}

/// In the form of `cargo test`, after the names of what failed.
fn print_result(ended: &[(Duration, &str, bool)], took: Duration) -> bool {
    let failed: Vec<&str> = ended
        .iter()
        .filter_map(|&(_, name, ok)| (!ok).then_some(name))
        .collect();
    if !failed.is_empty() {
        println!("\nfailures:\n    {}", failed.join("\n    "));
    }
    let is_ok = failed.is_empty() && !ended.is_empty();
    println!(
        "\ntest result: {}. {} passed; {} failed; finished in {:.2}s",
        if is_ok { "ok" } else { "FAILED" },
        ended.len() - failed.len(),
        failed.len(),
        took.as_secs_f64()
    );
    is_ok
}
