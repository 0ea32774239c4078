//! What is said of engines and of openings in groups of keys.

use super::runner_flags::keys;
use anyhow::{Context, Error, Result, bail};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tengen::arena::{Engine, OpeningFormat, Order, TimeControl};

/// Milliseconds a turn where nothing is said of time.
const DEFAULT_TURN_MS: u64 = 100;

/// What is said of an engine, its own or for each.
#[derive(Clone, Default)]
pub struct EngineKeys {
    pub name: Option<String>,
    pub command: Option<String>,
    pub arguments: Vec<String>,
    pub folder: Option<PathBuf>,
    pub control: TimeControl,
    pub infos: Vec<(String, String)>,
    pub restarts: bool,
    pub gets_board: bool,
    /// Whether it was said that there is no limit.
    pub is_unlimited: bool,
}

impl EngineKeys {
    /// Reads a group over what was said before.
    ///
    /// # Errors
    /// With the first key or value that is none.
    pub fn read(&mut self, group: &str) -> Result<()> {
        let (mut is_uci, mut has_slash) = (false, false);
        for (key, value) in keys(group)? {
            has_slash |= key == "tc" && value.contains('/');
            let control = &mut self.control;
            match key.as_str() {
                "name" => self.name = Some(value),
                "cmd" => self.command = Some(value),
                "dir" => self.folder = Some(value.into()),
                "arg" => self.arguments.push(value),
                "args" => {
                    let words = shlex::split(&value);
                    self.arguments
                        .extend(words.context("unpaired quotes in args")?);
                }
                "tc" => {
                    read_tc(control, &value)?;
                    self.is_unlimited = control.match_ms.or(control.turn_ms).is_none();
                }
                "st" => {
                    control.turn_ms = seconds(&key, &value)?;
                    self.is_unlimited = control.turn_ms.is_none();
                }
                "nodes" => control.nodes = Some(number(&key, &value)?),
                "depth" => control.depth = Some(number(&key, &value)?),
                "timemargin" => control.margin_ms = number::<u32>(&key, &value)?.into(),
                "tolerance" => control.margin_ms = seconds(&key, &value)?.unwrap_or(0),
                "stall" => control.stall_ms = number::<u32>(&key, &value)?.into(),
                "start" => control.start_ms = number::<u32>(&key, &value)?.into(),
                "maxmemory" => control.max_memory = number(&key, &value)?,
                "memory" | "option.Hash" => {
                    control.max_memory = u64::from(number::<u32>(&key, &value)?) << 20
                }
                "thread" | "threads" | "option.Threads" => {
                    self.infos.push(("thread_num".into(), value));
                }
                "restart" => {
                    self.restarts = match value.as_str() {
                        "on" | "auto" => true,
                        "off" => false,
                        _ => bail!("restart={value}: on or off"),
                    }
                }
                "proto" => is_uci |= value == "uci",
                key => match key.strip_prefix("option.") {
                    Some(option) => self.infos.push((option.into(), value)),
                    None => bail!("'{key}' is no key of an engine"),
                },
            }
        }
        if is_uci && has_slash {
            bail!("tc=MOVES/TIME is chess; here it is tc=MATCH/TURN+INC, without proto=uci");
        }
        let is_line = |text: &String| !text.contains(char::is_control);
        if !self
            .infos
            .iter()
            .all(|(key, value)| is_line(key) && is_line(value))
        {
            bail!("an option is one line");
        }
        Ok(())
    }

