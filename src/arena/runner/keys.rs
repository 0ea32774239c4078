//! Groups of `key=value`: those of an engine and those of the openings.

use super::super::league::OpeningFormat;
use super::super::plan::{Engine, Order, TimeControl};
use super::error::{Context, FlagError, Result, invalid};
use crate::time::clock_seed;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Milliseconds a turn where nothing is said of time.
const DEFAULT_TURN_MS: u64 = 100;

/// The keys of an engine.
const ENGINE_KEYS: &str = "name, cmd, dir, arg, args, tc, st, nodes, depth, timemargin, tolerance, stall, start, \
                           leave, pause, max_memory, memory, thread, restart, option.KEY";

/// The keys of an engine, its own or those of `--each`.
#[derive(Clone, Default)]
pub struct EngineKeys {
    /// `name=`.
    pub name: Option<String>,
    /// `cmd=`.
    pub command: Option<String>,
    /// `arg=` and `args=`.
    pub arguments: Vec<String>,
    /// `dir=`.
    pub folder: Option<PathBuf>,
    /// Limits, margins and waits.
    pub control: TimeControl,
    /// `option.KEY=VALUE`, sent as `INFO KEY VALUE`.
    pub infos: Vec<(String, String)>,
    /// `restart=`.
    pub restarts: bool,
    /// Whether it gets `BOARD` at every move.
    pub gets_board: bool,
    /// Whether the time was set to no limit.
    pub is_unlimited: bool,
}

/// The engine of a group of keys alone, with a new process for each game.
///
/// # Errors
/// With the first key or value that is none, or if there is no such program or folder.
pub fn read_engine(group: &str) -> Result<Engine> {
    let mut keys = EngineKeys {
        restarts: true,
        ..EngineKeys::default()
    };
    keys.read(group)?;
    keys.engine()
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
                "nodes" => control.nodes = limit(number(&key, &value, "a number of nodes")?),
                "depth" | "plies" => control.depth = limit(number(&key, &value, "a depth")?),
                "timemargin" => control.margin_ms = milliseconds(&key, &value)?,
                "tolerance" => control.margin_ms = seconds(&key, &value)?.unwrap_or(0),
                "stall" => control.stall_ms = milliseconds(&key, &value)?,
                "start" => control.start_ms = milliseconds(&key, &value)?,
                "leave" => control.leave_ms = milliseconds(&key, &value)?,
                "pause" => control.pause_ms = milliseconds(&key, &value)?,
                "maxmemory" | "max_memory" => {
                    control.max_memory =
                        number(&key, &value, "a number of bytes; memory= takes MB")?;
                }
                "memory" | "option.Hash" => {
                    let megabytes: u32 = number(&key, &value, "a number of MB")?;
                    control.max_memory = u64::from(megabytes) << 20;
                }
                "thread" | "threads" | "option.Threads" => {
                    self.infos.push(("thread_num".into(), value));
                }
                "restart" => {
                    self.restarts = match value.as_str() {
                        "on" | "auto" | "true" => true,
                        "off" | "false" => false,
                        _ => invalid!("restart={value}: on or off"),
                    }
                }
                "proto" if value != "uci" && value != "gomocup" => {
                    invalid!("proto={value}: brains speak the Gomocup protocol; leave proto= out")
                }
                "proto" => is_uci |= value == "uci",
                key => match key.strip_prefix("option.") {
                    Some(option) => self.infos.push((option.into(), value)),
                    None => invalid!("'{key}' is no key of an engine: {ENGINE_KEYS}"),
                },
            }
        }
        if is_uci && has_slash {
            invalid!("tc=MOVES/TIME is chess; here it is tc=MATCH/TURN+INC, without proto=uci");
        }
        let is_line = |text: &String| !text.contains(char::is_control);
        if !self
            .infos
            .iter()
            .all(|(key, value)| is_line(key) && is_line(value))
        {
            invalid!("an option is one line");
        }
        Ok(())
    }

    /// The engine.
    ///
    /// # Errors
    /// If there is no such program or folder.
    pub fn engine(self) -> Result<Engine> {
        let command = self.command.filter(|command| !command.is_empty());
        let command = command.context("cmd= is missing: the program of the engine")?;
        let folder = self.folder.as_deref();
        let mut arguments = self.arguments;
        // A command with blanks is a file, or a program and its arguments.
        let (program, given) = match find_program(&command, folder) {
            Err(error) => {
                let mut words = shlex::split(&command).unwrap_or_default().into_iter();
                let first = words
                    .next()
                    .filter(|first| *first != command)
                    .ok_or(error)?;
                arguments.splice(0..0, words);
                (find_program(&first, folder)?, first)
            }
            Ok(program) => (program, command),
        };
        // Brains look for their files beside themselves.
        let beside = program.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = match &self.folder {
            Some(folder) => std::fs::canonicalize(folder)
                .with_context(|| format!("no folder {}", folder.display()))?,
            None => beside.map_or_else(std::env::temp_dir, Path::to_path_buf),
        };
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
            name: self.name.unwrap_or_else(|| default_name(&given)),
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

/// The name of a program's file, without `.exe`.
fn default_name(program: &str) -> String {
    let path = Path::new(program);
    let is_exe = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("exe"));
    let name = if is_exe {
        path.file_stem()
    } else {
        path.file_name()
    };
    name.map_or(program.into(), |name| name.to_string_lossy().into_owned())
}

