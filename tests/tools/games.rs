//! Matches, reviews, suites, and the referee.

use super::*;

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
    let log = out.join("results.jsonl");
    let kept = std::fs::read(&log).unwrap();
    let [given, taken] = [&out, &log].map(|path| path.to_str().unwrap());
    let refused = tengen(&["export", given, "--format", "sgf", "--out", taken]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert_eq!(std::fs::read(&log).unwrap(), kept);
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let nothing = tengen(&["review", empty.to_str().unwrap()]);
    assert_eq!(nothing.status.code(), Some(2), "{}", text(&nothing));
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
    std::fs::create_dir(path("more")).unwrap();
    std::fs::write(path("more/one.sgf"), game).unwrap();
    let both = tengen(&[
        "review",
        &games,
        &path("more"),
        "--nodes",
        "100",
        "--sgf",
        &out,
    ]);
    let said = text(&both);
    assert!(said.contains("games/one.sgf: reviewed before"), "{said}");
    assert!(said.contains("more/one.sgf: standard"), "{said}");
    assert!(std::fs::exists(path("out/one-2.sgf")).unwrap());
    for (name, content) in [
        ("moves.txt", "h8 h9 i8 i9 j8 j9 k8 k9 o15 l9 a1"),
        ("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n0,7,0\n"),
    ] {
        std::fs::write(path(name), content).unwrap();
        let output = tengen(&["review", &path(name), "--json", "--nodes", "300"]);
        assert!(output.status.success(), "{}", text(&output));
        let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(line["moves"].as_array().unwrap().len() >= 2, "{line}");
        let is_guessed = line["notes"].to_string().contains("read as counted from 0");
        assert_eq!(is_guessed, name == "game.psq", "{line}");
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
