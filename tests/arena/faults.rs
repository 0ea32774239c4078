//! Brains that do everything wrong.

use super::*;
use std::collections::BTreeMap;
use std::process::Stdio;
use tengen::arena::{EndReason, Warning};

/// A fault, how it is to be classified, and what is to be warned of.
type Kind = (&'static str, Option<EndReason>, Option<Warning>);

/// Faults that are seen at once.
const SEEN_AT_ONCE: [Kind; 13] = [
    ("error-at-start", Some(EndReason::NotReady), None),
    ("die-before", Some(EndReason::Died), None),
    ("die-after", Some(EndReason::Died), None),
    ("flood", Some(EndReason::Flood), None),
    ("long-line", Some(EndReason::Flood), None),
    ("two-moves", Some(EndReason::TwoMoves), None),
    ("off-board", Some(EndReason::OffBoard), None),
    ("occupied", Some(EndReason::Occupied), None),
    ("memory", Some(EndReason::OverMemory), None),
    ("children", None, Some(Warning::SpawnedChildren)),
    ("stderr", None, Some(Warning::StandardError)),
    ("ponder", None, None),
    ("folder", None, None),
];
/// Faults that are seen at a deadline.
const SEEN_LATE: [Kind; 7] = [
    ("no-ok", Some(EndReason::NotReady), None),
    ("hang", Some(EndReason::Stalled), None),
    ("late", Some(EndReason::OutOfTime), None),
    ("half-line", Some(EndReason::HalfALine), None),
    ("no-move", Some(EndReason::NoMove), None),
    ("error", Some(EndReason::NoMove), None),
    ("ignore-end", None, Some(Warning::IgnoredEnd)),
];

/// Plays an honest brain against brains of all these kinds at once, so many rounds: each fault is seen for what it
/// is, in four games of five at least, the honest side is never blamed, and nothing is left behind.
fn play_against(kinds: &[Kind], brain: impl Fn(&str, &str) -> String, rounds: usize, test: u64) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    // A seed that no one else has tells these processes from others.
    let seed = own_number(test);
    let mut flags = vec![
        String::from("--engine"),
        mock("honest", &format!("--seed {seed} --think-ms 5")),
    ];
    for (fault, ..) in kinds {
        flags.push("--engine".into());
        flags.push(brain(fault, &format!("--fault {fault} --seed {seed}")));
    }
    let rounds = rounds.to_string();
    let rest = [
        "--gauntlet",
        "--rounds",
        &rounds,
        "--memory-mb",
        "64",
        "--league",
        "standard15",
        "--concurrency",
        "16",
        "--out",
        out,
        "--ratinginterval",
        "0",
    ];
    let output = command(&[]).args(&flags).args(rest).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (plan, games) = games(folder.path());
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for game in &games {
        let faulty_is_black = game.white.engine == 0;
        let (honest, faulty) = match faulty_is_black {
            true => (&game.white, &game.black),
            false => (&game.black, &game.white),
        };
        let (name, reason, warning) = kinds[faulty.engine - 1];
        assert_eq!(plan.engines[faulty.engine].name, name);
        assert!(honest.warnings.is_empty(), "{game:?}");
        // A second move that is still on its way when the next question is written answers that. On a busy machine
        // what is a second late may be later.
        let is_race = name == "two-moves" && game.reason == EndReason::Occupied
            || name == "late" && game.reason == EndReason::Stalled;
        assert!(
            !game.reason.is_fault() || is_race || Some(game.reason) == reason,
            "{name}: {game:?}"
        );
        if let Some(warning) = warning {
            assert!(
                faulty.warnings.iter().all(|&w| w == warning),
                "{name}: {game:?}"
            );
        }
        let has_won = game
            .winner()
            .map(|color| game.side(color).name == honest.name);
        assert!(
            !game.reason.is_fault() || has_won == Some(true),
            "{name}: {game:?}"
        );
        let is_seen = match (reason, warning) {
            (Some(_), _) => game.reason.is_fault(),
            (_, Some(warning)) => faulty.warnings.contains(&warning),
            _ => true,
        };
        let (right, all) = seen.entry(name.into()).or_default();
        *right += is_seen as usize;
        *all += 1;
    }
    // A game may end before the move of the fault, and one of `die-after` before it is missed.
    for (name, ..) in kinds {
        let (right, all) = seen[*name];
        assert!(
            5 * right >= 4 * all,
            "{name}: seen {right} times in {all} games"
        );
    }
    assert_none_left(&format!("--seed {seed}"));
    assert_none_left(&format!("sleep {}", 1000 + seed));
}

