//! The tools as a user meets them: exit codes and messages.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .output()
        .expect("tengen starts")
}

fn brain(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the brain starts")
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly_and_a_full_disk_with_a_word() {
    let bench = |stdout: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["bench", "--depth", "1"]).stdout(stdout);
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = bench(Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output).as_str()),
        (Some(0), "")
    );
    if cfg!(target_os = "linux") {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = bench(full.unwrap().into()).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output).contains("cannot write to standard output"));
    }
}

#[test]
fn a_match_is_played_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new folder");
    let arguments = [
        "match",
        "--league",
        "renju15",
        "--turn-ms",
        "0",
        "--depth",
        "3",
        "--strict",
        "--psq",
    ];
    let output = tengen(&[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output));
    let records: Vec<_> = std::fs::read_dir(out.join("psq")).unwrap().collect();
    assert_eq!(records.len(), 2);
    let mut games = Vec::new();
    for record in records {
        let game = std::fs::read_to_string(record.unwrap().path()).unwrap();
        let game = tengen::record::PsqGame::parse(&game).expect("a record");
        assert!(game.moves.len() > 8 && game.end_code == 0);
        games.push(game.recorded_game().moves().unwrap());
    }
    for format in ["sgf", "pgn"] {
        let file = folder.path().join(format).to_str().unwrap().to_string();
        let export = [
            "export",
            out.to_str().unwrap(),
            "--format",
            format,
            "--out",
            &file,
        ];
        assert!(tengen(&export).status.success());
        let bytes = std::fs::read(&file).unwrap();
        let read = tengen::record::read_game_file(&bytes, &file, None, None).unwrap();
        let mut moves: Vec<_> = read
            .games
            .iter()
            .map(|game| game.moves().unwrap())
            .collect();
        moves.sort();
        games.sort();
        assert_eq!(moves, games, "{format}");
        let renju =
            |game: &tengen::record::RecordedGame| game.rule == Some(tengen::rule::Rule::Renju);
        assert!(read.games.iter().all(renju), "{format}");
    }
    let review = tengen(&["review", out.to_str().unwrap()]);
    assert!(text(&review).contains("\n2 games, ") || text(&review).starts_with("2 games, "));
    let nobody = tengen(&["review", out.to_str().unwrap(), "--engine", "nobody"]);
    assert_eq!(nobody.status.code(), Some(2), "{}", text(&nobody));
}

/// The weakest level plays anywhere near the stones now and then: it does not see every win by fours.
#[test]
fn games_of_different_matches_are_reviewed_together() {
    let folder = tempfile::tempdir().unwrap();
    let played = |league: &str| {
        let out = folder.path().join(league).to_str().unwrap().to_string();
        let weak = format!(
            "name=weak cmd={} option.strength=0",
            env!("CARGO_BIN_EXE_pbrain-tengen")
        );
        let engines = [
            "--engine",
            &weak,
            "--engine",
            &weak.replacen("weak", "weaker", 1),
        ];
        let rules = ["--league", league, "--turn-ms", "100", "--rounds", "5"];
        let output = tengen(&[&["match"], &engines[..], &rules, &["--out", &out]].concat());
        assert!(output.status.success(), "{}", text(&output));
        out
    };
    let (freestyle, renju) = (played("freestyle15"), played("renju15"));
    let alone = tengen(&["review", &freestyle]);
    assert!(text(&alone).contains("10 games, "), "{}", text(&alone));
    let both = tengen(&["review", &freestyle, &renju]);
    assert!(text(&both).contains("20 games, "), "{}", text(&both));
    assert!(text(&both).contains("renju15: game "), "{}", text(&both));
    assert_eq!(both.status.code(), Some(1));
    let twice = tengen(&["review", &freestyle, &renju, &freestyle]);
    assert!(text(&twice).contains("counted already"), "{}", text(&twice));
    assert_eq!(twice.status.code(), Some(2));
}

