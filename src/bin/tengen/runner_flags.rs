//! The flags of match runners that hands already know, `-engine name=a cmd=b -each tc=10+0.1`, and files
//! of them, brought into one form: `--flag value`.

use anyhow::{Context, Result, bail};
use std::path::Path;

/// Flags that take `key=value` words up to the next flag.
const GROUPS: [&str; 10] = [
    "engine", "each", "openings", "sprt", "draw", "resign", "pgnout", "config", "log", "report",
];
/// Flags that stand alone in some runners and have a number in others.
const OPTIONAL_NUMBER: [&str; 1] = ["repeat"];

/// Brings arguments into one form: single dashes become double ones, and the words of a group one
/// value. The flags of a `--config file=F` stand before all others: of what is told once the last
/// wins; engines, brains and leagues add up.
///
/// # Errors
/// If a file cannot be read or is no TOML.
pub fn normalized(arguments: impl Iterator<Item = String>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    let mut from_files = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let is_flag = |text: &str| {
            let name = text.trim_start_matches('-');
            name != text && name.starts_with(|c: char| c.is_alphabetic())
        };
        if !is_flag(&argument) || argument.len() == 2 {
            all.push(argument);
            continue;
        }
        let flag = format!("--{}", argument.trim_start_matches('-'));
        let name = flag.trim_start_matches('-').to_string();
        let mut words = Vec::new();
        let takes = |next: &String, words: &[String]| {
            let is_number = next.parse::<u64>().is_ok();
            !is_flag(next)
                && (GROUPS.contains(&name.as_str())
                    || OPTIONAL_NUMBER.contains(&name.as_str()) && is_number && words.is_empty())
        };
        while let Some(word) = arguments.next_if(|next| takes(next, &words)) {
            words.push(word);
        }
        if name == "config" {
            let file = words.iter().find_map(|word| word.strip_prefix("file="));
            let file = file.or(words.first().map(String::as_str));
            let file = file.context("--config needs a file")?;
            let file = Path::new(file);
            let flags = from_file(file).with_context(|| file.display().to_string())?;
            from_files.extend(flags);
            continue;
        }
        all.push(flag);
        match &words[..] {
            [] => {}
            // One word may be a whole group already.
            [one] if is_group(one) => all.push(one.clone()),
            words => all.push(quoted(words)?),
        }
    }
    from_files.extend(all);
    Ok(from_files)
}

/// Whether a word is several `key=value` in quotes, or no group's at all.
fn is_group(word: &str) -> bool {
    let words = shlex::split(word).unwrap_or_default();
    !word.contains('=') || words.len() > 1 && words.iter().all(|word| word.contains('='))
}

/// Words as one value, from which [`keys`] reads them again.
fn quoted(words: &[String]) -> Result<String> {
    Ok(shlex::try_join(words.iter().map(String::as_str))?)
}

/// The flags of a TOML file: `rounds = 10`, `gauntlet = true`, `[sprt]` with keys, `[[engine]]` with
/// keys; the names are those of the flags.
fn from_file(path: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path)?;
    let table: toml::Table = text.parse()?;
    let mut flags = Vec::new();
    for (key, value) in &table {
        let values: Vec<&toml::Value> = match value {
            toml::Value::Array(values) => values.iter().collect(),
            value => vec![value],
        };
        for value in values {
            match value {
                toml::Value::Boolean(false) => {}
                toml::Value::Boolean(true) => flags.push(format!("--{key}")),
                toml::Value::Table(keys) => {
                    flags.extend([format!("--{key}"), quoted(&group_of(keys)?)?]);
                }
                value => flags.extend([format!("--{key}"), plain(value, key)?]),
            }
        }
    }
    Ok(flags)
}

/// The words of a table; a key with a list is told once for each value.
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
        toml::Value::Array(_) | toml::Value::Table(_) => bail!("{key}: a plain value is wanted"),
        value => Ok(value.to_string()),
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
        _ => bail!("'{word}' is no key=value"),
    };
    words.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(line: &str) -> Vec<String> {
        normalized(line.split_whitespace().map(String::from)).unwrap()
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
        let flags = normalized(spaced.into_iter()).unwrap();
        assert_eq!(keys(&flags[1]).unwrap(), [pair("file", "my book.txt")]);
        assert_eq!(normal("-h x -1"), ["-h", "x", "-1"]);
    }

    #[test]
    fn groups_keep_their_blanks() {
        let arguments = ["-engine", "name=my brain", "cmd=b", "arg=--x y"].map(String::from);
        let flags = normalized(arguments.into_iter()).unwrap();
        let keys = keys(&flags[1]).unwrap();
        assert_eq!(keys[0], ("name".into(), "my brain".into()));
        assert_eq!(keys[2], ("arg".into(), "--x y".into()));
        assert!(super::keys("name").is_err() && super::keys("a='b").is_err());
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
        std::fs::write(&path, "rounds = = 3").unwrap();
        let broken = ["--config", path.to_str().unwrap()].map(String::from);
        assert!(normalized(broken.into_iter()).is_err());
    }
}
