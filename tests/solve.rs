//! `tengen solve` as a user meets it: goals, trees, puzzles, memory, and resuming after a kill.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tengen::board::{Board, Color, Point, Size, parse_points, point_names, stones_in_turn};
use tengen::book::Book;
use tengen::proof::{Certificate, is_forced_win};
use tengen::record::{Variations, parse_renlib, parse_sgf};
use tengen::rule::{Rule, completes_five};
use tengen::solve::{
    PriorKnowledge, SettledPosition, WinListener, WinProgress, WinResult, WinSettings,
    confirm_certificate, find_win,
};

/// Black has three in a row with room.
const THREE: &str = "h8 a1 i8 a15 j8 o1";
/// Two and two that cross at an empty point.
const CROSS: &str = "h9 a1 h10 a15 f8 o1 g8 o15";
/// Standard: black VCTs in 17 plies.
const THREATS: &str = "h8 g9 i9 g7 i10 i8 h10 j7 g10 j10 h11 h7 k7 j8";
/// Freestyle: h8 makes two blocked threes and wins in five plies, neither by a four nor an open three.
const BLOCKED_THREES: &str = "i8 g8 j8 m8 h9 h7 h10 h13 k7 k9 k6 k3 k5 j7 i12 g12 j12 m12 k12 i9";
/// Standard: black wins, but not without a quiet move.
const QUIET: &str = "h8 a1 i9 i10";
/// The same in so many plies, with some hundred positions on the way.
const QUIET_AND_LONG: (&str, &str) = ("h8 h9 g9 g8 f7 f8 e7 h7", "27");
/// Standard: black wins both in much the same way, the second not as soon found.
const ALIKE: [&str; 2] = ["h8 a1 g9 i8", "h8 a15 g9 i8"];
/// Standard: its shortest win takes minutes.
#[cfg(unix)]
const SCATTERED: &str = "i5 n1 e7 a10 a1 c8 l5 k1 i1 m15 m9 g6 f7 n3 a6 e10";
/// Standard: a win of any kind takes minutes.
#[cfg(unix)]
const CLOSE: &str = "h8 i8";
/// The VCF that is found first is longer than the shortest, which has five plies.
const LONG_FOURS: &str = "g7 f8 i11 f6 f9 g6 e6 e7 g5 e8 g8 e10 f7 h9 e11 d8 f11 g11 f10 d5 d6 f12 h10 c6 c8 e4 f3 f5 h7 b5 \
    i7 j7 c4 i6 j10 i10 k9 b7 a8 h12 h8 g9 k8 c9 b10 e5 c5 d7 a4 a7 c7 h6 j6 c2 d3 k7 k11 i9 l11 h11";
/// Megabytes that the program and the checker take beside the tables, as `--help` says.
const BESIDE_TABLES: u64 = 64;

fn command(position: &str, flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("solve");
    command.args(position.split(' ').chain(flags.split_whitespace()));
    command
}

fn solve(position: &str, flags: &str) -> Output {
    command(position, flags).output().unwrap()
}

fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[track_caller]
fn expect(position: &str, flags: &str, code: i32, words: &[&str]) -> String {
    let output = solve(position, flags);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{flags}: {text}");
    for word in words {
        assert!(
            text.contains(word),
            "{flags}: '{word}' is missing in\n{text}"
        );
    }
    text
}

#[test]
fn every_goal_has_its_verdicts() {
    let checked = "checked against every legal reply: ";
    let by_itself = "checked: the checker's own search finds it";
    expect(
        THREE,
        "--goal vcf",
        0,
        &["won by VCF in 3 plies", by_itself],
    );
    let shortest = "won by VCT in 3 plies";
    expect(THREE, "--goal shortest", 0, &[shortest, checked]);
    expect(CROSS, "--goal vcf", 1, &["no VCF of any length"]);
    expect(
        CROSS,
        "--goal win",
        0,
        &["won within 35 plies", checked, "main line, 5 plies: "],
    );
    let none = "no win of any kind within 3 plies";
    expect("h8 i9", "--goal win --plies 3", 1, &[none]);
    let unknown = "unknown whether it is won within 5 plies";
    expect("h8 i9", "--goal win --plies 5", 3, &[unknown]);
    let quiet = &["won within 5 plies", checked, "main line, 5 plies: h8 "];
    expect(BLOCKED_THREES, "--goal win --plies 5", 0, quiet);
    let spent = "unknown whether it is won within 35 plies: --nodes spent";
    let flags = "--rule 1 --goal win --nodes 20000 --no-book";
    expect(QUIET, flags, 3, &[spent]);
    let short = "no VCT within 3 plies; longer ones unknown";
    expect(CROSS, "--goal shortest --plies 3", 1, &[short]);
    let short = "no VCF of any length";
    expect(CROSS, "--plies 3", 1, &[short, "longer ones unknown"]);
    let spent = "unknown whether there is a VCT: --nodes spent";
    expect(THREATS, "--rule 1 --goal shortest --nodes 1", 3, &[spent]);
}

