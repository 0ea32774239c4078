//! What is said where something is wrong with files, folders and programs.

use super::*;

fn tengen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(TENGEN)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Whatever reads results says what it takes, what it found and where.
#[test]
fn what_is_no_match_is_said_by_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("me.sgf"), "(;GM[4]SZ[15];B[hh])\n").unwrap();
    std::fs::write(folder.join("binary"), [0, 159, 146, 150, 10]).unwrap();
    std::fs::create_dir(folder.join("empty")).unwrap();
    std::fs::create_dir_all(folder.join("odd/results.jsonl")).unwrap();
    let flags = [
        "--brain",
        &format!("{TENGEN} mock"),
        "--brain",
        &format!("{TENGEN} mock"),
        "--rule",
        "0",
    ];
    let played = tengen(
        folder,
        &[&["match"], &flags[..], &["--out", "all/1"]].concat(),
    );
    assert!(played.status.success(), "{}", text(&played));
    std::fs::create_dir(folder.join("torn")).unwrap();
    let log = std::fs::read_to_string(folder.join("all/1/results.jsonl")).unwrap();
    let damaged = log.replacen("\"moves\":\"", "\"moves\":", 1);
    std::fs::write(folder.join("torn/results.jsonl"), damaged).unwrap();
    for (given, code, words) in [
        (
            "me.sgf",
            2,
            vec![
                "me.sgf is not the results of a match",
                "'(;GM[4]",
                "give the folder of a match",
            ],
        ),
        ("binary", 2, vec!["binary is not the results of a match"]),
        (
            "nowhere",
            2,
            vec!["no file or folder nowhere", "a match is its folder"],
        ),
        (
            "empty",
            2,
            vec![
                "no match in this folder: empty has no results.jsonl",
                "it is empty",
            ],
        ),
        (
            "all",
            2,
            vec![
                "no match in this folder: all has no results.jsonl",
                "there is one in all/1",
            ],
        ),
        (
            "torn",
            2,
            vec![
                "torn/results.jsonl, line 2: not a game",
                "column",
                "1 lines before it",
            ],
        ),
        ("odd", 1, vec!["odd/results.jsonl: "]),
    ] {
        for command in [
            vec!["stats", given],
            vec!["review", "--vcf", given],
            vec!["export", given, "--format", "sgf", "--out", "out.sgf"],
            vec!["match", "--resume", given],
            vec!["stats", "rate", given],
            vec!["stats", "merge", "--out", "out.jsonl", given],
            vec!["stats", "plot", "--out", "pictures", given],
        ] {
            let output = tengen(folder, &command);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{command:?}: {said}");
            for word in &words {
                assert!(said.contains(word), "{command:?}: {said}");
            }
            assert_eq!(said.lines().count(), 1, "{command:?}: {said}");
            assert!(!folder.join("out.sgf").exists() && !folder.join("out.jsonl").exists());
        }
    }
    let output = tengen(folder, &["review", "--vcf", "all/1", "--engine", "nobody"]);
    assert!(
        text(&output).contains("who did: tengen-1, tengen-2"),
        "{}",
        text(&output)
    );
}

