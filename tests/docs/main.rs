//! The documents, run: README.md, CONTRIBUTING.md, training/README.md and `docs/*.md` are held to what the programs do.
//!
//! - A `console` block is run, command by command, in a folder that looks like the repository after a build. What
//!   it shows must be printed: `[..]` stands for anything within a line, a line `...` for any lines, `? 1`
//!   beneath a command for its exit code. `SNAPSHOTS=overwrite cargo test --test docs` writes what is printed now
//!   into the documents; what still matches stays as it is.
//! - Each command of an `sh` block, and each command with arguments within the text, is run as `commands.toml` says: in
//!   a small form with the same flags, or not at all, for a reason out of a short list.
//! - A `text` block is the output of a command that `commands.toml` names.
//! - A `python` block is run by `scripts/clients.sh`. A block with a file's name after the language is that file in
//!   the folders in which commands are run.
//! - Programs, subcommands, flags, scripts, files, links, commands of the protocol and INFO keys that are named exist.
//! - The numbers of the plot of the lead over time stand in the tables.
//!
//! `TENGEN_DOCS=verify cargo test --test docs -- --nocapture what_is_shown` runs only what has `verify` in its command or
//! its document's name, and tells how long each took.
//!
//! A failure says which line of which document it is about, and what to add where.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod document;
mod names;
mod numbers;
mod scratch;
mod table;

use document::{Document, Step, commands, one_line, steps, written};
use scratch::Scratch;
use snapbox::Data;
use snapbox::filter::NormalizeToExpected;
use snapbox::report::{Palette, write_diff};
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;
use table::{Code, Entry, Shown, Table, kind};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults:\n\n{}\n",
        faults.len(),
        faults.join("\n\n")
    );
}

/// The commands that need an entry, and where they are shown.
fn shown_commands(documents: &[Document]) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for document in documents {
        for block in document.blocks.iter().filter(|b| b.language() == "sh") {
            let all = commands(&block.text);
            shown.extend(all.into_iter().map(|c| (c, document.place(block.line))));
        }
        let within = document
            .code
            .iter()
            .filter(|c| kind(&c.text) == Code::Command);
        shown.extend(within.map(|c| (one_line(&c.text), document.place(c.line))));
    }
    shown
}

#[test]
fn every_command_is_in_the_table_and_nothing_else() {
    let (documents, table) = (Document::all(root()), Table::read(root()));
    let mut faults = table.faults();
    let shown = shown_commands(&documents);
    for (command, place) in &shown {
        if !table.command.iter().any(|entry| entry.shown == *command) {
            faults.push(format!(
                "{place}: `{command}` is not in tests/docs/commands.toml. Add there, with a small form that ends soon:\n\
                 [[command]]\nshown = '''{command}'''\nrun = '''{command}'''\nprints = [\"..\"]"
            ));
        }
    }
    for entry in &table.command {
        if !shown.iter().any(|(command, _)| *command == entry.shown) {
            faults.push(format!(
                "commands.toml: no document shows `{}` any more: take the entry out",
                entry.shown
            ));
        }
    }
    let texts = |d: &Document| {
        let blocks = d
            .blocks
            .iter()
            .filter(|b| b.language() == "text" && b.file_name().is_none());
        blocks
            .map(|b| (first_line(&b.text), d.place(b.line)))
            .collect::<Vec<_>>()
    };
    let texts: Vec<_> = documents.iter().flat_map(texts).collect();
    for (begins, place) in &texts {
        if !table.text.iter().any(|text| text.begins == *begins) {
            faults.push(format!(
                "{place}: nothing in tests/docs/commands.toml prints this block. Make it a `console` block, or add:\n\
                 [[text]]\nbegins = '''{begins}'''\nrun = \"..\""
            ));
        }
    }
    for text in &table.text {
        if !texts.iter().any(|(begins, _)| *begins == text.begins) {
            faults.push(format!(
                "commands.toml: no block begins with `{}` any more",
                text.begins
            ));
        }
    }
    none(&faults);
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

#[test]
fn blocks_are_of_kinds_that_are_checked() {
    let mut faults = Vec::new();
    for document in Document::all(root()) {
        for block in &document.blocks {
            let is_known = match block.language() {
                "console" | "sh" | "text" | "python" => true,
                "indented" => block.text.starts_with("MESSAGE "),
                _ => block.file_name().is_some(),
            };
            if !is_known {
                faults.push(format!(
                    "{}: a block of kind '{}': write `console`, `sh`, `text` or `python` after its fence, or a language \
                     and the name of the file that it shows",
                    document.place(block.line),
                    block.info
                ));
            }
        }
    }
    none(&faults);
}

/// A text that a document should have in the place of another.
struct Mended {
    name: String,
    range: Range<usize>,
    text: String,
}

/// What running something has shown.
#[derive(Default)]
struct Found {
    faults: Vec<String>,
    mended: Vec<Mended>,
}

type Job<'a> = (String, Box<dyn FnOnce() -> Found + Send + 'a>);

