//! Command lines of other runners, pasted; and what they write.

use super::*;
use std::collections::BTreeMap;
use tengen::arena::EndReason;

/// A folder with mock brains under the names that command lines have, and books.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("example-engine")).unwrap();
    std::fs::create_dir(path("opening_examples")).unwrap();
    for (name, seed) in [
        ("example-engine/pbrain-wine", 1),
        ("example-engine/pbrain-rapfi1", 2),
        ("Engine1.exe", 3),
        ("Engine2.exe", 4),
    ] {
        let script =
            format!("#!/bin/sh\necho MESSAGE of {seed}\nexec {TENGEN} mock --seed {seed}\n");
        std::fs::write(path(name), script).unwrap();
        set_executable(&path(name));
    }
    let book = "8,-3, 6,-4, 5,-4, 4,-3, 2,-8, -1,-5\n0,0, 1,1, 2,2\n";
    std::fs::write(path("opening_examples/offset_freestyle_20x20.txt"), book).unwrap();
    std::fs::write(path("freestyle15.epd"), "h8i9j8\ng7h9i10\n").unwrap();
    folder
}

/// Runs a command line in a folder; a shell takes it apart.
fn pasted(folder: &Path, line: &str) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{TENGEN} match {line}")])
        .current_dir(folder)
        .output()
        .unwrap()
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The first example of c-gomoku-cli's README, with four games in the place of 4,000.
#[test]
fn the_example_of_c_gomoku_cli() {
    let folder = workplace();
    let folder = folder.path();
    let line = "-each tc=180/30 \
        -engine name=Wine cmd=./example-engine/pbrain-wine \
        -engine name=Rapfi cmd=./example-engine/pbrain-rapfi1 \
        -rule 0 -boardsize 20 -rounds 2 -games 2 -debug -repeat \
        -concurrency 8 -drawafter 200 \
        -pgn my_games.pgn -sgf my_games.sgf -msg my_games.txt \
        -openings file=opening_examples/offset_freestyle_20x20.txt order=random";
    let output = pasted(folder, line);
    assert!(output.status.success(), "{}", text(&output));
    assert!(output.stderr.is_empty(), "{}", text(&output));
    let (plan, games) = games(&folder.join("matches/0001"));
    assert_eq!(games.len(), 4);
    assert_eq!(plan.leagues[0].league.name, "freestyle20");
    let control = &plan.engines[0].control;
    assert_eq!(
        (control.match_ms, control.turn_ms),
        (Some(180_000), Some(30_000))
    );
    assert_eq!(plan.adjudication.max_moves, Some(200));
    assert_eq!(read(folder, "my_games.pgn").matches("[White \"").count(), 4);
    assert_eq!(read(folder, "my_games.sgf").matches("GM[4]").count(), 4);
    let messages = read(folder, "my_games.txt");
    assert_eq!(messages.matches("# game ").count(), 4, "{messages}");
    assert_eq!(
        messages.matches("\nWine: MESSAGE of 1\n").count(),
        4,
        "{messages}"
    );
    assert_eq!(
        messages.matches("\nRapfi: MESSAGE of 2\n").count(),
        4,
        "{messages}"
    );
    // -debug tells more of each game, and turns -log on.
    assert_eq!(
        text(&output).matches("6 of them opening").count(),
        2,
        "{}",
        text(&output)
    );
    for game in 1..=4 {
        let log = read(folder, &format!("matches/0001/logs/game-000{game}.log"));
        assert!(
            log.contains(" > Wine: START 20\n") && log.contains(" < Rapfi: OK\n"),
            "{log}"
        );
    }
}

/// The examples of fastchess's README and manual, shorter, with a book of this game.
#[test]
fn the_examples_of_fastchess() {
    let folder = workplace();
    let folder = folder.path();
    let output = pasted(
        folder,
        "-engine cmd=Engine1.exe name=Engine1 dir=. -engine cmd=Engine2.exe name=Engine2 dir=. \
         -openings file=freestyle15.epd format=epd order=random -each tc=60+0.6 option.Hash=64 \
         -rounds 1 -repeat -concurrency 4",
    );
    assert!(output.status.success(), "{}", text(&output));
    assert!(output.stderr.is_empty(), "{}", text(&output));
    let (plan, games) = games(&folder.join("matches/0001"));
    assert_eq!(games.len(), 2);
    assert_eq!(plan.engines[0].control.max_memory, 64 << 20);
    std::fs::create_dir(folder.join("games")).unwrap();
    let output = pasted(
        folder,
        "-engine cmd=./Engine1.exe name=Engine1 option.Threads=1 nodes=2000000 \
         -engine cmd=./Engine2.exe name=Engine2 option.Threads=2 nodes=1000000 \
         -openings file=freestyle15.epd format=epd order=random \
         -each tc=300+5 -resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 \
         -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 \
         -rounds 1 -concurrency 3 -pgnout notation=san nodes=true file=./games/sprt.pgn",
    );
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("--pgnout notation=san nodes=true has no effect: "),
        "{}",
        text(&output)
    );
    assert_eq!(read(folder, "games/sprt.pgn").matches("[Event ").count(), 2);
}