/// The error of a brain that cannot start is what is said: no table, no folder.
#[test]
fn a_brain_that_cannot_start_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = |name: &str, content: &str, is_executable: bool| {
        std::fs::write(folder.join(name), content).unwrap();
        if is_executable {
            set_executable(&folder.join(name));
        }
    };
    script("plain", "#!/bin/sh\n", false);
    script("nobody", "#!/no/such/interpreter\n", true);
    script("dead", "#!/bin/sh\nexit 7\n", true);
    script(
        "crying",
        "#!/bin/sh\necho reading model.bin >&2\necho no such model >&2\nexit 1\n",
        true,
    );
    script("chatty", "#!/bin/sh\necho I am not well\nexit 1\n", true);
    let good = mock("good", "");
    for (brain, words) in [
        ("./missing", vec!["no brain at ./missing"]),
        (
            "missing-everywhere",
            vec!["no program missing-everywhere in PATH"],
        ),
        ("./plain", vec!["./plain is not executable: chmod +x"]),
        ("/", vec!["/ is a folder"]),
        (
            "./nobody",
            vec!["nobody cannot be started: ", "No such file or directory"],
        ),
        (
            "./dead",
            vec!["dead cannot be started: it ended before it answered (exit status: 7)"],
        ),
        (
            "./crying",
            vec!["exit status: 1; on standard error: reading model.bin | no such model"],
        ),
        (
            "./chatty",
            vec!["chatty cannot be started: it ended before it answered"],
        ),
    ] {
        for flags in [
            vec![],
            vec!["--gomocup", "-log"],
            vec!["--piskvork"],
            vec!["--concurrency", "4"],
        ] {
            // What it says is its answer to those managers, and a fault.
            if brain == "./chatty" && flags.iter().any(|&f| f == "--gomocup" || f == "--piskvork") {
                continue;
            }
            let base = [
                "match", "--engine", &good, "--brain", brain, "--rule", "0", "--rounds", "3",
            ];
            let output = tengen(folder, &[&base[..], &flags].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{brain} {flags:?}: {said}");
            for word in &words {
                assert!(said.contains(word), "{brain} {flags:?}: {said}");
            }
            assert_eq!(said.lines().count(), 1, "{brain} {flags:?}: {said}");
            let shown = String::from_utf8_lossy(&output.stdout);
            assert!(
                !shown.contains("ms/move  ") && !shown.contains("Elo"),
                "{shown}"
            );
            assert!(!folder.join("matches").exists(), "{brain} {flags:?}");
        }
    }
    // A folder that was there stays, with what is in it.
    std::fs::create_dir_all(folder.join("mine/logs")).unwrap();
    std::fs::write(folder.join("mine/logs/diary"), "").unwrap();
    let flags = [
        "match", "--engine", &good, "--brain", "./dead", "--rule", "0", "-log", "--out", "mine",
    ];
    assert_eq!(tengen(folder, &flags).status.code(), Some(2));
    assert!(folder.join("mine/logs/diary").exists());
    assert!(!folder.join("mine/results.jsonl").exists());
}

/// One that could start before, and cannot any more, has lost a game.
#[test]
fn a_brain_that_fails_later_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = folder.join("moody");
    let text_of = format!(
        "#!/bin/sh\nif test -e {0}/once; then echo bad mood >&2; exit 3; fi\ntouch {0}/once\nexec {TENGEN} mock\n",
        folder.display()
    );
    std::fs::write(&script, text_of).unwrap();
    set_executable(&script);
    let moody = format!("name=moody cmd={} {PATIENT}", script.display());
    let out = folder.join("out");
    let flags = [
        "--engine",
        &moody,
        "--engine",
        &mock("b", ""),
        "--rule",
        "0",
    ];
    let output = command(&[&flags[..], &["--out", out.to_str().unwrap()]].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (_, games) = games(&out);
    assert_eq!(games.len(), 2);
    assert!(!games[0].reason.is_fault(), "{games:?}");
    assert_eq!(games[1].reason, tengen::arena::EndReason::Died);
    assert_eq!(
        games[1].detail,
        "exit status: 3; on standard error: bad mood"
    );
    assert!(
        text(&output).contains("moody, died, game 2: exit status: 3"),
        "{}",
        text(&output)
    );
}

/// Each fault says what was measured.
#[test]
fn faults_say_what_was_measured() {
    let detail = |arguments: &str, flags: &[&str]| -> String {
        let base = [
            "--engine",
            &mock("bad", arguments),
            "--engine",
            &mock("good", ""),
            "--rule",
            "0",
            "--empty",
        ];
        let games = play(&[&base[..], flags].concat());
        let faulty = games.iter().find(|game| game.reason.is_fault()).unwrap();
        faulty.detail.clone()
    };
    let memory = detail("--fault memory", &["--memory-mb", "64"]);
    let measured: u32 = memory.split(' ').next().unwrap().parse().unwrap();
    assert!((100..200).contains(&measured), "{memory}");
    for word in [
        " MB after a move, 64 MB are allowed; ",
        "max_memory=BYTES",
        "--memory-mb",
        "0 is no limit",
    ] {
        assert!(memory.contains(word), "{memory}");
    }
    for (fault, expected) in [
        ("off-board", "22,3; both numbers run from 0 to 14"),
        ("die-before", "exit status: 139"),
        ("long-line", " MB without an answer"),
    ] {
        let found = detail(&format!("--fault {fault}"), &[]);
        assert!(found.contains(expected), "{fault}: {found}");
    }
    let occupied = detail("--fault occupied", &[]);
    assert!(occupied.ends_with(" is occupied"), "{occupied}");
}

