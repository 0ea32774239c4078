//! What documents name must exist: programs, subcommands and flags, scripts and files, links, settings of the
//! environment, commands of the protocol and INFO keys. Messages must have the form that is shown.

use crate::document::{Document, commands, one_line};
use crate::table::{Code, calls, flags, kind, subcommand};
use crate::{none, root};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tengen::protocol::{Command as Said, Settings};

const FOLDERS: [&str; 8] = [
    "data/",
    "examples/",
    "src/",
    "docs/",
    "scripts/",
    "tests/",
    "openings/",
    "protocol-tests/",
];

/// The help texts of the programs, asked for once each; scripts are their own.
#[derive(Default)]
struct Helps(BTreeMap<String, Option<String>>);

impl Helps {
    /// `None` where there is no such program, subcommand or script.
    fn of(&mut self, name: &str) -> Option<&str> {
        let help = self.0.entry(name.to_string());
        help.or_insert_with(|| help_of(name)).as_deref()
    }

    fn knows(&mut self, name: &str, flag: &str) -> bool {
        let is_match = name == "tengen match";
        let word = format!("--{}", flag.trim_start_matches('-'));
        let flag = if is_match { word.as_str() } else { flag };
        self.of(name).is_some_and(|help| has_word(help, flag))
    }
}

fn help_of(name: &str) -> Option<String> {
    if name.starts_with("scripts/") {
        return std::fs::read_to_string(root().join(name)).ok();
    }
    let mut words = name.split(' ');
    let program = match words.next() {
        Some("tengen") => env!("CARGO_BIN_EXE_tengen"),
        Some("pbrain-tengen") => env!("CARGO_BIN_EXE_pbrain-tengen"),
        _ => return None,
    };
    let output = Command::new(program)
        .args(words)
        .arg("--help")
        .output()
        .unwrap();
    let is_known = output.status.success();
    is_known.then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a text holds a flag as a whole word.
fn has_word(text: &str, flag: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.split(|c| !is_part(c)).any(|word| word == flag)
}

/// All subcommands of `tengen`.
fn subcommands(helps: &mut Helps) -> Vec<String> {
    let under = |help: &str| -> Vec<String> {
        let list = help.split("Commands:\n").nth(1).unwrap_or_default();
        let words = list.lines().take_while(|line| !line.is_empty());
        let words = words.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let words = words.filter(|word| !word.is_empty() && *word != "help");
        words.map(str::to_string).collect()
    };
    let mut all = Vec::new();
    for first in under(helps.of("tengen").unwrap_or_default()) {
        let name = format!("tengen {first}");
        let nested = under(helps.of(&name).unwrap_or_default());
        all.extend(nested.iter().map(|second| format!("{name} {second}")));
        all.push(name);
    }
    all
}

#[test]
fn programs_and_flags_that_are_named_exist() {
    let mut helps = Helps::default();
    let all = subcommands(&mut helps);
    assert!(all.len() > 18, "{all:?}");
    let mut faults = Vec::new();
    for document in Document::all(root()) {
        let mut check = |code: &str, place: String| {
            if kind(code) == Code::Flag {
                let words: Vec<String> = code.split(' ').map(str::to_string).collect();
                for flag in flags(&words) {
                    let mut names = all.iter().map(String::as_str).chain(["pbrain-tengen"]);
                    if !names.any(|name| helps.knows(name, flag)) {
                        faults.push(format!("{place}: no program's --help tells of `{flag}`"));
                    }
                }
                return;
            }
            for call in calls(code) {
                let program = call[0].trim_start_matches("target/release/");
                if !["tengen", "pbrain-tengen"].contains(&program)
                    && !program.starts_with("scripts/")
                {
                    continue;
                }
                let name = subcommand(program, &call[1..]);
                if helps.of(&name).is_none() {
                    faults.push(format!("{place}: there is no `{name}`"));
                    continue;
                }
                // A script's flags beside those of a match that it hands on.
                let takes_match = name.starts_with("scripts/shard");
                for flag in flags(&call) {
                    let is_handed_on = takes_match && helps.knows("tengen match", flag);
                    if !is_handed_on && !helps.knows(&name, flag) {
                        faults.push(format!(
                            "{place}: `{name}` has no `{flag}` in its help or source"
                        ));
                    }
                }
            }
        };
        for block in document.blocks.iter().filter(|b| b.language() == "sh") {
            for command in commands(&block.text) {
                check(&command, document.place(block.line));
            }
        }
        for code in document
            .code
            .iter()
            .filter(|c| kind(&c.text) != Code::Other)
        {
            check(&one_line(&code.text), document.place(code.line));
        }
    }
    none(&faults);
}

/// Whether a file, or with a `*` in its name any, is there.
fn is_there(path: &Path) -> bool {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let Some((begin, end)) = name.split_once('*') else {
        return path.exists();
    };
    let Some(Ok(entries)) = path.parent().map(std::fs::read_dir) else {
        return false;
    };
    let mut names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with(begin) && name.ends_with(end))
}

