//! Brains that do everything wrong.

use super::*;
use std::collections::BTreeMap;
use std::process::Stdio;
use tengen::arena::{EndReason, Warning};

/// Every fault, how it is to be classified, and what is to be warned of.
const FAULTS: [(&str, Option<EndReason>, Option<Warning>); 20] = [
    ("no-ok", Some(EndReason::NotReady), None),
    ("error-at-start", Some(EndReason::NotReady), None),
    ("hang", Some(EndReason::Stalled), None),
    ("late", Some(EndReason::OutOfTime), None),
    ("die-before", Some(EndReason::Died), None),
    ("die-after", Some(EndReason::Died), None),
    ("flood", Some(EndReason::Flood), None),
    ("long-line", Some(EndReason::Flood), None),
    ("half-line", Some(EndReason::HalfALine), None),
    ("two-moves", Some(EndReason::TwoMoves), None),
    ("off-board", Some(EndReason::OffBoard), None),
    ("occupied", Some(EndReason::Occupied), None),
    ("no-move", Some(EndReason::NoMove), None),
    ("error", Some(EndReason::NoMove), None),
    ("memory", Some(EndReason::OverMemory), None),
    ("ignore-end", None, Some(Warning::IgnoredEnd)),
    ("children", None, Some(Warning::SpawnedChildren)),
    ("stderr", None, Some(Warning::StandardError)),
    ("ponder", None, None),
    ("folder", None, None),
];

/// A thousand games of an honest brain against all kinds of others at once: each fault is seen for what
/// it is, the honest side is never blamed, and nothing is left behind.
#[test]
fn a_thousand_games_against_all_faults() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    // A seed that no one else has tells these processes from others.
    let seed = own_number(1);
    let mut flags = vec![
        String::from("--engine"),
        mock("honest", &format!("--seed {seed} --think-ms 5")),
    ];
    for (fault, ..) in FAULTS {
        flags.push("--engine".into());
        flags.push(mock(fault, &format!("--fault {fault} --seed {seed}")));
    }
    let each = "st=0.3 timemargin=600 start=3000 memory=64";
    let rest = [
        "--gauntlet",
        "--rounds",
        "25",
        "--each",
        each,
        "--league",
        "standard15",
        "--concurrency",
        "8",
        "--out",
        out,
        "--ratinginterval",
        "0",
    ];
    let output = command(&[]).args(&flags).args(rest).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (plan, games) = games(folder.path());
    assert_eq!(games.len(), 1000);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for game in &games {
        let faulty_is_black = game.white.engine == 0;
        let (honest, faulty) = match faulty_is_black {
            true => (&game.white, &game.black),
            false => (&game.black, &game.white),
        };
        let (name, reason, warning) = FAULTS[faulty.engine - 1];
        assert_eq!(plan.engines[faulty.engine].name, name);
        // On a busy machine even an honest brain may need half a second to leave.
        let is_slow = honest.warnings == [Warning::IgnoredEnd];
        assert!(honest.warnings.is_empty() || is_slow, "{game:?}");
        // A second move that is still on its way when the next question is written answers that.
        let is_race = name == "two-moves" && game.reason == EndReason::Occupied;
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
        *seen.entry(name.into()).or_default() += is_seen as usize;
    }
    // A game may end before the move of the fault, and one of `die-after` before it is missed.
    for (name, ..) in FAULTS {
        assert!(
            seen[name] >= 40,
            "{name}: seen {} times in 50 games",
            seen[name]
        );
    }
    assert_none_left(&format!("--seed {seed}"));
    assert_none_left(&format!("sleep {}", 1000 + seed));
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
        assert_eq!((game.detail.as_str(), game.us.len()), ("7,7", 0));
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
