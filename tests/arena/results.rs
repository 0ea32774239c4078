//! Results on disk: kills, shards, mistakes, full disks.

use super::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// What identifies a game's course.
fn courses(games: &[GameRecord]) -> BTreeMap<u64, (String, String)> {
    let course = |game: &GameRecord| {
        let result = format!(
            "{} {} {:?}",
            game.black.name,
            game.result.text(),
            game.reason
        );
        (game.game, (game.moves.clone(), result))
    };
    games.iter().map(course).collect()
}

/// A match of fixed-node games is killed again and again and resumed: in the end it has the games that
/// an undisturbed one has, each once. `TENGEN_KILLS` sets how often.
#[test]
fn kills_lose_nothing_and_count_nothing_twice() {
    let kills: usize = std::env::var("TENGEN_KILLS").map_or(20, |n| n.parse().unwrap());
    let rounds = (kills * 2).to_string();
    let flags = [
        "--engine",
        &brain("a"),
        "--engine",
        &format!("{} nodes=300", brain("b")),
        "--each",
        "nodes=200 tc=inf",
        "--rounds",
        &rounds,
        "--league",
        "caro15",
        "--league",
        "freestyle15",
        "--srand",
        "5",
    ];
    let whole = tempfile::tempdir().unwrap();
    let output = command(&flags)
        .args([
            "--concurrency",
            "2",
            "--out",
            whole.path().to_str().unwrap(),
        ])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let torn = tempfile::tempdir().unwrap();
    let out = torn.path().to_str().unwrap();
    let start = |first: bool| -> Child {
        let mut command = if first {
            command(&flags)
        } else {
            command(&["--resume", out])
        };
        if first {
            command.args(["--out", out]);
        }
        command.args(["--concurrency", "2"]);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut pause: u64 = 12345;
    let mut runner = start(true);
    let (mut counted, mut hits) = (0, 0);
    for _ in 0..kills {
        pause = pause
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_millis(30 + (pause >> 33) % 300));
        hits += runner.try_wait().unwrap().is_none() as usize;
        runner.kill().unwrap();
        runner.wait().unwrap();
        let has_begun = torn.path().join("results.jsonl").exists();
        if has_begun {
            let now = games(torn.path()).1.len();
            assert!(now >= counted, "counted games were lost");
            counted = now;
        }
        runner = start(!has_begun);
    }
    assert!(
        hits > kills / 2,
        "only {hits} of {kills} kills met a running match"
    );
    let output = runner.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (expected, found) = (games(whole.path()).1, games(torn.path()).1);
    assert_eq!(found.len(), expected.len());
    assert_eq!(courses(&found), courses(&expected));
}

#[test]
fn ctrl_c_saves_and_says_how_to_go_on() {
    let seed = own_number(3);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let slow = |name| mock(name, &format!("--seed {seed} --think-ms 5"));
    let runner = command(&[
        "--engine",
        &slow("a"),
        "--engine",
        &slow("b"),
        "--rounds",
        "500",
        "--league",
        "standard15",
        "--out",
        out,
    ])
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    wait_for(|| {
        std::fs::read_to_string(folder.path().join("results.jsonl"))
            .is_ok_and(|t| t.lines().count() > 2)
    });
    let pid = runner.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = runner.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output));
    assert!(text(&output).contains(&format!("tengen match --resume {out}")));
    assert!(!games(folder.path()).1.is_empty());
    assert_none_left(&format!("--seed {seed}"));
}