#[test]
fn a_brain_that_says_nothing_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let base = [
        "match",
        "--league",
        "caro15",
        "--turn-ms",
        "20",
        "--margin-ms",
        "50",
        "--out",
        out,
    ];
    let output = tengen(&[&base[..], &["--strict", "--brain", "true"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("died"), "{}", text(&output));
}

#[test]
fn wrong_usage_and_failures_have_their_own_codes() {
    for (arguments, code, word) in [
        (&["match", "--league", "chess"][..], 2, "possible values"),
        (&["match", "--brain", "/no/such/brain"], 2, "/no/such/brain"),
        (&["solve", "--suite", "/no/such/file"], 1, "/no/such/file"),
        (&["check-renju", "/no/such/file"], 1, "/no/such/file"),
        (
            &[
                "openings",
                "make",
                "renju15",
                "--count",
                "0",
                "--out",
                "/no/such/folder/x",
            ],
            1,
            "cannot write",
        ),
        (&["nonsense"], 2, "nonsense"),
    ] {
        let output = tengen(arguments);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            text(&output)
        );
        assert!(
            text(&output).contains(word),
            "{arguments:?}: {}",
            text(&output)
        );
    }
}

#[test]
fn a_wrong_verdict_fails_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let suite = |name: &str, line: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("# a comment\n{line}\n")).unwrap();
        tengen(&["solve", "--suite", path.to_str().unwrap()])
    };
    let open_three = "x-1|free|15|b|h8 i8 j8|a1 a3 a5|VCF=WORD|by hand|own";
    let right = suite("right", &open_three.replace("WORD", "yes"));
    assert!(
        right.status.success() && text(&right).contains("1 right"),
        "{}",
        text(&right)
    );
    let wrong = suite("wrong", &open_three.replace("WORD", "no"));
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong).contains("WRONG"), "{}", text(&wrong));
    let bad = suite("bad", "x-1|free|15|b|h8 h8||VCF=yes|by hand|own");
    assert!(
        !bad.status.success() && text(&bad).contains("line 2"),
        "{}",
        text(&bad)
    );
}