    /// The engine.
    ///
    /// # Errors
    /// If there is no such program or folder.
    pub fn engine(self) -> Result<Engine> {
        let command = self.command.filter(|command| !command.is_empty());
        let command = command.context("which program? cmd= tells")?;
        let folder = self.folder.as_deref();
        let mut arguments = self.arguments;
        // A command with blanks is a file, or a program and its arguments.
        let program = match find_program(&command, folder) {
            Err(error) => {
                let mut words = shlex::split(&command).unwrap_or_default().into_iter();
                let first = words
                    .next()
                    .filter(|first| *first != command)
                    .ok_or(error)?;
                arguments.splice(0..0, words);
                find_program(&first, folder)?
            }
            Ok(program) => program,
        };
        // Brains look for their files beside themselves.
        let beside = program.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = match &self.folder {
            Some(folder) => std::fs::canonicalize(folder)
                .with_context(|| format!("no folder {}", folder.display()))?,
            None => beside.map_or_else(std::env::temp_dir, Path::to_path_buf),
        };
        let given = command.split_whitespace().next().unwrap_or(&command);
        let stem = Path::new(given)
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let mut control = self.control;
        let limits = [
            control.turn_ms,
            control.match_ms,
            control.nodes,
            control.depth.map(u64::from),
        ];
        if !self.is_unlimited && limits.iter().all(Option::is_none) {
            control.turn_ms = Some(DEFAULT_TURN_MS);
        }
        Ok(Engine {
            name: self.name.or(stem).unwrap_or(command),
            program,
            arguments,
            folder,
            control,
            infos: self.infos,
            restarts: self.restarts,
            gets_board: self.gets_board,
        })
    }
}

/// A path, in the engine's folder or here, is made absolute; a bare name is left to the system unless
/// it is a file of the engine's folder.
fn find_program(command: &str, folder: Option<&Path>) -> Result<PathBuf> {
    let own = folder
        .map(|folder| folder.join(command))
        .filter(|path| path.is_file());
    let is_bare = !command.contains(['/', '\\', ' ']);
    if own.is_none() && is_bare {
        return Ok(command.into());
    }
    let path = own.unwrap_or(command.into());
    std::fs::canonicalize(&path).with_context(|| format!("no brain at {}", path.display()))
}

/// Numbers engines of one name.
pub fn tell_apart(engines: &mut [Engine]) {
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    for (i, engine) in engines.iter_mut().enumerate() {
        if names.iter().filter(|&name| *name == names[i]).count() > 1 {
            let before = names[..i].iter().filter(|&name| *name == names[i]).count();
            engine.name = format!("{}-{}", names[i], before + 1);
        }
    }
}

/// Reads a value.
///
/// # Errors
/// If it does not fit.
pub fn number<T: FromStr>(key: &str, value: &str) -> Result<T> {
    value
        .parse()
        .ok()
        .with_context(|| format!("{key}={value}: not what it should be"))
}

/// Seconds to milliseconds; none for 0.
fn seconds(key: &str, value: &str) -> Result<Option<u64>> {
    let seconds: f64 = number(key, value)?;
    if !(0.0..1e9).contains(&seconds) {
        bail!("{key}={value}: no fitting number of seconds");
    }
    Ok(Some((seconds * 1000.0).round() as u64).filter(|&ms| ms > 0))
}

/// `MATCH/TURN+INC`, in seconds; each part but one may be missing, 0 is no limit.
fn read_tc(control: &mut TimeControl, value: &str) -> Result<()> {
    (control.match_ms, control.turn_ms, control.increment_ms) = (None, None, 0);
    if matches!(value, "inf" | "infinite") {
        return Ok(());
    }
    let (limits, increment) = value.split_once('+').unwrap_or((value, "0"));
    let (game, turn) = limits.split_once('/').unwrap_or((limits, "0"));
    control.match_ms = seconds("tc", game)?;
    control.turn_ms = seconds("tc", turn)?;
    control.increment_ms = seconds("tc", increment)?.unwrap_or(0);
    Ok(())
}

/// What is said of openings.
pub struct Openings {
    /// The file; none for the program's own.
    pub file: Option<PathBuf>,
    /// How it names points.
    pub format: OpeningFormat,
    /// The order.
    pub order: Order,
    /// The first one, from 1.
    pub start: usize,
    /// The seed, where the match has none of its own.
    pub seed: Option<u64>,
}

impl Default for Openings {
    fn default() -> Openings {
        Openings {
            file: None,
            format: OpeningFormat::Offset,
            order: Order::Random,
            start: 1,
            seed: None,
        }
    }
}