/// The answer of the book, in any frame and order, comes at once; a question that it does not answer is
/// searched for, too.
#[test]
fn the_book_is_asked_first() {
    let wins = "black wins: the book plays g9; black makes five with the 33rd stone at the latest";
    for rule in ["0", "1"] {
        let flags = format!("--rule {rule}");
        let text = expect(
            "h8 i9",
            &flags,
            0,
            &[wins, "within 31 plies", "built-in certificate"],
        );
        assert!(!text.contains("nodes"), "{text}");
    }
    let check = "tengen verify --rule freestyle --start \"h8 i9\"";
    expect("h8 i9", "", 0, &[check]);
    expect(
        "h8 g7",
        "--goal win --plies 31",
        0,
        &["black wins: the book plays"],
    );
    let other = expect("h8 i9", "--goal vcf", 1, &[wins, "no VCF of any length"]);
    assert!(other.contains("(0 nodes"), "{other}");
    expect(
        "h8 i9",
        "--goal win --plies 3",
        1,
        &[wins, "no win of any kind within 3"],
    );
    let lost = "not won: black wins: every reply is answered in the book";
    expect("g9 i9 h8", "", 1, &[lost]);
    expect("h8 i9 g9", "--goal vcf", 1, &[lost]);
    expect(
        "h8",
        "--attacker black",
        0,
        &["black wins: every reply", "within 32 plies"],
    );
    // No book: another rule, another size, a stone that the book does not play.
    for (position, flags) in [
        ("h8 i9", "--rule 4 --nodes 1000"),
        ("h8 i9", "--no-book --nodes 1000"),
        ("e5 d5", "--boardsize 9 --nodes 1000"),
        ("h8 i9 a1 o1", "--nodes 1000"),
    ] {
        let text = text(&solve(position, flags));
        assert!(
            text.contains("no VCF") && !text.contains("the book"),
            "{text}"
        );
    }
}

/// What the book knows can be written, checked and played like a win that was found.
#[test]
fn a_win_of_the_book_is_written_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let moves = "h8 g9 i9 g7 i10 i8 h10 j7";
    let (part, tree) = (path("part"), path("tree.txt"));
    let flags = format!("--rule 1 --certificate {part} --tree {tree}");
    expect(moves, &flags, 0, &["the book plays", "tree.txt: "]);
    let tree = std::fs::read_to_string(tree).unwrap();
    assert!(tree.ends_with("{five}\n"), "{tree}");
    let verified = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["verify", &part])
        .output()
        .unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
    assert!(text(&verified).contains("PROVEN"));
    let state = path("state");
    let left = expect(
        moves,
        &format!("--rule 1 --state {state}"),
        0,
        &["left alone"],
    );
    assert!(left.contains("--no-book"), "{left}");
    assert!(!Path::new(&state).exists());
    let session = played(moves, "--rule 1", "hint\nquit\n");
    in_order(
        &session,
        &["the book plays", "Find the win by any moves", "wins\n"],
    );
}

/// Where the book ends it promises a VCT, which is then searched for.
#[test]
fn a_promise_of_the_book_is_kept() {
    let book = Book::solved(Rule::Standard, Size::FIFTEEN).unwrap();
    let mut moves = parse_points("h8 g9 i9 g7 i10 i8 h10 j7", Size::FIFTEEN).unwrap();
    while let Some(point) = book.decision(&stones_in_turn(&moves)) {
        moves.push(point);
        let far = Size::FIFTEEN.points().find(|point| !moves.contains(point));
        moves.extend(far);
    }
    let plies = book.plies - moves.len();
    let within = format!("won within {plies} plies");
    let words = [
        "the book ends here",
        &within,
        "checked against every legal reply",
    ];
    expect(&point_names(&moves, Size::FIFTEEN), "--rule 1", 0, &words);
}

