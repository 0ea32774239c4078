//! `commands.toml`: how each command of the documents is run, and what then must be seen.

use crate::document::one_line;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// What begins a command. Others are names of points, moves, formulas ..
const PROGRAMS: [&str; 8] = [
    "tengen",
    "pbrain-tengen",
    "cargo",
    "make",
    "sbatch",
    "piskvork.exe",
    "c-gomoku-cli",
    "python3",
];
const SEPARATORS: [&str; 6] = ["&&", "||", "|", ";", "(", ")"];

/// Why a command is not run. Its programs, scripts and flags are looked up all the same.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum Reason {
    #[serde(rename = "needs Wine")]
    Wine,
    #[serde(rename = "needs other hosts")]
    Hosts,
    #[serde(rename = "needs a build of its own")]
    Build,
    #[serde(rename = "needs NumPy")]
    NumPy,
    #[serde(rename = "needs PyTorch")]
    PyTorch,
    #[serde(rename = "opens a browser")]
    Browser,
    #[serde(rename = "runs the tests")]
    Tests,
    #[serde(rename = "needs an idle machine")]
    IdleMachine,
    #[serde(rename = "is another program's")]
    Foreign,
}

/// A command as documents show it, and what becomes of it: `run` is its small form, with the same programs and
/// flags, or it has a reason in `not_run`. The run must end with `code`, print each text of `prints`, where a
/// `#` stands for a number, and leave the files of `writes`, not empty.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub shown: String,
    pub run: Option<String>,
    pub not_run: Option<Reason>,
    #[serde(default)]
    pub code: i32,
    #[serde(default)]
    pub prints: Vec<String>,
    #[serde(default)]
    pub writes: Vec<String>,
}

/// A `text` block by its first line, and the command that prints it. The block's lines must be printed in their order,
/// others may stand between. Lines `> word` are what is typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    pub begins: String,
    pub run: Option<String>,
    /// The block tells what once was, and cannot be made again.
    #[serde(default)]
    pub is_history: bool,
    /// Numbers may be others, and words with digits.
    #[serde(default)]
    pub any_numbers: bool,
}

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub command: Vec<Entry>,
    pub text: Vec<Shown>,
}

impl Table {
    pub fn read(root: &Path) -> Table {
        let text = std::fs::read_to_string(root.join("tests/docs/commands.toml")).unwrap();
        toml::from_str(&text).unwrap_or_else(|error| panic!("tests/docs/commands.toml: {error}"))
    }

    /// What is wrong with the table itself.
    pub fn faults(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut faults = Vec::new();
        for entry in &self.command {
            let fault = match (&entry.run, entry.not_run) {
                _ if !seen.insert(&entry.shown) => "has two entries",
                (None, None) | (Some(_), Some(_)) => "needs either `run` or `not_run`",
                (Some(_), None) if entry.prints.is_empty() && entry.writes.is_empty() => {
                    "needs `prints` or `writes`: what shows that it did what it should"
                }
                _ => continue,
            };
            faults.push(format!("commands.toml: `{}` {fault}", entry.shown));
        }
        for entry in &self.command {
            let Some(run) = &entry.run else { continue };
            let shown = parts(&entry.shown);
            let lost: Vec<_> = shown.difference(&parts(run)).cloned().collect();
            if !lost.is_empty() {
                faults.push(format!(
                    "commands.toml: `{}`: its small form leaves out {}",
                    entry.shown,
                    lost.join(", ")
                ));
            }
        }
        faults
    }
}

/// The words of a line of the shell; of several commands all.
pub fn words(line: &str) -> Vec<String> {
    let spaced = line.replace(['(', ')'], " ");
    shlex::split(&spaced).unwrap_or_else(|| panic!("quotes that do not close: {line}"))
}

/// A program or script without its folder, if it is one of ours.
fn ours(word: &str) -> Option<&str> {
    let name = word.rsplit('/').next().unwrap_or(word);
    let is_ours = ["tengen", "pbrain-tengen"].contains(&name) || word.starts_with("scripts/");
    is_ours.then_some(if word.starts_with("scripts/") {
        word
    } else {
        name
    })
}

