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
    let start = |arguments: &str, stdout: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(arguments.split(' ')).stdout(stdout);
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = start("bench --depth 1", Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output).as_str()),
        (Some(0), "")
    );
    if cfg!(target_os = "linux") {
        // 1 says something else of a position than that it could not be told.
        for (arguments, code) in [
            ("bench --depth 1", 1),
            ("book h8 i9", 4),
            ("solve h8 i9", 4),
        ] {
            let full = std::fs::File::options().write(true).open("/dev/full");
            let child = start(arguments, full.unwrap().into());
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{arguments}");
            assert!(text(&output).contains("cannot write to standard output"));
        }
    }
}

/// A run that was cut short adds what is missing, and the test of a brain counts all positions.
#[test]
fn turning_points_are_found_once() {
    let folder = tempfile::tempdir().unwrap();
    let [games, out] = ["games", "positions"].map(|name| folder.path().join(name));
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    let flags = "--rounds 1 --turn-ms 0 --depth 2 --league standard15 --out";
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
}

/// A link stays a link, and a pipe or a device is written to as it is.
#[cfg(unix)]
#[test]
fn what_is_written_goes_where_a_link_or_a_pipe_leads() {
    let folder = tempfile::tempdir().unwrap();
    let [target, link, pipe] = ["target", "link", "pipe"].map(|name| folder.path().join(name));
    std::fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let path = pipe.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(path).unwrap());
    for place in [&link, &pipe] {
        let name = place.to_str().unwrap();
        let written = tengen(&["solve", "h8", "i9", "--goal", "win", "--certificate", name]);
        assert!(written.status.success(), "{}", text(&written));
    }
    assert!(link.is_symlink() && !pipe.is_file());
    let certificate = std::fs::read_to_string(&target).unwrap();
    assert!(certificate.contains("start h8 i9\n"), "{certificate}");
    assert_eq!(reader.join().unwrap(), certificate);
}

#[test]
fn a_file_that_is_no_proof_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "my notes").unwrap();
    let refused = tengen(&["prove", notes.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes");
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&tengen(&["--help"]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // Further lines of a description are indented more.
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|rest| !rest.starts_with(' '))
        })
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"analyse"), "{commands:?}");
    let written = tengen(&["man", folder.path().to_str().unwrap()]);
    assert!(written.status.success(), "{}", text(&written));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&tengen(&["completions", shell]));
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = folder.path().join(format!("tengen-{command}.1"));
        assert!(page.exists(), "{}", page.display());
    }
    let file = folder.path().join("tengen.1");
    let refused = tengen(&["man", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert_eq!(tengen(&["completions", "cmd"]).status.code(), Some(2));
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
    let review = tengen(&["review", "--vcf", out.to_str().unwrap()]);
    assert!(text(&review).contains("\n2 games, ") || text(&review).starts_with("2 games, "));
    let nobody = tengen(&[
        "review",
        "--vcf",
        out.to_str().unwrap(),
        "--engine",
        "nobody",
    ]);
    assert_eq!(nobody.status.code(), Some(2), "{}", text(&nobody));
}

/// The weakest level plays anywhere near the stones now and then: it does not see every VCF.
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
    let alone = tengen(&["review", "--vcf", &freestyle]);
    assert!(text(&alone).contains("10 games, "), "{}", text(&alone));
    let both = tengen(&["review", "--vcf", &freestyle, &renju]);
    assert!(text(&both).contains("20 games, "), "{}", text(&both));
    assert!(text(&both).contains("renju15: game "), "{}", text(&both));
    assert_eq!(both.status.code(), Some(1));
    let twice = tengen(&["review", "--vcf", &freestyle, &renju, &freestyle]);
    assert!(text(&twice).contains("counted already"), "{}", text(&twice));
    assert_eq!(twice.status.code(), Some(2));
}

