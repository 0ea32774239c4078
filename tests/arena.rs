//! The arena against brains that do everything wrong.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tengen::arena::{EndReason, GameRecord, Plan, Warning, read_log};

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("match").args(arguments);
    command
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// A mock brain as an engine's keys.
fn mock(name: &str, arguments: &str) -> String {
    format!("name={name} cmd={TENGEN} args='mock {arguments}'")
}

fn games(folder: &Path) -> (Plan, Vec<GameRecord>) {
    let mut games = Vec::new();
    let plan = read_log(&folder.join("results.jsonl"), &mut |_, game| {
        games.push(game)
    })
    .unwrap();
    (plan, games)
}

/// Plays a match and returns its games.
fn play(flags: &[&str]) -> Vec<GameRecord> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = command(&[flags, &["--out", out]].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    games(folder.path()).1
}

/// Processes whose command line has a word in it.
fn processes_with(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        (line.contains(word) && !stat.contains(") Z ")).then_some(line)
    });
    lines.collect()
}

/// Waits until no such process is left.
fn assert_none_left(word: &str) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        if processes_with(word).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("left behind: {:?}", processes_with(word));
}

/// Every fault, how it is to be classified, and what is to be warned of.
const FAULTS: [(&str, Option<EndReason>, Option<Warning>); 20] = [
    ("no-ok", Some(EndReason::NotReady), None),
    ("error-at-start", Some(EndReason::NotReady), None),
    ("hang", Some(EndReason::Stalled), None),
    ("late", Some(EndReason::OutOfTime), None),
    ("die-before", Some(EndReason::Died), None),
    ("die-after", Some(EndReason::Died), None),
    ("flood", Some(EndReason::Flood), None),
    ("long-line", Some(EndReason::Flood), None),
    ("half-line", Some(EndReason::HalfALine), None),
    ("two-moves", Some(EndReason::TwoMoves), None),
    ("off-board", Some(EndReason::OffBoard), None),
    ("occupied", Some(EndReason::Occupied), None),
    ("no-move", Some(EndReason::NoMove), None),
    ("error", Some(EndReason::NoMove), None),
    ("memory", Some(EndReason::OverMemory), None),
    ("ignore-end", None, Some(Warning::IgnoredEnd)),
    ("children", None, Some(Warning::SpawnedChildren)),
    ("stderr", None, Some(Warning::StandardError)),
    ("ponder", None, None),
    ("folder", None, None),
];

/// A thousand games of an honest brain against all kinds of others at once: each fault is seen for what
/// it is, the honest side is never blamed, and nothing is left behind.
#[test]
fn a_thousand_games_against_all_faults() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    // A seed that no other test has tells these processes from others.
    let mut flags = vec![
        String::from("--engine"),
        mock("honest", "--seed 7701 --think-ms 5"),
    ];
    for (fault, ..) in FAULTS {
        flags.push("--engine".into());
        flags.push(mock(fault, &format!("--fault {fault} --seed 7701")));
    }
    let each = "st=0.3 timemargin=300 start=500 stall=2000 memory=64";
    let rest = [
        "--gauntlet",
        "--rounds",
        "25",
        "--each",
        each,
        "--league",
        "standard15",
        "--concurrency",
        "8",
        "--out",
        out,
        "--ratinginterval",
        "0",
    ];
    let output = command(&[]).args(&flags).args(rest).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (plan, games) = games(folder.path());
    assert_eq!(games.len(), 1000);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for game in &games {
        let faulty_is_black = game.white.engine == 0;
        let (honest, faulty) = match faulty_is_black {
            true => (&game.white, &game.black),
            false => (&game.black, &game.white),
        };
        let (name, reason, warning) = FAULTS[faulty.engine - 1];
        assert_eq!(plan.engines[faulty.engine].name, name);
        assert!(honest.warnings.is_empty(), "{game:?}");
        // A second move that is still on its way when the next question is written answers that.
        let is_race = name == "two-moves" && game.reason == EndReason::Occupied;
        assert!(
            !game.reason.is_fault() || is_race || Some(game.reason) == reason,
            "{name}: {game:?}"
        );
        if let Some(warning) = warning {
            assert!(
                faulty.warnings.iter().all(|&w| w == warning),
                "{name}: {game:?}"
            );
        }
        let has_won = game
            .winner()
            .map(|color| game.side(color).name == honest.name);
        assert!(
            !game.reason.is_fault() || has_won == Some(true),
            "{name}: {game:?}"
        );
        let is_seen = match (reason, warning) {
            (Some(_), _) => game.reason.is_fault(),
            (_, Some(warning)) => faulty.warnings.contains(&warning),
            _ => true,
        };
        *seen.entry(name.into()).or_default() += is_seen as usize;
    }
    // A game may end before the move of the fault, and one of `die-after` before it is missed.
    for (name, ..) in FAULTS {
        assert!(
            seen[name] >= 40,
            "{name}: seen {} times in 50 games",
            seen[name]
        );
    }
    assert_none_left("7701");
}