/// The commands of a line, word by word, without `NAME=value` before them.
pub fn calls(line: &str) -> Vec<Vec<String>> {
    let words = words(line);
    let split = words.split(|word| SEPARATORS.contains(&word.as_str()));
    let bare = split.map(|call| {
        let is_setting = |word: &&String| {
            let name = word.split_once('=').map(|(name, _)| name);
            name.is_some_and(|n| n.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        };
        call.iter().skip_while(is_setting).cloned().collect()
    });
    bare.filter(|call: &Vec<String>| !call.is_empty()).collect()
}

/// Programs of ours in a line, with subcommands and flags: `tengen openings make`, `tengen openings make --out`.
fn parts(line: &str) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for call in calls(line) {
        let Some(program) = ours(&call[0]) else {
            continue;
        };
        let name = subcommand(program, &call[1..]);
        for flag in flags(&call) {
            parts.insert(format!("{name} {flag}"));
        }
        parts.insert(name);
    }
    parts
}

/// The flags among words: `--out`, `--out=x` as `--out`, and what has one dash, but for numbers and `-c`.
pub fn flags(call: &[String]) -> Vec<&str> {
    let is_flag = |word: &&String| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let name = |word: &'_ String| word.find('=').unwrap_or(word.len());
    call.iter()
        .filter(is_flag)
        .map(|word| &word[..name(word)])
        .collect()
}

/// `tengen` with the words that are its subcommands.
pub fn subcommand(program: &str, arguments: &[String]) -> String {
    let mut name = program.to_string();
    if program != "tengen" {
        return name;
    }
    let is_word = |word: &&String| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let Some(first) = arguments.first().filter(is_word) else {
        return name;
    };
    name = format!("{name} {first}");
    let nested = match first.as_str() {
        "openings" => ["make", "check", "convert", "swap2"].as_slice(),
        "stats" => ["merge", "rate", "plot"].as_slice(),
        _ => &[],
    };
    if let Some(second) = arguments
        .get(1)
        .filter(|word| nested.contains(&word.as_str()))
    {
        name = format!("{name} {second}");
    }
    name
}

/// What a piece of code in the text is.
#[derive(Debug, PartialEq, Eq)]
pub enum Code {
    /// A command with arguments: it needs an entry.
    Command,
    /// The name of a program, subcommand or script alone: it must exist.
    Name,
    /// A flag alone, with its value or without.
    Flag,
    /// Anything else.
    Other,
}

/// Tells commands from other code. Within a table of commands `stats merge` is short for `tengen stats merge`.
pub fn kind(code: &str) -> Code {
    let code = one_line(code);
    if code.starts_with("--") {
        return Code::Flag;
    }
    let first = code
        .split(' ')
        .find(|word| !word.contains('=') || word.starts_with('-'))
        .unwrap_or_default();
    let is_program = PROGRAMS.contains(&first)
        || first.starts_with("target/release/")
        || first.starts_with("scripts/");
    if !is_program {
        return Code::Other;
    }
    let call = calls(&code).concat();
    let name = subcommand(ours(first).unwrap_or(first), &call[1..]);
    match call.len() - name.split(' ').count() {
        0 => Code::Name,
        _ => Code::Command,
    }
}

#[test]
fn commands_are_told_from_names() {
    assert_eq!(kind("tengen openings make"), Code::Name);
    assert_eq!(kind("tengen  openings make A"), Code::Command);
    assert_eq!(kind("RULE=4 scripts/levels.sh 2 5"), Code::Command);
    assert_eq!(kind("scripts/levels.sh"), Code::Name);
    assert_eq!(kind("--out FILE"), Code::Flag);
    assert_eq!(kind("h8 i9"), Code::Other);
    let found = parts(
        "cargo build --release && target/release/tengen match -each tc=1 --out 'a b' | (cat)",
    );
    let expected = ["tengen match", "tengen match --out", "tengen match -each"];
    assert_eq!(
        found.iter().map(String::as_str).collect::<Vec<_>>(),
        expected
    );
}