#[test]
fn shards_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let shard = |index: usize| -> PathBuf {
        let out = folder.path().join(index.to_string());
        let output = command(&[
            "--engine",
            &mock("a", "--seed 1"),
            "--engine",
            &mock("b", "--seed 2"),
            "--league",
            "standard15",
            "--rounds",
            "20",
            "--shard",
            &format!("{index}/3"),
            "--sprt",
            "elo0=-5 elo1=5",
            "--out",
            out.to_str().unwrap(),
        ])
        .output()
        .unwrap();
        assert!(output.status.success(), "{}", text(&output));
        out
    };
    let shards = [1, 2, 3].map(shard);
    let stats = |arguments: &[&str]| {
        Command::new(TENGEN)
            .arg("stats")
            .args(arguments)
            .output()
            .unwrap()
    };
    let names = shards.each_ref().map(|path| path.to_str().unwrap());
    let all = stats(&names);
    assert!(
        all.status.success() && text(&all).contains("Games: 40,"),
        "{}",
        text(&all)
    );
    let merged = folder.path().join("merged.jsonl");
    let out = merged.to_str().unwrap();
    let merge = stats(&[&["merge", "--out", out], &names[..]].concat());
    assert!(merge.status.success(), "{}", text(&merge));
    assert_eq!(text(&stats(&[out])), text(&all));
    for (wrong, word) in [
        (
            vec!["merge", "--out", "/tmp/never", names[0], names[0]],
            "counted already",
        ),
        (vec!["/no/such/file"], "/no/such/file"),
    ] {
        let output = stats(&wrong);
        assert!(
            !output.status.success() && text(&output).contains(word),
            "{}",
            text(&output)
        );
    }
    let rated = stats(&[&["rate"], &names[..]].concat());
    assert!(text(&rated).contains("rank"), "{}", text(&rated));
    let pictures = folder.path().join("pictures");
    let plot = stats(&[&["plot", "--out", pictures.to_str().unwrap()], &names[..]].concat());
    assert!(
        plot.status.success() && pictures.join("llr.svg").exists(),
        "{}",
        text(&plot)
    );
    let log = std::fs::read_to_string(Path::new(names[0]).join("results.jsonl")).unwrap();
    let half = folder.path().join("half");
    let (lines, half_pictures) = (log.split_inclusive('\n'), half.join("pictures"));
    std::fs::create_dir(&half).unwrap();
    std::fs::write(
        half.join("results.jsonl"),
        lines.take(2).collect::<String>(),
    )
    .unwrap();
    let [half, out] = [&half, &half_pictures].map(|path| path.to_str().unwrap());
    let plot = stats(&["plot", "--out", out, half]);
    assert!(
        text(&plot).contains("no elo.svg: no pair of games is whole"),
        "{}",
        text(&plot)
    );
}

/// Every mistake has one message and its code, and nothing that was played is lost.
#[test]
fn mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let out = out.to_str().unwrap();
    let bad_book = folder.path().join("bad.txt");
    std::fs::write(&bad_book, "0,0, 1,1\n0,0, 99,1\n").unwrap();
    let bad_book = format!("file={}", bad_book.display());
    let guessed_book = folder.path().join("guessed.txt");
    std::fs::write(&guessed_book, "0,0, 1,1\nfoo\n").unwrap();
    let guessed_book = format!("file={}", guessed_book.display());
    let illegal_book = folder.path().join("renju15.txt");
    std::fs::write(
        &illegal_book,
        "# black makes six\nh8i9\ne8o1f8o3g8o5i8o7j8o9h8\n",
    )
    .unwrap();
    let illegal_book = format!("file={} format=pos", illegal_book.display());
    let mocks = [mock("a", ""), mock("b", "")];
    let base = [
        "--engine", &mocks[0], "--engine", &mocks[1], "--league", "renju15", "--out", out,
    ];
    for (flags, code, word) in [
        (vec!["--openings", &bad_book], 2, "line 2"),
        (vec!["--openings", &guessed_book], 2, "line 2: 'foo'"),
        (vec!["--openings", "file=/no/such/book"], 2, "/no/such/book"),
        (vec!["--games", "3"], 2, "pairs"),
        (vec!["--sprt", "elo0=5 elo1=0"], 2, "elo0 must be below"),
        (vec!["--sprt", "elo=5"], 2, "'elo' is no key"),
        (vec!["--shard", "5/4"], 2, "shard 5/4"),
        (vec!["--each", "tc=soon"], 2, "tc=soon"),
        (vec!["--each", "colour=red"], 2, "'colour' is no key"),
        (
            vec!["--engine", &mocks[0], "--sprt", "elo1=5"],
            2,
            "between two engines",
        ),
        (vec!["--config", "/no/such/file"], 2, "/no/such/file"),
        (vec!["--no-such-flag"], 2, "--no-such-flag"),
        (vec!["-noswap"], 2, "pairs"),
        (vec!["--rule", "reversi"], 2, "renju (4)"),
        (vec!["--boardsize", "99"], 2, "boards are 5 to 22"),
        (vec!["-log", "flie=x"], 2, "'flie' is no key: file"),
        (vec!["-msg", "/no/such/folder/x"], 2, "/no/such/folder"),
        (vec!["-sample", "freq=7"], 2, "from 0 to 1"),
        (
            vec!["--openings", &illegal_book],
            2,
            "line 3: h8 is forbidden",
        ),
        (
            vec!["--openings", "order=sequential start=9999"],
            2,
            "start=9999",
        ),
        (vec!["--resign", "movecount=0 score=5"], 2, "movecount=0"),
        (vec!["--pgnout", "fil=x.pgn"], 2, "--pgnout"),
        (vec!["--sgf", "/no/such/folder/x.sgf"], 2, "/no/such/folder"),
        (vec!["--concurrency", "0"], 2, "concurrency"),
        (vec!["--shard", "1/2", "--sprt", "elo1=5"], 2, "--rounds"),
        (vec!["--resume", "/no/such/folder"], 2, "cannot be used"),
    ] {
        let output = command(&[&base[..], &flags].concat()).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{flags:?}: {}",
            text(&output)
        );
        assert!(text(&output).contains(word), "{flags:?}: {}", text(&output));
    }
    assert!(command(&base).output().unwrap().status.success());
    let log = Path::new(out).join("results.jsonl");
    let played = std::fs::read(&log).unwrap();
    let again = command(&base).output().unwrap();
    assert_eq!(again.status.code(), Some(2), "{}", text(&again));
    assert!(text(&again).contains("--resume"), "{}", text(&again));
    assert_eq!(std::fs::read(&log).unwrap(), played);
    std::fs::write(&log, [&played[..], b"junk\n"].concat()).unwrap();
    let damaged = command(&["--resume", out]).output().unwrap();
    assert_eq!(damaged.status.code(), Some(2), "{}", text(&damaged));
    assert!(
        text(&damaged).contains("results.jsonl, line 4"),
        "{}",
        text(&damaged)
    );
}

