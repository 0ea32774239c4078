//! A folder of its own for what a document tells to run: it looks like the repository after a build, and nothing
//! that is written there stays.

use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing that is run takes nearly so long, on a busy machine either: what does hangs.
const HANG: Duration = Duration::from_secs(600);
/// Programs of this build under the names that documents use.
const BRAINS: [&str; 6] = ["a", "b", "new", "old", "other", "pbrain-tengen"];
/// What a document may name from the root of the repository.
const PARTS: [&str; 7] = [
    "src",
    "data",
    "docs",
    "openings",
    "tests",
    "protocol-tests",
    "training",
];
/// The match that documents call `matches/0001`.
const MATCH: &str = "tengen match --engine \"name=tengen-1 cmd=tengen args='mock --seed 1'\" \
    --engine \"name=tengen-2 cmd=tengen args='mock --seed 2'\" --league renju15 --margin-ms 600000";

/// The folder; it goes when this is dropped.
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// `played` is a folder with matches, see [`Scratch::with_match`].
    pub fn new(root: &Path, played: Option<&Path>) -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Scratch { folder };
        let at = |name: &str| scratch.path(name);
        for part in PARTS {
            symlink(root.join(part), at(part)).unwrap();
        }
        // Scripts look for the programs from where they lie themselves.
        copy(&root.join("scripts"), &at("scripts"));
        std::fs::create_dir_all(at("target/release")).unwrap();
        let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
        symlink(env!("CARGO_BIN_EXE_tengen"), at("target/release/tengen")).unwrap();
        symlink(brain, at("target/release/pbrain-tengen")).unwrap();
        for name in BRAINS {
            symlink(brain, at(name)).unwrap();
        }
        if let Some(played) = played {
            copy(played, &at("matches"));
        }
        scratch
    }

    /// A folder in which a match of two brains lies in `matches/0001`.
    pub fn with_match(root: &Path) -> Scratch {
        let scratch = Scratch::new(root, None);
        let (code, output) = scratch.run(MATCH);
        assert_eq!(code, Some(0), "{output}");
        scratch
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a line of the shell: its exit code, `None` if it hung, and all that it printed, errors too.
    pub fn run(&self, line: &str) -> (Option<i32>, String) {
        let printed = self.path(".printed");
        let file = File::create(&printed).unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut child = Command::new("bash")
            .args(["-o", "pipefail", "-c", line])
            .current_dir(self.folder.path())
            .env(
                "PATH",
                format!("{}:{path}", self.path("target/release").display()),
            )
            .env("TMPDIR", self.folder.path())
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let code = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if begun.elapsed() > HANG => {
                    let _ = child.kill();
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let output = std::fs::read(printed).unwrap();
        (code, String::from_utf8_lossy(&output).into_owned())
    }
}

/// Copies a folder with all that lies in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}