#[test]
fn a_forbidden_point_loses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("overline.txt");
    // Black has three and two in a row with a gap of one: filling it makes six.
    std::fs::write(
        &path,
        "-3,0, 7,7, -2,0, 7,5, -1,0, 5,7, 1,0, -7,7, 2,0, -7,5\n",
    )
    .unwrap();
    let openings = format!("file={}", path.display());
    let games = play(&[
        "--engine",
        &mock("foul", "--at 1 --point 7,7"),
        "--engine",
        &mock("fair", ""),
        "--league",
        "renju15",
        "--openings",
        &openings,
        "--no-transform",
    ]);
    // Both take the point as black, for it makes the longest row.
    for game in games {
        assert_eq!(game.reason, EndReason::Forbidden, "{game:?}");
        assert_eq!(game.winner(), Some(tengen::board::Color::White));
        assert_eq!((game.detail.as_str(), game.us.len()), ("7,7", 0));
    }
}

/// Brains whose children leave their group and ignore everything die with the runner, even when that
/// is killed.
#[test]
fn nothing_outlives_a_killed_runner() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let wrapper = folder.path().join("wrapper");
    std::fs::write(
        &wrapper,
        format!(
            "#!/bin/sh\nsetsid sh -c 'while :; do sleep 7702; done' &\nexec {TENGEN} mock \"$@\"\n"
        ),
    )
    .unwrap();
    set_executable(&wrapper);
    let hang = |name: &str| {
        format!(
            "name={name} cmd={} args='--fault ignore-end --seed 7702 --think-ms 200'",
            wrapper.display()
        )
    };
    let mut runner = command(&[
        "--engine",
        &hang("a"),
        "--engine",
        &hang("b"),
        "--rounds",
        "100",
        "--league",
        "standard15",
        "--concurrency",
        "4",
        "--out",
        out,
    ])
    .stdout(Stdio::null())
    .spawn()
    .unwrap();
    wait_for(|| {
        processes_with("--seed 7702").len() >= 4 && processes_with("sleep 7702").len() >= 4
    });
    runner.kill().unwrap();
    runner.wait().unwrap();
    assert_none_left("7702");
}

fn set_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn wait_for(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(20), "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
}

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
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let rounds = (kills * 2).to_string();
    let flags = [
        "--engine",
        &format!("name=a cmd={brain}"),
        "--engine",
        &format!("name=b cmd={brain} nodes=300"),
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
    let mut counted = 0;
    for _ in 0..kills {
        pause = pause
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_millis(30 + (pause >> 33) % 300));
        runner.kill().unwrap();
        runner.wait().unwrap();
        if torn
            .path()
            .join("results.jsonl")
            .metadata()
            .is_ok_and(|data| data.len() > 0)
        {
            let now = games(torn.path()).1.len();
            assert!(now >= counted, "counted games were lost");
            counted = now;
            runner = start(false);
        } else {
            let _ = std::fs::remove_file(torn.path().join("results.jsonl"));
            runner = start(true);
        }
    }
    let output = runner.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let (expected, found) = (games(whole.path()).1, games(torn.path()).1);
    assert_eq!(found.len(), expected.len());
    assert_eq!(courses(&found), courses(&expected));
}

#[test]
fn ctrl_c_saves_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let slow = |name| mock(name, "--seed 7703 --think-ms 5");
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
    assert_none_left("7703");
}