#[test]
fn hundreds_of_games_against_faults_that_are_seen_at_once() {
    play_against(&SEEN_AT_ONCE, mock, 25, 1);
}

/// Each of these games waits for a deadline of eight seconds, as long as only a hang takes; the brain that is late
/// and the one that never leaves need not be waited for so long.
#[test]
fn faults_that_are_seen_at_a_deadline() {
    let keys = |fault: &str| match fault {
        "late" => "st=0.3 timemargin=300 start=20000 leave=20000",
        "ignore-end" => "timemargin=20000 start=20000 leave=500",
        _ => "st=7 timemargin=1000 start=8000 leave=20000",
    };
    let brain =
        |name: &str, arguments: &str| format!("{} {}", hasty_mock(name, arguments), keys(name));
    play_against(&SEEN_LATE, brain, 2, 5);
}

#[test]
fn a_forbidden_point_loses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("overline.txt");
    // Black has three and two in a row with a gap of one: filling it makes six.
    std::fs::write(
        &path,
        "-3,0, 7,7, -2,0, 7,5, -1,0, 5,7, 1,0, -7,7, 2,0, -7,5\n",
    )
    .unwrap();
    let openings = format!("file={}", path.display());
    let games = play(&[
        "--engine",
        &mock("foul", "--at 1 --point 7,7"),
        "--engine",
        &mock("fair", ""),
        "--league",
        "renju15",
        "--openings",
        &openings,
        "--no-transform",
    ]);
    // Both take the point as black, for it makes the longest row.
    for game in games {
        assert_eq!(game.reason, EndReason::Forbidden, "{game:?}");
        assert_eq!(game.winner(), Some(tengen::board::Color::White));
        assert_eq!(game.detail, "7,7 is forbidden (overline)");
        assert_eq!(game.us.len(), 0);
    }
}

/// Brains whose children leave their group and ignore everything die with the runner, even when that
/// is killed.
#[test]
fn nothing_outlives_a_killed_runner() {
    let seed = own_number(2);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let wrapper = folder.path().join("wrapper");
    std::fs::write(
        &wrapper,
        format!(
            "#!/bin/sh\nsetsid sh -c 'while :; do sleep {seed}; done' &\nexec {TENGEN} mock \"$@\"\n"
        ),
    )
    .unwrap();
    set_executable(&wrapper);
    let hang = |name: &str| {
        format!(
            "name={name} cmd={} args='--fault ignore-end --seed {seed} --think-ms 200'",
            wrapper.display()
        )
    };
    let mut runner = command(&[
        "--engine",
        &hang("a"),
        "--engine",
        &hang("b"),
        "--rounds",
        "100",
        "--league",
        "standard15",
        "--concurrency",
        "4",
        "--out",
        out,
    ])
    .stdout(Stdio::null())
    .spawn()
    .unwrap();
    wait_for(|| {
        processes_with(&format!("--seed {seed}")).len() >= 4
            && processes_with(&format!("sleep {seed}")).len() >= 4
    });
    runner.kill().unwrap();
    runner.wait().unwrap();
    assert_none_left(&format!("--seed {seed}"));
    assert_none_left(&format!("sleep {seed}"));
}
