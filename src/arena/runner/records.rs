//! What a match writes beside its results: what is said in its games, and the games in other formats.

use super::super::dialogue::{LogPlace, Recorder, RecordingError};
use super::super::export::{Export, Format, export};
use super::super::game_log::LogError;
use super::super::plan::{Kind, Plan};
use super::error::{Context, FlagError, Result, invalid};
use super::keys::{keys, number};
use crate::record::{check_target, folder_of};
use clap::Args;
use std::path::{Path, PathBuf};

/// Keys of `--pgnout` in fastchess that change nothing here.
const PGN_KEYS: [&str; 12] = [
    "notation",
    "append",
    "nodes",
    "seldepth",
    "nps",
    "hashfull",
    "tbhits",
    "pv",
    "timeleft",
    "latency",
    "min",
    "match_line",
];

/// What a match writes beside its results, which are flags of `tengen match` as well; the default is nothing.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Records")]
pub struct RecordOptions {
    /// Writes the games as .psq files into psq/ of the folder when the match ends.
    #[arg(long)]
    pub psq: bool,
    /// Writes the games as PGN-like text when the match ends.
    #[arg(long, alias = "pgn", value_name = "FILE")]
    pub pgnout: Option<String>,
    /// Writes the games as SGF when the match ends.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Writes the games for training, packed, when the match ends.
    #[arg(long, value_name = "FILE")]
    pub binpack: Option<PathBuf>,
    /// Writes positions for training when the match ends: format=csv|bin|binpack freq=SHARE file=.
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    pub sample: Option<Option<String>>,
    /// Writes the dialogue with the brains, each line with its time: a file a game in logs/ of the folder, or one file:
    /// file= append=true|false.
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    pub log: Option<Option<String>>,
    /// Appends the brains' messages to a file, game by game.
    #[arg(long = "msg", value_name = "FILE")]
    pub messages: Option<PathBuf>,
    /// Prints details of each game, and turns --log on.
    #[arg(long)]
    pub debug: bool,
    /// With --gauntlet: writes games, messages and samples only of games that the first engine lost.
    #[arg(long = "loseonly")]
    pub lost_games_only: bool,
    /// The Event of PGN headers.
    #[arg(long)]
    pub event: Option<String>,
    /// The Site of PGN headers.
    #[arg(long)]
    pub site: Option<String>,
}

impl RecordOptions {
    /// The options as flags of `tengen match`.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut flag = |name: &str, value: Option<String>| {
            flags.push(format!("--{name}"));
            flags.extend(value);
        };
        let path = |path: &PathBuf| Some(path.display().to_string());
        for (name, is_set) in [
            ("psq", self.psq),
            ("debug", self.debug),
            ("loseonly", self.lost_games_only),
        ] {
            if is_set {
                flag(name, None);
            }
        }
        for (name, file) in [
            ("sgf", &self.sgf),
            ("binpack", &self.binpack),
            ("msg", &self.messages),
        ] {
            if let Some(file) = file {
                flag(name, path(file));
            }
        }
        for (name, group) in [("sample", &self.sample), ("log", &self.log)] {
            if let Some(group) = group {
                flag(name, group.clone());
            }
        }
        for (name, text) in [
            ("pgnout", &self.pgnout),
            ("event", &self.event),
            ("site", &self.site),
        ] {
            if let Some(text) = text {
                flag(name, Some(text.clone()));
            }
        }
        flags
    }
}

/// The files to be written, checked before the first game.
#[derive(Debug)]
pub struct Records {
    log: Option<Log>,
    messages: Option<PathBuf>,
    /// Each with its path; `None` is a folder beside the results.
    exports: Vec<(Export, Option<PathBuf>)>,
    lost_games_only: bool,
    resumes: bool,
    notes: Vec<String>,
}

/// Where dialogues go.
#[derive(Debug, PartialEq)]
enum Log {
    /// Files in a folder beside the results.
    Beside,
    At(LogPlace),
}

