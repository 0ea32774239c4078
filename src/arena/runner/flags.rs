//! Flags in the form of c-gomoku-cli and fastchess, `-engine name=a cmd=b -each tc=10+0.1`, and TOML files of flags,
//! normalized to `--flag value`.

use super::error::{Context, Result, invalid};
use super::foreign::{self, Foreign, Takes};
use super::keys::keys;
use std::iter::Peekable;
use std::path::Path;

/// Flags that take `key=value` words up to the next flag.
const GROUPS: [&str; 11] = [
    "engine", "each", "openings", "sprt", "draw", "resign", "pgnout", "config", "log", "sample",
    "quick",
];
/// Flags that stand alone in some runners and have a number in others.
const OPTIONAL_NUMBER: [&str; 1] = ["repeat"];
/// What fastchess's `-quick` stands for, but for engines, openings and as many games at a time as there are
/// processors.
const QUICK: [&str; 7] = [
    "--each",
    "tc=10+0.1",
    "--rounds",
    "25000",
    "--repeat",
    "--draw",
    "movenumber=30 movecount=8 score=8",
];

/// Normalized flags, and notes about those without effect.
#[derive(Debug, Default, PartialEq)]
pub struct NormalizedFlags {
    /// `--flag value`.
    pub flags: Vec<String>,
    /// Flags of other runners that have no effect here, and why; a line each.
    pub notes: Vec<String>,
}

/// Normalizes arguments: a single dash becomes a double one, and the words of a group become one value.
///
/// The flags of `--config file=F` come before all others. Of a flag that is given twice the last value counts; engines,
/// brains and leagues add up.
///
/// # Errors
/// If a file cannot be read or is not TOML, or a flag of another runner is refused.
pub fn normalize_flags(arguments: impl Iterator<Item = String>) -> Result<NormalizedFlags> {
    let mut all = Vec::new();
    let mut first = Vec::new();
    let mut notes = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        if !is_flag(&argument) || argument.len() == 2 {
            all.push(argument);
            continue;
        }
        let name = argument.trim_start_matches('-');
        if let Some(file) = name.strip_prefix("config=") {
            first.extend(config(&[file.to_string()], &mut notes)?);
            continue;
        }
        let foreign = foreign::named(name);
        let words = words_of(name, foreign, &mut arguments);
        if let Some(foreign) = foreign {
            notes.extend(foreign.judge(&words)?);
            continue;
        }
        match name {
            "config" => first.extend(config(&words, &mut notes)?),
            "quick" => first.extend(quick(&words)?),
            name => {
                all.push(format!("--{name}"));
                match &words[..] {
                    [] => {}
                    // One word may be a whole group already.
                    [one] if is_group(one) => all.push(one.clone()),
                    words => all.push(quoted(words)?),
                }
            }
        }
    }
    first.extend(all);
    Ok(NormalizedFlags {
        flags: first,
        notes,
    })
}

fn is_flag(text: &str) -> bool {
    let name = text.trim_start_matches('-');
    name != text && name.starts_with(|c: char| c.is_alphabetic())
}

/// The words that belong to a flag, of those that follow it.
fn words_of(
    name: &str,
    foreign: Option<&Foreign>,
    arguments: &mut Peekable<impl Iterator<Item = String>>,
) -> Vec<String> {
    let is_optional = OPTIONAL_NUMBER.contains(&name);
    let takes = match foreign {
        Some(foreign) => foreign.takes,
        None if GROUPS.contains(&name) => Takes::Words,
        None if is_optional => Takes::MaybeWord,
        None => Takes::Nothing,
    };
    let most = match takes {
        Takes::Nothing => 0,
        Takes::Word | Takes::MaybeWord => 1,
        Takes::Words => usize::MAX,
    };
    let mut words = Vec::new();
    while words.len() < most
        && let Some(word) = arguments
            .next_if(|next| !is_flag(next) && (!is_optional || next.parse::<u64>().is_ok()))
    {
        words.push(word);
    }
    words
}

/// The flags of the file that `--config` names.
fn config(words: &[String], notes: &mut Vec<String>) -> Result<Vec<String>> {
    let stranger = words
        .iter()
        .find(|word| word.split_once('=').is_some_and(|(key, _)| key != "file"));
    if let Some(word) = stranger {
        invalid!(
            "--config {word} cannot be done here: --config takes file= alone; the state of a match is in its \
             folder, and --resume continues it"
        );
    }
    let file = words.iter().find_map(|word| word.strip_prefix("file="));
    let file = file.or(words.first().map(String::as_str));
    let file = Path::new(file.context("--config needs a file: --config file=match.toml")?);
    from_file(file, notes).with_context(|| format!("--config {}", file.display()))
}