/// Nothing that a match writes takes the place of its results, or of another record; what it replaces is told.
#[test]
fn records_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (out, log, link) = (path("out"), path("out/results.jsonl"), path("link"));
    let mocks = [mock("a", ""), mock("b", "")];
    let base = ["--engine", &mocks[0], "--engine", &mocks[1], "--rule", "0"];
    let played = command(&[&base[..], &["--out", &out]].concat()).output();
    assert!(played.unwrap().status.success());
    let results = std::fs::read(&log).unwrap();
    std::os::unix::fs::symlink(&log, &link).unwrap();
    let (held, twice) = ("holds the results", "named for two records");
    let (group, other) = (format!("file={log} append=false"), path("out/../a"));
    for (flags, word) in [
        (vec!["--sgf", &log], held),
        (vec!["--pgnout", &link], held),
        (vec!["--log", &group], held),
        (vec!["--msg", &log], held),
        (vec!["--sgf", &path("a"), "--pgnout", &other], twice),
        (vec!["--sgf", &path("a"), "--msg", &other], twice),
        (
            vec!["--debug", "--msg", &path("out/logs/game-0001.log")],
            twice,
        ),
    ] {
        std::fs::create_dir_all(path("out/logs")).unwrap();
        let output = command(&[&["--resume", &out], &flags[..]].concat()).output();
        let output = output.unwrap();
        assert_eq!(
            output.status.code(),
            Some(2),
            "{flags:?}: {}",
            text(&output)
        );
        assert!(text(&output).contains(word), "{flags:?}: {}", text(&output));
        assert_eq!(std::fs::read(&log).unwrap(), results, "{flags:?}");
    }
    let new = [
        "--out",
        &path("new"),
        "--log",
        &format!("file={}", path("new/results.jsonl")),
    ];
    let output = command(&[&base[..], &new].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains(held) && !Path::new(&path("new")).exists());
    std::fs::write(path("old.sgf"), "(;GM[4])").unwrap();
    let new = ["--out", &path("new"), "--sgf", &path("old.sgf")];
    let output = command(&[&base[..], &new].concat()).output().unwrap();
    let note = "old.sgf exists, and is made anew when the match ends";
    assert!(
        output.status.success() && text(&output).contains(note),
        "{}",
        text(&output)
    );
}

