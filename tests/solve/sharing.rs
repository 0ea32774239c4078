//! One search shared as jobs: killed, lost and wrong ones cost only themselves.

use super::*;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Standard: black wins within this number of plies, not without quiet moves, with some hundred positions on the way.
const SHARED: (&str, &str) = ("h8 h9 g9 g8 f7 f8 e7 h7", "27");

struct Search {
    folder: tempfile::TempDir,
    state: PathBuf,
    flags: String,
}

impl Search {
    fn begin() -> Search {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        let (start, plies) = SHARED;
        let flags = format!(
            "--rule 1 --plies {plies} --goal win --no-book --state {}",
            state.display()
        );
        expect(start, &format!("{flags} --nodes 1000"), 3, &["unknown"]);
        Search {
            folder,
            state,
            flags,
        }
    }

    fn jobs(&self, step: &str, files: &[&Path], flags: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["jobs", step]).args(files).args(flags);
        command.output().unwrap()
    }

    /// Splits the search into jobs; none if expanding positions has won it.
    fn split(&self) -> Vec<PathBuf> {
        let folder = self.folder.path().join("jobs");
        let _ = std::fs::remove_dir_all(&folder);
        let output = self.jobs("split", &[&self.state, &folder], &["--jobs", "6"]);
        if output.status.code() == Some(1) {
            assert!(text(&output).contains("won; "), "{}", text(&output));
            return Vec::new();
        }
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let jobs = std::fs::read_dir(folder).unwrap();
        let jobs: Vec<_> = jobs.map(|job| job.unwrap().path()).collect();
        assert!((1..=6).contains(&jobs.len()), "{jobs:?}");
        jobs
    }

    fn run(&self, job: &Path, nodes: &str) {
        let state = self.state.to_str().unwrap();
        let output = self.jobs("run", &[job], &["--like", state, "--nodes", nodes]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }

    /// Takes jobs in; returns whether the search is won, and what is printed.
    fn take(&self, jobs: &[PathBuf]) -> (bool, String) {
        let files: Vec<&Path> = [&self.state]
            .into_iter()
            .chain(jobs)
            .map(|f| f.as_path())
            .collect();
        let output = self.jobs("take", &files, &[]);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 3)), "{}", text(&output));
        (code == Some(0), text(&output))
    }

    fn state(&self) -> String {
        std::fs::read_to_string(&self.state).unwrap()
    }
}

/// A process that was killed leaves a line without its end.
fn cut_short(job: &Path) {
    let mut file = std::fs::File::options().append(true).open(job).unwrap();
    file.write_all(b"0 threats a1 b").unwrap();
}

#[test]
fn a_shared_search_is_won_in_spite_of_killed_and_lost_jobs() {
    let search = Search::begin();
    let mut rounds = 0;
    let is_won = |jobs: &[PathBuf]| search.take(jobs).0;
    let mut jobs = Vec::new();
    while !is_won(&jobs) {
        assert!(rounds < 100, "{}", search.state());
        rounds += 1;
        jobs = search.split();
        let lost = jobs.pop().filter(|_| !jobs.is_empty());
        lost.iter()
            .for_each(|job| std::fs::remove_file(job).unwrap());
        jobs.iter().for_each(|job| search.run(job, "300000"));
        jobs.first().into_iter().for_each(|job| cut_short(job));
    }
    let certificate = search.folder.path().join("certificate");
    let flags = format!("{} --certificate {}", search.flags, certificate.display());
    let (start, plies) = SHARED;
    let within = format!("won within {plies} plies");
    expect(
        start,
        &flags,
        0,
        &[" 0 positions settled", &within, "checked"],
    );
    let check = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["verify", certificate.to_str().unwrap()])
        .output();
    assert!(text(&check.unwrap()).contains("PROVEN"));
}

#[test]
fn what_no_checker_confirms_is_left_out() {
    let search = Search::begin();
    let jobs = search.split();
    let wrong = |line: &str| {
        let before = std::fs::read_to_string(&jobs[0]).unwrap();
        std::fs::write(&jobs[0], before.clone() + line).unwrap();
        let state = search.state();
        let (is_won, told) = search.take(&jobs[..1]);
        assert!(!is_won && told.contains("left out: "), "{told}");
        assert_eq!(search.state(), state);
        std::fs::write(&jobs[0], before).unwrap();
        told
    };
    let told = wrong("1 won a1 after \n");
    assert!(
        told.contains("the checker does not confirm its wins"),
        "{told}"
    );
    let told = wrong("1 won h8 after \n");
    assert!(told.contains("no legal moves"), "{told}");
    let told = wrong("1 won a1 behind\n");
    assert!(told.contains("no 'after'"), "{told}");
    let other = search.folder.path().join("other.job");
    let job = std::fs::read_to_string(&jobs[0]).unwrap();
    std::fs::write(&other, job.replace("plies 35", "plies 37")).unwrap();
    let (_, told) = search.take(&[other]);
    assert!(told.contains("a job of another search"), "{told}");
}