/// A path, in the engine's folder or here, is made absolute; a bare name is left to the system unless
/// it is a file of the engine's folder.
fn find_program(command: &str, folder: Option<&Path>) -> Result<PathBuf> {
    let own = folder
        .map(|folder| folder.join(command))
        .filter(|path| path.is_file());
    let is_bare = !command.contains(['/', '\\', ' ']);
    if own.is_none() && is_bare {
        if cfg!(unix) && !is_on_path(command) {
            invalid!("no program {command} in PATH; a brain in this folder is cmd=./{command}");
        }
        return Ok(command.into());
    }
    let path = own.unwrap_or(command.into());
    let found = std::fs::canonicalize(&path);
    let found = found.with_context(|| format!("no brain at {}", path.display()))?;
    if found.is_dir() {
        invalid!("{} is a folder; the brain in it is meant", path.display());
    }
    if !is_executable(&found) {
        invalid!("{} is not executable: chmod +x makes it so", path.display());
    }
    Ok(found)
}

fn is_on_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_executable(&folder.join(name)))
}

/// Whether it is an executable file, as far as the system knows.
fn is_executable(path: &Path) -> bool {
    let Ok(data) = std::fs::metadata(path) else {
        return false;
    };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    data.is_file() && may_run
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

/// Splits a group's value into its keys and values.
///
/// # Errors
/// If a word is no `key=value`.
pub fn keys(group: &str) -> Result<Vec<(String, String)>> {
    let words = shlex::split(group).with_context(|| format!("unpaired quotes in '{group}'"))?;
    let pair = |word: String| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_string(), value.to_string())),
        _ => invalid!("'{word}' is no key=value; values with blanks stand in quotes: 'key=a b'"),
    };
    words.into_iter().map(pair).collect()
}

/// Reads a value.
///
/// # Errors
/// If it is not what is expected, which is said in a few words.
pub fn number<T: FromStr>(key: &str, value: &str, expected: &str) -> Result<T> {
    value
        .parse()
        .ok()
        .with_context(|| format!("{key}={value}: {expected} is expected"))
}

/// What a number limits; 0 is no limit.
pub fn limit<T: Default + PartialEq>(number: T) -> Option<T> {
    (number != T::default()).then_some(number)
}

/// Whole milliseconds.
fn milliseconds(key: &str, value: &str) -> Result<u64> {
    let plain = value.strip_suffix("ms").unwrap_or(value);
    let ms = plain.parse::<u32>().ok();
    let ms = ms.with_context(|| format!("{key}={value}: a number of milliseconds is expected"))?;
    Ok(ms.into())
}

/// A time in seconds, or with its unit (`500ms`, `2s`, `3m`, `1h`), or in minutes and seconds (`1:30`), as
/// milliseconds; none for 0.
fn seconds(key: &str, value: &str) -> Result<Option<u64>> {
    let wrong =
        || format!("{key}={value}: seconds are expected, such as 2.5, 500ms, 2s, 3m or 1:30");
    let (minutes, rest) = value.split_once(':').unwrap_or(("0", value));
    let end = rest
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(end);
    let unit_ms = match unit {
        "ms" => 1.0,
        "" | "s" | "sec" => 1000.0,
        "m" | "min" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err(FlagError::Invalid(wrong())),
    };
    let (minutes, time) = (minutes.parse::<u32>(), digits.parse::<f64>());
    let (Ok(minutes), Ok(time)) = (minutes, time) else {
        return Err(FlagError::Invalid(wrong()));
    };
    let ms = f64::from(minutes) * 60_000.0 + time * unit_ms;
    if time < 0.0 || !(0.0..1e12).contains(&ms) {
        return Err(FlagError::Invalid(wrong()));
    }
    Ok(Some(ms.round() as u64).filter(|&ms| ms > 0))
}

