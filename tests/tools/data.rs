//! Turning points, puzzles and openings of swap2: what is made and goes on where it was cut short.

use super::*;

/// A run that was cut short adds what is missing, and the test of a brain counts all positions.
#[test]
fn turning_points_are_found_once() {
    let folder = tempfile::tempdir().unwrap();
    let [games, out] = ["games", "positions"].map(|name| folder.path().join(name));
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    let flags = "--rounds 1 --turn-ms 0 --depth 2 --league freestyle15 --out";
    let played = tengen(&[vec!["match"], flags.split(' ').collect(), vec![games]].concat());
    assert!(played.status.success(), "{}", text(&played));
    let find = || {
        text(&tengen(&[
            "turning-points",
            "find",
            games,
            "--out",
            out,
            "--nodes",
            "1000",
        ]))
    };
    let found = find();
    assert!(found.starts_with("2 games, "), "{found}");
    let whole = std::fs::read_to_string(out).unwrap();
    assert_eq!(whole.lines().count(), 2);
    assert!(find().starts_with("0 games, 0 positions added"));
    std::fs::write(out, &whole[..whole.len() - 3]).unwrap();
    assert!(find().starts_with("1 games, "));
    assert_eq!(std::fs::read_to_string(out).unwrap(), whole);
    let positions = whole.lines().filter(|line| !line.starts_with('#')).count();
    assert!(positions > 0, "{whole}");
    let mock = concat!("cmd=", env!("CARGO_BIN_EXE_tengen"), " arg=mock");
    let tested = text(&tengen(&["turning-points", "test", out, "--engine", mock]));
    let row = tested.lines().nth(1).unwrap().split_whitespace().nth(1);
    assert_eq!(row, Some(positions.to_string().as_str()), "{tested}");
    let foul = format!("{mock} args='--fault occupied --at 1'");
    let tested = text(&tengen(&["turning-points", "test", out, "--engine", &foul]));
    let faults = tested.lines().last().unwrap().split_whitespace().nth(5);
    assert_eq!(faults, Some(positions.to_string().as_str()), "{tested}");
}

/// Mines a few puzzles, is cut short in the middle of a line, goes on, and is checked by the suite.
#[test]
fn mining_goes_on_where_it_was_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles");
    let name = file.to_str().unwrap();
    let mine = |seed| {
        tengen(&[
            "puzzles", name, "--count", "8", "--nodes", "100", "--seed", seed,
        ])
    };
    let output = mine("3");
    assert!(output.status.success(), "{}", text(&output));
    let whole = std::fs::read_to_string(&file).unwrap();
    for cut in [whole.len() - 30, whole.len() - 400, whole.len() / 2, 100, 0] {
        std::fs::write(&file, &whole[..cut]).unwrap();
        let again = mine("3");
        assert!(again.status.success(), "{}", text(&again));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), whole, "{cut}");
    }
    let done = mine("3");
    assert!(text(&done).contains("8 puzzles"), "{}", text(&done));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
    let other = mine("4");
    assert_eq!(other.status.code(), Some(2));
    assert!(
        text(&other).contains("name another file"),
        "{}",
        text(&other)
    );
    let suite = tengen(&["solve", "--suite", name]);
    assert!(suite.status.success() && text(&suite).contains(" 0 wrong, 0 undecided"));
}

/// A run that was killed in the middle of a line goes on, and comes to the same table.
#[test]
fn openings_of_swap2_are_rated_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let run = |ratings: &str, table: &str, rounds: &str| {
        let words = [
            "openings",
            "swap2",
            "--count",
            "6",
            "--kilonodes",
            "1",
            "--ratings",
        ];
        let rest = [
            &path(ratings)[..],
            "--table",
            &path(table),
            "--rounds",
            rounds,
        ];
        let output = tengen(&[&words[..], &rest].concat());
        assert!(output.status.success(), "{}", text(&output));
        std::fs::read_to_string(path(table)).unwrap()
    };
    let whole = run("ratings", "table", "2");
    assert_eq!(whole.lines().count(), 2 + 6);
    let ratings = std::fs::read_to_string(path("ratings")).unwrap();
    assert_eq!(ratings.lines().count(), 1 + 6 + 2);
    std::fs::write(path("half"), &ratings[..ratings.len() * 2 / 3]).unwrap();
    assert_eq!(run("half", "table 2", "2"), whole);
    assert_eq!(std::fs::read_to_string(path("half")).unwrap(), ratings);
    let other = tengen(&[
        "openings",
        "swap2",
        "--seed",
        "2",
        "--ratings",
        &path("half"),
    ]);
    assert_eq!(other.status.code(), Some(2), "{}", text(&other));
    // Nor is any other file changed.
    std::fs::write(path("foreign"), "kept\nwhole").unwrap();
    let foreign = tengen(&["openings", "swap2", "--ratings", &path("foreign")]);
    assert_eq!(foreign.status.code(), Some(2), "{}", text(&foreign));
    assert_eq!(std::fs::read(path("foreign")).unwrap(), b"kept\nwhole");
    let renju = tengen(&[
        "openings",
        "swap2",
        "--rule",
        "4",
        "--ratings",
        &path("new"),
    ]);
    assert_eq!(renju.status.code(), Some(2), "{}", text(&renju));
    for rule in ["freestyle", "1"] {
        let output = tengen(&[
            "openings",
            "swap2",
            "--rule",
            rule,
            "--count",
            "1",
            "--kilonodes",
            "1",
            "--ratings",
            &path(rule),
        ]);
        assert!(output.status.success(), "{}", text(&output));
    }
    let ratings = std::fs::read_to_string(path("freestyle")).unwrap();
    assert!(
        ratings.starts_with("# tengen openings swap2 --rule 0 "),
        "{ratings}"
    );
}