/// The rest of fastchess's flags, those without an effect each with its reason.
#[test]
fn flags_of_fastchess() {
    let folder = workplace();
    let folder = folder.path();
    let engines = "-engine cmd=./Engine1.exe -engine cmd=./Engine2.exe -rule renju";
    let output = pasted(
        folder,
        &format!(
            "{engines} -each tc=20+0.02s plies=4 -log file=all.log level=trace engine=true -event Cup -site Brno \
             -output format=fastchess -pgnout file=a.pgn -startup-ms 20000 -tournament gauntlet -seeds 1 \
             -report penta=true -recover -variant standard -tb /syzygy -tbpieces 6 -tbignore50 \
             -tbadjudicate BOTH -scoreinterval 1 -autosaveinterval 20 -crc32 pgn=true -check-mate-pvs \
             -show-latency -testEnv -use-affinity 0,1 -ucinewgame-ms 1 -ping-ms 1 -wait 10 -ratinginterval 1 \
             -maxmoves 100 -force-concurrency -srand 7"
        ),
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let without_effect: Vec<&str> = said
        .lines()
        .map(|line| line.split(" has no effect: ").next().unwrap())
        .collect();
    let expected = "variant standard|tb /syzygy|tbpieces 6|tbignore50|tbadjudicate BOTH|scoreinterval 1|\
        autosaveinterval 20|crc32 pgn=true|check-mate-pvs|show-latency|testEnv|use-affinity 0,1|\
        ucinewgame-ms 1|ping-ms 1|log level=trace";
    let expected: Vec<String> = expected
        .split('|')
        .map(|flag| format!("tengen: --{flag}"))
        .collect();
    assert_eq!(without_effect, expected, "{said}");
    let (plan, games) = games(&folder.join("matches/0001"));
    assert_eq!((games.len(), plan.seed), (2, 7));
    assert_eq!(plan.engines[0].control.increment_ms, 20);
    assert_eq!(plan.engines[0].control.depth, Some(4));
    assert_eq!(plan.engines[0].control.start_ms, 20_000);
    let pgn = read(folder, "a.pgn");
    assert_eq!(
        pgn.matches("[Event \"Cup\"]\n[Site \"Brno\"]\n").count(),
        2,
        "{pgn}"
    );
    let log = read(folder, "all.log");
    let of = |game: u32| {
        log.lines()
            .filter(|line| line.starts_with(&format!("game {game} ")))
            .count()
    };
    assert!(
        of(1) > 10 && of(2) > 10 && of(1) + of(2) == log.lines().count(),
        "{log}"
    );
    for (flag, instead) in [
        ("-noswap", "games always come in pairs"),
        ("-reverse", "games always come in pairs"),
        ("-seeds 2", "the first engine against all others"),
        ("-epdout file=x", "--sgf, --pgnout and --sample"),
        ("-compliance ./Engine1.exe", "tengen accept"),
        ("-sprt elo1=5 model=bayesian", "normalized or logistic"),
        ("-config outname=x.json", "--resume"),
        ("-sample format=bin_lz4", "take format=bin,"),
        (
            "-openings file=freestyle15.epd plies=3",
            "plies=3 cannot be done here",
        ),
    ] {
        let output = pasted(folder, &format!("{engines} {flag}"));
        assert_eq!(output.status.code(), Some(2), "{flag}: {}", text(&output));
        let flag = flag.split_whitespace().next().unwrap();
        let said = text(&output);
        assert!(
            said.contains(instead) && said.contains(flag),
            "{flag}: {said}"
        );
    }
    assert!(!folder.join("matches/0002").exists());
}

/// Every line of the dialogue is there, in its order, with a time that does not run back.
#[test]
fn a_log_is_the_whole_dialogue() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path(), folder.path().to_str().unwrap());
    let flags = [
        "--engine",
        &mock("a", "--fault stderr --at 1"),
        "--engine",
        &mock("b", ""),
        "--rule",
        "freestyle",
        "--empty",
        "-log",
        "-drawafter",
        "4",
        "--out",
        out,
    ];
    let output = command(&flags).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let log = read(path, "logs/game-0001.log");
    let (_, games) = games(path);
    let game = games.iter().find(|game| game.game == 0).unwrap();
    let mut said = Vec::new();
    // Every pipe has a thread that writes down what goes through it.
    let mut last: BTreeMap<String, f64> = BTreeMap::new();
    for line in log.lines().filter(|line| !line.starts_with('#')) {
        let (ms, rest) = line.trim_start().split_once(' ').unwrap();
        let ms: f64 = ms.parse().unwrap();
        let pipe = rest.split(':').next().unwrap().to_string();
        let before = last.insert(pipe, ms).unwrap_or(0.0);
        assert!(ms >= before, "{log}");
        said.push(rest.to_string());
    }
    for name in ["a", "b"] {
        let of = |direction: &str| -> Vec<&str> {
            let beginning = format!("{direction} {name}: ");
            said.iter()
                .filter_map(|line| line.strip_prefix(&beginning))
                .collect()
        };
        let (told, heard) = (of(">"), of("<"));
        assert_eq!((told[0], heard[0]), ("START 15", "OK"), "{log}");
        assert_eq!(told.last(), Some(&"END"), "{log}");
        // An OK and two moves of each.
        assert_eq!(heard.len(), 3, "{log}");
        assert!(told.contains(&"INFO time_left 2147483647"), "{log}");
    }
    assert!(said.contains(&"! a: a complaint".to_string()), "{log}");
    let stones = game.moves.split_whitespace().count();
    assert_eq!((stones, game.reason), (4, EndReason::MaxMoves));
    assert!(
        log.ends_with("# 1/2-1/2, Draw by adjudication (move limit)\n"),
        "{log}"
    );
}

