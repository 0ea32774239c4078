//! Wins, certificates, proofs and the book.

use super::*;

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
fn a_file_that_is_no_proof_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "my notes").unwrap();
    let refused = tengen(&["prove", notes.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes");
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

#[test]
fn hints_for_another_board_are_moved_to_its_centre() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small");
    let name = file.to_str().unwrap();
    let prove = |flags: &[&str]| tengen(&[&["prove", name], flags].concat());
    let output = prove(&[
        "--rule",
        "standard",
        "--boardsize",
        "13",
        "--start",
        "g7 g8 f8 e9 f6 d11",
        "--hints",
        CERTIFICATE,
    ]);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    let words = [
        "note: 15867 hints for another board; ",
        "standard, 13x13",
        "PROVEN",
    ];
    assert!(words.iter().all(|words| told.contains(words)), "{told}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("\nsize 13\n"), "{written}");
    let other = prove(&["--boardsize", "14"]);
    assert_eq!(other.status.code(), Some(2), "{}", text(&other));
    let words = "a certificate for 13x13; --boardsize 14 says otherwise";
    assert!(text(&other).contains(words), "{}", text(&other));
}

/// Black's `i8` wins in the standard game; renju forbids it there: a double three.
#[test]
fn forbidden_hints_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let start = "h8 g9 i9 g7 i10 g10 g11 h7 g8 j7 f7 h9";
    let head = format!("rule renju\nsize 15\nstart {start}\nplies 61\n");
    let hints = format!("{head}{start} = i8\n{start} i8 i7 = k7\n");
    std::fs::write(path("hints"), hints).unwrap();
    let (proof, hints) = (path("proof"), path("hints"));
    let flags = ["--efforts", "1", "--rounds", "1", "--hints", &hints];
    let head = ["prove", &proof, "--rule", "renju", "--plies", "61"];
    let output = tengen(&[&head[..], &["--start", start], &flags].concat());
    let told = text(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("0 holes closed, 1 open"), "{told}");
    let written = std::fs::read_to_string(&proof).unwrap();
    assert!(!written.contains(" = i8"), "{written}");
}

#[test]
fn wins_stand_in_place_of_what_the_file_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (win, proof) = (path("win"), path("proof"));
    let lines = format!("rule standard\nsize 15\nstart {PART}\nplies 33\n");
    std::fs::write(&win, &lines).unwrap();
    let proven = tengen(&["prove", &win, "--hints", CERTIFICATE]);
    assert!(proven.status.success(), "{}", text(&proven));
    let others = format!("{lines}{PART} = a1\n{PART} a1 b1 = c1\n{PART} = ");
    std::fs::write(&proof, others).unwrap();
    let output = tengen(&["prove", &proof, "--wins", &win]);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    let note = "note: 2 lines play something else than --wins, and are taken out";
    assert!(told.contains(note), "{told}");
    let [win_lines, proof_lines] =
        [&win, &proof].map(|path| std::fs::read_to_string(path).unwrap());
    assert_eq!(win_lines, proof_lines);
    std::fs::write(&win, lines.replace("standard", "renju") + PART + " = g10\n").unwrap();
    let other = tengen(&["prove", &proof, "--wins", &win]);
    assert_eq!(other.status.code(), Some(2), "{}", text(&other));
    let words = "a certificate for another rule or board than standard on 15x15";
    assert!(text(&other).contains(words), "{}", text(&other));
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
            "--rule renju h8 a1 h9 a3 i10 a5 j10 a7 h10",
            2,
            "move 9, h10: forbidden (double three)",
        ),
        (
            "--rule caro",
            2,
            "no book for caro: there is one for freestyle and standard on 15x15; renju after 33",
        ),
        (
            "--rule 4 h8 i9",
            1,
            "the book knows nothing of this position: move 2, i9 is not proven to lose",
        ),
        ("--rule 4 h8", 1, "it is won after the replies alone"),
        ("--rule 4 h8", 1, "\nk9 = "),
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