impl Openings {
    /// Reads a group.
    ///
    /// # Errors
    /// With the first key or value that is none.
    pub fn parse(group: &str) -> Result<Openings> {
        let mut openings = Openings::default();
        let mut format = None;
        for (key, value) in keys(group)? {
            match key.as_str() {
                "file" => {
                    let path = std::fs::canonicalize(&value);
                    openings.file = Some(path.with_context(|| format!("no openings at {value}"))?);
                }
                "format" if matches!(value.as_str(), "epd" | "pgn" | "auto") => format = None,
                "type" if value == "pos" => format = Some(OpeningFormat::PosFromTop),
                "format" | "type" => {
                    let known = OpeningFormat::from_str(&value);
                    format = Some(known.map_err(Error::msg)?);
                }
                "order" => {
                    openings.order = match value.as_str() {
                        "random" => Order::Random,
                        "sequential" => Order::Sequential,
                        _ => bail!("order={value}: random or sequential"),
                    }
                }
                "start" => openings.start = number(&key, &value)?,
                "srand" => openings.seed = Some(number(&key, &value)?),
                "policy" => {}
                _ => bail!("'{key}' is no key: file, format, order, start"),
            }
        }
        openings.format = match (format, &openings.file) {
            (Some(format), _) => format,
            (None, Some(file)) => guessed_format(file)?,
            (None, None) => OpeningFormat::Offset,
        };
        Ok(openings)
    }
}

/// Names of points have letters, offsets have none.
fn guessed_format(file: &Path) -> Result<OpeningFormat> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    Ok(match lines.any(|line| line.contains(char::is_alphabetic)) {
        true => OpeningFormat::Pos,
        false => OpeningFormat::Offset,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(group: &str) -> Result<TimeControl> {
        let mut keys = EngineKeys::default();
        keys.read(group)?;
        keys.command = Some("brain".into());
        Ok(keys.engine()?.control)
    }

    #[test]
    fn clocks_in_all_their_forms() {
        let limits = |group: &str| {
            let control = control(group).unwrap();
            (control.match_ms, control.turn_ms, control.increment_ms)
        };
        assert_eq!(limits("tc=180/30"), (Some(180_000), Some(30_000), 0));
        assert_eq!(limits("tc=10+0.1"), (Some(10_000), None, 100));
        assert_eq!(limits("tc=60/5+0.25"), (Some(60_000), Some(5000), 250));
        assert_eq!(limits("tc=0/0.5"), (None, Some(500), 0));
        assert_eq!(limits("st=2 nodes=9"), (None, Some(2000), 0));
        for unlimited in ["tc=inf", "tc=0/0", "st=0", "nodes=100"] {
            assert_eq!(limits(unlimited), (None, None, 0), "{unlimited}");
        }
        assert_eq!(limits(""), (None, Some(DEFAULT_TURN_MS), 0));
        for wrong in [
            "tc=soon",
            "tc=-1",
            "tc=1/2/3",
            "st=nan",
            "tc=40/60 proto=uci",
            "x=1",
        ] {
            assert!(control(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn engines_and_their_options() {
        let mut keys = EngineKeys::default();
        let group =
            "cmd=sh arg=-c args='a b' option.Threads=2 option.style=wild memory=5 tolerance=0.5";
        keys.read(group).unwrap();
        let engine = keys.engine().unwrap();
        assert_eq!((engine.name.as_str(), engine.arguments.len()), ("sh", 3));
        let info = |key: &str, value: &str| (key.to_string(), value.to_string());
        assert_eq!(
            engine.infos,
            [info("thread_num", "2"), info("style", "wild")]
        );
        assert_eq!(
            (engine.control.max_memory, engine.control.margin_ms),
            (5 << 20, 500)
        );
        let with_arguments = EngineKeys {
            command: Some("/bin/sh -c true".into()),
            ..EngineKeys::default()
        };
        let engine = with_arguments.engine().unwrap();
        assert_eq!((engine.name.as_str(), engine.arguments.len()), ("sh", 2));
        assert!(EngineKeys::default().engine().is_err());
        let missing = EngineKeys {
            command: Some("/no/such/brain -x".into()),
            ..EngineKeys::default()
        };
        assert!(
            missing
                .engine()
                .unwrap_err()
                .to_string()
                .contains("/no/such/brain")
        );
    }
}
