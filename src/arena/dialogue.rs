//! Records of the dialogue between runner and brains: a log of each game with time stamps, and the brains' messages.
//!
//! Every line is written at once, so that it survives a crash. A file that cannot be written ends no game:
//! the first failure is kept, and reported at the end of the run.

use crate::time::Clock;
use parking_lot::Mutex;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Lines of a brain that are messages to people, by their first word.
const MESSAGES: [&str; 4] = ["MESSAGE", "DEBUG", "ERROR", "UNKNOWN"];
/// The limit of a game's messages.
const MOST_MESSAGE_BYTES: usize = 4 << 20;

/// A file of dialogues or messages that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct RecordingError {
    path: PathBuf,
    error: io::Error,
}

/// Where the dialogues of a run go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogPlace {
    /// A file for each game, `game-0001.log`, in a folder that is created if missing.
    Folder(PathBuf),
    /// One file for all games, appended to or replaced.
    File {
        /// The file.
        path: PathBuf,
        /// Whether it is appended to.
        appends: bool,
    },
}

impl LogPlace {
    /// The folder or the file.
    pub fn path(&self) -> &Path {
        match self {
            LogPlace::Folder(path) | LogPlace::File { path, .. } => path,
        }
    }
}

/// Records the dialogues of a run. The default records nothing.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    folder: Option<PathBuf>,
    whole: Option<Sink>,
    messages: Option<Sink>,
    /// If set, only the messages of games that this engine lost are kept.
    losses_of: Option<usize>,
    failure: Arc<Mutex<Option<RecordingError>>>,
}

/// A file that is written line by line, from several threads.
#[derive(Clone, Debug)]
struct Sink {
    path: PathBuf,
    file: Arc<Mutex<SinkFile>>,
}

#[derive(Debug)]
struct SinkFile {
    file: File,
    /// Whether the old content is removed before the first write; not earlier, so that a run without a game keeps it.
    clears: bool,
}

impl Sink {
    fn open(path: &Path, appends: bool) -> Result<Sink, RecordingError> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let file = opened.map_err(|error| RecordingError {
            path: path.into(),
            error,
        })?;
        Ok(Sink {
            path: path.into(),
            file: Arc::new(Mutex::new(SinkFile {
                file,
                clears: !appends,
            })),
        })
    }

    fn write(&self, text: &str) -> Result<(), RecordingError> {
        let mut sink = self.file.lock();
        let cleared = match std::mem::take(&mut sink.clears) {
            true => sink.file.set_len(0),
            false => Ok(()),
        };
        let written = cleared.and_then(|()| sink.file.write_all(text.as_bytes()));
        written.map_err(|error| RecordingError {
            path: self.path.clone(),
            error,
        })
    }
}

impl Recorder {
    /// Opens the folder or the file of the dialogues, and the file of the messages. With `losses_of`, only the
    /// messages of games that this engine lost are written.
    ///
    /// # Errors
    /// If one of them cannot be made.
    pub fn open(
        log: Option<&LogPlace>,
        messages: Option<&LogPlace>,
        losses_of: Option<usize>,
    ) -> Result<Recorder, RecordingError> {
        let mut recorder = Recorder {
            losses_of,
            ..Recorder::default()
        };
        match log {
            None => {}
            Some(LogPlace::File { path, appends }) => {
                recorder.whole = Some(Sink::open(path, *appends)?);
            }
            Some(LogPlace::Folder(path)) => {
                std::fs::create_dir_all(path).map_err(|error| RecordingError {
                    path: path.clone(),
                    error,
                })?;
                recorder.folder = Some(path.clone());
            }
        }
        recorder.messages = match messages {
            Some(LogPlace::File { path, appends }) => Some(Sink::open(path, *appends)?),
            Some(LogPlace::Folder(_)) | None => None,
        };
        Ok(recorder)
    }

