//! How games are played: as which manager, by which rules, to which end.

use super::*;
use tengen::arena::EndReason;

#[test]
fn faithful_as_the_judge() {
    let reasons = |keys: &str, flags: &[&str]| -> Vec<EndReason> {
        let base = [
            "--engine",
            &mock("good", ""),
            "--engine",
            keys,
            "--league",
            "standard15",
            "--gomocup",
            "--concurrency",
            "2",
        ];
        let games = play(&[&base, flags].concat());
        games.iter().map(|game| game.reason).collect()
    };
    // Loading is charged to the first move; the plain runner gives it ten seconds.
    let slow = hasty_mock("slow", "--start-ms 900");
    let slow = reasons(&format!("{slow} st=0.2 timemargin=100"), &[]);
    let is_late = |r: &EndReason| matches!(r, EndReason::OutOfTime | EndReason::Stalled);
    assert!(slow.len() == 2 && slow.iter().all(is_late), "{slow:?}");
    let hog = reasons(&mock("hog", "--fault memory"), &["--memory-mb", "64"]);
    assert_eq!(hog, [EndReason::OverMemory; 2]);
    let hoarder = reasons(&mock("hoarder", "--fault folder"), &[]);
    assert_eq!(hoarder, [EndReason::OverFolder; 2]);
    // Who is never waited for may never say OK.
    let silent = reasons(&mock("silent", "--fault no-ok"), &[]);
    assert!(silent.iter().all(|r| !r.is_fault()), "{silent:?}");
    // What is no move is overheard, up to the deadline.
    let muttering = hasty_mock("muttering", "--fault no-move --at 1");
    let muttering = reasons(&format!("{muttering} st=8 timemargin=0"), &[]);
    assert_eq!(muttering, [EndReason::NoMove; 2]);
    let tengen = format!("{} nodes=300 st=20", brain("tengen"));
    let own = reasons(&tengen, &["--strict"]);
    assert!(own.iter().all(|r| !r.is_fault()), "{own:?}");
}

#[test]
fn other_rules_boards_and_clocks() {
    let tengen = brain("tengen");
    for (rule, side) in [
        ("0", "9"),
        ("1", "19"),
        ("4", "13"),
        ("8", "17"),
        ("9", "22"),
    ] {
        let games = play(&[
            "--engine",
            &tengen,
            "--engine",
            &mock("mock", ""),
            "-rule",
            rule,
            "-boardsize",
            side,
            "--strict",
            "--each",
            "tc=2/0.05+0.01",
        ]);
        assert!(
            games
                .iter()
                .all(|game| game.size.to_string() == side && game.rule.to_string() == rule),
            "{rule} {side}"
        );
    }
}

#[test]
fn games_end_early_where_told() {
    let ends = |flags: &[&str]| -> Vec<(EndReason, usize)> {
        let (one, two) = (brain("a"), brain("b"));
        let base = [
            "--engine",
            &one,
            "--engine",
            &two,
            "--league",
            "freestyle15",
        ];
        let games = play(&[&base[..], &["--nodes", "300", "--rounds", "3"], flags].concat());
        games
            .iter()
            .map(|game| (game.reason, game.moves.split(' ').count()))
            .collect()
    };
    let long = ends(&["-drawafter", "12"]);
    assert!(long.iter().all(|&(_, stones)| stones <= 12));
    assert!(long.contains(&(EndReason::MaxMoves, 12)), "{long:?}");
    let unlimited = ends(&["-maxmoves", "0"]);
    assert!(
        unlimited
            .iter()
            .all(|&(reason, _)| reason != EndReason::MaxMoves)
    );
    let drawn = ends(&["-draw", "movenumber=6", "movecount=1", "score=30000"]);
    assert!(
        drawn.contains(&(EndReason::AdjudicatedDraw, 12)),
        "{drawn:?}"
    );
    let resigned = ends(&["-resign", "movecount=1", "score=1"]);
    let has_won = |&(reason, _): &(EndReason, usize)| reason == EndReason::AdjudicatedWin;
    assert!(resigned.iter().all(has_won), "{resigned:?}");
}