#[test]
fn the_moves_are_as_many_as_is_told() {
    let told = "won by VCF in 5 plies: ";
    let text = expect(LONG_FOURS, "--goal vcf", 0, &[told]);
    let (_, line) = text.split_once(told).unwrap();
    let (moves, _) = line.split_once(" (").unwrap();
    assert_eq!(moves.split(' ').count(), 5, "{text}");
}

#[test]
fn the_attacker_may_be_the_one_who_waits() {
    let four = format!("{THREE} k8");
    let lost = "white to move, freestyle; is black winning?\nblack wins against every reply";
    expect(&four, "--attacker black --goal vcf", 0, &[lost]);
    expect(&four, "--attacker black --goal win", 0, &[lost]);
    let three = &THREE[..THREE.len() - 3];
    let held = expect(
        three,
        "--attacker black --plies 9",
        1,
        &["white plays", "no VCT"],
    );
    assert!(!held.contains("not won: "), "{held}");
    let cut = expect(three, "--attacker black --nodes 1", 3, &["unknown"]);
    assert!(!cut.contains("not won"), "{cut}");
    let fours = "not won by VCF: white plays";
    expect(three, "--attacker black --goal vcf", 1, &[fours]);
    let five = "a1 h8 a3 i8 a5 j8 a7 k8";
    expect(
        five,
        "--attacker white --turn w",
        0,
        &["won by VCF in 1 plies: "],
    );
    let first = expect(
        "h8 a1 i8 a3 j8 b5 k8 c7 ",
        "--attacker white",
        1,
        &["not won: black plays"],
    );
    assert!(first.contains("that is five"), "{first}");
}

/// A game that is over is not won again, and a side without a legal move has not lost.
#[test]
fn what_is_over_is_not_claimed() {
    let over = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    for flags in ["", "--attacker black", "--attacker black --goal win"] {
        expect(over, flags, 2, &["the game is over: black has five at"]);
    }
    let unfinished = format!("--first 8 --attacker black {}", "--goal vcf");
    expect(
        "h8 a1 i8 a2 j8 a3 k8 a4",
        &unfinished,
        0,
        &["won by VCF in 1 plies"],
    );
    // Black's only empty point makes six in a row, which black may not do under renju.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stuck").display().to_string();
    std::fs::write(
        &path,
        "XXX.XXX\n#######\n#######\n#######\n#######\n#######\n#######\n",
    )
    .unwrap();
    let flags = format!("--rule 4 --turn b --attacker white --diagram={path}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let output = command
        .arg("solve")
        .args(flags.split(' '))
        .output()
        .unwrap();
    assert!(
        text(&output).contains("not won: black has no legal reply"),
        "{}",
        text(&output)
    );
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("blocked"), ".....\n..#..\n.....\n.....\n.....\n").unwrap();
    std::fs::write(path("other"), "tengen solve state 1\nrule renju\n").unwrap();
    std::fs::write(path("foreign"), "a shopping list").unwrap();
    std::fs::write(path("bytes"), b"ok\n\xff\n").unwrap();
    std::fs::write(path("renju"), "rule renju\n = h8").unwrap();
    for (flags, code, word) in [
        ("--state x".to_string(), 2, "go with --goal win"),
        ("--certificate x".into(), 2, "go with --goal win"),
        ("--like x".into(), 2, "go with --goal win"),
        (
            format!("--goal win --like {}", path("foreign")),
            2,
            "is no decision",
        ),
        (
            format!("--goal win --like {}", path("renju")),
            2,
            "another rule",
        ),
        ("--tree x.doc".into(), 2, ".txt, .sgf, .json, .lib"),
        ("--plies 0".into(), 2, "--plies"),
        ("--memory 0".into(), 2, "--memory"),
        ("--attacker red".into(), 2, "red"),
        ("--play --attacker white".into(), 2, "the attacker to move"),
        (
            format!("--goal win --state {}", path("other")),
            2,
            "other: line 2: the state of another search: it has 'rule renju', this search has \
             'rule freestyle'",
        ),
        (
            format!("--goal win --state {}", path("foreign")),
            2,
            "foreign: line 1: 'a shopping list'; a state of tengen solve begins with 'tengen",
        ),
        (
            format!("--goal win --state {}", path("bytes")),
            2,
            "bytes, line 2: byte 3 is no UTF-8 text; a state of tengen solve is expected",
        ),
        (
            format!("--goal win --state {}", path("")),
            2,
            "a folder; a state of tengen solve is expected",
        ),
        (
            format!("--goal vcf --tree {}/no/x.txt", path("")),
            2,
            "there is no folder",
        ),
        (
            format!("--goal win --certificate {}/no/x", path("")),
            2,
            "there is no folder",
        ),
    ] {
        expect(THREE, &flags, code, &[word]);
    }
    let foreign = std::fs::read_to_string(path("foreign")).unwrap();
    assert_eq!(foreign, "a shopping list");
    expect("h8", "--goal vcf --play", 1, &["no puzzle without a win"]);
    expect("h8", "--goal vcf --tree x.txt", 1, &["there is no win"]);
    let blocked = format!("--diagram={}", path("blocked"));
    expect(&blocked, "--goal win", 2, &["that a game leads to"]);
    expect(&blocked, "", 1, &["no VCF of any length"]);
    for ending in ["sgf", "lib"] {
        let flags = format!("--tree x.{ending}");
        expect(&blocked, &flags, 2, &["cannot hold blocked points"]);
    }
}

