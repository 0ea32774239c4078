//! Killed and interrupted searches, and the memory that one takes.

use super::*;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Standard: black wins within this number of plies, not without quiet moves, with some hundred positions on the way.
const QUIET_AND_LONG: (&str, &str) = ("h8 h9 g9 g8 f7 f8 e7 h7", "27");

/// Standard: its shortest win takes minutes.
#[cfg(unix)]
const SCATTERED: &str = "i5 n1 e7 a10 a1 c8 l5 k1 i1 m15 m9 g6 f7 n3 a6 e10";

/// Standard: a win of any kind takes minutes.
#[cfg(unix)]
const CLOSE: &str = "h8 i8";

/// No process of ours takes so long, whatever else the machine does.
const HANG: Duration = Duration::from_secs(900);

/// Megabytes that the program and the checker take beside the tables, as `--help` says.
const BESIDE_TABLES: u64 = 64;

fn wait_until(child: &mut Child, what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "{what}");
        assert!(child.try_wait().unwrap().is_none(), "ended before {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(String::from).collect()
}

/// What was settled before a SIGKILL, a line cut short included, is read and not settled again.
#[test]
fn a_killed_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let (start, plies) = QUIET_AND_LONG;
    let within = format!("won within {plies} plies");
    let flags = format!(
        "--rule 1 --plies {plies} --goal win --no-book --state {}",
        state.display()
    );
    let mut child = command(start, &flags)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(&mut child, "25 lines", || lines(&state).len() >= 25);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut file = std::fs::File::options().append(true).open(&state).unwrap();
    file.write_all(b"0 threats a1 b").unwrap();
    let before = lines(&state);
    let whole = &before[..before.len() - 1];
    let read = format!("{} settled positions read", whole.len() - 5);
    expect(start, &flags, 0, &[&read, &within, "checked"]);
    let after = lines(&state);
    assert!(after.starts_with(whole) && after.len() > whole.len());
    let moves = |line: &String| {
        line.split_once(" after")
            .map(|(_, moves)| moves.to_string())
    };
    let is_new = |line: &&String| line.starts_with("0 ") && !line.contains("won");
    let settled = |lines: &[String]| -> Vec<_> { lines.iter().filter(is_new).map(moves).collect() };
    let old = settled(&whole[5..]);
    let new = settled(&after[whole.len()..]);
    assert!(new.iter().all(|moves| !old.contains(moves)));
    let certificate = folder.path().join("certificate");
    let flags = format!("{flags} --certificate {}", certificate.display());
    let again = expect(start, &flags, 0, &[&within]);
    assert!(again.contains(" 0 positions settled"), "{again}");
    let check = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["verify", certificate.to_str().unwrap()])
        .output();
    assert!(text(&check.unwrap()).contains("PROVEN"));
}

/// Ends a command by a signal once it is at work: it listens when it has told the question.
#[cfg(unix)]
fn interrupted(command: &mut Command, signal: &str, is_at_work: impl FnMut() -> bool) -> String {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    while !told.contains(" to move, ") {
        assert!(output.read_line(&mut told).unwrap() > 0, "{told}");
    }
    wait_until(&mut child, "work", is_at_work);
    let kill = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    output.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
    told
}

/// Ctrl-C and SIGTERM: what was reached, and the command that goes on; the state is written whole.
#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("a state");
    let flags = "--rule 1 --goal win --no-book --nodes 20000000000 --state";
    let search = || {
        let mut command = command(CLOSE, flags);
        command.arg(&state);
        command
    };
    let mut known = 0;
    for signal in ["-INT", "-TERM"] {
        let more = known + 5;
        let told = interrupted(&mut search(), signal, || lines(&state).len() > more);
        in_order(
            &told,
            &["interrupted after ", " s, undecided: ", "positions settled"],
        );
        let resume = format!("'{}'\n", state.display());
        in_order(
            &told,
            &["is kept; resume with: tengen solve h8 i8 --rule 1", &resume],
        );
        let written = std::fs::read_to_string(&state).unwrap();
        assert!(written.ends_with('\n'));
        if known > 0 {
            let read = format!("{} settled positions read", known - 5);
            assert!(told.contains(&read), "{told}");
        }
        known = lines(&state).len();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_without_a_state_says_that_nothing_is_kept() {
    let flags = "--rule 1 --goal win --no-book --nodes 20000000000";
    let told = interrupted(&mut command(CLOSE, flags), "-INT", || true);
    let resume = format!("resumed: tengen solve {CLOSE} {flags} --state FILE");
    in_order(&told, &["undecided: ", "nothing is kept", &resume]);
    let flags = "--rule 1 --goal shortest --nodes 20000000000";
    let told = interrupted(&mut command(SCATTERED, flags), "-TERM", || true);
    in_order(
        &told,
        &["undecided: ", "nothing is kept", "--goal win --state FILE"],
    );
}

/// The most memory that a running process ever had, in megabytes.
#[cfg(target_os = "linux")]
fn peak_megabytes(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Less than this no process of ours needs, in megabytes.
#[cfg(target_os = "linux")]
const SMALLEST: u64 = 4;

#[cfg(target_os = "linux")]
#[test]
fn memory_is_capped() {
    for (memory, goal, start) in [
        (8, "win", CLOSE),
        (96, "win", CLOSE),
        (8, "shortest", SCATTERED),
        (96, "shortest", SCATTERED),
    ] {
        let flags =
            format!("--rule 1 --goal {goal} --memory {memory} --nodes 20000000000 --no-book");
        let mut child = command(start, &flags)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let id = child.id();
        wait_until(&mut child, "a search that has begun", || {
            peak_megabytes(id).is_some_and(|peak| peak >= SMALLEST)
        });
        std::thread::sleep(Duration::from_secs(4));
        let peak = peak_megabytes(id);
        child.kill().unwrap();
        child.wait().unwrap();
        println!("--goal {goal} --memory {memory}: {peak:?} MB");
        let peak = peak.expect("a search that is still running");
        assert!(
            (SMALLEST..=memory + BESIDE_TABLES).contains(&peak),
            "{goal}: {peak} MB"
        );
    }
}
