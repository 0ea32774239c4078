//! `tengen accept`: what an organiser accepts and refuses.

use crate::{BRAIN, TENGEN, text};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use zip::write::SimpleFileOptions;

/// Makes a zip of one program under a name.
fn package(folder: &Path, name: &str, program: &[u8]) -> String {
    let path = folder.join("brain.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    let executable = SimpleFileOptions::default().unix_permissions(0o755);
    archive.start_file(name, executable).unwrap();
    archive.write_all(program).unwrap();
    archive.finish().unwrap();
    path.to_str().unwrap().into()
}

/// A program that is the runner's mock brain with a fault.
fn mock(arguments: &str) -> Vec<u8> {
    format!("#!/bin/sh\nexec '{TENGEN}' mock {arguments}\n").into_bytes()
}

/// Tries a package with deadlines that only a hang misses.
fn accept(zip: &str, flags: &[&str]) -> Output {
    let mut command = Command::new(TENGEN);
    command.args(["accept", zip, "--margin-ms", "20000"]);
    command.args(flags).output().unwrap()
}

fn assert_refused(name: &str, program: &[u8], why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let zip = package(folder.path(), name, program);
    let output = accept(&zip, &["--turn-ms", "100", "--league", "freestyle15"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(why) && said.ends_with("refused\n"), "{said}");
}

#[test]
fn the_brain_is_accepted_in_every_league() {
    let folder = tempfile::tempdir().unwrap();
    let brain = std::fs::read(BRAIN).unwrap();
    let zip = package(folder.path(), "pbrain-tengen.exe", &brain);
    let output = accept(&zip, &["--turn-ms", "50"]);
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    for league in [
        "freestyle20",
        "freestyle15",
        "standard15",
        "renju15",
        "caro15",
    ] {
        let row = said.lines().find(|line| line.starts_with(league)).unwrap();
        assert!(row.ends_with(" ok"), "{said}");
    }
    assert!(said.ends_with("accepted\n"), "{said}");
}

#[test]
fn bad_manners_are_told_only() {
    let folder = tempfile::tempdir().unwrap();
    let brain = format!("#!/bin/sh\necho noise >&2\nexec '{BRAIN}'\n");
    let zip = package(folder.path(), "pbrain-x.exe", brain.as_bytes());
    let output = accept(&zip, &["--turn-ms", "50", "--league", "freestyle15"]);
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    // Whose noise is read first depends on time.
    let warning =
        |color| format!("warning: the game against itself, {color}: wrote to standard error");
    let is_told = ["black", "white"]
        .iter()
        .any(|color| said.contains(&warning(color)));
    assert!(is_told, "{said}");
}

#[test]
fn what_the_judge_does_not_find_is_refused() {
    let brain = mock("");
    assert_refused("folder/pbrain-x.exe", &brain, "no program");
    assert_refused("pbrain-x.com", &brain, "no program");
    assert_refused("pbrain-x_renju-15.exe", &brain, "named for another league");
}

#[test]
fn slow_and_illegal_brains_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let zip = package(folder.path(), "pbrain-x.exe", &mock("--start-ms 4000"));
    let flags = [
        "--turn-ms",
        "100",
        "--margin-ms",
        "1000",
        "--league",
        "freestyle15",
    ];
    let output = accept(&zip, &flags);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("stalled"), "{}", text(&output));
    assert_refused("pbrain-x.exe", &mock("--fault occupied --at 1"), "occupied");
    assert_refused("pbrain-x.exe", &mock("--fault die-before --at 3"), "died");
    assert_refused("pbrain-x.exe", &mock("--fault off-board --at 2"), "off");
}

/// Where one point alone is bad, other answers must be legal.
#[test]
fn an_illegal_answer_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let brain = mock("--fault occupied --at 1");
    let zip = package(folder.path(), "pbrain-x.exe", &brain);
    let output = accept(&zip, &["--turn-ms", "100", "--league", "renju15"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let fault = "h8 h9 i7 i9 h10 i6 i11 i12: occupied point (7,7 is occupied)";
    assert!(said.contains(fault), "{said}");
}

#[test]
fn what_is_no_zip_is_said() {
    let output = accept("Cargo.toml", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let output = accept("no-such.zip", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let folder = tempfile::tempdir().unwrap();
    let zip = package(folder.path(), "pbrain-x.exe", &mock(""));
    let output = accept(&zip, &["--league", "chess"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}