/// The main line of a position in a file is solved like the moves themselves.
#[test]
fn trees_are_written_in_four_formats_and_hold_every_defence() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["txt", "sgf", "json", "lib"] {
        let path = folder.path().join("tree").with_extension(ending);
        let flags = format!("--rule 1 --goal shortest --tree {}", path.display());
        expect(THREATS, &flags, 0, &["in 17 plies", "moves\n"]);
        match ending {
            "sgf" => {
                let file = parse_sgf(&std::fs::read(&path).unwrap()).unwrap();
                check_tree(&file.games[0].tree, THREATS, Rule::Standard, 17);
            }
            "lib" => {
                let game = parse_renlib(&std::fs::read(&path).unwrap()).unwrap();
                check_tree(&game.tree, THREATS, Rule::Standard, 17);
            }
            "json" => check_json(&std::fs::read_to_string(&path).unwrap()),
            _ => {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(text.contains("threatens five at"), "{text}");
                assert!(text.ends_with("{five}\n"), "{text}");
            }
        }
    }
    let sgf = folder.path().join("tree.sgf").display().to_string();
    let again = format!("--first 14 --rule 1 --goal shortest --sgf={sgf}");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("solve")
        .args(again.split(' '))
        .output()
        .unwrap();
    assert!(text(&output).contains("in 17 plies"), "{}", text(&output));
}

/// One position in the forms of many programs, each told by content or ending.
#[test]
fn the_position_may_stand_in_any_file() {
    let folder = tempfile::tempdir().unwrap();
    let moves = THREE.replace(' ', "");
    let lib = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\
        \x78\0\xe1\0\x79\0\x01\0\x7a\0\xef\x40";
    let files: [(&str, &[u8]); 9] = [
        ("a.sgf", b"(;GM[4]SZ[15];B[hh];W[ao];B[ih];W[aa];B[jh];W[oo])"),
        ("b.sgf", b"(;GM[1]SZ[15]AB[hh:jh]AW[ao][aa][oo]PL[B])"),
        ("c.sgf", b"(;GM[4]SZ[15];B[hh];W[ao];B[ih];W[aa];B[jh];W[oo];B[];W[]) bye"),
        ("d.psq", b"Piskvorky 15x15, 11:11, 0\r\n8,8,1\r\n1,15,1\r\n9,8,1\r\n1,1,1\r\n10,8,1\r\n15,15,1\r\n"),
        ("e.rec", b"Piskvorky 15x15, 11:11, 0\n7,7,1\n0,14,1\n8,7,1\n0,0,1\n9,7,1\n14,14,1\n"),
        ("f.lib", lib),
        ("g.txt", moves.as_bytes()),
        ("h.txt", b"0,0, -7,7, 1,0, -7,-7, 2,0, 7,7"),
        ("i.pgn", b"[Site \"PlayOK\"]\n\n1. h8 a1 2. i8 a15 3. j8 o1 1-0\n"),
    ];
    let won = "won by VCF in 3 plies";
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let shown = expect(
            &format!("--file={}", path.display()),
            "--goal vcf",
            0,
            &[won],
        );
        let notes = shown.matches("note: ").count();
        assert_eq!(
            notes,
            usize::from(name == "b.sgf" || name == "c.sgf"),
            "{shown}"
        );
    }
    let drawn = text(&solve(THREE, "--goal vcf"));
    let path = folder.path().join("drawn");
    let rows: Vec<&str> = drawn.lines().take(16).collect();
    std::fs::write(&path, rows.join("\n")).unwrap();
    for flag in ["--file", "--diagram"] {
        expect(
            &format!("{flag}={}", path.display()),
            "--goal vcf",
            0,
            &[won],
        );
    }
    for moves in [
        "h8a1i8a15j8o1",
        "1. h8 a1 2. i8 a15 3. j8 o1",
        "h8,a1,i8,a15,j8,o1",
    ] {
        expect(moves, "--goal vcf", 0, &[won]);
    }
}

