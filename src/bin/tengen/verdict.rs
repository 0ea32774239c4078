//! The verdicts of commands that answer a question, as exit codes; `--help` and docs/SOLVE.md list them.

use std::process::ExitCode;
use tengen::analysis::SolveVerdict;

/// The exit code of such a command that failed: by what neither flags nor files explain.
pub const FAILED: u8 = 4;
/// The exit code after Ctrl-C, SIGTERM or SIGHUP.
pub const INTERRUPTED: i32 = 130;

/// The answer to what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won, proven, right.
    Yes,
    /// Not won, not proven, wrong.
    No,
    /// A limit was hit first.
    Unknown,
}

impl From<SolveVerdict> for Verdict {
    fn from(verdict: SolveVerdict) -> Verdict {
        match verdict {
            SolveVerdict::Won => Verdict::Yes,
            SolveVerdict::NotWon => Verdict::No,
            SolveVerdict::Unknown => Verdict::Unknown,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        match verdict {
            Verdict::Yes => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
            Verdict::Unknown => ExitCode::from(3),
        }
    }
}