#[test]
fn faithful_as_the_judge() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
    let against = |arguments: &str, flags: &[&str]| {
        let other = mock("other", arguments);
        let base = [
            "--engine",
            &tengen,
            "--engine",
            &other,
            "--league",
            "standard15",
            "--gomocup",
            "--each",
            "st=0.5 timemargin=300 memory=64",
        ];
        play(&[&base, flags].concat())
    };
    let reasons =
        |games: &[GameRecord]| -> Vec<EndReason> { games.iter().map(|g| g.reason).collect() };
    // Loading is charged to the first move; the plain runner gives it ten seconds.
    let slow = against("--start-ms 900", &[]);
    assert_eq!(reasons(&slow), [EndReason::OutOfTime; 2], "{slow:?}");
    let hog = against("--fault memory", &[]);
    assert_eq!(reasons(&hog), [EndReason::OverMemory; 2], "{hog:?}");
    let hoarder = against("--fault folder", &[]);
    assert_eq!(reasons(&hoarder), [EndReason::OverFolder; 2], "{hoarder:?}");
    // Who is never waited for may never say OK.
    let silent = against("--fault no-ok", &[]);
    assert!(reasons(&silent).iter().all(|r| !r.is_fault()), "{silent:?}");
    // What is no move is overheard, up to the deadline.
    let muttering = against("--fault no-move", &[]);
    assert!(
        reasons(&muttering).iter().all(|&r| r == EndReason::NoMove),
        "{muttering:?}"
    );
}

/// A brain that thinks on while it is not asked gets nowhere: it is asked by a slow opponent, and tells
/// how many milliseconds it could think in.
#[test]
fn a_suspended_brain_ponders_nothing() {
    let pondered = |flag: &str| -> usize {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("said");
        let wrapper = folder.path().join("wrapper");
        let script = format!(
            "#!/bin/sh\n{TENGEN} mock --fault ponder --at 1 | tee {}\n",
            log.display()
        );
        std::fs::write(&wrapper, script).unwrap();
        set_executable(&wrapper);
        let ponderer = format!("name=ponderer cmd={}", wrapper.display());
        let mut flags = vec![
            "--engine",
            &ponderer,
            "--engine",
            "SLOW",
            "--league",
            "standard15",
            "--each",
            "st=1 timemargin=1000",
        ];
        let slow = mock("slow", "--think-ms 100");
        flags[3] = &slow;
        if !flag.is_empty() {
            flags.push(flag);
        }
        play(&flags);
        let said = std::fs::read_to_string(&log).unwrap();
        said.lines()
            .filter(|line| line.contains("pondered"))
            .count()
    };
    let (free, suspended) = (pondered(""), pondered("--gomocup"));
    assert!(free >= 5, "{free}");
    assert!(suspended <= 1, "{suspended} of {free}");
}

#[test]
fn manners_of_piskvork() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
    let other = mock("other", "");
    // Four games in two processes: RESTART in between.
    let games = play(&[
        "--engine",
        &tengen,
        "--engine",
        &other,
        "--league",
        "freestyle15",
        "--piskvork",
        "--rounds",
        "2",
        "--turn-ms",
        "30",
        "--strict",
    ]);
    assert_eq!(games.len(), 4);
    // The second player of an empty board gets TURN.
    let games = play(&[
        "--engine",
        &tengen,
        "--engine",
        &other,
        "--league",
        "renju15",
        "--piskvork",
        "--empty",
        "--turn-ms",
        "30",
    ]);
    assert!(games.iter().all(|game| game.opening == 0));
}

#[test]
fn brains_may_keep_their_process() {
    let games = play(&[
        "--engine",
        &format!("{} restart=off", mock("kept", "--start-ms 200")),
        "--engine",
        &mock("fresh", ""),
        "--league",
        "standard15",
        "--rounds",
        "10",
        "--strict",
    ]);
    assert_eq!(games.len(), 20);
    let keeper = play(&[
        "--engine",
        &format!("{} restart=off", mock("dies", "--fault die-before --at 1")),
        "--engine",
        &format!("{} restart=off", mock("fresh", "")),
        "--league",
        "standard15",
        "--rounds",
        "3",
    ]);
    assert!(
        keeper.iter().all(|game| game.reason == EndReason::Died),
        "each game anew"
    );
}