/// What all folders for running hold.
struct Stage {
    /// Holds the folder `matches`.
    played: Scratch,
    /// Files that documents show, by name.
    files: Vec<(String, String)>,
}

impl Stage {
    fn new(documents: &[Document]) -> Stage {
        let blocks = documents.iter().flat_map(|d| &d.blocks);
        let file = |b: &document::Block| Some((b.file_name()?.to_string(), b.text.clone()));
        Stage {
            played: Scratch::with_match(root()),
            files: blocks.filter_map(file).collect(),
        }
    }

    fn folder(&self) -> Scratch {
        let scratch = Scratch::new(root(), Some(&self.played.path("matches")));
        for (name, text) in &self.files {
            std::fs::write(scratch.path(name), text).unwrap();
        }
        scratch
    }
}

#[test]
fn what_is_shown_is_what_is_run() {
    let (documents, table) = (Document::all(root()), Table::read(root()));
    let stage = Stage::new(&documents);
    let mut jobs: Vec<Job> = Vec::new();
    for entry in table.command.iter().filter(|entry| entry.run.is_some()) {
        let stage = &stage;
        jobs.push((
            entry.shown.clone(),
            Box::new(move || run_entry(entry, stage)),
        ));
    }
    for document in &documents {
        let stage = &stage;
        let has_steps = document.blocks.iter().any(|b| b.language() == "console");
        if has_steps {
            jobs.push((
                document.name.clone(),
                Box::new(move || run_steps(document, stage)),
            ));
        }
        for block in document.blocks.iter().filter(|b| b.language() == "text") {
            let shown = table
                .text
                .iter()
                .find(|text| text.begins == first_line(&block.text));
            if let Some(shown) = shown.filter(|shown| !shown.is_history) {
                let place = document.place(block.line);
                let name = format!("block {place}");
                jobs.push((
                    name,
                    Box::new(move || run_text(shown, &block.text, &place, stage)),
                ));
            }
        }
    }
    if let Ok(word) = std::env::var("TENGEN_DOCS") {
        jobs.retain(|(name, _)| name.contains(&word));
    }
    let found = run_all(jobs);
    if std::env::var("SNAPSHOTS").is_ok_and(|action| action == "overwrite") {
        mend(&documents, &found.mended);
    }
    none(&found.faults);
}

/// Runs jobs on as many threads as the machine has processors, up to four.
fn run_all(jobs: Vec<Job>) -> Found {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(4));
    let (jobs, found) = (Mutex::new(jobs.into_iter()), Mutex::new(Found::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().unwrap().next();
                    let Some((name, job)) = job else { break };
                    let begun = Instant::now();
                    let new = job();
                    println!("{:6.2} s  {name}", begun.elapsed().as_secs_f64());
                    let mut found = found.lock().unwrap();
                    found.faults.extend(new.faults);
                    found.mended.extend(new.mended);
                }
            });
        }
    });
    found.into_inner().unwrap()
}

fn run_entry(entry: &Entry, stage: &Stage) -> Found {
    let folder = stage.folder();
    let run = entry.run.as_deref().unwrap_or_default();
    let (code, output) = folder.run(run);
    let mut faults = Vec::new();
    if code != Some(entry.code) {
        faults.push(format!("ends with {} for {}", code_text(code), entry.code));
    }
    for text in &entry.prints {
        if !holds(&output, text) {
            faults.push(format!("does not print '{text}'"));
        }
    }
    for name in &entry.writes {
        let size = std::fs::metadata(folder.path(name)).map_or(0, |data| data.len());
        if size == 0 {
            faults.push(format!("does not write {name}"));
        }
    }
    let told = (!faults.is_empty()).then(|| {
        format!(
            "commands.toml: `{}`, run as\n{run}\n{}. It printed:\n{output}",
            entry.shown,
            faults.join("; ")
        )
    });
    Found {
        faults: told.into_iter().collect(),
        ..Found::default()
    }
}

fn code_text(code: Option<i32>) -> String {
    code.map_or("no exit code (killed, or hung)".into(), |code| {
        format!("exit code {code}")
    })
}

/// Whether a text holds a pattern, in which `#` stands for a number.
fn holds(text: &str, pattern: &str) -> bool {
    text.char_indices()
        .any(|(at, _)| begins(&text[at..], pattern))
}

fn begins(text: &str, pattern: &str) -> bool {
    let Some((before, after)) = pattern.split_once('#') else {
        return text.starts_with(pattern);
    };
    let rest = text.strip_prefix(before).unwrap_or_default();
    let is_part = |c: char| c.is_ascii_digit() || ".,".contains(c);
    let most = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    rest.starts_with(|c: char| c.is_ascii_digit())
        && (1..=most).any(|length| begins(&rest[length..], after))
}