impl Records {
    /// Reads the options and checks all paths. Of a run that is resumed the dialogues so far are kept.
    ///
    /// # Errors
    /// With the first flag, key or path that is not valid.
    pub fn read(options: &RecordOptions, resumes: bool) -> Result<Records> {
        let mut notes = Vec::new();
        let log = match &options.log {
            Some(group) => {
                Some(read_log(group.as_deref().unwrap_or(""), &mut notes).context("--log")?)
            }
            None => options.debug.then_some(Log::Beside),
        };
        let records = Records {
            log,
            messages: options.messages.clone(),
            exports: exports(options, &mut notes)?,
            lost_games_only: options.lost_games_only,
            resumes,
            notes,
        };
        let exports = records.exports.iter().map(|(_, path)| path.as_deref());
        for path in exports.chain([records.messages.as_deref()]).flatten() {
            check_target(path).map_err(|error| FlagError::Invalid(error.to_string()))?;
        }
        Ok(records)
    }

    /// A line for each flag or key without effect in a match of this plan, and for each file that will be replaced.
    pub fn notes(&self, plan: &Plan) -> Vec<String> {
        let mut notes = self.notes.clone();
        if self.lost_games_only && self.losses_of(plan).is_none() {
            notes.push(
                "--loseonly has no effect: it is for --gauntlet, games that the first engine lost"
                    .into(),
            );
        }
        let exports = self.exports.iter().filter_map(|(_, path)| path.as_ref());
        let has_content =
            |path: &&PathBuf| path.metadata().is_ok_and(|it| it.is_file() && it.len() > 0);
        if !self.resumes {
            notes.extend(exports.filter(has_content).map(|path| {
                let name = path.display();
                format!("{name} exists, and is made anew when the match ends")
            }));
        }
        notes
    }

    /// The engine whose lost games alone are written, of a match.
    fn losses_of(&self, plan: &Plan) -> Option<usize> {
        (self.lost_games_only && plan.kind == Kind::Gauntlet).then_some(0)
    }

    /// Checks that no two of the files and folders to be written are one, nor one the log of the results.
    ///
    /// # Errors
    /// With the first path that would be written twice.
    pub fn check_places(&self, log: &Path) -> Result<()> {
        let mut places = vec![place_of(log)];
        let dialogues = self.dialogues(log).map(|it| it.path().to_path_buf());
        let exports = self.exports.iter().map(|(_, path)| export_path(path, log));
        for path in dialogues
            .into_iter()
            .chain(self.messages.clone())
            .chain(exports)
        {
            let place = place_of(&path);
            let is_same = |other: &PathBuf| place.starts_with(other) || other.starts_with(&place);
            match places.iter().position(is_same) {
                None => places.push(place),
                Some(0) => invalid!("{}: holds the results of the match", path.display()),
                Some(_) => invalid!("{}: named for two records of the match", path.display()),
            }
        }
        Ok(())
    }

    /// Where the dialogues go, of a match with this log.
    fn dialogues(&self, log: &Path) -> Option<LogPlace> {
        Some(match self.log.as_ref()? {
            Log::Beside => LogPlace::Folder(folder_of(log).join("logs")),
            Log::At(LogPlace::File { path, appends }) => LogPlace::File {
                path: path.clone(),
                appends: *appends || self.resumes,
            },
            Log::At(place) => place.clone(),
        })
    }

    /// Opens the files that are written while a match with this log of its results runs.
    ///
    /// # Errors
    /// If a file cannot be made.
    pub fn recorder(&self, plan: &Plan, log: &Path) -> Result<Recorder, RecordingError> {
        let messages = self.messages.as_ref().map(|path| LogPlace::File {
            path: path.clone(),
            appends: true,
        });
        let dialogues = self.dialogues(log);
        Recorder::open(dialogues.as_ref(), messages.as_ref(), self.losses_of(plan))
    }