/// A pass leaves two stones of a color in a row, and whoever passed moves next but one.
#[test]
fn passes_and_stones_set_up_are_part_of_the_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(
        path("pass.sgf"),
        "(;GM[4]SZ[15];B[hh];W[];B[ih];W[];B[jh];W[])",
    )
    .unwrap();
    let passed = format!("--sgf={}", path("pass.sgf"));
    expect(
        &passed,
        "--goal vcf",
        0,
        &["black to move", "won by VCF in 3 plies"],
    );
    expect(&passed, "--first 5 --goal vcf", 1, &["white to move"]);
    std::fs::write(
        path("setup.sgf"),
        "(;GM[4]SZ[15]AB[hh][ih][jh]PL[W]RU[renju])",
    )
    .unwrap();
    let set_up = format!("--sgf={}", path("setup.sgf"));
    expect(&set_up, "--goal vcf", 1, &["white to move, renju"]);
    let told = "note: the file says renju: --rule standard is taken";
    expect(
        &set_up,
        "--goal vcf --rule standard",
        1,
        &["white to move, standard", told],
    );

    // The tree that is written holds the stones of a drawing as moves and passes.
    let rows = [
        ".......", ".......", ".XXX...", ".......", "......O", ".......", ".......",
    ];
    std::fs::write(path("drawn"), rows.join("\n")).unwrap();
    let drawn = format!("--diagram={}", path("drawn"));
    let tree = path("tree.sgf");
    let shown = expect(
        &drawn,
        &format!("--turn b --goal vcf --tree {tree}"),
        0,
        &["won by VCF"],
    );
    let board: Vec<&str> = shown.lines().take(8).collect();
    let file = parse_sgf(&std::fs::read(&tree).unwrap()).unwrap();
    let played = file.games[0].tree.main_line();
    let before = played.iter().scan(0, |stones, point| {
        *stones += usize::from(point.is_some());
        Some(*stones)
    });
    let moves = before.take_while(|&stones| stones <= 4).count();
    let again = expect(
        &format!("--sgf={tree}"),
        &format!("--first {moves} --goal vcf"),
        0,
        &["won by VCF"],
    );
    assert_eq!(again.lines().take(8).collect::<Vec<_>>(), board);
}

#[test]
fn errors_in_files_say_where_and_what_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, flags, word) in [
        (
            "a.psq",
            "no record",
            "",
            "line 1: a head such as 'Piskvorky 15x15, 11:11, 0' is expected",
        ),
        (
            "b.psq",
            "Piskvorky 20x15, 1:1, 0\n",
            "",
            "only square boards",
        ),
        (
            "c.sgf",
            "(;GM[4]\n;B[hh];W[zz])",
            "",
            "line 2, column 8: W[zz]: a point of the 15x15 board",
        ),
        (
            "d.sgf",
            "(;GM[4];B[hh];W[hh])",
            "",
            "move 2, h8: the point is taken",
        ),
        (
            "e.txt",
            "h8 i9\nj99",
            "",
            "line 2, column 1: a point of the 15x15 board such as h8",
        ),
        ("f.txt", "3,3 4,4", "", "--format offset or --format xy"),
        (
            "g.sgf",
            "(;GM[4])(;GM[4];B[hh])",
            "--game 3",
            "--game 3: there are 2",
        ),
        (
            "h.sgf",
            "(;GM[4]SZ[15])",
            "--boardsize 20",
            "the game's board is 15x15, --boardsize says 20",
        ),
        ("i.txt", "h8", "--format doc", "sgf, renlib, psq"),
        ("j.txt", "h8", "--rule chess", "no rule 'chess'"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        expect(&format!("--file={}", path.display()), flags, 2, &[word]);
    }
    let games = folder.path().join("games.sgf");
    std::fs::write(&games, "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh];W[gg])").unwrap();
    let told = ["2 games, game 2 is taken", "black to move"];
    expect(
        &format!("--file={}", games.display()),
        "--game 2 --goal vcf",
        1,
        &told,
    );
}