/// What is written stays when the runner is killed in the middle of a game.
#[test]
fn a_log_outlives_a_killed_runner() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let slow = |name| mock(name, "--think-ms 300");
    let flags = [
        "--engine",
        &slow("a"),
        "--engine",
        &slow("b"),
        "--rule",
        "0",
        "-log",
        "--out",
        out,
    ];
    let mut runner = command(&flags)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let log = folder.path().join("logs/game-0001.log");
    let has_move = |text: String| text.lines().filter(|line| line.contains(" < ")).count() > 3;
    wait_for(|| std::fs::read_to_string(&log).is_ok_and(has_move));
    runner.kill().unwrap();
    runner.wait().unwrap();
    assert!(has_move(std::fs::read_to_string(&log).unwrap()));
    // Played anew, the game goes on in its file.
    let output = command(&["--resume", out, "-log"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let text = std::fs::read_to_string(&log).unwrap();
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("# a ("))
            .count(),
        2,
        "{text}"
    );
}

#[test]
fn lost_games_of_a_gauntlet_alone() {
    let folder = workplace();
    let folder = folder.path();
    let engines = |first: &str, others: &str| {
        let [b, c] = ["b", "c"].map(|name| mock(name, others));
        format!(
            "-engine {} -engine {b} -engine {c} -rule 1",
            mock("first", first)
        )
    };
    let deadly = "--fault die-before";
    let line = format!(
        "{} -gauntlet -loseonly -sgf lost.sgf -msg lost.txt -sample file=lost.csv",
        engines(deadly, "")
    );
    let output = pasted(folder, &line);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(read(folder, "lost.sgf").matches("GM[4]").count(), 4);
    assert_eq!(read(folder, "lost.txt").matches("# game ").count(), 4);
    // Games with a fault are no samples.
    assert_eq!(read(folder, "lost.csv"), "");
    let line = format!(
        "{} -gauntlet -loseonly -sgf won.sgf -msg won.txt",
        engines("", deadly)
    );
    let output = pasted(folder, &line);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(read(folder, "won.sgf").matches("GM[4]").count(), 0);
    assert_eq!(read(folder, "won.txt"), "");
    let output = pasted(
        folder,
        &format!("{} -loseonly -sgf all.sgf", engines("", "")),
    );
    let said = text(&output);
    assert!(
        said.contains("--loseonly has no effect: it is for --gauntlet"),
        "{said}"
    );
    assert_eq!(read(folder, "all.sgf").matches("GM[4]").count(), 6);
}