    /// Whether dialogues go beside the results.
    pub fn logs_beside(&self) -> bool {
        matches!(self.log, Some(Log::Beside))
    }

    /// Writes the games of a match in the other formats: all that can be written, even if one fails.
    ///
    /// # Errors
    /// With the first file that cannot be written.
    pub fn export(&self, plan: &Plan, log: &Path) -> Result<(), LogError> {
        let mut outcome = Ok(());
        for (what, path) in &self.exports {
            let path = export_path(path, log);
            let what = Export {
                losses_of: self.losses_of(plan),
                ..what.clone()
            };
            let written = export(&[log.to_path_buf()], &what, &path);
            outcome = outcome.and(written.map(|_| ()));
        }
        outcome
    }
}

/// Where an export goes: without a path of its own, a folder beside the results.
fn export_path(path: &Option<PathBuf>, log: &Path) -> PathBuf {
    path.clone().unwrap_or_else(|| folder_of(log).join("psq"))
}

/// A path without links and detours; of a file that is yet to be made, its folder's with its name.
fn place_of(path: &Path) -> PathBuf {
    let own = || {
        let folder = folder_of(path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let there = path.canonicalize().ok();
    there.or_else(own).unwrap_or_else(|| path.into())
}

fn read_log(group: &str, notes: &mut Vec<String>) -> Result<Log> {
    let (mut file, mut appends) = (None, true);
    for (key, value) in keys(group)? {
        let mut no_effect =
            |why: &str| notes.push(format!("--log {key}={value} has no effect: {why}"));
        match key.as_str() {
            "file" => file = Some(PathBuf::from(&value)),
            "append" => appends = number(&key, &value, "true or false")?,
            "level" => no_effect("all that is said is logged"),
            "engine" if value != "true" => no_effect("what the brains say is what this log is for"),
            "realtime" if value != "true" => no_effect("every line is written at once"),
            "compress" if value != "false" => no_effect("the log is plain text; gzip packs it"),
            "engine" | "realtime" | "compress" => {}
            _ => invalid!("'{key}' is no key: file, append (level, engine, realtime, compress)"),
        }
    }
    Ok(match file {
        None => Log::Beside,
        Some(path) => Log::At(LogPlace::File { path, appends }),
    })
}

fn exports(
    options: &RecordOptions,
    notes: &mut Vec<String>,
) -> Result<Vec<(Export, Option<PathBuf>)>> {
    let mut exports: Vec<(Export, Option<PathBuf>)> = Vec::new();
    if options.psq {
        exports.push((Format::Psq.into(), None));
    }
    if let Some(group) = &options.pgnout {
        let path = match group.contains('=') {
            false => group.into(),
            true => read_pgnout(group, notes).context("--pgnout")?,
        };
        exports.push((Format::Pgn.into(), Some(path)));
    }
    if let Some(path) = &options.sgf {
        exports.push((Format::Sgf.into(), Some(path.clone())));
    }
    if let Some(path) = &options.binpack {
        exports.push((Format::Binpack.into(), Some(path.clone())));
    }
    if let Some(group) = &options.sample {
        let (what, path) = read_sample(group.as_deref().unwrap_or("")).context("--sample")?;
        exports.push((what, Some(path)));
    }
    for (what, _) in &mut exports {
        if let Some(event) = &options.event {
            what.event.clone_from(event);
        }
        if let Some(site) = &options.site {
            what.site.clone_from(site);
        }
    }
    Ok(exports)
}

fn read_pgnout(group: &str, notes: &mut Vec<String>) -> Result<PathBuf> {
    let mut file = None;
    let mut others = Vec::new();
    for (key, value) in keys(group)? {
        match key.as_str() {
            "file" => file = Some(value.into()),
            key if PGN_KEYS.contains(&key) => others.push(format!("{key}={value}")),
            _ => invalid!("'{key}' is no key: file ({})", PGN_KEYS.join(", ")),
        }
    }
    if !others.is_empty() {
        let others = others.join(" ");
        notes.push(format!(
            "--pgnout {others} has no effect: the file is made anew when the match ends, with points as h8 \
             and score, depth, time and nodes as far as they are known"
        ));
    }
    file.context("file= is missing")
}

/// The form, the share and the place of samples for training.
fn read_sample(group: &str) -> Result<(Export, PathBuf)> {
    let (mut share, mut file) = (1.0, None);
    let mut form = String::from("csv");
    for (key, value) in keys(group)? {
        match key.as_str() {
            "freq" => {
                share = number(&key, &value, "a share from 0 to 1, such as 0.25")?;
                if !(0.0..=1.0).contains(&share) {
                    invalid!("freq={value}: a share from 0 to 1, such as 0.25");
                }
            }
            "file" => file = Some(PathBuf::from(value)),
            "format" => form = value,
            _ => invalid!("'{key}' is no key: freq, format, file"),
        }
    }
    let format = match form.as_str() {
        "csv" => Format::Csv,
        "bin" => Format::Bin,
        "binpack" if share < 1.0 => {
            invalid!(
                "format=binpack freq={share}: it holds whole games; csv and bin hold positions"
            )
        }
        "binpack" => Format::Binpack,
        "bin_lz4" | "binpack_lz4" => {
            let plain = form.trim_end_matches("_lz4");
            invalid!(
                "format={form} cannot be done here: take format={plain}, and pack the file with lz4"
            )
        }
        _ => invalid!("format={form}: csv, bin or binpack"),
    };
    let what = Export {
        share,
        ..format.into()
    };
    Ok((
        what,
        file.unwrap_or_else(|| format!("sample.{form}").into()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_all_records() {
        let options = RecordOptions {
            psq: true,
            pgnout: Some("a.pgn".into()),
            sgf: Some("a.sgf".into()),
            binpack: Some("a.bin".into()),
            sample: Some(None),
            log: Some(Some("file=a.log".into())),
            messages: Some("a.txt".into()),
            ..RecordOptions::default()
        };
        assert_eq!(
            options.flags().join(" "),
            "--psq --sgf a.sgf --binpack a.bin --msg a.txt --sample --log file=a.log --pgnout a.pgn"
        );
        assert!(RecordOptions::default().flags().is_empty());
    }

    #[test]
    fn samples_in_their_forms() {
        let (what, path) = read_sample("freq=0.25 format=csv file=out.csv").unwrap();
        assert_eq!((what.format, what.share), (Format::Csv, 0.25));
        assert_eq!(path, Path::new("out.csv"));
        let (what, path) = read_sample("").unwrap();
        assert_eq!((what.format, what.share), (Format::Csv, 1.0));
        assert_eq!(path, Path::new("sample.csv"));
        assert_eq!(
            read_sample("format=binpack").unwrap().0.format,
            Format::Binpack
        );
        for (wrong, why) in [
            ("format=bin_lz4", "take format=bin"),
            ("format=xml", "csv, bin or binpack"),
            ("freq=2", "from 0 to 1"),
            ("freq=often", "from 0 to 1"),
            ("format=binpack freq=0.5", "whole games"),
            ("rate=1", "freq, format, file"),
        ] {
            let error = read_sample(wrong).unwrap_err().to_string();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }

    #[test]
    fn logs_go_beside_the_results_or_into_a_file() {
        assert!(matches!(read_log("", &mut vec![]).unwrap(), Log::Beside));
        let log = read_log(
            "file=a.log level=trace append=false engine=true",
            &mut vec![],
        )
        .unwrap();
        let expected = LogPlace::File {
            path: "a.log".into(),
            appends: false,
        };
        assert!(matches!(log, Log::At(place) if place == expected));
        let error = |group| read_log(group, &mut vec![]).err().unwrap().to_string();
        assert!(error("flie=x").contains("'flie' is no key: file, append"));
        assert!(error("append=maybe").contains("true or false"));
    }
}