/// What fastchess's `-quick cmd=A cmd=B book=F` stands for.
fn quick(words: &[String]) -> Result<Vec<String>> {
    let mut flags: Vec<String> = QUICK.map(String::from).to_vec();
    let (mut engines, mut books) = (0, 0);
    for (key, value) in keys(&quoted(words)?).context("--quick")? {
        match key.as_str() {
            "cmd" => {
                engines += 1;
                flags.extend(["--engine".into(), quoted(&[format!("cmd={value}")])?]);
            }
            "book" => {
                books += 1;
                let words = [format!("file={value}"), "order=random".into()];
                flags.extend(["--openings".into(), quoted(&words)?]);
            }
            _ => invalid!("--quick: '{key}' is no key: cmd, cmd, book"),
        }
    }
    if (engines, books) != (2, 1) {
        invalid!("--quick takes cmd=A cmd=B book=FILE, not {engines} programs and {books} books");
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let at_a_time = processors.saturating_sub(2).max(1);
    flags.extend(["--concurrency".into(), at_a_time.to_string()]);
    Ok(flags)
}

/// Whether a word is several `key=value` in quotes, or no group's at all. One pair alone may have blanks in its value:
/// `cmd=./brain -hash=1`.
fn is_group(word: &str) -> bool {
    let words = shlex::split(word).unwrap_or_default();
    let is_pair = |word: &String| word.contains('=') && !word.starts_with('-');
    !word.contains('=') || words.len() > 1 && words[..2].iter().all(is_pair)
}

/// Words as one value, from which [`keys`] reads them again.
fn quoted(words: &[String]) -> Result<String> {
    Ok(shlex::try_join(words.iter().map(String::as_str))?)
}

/// The flags of a TOML file: `rounds = 10`, `gauntlet = true`, `[sprt]` with keys, `[[engine]]` with
/// keys; the names are those of the flags.
fn from_file(path: &Path, notes: &mut Vec<String>) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path).context("cannot be read")?;
    let table: toml::Table = text.parse().context(
        "is no TOML, such as: rounds = 50, each = { tc = \"60/5\" }, [[engine]] cmd = \"./a\"",
    )?;
    let mut flags = Vec::new();
    for (key, value) in &table {
        let values: Vec<&toml::Value> = match value {
            toml::Value::Array(values) => values.iter().collect(),
            value => vec![value],
        };
        for value in values {
            let words = match value {
                toml::Value::Boolean(false) => continue,
                toml::Value::Boolean(true) => vec![],
                toml::Value::Table(keys) => group_of(keys)?,
                value => vec![plain(value, key)?],
            };
            if let Some(foreign) = foreign::named(key) {
                notes.extend(foreign.judge(&words)?);
                continue;
            }
            flags.push(format!("--{key}"));
            match value {
                toml::Value::Table(_) => flags.push(quoted(&words)?),
                _ => flags.extend(words),
            }
        }
    }
    Ok(flags)
}

/// The words of a table; a key with a list is repeated for each value.
fn group_of(keys: &toml::Table) -> Result<Vec<String>> {
    let mut words = Vec::new();
    for (key, value) in keys {
        match value {
            toml::Value::Array(values) => {
                for value in values {
                    words.push(format!("{key}={}", plain(value, key)?));
                }
            }
            value => words.push(format!("{key}={}", plain(value, key)?)),
        }
    }
    Ok(words)
}