/// `MATCH/TURN+INC`, in seconds or with units; each part but one may be missing or empty, 0 is no limit.
fn read_tc(control: &mut TimeControl, value: &str) -> Result<()> {
    (control.match_ms, control.turn_ms, control.increment_ms) = (None, None, 0);
    if matches!(value, "inf" | "infinite") {
        return Ok(());
    }
    let (limits, increment) = value.split_once('+').unwrap_or((value, ""));
    let (game, turn) = limits.split_once('/').unwrap_or((limits, ""));
    let form = || format!("tc={value}: tc=MATCH/TURN+INC, tc=MATCH+INC or tc=inf is expected");
    if value.trim_matches(['/', '+']).is_empty() {
        return Err(FlagError::Invalid(form()));
    }
    let part = |text: &str| match text {
        "" => Ok(None),
        text => seconds("tc", text).with_context(form),
    };
    control.match_ms = part(game)?;
    control.turn_ms = part(turn)?;
    control.increment_ms = part(increment)?.unwrap_or(0);
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
        let mut order = None;
        for (key, value) in keys(group)? {
            match key.as_str() {
                "file" => {
                    let path = std::fs::canonicalize(&value);
                    openings.file = Some(path.with_context(|| format!("no openings at {value}"))?);
                }
                "format" if matches!(value.as_str(), "epd" | "pgn" | "auto") => format = None,
                // The key of a runner that counts rows from the top, and takes openings in order.
                "type" => {
                    order.get_or_insert(Order::Sequential);
                    format = Some(match value.as_str() {
                        "pos" => OpeningFormat::PosFromTop,
                        known => OpeningFormat::from_str(known).map_err(FlagError::Invalid)?,
                    });
                }
                "format" => {
                    let known = OpeningFormat::from_str(&value);
                    format = Some(known.map_err(FlagError::Invalid)?);
                }
                "order" => {
                    order = Some(match value.as_str() {
                        "random" => Order::Random,
                        "sequential" => Order::Sequential,
                        _ => invalid!("order={value}: random or sequential"),
                    });
                }
                "start" => {
                    openings.start = number(&key, &value, "the number of an opening, from 1 on,")?
                }
                "srand" => {
                    let seed: u64 = number(&key, &value, "a number")?;
                    openings.seed = Some(if seed == 0 { clock_seed() } else { seed });
                }
                "policy" if value != "round" => {
                    invalid!(
                        "policy={value} cannot be done here: each round has an opening, as policy=round says"
                    )
                }
                "policy" => {}
                "plies" => {
                    invalid!(
                        "plies={value} cannot be done here: a line of the file is an opening as it stands"
                    )
                }
                _ => invalid!("'{key}' is no key: file, format, type, order, start, srand"),
            }
        }
        openings.order = order.unwrap_or(Order::Random);
        openings.format = match (format, &openings.file) {
            (Some(format), _) => format,
            (None, Some(file)) => guessed_format(file)?,
            (None, None) => OpeningFormat::Offset,
        };
        Ok(openings)
    }
}

