//! The results of a run on disk: the plan in the first line, a game in each further line. A game counts once its line
//! is synced.

use super::game_record::GameRecord;
use super::plan::Plan;
use crate::record::{folder_of, new_file};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How the first line of a log begins.
const HEADER_START: &str = "{\"tengen_match\"";
/// The log's name in a run's folder.
pub const LOG_NAME: &str = "results.jsonl";
/// So many matches are named where a folder holds several.
const NAMED_MATCHES: usize = 3;
/// Characters of a file that are shown where it is no log.
const SHOWN_CHARACTERS: usize = 40;
/// The version of the format.
const VERSION: u32 = 1;
/// How often a lock is tried, and how long in between.
const LOCK_TRIES: usize = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// What is wrong with a log.
#[derive(Debug, Error)]
pub enum LogError {
    /// The system said no.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, io::Error),
    /// What was given is not there.
    #[error(
        "no file or folder {path}: a match is its folder, such as matches/0001, or the {LOG_NAME} in it",
        path = .0.display()
    )]
    Missing(PathBuf),
    /// A folder that is none of a match, and what was found in it.
    #[error("no match in this folder: {path} has no {LOG_NAME}{1}", path = .0.display())]
    NoMatch(PathBuf, String),
    /// A file that is not the log of a match, and what is wrong with its first line.
    #[error(
        "{path} is not the results of a match: {1}; give the folder of a match, such as matches/0001, or \
         the {LOG_NAME} in it",
        path = .0.display()
    )]
    NoLog(PathBuf, String),
    /// Another runner writes to it.
    #[error("{path}: another match is writing to it", path = .0.display())]
    Busy(PathBuf),
    /// A line that is none of ours.
    #[error(
        "{}, line {line}: {what}; the {} lines before it are whole, and a copy of them alone can be used",
        path.display(), line - 1
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Two logs of different runs.
    #[error(
        "{one} and {other} are of different runs ({2} and {3}) and cannot be put together",
        one = .0.display(),
        other = .1.display()
    )]
    Mismatch(PathBuf, PathBuf, String, String),
    /// The same game in two logs.
    #[error(
        "game {1} of {path} has been counted already: is this shard given twice?",
        path = .0.display()
    )]
    Twice(PathBuf, u64),
    /// Results are not written over.
    #[error(
        "{path} exists already: continue it with --resume, or choose another folder",
        path = .0.display()
    )]
    Exists(PathBuf),
}