/// A full disk ends the run with what is on it.
#[test]
fn a_run_that_fails_keeps_what_it_has() {
    // The shell's limit on file sizes stands for a full disk.
    let small = tempfile::tempdir().unwrap();
    let out = small.path().to_str().unwrap();
    let flags = format!(
        "trap '' XFSZ; ulimit -f 40; exec {TENGEN} match --engine \"{}\" --engine \"{}\" \
         --league standard15 --rounds 50 --out {out}",
        mock("a", ""),
        mock("b", "")
    );
    let output = Command::new("bash").args(["-c", &flags]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    for word in ["--resume", "results.jsonl: ", "what is played is kept"] {
        assert!(text(&output).contains(word), "{word}: {}", text(&output));
    }
    let kept = games(small.path()).1.len();
    assert!(kept > 5 && kept < 100, "{kept}");
    let resumed = command(&["--resume", out]).output().unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed));
    assert_eq!(games(small.path()).1.len(), 100);
}

/// A test that has its verdict has it for good.
#[test]
fn a_decided_test_plays_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let flags = [
        "--engine",
        &mock("a", ""),
        "--engine",
        &mock("b", "--fault die-before"),
        "--league",
        "standard15",
        "--sprt",
        "elo0=0 elo1=100",
        "--out",
        out,
    ];
    let output = command(&flags).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("H1 was accepted"),
        "{}",
        text(&output)
    );
    let played = games(folder.path()).1.len();
    let again = command(&["--resume", out]).output().unwrap();
    assert!(again.status.success() && text(&again).contains("H1 was accepted"));
    assert_eq!(games(folder.path()).1.len(), played);
}

#[test]
fn files_tell_flags_and_games_become_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let engine =
        |name: &str| format!("[[engine]]\nname = '{name}'\ncmd = '{TENGEN}'\narg = 'mock'\n");
    let toml = format!(
        "rounds = 2\nleague = ['caro15']\neach = {{ timemargin = 20000 }}\n{}{}",
        engine("a"),
        engine("b")
    );
    std::fs::write(path("match.toml"), toml).unwrap();
    let flags = [
        "-config",
        &format!("file={}", path("match.toml")),
        "-out",
        &path("match"),
        "-pgnout",
        &format!("file={}", path("games.pgn")),
        "-sgf",
        &path("games.sgf"),
    ];
    let output = command(&flags).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(games(&folder.path().join("match")).1.len(), 4);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("games.pgn").matches("[Variant \"caro15\"]").count(), 4);
    assert_eq!(read("games.sgf").matches("GM[4]").count(), 4);
    let tengen = |arguments: &[&str]| {
        let output = Command::new(TENGEN).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
        text(&output)
    };
    let (log, out) = (path("match"), path("out"));
    assert!(tengen(&["export", &log, "--format", "binpack", "--out", &out]).contains("4 games"));
    std::fs::write(path("some.txt"), "h8i9j10\nh8i9\n").unwrap();
    let convert = |from: &str, to: &str, file: &str, out: &str| {
        let (file, out) = (path(file), path(out));
        tengen(&[
            "openings", "convert", &file, "--from", from, "--to", to, "--out", &out,
        ]);
    };
    convert("pos", "psq", "some.txt", "records");
    convert("psq", "pos-from-top", "records", "top.txt");
    convert("pos-from-top", "offset", "top.txt", "offsets.txt");
    assert_eq!(read("top.txt"), "h8i7j6\nh8i7\n");
    assert_eq!(read("offsets.txt"), "0,0, 1,-1, 2,-2\n0,0, 1,-1\n");
    let check = |text: &str| {
        std::fs::write(path("renju15.txt"), text).unwrap();
        Command::new(TENGEN)
            .args(["openings", "check", &path("renju15.txt")])
            .output()
            .unwrap()
    };
    assert!(check("0,0, 1,-1\n# no\n0,0, 2,1\n").status.success());
    let twins = check("0,0, 1,-1\n# no\n0,0, -1,-1\n");
    assert!(twins.status.code() == Some(2) && text(&twins).contains("line 3: the same as line 1"));
    assert_eq!(check("# nothing\n").status.code(), Some(2));
}

#[test]
fn the_runner_measures_itself() {
    let output = command(&["--selftest", "--rounds", "10", "--margin-ms", "20000"])
        .output()
        .unwrap();
    for word in [
        "games               20 (0 faults)",
        "a move, median",
        "open files",
    ] {
        assert!(text(&output).contains(word), "{}", text(&output));
    }
}