/// The names of headings as links write them.
fn anchors(source: &str) -> BTreeSet<String> {
    let headings = source.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let text = line.trim_start_matches('#').trim().to_lowercase();
        let kept = text
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn files_and_links_that_are_named_exist() {
    let documents = Document::all(root());
    let mut faults = Vec::new();
    for document in &documents {
        let folder = root().join(&document.name);
        let folder = folder.parent().unwrap();
        for link in document
            .links
            .iter()
            .filter(|link| !link.text.contains("://"))
        {
            let (file, anchor) = link.text.split_once('#').unwrap_or((&link.text, ""));
            let path = if file.is_empty() {
                root().join(&document.name)
            } else {
                folder.join(file)
            };
            let has_anchor = || {
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                anchor.is_empty() || anchors(&source).contains(anchor)
            };
            if !path.exists() || !has_anchor() {
                faults.push(format!(
                    "{}: the link {} leads nowhere",
                    document.place(link.line),
                    link.text
                ));
            }
        }
        for code in &document.code {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_./*-".contains(c);
            for word in code.text.split_whitespace() {
                let is_path =
                    FOLDERS.iter().any(|f| word.starts_with(f)) && word.chars().all(is_name);
                if is_path && !is_there(&root().join(word)) {
                    faults.push(format!(
                        "{}: there is no file {word}",
                        document.place(code.line)
                    ));
                }
            }
        }
    }
    none(&faults);
}

/// The text of all files under a folder.
fn sources(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, all),
            false => *all += &String::from_utf8_lossy(&std::fs::read(&path).unwrap()),
        }
    }
}

#[test]
fn settings_of_the_environment_that_are_named_are_read() {
    let mut source = String::new();
    for folder in ["scripts", "src", "tests", "protocol-tests"] {
        sources(&root().join(folder), &mut source);
    }
    let mut faults = Vec::new();
    for document in Document::all(root()) {
        for code in &document.code {
            let Some(name) = code
                .text
                .split('=')
                .next()
                .filter(|n| n.len() < code.text.len())
            else {
                continue;
            };
            let is_setting =
                name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
            // As scripts, `${NAME:-..}`, and programs, `"NAME"`, read it.
            let reads = [
                format!("${{{name}:-"),
                format!("\"{name}\""),
                format!("${name}"),
            ];
            if is_setting && name != "EXE" && !reads.iter().any(|read| source.contains(read)) {
                faults.push(format!(
                    "{}: nothing reads `{name}`",
                    document.place(code.line)
                ));
            }
        }
    }
    none(&faults);
}

/// The code in the first column of a document's tables, with the heading above: heading, line, code.
fn first_cells(document: &Document) -> Vec<(String, usize, String)> {
    let mut heading = String::new();
    let mut cells = Vec::new();
    for (number, line) in document.source.lines().enumerate() {
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_string();
        }
        let Some(cell) = line
            .strip_prefix("| ")
            .and_then(|rest| rest.split(" | ").next())
        else {
            continue;
        };
        let codes = cell.split('`').skip(1).step_by(2);
        cells.extend(codes.map(|code| (heading.clone(), number + 1, code.to_string())));
    }
    cells
}

/// Whether the brain does anything about an INFO key.
fn is_key(key: &str) -> bool {
    let mut settings = Settings::default();
    settings.set(key, "1");
    settings != Settings::default()
}

#[test]
fn commands_and_keys_of_the_protocol_are_known() {
    let documents = Document::all(root());
    let protocol = documents
        .iter()
        .find(|d| d.name == "docs/PROTOCOL.md")
        .unwrap();
    let mut faults = Vec::new();
    let (mut said, mut keys) = (0, 0);
    for (heading, line, code) in first_cells(protocol) {
        let word = code.split(' ').next().unwrap_or_default();
        let is_known = if heading == "INFO" {
            keys += 1;
            is_key(word)
        } else {
            said += 1;
            // The end of a block is no command of its own.
            word == "DONE" || !matches!(Said::parse(&code), None | Some(Said::Unknown(_)))
        };
        if !is_known {
            faults.push(format!(
                "{}: the brain knows no `{code}`",
                protocol.place(line)
            ));
        }
    }
    assert!(
        said > 20 && keys > 10,
        "PROTOCOL.md has its tables: {said} commands, {keys} keys"
    );
    let package = std::fs::read_to_string(root().join("docs/PACKAGE.txt")).unwrap();
    let package = Document::parse("docs/PACKAGE.txt", package);
    for document in documents.iter().chain([&package]) {
        for (number, line) in document.source.lines().enumerate() {
            for rest in line.split("INFO ").skip(1) {
                let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
                let key: String = rest.chars().take_while(|c| is_part(*c)).collect();
                let is_meant = !["", "key", "keys", "name"].contains(&key.as_str());
                if is_meant && !is_key(&key) {
                    faults.push(format!(
                        "{}: the brain knows no INFO {key}",
                        document.place(number + 1)
                    ));
                }
            }
        }
    }
    none(&faults);
}

/// A message without its values: words up to the principal variation, `#` for those with digits.
fn form(message: &str) -> String {
    let shown = message.split("   ").next().unwrap_or_default();
    let shown = shown.split(" ..").next().unwrap_or_default();
    // A number, or the letter that stands for one.
    let is_value =
        |w: &str| w.contains(|c: char| c.is_ascii_digit()) || ["x", "y", "n"].contains(&w);
    let words = shown
        .split_whitespace()
        .map(|w| if is_value(w) { "#" } else { w });
    let mut form = Vec::new();
    for word in words {
        form.push(word);
        if word.eq_ignore_ascii_case("pv") {
            break;
        }
    }
    form.join(" ")
}

/// The forms of messages that documents show, and where.
fn shown_forms() -> BTreeMap<String, String> {
    let package = std::fs::read_to_string(root().join("docs/PACKAGE.txt")).unwrap();
    let mut documents = Document::all(root());
    documents.push(Document::parse("docs/PACKAGE.txt", package));
    let mut forms = BTreeMap::new();
    for document in documents {
        for (number, line) in document.source.lines().enumerate() {
            let message = match line.trim_start() {
                text if text.starts_with("MESSAGE ") => text,
                text => text
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .find(|c| c.starts_with("MESSAGE "))
                    .unwrap_or(""),
            };
            if !message.is_empty() {
                forms.insert(form(message), document.place(number + 1));
            }
        }
    }
    forms
}

#[test]
fn messages_have_the_form_that_is_shown() {
    let mut missing = shown_forms();
    assert!(missing.len() > 6, "{missing:?}");
    let mut brain = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = brain.stdin.take().unwrap();
    let mut lines = BufReader::new(brain.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let turns = [
        "START 20\nINFO max_depth 4\nTURN 9,9\n",
        "YXSHOWINFO\nYXBOARD 9,9,2 0,0,1 10,10,2 DONE\nYXSWAP2STEP2\nYXSWAP2STEP1\nABOUT\n",
        "START 20\nINFO max_depth 0\nINFO timeout_turn 60000\nINFO show_detail 3\nYXNBEST 5\n",
    ];
    for turn in turns {
        input.write_all(turn.as_bytes()).unwrap();
        for line in lines.by_ref() {
            let seen = form(&line);
            missing.retain(|shown, _| !seen.starts_with(shown.as_str()));
            // A move or the answer to ABOUT ends the turn.
            let is_end =
                line.starts_with(|c: char| c.is_ascii_digit()) || line.starts_with("name=");
            if missing.is_empty() || is_end {
                break;
            }
        }
    }
    let _ = input.write_all(b"YXSTOP\nEND\n");
    brain.wait().unwrap();
    let faults: Vec<_> = missing
        .iter()
        .map(|(form, place)| format!("{place}: the brain says no `{form}`"))
        .collect();
    none(&faults);
}