#[test]
fn swap2_in_all_its_ways() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let mut swapped = HashSet::new();
    for seed in 0..6 {
        let games = play(&[
            "--engine",
            &format!("name=tengen cmd={brain}"),
            "--engine",
            &mock("mock", &format!("--seed {seed}")),
            "--league",
            "standard15",
            "--swap2",
            "--turn-ms",
            "30",
            "--strict",
        ]);
        assert_eq!(games.len(), 2);
        for game in games {
            assert!(game.moves.split(' ').count() > 6, "{game:?}");
            swapped.insert((game.game, game.black.engine));
        }
    }
    assert!(swapped.len() >= 3, "both have had both colors: {swapped:?}");
    let wrong = play(&[
        "--engine",
        &mock("good", ""),
        "--engine",
        &mock("bad", "--fault bad-swap2"),
        "--league",
        "standard15",
        "--swap2",
    ]);
    assert!(
        wrong.iter().all(|game| game.reason == EndReason::BadSwap2),
        "{wrong:?}"
    );
    assert!(
        wrong
            .iter()
            .all(|game| game.side(game.winner().unwrap()).name == "good")
    );
}

#[test]
fn other_rules_boards_and_clocks() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let tengen = format!("name=tengen cmd={brain}");
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
            games.iter().all(|game| game.size.to_string() == side),
            "{rule} {side}"
        );
    }
}

#[test]
fn games_end_early_where_told() {
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let base = [
        "--engine",
        &format!("name=tengen cmd={brain}"),
        "--engine",
        &mock("mock", ""),
        "--league",
        "freestyle15",
        "--turn-ms",
        "30",
        "--rounds",
        "3",
    ];
    let with = |flags: &[&str]| play(&[&base, flags].concat());
    let long = with(&["-drawafter", "12"]);
    assert!(long.iter().all(|g| g.reason == EndReason::MaxMoves
        && g.moves.split(' ').count() == 12
        || g.moves.split(' ').count() < 12));
    let drawn = with(&["-draw", "movenumber=1", "movecount=1", "score=30000"]);
    // The mock tells no scores, so that no draw is agreed upon.
    assert!(
        drawn
            .iter()
            .all(|game| game.reason != EndReason::AdjudicatedDraw)
    );
    let resigned = with(&["-resign", "movecount=1", "score=-30000"]);
    let ends = resigned
        .iter()
        .filter(|g| g.reason == EndReason::AdjudicatedWin)
        .count();
    assert!(ends > 0, "{resigned:?}");
}

/// Finished games in a runner's output, as the client of an OpenBench server reads them.
fn finished_games(output: &str) -> BTreeMap<u32, (String, String)> {
    let mut games = BTreeMap::new();
    for line in output.lines().take_while(|line| !line.trim().is_empty()) {
        assert!(line.is_ascii(), "{line}");
        if line.contains("Finished game") {
            let words: Vec<&str> = line.split_whitespace().collect();
            let reason = line.split(':').nth(1).unwrap();
            games.insert(words[2].parse().unwrap(), (words[6].into(), reason.into()));
        }
    }
    games
}

