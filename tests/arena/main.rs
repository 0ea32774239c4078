//! The match runner as a user and as other programs meet it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

mod acceptance;
mod contract;
mod example;
mod faults;
mod manager_modes;
mod messages;
mod results;
mod resuming;
mod runners;

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tengen::arena::{GameRecord, Plan, read_log};

pub const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("match").args(arguments);
    command
}

pub fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

pub const BRAIN: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
/// Keys of an engine that only misses a deadline if it hangs, however busy the machine is.
pub const PATIENT: &str = "timemargin=20000 start=20000 leave=20000";

/// A mock brain as an engine's keys.
pub fn mock(name: &str, arguments: &str) -> String {
    format!("{} {PATIENT}", hasty_mock(name, arguments))
}

/// A mock brain that is held to what else is told of time.
pub fn hasty_mock(name: &str, arguments: &str) -> String {
    format!("name={name} cmd={TENGEN} args='mock {arguments}'")
}

/// The brain itself as an engine's keys.
pub fn brain(name: &str) -> String {
    format!("name={name} cmd={BRAIN} {PATIENT}")
}

pub fn games(folder: &Path) -> (Plan, Vec<GameRecord>) {
    let mut games = Vec::new();
    let plan = read_log(&folder.join("results.jsonl"), &mut |_, game| {
        games.push(game)
    })
    .unwrap();
    (plan, games)
}

/// Plays a match and returns its games.
pub fn play(flags: &[&str]) -> Vec<GameRecord> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = command(&[flags, &["--out", out]].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    games(folder.path()).1
}

/// Processes whose command line has a word in it.
pub fn processes_with(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        (line.contains(word) && !stat.contains(") Z ")).then_some(line)
    });
    lines.collect()
}

/// A number that processes of this test program alone carry.
pub fn own_number(test: u64) -> u64 {
    1_000_000 + u64::from(std::process::id()) * 10 + test
}

/// The time after which a wait counts as hung: `TENGEN_HANG_S` seconds, 60 by default.
pub fn hang_limit() -> Duration {
    let seconds = std::env::var("TENGEN_HANG_S").ok();
    Duration::from_secs(seconds.and_then(|text| text.parse().ok()).unwrap_or(60))
}

/// Waits until no such process is left.
pub fn assert_none_left(word: &str) {
    let begun = Instant::now();
    while begun.elapsed() < hang_limit() {
        if processes_with(word).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("left behind: {:?}", processes_with(word));
}

pub fn set_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

pub fn wait_for(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < hang_limit(), "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
}