    /// The first file that could not be written, if there was one.
    pub fn failure(&self) -> Option<RecordingError> {
        self.failure.lock().take()
    }

    fn check(&self, written: Result<(), RecordingError>) {
        if let Err(error) = written {
            self.failure.lock().get_or_insert(error);
        }
    }

    /// Begins the dialogue of a game, counted from 0; its title names the players. `None` if nothing is kept.
    pub(super) fn begin(&self, game: u64, title: &str) -> Option<Dialogue> {
        if self.folder.is_none() && self.whole.is_none() && self.messages.is_none() {
            return None;
        }
        let mut log = self.whole.clone();
        let prefix = match &log {
            Some(_) => format!("game {} ", game + 1),
            None => String::new(),
        };
        if let Some(folder) = &self.folder {
            // A game that is replayed after a crash is appended to its file.
            match Sink::open(&folder.join(format!("game-{:04}.log", game + 1)), true) {
                Ok(sink) => log = Some(sink),
                Err(error) => self.check(Err(error)),
            }
        }
        let dialogue = Dialogue(Arc::new(Shared {
            recorder: self.clone(),
            title: title.into(),
            game,
            prefix,
            begun: Clock::start(),
            log,
            messages: Mutex::default(),
        }));
        dialogue.0.log_line(&format!(
            "# {title}: ms since the start of the game; > to the brain, < from it, ! on its standard error"
        ));
        Some(dialogue)
    }
}

#[derive(Debug)]
struct Shared {
    recorder: Recorder,
    title: String,
    game: u64,
    /// The prefix of the game's lines in a common file.
    prefix: String,
    begun: Clock,
    log: Option<Sink>,
    messages: Mutex<String>,
}

impl Shared {
    fn log_line(&self, line: &str) {
        if let Some(log) = &self.log {
            self.recorder
                .check(log.write(&format!("{}{line}\n", self.prefix)));
        }
    }
}

/// The dialogue of a game.
#[derive(Clone, Debug)]
pub(super) struct Dialogue(Arc<Shared>);

impl Dialogue {
    /// A brain's part in it.
    pub fn writer(&self, name: &str) -> DialogueWriter {
        DialogueWriter {
            shared: self.0.clone(),
            name: name.into(),
        }
    }

    /// Ends the dialogue with the result, and writes the messages as a block; `lost_by` is the engine that lost.
    pub fn close(&self, ending: &str, lost_by: Option<usize>) {
        let shared = &self.0;
        shared.log_line(&format!("# {ending}"));
        let recorder = &shared.recorder;
        let is_kept = recorder
            .losses_of
            .is_none_or(|engine| lost_by == Some(engine));
        if let (true, Some(file)) = (is_kept, &recorder.messages) {
            let (game, title) = (shared.game + 1, &shared.title);
            let messages = std::mem::take(&mut *shared.messages.lock());
            let text = format!("# game {game}, {title}: {ending}\n{messages}\n");
            recorder.check(file.write(&text));
        }
    }
}

/// Writes one brain's part of a dialogue.
#[derive(Clone, Debug)]
pub(super) struct DialogueWriter {
    shared: Arc<Shared>,
    name: String,
}

impl DialogueWriter {
    /// Lines that are sent to the brain.
    pub fn sent(&self, lines: &str) {
        for line in lines.lines() {
            self.log(self.shared.begun.elapsed(), '>', line);
        }
    }