/// A mock brain whose input and output are kept in files of a folder, for each of its processes anew.
fn overheard(folder: &Path, arguments: &str) -> String {
    let script = folder.join("overheard");
    let said = folder.display();
    let text = format!(
        "#!/bin/sh\necho started >> {said}/starts\n\
         tee -a {said}/heard | {TENGEN} mock {arguments} | tee -a {said}/said\n"
    );
    std::fs::write(&script, text).unwrap();
    set_executable(&script);
    format!("name=overheard cmd={} {PATIENT}", script.display())
}

/// How many lines of a file begin so.
fn lines_with(folder: &Path, file: &str, beginning: &str) -> usize {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    text.lines()
        .filter(|line| line.starts_with(beginning))
        .count()
}

/// The states of the processes that have a word in their command lines.
fn states(word: &str) -> Vec<char> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let states = entries.filter_map(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let state = stat.rsplit(") ").next()?.chars().next()?;
        (line.contains(&format!("mock {word}")) && !line.contains(" match ")).then_some(state)
    });
    states.collect()
}

/// A brain is stopped while its slow opponent thinks, and goes on when it is asked.
#[test]
fn a_suspended_brain_ponders_nothing() {
    let seed = own_number(4);
    let word = format!("--seed {seed}");
    let start = |flags: &[&str], folder: &Path| {
        let (slow, quick) = (mock("slow", "--think-ms 700"), mock("quick", &word));
        let out = folder.to_str().unwrap();
        let base = [
            "--engine",
            &slow,
            "--engine",
            &quick,
            "--league",
            "standard15",
            "--empty",
        ];
        let flags = [&base[..], &["-drawafter", "8", "--out", out], flags].concat();
        let mut command = command(&flags);
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    for manners in ["--gomocup", "--piskvork"] {
        let folder = tempfile::tempdir().unwrap();
        let mut runner = start(&[manners], folder.path());
        wait_for(|| states(&word).contains(&'T'));
        assert!(runner.wait().unwrap().success());
        let (_, games) = games(folder.path());
        assert!(
            games.iter().all(|game| game.reason == EndReason::MaxMoves),
            "{games:?}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let mut runner = start(&[], folder.path());
    let mut seen = 0;
    while runner.try_wait().unwrap().is_none() {
        let states = states(&word);
        assert!(!states.contains(&'T'), "{states:?}");
        seen += states.len();
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(seen > 0);
}

#[test]
fn manners_of_piskvork() {
    let folder = tempfile::tempdir().unwrap();
    let brain = overheard(folder.path(), "");
    let flags = [
        "--engine",
        &brain,
        "--engine",
        &mock("other", ""),
        "--piskvork",
        "--empty",
    ];
    let games = play(&[&flags[..], &["--league", "freestyle15", "--rounds", "2"]].concat());
    assert_eq!(games.len(), 4);
    let heard = |word| lines_with(folder.path(), "heard", word);
    // Four games in one process. It begins two of them, and gets TURN for the first stone of the others.
    assert_eq!(lines_with(folder.path(), "starts", "started"), 1);
    assert_eq!(
        (
            heard("START"),
            heard("RESTART"),
            heard("BEGIN"),
            heard("BOARD")
        ),
        (1, 3, 2, 0)
    );
    let text = std::fs::read_to_string(folder.path().join("heard")).unwrap();
    assert!(
        text.contains("START 15\r\n") && text.contains("INFO game_type 2\r\n"),
        "{text}"
    );
}

#[test]
fn brains_may_keep_their_process() {
    let folder = tempfile::tempdir().unwrap();
    let kept = format!("{} restart=off", overheard(folder.path(), ""));
    let flags = [
        "--engine",
        &kept,
        "--engine",
        &mock("fresh", ""),
        "--league",
        "standard15",
    ];
    assert_eq!(play(&[&flags[..], &["--rounds", "5"]].concat()).len(), 10);
    assert_eq!(lines_with(folder.path(), "starts", "started"), 1);
    assert_eq!(lines_with(folder.path(), "heard", "START"), 10);
    // One that dies after its last move has a fresh process in the next game, and is not to blame.
    let folder = tempfile::tempdir().unwrap();
    let mortal = format!(
        "{} restart=off",
        overheard(folder.path(), "--fault die-before --at 4")
    );
    let games = play(&[
        "--engine",
        &mortal,
        "--engine",
        &mock("b", ""),
        "--league",
        "standard15",
    ]);
    assert!(
        games.iter().all(|game| game.reason != EndReason::NotReady),
        "{games:?}"
    );
}

/// A process that is kept is warned of when it is ended, in its last game.
#[test]
fn a_kept_process_must_leave() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let clingy = hasty_mock("clingy", "--fault ignore-end");
    let output = command(&[
        "--engine",
        &format!("{clingy} timemargin=20000 start=20000"),
        "--engine",
        &mock("b", ""),
        "--engine",
        &mock("c", ""),
        "--gauntlet",
        "--rule",
        "0",
        "--piskvork",
        "--strict",
        "--out",
        out,
    ])
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let (_, games) = games(folder.path());
    let warned = games.iter().filter_map(|game| {
        let sides = [&game.black, &game.white];
        let side = sides.into_iter().find(|side| !side.warnings.is_empty())?;
        Some((game.game, side.engine, side.warnings.clone()))
    });
    let expected = (3, 0, vec![tengen::arena::Warning::IgnoredEnd]);
    assert_eq!(Vec::from_iter(warned), [expected]);
}

/// Who opens is asked first; after 3, 4, 5 or 6 stones the colors are settled.
#[test]
fn swap2_in_all_its_ways() {
    // The mock answers three stones by its seed modulo 3, five by its seed modulo 2.
    for (opener, other, stones, black) in [(1, 3, 3, 1), (1, 2, 4, 0), (2, 1, 5, 0), (1, 1, 6, 1)] {
        let games = play(&[
            "--engine",
            &mock("opener", &format!("--seed {opener}")),
            "--engine",
            &mock("other", &format!("--seed {other}")),
            "--league",
            "standard15",
            "--swap2",
            "--strict",
        ]);
        let game = &games[0];
        assert_eq!(
            (game.opening, game.black.engine),
            (stones, black),
            "{game:?}"
        );
        assert_eq!(game.us.len(), game.moves.split(' ').count() - stones);
    }
    let tengen = brain("tengen");
    for other in ["", "--seed 2"] {
        let other = mock("mock", other);
        let flags = [
            "--engine",
            &tengen,
            "--engine",
            &other,
            "--league",
            "standard15",
        ];
        play(&[&flags[..], &["--swap2", "--turn-ms", "30", "--strict"]].concat());
    }
    // The brain against itself, with a turn limit, a match clock, and counted nodes.
    for time in [
        ["--turn-ms", "30"],
        ["--match-ms", "1500"],
        ["--nodes", "2000"],
    ] {
        let twin = brain("twin");
        let flags = [
            "--engine", &tengen, "--engine", &twin, "--swap2", "--strict",
        ];
        let leagues = ["--league", "standard15", "--league", "freestyle15"];
        let games = play(&[&flags[..], &leagues, &time].concat());
        assert_eq!(games.len(), 4);
        for game in &games {
            assert!(
                !game.reason.is_fault() && (3..=6).contains(&game.opening),
                "{game:?}"
            );
        }
    }
    for fault in ["bad-swap2", "swap-too-early"] {
        let bad = mock("bad", &format!("--fault {fault}"));
        let good = mock("good", "");
        let games = play(&[
            "--engine",
            &bad,
            "--engine",
            &good,
            "--league",
            "standard15",
            "--swap2",
        ]);
        assert_eq!(games[0].reason, EndReason::BadSwap2, "{:?}", games[0]);
        assert_eq!(games[0].side(games[0].winner().unwrap()).name, "good");
    }
}
