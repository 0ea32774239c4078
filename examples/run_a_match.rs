//! Runs a match: two processes of a brain play one opening with both colors, 100 nodes or 20 ms a move.
//!
//! `cargo run --release --example run_a_match -- target/release/pbrain-tengen`

use std::error::Error;
use std::path::Path;
use tengen::arena::{PlanOptions, Report, Run, RunOptions};

/// Plays the match and returns the report.
///
/// # Errors
/// If the brain cannot be started, or the results cannot be written.
pub fn run(brain: &Path) -> Result<String, Box<dyn Error>> {
    let engine = |name: &str| format!("name={name} cmd='{}'", brain.display());
    let options = PlanOptions {
        engine: vec![engine("one"), engine("two")],
        each: vec!["nodes=100 st=20ms timemargin=20000".into()],
        leagues: vec!["freestyle15".into()],
        ..PlanOptions::default()
    };
    let folder = tempfile::tempdir()?;
    let mut run = Run::create(options.plan()?, folder.path().join("results.jsonl"))?;
    run.play(&RunOptions::default(), &mut |_, _| {})?;
    Ok(Report::full(&run.plan, &run.summary).to_string())
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let brain = std::env::args().nth(1).ok_or("usage: run_a_match BRAIN")?;
    print!("{}", run(Path::new(&brain))?);
    Ok(())
}
