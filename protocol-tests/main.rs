//! Conformance tests: transcripts and timed cases played against the built brain.
//!
//! The `*.txt` files hold transcripts, a case each, in the language of `transcript.rs`; what needs
//! loops, clocks or signals is in `timed.rs`, under the number of its case. The harness itself is tested
//! on brains that misbehave (`mock.rs`).
//!
//! Arguments: parts of case names; only cases that contain one of them are run.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod boards;
mod brain;
mod lines;
mod mock;
mod model;
mod timed;
mod transcript;

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Instant;

/// A named test.
pub struct Case {
    name: String,
    run: Box<dyn Fn() + std::panic::RefUnwindSafe>,
}

impl Case {
    fn new(name: impl Into<String>, run: impl Fn() + std::panic::RefUnwindSafe + 'static) -> Case {
        Case {
            name: name.into(),
            run: Box::new(run),
        }
    }
}

fn main() -> ExitCode {
    if let Ok(mode) = std::env::var(mock::MODE) {
        return mock::run(&mode);
    }
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let mut cases = Vec::new();
    for file in transcript::files() {
        cases.extend(transcript::read(&file));
    }
    cases.extend(timed::cases());
    if !cfg!(feature = "inject-panic") {
        cases.extend(boards::cases());
        cases.extend(lines::cases());
    }
    cases.extend(mock::cases());
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|w| case.name.contains(w.as_str())));
    let (mut passed, mut failed) = (0, 0);
    for case in &cases {
        let clock = Instant::now();
        let ok = catch_unwind(&case.run).is_ok();
        let verdict = if ok { "ok" } else { "FAILED" };
        println!(
            "{verdict:>6} {:>6} ms  {}",
            clock.elapsed().as_millis(),
            case.name
        );
        if ok {
            passed += 1;
        } else {
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