/// Black does not make its five at move 9, and loses. The file keeps what it had, and is reviewed once.
#[test]
fn games_of_any_form_are_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let game = "(;GM[4]SZ[15]RU[standard]PB[Anna];B[hh];W[hg];B[ih];W[ig];B[jh]N[three];W[jg];B[kh];W[kg];B[oa];W[lg])";
    std::fs::create_dir(path("games")).unwrap();
    std::fs::write(path("games/one.sgf"), game).unwrap();
    std::fs::write(path("games/broken.sgf"), "(;GM[4]SZ[15];B[zz])").unwrap();
    let (games, out) = (path("games"), path("out"));
    let review = ["review", &games, "--nodes", "1000", "--sgf", &out];
    let output = tengen(&review);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = text(&output);
    for words in [
        "one.sgf: standard 15x15, 10 moves",
        "blunder: loss in 2 after win in 1; better g8",
        "broken.sgf: read as SGF: ",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let written = std::fs::read_to_string(path("out/one.sgf")).unwrap();
    assert!(
        written.contains("PB[Anna]") && written.contains("N[three]"),
        "{written}"
    );
    assert!(
        written.contains("BM[2]") && written.contains("proven: missed a win in 1 ply, g8"),
        "{written}"
    );
    let again = tengen(&review);
    assert!(
        text(&again).contains("one.sgf: reviewed before"),
        "{}",
        text(&again)
    );
    for (name, content) in [
        ("moves.txt", "h8 h9 i8 i9 j8 j9 k8 k9 o15 l9 a1"),
        ("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n"),
    ] {
        std::fs::write(path(name), content).unwrap();
        let output = tengen(&["review", &path(name), "--json", "--nodes", "300"]);
        assert!(output.status.success(), "{}", text(&output));
        let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(line["moves"].as_array().unwrap().len() >= 2, "{line}");
    }
    let missing = tengen(&["review", &path("none.sgf")]);
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));
}

#[test]
fn a_brain_that_dies_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let mock = concat!(env!("CARGO_BIN_EXE_tengen"), " mock --fault die-before");
    let output = tengen(&[
        "match",
        "--league",
        "caro15",
        "--turn-ms",
        "20",
        "--out",
        out,
        "--strict",
        "--brain",
        mock,
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("died"), "{}", text(&output));
}