fn check_json(text: &str) {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        (&value["rule"], &value["plies"]),
        (&"standard".into(), &17.into())
    );
    assert_eq!(value["black"].as_array().unwrap().len(), 7);
    let mut at = &value;
    let mut at_key = "moves";
    let mut plies = 0;
    while let Some(next) = at[at_key].as_array().and_then(|moves| moves.first()) {
        plies += 1;
        (at, at_key) = (next, "next");
    }
    assert_eq!((plies, at["note"].as_str()), (17, Some("five")));
}

/// Every variation ends with five or goes on elsewhere, and whatever reply is left out loses at once.
fn check_tree(tree: &Variations, start: &str, rule: Rule, plies: usize) {
    let size = tree.size();
    let start = parse_points(start, size).unwrap();
    let (mut fives, mut left_out) = (0, 0);
    for id in tree.pre_order().filter(|&id| tree.ply(id) > start.len()) {
        let line: Vec<Point> = tree.line(id).into_iter().flatten().collect();
        assert!(line.starts_with(&start) && line.len() <= start.len() + plies);
        let board = Board::with_stones(size, stones_in_turn(&line));
        let is_attack = tree.turn(id) == Color::White;
        let next: Vec<Point> = tree.children(id).filter_map(|id| tree.point(id)).collect();
        let last = *line.last().unwrap();
        let is_five = completes_five(&board, last, !tree.turn(id), &rule.spec());
        if !is_attack {
            assert!(!is_five && next.len() == 1, "{board}");
        } else if next.is_empty() {
            let note = tree.comment(id);
            assert!(
                is_five || note.contains("another variation"),
                "{note}\n{board}"
            );
            fives += usize::from(is_five);
        } else {
            left_out += check_left_out(&board, rule, &next);
        }
    }
    assert!(fives > 10 && left_out > 100, "{fives} {left_out}");
}

fn check_left_out(board: &Board, rule: Rule, next: &[Point]) -> usize {
    let mut board = board.clone();
    let replies: Vec<Point> = board.empty_points().filter(|p| !next.contains(p)).collect();
    for &reply in replies.iter().step_by(29) {
        board.put(reply, Color::White);
        assert!(is_forced_win(&board, rule, Color::Black, 3), "{board}");
        board.take();
    }
    replies.len() / 29
}

fn played(position: &str, flags: &str, input: &str) -> String {
    let mut child = command(position, &format!("{flags} --play"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A session that is over reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    text(&output)
}

#[track_caller]
fn in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let Some((_, after)) = rest.split_once(word) else {
            panic!("'{word}' is missing in\n{rest}\nof\n{text}");
        };
        rest = after;
    }
}

#[test]
fn a_puzzle_is_played() {
    let session = played(
        THREE,
        "--goal vcf",
        "\nzz\nH8\nb2\nl8\nhint\ng8\nboard\nk8\nb3\n",
    );
    in_order(
        &session,
        &[
            "Find the VCF within 3 plies",
            "'zz' is not a point",
            "h8 is taken",
            "wrong: after b2 there is no four: white plays",
            "wrong: after l8 white answers at k8 and black has no VCF of any length",
            "g8 wins",
            "right: white answers at",
            "is five: solved in 2 moves",
        ],
    );
    let session = played(CROSS, "", "o8\nh8\nquit\nh8\n");
    in_order(
        &session,
        &["after o8 there is no threat", "right: white answers at"],
    );
    assert!(!session.contains("solved"));
    let ended = played(CROSS, "--goal win", "h8\n");
    in_order(&ended, &["by any moves within", "right: white answers at"]);
    let four = "h8 a1 i8 a3 j8 b1 k8 c1 a5 d1 ";
    let session = played(four.trim(), "", "o15\ng8\n");
    in_order(
        &session,
        &[
            "after o15 white makes five at e1",
            "g8 is five: solved in 1 moves",
        ],
    );
    let renju = played(&format!("{CROSS} h7 o7 "), "--rule 4 --goal shortest", "");
    assert!(renju.ends_with("> \n"), "{renju}");
}