#[test]
fn positions_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let solved = |arguments: &[&str], words: &[&str]| {
        let output = tengen(&[&["solve"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
        for word in words {
            assert!(
                text(&output).contains(word),
                "{arguments:?}: {}",
                text(&output)
            );
        }
    };
    // Black has three in a row with room; white's stones stand in three corners.
    let three = ["h8", "a1", "i8", "a15", "j8", "o1"];
    solved(
        &three,
        &["black to move, freestyle", "won by fours in 3 plies: "],
    );
    // Two and two that cross at an empty point: a double three, in renju forbidden.
    let cross = ["h9", "a1", "h10", "a15", "f8", "o1", "g8", "o15"];
    solved(
        &cross,
        &[
            "no win by fours, of any length",
            "won by fours and open threes in ",
        ],
    );
    let renju = ["--rule", "4", "--goal", "vcf"];
    solved(
        &[&cross[..], &renju].concat(),
        &["renju", "no win by fours, of any length"],
    );
    let drawing = folder.path().join("drawing");
    std::fs::write(
        &drawing,
        ".......\n.......\n..XXX..\n.......\n.......\n..OO...\n.......\n",
    )
    .unwrap();
    let drawing = drawing.to_str().unwrap();
    solved(
        &["--diagram", drawing, "--turn", "b"],
        &["won by fours in 3 plies"],
    );
    solved(
        &["--diagram", drawing, "--turn", "w", "--plies", "5"],
        &["white to move"],
    );
    for (wrong, word) in [
        (&["h8", "h8"][..], "h8 is taken twice"),
        (&["h99"], "h99"),
        (&["h8", "--rule", "7"], "--rule 7"),
        (&["--psq", "/no/such/file"], "/no/such/file"),
    ] {
        let output = tengen(&[&["solve"], wrong].concat());
        assert_eq!(
            output.status.code(),
            Some(2),
            "{wrong:?}: {}",
            text(&output)
        );
        assert!(text(&output).contains(word), "{wrong:?}: {}", text(&output));
    }
}

#[test]
fn the_brains_own_words() {
    let version = brain(&["--version"]);
    assert_eq!(
        text(&version),
        format!("pbrain-tengen {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert!(text(&brain(&["--help"])).contains("bench"));
    let bench = text(&brain(&["bench", "3"]));
    let last: Vec<&str> = bench.lines().last().unwrap().split(' ').collect();
    assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{bench}");
    let unknown = brain(&["--no-such-flag", "word"]);
    assert!(unknown.status.success() && text(&unknown).is_empty());
}

#[test]
fn a_log_file_is_written_on_request_only() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let run = |log: &Path| {
        let output = brain(&["--log-file", log.to_str().unwrap()]);
        assert!(output.status.success() && text(&output).is_empty());
    };
    run(&log);
    assert!(log.exists());
    run(Path::new("/no/such/folder/log"));
}

const CERTIFICATE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/src/book/standard15.certificate"
);
/// A part of it that is checked at once: five decisions.
const PART: &str = "h8 g9 i9 g7 i10 i8 h10 j7";

#[test]
fn a_certificate_is_verified_and_a_damaged_one_refused() {
    let proven = tengen(&["verify", CERTIFICATE, "--start", PART]);
    assert!(proven.status.success(), "{}", text(&proven));
    assert!(text(&proven).contains("PROVEN: black makes five with the 33rd stone"));
    for (start, word) in [
        ("h8 h8", "move 2, h8: the point is taken"),
        ("h8 pass", "move 2 is a pass"),
        ("h8 i16", "line 1, column 4: a point of the 15x15 board"),
        (
            "[Size \"20\"] h8",
            "a game on 15x15 is expected, one on 20x20 is found",
        ),
    ] {
        let wrong = tengen(&["verify", CERTIFICATE, "--start", start]);
        assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong));
        assert!(text(&wrong).contains(word), "{}", text(&wrong));
    }

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate");
    let mut bytes = std::fs::read(CERTIFICATE).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let damaged = tengen(&["verify", file.to_str().unwrap()]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(
        text(&damaged).contains("the checksum is wrong"),
        "{}",
        text(&damaged)
    );

    std::fs::write(&file, "rule standard\nstart h8 a1\nplies 35\nh8 a1 = o15\n").unwrap();
    let wrong = tengen(&["verify", file.to_str().unwrap(), "--leaf-nodes", "1000"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong).contains("hole: h8 a1 o15"), "{}", text(&wrong));
}

/// Proves a small part with the certificate's own moves as hints, is cut short in the middle of a line,
/// and goes on.
#[test]
fn a_proof_goes_on_where_it_was_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part");
    let name = file.to_str().unwrap();
    let start = "1. h8 g9 2. i9 g7 3. i10 i8 4. h10 j7";
    let prove = || {
        let flags = [
            "--start",
            start,
            "--hints",
            CERTIFICATE,
            "--rule",
            "standard",
        ];
        tengen(&[&["prove", name], &flags[..]].concat())
    };
    let output = prove();
    assert!(output.status.success(), "{}", text(&output));
    let whole = std::fs::read_to_string(&file).unwrap();
    assert!(whole.contains("decisions 5\n"), "{whole}");
    std::fs::write(&file, &whole[..whole.len() - 4]).unwrap();
    let again = prove();
    assert!(again.status.success(), "{}", text(&again));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
    let other = tengen(&["prove", name, "--start", "h8 h8"]);
    assert_eq!(other.status.code(), Some(2));
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

#[test]
fn the_book_is_shown_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for moves in [&["h8", "i9"][..], &["h8i9"], &["1. h8 i9"], &["0,0, 1,-1"]] {
        let played = tengen(&[&["book", "--rule", "standard"], moves].concat());
        let shown = text(&played);
        assert!(shown.contains("the book plays g9"), "{shown}");
    }
    let freestyle = tengen(&["book", "--longest", "0"]);
    assert!(text(&freestyle).starts_with("freestyle, 15x15"));
    assert_eq!(tengen(&["book", "h8", "h8"]).status.code(), Some(2));
    assert_eq!(tengen(&["book", "--rule", "4"]).status.code(), Some(2));
    let bytes = path("bytes");
    let written = tengen(&[
        "book",
        "--rule",
        "standard",
        "--bytes",
        &bytes,
        "--renlib",
        &path("lib"),
        "--longest",
        "0",
    ]);
    assert!(written.status.success(), "{}", text(&written));
    assert_eq!(
        std::fs::read(&bytes).unwrap(),
        std::fs::read(CERTIFICATE).unwrap()
    );
    assert!(std::fs::read(path("lib")).unwrap().len() > 30_000);
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
}
