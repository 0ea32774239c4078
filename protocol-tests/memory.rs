//! How much memory the brain takes, and what it does where there is little.

use crate::Case;
use crate::brain::{Brain, has_runner, program};
use crate::timed::started;
use std::process::Command;

/// The cases of this file: where `ulimit` and procfs are, and no other program runs the brain.
pub fn cases() -> Vec<Case> {
    if !cfg!(target_os = "linux") || has_runner() {
        return Vec::new();
    }
    vec![
        Case::new("memory: a small address space", small_address_space),
        Case::new("memory: few nodes take few pages", few_nodes),
    ]
}

/// Kilobytes of address space: less than the table of the usual memory limit, and less than what glibc sets aside
/// for the heap of a second thread.
fn small_address_space() {
    for kilobytes in ["80000", "150000", "300000"] {
        let mut brain = Brain::spawn(
            Command::new("sh")
                .args(["-c", "ulimit -v $0 && exec \"$1\"", kilobytes])
                .arg(program()),
        );
        brain.send_bytes(b"INFO max_node 2000\nINFO rule 1\nSTART 15\n");
        brain.expect("OK");
        for line in ["TURN 7,7", "TURN 0,0"] {
            brain.send(line);
            brain.expect_move();
        }
        brain.finish();
    }
}

/// A table for a few nodes is small: in a large one each entry would take a page of its own, and 2 MB where pages are
/// large.
fn few_nodes() {
    let mut brain = started("INFO max_node 1000\nSTART 15\n");
    for point in ["7,7", "0,0", "14,14", "0,14", "14,0", "0,7"] {
        brain.send(&format!("TURN {point}"));
        brain.expect_move();
    }
    let peak = brain.peak_memory();
    assert!(peak < 64 << 20, "{} MB", peak >> 20);
    brain.finish();
}
