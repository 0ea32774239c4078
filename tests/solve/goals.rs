//! Goals, verdicts, and what the book knows.

use super::*;
use std::path::Path;
use tengen::board::{Size, parse_points, point_names, stones_in_turn};
use tengen::book::Book;
use tengen::rule::Rule;

/// Freestyle: h8 makes two blocked threes and wins in five plies, neither by a four nor an open three.
const BLOCKED_THREES: &str = "i8 g8 j8 m8 h9 h7 h10 h13 k7 k9 k6 k3 k5 j7 i12 g12 j12 m12 k12 i9";

/// The VCF that is found first is longer than the shortest, which has five plies.
const LONG_FOURS: &str = "g7 f8 i11 f6 f9 g6 e6 e7 g5 e8 g8 e10 f7 h9 e11 d8 f11 g11 f10 d5 d6 f12 h10 c6 c8 e4 f3 f5 h7 b5 \
    i7 j7 c4 i6 j10 i10 k9 b7 a8 h12 h8 g9 k8 c9 b10 e5 c5 d7 a4 a7 c7 h6 j6 c2 d3 k7 k11 i9 l11 h11";

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
        &["won by VCF in 1 ply: "],
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
        &["won by VCF in 1 ply"],
    );
    // Black has played a double three with move 9.
    let foul = "h8 a1 h9 a3 i10 a5 j10 a7 h10 a15";
    expect(
        foul,
        "--rule renju",
        2,
        &["move 9, h10: forbidden (double three)"],
    );
    expect(foul, "--rule standard --goal vcf", 0, &["won by VCF"]);
    expect(
        foul,
        "--rule renju --first 8 --attacker white --goal vcf",
        1,
        &[],
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