#[test]
fn samples_are_the_positions_of_all_games() {
    let folder = workplace();
    let folder = folder.path();
    let engines = format!(
        "-engine {} -engine {} -rule 0 -boardsize 15",
        mock("a", ""),
        mock("b", "--seed 2")
    );
    let output = pasted(
        folder,
        &format!("{engines} -sample freq=1 format=csv file=all.csv"),
    );
    assert!(output.status.success(), "{}", text(&output));
    let (_, games) = games(&folder.join("matches/0001"));
    let csv = read(folder, "all.csv");
    let moves: usize = games.iter().map(|game| game.us.len()).sum();
    assert_eq!(csv.lines().count(), moves);
    // Rows are counted from the top there; the last line of a won game is the winner's move.
    let flip = |name: &str| format!("{}{}", &name[..1], 16 - name[1..].parse::<usize>().unwrap());
    for game in &games {
        let names: Vec<String> = game.moves.split_whitespace().map(flip).collect();
        let (last, before) = names.split_last().unwrap();
        let result = if game.winner().is_some() { 2 } else { 1 };
        let line = format!("{},{last},{result}", before.concat());
        assert!(csv.lines().any(|found| found == line), "{line}");
    }
    let export = |form: &str| {
        let output = Command::new(TENGEN)
            .args(["export", "matches/0001", "--format", form, "--out", form])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output));
        std::fs::read(folder.join(form)).unwrap()
    };
    assert_eq!(export("csv"), csv.as_bytes());
    let stones = |line: &str| {
        line.split(',')
            .next()
            .unwrap()
            .matches(char::is_alphabetic)
            .count()
    };
    let bytes: usize = csv.lines().map(|line| 4 + 2 * stones(line)).sum();
    assert_eq!(export("bin").len(), bytes);
}

#[test]
fn the_first_fault_may_end_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let (good, bad) = (mock("good", ""), mock("bad", "--fault occupied"));
    let flags = [
        "--engine", &good, "--engine", &bad, "--rule", "0", "--rounds", "50", "--out", out,
    ];
    let output = command(&[&flags[..], &["-fatalerror"]].concat())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(
        text(&output).contains("as --fatalerror says"),
        "{}",
        text(&output)
    );
    let (_, games) = games(folder.path());
    assert!(
        games.last().unwrap().reason == EndReason::Occupied,
        "{games:?}"
    );
    assert!(games.len() < 100, "{}", games.len());
}

/// A brain that loses what comes too soon after its own answer: with a pause nothing does.
#[test]
fn a_pause_helps_a_deaf_brain() {
    let folder = tempfile::tempdir().unwrap();
    let deaf = |keys: &str, ms: u32| {
        let arguments = format!("mock --fault deaf --at 2 --deaf-ms {ms}");
        format!("name=deaf cmd={TENGEN} args='{arguments}' start=20000 leave=20000 {keys}")
    };
    let play = |engine: &str, flags: &[&str], out: &str| {
        let out = folder.path().join(out);
        let base = [
            "--engine",
            engine,
            "--engine",
            &mock("b", ""),
            "--rule",
            "0",
            "--empty",
        ];
        let flags = [
            &base[..],
            &["-drawafter", "8", "--out", out.to_str().unwrap()],
            flags,
        ]
        .concat();
        (command(&flags).output().unwrap(), games(&out).1)
    };
    // It hears nothing for a minute, longer than it is waited for.
    let (output, games) = play(
        &deaf("st=8 timemargin=0", 60_000),
        &["-fatalerror"],
        "stalled",
    );
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert_eq!(games[0].reason, EndReason::Stalled, "{games:?}");
    for word in [
        "no answer in 9000 ms; its last answer came ",
        " ms before the command (pause=MS",
        "-log keeps",
    ] {
        assert!(text(&output).contains(word), "{word}: {}", text(&output));
    }
    let patient = deaf("st=20 timemargin=20000 pause=400", 100);
    let (output, games) = play(
        &patient,
        &["--strict", "--concurrency", "2", "-log"],
        "paused",
    );
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        games.iter().all(|game| game.reason == EndReason::MaxMoves),
        "{games:?}"
    );
    // No command comes sooner, and the pause is on nobody's clock.
    let log = read(folder.path(), "paused/logs/game-0001.log");
    let mut answered = None;
    for line in log.lines().filter(|line| line.contains(" deaf: ")) {
        let ms: f64 = line.split_whitespace().next().unwrap().parse().unwrap();
        if line.contains(" < ") {
            answered = Some(ms);
        } else if let Some(answered) = answered.take() {
            assert!(ms - answered >= 400.0, "{log}");
        }
    }
}