#[test]
fn bytes_that_are_no_text_are_no_move_and_end_nothing() {
    let mut child = command(THREE, "--goal vcf --play")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"h\xff\nhint\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    in_order(&text(&output), &["is not a point of this board", " wins"]);
}

#[derive(Default)]
struct Kept(Vec<SettledPosition>, WinProgress);

impl WinListener for Kept {
    fn settled(&mut self, settled: &SettledPosition) {
        self.0.push(settled.clone());
    }
    fn goes_on(&mut self, progress: &WinProgress) -> bool {
        self.1 = *progress;
        true
    }
}

/// Searches a win under standard up to the 35th stone.
fn find_quiet_win(start: &str, known: &PriorKnowledge) -> (Certificate, Kept) {
    let start = parse_points(start, Size::FIFTEEN).unwrap();
    let empty = Certificate::new(Rule::Standard, Size::FIFTEEN, start, 35);
    let settings = WinSettings {
        nodes: 50_000_000,
        memory: 32 << 20,
    };
    let mut kept = Kept::default();
    let WinResult::Win(win) = find_win(empty, &settings, known, &mut kept) else {
        panic!("{:?}", kept.1);
    };
    (win, kept)
}

/// A win with quiet moves through the library: the decisions are confirmed; what was settled makes a
/// second search short, and so does the win of a like position.
#[test]
fn quiet_wins_are_found_and_remembered() {
    let (win, kept) = find_quiet_win(QUIET, &PriorKnowledge::default());
    let confirmed = confirm_certificate(&win, &mut |_| true).unwrap();
    assert!(confirmed.decisions > 2, "{confirmed:?}");
    let known = PriorKnowledge {
        settled: &kept.0,
        like: &[],
    };
    assert_eq!(find_quiet_win(QUIET, &known).1.1.settled, 0);

    let (win, _) = find_quiet_win(ALIKE[0], &PriorKnowledge::default());
    let known = PriorKnowledge {
        settled: &[],
        like: &[win],
    };
    let (with, without) = (
        find_quiet_win(ALIKE[1], &known).1.1,
        find_quiet_win(ALIKE[1], &PriorKnowledge::default()).1.1,
    );
    assert!(with.nodes < without.nodes / 2, "{with:?} {without:?}");
}

/// A long VCT that the checker does not find by itself is spelled out for it.
#[test]
fn hard_wins_are_spelled_out() {
    let moves = "h8 l10 g8 i8 h9 h10 h7 i6";
    let flags = "--rule 1 --goal win --plies 37 --no-book";
    let won = expect(moves, flags, 0, &["won within 37 plies", "checked"]);
    assert!(!won.contains(" 1 decisions"), "{won}");
}

/// With one stone nothing threatens yet: moves near it are tried against every reply.
#[test]
fn the_opening_is_searched_too() {
    let flags = "--rule 1 --goal win --plies 43 --nodes 100000 --no-book";
    expect("h8 a1", flags, 3, &["unknown", "--nodes spent"]);
    let first = "--rule 1 --goal win --plies 43 --nodes 300000 --boardsize 9 --attacker white";
    expect("e5", first, 3, &["unknown"]);
}

/// No process of ours takes so long, whatever else the machine does.
const HANG: Duration = Duration::from_secs(900);

fn wait_until(child: &mut Child, what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "{what}");
        assert!(child.try_wait().unwrap().is_none(), "ended before {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(String::from).collect()
}

