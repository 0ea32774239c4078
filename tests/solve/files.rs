//! Positions from files, and trees of variations.

use super::*;
use tengen::board::{Board, Color, Point, parse_points, stones_in_turn};
use tengen::proof::is_forced_win;
use tengen::record::{Variations, parse_renlib, parse_sgf};
use tengen::rule::{Rule, completes_five};

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
    for text in [&rows.join("\n"), &drawn] {
        std::fs::write(&path, text).unwrap();
        for flag in ["--file", "--diagram"] {
            expect(
                &format!("{flag}={}", path.display()),
                "--goal vcf",
                0,
                &[won],
            );
        }
    }
    std::fs::write(
        &path,
        drawn.replace("black to move, freestyle", "white to move, renju"),
    )
    .unwrap();
    expect(
        &format!("--file={}", path.display()),
        "--goal vcf",
        1,
        &["white to move, renju"],
    );
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
    let told = "note: the game names renju: standard, asked for, is taken";
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