fn plain(value: &toml::Value, key: &str) -> Result<String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Array(_) | toml::Value::Table(_) => {
            invalid!("{key} = {value}: a number, a string, true or false is wanted")
        }
        value => Ok(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(line: &str) -> Vec<String> {
        let normalized = normalize_flags(line.split_whitespace().map(String::from)).unwrap();
        assert_eq!(normalized.notes, [""; 0]);
        normalized.flags
    }

    #[test]
    fn both_forms_are_one() {
        let flags = normal("-engine name=a cmd=./b -each tc=1 -repeat -rounds 5 -srand 1 --strict");
        let flags: Vec<String> = flags.iter().map(|flag| flag.replace('\'', "")).collect();
        let one = "--engine|name=a cmd=./b|--each|tc=1|--repeat|--rounds|5|--srand|1|--strict";
        assert_eq!(flags, one.split('|').collect::<Vec<_>>());
        let pair = |key: &str, value: &str| (key.to_string(), value.to_string());
        let group = |line: &str| keys(normal(line).last().unwrap()).unwrap();
        let resign = group("-repeat 2 -resign movecount=3 score=400");
        assert_eq!(resign, [pair("movecount", "3"), pair("score", "400")]);
        assert_eq!(
            group("-sprt elo0=-5 elo1=0"),
            [pair("elo0", "-5"), pair("elo1", "0")]
        );
        let spaced = ["-openings", "file=my book.txt"].map(String::from);
        let flags = normalize_flags(spaced.into_iter()).unwrap().flags;
        assert_eq!(keys(&flags[1]).unwrap(), [pair("file", "my book.txt")]);
        assert_eq!(normal("-h x -1"), ["-h", "x", "-1"]);
    }

    #[test]
    fn groups_keep_their_blanks() {
        let arguments = ["-engine", "name=my brain", "cmd=b", "arg=--x y"].map(String::from);
        let flags = normalize_flags(arguments.into_iter()).unwrap().flags;
        let keys = keys(&flags[1]).unwrap();
        assert_eq!(keys[0], ("name".into(), "my brain".into()));
        assert_eq!(keys[2], ("arg".into(), "--x y".into()));
        assert!(super::keys("name").is_err() && super::keys("a='b").is_err());
        let arguments = ["-engine", "cmd=../fooEngine -foo=1"].map(String::from);
        let flags = normalize_flags(arguments.into_iter()).unwrap().flags;
        let command = super::keys(&flags[1]).unwrap();
        assert_eq!(command, [("cmd".into(), "../fooEngine -foo=1".into())]);
        let stray = ["-engine", "name=a cmd=./b x nodes=3"].map(String::from);
        let flags = normalize_flags(stray.into_iter()).unwrap().flags;
        assert!(
            super::keys(&flags[1])
                .unwrap_err()
                .to_string()
                .contains("'x'")
        );
    }

    #[test]
    fn a_file_is_flags_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.toml");
        let text = "rounds = 3\ngauntlet = true\nrecover = false\n[sprt]\nelo0 = 0\nelo1 = 5.5\n\
                    [[engine]]\nname = 'a b'\narg = ['-x', 'y']\n[[engine]]\ncmd = 'c'\n";
        std::fs::write(&path, text).unwrap();
        let flags = normal(&format!("-rounds 4 -config file={}", path.display()));
        let engine = keys(&flags[1]).unwrap();
        assert_eq!(engine.iter().filter(|(key, _)| key == "arg").count(), 2);
        assert!(engine.contains(&("name".into(), "a b".into())));
        assert_eq!(flags[flags.len() - 2..], ["--rounds", "4"]);
        assert!(flags.contains(&"--gauntlet".into()) && !flags.contains(&"--recover".into()));
        let sprt = flags.iter().position(|flag| flag == "--sprt").unwrap();
        assert_eq!(
            keys(&flags[sprt + 1]).unwrap()[1],
            ("elo1".into(), "5.5".into())
        );
        let joined = normal(&format!("--config={} -rounds 4", path.display()));
        assert_eq!(joined, flags);
        std::fs::write(&path, "rounds = = 3").unwrap();
        let broken = ["--config", path.to_str().unwrap()].map(String::from);
        assert!(normalize_flags(broken.into_iter()).is_err());
    }

    #[test]
    fn flags_of_other_runners_are_taken_out_and_told() {
        let line = "-variant standard -rounds 2 -use-affinity 3,5 -recover -use-affinity -tb /a -crc32 pgn=true \
                    -output format=fastchess -seeds 1 -srand 4";
        let found = normalize_flags(line.split_whitespace().map(String::from)).unwrap();
        assert_eq!(found.flags, ["--rounds", "2", "--srand", "4"]);
        let flags: Vec<&str> = found
            .notes
            .iter()
            .map(|note| note.split(" has no effect: ").next().unwrap())
            .collect();
        let expected = [
            "--variant standard",
            "--use-affinity 3,5",
            "--use-affinity",
            "--tb /a",
            "--crc32 pgn=true",
        ];
        assert_eq!(flags, expected);
        let error = |line: &str| {
            let error = normalize_flags(line.split_whitespace().map(String::from)).unwrap_err();
            format!("{error:#}")
        };
        assert!(error("-noswap -rounds 2").contains("--noswap cannot be done here"));
        assert!(error("-seeds 3").contains("--seeds 3"));
        assert!(error("-config outname=x.json").contains("--resume"));
    }

    #[test]
    fn a_file_may_have_them_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.toml");
        std::fs::write(&path, "rounds = 3\nrecover = true\nvariant = 'standard'\n").unwrap();
        let line = ["--config".to_string(), format!("file={}", path.display())];
        let found = normalize_flags(line.into_iter()).unwrap();
        assert_eq!(found.flags, ["--rounds", "3"]);
        assert!(found.notes[0].starts_with("--variant standard has no effect"));
    }

    #[test]
    fn quick_stands_for_a_whole_line() {
        let flags = normal("-quick cmd=./a cmd=./b book=renju15.epd -rounds 4");
        let of = |name: &str| -> Vec<&str> {
            let pairs = flags.windows(2).filter(|pair| pair[0] == name);
            pairs.map(|pair| pair[1].as_str()).collect()
        };
        let groups = |name: &str| -> Vec<Vec<(String, String)>> {
            of(name).iter().map(|group| keys(group).unwrap()).collect()
        };
        let pair = |key: &str, value: &str| (key.to_string(), value.to_string());
        assert_eq!(
            groups("--engine"),
            [[pair("cmd", "./a")], [pair("cmd", "./b")]]
        );
        assert_eq!(
            groups("--openings"),
            [[pair("file", "renju15.epd"), pair("order", "random")]]
        );
        assert_eq!(
            (of("--each"), of("--rounds")),
            (vec!["tc=10+0.1"], vec!["25000", "4"])
        );
        for wrong in [
            "-quick cmd=a book=b",
            "-quick cmd=a cmd=b",
            "-quick cmd=a cmd=b book=c x=d",
        ] {
            let words = wrong.split_whitespace().map(String::from);
            let error = format!("{:#}", normalize_flags(words).unwrap_err());
            assert!(error.starts_with("--quick"), "{error}");
        }
    }
}