/// Names of points have letters, offsets have none: as the first opening has it.
fn guessed_format(file: &Path) -> Result<OpeningFormat> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(match first {
        Some(line) if line.contains(char::is_alphabetic) => OpeningFormat::Pos,
        _ => OpeningFormat::Offset,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(group: &str) -> Result<TimeControl> {
        let mut keys = EngineKeys::default();
        keys.read(group)?;
        keys.command = Some("sh".into());
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
        assert_eq!(limits("tc=/0.5"), (None, Some(500), 0));
        assert_eq!(limits("tc=60/+1"), (Some(60_000), None, 1000));
        assert_eq!(limits("tc=+0.1"), (None, None, 100));
        assert_eq!(limits("st=2 nodes=9"), (None, Some(2000), 0));
        assert_eq!(limits("tc=2+0.02s"), (Some(2000), None, 20));
        assert_eq!(limits("tc=2m/5s+100ms"), (Some(120_000), Some(5000), 100));
        assert_eq!(limits("tc=1:30+0.5"), (Some(90_000), None, 500));
        assert_eq!(limits("tc=1h"), (Some(3_600_000), None, 0));
        assert_eq!(limits("st=250ms"), (None, Some(250), 0));
        for unlimited in ["tc=inf", "tc=0/0", "st=0", "nodes=100"] {
            assert_eq!(limits(unlimited), (None, None, 0), "{unlimited}");
        }
        let counts = |group: &str| {
            let control = control(group).unwrap();
            (control.nodes, control.depth)
        };
        assert_eq!(counts("nodes=9 depth=3"), (Some(9), Some(3)));
        assert_eq!(counts("nodes=0 depth=0"), (None, None));
        assert_eq!(limits(""), (None, Some(DEFAULT_TURN_MS), 0));
        for wrong in [
            "tc=soon",
            "tc=-1",
            "tc=1/2/3",
            "st=nan",
            "tc=40/60 proto=uci",
            "x=1",
            "tc=5x",
            "tc=1:-2",
            "tc=",
            "tc=/+",
            "pause=soon",
            "proto=xboard",
        ] {
            assert!(control(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_names_what_is_known() {
        let told = |group: &str| format!("{:#}", control(group).unwrap_err());
        assert!(told("colour=red").contains("'colour' is no key of an engine: name, cmd, dir"));
        for (wrong, expected) in [
            ("nodes=many", "nodes=many: a number of nodes is expected"),
            (
                "pause=soon",
                "pause=soon: a number of milliseconds is expected",
            ),
            ("memory=1.5", "memory=1.5: a number of MB is expected"),
            ("max_memory=1GB", "max_memory=1GB: a number of bytes"),
            ("tc=40x", "tc=MATCH/TURN+INC"),
            ("restart=maybe", "restart=maybe: on or off"),
        ] {
            assert!(told(wrong).contains(expected), "{}", told(wrong));
        }
        let openings = |group: &str| Openings::parse(group).err().unwrap().to_string();
        assert!(openings("oder=random").contains("file, format, type, order, start, srand"));
        assert!(openings("plies=4").contains("plies=4 cannot be done here"));
        assert!(openings("format=fen").contains("offset, pos, pos-from-top"));
    }

    #[test]
    fn keys_of_other_runners() {
        let read = |group: &str| control(group).unwrap();
        assert_eq!(
            (read("pause=20").pause_ms, read("pause=20ms").pause_ms),
            (20, 20)
        );
        assert_eq!(read("plies=7").depth, Some(7));
        assert_eq!(read("maxmemory=1000").max_memory, 1000);
        assert_eq!(read("max_memory=1000").max_memory, 1000);
        let openings = |group: &str| Openings::parse(group).unwrap();
        assert_eq!(openings("type=pos").order, Order::Sequential);
        assert_eq!(openings("type=pos").format, OpeningFormat::PosFromTop);
        assert_eq!(openings("order=random type=offset").order, Order::Random);
        assert_eq!(openings("format=pos").order, Order::Random);
        assert_eq!(openings("srand=5").seed, Some(5));
        assert!(openings("srand=0").seed.is_some_and(|seed| seed > 0));
    }

    #[cfg(unix)]
    #[test]
    fn a_default_name_is_that_of_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("my brains")).unwrap();
        let engine = |file: &str, arguments: &str| {
            let path = folder.path().join(file);
            std::fs::write(&path, "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
            let keys = EngineKeys {
                command: Some(format!("{}{arguments}", path.display())),
                ..EngineKeys::default()
            };
            keys.engine().unwrap().name
        };
        assert_eq!(engine("my brains/bot-1.2", ""), "bot-1.2");
        assert_eq!(engine("bot-1.3", " -x 4"), "bot-1.3");
        assert_eq!(engine("pbrain-a.EXE", ""), "pbrain-a");
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_run_is_no_brain() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("brain");
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        let error = |command: &str| {
            let keys = EngineKeys {
                command: Some(command.into()),
                ..EngineKeys::default()
            };
            keys.engine().unwrap_err().to_string()
        };
        assert!(error(path.to_str().unwrap()).contains("is not executable: chmod +x"));
        assert!(error(folder.path().to_str().unwrap()).contains("is a folder"));
        assert!(
            error("no-such-brain-anywhere").contains("in PATH; a brain in this folder is cmd=./")
        );
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