/// The command line and the lines that an OpenBench client writes and reads.
#[test]
fn the_contract_with_an_openbench_client() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // The client moves the runner here, and runs it under this name.
    std::os::unix::fs::symlink(TENGEN, path("fastchess-ob")).unwrap();
    let runner = |arguments: &[&str]| {
        Command::new(path("fastchess-ob"))
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let version = runner(&["--version"]);
    let number: Vec<u32> = text(&version)
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .find(|word| word.split('.').count() >= 2 && word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| word.split('.').map(|n| n.parse().unwrap()).collect())
        .unwrap();
    assert!(number >= vec![1, 8, 1], "{number:?}");
    for name in ["Engines", "Books", "PGNs"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    let book = path("Books/standard15.epd");
    std::fs::write(&book, "h8i9j8\ng7h9i10\nh8h9i11j12k9\n").unwrap();
    for (name, fault) in [
        ("Tengen-1234ABCD", ""),
        ("Tengen-5678EF01", "--fault die-before"),
    ] {
        let script = format!("#!/bin/sh\nexec {TENGEN} mock {fault}\n");
        std::fs::write(path("Engines").join(name), script).unwrap();
        set_executable(&path("Engines").join(name));
    }
    let flags = "-recover -variant standard -testEnv -concurrency 2 -rounds 2 -games 2 \
        -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
        -engine dir=Engines/ cmd=./Tengen-1234ABCD proto=uci tc=1.00+0.01 timemargin=250 \
        option.Threads=1 option.Hash=16 name=Tengen-1234ABCD-dev \
        -engine dir=Engines/ cmd=./Tengen-5678EF01 proto=uci tc=1.00+0.01 timemargin=250 \
        option.Threads=1 option.Hash=16 name=Tengen-5678EF01-base \
        -openings file=Books/standard15.epd format=epd order=random start=2 -srand 42";
    let mut arguments: Vec<&str> = flags.split_whitespace().collect();
    arguments.extend([
        "-pgnout",
        "file=PGNs/1.2.pgn",
        "seldepth=true",
        "nodes=true",
    ]);
    arguments.push("match_line=^info string pgncomment .*");
    let output = runner(&arguments);
    assert!(output.status.success(), "{}", text(&output));
    let games = finished_games(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(
        games.keys().copied().collect::<Vec<_>>(),
        [1, 2, 3, 4],
        "{}",
        text(&output)
    );
    for (number, (result, reason)) in games {
        // The first engine is named first in odd games.
        assert_eq!(result, if number % 2 == 1 { "1-0" } else { "0-1" });
        assert!(reason.contains("disconnect"), "{reason}");
    }
    let pgn = std::fs::read_to_string(path("PGNs/1.2.pgn")).unwrap();
    let mut blocks = pgn.split("\n\n");
    for _ in 0..4 {
        let headers = blocks.next().unwrap();
        assert!(
            headers
                .lines()
                .all(|l| l.starts_with('[') && l.ends_with("\"]")),
            "{headers}"
        );
        assert!(headers.contains("[Termination \"abandoned\"]"), "{headers}");
        let moves = blocks.next().unwrap();
        assert!(
            moves.contains("{book}") && moves.starts_with("1. "),
            "{moves}"
        );
    }
    let bench = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(["bench", "3"])
        .output();
    let bench = text(&bench.unwrap());
    let words: Vec<&str> = bench.lines().last().unwrap().split(' ').collect();
    assert!(matches!(words[..], [n, "nodes", m, "nps"]
        if n.parse::<u64>().is_ok() && m.parse::<u64>().is_ok()));
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
    let mocks = [mock("a", ""), mock("b", "")];
    let base = [
        "--engine",
        &mocks[0],
        "--engine",
        &mocks[1],
        "--league",
        "standard15",
        "--out",
        out,
    ];
    for (flags, code, word) in [
        (vec!["--openings", &bad_book], 2, "line 2"),
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
        (vec!["--resume", "/no/such/folder"], 1, "/no/such/folder"),
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

/// A brain that cannot be started is no result; a full disk ends the run with what is on it.
#[test]
fn a_run_that_fails_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let script = folder.path().join("no-program");
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    set_executable(&script);
    let broken = format!("cmd={}", script.display());
    let output = command(&[
        "--engine",
        &broken,
        "--engine",
        &mock("b", ""),
        "--league",
        "renju15",
        "--out",
        out,
    ])
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("cannot be started"),
        "{}",
        text(&output)
    );
    assert!(games(folder.path()).1.is_empty());
    // The shell's limit on file sizes stands for a full disk.
    let small = tempfile::tempdir().unwrap();
    let out = small.path().to_str().unwrap();
    let flags = format!(
        "trap '' XFSZ; ulimit -f 40; exec {TENGEN} match --engine \"{}\" --engine \"{}\" \
         --league standard15 --rounds 500 --out {out}",
        mock("a", ""),
        mock("b", "")
    );
    let output = Command::new("bash").args(["-c", &flags]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("--resume"), "{}", text(&output));
    let kept = games(small.path()).1.len();
    assert!(kept > 5 && kept < 1000, "{kept}");
    let resumed = command(&["--resume", out]).output().unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed));
    assert_eq!(games(small.path()).1.len(), 1000);
}
