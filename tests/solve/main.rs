//! `tengen solve` as a user meets it: goals, trees, puzzles, memory, resuming after a kill, and sharing.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod files;
mod goals;
mod puzzle;
mod quiet;
mod resuming;
mod sharing;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Black has three in a row with room.
pub const THREE: &str = "h8 a1 i8 a15 j8 o1";

/// Two and two that cross at an empty point.
pub const CROSS: &str = "h9 a1 h10 a15 f8 o1 g8 o15";

/// Standard: black VCTs in 17 plies.
pub const THREATS: &str = "h8 g9 i9 g7 i10 i8 h10 j7 g10 j10 h11 h7 k7 j8";

/// Standard: black wins, but not without a quiet move.
pub const QUIET: &str = "h8 a1 i9 i10";

pub fn command(position: &str, flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("solve");
    command.args(position.split(' ').chain(flags.split_whitespace()));
    command
}

pub fn solve(position: &str, flags: &str) -> Output {
    command(position, flags).output().unwrap()
}

pub fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[track_caller]
pub fn expect(position: &str, flags: &str, code: i32, words: &[&str]) -> String {
    let output = solve(position, flags);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{flags}: {text}");
    for word in words {
        assert!(
            text.contains(word),
            "{flags}: '{word}' is missing in\n{text}"
        );
    }
    text
}

pub fn played(position: &str, flags: &str, input: &str) -> String {
    let mut child = command(position, &format!("{flags} --play"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A session that is over reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    text(&output)
}

#[track_caller]
pub fn in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let Some((_, after)) = rest.split_once(word) else {
            panic!("'{word}' is missing in\n{rest}\nof\n{text}");
        };
        rest = after;
    }
}
