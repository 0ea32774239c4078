//! What an OpenBench server's client expects of runner and engine.

use super::*;
use std::collections::BTreeMap;

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
        -engine dir=Engines/ cmd=./Tengen-1234ABCD proto=uci tc=1.00+0.01 timemargin=20000 \
        option.Threads=1 option.Hash=16 name=Tengen-1234ABCD-dev \
        -engine dir=Engines/ cmd=./Tengen-5678EF01 proto=uci tc=1.00+0.01 timemargin=20000 \
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
    let bench = Command::new(BRAIN).args(["bench", "3"]).output();
    let bench = text(&bench.unwrap());
    let words: Vec<&str> = bench.lines().last().unwrap().split(' ').collect();
    assert!(matches!(words[..], [n, "nodes", m, "nps"]
        if n.parse::<u64>().is_ok() && m.parse::<u64>().is_ok()));
}
