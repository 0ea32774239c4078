//! What fuzzing found worth keeping goes through the same functions again: `fuzz/corpus/TARGET/` and, of the inputs that
//! once failed, `fuzz/findings/TARGET/`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;

/// Gives each kept input of a target to it.
fn replay(name: &str, target: fn(&[u8])) {
    let mut inputs = 0;
    for kind in ["corpus", "findings"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fuzz")
            .join(kind)
            .join(name);
        for file in std::fs::read_dir(folder).into_iter().flatten() {
            let path = file.unwrap().path();
            println!("{}", path.display()); // shown if the test fails
            target(&std::fs::read(&path).unwrap());
            inputs += 1;
        }
    }
    assert!(inputs > 0, "{name} has no inputs");
}

#[test]
fn protocol() {
    replay("protocol", targets::protocol);
}

#[test]
fn games() {
    replay("games", targets::games);
}

#[test]
fn certificates() {
    replay("certificate", targets::certificate);
}

#[test]
fn results() {
    replay("results", targets::results);
}

#[test]
fn questions() {
    replay("questions", targets::questions);
}
