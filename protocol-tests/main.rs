//! Conformance tests: transcripts and programmed cases played against the built brain.
//!
//! The `*.txt` files hold transcripts, a case each, in the language of `transcript.rs`; what needs
//! loops, clocks or signals is in `timed.rs`, under the number of its case. The harness itself is tested
//! on brains that misbehave (`mock.rs`).
//!
//! Arguments: parts of case names; only cases that contain one of them are run. `--timed` (or
//! `TENGEN_TIMED=1`) asserts times, too: on an idle machine, one case after the other, and only the cases
//! that have any. `TENGEN_JOBS` names how many cases run at once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod boards;
mod brain;
mod lines;
mod memory;
mod mock;
mod model;
mod pool;
mod timed;
mod timing;
mod transcript;

use std::process::ExitCode;

/// A named test.
pub struct Case {
    name: String,
    run: Box<dyn Fn() + Send + Sync>,
    /// It asserts times in the timed tier.
    is_timed: bool,
    /// It takes seconds, and begins before the others.
    is_slow: bool,
}

impl Case {
    fn new(name: impl Into<String>, run: impl Fn() + Send + Sync + 'static) -> Case {
        Case {
            name: name.into(),
            run: Box::new(run),
            is_timed: false,
            is_slow: false,
        }
    }

    fn timed(self) -> Case {
        Case {
            is_timed: true,
            ..self
        }
    }

    fn slow(self) -> Case {
        Case {
            is_slow: true,
            ..self
        }
    }
}

fn main() -> ExitCode {
    if let Ok(mode) = std::env::var(mock::MODE) {
        return mock::run(&mode);
    }
    let (flags, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with('-'));
    let is_asked = std::env::var("TENGEN_TIMED").is_ok_and(|value| value != "0");
    timing::set_timed(is_asked || flags.iter().any(|flag| flag == "--timed"));
    let mut cases = Vec::new();
    for file in transcript::files() {
        cases.extend(transcript::read(&file));
    }
    cases.extend(timed::cases());
    cases.extend(boards::cases());
    cases.extend(lines::cases());
    cases.extend(memory::cases());
    cases.extend(mock::cases());
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|w| case.name.contains(w.as_str())));
    if timing::is_timed() {
        cases.retain(|case| case.is_timed);
    }
    if pool::run(cases) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