/// What was settled before a SIGKILL, a line cut short included, is read and not settled again.
#[test]
fn a_killed_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let (start, plies) = QUIET_AND_LONG;
    let within = format!("won within {plies} plies");
    let flags = format!(
        "--rule 1 --plies {plies} --goal win --no-book --state {}",
        state.display()
    );
    let mut child = command(start, &flags)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(&mut child, "25 lines", || lines(&state).len() >= 25);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut file = std::fs::File::options().append(true).open(&state).unwrap();
    file.write_all(b"0 threats a1 b").unwrap();
    let before = lines(&state);
    let whole = &before[..before.len() - 1];
    let read = format!("{} settled positions read", whole.len() - 5);
    expect(start, &flags, 0, &[&read, &within, "checked"]);
    let after = lines(&state);
    assert!(after.starts_with(whole) && after.len() > whole.len());
    let moves = |line: &String| {
        line.split_once(" after")
            .map(|(_, moves)| moves.to_string())
    };
    let is_new = |line: &&String| line.starts_with("0 ") && !line.contains("won");
    let settled = |lines: &[String]| -> Vec<_> { lines.iter().filter(is_new).map(moves).collect() };
    let old = settled(&whole[5..]);
    let new = settled(&after[whole.len()..]);
    assert!(new.iter().all(|moves| !old.contains(moves)));
    let certificate = folder.path().join("certificate");
    let flags = format!("{flags} --certificate {}", certificate.display());
    let again = expect(start, &flags, 0, &[&within]);
    assert!(again.contains(" 0 positions settled"), "{again}");
    let check = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["verify", certificate.to_str().unwrap()])
        .output();
    assert!(text(&check.unwrap()).contains("PROVEN"));
}

/// Ends a command by a signal once it is at work: it listens when it has told the question.
#[cfg(unix)]
fn interrupted(command: &mut Command, signal: &str, is_at_work: impl FnMut() -> bool) -> String {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    while !told.contains(" to move, ") {
        assert!(output.read_line(&mut told).unwrap() > 0, "{told}");
    }
    wait_until(&mut child, "work", is_at_work);
    let kill = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    output.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
    told
}

/// Ctrl-C and SIGTERM: what was reached, and the command that goes on; the state is written whole.
#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("a state");
    let flags = "--rule 1 --goal win --no-book --nodes 20000000000 --state";
    let search = || {
        let mut command = command(CLOSE, flags);
        command.arg(&state);
        command
    };
    let mut known = 0;
    for signal in ["-INT", "-TERM"] {
        let more = known + 5;
        let told = interrupted(&mut search(), signal, || lines(&state).len() > more);
        in_order(
            &told,
            &["interrupted after ", " s, undecided: ", "positions settled"],
        );
        let resume = format!("'{}'\n", state.display());
        in_order(
            &told,
            &["is kept; resume with: tengen solve h8 i8 --rule 1", &resume],
        );
        let written = std::fs::read_to_string(&state).unwrap();
        assert!(written.ends_with('\n'));
        if known > 0 {
            let read = format!("{} settled positions read", known - 5);
            assert!(told.contains(&read), "{told}");
        }
        known = lines(&state).len();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_without_a_state_says_that_nothing_is_kept() {
    let flags = "--rule 1 --goal win --no-book --nodes 20000000000";
    let told = interrupted(&mut command(CLOSE, flags), "-INT", || true);
    let resume = format!("resumed: tengen solve {CLOSE} {flags} --state FILE");
    in_order(&told, &["undecided: ", "nothing is kept", &resume]);
    let flags = "--rule 1 --goal shortest --nodes 20000000000";
    let told = interrupted(&mut command(SCATTERED, flags), "-TERM", || true);
    in_order(
        &told,
        &["undecided: ", "nothing is kept", "--goal win --state FILE"],
    );
}

/// The most memory that a running process ever had, in megabytes.
#[cfg(target_os = "linux")]
fn peak_megabytes(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Less than this no process of ours needs, in megabytes.
#[cfg(target_os = "linux")]
const SMALLEST: u64 = 4;

#[cfg(target_os = "linux")]
#[test]
fn memory_is_capped() {
    for (memory, goal, start) in [
        (8, "win", CLOSE),
        (96, "win", CLOSE),
        (8, "shortest", SCATTERED),
        (96, "shortest", SCATTERED),
    ] {
        let flags =
            format!("--rule 1 --goal {goal} --memory {memory} --nodes 20000000000 --no-book");
        let mut child = command(start, &flags)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let id = child.id();
        wait_until(&mut child, "a search that has begun", || {
            peak_megabytes(id).is_some_and(|peak| peak >= SMALLEST)
        });
        std::thread::sleep(Duration::from_secs(4));
        let peak = peak_megabytes(id);
        child.kill().unwrap();
        child.wait().unwrap();
        println!("--goal {goal} --memory {memory}: {peak:?} MB");
        let peak = peak.expect("a search that is still running");
        assert!(
            (SMALLEST..=memory + BESIDE_TABLES).contains(&peak),
            "{goal}: {peak} MB"
        );
    }
}
