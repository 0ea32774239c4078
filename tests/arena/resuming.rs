//! Matches that are interrupted and resumed, and results of earlier versions.

use super::*;

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The command that is printed writes the same records, and the messages of both parts are in one file.
#[test]
fn the_printed_command_resumes_with_all_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (out, msg, sgf) = (path("out"), path("a.txt"), path("a.sgf"));
    std::fs::write(&msg, "of another match\n").unwrap();
    let flags = [
        "--engine",
        &mock("a", ""),
        "--engine",
        &mock("b", "--fault die-before"),
        "--league",
        "standard15",
        "--rounds",
        "2",
        "--fatalerror",
        "--out",
        &out,
        "--msg",
        &msg,
        "--sgf",
        &sgf,
        "--wait",
        "1",
        "--ratinginterval",
        "7",
        "--assert-overrun-ms",
        "50000",
    ];
    let first = command(&flags).output().unwrap();
    assert_eq!(first.status.code(), Some(3), "{}", text(&first));
    let said = text(&first);
    let numbers = "--wait 1 --ratinginterval 7 --assert-overrun-ms 50000";
    let resume = format!("match --resume {out} {numbers} --sgf {sgf} --msg {msg}\n");
    assert!(said.contains(&resume), "{said}");
    let played = read(&msg).matches("# game ").count();
    assert!(played < 4 && read(&msg).starts_with("of another match\n"));
    let again = command(&["--resume", &out, "--sgf", &sgf, "--msg", &msg])
        .output()
        .unwrap();
    assert!(again.status.success(), "{}", text(&again));
    assert_eq!(read(&msg).matches("# game ").count(), 4);
    assert_eq!(read(&sgf).matches("GM[4]").count(), 4);
}

/// A log that is made anew is not when its match goes on.
#[test]
fn a_resumed_match_appends_to_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let (out, log) = (folder.path().join("out"), folder.path().join("a.log"));
    let (out, group) = (
        out.to_str().unwrap(),
        format!("file={} append=false", log.display()),
    );
    std::fs::write(&log, "of another match\n").unwrap();
    let dying = mock("b", "--fault die-before");
    let flags = [
        "--engine",
        &mock("a", ""),
        "--engine",
        &dying,
        "--rule",
        "1",
        "--rounds",
        "2",
        "--out",
        out,
    ];
    let first = command(&[&flags[..], &["--fatalerror", "--log", &group]].concat());
    assert_eq!({ first }.output().unwrap().status.code(), Some(3));
    let begun = read(&log);
    assert!(!begun.contains("of another match") && begun.starts_with("game 1 "));
    let again = command(&["--resume", out, "--log", &group]).output();
    assert!(again.unwrap().status.success());
    assert!(read(&log).starts_with(&begun) && read(&log).contains("\ngame 4 "));
}

/// Of the flags that a resumed match does not take, the message names those that were given.
#[test]
fn a_resumed_match_names_the_flags_that_it_does_not_take() {
    let output = command(&["-resume", "no-such", "-rounds", "10", "-gauntlet"]).output();
    let said = text(&output.unwrap());
    let named: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("  --"))
        .collect();
    assert_eq!(named, ["rounds <ROUNDS>", "gauntlet"], "{said}");
}

/// A match that never began leaves the files and folders of before.
#[test]
fn a_brain_that_cannot_start_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("dead"), "#!/bin/sh\nexit 7\n").unwrap();
    set_executable(Path::new(&path("dead")));
    std::fs::write(path("a.txt"), "of another match\n").unwrap();
    let dead = path("dead");
    let flags = ["--brain", &dead, "--brain", &dead, "--rule", "0"];
    let records = ["--out", &path("x/y/z"), "--msg", &path("a.txt")];
    let output = command(&[&flags[..], &records].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(!folder.path().join("x").exists());
    assert_eq!(read(path("a.txt")), "of another match\n");
}

/// A finished match of the version before the fields of a plan were renamed: read, reported, and resumed to no game.
#[test]
fn results_of_an_earlier_version_are_read() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arena/fixtures/match");
    let (plan, games) = games(&fixture);
    assert_eq!((plan.run_id().as_str(), games.len()), (RUN, 4));
    assert_eq!(plan.manager, tengen::arena::ManagerMode::Gomocup);
    assert_eq!(plan.opening_source, tengen::arena::OpeningSource::Swap2);
    let stats = Command::new(TENGEN).arg("stats").arg(&fixture).output();
    let stats = stats.unwrap();
    assert!(text(&stats).contains("Games: 4, "), "{}", text(&stats));
    let copy = tempfile::tempdir().unwrap();
    let log = copy.path().join("results.jsonl");
    std::fs::copy(fixture.join("results.jsonl"), &log).unwrap();
    let resumed = command(&["--resume", log.to_str().unwrap()])
        .output()
        .unwrap();
    let said = text(&resumed);
    assert!(said.contains("4 games, 4 of them played before"), "{said}");
}

/// The run of the fixture, as the version that wrote it named it.
const RUN: &str = "8db55453";