    /// A line of the brain, and the moment at which it was read.
    pub fn received(&self, line: &str, read: Clock) {
        self.log(read.since(self.shared.begun), '<', line);
        let word = line.split_whitespace().next().unwrap_or("");
        let is_message = MESSAGES
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known));
        if is_message && self.shared.recorder.messages.is_some() {
            let mut messages = self.shared.messages.lock();
            if messages.len() < MOST_MESSAGE_BYTES {
                let _ = writeln!(messages, "{}: {line}", self.name);
            }
        }
    }

    /// A line on the brain's standard error.
    pub fn stderr(&self, line: &str) {
        self.log(self.shared.begun.elapsed(), '!', line);
    }

    fn log(&self, at: std::time::Duration, direction: char, line: &str) {
        if self.shared.log.is_some() {
            let ms = at.as_secs_f64() * 1000.0;
            let name = &self.name;
            self.shared
                .log_line(&format!("{ms:>10.3} {direction} {name}: {line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speak(recorder: &Recorder, game: u64, lost_by: Option<usize>) {
        let dialogue = recorder.begin(game, "a (black) - b (white)").unwrap();
        let writer = dialogue.writer("a");
        writer.sent("START 15\nINFO rule 0\n");
        writer.received("MESSAGE hello", Clock::start());
        writer.received("7,7", Clock::start());
        writer.stderr("oh");
        dialogue.close("1-0", lost_by);
    }

    #[test]
    fn every_line_has_its_time_direction_and_speaker() {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        let place = LogPlace::Folder(logs.clone());
        let recorder = Recorder::open(Some(&place), None, None).unwrap();
        speak(&recorder, 6, None);
        let text = std::fs::read_to_string(logs.join("game-0007.log")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("# a (black) - b (white)"), "{text}");
        let said: Vec<(f64, &str)> = lines[1..lines.len() - 1]
            .iter()
            .map(|line| line.trim_start().split_once(' ').unwrap())
            .map(|(ms, rest)| (ms.parse().unwrap(), rest))
            .collect();
        let rest: Vec<&str> = said.iter().map(|&(_, rest)| rest).collect();
        let expected = [
            "> a: START 15",
            "> a: INFO rule 0",
            "< a: MESSAGE hello",
            "< a: 7,7",
            "! a: oh",
        ];
        assert_eq!(rest, expected);
        assert!(said.is_sorted_by(|one, other| one.0 <= other.0), "{text}");
        assert_eq!(lines.last(), Some(&"# 1-0"));
        assert!(recorder.failure().is_none());
    }

    #[test]
    fn one_file_tells_the_games_apart_and_is_added_to_where_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.log");
        let lines = |appends| {
            let place = LogPlace::File {
                path: path.clone(),
                appends,
            };
            let recorder = Recorder::open(Some(&place), None, None).unwrap();
            speak(&recorder, 0, None);
            speak(&recorder, 1, None);
            let text = std::fs::read_to_string(&path).unwrap();
            let of = |game: &str| text.lines().filter(|line| line.starts_with(game)).count();
            (of("game 1 "), of("game 2 "), text.lines().count())
        };
        assert_eq!(lines(true), (7, 7, 14));
        assert_eq!(lines(true), (14, 14, 28));
        assert_eq!(lines(false), (7, 7, 14));
    }

    #[test]
    fn messages_of_lost_games_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("messages.txt");
        let file = LogPlace::File {
            path: path.clone(),
            appends: false,
        };
        let recorder = Recorder::open(None, Some(&file), Some(0)).unwrap();
        speak(&recorder, 0, Some(1));
        speak(&recorder, 1, Some(0));
        speak(&recorder, 2, None);
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = "# game 2, a (black) - b (white): 1-0\na: MESSAGE hello\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no/such.log");
        let place = LogPlace::File {
            path: path.clone(),
            appends: true,
        };
        let error = Recorder::open(Some(&place), None, None)
            .unwrap_err()
            .to_string();
        assert!(error.contains(path.to_str().unwrap()), "{error}");
        // A folder that goes away: the games continue, and the first failure is reported.
        let logs = folder.path().join("logs");
        let recorder = Recorder::open(Some(&LogPlace::Folder(logs.clone())), None, None).unwrap();
        std::fs::remove_dir(&logs).unwrap();
        speak(&recorder, 0, None);
        let error = recorder.failure().unwrap().to_string();
        assert!(error.contains("game-0001.log"), "{error}");
    }
}