/// What came in the place of `OK` is quoted, its control characters as escapes.
#[test]
fn an_answer_that_is_no_ok_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("chatty");
    let chatty =
        "#!/bin/sh\nread line\nprintf 'OK - \\033[1mgood\\n'\nwhile read line; do :; done\n";
    std::fs::write(&script, chatty).unwrap();
    set_executable(&script);
    let chatty = format!("name=chatty cmd={} start=2000", script.display());
    let games = play(&[
        "--engine",
        &chatty,
        "--engine",
        &mock("b", ""),
        "--rule",
        "0",
    ]);
    let expected = "START was answered by 'OK - \\u{1b}[1mgood' instead of OK in 2000 ms (start=MS waits longer)";
    assert_eq!(games[0].detail, expected);
}

/// A move that comes too late to count is the longest past its limit.
#[test]
fn moves_that_forfeit_are_past_their_limit() {
    let late = hasty_mock("late", "--fault late --at 1");
    let late = format!("{late} st=0.2 timemargin=100 start=20000 leave=20000");
    let games = play(&["--engine", &late, "--engine", &mock("b", ""), "--rule", "0"]);
    for game in games {
        let side = [&game.black, &game.white]
            .into_iter()
            .find(|side| side.engine == 0);
        let is_measured = game.reason == tengen::arena::EndReason::OutOfTime;
        // On a busy machine what is a second late may be later.
        assert!(
            !is_measured || side.unwrap().time.worst_over_us >= 800_000,
            "{game:?}"
        );
    }
}

/// The table's columns are explained below it.
#[test]
fn columns_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let flags = [
        "--engine",
        &mock("a", ""),
        "--engine",
        &mock("b", ""),
        "--rule",
        "0",
        "--out",
        out,
    ];
    let said = text(&command(&flags).output().unwrap());
    assert!(
        said.contains("over ms: ") && said.contains("; use: "),
        "{said}"
    );
}

/// A full disk, for which the shell's limit on file sizes stands, ends no game where only a log cannot grow; what
/// cannot be exported is named, and the results are kept.
#[test]
fn full_disks_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let limited = |blocks: u32, out: &str, flags: &str| {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {TENGEN} match --engine \"{}\" --engine \"{}\" --rule 0 \
             --rounds 10 --out {out} {flags}",
            mock("a", ""),
            mock("b", "")
        );
        let mut shell = Command::new("bash");
        shell
            .args(["-c", &line])
            .current_dir(folder)
            .output()
            .unwrap()
    };
    let output = limited(40, "logged", "-log file=all.log");
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("cannot write all.log: "),
        "{}",
        text(&output)
    );
    assert_eq!(games(&folder.join("logged")).1.len(), 20);
    let output = limited(40, "sampled", "-sample file=all.csv");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    for word in [
        "all.csv: ",
        "the results are kept in sampled",
        "tengen export",
    ] {
        assert!(text(&output).contains(word), "{word}: {}", text(&output));
    }
    assert_eq!(games(&folder.join("sampled")).1.len(), 20);
}

#[test]
fn rules_have_names_and_numbers() {
    let games_by = |rule: &str| {
        play(&[
            "--engine",
            &mock("a", ""),
            "--engine",
            &mock("b", ""),
            "--rule",
            rule,
            "--boardsize",
            "15",
        ])
    };
    for (name, number) in [("renju", 4), ("freestyle", 0), ("caro-exact", 9)] {
        for rule in [name, &number.to_string()] {
            assert!(
                games_by(rule).iter().all(|game| game.rule == number),
                "{rule}"
            );
        }
    }
    let output = command(&["--rule", "reversi"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("renju (4)"), "{}", text(&output));
    // The mock that heeds renju as black never plays a forbidden point; one that does not would at the same place.
    let path = tempfile::tempdir().unwrap();
    let book = path.path().join("three.txt");
    std::fs::write(&book, "-1,0, 7,7, 1,0, 7,5, 0,-1, 5,7, 0,1, -7,7\n").unwrap();
    let book = format!("file={}", book.display());
    let forbidden = |rule: &str| {
        let name = format!("--rule {rule} --at 1 --seed 3");
        let games = play(&[
            "--engine",
            &mock("a", &name),
            "--engine",
            &mock("b", &name),
            "--rule",
            "renju",
            "--openings",
            &book,
            "--rounds",
            "5",
        ]);
        games
            .iter()
            .filter(|game| game.reason == tengen::arena::EndReason::Forbidden)
            .count()
    };
    assert_eq!(forbidden("renju"), 0);
    assert!(forbidden("freestyle") > 0);
}