#[test]
fn wrong_usage_and_failures_have_their_own_codes() {
    for (arguments, code, word) in [
        (&["match", "--league", "chess"][..], 2, "possible values"),
        (&["match", "--brain", "/no/such/brain"], 2, "/no/such/brain"),
        (&["solve", "--suite", "/no/such/file"], 2, "/no/such/file"),
        (&["check-renju", "/no/such/file"], 2, "/no/such/file"),
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
            2,
            "there is no folder /no/such/folder",
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
    assert_eq!(bad.status.code(), Some(2), "{}", text(&bad));
    assert!(
        text(&bad).contains("bad, line 2: column 15: two stones on h8"),
        "{}",
        text(&bad)
    );
    let named = suite(
        "named",
        &open_three
            .replace("free", "renju, 1,FREESTYLE")
            .replace("WORD", "yes"),
    );
    assert!(text(&named).contains("3 right"), "{}", text(&named));
    let beyond = suite("beyond", &open_three.replace("VCF=WORD", "not checked"));
    assert!(
        beyond.status.success() && text(&beyond).contains("0 undecided, 1 not checked"),
        "{}",
        text(&beyond)
    );
    let stones = "h8 i9 i10 h10 g10 h11 k7|g9 g7 i8 j7 j10 h7 j8";
    let hard = format!("x-1|std|15|b|{stones}|win_in=17 plies by fours+open threes");
    assert!(suite("hard", &hard).status.success());
    let path = folder.path().join("hard");
    let unknown = tengen(&["solve", "--nodes", "1", "--suite", path.to_str().unwrap()]);
    assert_eq!(unknown.status.code(), Some(3), "{}", text(&unknown));
    let none = tengen(&["solve", "--only", "y", "--suite", path.to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(2), "{}", text(&none));
}

#[test]
fn positions_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let solved = |arguments: &[&str], code: i32, words: &[&str]| {
        let output = tengen(&[&["solve"], arguments].concat());
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            text(&output)
        );
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
        0,
        &["black to move, freestyle", "won by VCF in 3 plies: "],
    );
    // Two and two that cross at an empty point: a double three, in renju forbidden.
    let cross = ["h9", "a1", "h10", "a15", "f8", "o1", "g8", "o15"];
    solved(&cross, 0, &["no VCF of any length", "won by VCT in "]);
    let renju = ["--rule", "4", "--goal", "vcf"];
    solved(
        &[&cross[..], &renju].concat(),
        1,
        &["renju", "no VCF of any length"],
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
        0,
        &["won by VCF in 3 plies"],
    );
    solved(
        &["--diagram", drawing, "--turn", "w", "--plies", "5"],
        1,
        &["white to move"],
    );
    for (wrong, word) in [
        (&["h8", "h8"][..], "move 2, h8: the point is taken"),
        (&["h99"], "h99"),
        (&["h8", "--rule", "7"], "no rule '7'"),
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
    let number = env!("CARGO_PKG_VERSION");
    let build = &*tengen::version::VERSION;
    assert!(
        build.starts_with(number) && build.contains("tools"),
        "{build}"
    );
    for (flag, version) in [("-V", number), ("--version", build)] {
        assert_eq!(text(&brain(&[flag])), format!("pbrain-tengen {version}\n"));
        assert_eq!(text(&tengen(&[flag])), format!("tengen {version}\n"));
    }
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
    "/data/books/standard15.certificate"
);
/// A part of it that is checked at once: five decisions.
const PART: &str = "h8 g9 i9 g7 i10 i8 h10 j7";

fn without_seconds(output: &Output) -> String {
    let text = text(output);
    let lines = text.lines().filter(|line| !line.ends_with(" s"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_certificate_is_verified_and_a_damaged_one_refused() {
    let proven = tengen(&["verify", CERTIFICATE, "--start", PART]);
    assert!(proven.status.success(), "{}", text(&proven));
    assert!(text(&proven).contains("PROVEN: black makes five with the 33rd stone"));
    let built_in = tengen(&["verify", "--rule", "standard", "--start", PART]);
    assert_eq!(
        without_seconds(&built_in),
        without_seconds(&proven),
        "the certificate is the built-in one"
    );
    for (flags, words) in [
        (
            &["--rule", "renju"][..],
            "a certificate for standard; --rule renju says otherwise",
        ),
        (
            &["--plies", "35"],
            "a certificate of 33 plies; --plies 35 says otherwise",
        ),
        (
            &["--start", "h8"],
            "black wins by this certificate, and must be the one to move",
        ),
    ] {
        let refused = tengen(&[&["verify", CERTIFICATE], flags].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
        assert!(text(&refused).contains(words), "{}", text(&refused));
    }
    let left = tengen(&["verify", CERTIFICATE, "--start", "h8 h9 g9 f10 i8 g8"]);
    assert_eq!(left.status.code(), Some(1), "{}", text(&left));
    let words = "black left it with move 5, i8, where it plays g7";
    assert!(text(&left).contains(words), "{}", text(&left));
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
    let wrong = tengen(&["verify", file.to_str().unwrap(), "--holes", "2"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
    assert_eq!(text(&wrong).matches("hole: h8 a1 o15 ").count(), 2);
    assert!(
        text(&wrong).contains("and 220 more: --holes N"),
        "{}",
        text(&wrong)
    );
    assert!(
        text(&wrong).contains("NOT PROVEN: 222 holes\n"),
        "{}",
        text(&wrong)
    );

    let unknown = tengen(&["verify", CERTIFICATE, "--start", PART, "--leaf-nodes", "1"]);
    assert!(text(&unknown).contains("UNKNOWN: "), "{}", text(&unknown));
    assert_eq!(unknown.status.code(), Some(3), "{}", text(&unknown));
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
            "--rule",
            "standard",
            "--start",
            start,
            "--hints",
            CERTIFICATE,
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
    // What the file says need not be said again, and may not be contradicted.
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let again = tengen(&["prove", name]);
    assert!(again.status.success(), "{}", text(&again));
    assert!(text(&again).contains("standard, 15x15"), "{}", text(&again));
    for (flags, words) in [
        (["--start", "h8 h8"], "move 2, h8: the point is taken"),
        (
            ["--start", "h8 g9"],
            "begins after 'h8 g9 i9 g7 i10 i8 h10 j7', and --start is",
        ),
        (
            ["--rule", "0"],
            "a certificate for standard; --rule freestyle says otherwise",
        ),
    ] {
        let other = tengen(&[&["prove", name], &flags[..]].concat());
        assert_eq!(other.status.code(), Some(2), "{}", text(&other));
        assert!(text(&other).contains(words), "{}", text(&other));
    }
    let bytes = tengen(&["prove", CERTIFICATE, "--efforts", "1"]);
    assert_eq!(bytes.status.code(), Some(2), "{}", text(&bytes));
    assert!(
        text(&bytes).contains("a certificate as lines"),
        "{}",
        text(&bytes)
    );
}

/// SIGINT ends a proof with what it has settled; the command that it names goes on.
#[cfg(unix)]
#[test]
fn an_interrupted_proof_says_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a part");
    let flags = [
        "--rule",
        "standard",
        "--start",
        "h8 g9",
        "--hints",
        CERTIFICATE,
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("prove").arg(&file).args(flags);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let decisions = || {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        text.matches('=').count()
    };
    while decisions() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let told = text(&output);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(
        told.contains("interrupted after ") && told.contains("round 1: "),
        "{told}"
    );
    let resume = format!(
        "resume with: tengen prove '{}' --rule standard",
        file.display()
    );
    assert!(told.contains(&resume), "{told}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.ends_with('\n'), "{written}");
    assert!(written.contains("rule standard\n") && written.contains("start h8 g9\n"));
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
    let played = tengen(&["book", "h8", "i9"]);
    assert!(
        text(&played).contains("the book plays g9"),
        "{}",
        text(&played)
    );
    assert_eq!(played.status.code(), Some(0));
    for (arguments, code, words) in [
        ("h8 h8", 2, "move 2, h8: the point is taken"),
        ("h8 q9", 2, "line 1, column 4: a point of the 15x15 board"),
        (
            "h8 a1 i8 a2 j8 a3 k8 a4 l8",
            2,
            "the game is over: black has five at",
        ),
        (
            "--rule caro",
            2,
            "no book for caro: there is one for freestyle and standard on 15x15; renju after 32",
        ),
        (
            "--rule 4 h8 i9",
            1,
            "the book knows nothing of this position",
        ),
        ("--rule 4 h8", 1, "it is won after the replies alone"),
        ("--rule 4 h8 k9", 0, "black makes five with the 61st stone"),
        ("--file /no/such/file", 2, "/no/such/file: a certificate"),
        (
            "--sgf /no/such/folder/x",
            2,
            "there is no folder /no/such/folder",
        ),
        (
            "h8 i9 g9",
            0,
            "every other reply loses to a VCT: black makes five",
        ),
        (
            "h8 i9 a1",
            1,
            "nothing of this position: black left it with move 3, a1, where it plays g9",
        ),
        ("h8 i9 a1 o1", 1, "black left it with move 3, a1"),
        (
            "a1 h8",
            1,
            "black left it with move 1, a1, where it plays h8",
        ),
        (
            "--rule 1 h8 i9",
            0,
            "the book plays g9: black makes five with the 33rd stone",
        ),
    ] {
        let words_of: Vec<&str> = arguments.split(' ').collect();
        let output = tengen(&[&["book"], &words_of[..]].concat());
        assert_eq!(output.status.code(), Some(code), "{}", text(&output));
        assert!(
            text(&output).contains(words),
            "{arguments}: {}",
            text(&output)
        );
        let claims = text(&output).contains("loses to a VCT");
        assert_eq!(claims, arguments == "h8 i9 g9", "{}", text(&output));
    }
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

/// Runs a command with text on its standard input.
fn told(arguments: &[&str], input: &[u8]) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn games_are_judged_and_what_is_wrong_in_a_line_is_told_with_its_place() {
    let games = "# games\n\nrenju 15 h8 a1 i8 a3 j8 a5 k8 a7 m8 a9 l8\n\
                 4 15 h8 a1 i8 a2 j8 a3 k8 a4 l8 # five\n  freestyle 15 h8 h8\n1 15\n";
    let output = told(&["referee"], games.as_bytes());
    assert_eq!(text(&output), "..........f\n........b\n.x\n\n");
    assert_eq!(output.status.code(), Some(0));
    for (line, words) in [
        (
            "renju",
            "line 2: column 6: RULE SIZE MOVES is expected, SIZE is missing",
        ),
        ("go 15 h8", "line 2: column 1: no rule 'go': freestyle (0)"),
        (
            "renju 30 h8",
            "line 2: column 7: '30' is no board's side, 5 to 22",
        ),
        ("renju h8 i9", "line 2: column 7: 'h8' is no board's side"),
        ("  4 15 h8 q9", "line 2: column 11: 'q9' is not a point"),
    ] {
        let output = told(&["referee"], format!("# games\n{line}\n").as_bytes());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(words), "{}", text(&output));
    }
    let bytes = told(&["referee"], b"4 15 h8\n\xff\n");
    assert!(
        text(&bytes).contains("line 2: text is expected"),
        "{}",
        text(&bytes)
    );
}

#[test]
fn forbidden_points_are_checked_and_what_is_wrong_in_a_line_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards");
    let check = |content: &[u8]| {
        std::fs::write(&path, content).unwrap();
        tengen(&["check-renju", path.to_str().unwrap()])
    };
    let six = "six-1|......./XXX.XXX/......./......./......./......./.......|3,1:3";
    let right = check(format!("# boards\n\n{six}\n").as_bytes());
    assert_eq!(right.status.code(), Some(0), "{}", text(&right));
    assert!(
        text(&right).contains("1 right, 0 wrong"),
        "{}",
        text(&right)
    );
    let wrong = check(six.replace("3,1", "4,2").as_bytes());
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
    for (content, words) in [
        (
            "x|.|".into(),
            "boards, line 1: column 3: 1 rows: a diagram has a row for each",
        ),
        (
            six.replace("XXX.XXX", "XXX.XX"),
            "line 1: column 15: row 2 has 6 cells: 7 are expected",
        ),
        (
            six.replace("XXX.XXX", "XXX?XXX"),
            "line 1: column 15: row 2, cell 4: '?' is none",
        ),
        (
            six.replace("3,1:3", "d6:3"),
            "'d6:3' is no x,y:code, as 7,7:1",
        ),
        (
            "# nothing\n".into(),
            "nothing in it; a file of boards, one a line, category|rows",
        ),
        (String::new(), "empty; a file of boards"),
    ] {
        let output = check(content.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(words), "{words}: {}", text(&output));
    }
    let bytes = check(b"# a\nx\xff");
    assert!(
        text(&bytes).contains("line 2: byte 5 is no UTF-8 text"),
        "{}",
        text(&bytes)
    );
    let name = folder.path().to_str().unwrap();
    let at_folder = tengen(&["check-renju", name]);
    assert!(text(&at_folder).contains(": a folder; a file of boards"));
}

/// The commands whose `--help` has examples, and those examples that end at once, run in an empty folder.
#[test]
fn what_help_shows_as_an_example_works() {
    let commands = [
        "solve",
        "prove",
        "verify",
        "book",
        "check-renju",
        "referee",
        "openings",
        "openings make",
        "openings check",
        "openings convert",
        "openings swap2",
        "datagen",
        "turning-points",
        "turning-points find",
        "turning-points test",
        "puzzles",
        "bench",
    ];
    for command in commands {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = text(&tengen(&words));
        let (_, examples) = help.split_once("\nExample").expect(command);
        let folder = tempfile::tempdir().unwrap();
        let mut ran = 0;
        for line in examples.lines().filter(|line| line.starts_with("  ")) {
            let line = line.trim();
            let slow = [
                "bench --micro",
                "tengen bench ",
                "tengen book  ",
                "--kilonodes",
                "book.certificate",
            ];
            let is_shell = line.starts_with("tengen ") || line.starts_with("echo ");
            if !is_shell || slow.iter().any(|word| line.contains(word)) {
                continue;
            }
            // What stands after two blanks or more says what it does.
            let shell = line.split("   ").next().unwrap();
            let shell = shell.replace("tengen ", concat!(env!("CARGO_BIN_EXE_tengen"), " "));
            let output = Command::new("sh")
                .args(["-c", &shell])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert!(
                matches!(output.status.code(), Some(0 | 1))
                    && (output.stdout.len() > 1 || shell.contains('>')),
                "{command}: {shell}: {}",
                text(&output)
            );
            let refused = text(&output).contains("tengen: ") || text(&output).contains("error: ");
            assert!(!refused, "{command}: {shell}: {}", text(&output));
            ran += 1;
        }
        let slow = ["openings swap2", "bench"].contains(&command);
        assert!(ran > 0 || slow, "{command}: {examples}");
    }
}
