//! How games are played: as which manager, by which rules, to which end.

use super::*;
use std::collections::HashSet;
use tengen::arena::EndReason;

#[test]
fn faithful_as_the_judge() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
    let against = |arguments: &str, flags: &[&str]| {
        let other = mock("other", arguments);
        let base = [
            "--engine",
            &tengen,
            "--engine",
            &other,
            "--league",
            "standard15",
            "--gomocup",
            "--each",
            "st=0.5 timemargin=300 memory=64",
        ];
        play(&[&base, flags].concat())
    };
    let reasons =
        |games: &[GameRecord]| -> Vec<EndReason> { games.iter().map(|g| g.reason).collect() };
    // Loading is charged to the first move; the plain runner gives it ten seconds.
    let slow = against("--start-ms 900", &[]);
    assert_eq!(reasons(&slow), [EndReason::OutOfTime; 2], "{slow:?}");
    let hog = against("--fault memory", &[]);
    assert_eq!(reasons(&hog), [EndReason::OverMemory; 2], "{hog:?}");
    let hoarder = against("--fault folder", &[]);
    assert_eq!(reasons(&hoarder), [EndReason::OverFolder; 2], "{hoarder:?}");
    // Who is never waited for may never say OK.
    let silent = against("--fault no-ok", &[]);
    assert!(reasons(&silent).iter().all(|r| !r.is_fault()), "{silent:?}");
    // What is no move is overheard, up to the deadline.
    let muttering = against("--fault no-move", &[]);
    assert!(
        reasons(&muttering).iter().all(|&r| r == EndReason::NoMove),
        "{muttering:?}"
    );
}

/// A brain that thinks on while it is not asked gets nowhere: it is asked by a slow opponent, and tells
/// how many milliseconds it could think in.
#[test]
fn a_suspended_brain_ponders_nothing() {
    let pondered = |flag: &str| -> usize {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("said");
        let wrapper = folder.path().join("wrapper");
        let script = format!(
            "#!/bin/sh\n{TENGEN} mock --fault ponder --at 1 | tee {}\n",
            log.display()
        );
        std::fs::write(&wrapper, script).unwrap();
        set_executable(&wrapper);
        let ponderer = format!("name=ponderer cmd={}", wrapper.display());
        let mut flags = vec![
            "--engine",
            &ponderer,
            "--engine",
            "SLOW",
            "--league",
            "standard15",
            "--each",
            "st=1 timemargin=1000",
        ];
        let slow = mock("slow", "--think-ms 100");
        flags[3] = &slow;
        if !flag.is_empty() {
            flags.push(flag);
        }
        play(&flags);
        let said = std::fs::read_to_string(&log).unwrap();
        said.lines()
            .filter(|line| line.contains("pondered"))
            .count()
    };
    let (free, suspended) = (pondered(""), pondered("--gomocup"));
    assert!(free >= 5, "{free}");
    assert!(suspended <= 1, "{suspended} of {free}");
}

#[test]
fn manners_of_piskvork() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
    let other = mock("other", "");
    // Four games in two processes: RESTART in between.
    let games = play(&[
        "--engine",
        &tengen,
        "--engine",
        &other,
        "--league",
        "freestyle15",
        "--piskvork",
        "--rounds",
        "2",
        "--turn-ms",
        "30",
        "--strict",
    ]);
    assert_eq!(games.len(), 4);
    // The second player of an empty board gets TURN.
    let games = play(&[
        "--engine",
        &tengen,
        "--engine",
        &other,
        "--league",
        "renju15",
        "--piskvork",
        "--empty",
        "--turn-ms",
        "30",
    ]);
    assert!(games.iter().all(|game| game.opening == 0));
}

#[test]
fn brains_may_keep_their_process() {
    let games = play(&[
        "--engine",
        &format!("{} restart=off", mock("kept", "--start-ms 200")),
        "--engine",
        &mock("fresh", ""),
        "--league",
        "standard15",
        "--rounds",
        "10",
        "--strict",
    ]);
    assert_eq!(games.len(), 20);
    let keeper = play(&[
        "--engine",
        &format!("{} restart=off", mock("dies", "--fault die-before --at 1")),
        "--engine",
        &format!("{} restart=off", mock("fresh", "")),
        "--league",
        "standard15",
        "--rounds",
        "3",
    ]);
    assert!(
        keeper.iter().all(|game| game.reason == EndReason::Died),
        "each game anew"
    );
}

#[test]
fn swap2_in_all_its_ways() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let mut swapped = HashSet::new();
    for seed in 0..6 {
        let games = play(&[
            "--engine",
            &format!("name=tengen cmd={brain}"),
            "--engine",
            &mock("mock", &format!("--seed {seed}")),
            "--league",
            "standard15",
            "--swap2",
            "--turn-ms",
            "30",
            "--strict",
        ]);
        assert_eq!(games.len(), 2);
        for game in games {
            assert!(game.moves.split(' ').count() > 6, "{game:?}");
            swapped.insert((game.game, game.black.engine));
        }
    }
    assert!(swapped.len() >= 3, "both have had both colors: {swapped:?}");
    let wrong = play(&[
        "--engine",
        &mock("good", ""),
        "--engine",
        &mock("bad", "--fault bad-swap2"),
        "--league",
        "standard15",
        "--swap2",
    ]);
    assert!(
        wrong.iter().all(|game| game.reason == EndReason::BadSwap2),
        "{wrong:?}"
    );
    assert!(
        wrong
            .iter()
            .all(|game| game.side(game.winner().unwrap()).name == "good")
    );
}

#[test]
fn other_rules_boards_and_clocks() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
    for (rule, side) in [
        ("0", "9"),
        ("1", "19"),
        ("4", "13"),
        ("8", "17"),
        ("9", "22"),
    ] {
        let games = play(&[
            "--engine",
            &tengen,
            "--engine",
            &mock("mock", ""),
            "-rule",
            rule,
            "-boardsize",
            side,
            "--strict",
            "--each",
            "tc=2/0.05+0.01",
        ]);
        assert!(
            games.iter().all(|game| game.size.to_string() == side),
            "{rule} {side}"
        );
    }
}

#[test]
fn games_end_early_where_told() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let base = [
        "--engine",
        &format!("name=tengen cmd={brain}"),
        "--engine",
        &mock("mock", ""),
        "--league",
        "freestyle15",
        "--turn-ms",
        "30",
        "--rounds",
        "3",
    ];
    let with = |flags: &[&str]| play(&[&base, flags].concat());
    let long = with(&["-drawafter", "12"]);
    assert!(long.iter().all(|g| g.reason == EndReason::MaxMoves
        && g.moves.split(' ').count() == 12
        || g.moves.split(' ').count() < 12));
    let drawn = with(&["-draw", "movenumber=1", "movecount=1", "score=30000"]);
    // The mock tells no scores, so that no draw is agreed upon.
    assert!(
        drawn
            .iter()
            .all(|game| game.reason != EndReason::AdjudicatedDraw)
    );
    let resigned = with(&["-resign", "movecount=1", "score=-30000"]);
    let ends = resigned
        .iter()
        .filter(|g| g.reason == EndReason::AdjudicatedWin)
        .count();
    assert!(ends > 0, "{resigned:?}");
}
