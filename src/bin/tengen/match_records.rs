//! What a match writes beside its results: what is said in its games, and the games in other formats.

use super::files::check_target;
use super::match_keys::number;
use super::match_options::Running;
use super::runner_flags::keys;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use tengen::arena::{Export, Format, Kind, LogPlace, Plan, Recorder, export, folder_of};

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

/// What is to be written.
pub struct Records {
    log: Option<Log>,
    messages: Option<PathBuf>,
    /// Each with its place; none is one beside the results.
    exports: Vec<(Export, Option<PathBuf>)>,
    lost_games_only: bool,
}

/// Where dialogues go.
enum Log {
    /// Files in a folder beside the results.
    Beside,
    At(LogPlace),
}

impl Records {
    /// Reads what is asked for; all places are checked before the first game. Tells on standard error what has
    /// no effect.
    ///
    /// # Errors
    /// With what is wrong in the flags.
    pub fn read(running: &Running) -> Result<Records> {
        let log = match &running.log {
            Some(group) => Some(read_log(group.as_deref().unwrap_or("")).context("--log")?),
            None => running.debug.then_some(Log::Beside),
        };
        let records = Records {
            log,
            messages: running.msg.clone(),
            exports: exports(running)?,
            lost_games_only: running.loseonly,
        };
        let places = records
            .exports
            .iter()
            .filter_map(|(_, path)| path.as_deref());
        let places: Vec<&Path> = places.chain(records.messages.as_deref()).collect();
        for (number, path) in places.iter().enumerate() {
            check_target(path)?;
            if places[..number].contains(path) {
                bail!("{}: named for two records of the match", path.display());
            }
        }
        Ok(records)
    }

    /// The engine whose lost games alone are written, of a match.
    fn losses_of(&self, plan: &Plan) -> Option<usize> {
        (self.lost_games_only && plan.kind == Kind::Gauntlet).then_some(0)
    }

    /// Opens what is written while the match runs.
    ///
    /// # Errors
    /// If a file cannot be made.
    pub fn recorder(&self, plan: &Plan, folder: &Path) -> Result<Recorder> {
        if self.lost_games_only && self.losses_of(plan).is_none() {
            eprintln!(
                "tengen: --loseonly has no effect: it is for --gauntlet, games that the first engine lost"
            );
        }
        let beside = LogPlace::Folder(folder.join("logs"));
        let place = self.log.as_ref().map(|log| match log {
            Log::Beside => &beside,
            Log::At(place) => place,
        });
        let recorder = Recorder::open(place, self.messages.as_deref(), self.losses_of(plan));
        recorder.context("--log, --msg")
    }

    /// Whether dialogues go beside the results.
    pub fn logs_beside(&self) -> bool {
        matches!(self.log, Some(Log::Beside))
    }

    /// Writes the games of a match in other formats: all that can be written.
    ///
    /// # Errors
    /// With the first file that cannot be written.
    pub fn export(&self, plan: &Plan, log: &Path) -> Result<()> {
        let mut outcome = Ok(());
        for (what, path) in &self.exports {
            let path = path.clone().unwrap_or_else(|| folder_of(log).join("psq"));
            let what = Export {
                losses_of: self.losses_of(plan),
                ..what.clone()
            };
            let written = export(&[log.to_path_buf()], &what, &path);
            let written = written.map(|_| ()).with_context(|| {
                let kept = folder_of(log).display();
                format!(
                    "the results are kept in {kept}, and tengen export makes this of them again"
                )
            });
            outcome = outcome.and(written);
        }
        outcome
    }
}

fn read_log(group: &str) -> Result<Log> {
    let (mut file, mut appends) = (None, true);
    for (key, value) in keys(group)? {
        let no_effect = |why: &str| eprintln!("tengen: --log {key}={value} has no effect: {why}");
        match key.as_str() {
            "file" => file = Some(PathBuf::from(&value)),
            "append" => appends = number(&key, &value, "true or false")?,
            "level" => no_effect("all that is said is logged"),
            "engine" if value != "true" => no_effect("what the brains say is what this log is for"),
            "realtime" if value != "true" => no_effect("every line is written at once"),
            "compress" if value != "false" => no_effect("the log is plain text; gzip packs it"),
            "engine" | "realtime" | "compress" => {}
            _ => bail!("'{key}' is no key: file, append (level, engine, realtime, compress)"),
        }
    }
    Ok(match file {
        None => Log::Beside,
        Some(path) => Log::At(LogPlace::File { path, appends }),
    })
}

fn exports(running: &Running) -> Result<Vec<(Export, Option<PathBuf>)>> {
    let mut exports: Vec<(Export, Option<PathBuf>)> = Vec::new();
    if running.psq {
        exports.push((Format::Psq.into(), None));
    }
    if let Some(group) = &running.pgnout {
        let path = match group.contains('=') {
            false => group.into(),
            true => read_pgnout(group).context("--pgnout")?,
        };
        exports.push((Format::Pgn.into(), Some(path)));
    }
    if let Some(path) = &running.sgf {
        exports.push((Format::Sgf.into(), Some(path.clone())));
    }
    if let Some(path) = &running.binpack {
        exports.push((Format::Binpack.into(), Some(path.clone())));
    }
    if let Some(group) = &running.sample {
        let (what, path) = read_sample(group.as_deref().unwrap_or("")).context("--sample")?;
        exports.push((what, Some(path)));
    }
    for (what, _) in &mut exports {
        if let Some(event) = &running.event {
            what.event.clone_from(event);
        }
        if let Some(site) = &running.site {
            what.site.clone_from(site);
        }
    }
    Ok(exports)
}

fn read_pgnout(group: &str) -> Result<PathBuf> {
    let mut file = None;
    let mut others = Vec::new();
    for (key, value) in keys(group)? {
        match key.as_str() {
            "file" => file = Some(value.into()),
            key if PGN_KEYS.contains(&key) => others.push(format!("{key}={value}")),
            _ => bail!("'{key}' is no key: file ({})", PGN_KEYS.join(", ")),
        }
    }
    if !others.is_empty() {
        let others = others.join(" ");
        eprintln!(
            "tengen: --pgnout {others} has no effect: the file is made anew when the match ends, with points as h8 \
             and score, depth, time and nodes as far as they are known"
        );
    }
    file.context("which file? file= tells")
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
                    bail!("freq={value}: a share from 0 to 1, such as 0.25");
                }
            }
            "file" => file = Some(PathBuf::from(value)),
            "format" => form = value,
            _ => bail!("'{key}' is no key: freq, format, file"),
        }
    }
    let format = match form.as_str() {
        "csv" => Format::Csv,
        "bin" => Format::Bin,
        "binpack" if share < 1.0 => {
            bail!("format=binpack freq={share}: it holds whole games; csv and bin hold positions")
        }
        "binpack" => Format::Binpack,
        "bin_lz4" | "binpack_lz4" => {
            let plain = form.trim_end_matches("_lz4");
            bail!(
                "format={form} cannot be done here: take format={plain}, and pack the file with lz4"
            )
        }
        _ => bail!("format={form}: csv, bin or binpack"),
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
        assert!(matches!(read_log("").unwrap(), Log::Beside));
        let log = read_log("file=a.log level=trace append=false engine=true").unwrap();
        let expected = LogPlace::File {
            path: "a.log".into(),
            appends: false,
        };
        assert!(matches!(log, Log::At(place) if place == expected));
        let error = |group| read_log(group).err().unwrap().to_string();
        assert!(error("flie=x").contains("'flie' is no key: file, append"));
        assert!(error("append=maybe").contains("true or false"));
    }
}
