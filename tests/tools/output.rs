//! Where output goes, exit codes, help, and the brain's own words.

use super::*;
use std::path::Path;

fn brain(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the brain starts")
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly_and_a_full_disk_with_a_word() {
    let start = |arguments: &str, stdout: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(arguments.split(' ')).stdout(stdout);
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = start("bench --depth 1", Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output).as_str()),
        (Some(0), "")
    );
    if cfg!(target_os = "linux") {
        // 1 says something else of a position than that it could not be told.
        for (arguments, code) in [
            ("bench --depth 1", 1),
            ("--help", 1),
            ("match -version", 1),
            ("book h8 i9", 4),
            ("solve h8 i9", 4),
        ] {
            let full = std::fs::File::options().write(true).open("/dev/full");
            let child = start(arguments, full.unwrap().into());
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{arguments}");
            assert!(text(&output).contains("cannot write to standard output"));
        }
        for arguments in ["solve h8 h8", "stats /no/such/folder"] {
            let full = std::fs::File::options().write(true).open("/dev/full");
            let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
            command.args(arguments.split(' ')).stderr(full.unwrap());
            let ended = command.output().unwrap();
            assert_eq!(ended.status.code(), Some(2), "{arguments}");
        }
    }
}

/// A link stays a link, and a pipe or a device is written to as it is.
#[cfg(unix)]
#[test]
fn what_is_written_goes_where_a_link_or_a_pipe_leads() {
    let folder = tempfile::tempdir().unwrap();
    let [target, link, pipe] = ["target", "link", "pipe"].map(|name| folder.path().join(name));
    std::fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let path = pipe.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(path).unwrap());
    for place in [&link, &pipe] {
        let name = place.to_str().unwrap();
        let written = tengen(&["solve", "h8", "i9", "--goal", "win", "--certificate", name]);
        assert!(written.status.success(), "{}", text(&written));
    }
    assert!(link.is_symlink() && !pipe.is_file());
    let certificate = std::fs::read_to_string(&target).unwrap();
    assert!(certificate.contains("start h8 i9\n"), "{certificate}");
    assert_eq!(reader.join().unwrap(), certificate);
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&tengen(&["--help"]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // Further lines of a description are indented more.
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|rest| !rest.starts_with(' '))
        })
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"analyse"), "{commands:?}");
    let written = tengen(&["man", folder.path().to_str().unwrap()]);
    assert!(written.status.success(), "{}", text(&written));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&tengen(&["completions", shell]));
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = folder.path().join(format!("tengen-{command}.1"));
        let page = std::fs::read_to_string(&page).unwrap();
        // Lines of examples are not joined.
        assert_eq!(
            page.contains(".SH EXTRA"),
            page.contains(".SH EXTRA\n.nf\n")
        );
    }
    let file = folder.path().join("tengen.1");
    let refused = tengen(&["man", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert_eq!(tengen(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn wrong_usage_and_failures_have_their_own_codes() {
    for (arguments, code, word) in [
        (&["match", "--league", "chess"][..], 2, "possible values"),
        (&["match", "--brain", "/no/such/brain"], 2, "/no/such/brain"),
        (&["solve", "--suite", "/no/such/file"], 2, "/no/such/file"),
        (&["check-renju", "/no/such/file"], 2, "/no/such/file"),
        (
            &[
                "openings",
                "make",
                "renju15",
                "--count",
                "1",
                "--out",
                "/no/such/folder/x",
            ],
            2,
            "there is no folder /no/such/folder",
        ),
        (
            &["openings", "make", "renju15", "--count", "0", "--out", "x"],
            2,
            "0 is not in 1..",
        ),
        (
            &["solve", "Cargo.toml"],
            2,
            "(--file Cargo.toml reads the file)",
        ),
        (
            &["solve", "h8", "i9", "--first", "3"],
            2,
            "--first 3: there are 2 moves",
        ),
        (
            &["match", "--rule", "renju", "--boardsize", "5"],
            2,
            "drawn with its first stone",
        ),
        (&["verify", "--threads", "0"], 2, "0 is not in 1..=256"),
        (&["prove", "x", "--efforts", "7"], 2, "7 is not in 1..=6"),
        (
            &["datagen", "--share", "nan", "--moves-of", "x", "--out", "y"],
            2,
            "a share from 0 to 1 is expected",
        ),
        (&["match", "--out", "Cargo.toml"], 2, "Cargo.toml: a folder"),
        (
            &["review", "tests/corpus.rs", "--sgf", "Cargo.toml"],
            2,
            "Cargo.toml: a folder",
        ),
        (&["nonsense"], 2, "nonsense"),
    ] {
        let output = tengen(arguments);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            text(&output)
        );
        assert!(
            text(&output).contains(word),
            "{arguments:?}: {}",
            text(&output)
        );
    }
}

#[test]
fn the_brains_own_words() {
    let number = env!("CARGO_PKG_VERSION");
    let build = &*tengen::version::VERSION;
    assert!(
        build.starts_with(number) && build.contains("tools"),
        "{build}"
    );
    for (flag, version) in [("-V", number), ("--version", build)] {
        assert_eq!(text(&brain(&[flag])), format!("pbrain-tengen {version}\n"));
        assert_eq!(text(&tengen(&[flag])), format!("tengen {version}\n"));
    }
    assert!(text(&brain(&["--help"])).contains("bench"));
    let without_book = text(&brain(&["--book", "/no/such/book"]));
    assert!(
        without_book.starts_with("MESSAGE /no/such/book: no book: "),
        "{without_book}"
    );
    let bench = text(&brain(&["bench", "3"]));
    let last: Vec<&str> = bench.lines().last().unwrap().split(' ').collect();
    assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{bench}");
    let unknown = brain(&["--no-such-flag", "word"]);
    assert!(unknown.status.success() && text(&unknown).is_empty());
}

#[test]
fn a_log_file_is_written_on_request_only() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let run = |log: &Path| {
        let output = brain(&["--log-file", log.to_str().unwrap()]);
        assert!(output.status.success() && text(&output).is_empty());
    };
    run(&log);
    assert!(log.exists());
    run(Path::new("/no/such/folder/log"));
}

/// The commands whose `--help` has examples, and those examples that end at once, run in an empty folder.
#[test]
fn what_help_shows_as_an_example_works() {
    let commands = [
        "solve",
        "prove",
        "verify",
        "book",
        "check-renju",
        "referee",
        "openings",
        "openings make",
        "openings check",
        "openings convert",
        "openings swap2",
        "datagen",
        "turning-points",
        "turning-points find",
        "turning-points test",
        "puzzles",
        "bench",
    ];
    for command in commands {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = text(&tengen(&words));
        let (_, examples) = help.split_once("\nExample").expect(command);
        let folder = tempfile::tempdir().unwrap();
        let mut ran = 0;
        for line in examples.lines().filter(|line| line.starts_with("  ")) {
            let line = line.trim();
            let slow = [
                "bench --micro",
                "tengen bench ",
                "tengen book  ",
                "--kilonodes",
                "book.certificate",
            ];
            let is_shell = line.starts_with("tengen ") || line.starts_with("echo ");
            if !is_shell || slow.iter().any(|word| line.contains(word)) {
                continue;
            }
            // What stands after two blanks or more says what it does.
            let shell = line.split("   ").next().unwrap();
            let shell = shell.replace("tengen ", concat!(env!("CARGO_BIN_EXE_tengen"), " "));
            let output = Command::new("sh")
                .args(["-c", &shell])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert!(
                matches!(output.status.code(), Some(0 | 1))
                    && (output.stdout.len() > 1 || shell.contains('>')),
                "{command}: {shell}: {}",
                text(&output)
            );
            let refused = text(&output).contains("tengen: ") || text(&output).contains("error: ");
            assert!(!refused, "{command}: {shell}: {}", text(&output));
            ran += 1;
        }
        let slow = ["openings swap2", "bench"].contains(&command);
        assert!(ran > 0 || slow, "{command}: {examples}");
    }
}