impl LogError {
    /// Whether another path or another file puts it right: not so if the system fails, or another runner is at work.
    pub fn is_usage(&self) -> bool {
        match self {
            LogError::Io(_, error) => error.kind() == io::ErrorKind::NotFound,
            LogError::Busy(_) => false,
            _ => true,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    tengen_match: u32,
    run: String,
    plan: Plan,
}

impl Header {
    /// The plan, or what is wrong with it.
    fn checked(self) -> Result<Plan, String> {
        if self.tengen_match != VERSION {
            return Err(format!("version {} is not known here", self.tengen_match));
        }
        let plan = self.plan.checked().map_err(|error| error.to_string())?;
        match plan.run_id() == self.run {
            true => Ok(plan),
            false => Err(format!("its plan is not that of run {}", self.run)),
        }
    }
}

/// A log that is being written.
#[derive(Debug)]
pub struct GameLog {
    path: PathBuf,
    file: File,
    /// Bytes that are whole and synced.
    length: u64,
}

impl GameLog {
    /// Begins a run. The log must not exist.
    ///
    /// # Errors
    /// [`LogError`].
    pub fn create(path: &Path, plan: &Plan) -> Result<GameLog, LogError> {
        let header = json_line(&Header {
            tengen_match: VERSION,
            run: plan.run_id(),
            plan: plan.clone(),
        });
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(path.into()),
            _ => LogError::Io(path.into(), error),
        };
        // It appears with its first line or not at all.
        let folder = folder_of(path);
        let mut new = new_file(folder).map_err(failed)?;
        new.write_all(&header).map_err(failed)?;
        new.as_file().sync_data().map_err(failed)?;
        lock(new.as_file(), path)?;
        let file = new
            .persist_noclobber(path)
            .map_err(|error| failed(error.error))?;
        if let Ok(folder) = File::open(folder) {
            // Not every system can sync a folder.
            let _ = folder.sync_all();
        }
        Ok(GameLog {
            path: path.into(),
            file,
            length: header.len() as u64,
        })
    }

    /// Resumes a run: hands each of its games to `each`. The beginning of a line that was never
    /// finished is cut off.
    ///
    /// # Errors
    /// [`LogError`], the file then unchanged.
    pub fn resume(
        path: &Path,
        each: &mut dyn FnMut(&Plan, GameRecord),
    ) -> Result<(GameLog, Plan), LogError> {
        let failed = |error| LogError::Io(path.into(), error);
        let open = OpenOptions::new().read(true).write(true).open(path);
        let mut file = open.map_err(failed)?;
        lock(&file, path)?;
        let (plan, length) = read(path, &file, each)?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let path = path.into();
        Ok((GameLog { path, file, length }, plan))
    }

    /// Adds games and waits until they are on the disk.
    ///
    /// # Errors
    /// [`LogError::Io`]; the log is then as long as before.
    pub fn append(&mut self, games: &[GameRecord]) -> Result<(), LogError> {
        let lines: Vec<u8> = games.iter().flat_map(json_line).collect();
        self.write(&lines)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), LogError> {
        let written = self
            .file
            .write_all(bytes)
            .and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            let _ = self.file.set_len(self.length);
            return Err(LogError::Io(self.path.clone(), error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), LogError> {
    // A process that is just being started holds all open files for a moment.
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(std::fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            // Some file systems know no locks.
            Ok(()) | Err(std::fs::TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(LogError::Busy(path.into()))
}

fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Reads a log: its plan, and each game into `each`. A last line without an end is no game yet.
///
/// # Errors
/// [`LogError`] with the first line that is wrong.
pub fn read_log(path: &Path, each: &mut dyn FnMut(&Plan, GameRecord)) -> Result<Plan, LogError> {
    let file = File::open(path).map_err(|error| LogError::Io(path.into(), error))?;
    Ok(read(path, &file, each)?.0)
}

fn read(
    path: &Path,
    file: &File,
    each: &mut dyn FnMut(&Plan, GameRecord),
) -> Result<(Plan, u64), LogError> {
    let mut input = BufReader::new(file);
    let mut length = 0;
    let mut plan: Option<Plan> = None;
    let mut seen = HashSet::new();
    for number in 1.. {
        let damaged = |what: String| LogError::Damaged {
            path: path.into(),
            line: number,
            what,
        };
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        read.map_err(|error| LogError::Io(path.into(), error))?;
        if line.last() != Some(&b'\n') {
            break;
        }
        length += line.len() as u64;
        let Some(plan) = &plan else {
            plan = Some(plan_of(path, &line)?);
            continue;
        };
        let game: GameRecord = serde_json::from_slice(&line).map_err(|error| {
            damaged(match line.starts_with(HEADER_START.as_bytes()) {
                true => "another run begins here: `tengen stats merge` puts the shards of a run together".into(),
                false => format!("not a game: {error}"),
            })
        })?;
        let engines = [game.black.engine, game.white.engine];
        if engines.iter().any(|&engine| engine >= plan.engines.len()) {
            return Err(damaged(
                "a game of an engine that does not take part".into(),
            ));
        }
        let stones = game.points().map(|(_, points)| points.len());
        if stones.is_none_or(|stones| stones < game.opening) {
            return Err(damaged("moves that are none".into()));
        }
        if !seen.insert(game.game) {
            return Err(damaged(format!("game {} a second time", game.game)));
        }
        each(plan, game);
    }
    match plan {
        Some(plan) => Ok((plan, length)),
        None => Err(LogError::NoLog(path.into(), "it has no whole line".into())),
    }
}

/// The plan in the first line of a log.
fn plan_of(path: &Path, line: &[u8]) -> Result<Plan, LogError> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    let header: Result<Header, _> = serde_json::from_str(text);
    let wrong = |what| LogError::NoLog(path.into(), what);
    let header = header.map_err(|error| {
        let shown: String = text.chars().take(SHOWN_CHARACTERS).collect();
        match text.starts_with(HEADER_START) {
            true => wrong(format!("its first line is damaged ({error})")),
            false if text.is_empty() => wrong("its first line is empty".into()),
            false => wrong(format!(
                "its first line is no plan, but '{}'",
                shown.escape_debug()
            )),
        }
    })?;
    header.checked().map_err(wrong)
}

/// The log that is meant by a run's folder, or by the log itself.
///
/// # Errors
/// [`LogError::Missing`], [`LogError::NoMatch`], or [`LogError::Io`] if one may not look.
pub fn find_log(given: &Path) -> Result<PathBuf, LogError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => LogError::Missing(given.into()),
        _ => LogError::Io(given.into(), error),
    };
    if !std::fs::metadata(given).map_err(failed)?.is_dir() {
        return Ok(given.into());
    }
    let log = given.join(LOG_NAME);
    if log.try_exists().map_err(failed)? {
        return Ok(log);
    }
    let entries = std::fs::read_dir(given).map_err(failed)?;
    let entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let has_log = |path: &&PathBuf| path.join(LOG_NAME).is_file();
    let mut matches: Vec<&PathBuf> = entries.iter().filter(has_log).collect();
    matches.sort();
    let names: Vec<String> = matches
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let found = match (names.len(), entries.len()) {
        (0, 0) => "; it is empty".into(),
        (0, files) => format!(" among its {files} entries"),
        (1..=NAMED_MATCHES, _) => format!("; there is one in {}", names.join(", in ")),
        (more, _) => format!("; there are {more} in it, such as {}", names[more - 1]),
    };
    Err(LogError::NoMatch(given.into(), found))
}

/// Reads logs of one run, such as its shards.
///
/// # Errors
/// [`LogError`] if one is damaged, is of another run, or has a game that another has, too.
pub fn read_logs(
    paths: &[PathBuf],
    each: &mut dyn FnMut(&Plan, GameRecord),
) -> Result<Option<Plan>, LogError> {
    let mut first: Option<(&Path, Plan)> = None;
    // The plans are checked before any game counts.
    for path in paths {
        let plan = read_plan(path)?;
        match &first {
            Some((other, known)) if !known.matches(&plan) => {
                let (known, own) = (known.run_id(), plan.run_id());
                return Err(LogError::Mismatch(other.into(), path.clone(), known, own));
            }
            Some(_) => {}
            None => first = Some((path, plan)),
        }
    }
    read_runs(paths, &mut |_, plan, game| each(plan, game))?;
    Ok(first.map(|(_, plan)| plan))
}

/// Reads logs of one run or of several. Each game comes with the number of its log, from 0.
///
/// # Errors
/// [`LogError`] if one is damaged, or has a game that another of its run has, too.
pub fn read_runs(
    paths: &[PathBuf],
    each: &mut dyn FnMut(usize, &Plan, GameRecord),
) -> Result<(), LogError> {
    let mut seen: HashSet<(String, u64)> = HashSet::new();
    for (log, path) in paths.iter().enumerate() {
        let run = read_plan(path)?.run_id();
        let mut twice = None;
        read_log(path, &mut |plan, game| {
            if seen.insert((run.clone(), game.game)) {
                each(log, plan, game);
            } else {
                twice.get_or_insert(game.game);
            }
        })?;
        if let Some(number) = twice {
            return Err(LogError::Twice(path.clone(), number));
        }
    }
    Ok(())
}

/// Reads the first line alone.
///
/// # Errors
/// [`LogError`] if it is no plan.
pub fn read_plan(path: &Path) -> Result<Plan, LogError> {
    let failed = |error| LogError::Io(path.into(), error);
    let mut line = Vec::new();
    let file = File::open(path).map_err(failed)?;
    BufReader::new(file)
        .read_until(b'\n', &mut line)
        .map_err(failed)?;
    plan_of(path, &line)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::end_reason::EndReason;
    use super::super::game_record::{GameResult, Side};
    use super::super::plan::Shard;
    use super::super::plan::tests::plan;
    use super::*;

    /// A game of two engines, the first of them black in even games.
    pub fn record(game: u64, result: GameResult) -> GameRecord {
        let black = (game % 2) as usize;
        let side = |engine| Side::new(engine, &format!("engine {engine}"));
        GameRecord {
            game,
            league: "renju15".into(),
            rule: 4,
            size: 15,
            black: side(black),
            white: side(1 - black),
            result,
            reason: EndReason::Five,
            detail: String::new(),
            opening: 1,
            moves: "h8 i9 j10".into(),
            us: vec![1000, 2000],
            scores: vec![Some(5), None],
            nodes: vec![Some(100), None],
            depths: vec![Some(3), None],
            rounds: vec![],
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let games = [0, 1, 2].map(|game| record(game, GameResult::BlackWins));
        let mut log = GameLog::create(&path, &plan(2)).unwrap();
        log.append(&games).unwrap();
        drop(log);
        let whole = std::fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1]
            .iter()
            .rposition(|&b| b == b'\n')
            .unwrap()
            + 1;
        for cut in last..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut found = Vec::new();
            let (mut log, read) = GameLog::resume(&path, &mut |_, game| found.push(game)).unwrap();
            assert_eq!(read, plan(2));
            let expected = if cut == whole.len() { 3 } else { 2 };
            assert_eq!(found, games[..expected]);
            log.append(&games[expected..]).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let error = |text: &[u8]| {
            std::fs::write(&path, text).unwrap();
            let message = GameLog::resume(&path, &mut |_, _| {})
                .unwrap_err()
                .to_string();
            assert_eq!(std::fs::read(&path).unwrap(), text, "{message}");
            message
        };
        assert!(error(b"").contains("not the results of a match: it has no whole line"));
        assert!(error(b"hello\n").contains("no plan, but 'hello'"));
        assert!(
            error(b"{\"tengen_match\":1}\n").contains("its first line is damaged (missing field")
        );
        drop(std::fs::remove_file(&path));
        let mut log = GameLog::create(&path, &plan(2)).unwrap();
        log.append(&[record(0, GameResult::Draw)]).unwrap();
        drop(log);
        let good = std::fs::read(&path).unwrap();
        let with = |tail: &[u8]| [&good, tail].concat();
        assert!(error(&with(b"junk\n")).contains("line 3: not a game"));
        assert!(error(&with(&good)).contains("line 3: another run begins here"));
        let again = json_line(&record(0, GameResult::Draw));
        assert!(error(&with(&again)).contains("game 0 a second time"));
        let mut stranger = record(1, GameResult::Draw);
        stranger.black.engine = 7;
        assert!(error(&with(&json_line(&stranger))).contains("does not take part"));
        assert!(matches!(
            GameLog::create(&path, &plan(2)),
            Err(LogError::Exists(_))
        ));
    }

    #[test]
    fn what_is_no_match_is_told_from_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let error = |name: &str| find_log(&path(name)).unwrap_err().to_string();
        assert!(error("nothing").contains("nothing: a match is its folder"));
        std::fs::create_dir(path("matches")).unwrap();
        assert!(error("matches").contains("no match in this folder"));
        assert!(error("matches").ends_with("it is empty"));
        std::fs::write(path("matches/notes"), "").unwrap();
        assert!(error("matches").ends_with("among its 1 entries"));
        for number in 1..=5 {
            std::fs::create_dir(path(&format!("matches/{number}"))).unwrap();
            let log = path(&format!("matches/{number}/{LOG_NAME}"));
            drop(GameLog::create(&log, &plan(2)).unwrap());
            let told = error("matches");
            let last = path(&format!("matches/{number}"));
            assert!(told.contains(last.to_str().unwrap()), "{told}");
        }
        let log = path("matches/1").join(LOG_NAME);
        assert_eq!(find_log(&path("matches/1")).unwrap(), log);
        assert_eq!(find_log(&log).unwrap(), log);
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let _log = GameLog::create(&path, &plan(2)).unwrap();
        let second = GameLog::resume(&path, &mut |_, _| {});
        assert!(matches!(second, Err(LogError::Busy(_))));
    }

    #[test]
    fn only_shards_of_one_run_go_together() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, plan: &Plan, games: &[u64]| {
            let path = folder.path().join(name);
            let records: Vec<_> = games.iter().map(|&g| record(g, GameResult::Draw)).collect();
            GameLog::create(&path, plan)
                .unwrap()
                .append(&records)
                .unwrap();
            path
        };
        let shard = |index| Plan {
            shard: Shard { index, count: 2 },
            ..plan(2)
        };
        let one = write("one", &shard(1), &[0, 1]);
        let two = write("two", &shard(2), &[4, 5]);
        let other = write(
            "other",
            &Plan {
                seed: 9,
                ..shard(2)
            },
            &[6],
        );
        let read = |paths: &[&PathBuf]| {
            let mut games = 0;
            let paths: Vec<PathBuf> = paths.iter().copied().cloned().collect();
            read_logs(&paths, &mut |_, _| games += 1).map(|_| games)
        };
        assert_eq!(read(&[&one, &two]).unwrap(), 4);
        assert!(matches!(read(&[&one, &other]), Err(LogError::Mismatch(..))));
        assert!(matches!(read(&[&one, &one]), Err(LogError::Twice(..))));
        let runs = |paths: &[&PathBuf]| {
            let mut logs = Vec::new();
            let paths: Vec<PathBuf> = paths.iter().copied().cloned().collect();
            read_runs(&paths, &mut |log, _, _| logs.push(log)).map(|()| logs)
        };
        assert_eq!(runs(&[&one, &other, &two]).unwrap(), [0, 0, 1, 2, 2]);
        let again = runs(&[&one, &other, &one]);
        assert!(matches!(again, Err(LogError::Twice(..))));
    }
}