/// Runs the `console` blocks of a document, one after the other in one folder.
fn run_steps(document: &Document, stage: &Stage) -> Found {
    let folder = stage.folder();
    let mut found = Found::default();
    for block in document.blocks.iter().filter(|b| b.language() == "console") {
        let place = document.place(block.line);
        let ran: Vec<Step> = steps(&block.text)
            .into_iter()
            .map(|step| run_step(step, &folder))
            .collect();
        let text = written(&ran);
        if text == block.text {
            continue;
        }
        let mut diff = String::new();
        let (expected, actual) = (Data::text(block.text.clone()), Data::text(text.clone()));
        let names: (&dyn std::fmt::Display, _) = (&place, &"what is run");
        write_diff(
            &mut diff,
            &expected,
            &actual,
            Some(names.0),
            Some(names.1),
            Palette::plain(),
        )
        .unwrap();
        found.faults.push(format!(
            "{place}: shows another output (SNAPSHOTS=overwrite writes the new one there):\n{diff}"
        ));
        let (name, range) = (document.name.clone(), block.range.clone());
        found.mended.push(Mended { name, range, text });
    }
    found
}

/// A step with the exit code and the output of now, where that matches what was expected as it was expected.
fn run_step(step: Step, folder: &Scratch) -> Step {
    let (code, mut output) = folder.run(&step.command);
    // A blank line at the end of a step parts it from the next.
    let parting = if step.output.ends_with("\n\n") && !output.ends_with("\n\n") {
        "\n"
    } else {
        ""
    };
    output += parting;
    let alike = NormalizeToExpected::new().redact();
    let output = alike
        .normalize(Data::text(output), &Data::text(step.output))
        .to_string();
    let code = code.unwrap_or(-1);
    Step {
        code,
        output,
        ..step
    }
}

fn mend(documents: &[Document], mended: &[Mended]) {
    for document in documents {
        let mut source = document.source.clone();
        let mut own: Vec<_> = mended.iter().filter(|m| m.name == document.name).collect();
        own.sort_by_key(|m| std::cmp::Reverse(m.range.start));
        for one in &own {
            source.replace_range(one.range.clone(), &one.text);
        }
        if !own.is_empty() {
            std::fs::write(root().join(&document.name), source).unwrap();
        }
    }
}

/// Runs the command that prints a `text` block; its lines must come in their order. Lines `> word` are typed, and those with
/// another prompt: `black 5 > word`.
fn run_text(shown: &Shown, block: &str, place: &str, stage: &Stage) -> Found {
    let typed: Vec<_> = block.lines().filter_map(after_prompt).collect();
    let run = shown.run.as_deref().unwrap_or_default();
    let line = match typed.len() {
        0 => run.to_string(),
        _ => format!("printf '%s\\n' '{}' | {run}", typed.join("' '")),
    };
    let (_, output) = stage.folder().run(&line);
    let is_like = |printed: &str, line: &str| match shown.any_numbers {
        true => form_of(printed).starts_with(&form_of(line)),
        false => printed == line,
    };
    let mut printed = output
        .lines()
        .map(|line| after_prompt(line).unwrap_or(line));
    let mut faults = Vec::new();
    let told = |line: &&str| after_prompt(line).is_none();
    for line in block.lines().filter(told) {
        if !printed.any(|other| is_like(other, line)) {
            faults.push(format!(
                "{place}: this line, or one like it, is not printed, or not in this order:\n{line}\nIts command\n{run}\nprints:\n\
                 {output}"
            ));
            break;
        }
    }
    Found {
        faults,
        ..Found::default()
    }
}

/// What stands behind `> `, or behind a prompt such as `black 5 > `.
fn after_prompt(line: &str) -> Option<&str> {
    let (prompt, rest) = line.split_once("> ")?;
    let is_prompt = ["", "black ", "white "].iter().any(|color| {
        let number = prompt.strip_prefix(color);
        number.is_some_and(|number| number.trim_end().chars().all(|c| c.is_ascii_digit()))
    });
    is_prompt.then_some(rest)
}

/// A line with `#` for all words that hold digits, and for numbers that are none.
fn form_of(line: &str) -> String {
    // How games ended is another list each time.
    let line = line.split_inclusive("ends: ").next().unwrap_or_default();
    // What brains did wrong stands last: on a busy machine one may leave late.
    let line = line.strip_suffix("  none").unwrap_or(line);
    let is_number = |word: &str| {
        ["inf", "nan"].contains(&word.trim_end_matches(','))
            || word.contains(|c: char| c.is_ascii_digit())
    };
    let words = line
        .split_whitespace()
        .map(|w| if is_number(w) { "#" } else { w });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_are_hidden() {
    assert!(holds("of 2,060,466 nodes, 3.5 s", "# nodes, # s"));
    assert!(holds("a\n1 of 12", "\n1 of #"));
    assert!(!holds("1 of x", "1 of #") && !holds("2 of 12", "1 of #"));
    assert_eq!(form_of("ends: five 12"), "ends:");
    assert_eq!(form_of("a  0.1  none"), "a #");
    assert_eq!(form_of("renju15  a-1  50% +/- inf, of"), "# # # +/- # of");
}
