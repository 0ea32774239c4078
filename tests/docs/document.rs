//! A document taken apart: fenced blocks, code within the text, links; each with its line.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Path;

/// Something in a document, and the line in which it begins.
pub struct Span {
    pub text: String,
    pub line: usize,
}

/// A block of code. `info` is what stands after its fence, `indented` where it has none; `range` is where
/// its text stands in the document.
pub struct Block {
    pub info: String,
    pub text: String,
    pub line: usize,
    pub range: Range<usize>,
}

impl Block {
    /// The first word after the fence.
    pub fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The name of the file that the block shows, if it has one: the second word after the fence.
    pub fn file_name(&self) -> Option<&str> {
        self.info.split(' ').nth(1)
    }
}

/// A document: its path from the root of the repository, its source and its parts.
pub struct Document {
    pub name: String,
    pub source: String,
    pub blocks: Vec<Block>,
    pub code: Vec<Span>,
    pub links: Vec<Span>,
}

impl Document {
    pub fn parse(name: &str, source: String) -> Document {
        let (mut blocks, mut code, mut links) = (Vec::<Block>::new(), Vec::new(), Vec::new());
        let line = |at: usize| source[..at].matches('\n').count() + 1;
        let mut is_within = false;
        for (event, range) in Parser::new_ext(&source, Options::ENABLE_TABLES).into_offset_iter() {
            let span = |text: &str| Span {
                text: text.to_string(),
                line: line(range.start),
            };
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    is_within = true;
                    let info = match kind {
                        CodeBlockKind::Fenced(info) => info.to_string(),
                        CodeBlockKind::Indented => "indented".to_string(),
                    };
                    blocks.push(Block {
                        info,
                        text: String::new(),
                        line: line(range.start),
                        range: 0..0,
                    });
                }
                Event::End(TagEnd::CodeBlock) => is_within = false,
                Event::Text(text) if is_within => {
                    let block = blocks.last_mut().unwrap();
                    if block.text.is_empty() {
                        block.range = range.clone();
                    }
                    block.range.end = range.end;
                    block.text += &text;
                }
                Event::Code(text) => code.push(span(&text)),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    links.push(span(&dest_url));
                }
                _ => {}
            }
        }
        Document {
            name: name.to_string(),
            blocks,
            code,
            links,
            source,
        }
    }

    /// README.md, CONTRIBUTING.md, training/README.md and `docs/*.md`.
    pub fn all(root: &Path) -> Vec<Document> {
        let mut names = ["CONTRIBUTING.md", "README.md", "training/README.md"]
            .map(String::from)
            .to_vec();
        for entry in std::fs::read_dir(root.join("docs")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                names.push(format!("docs/{name}"));
            }
        }
        names.sort();
        let read = |name: &String| std::fs::read_to_string(root.join(name)).unwrap();
        names.iter().map(|n| Document::parse(n, read(n))).collect()
    }

    /// Where something stands, for messages.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }
}

/// A command in a `console` block, the exit code that it must end with and what it must print.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    pub command: String,
    pub code: i32,
    pub output: String,
}

/// Reads a `console` block: `$ command`, lines that end with a backslash going on in the next; `? 1` beneath it
/// where another exit code than 0 is meant; what is printed.
pub fn steps(block: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut goes_on = false;
    for line in block.split_inclusive('\n') {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                command: command.to_string(),
                code: 0,
                output: String::new(),
            });
        } else if let Some(step) = steps.last_mut() {
            match line.strip_prefix("? ") {
                _ if goes_on => step.command += line,
                Some(code) if step.output.is_empty() => step.code = code.trim().parse().unwrap(),
                _ => step.output += line,
            }
        } else {
            panic!("a console block must begin with `$ command`, not with {line:?}");
        }
        goes_on = (line.starts_with("$ ") || goes_on) && line.ends_with("\\\n");
    }
    steps
}

/// Writes the text of a `console` block.
pub fn written(steps: &[Step]) -> String {
    let write = |step: &Step| {
        let code = match step.code {
            0 => String::new(),
            code => format!("? {code}\n"),
        };
        format!("$ {}{code}{}", step.command, step.output)
    };
    steps.iter().map(write).collect()
}

/// The commands of an `sh` block, each in one line, without comments. A comment stands two blanks after its
/// command, or in a line of its own.
pub fn commands(block: &str) -> Vec<String> {
    let joined = block.replace("\\\n", " ");
    let bare = joined
        .lines()
        .map(|line| line.split("  #").next().unwrap_or_default());
    bare.filter(|line| !line.starts_with('#'))
        .map(one_line)
        .filter(|line| !line.is_empty())
        .collect()
}

/// Text with all white space as single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn blocks_are_read_as_they_are_meant() {
    let source = "Text `a  b`.\n\n```console\n$ one \\\n  two\n? 3\nout\n\n$ four\n```\n\n| `tengen x` | [y](z.md) |\n";
    let document = Document::parse("x.md", source.to_string());
    let block = &document.blocks[0];
    assert_eq!((block.language(), block.line), ("console", 3));
    assert_eq!(&document.source[block.range.clone()], block.text);
    let read = steps(&block.text);
    assert_eq!(
        (
            read[0].command.as_str(),
            read[0].code,
            read[0].output.as_str()
        ),
        ("one \\\n  two\n", 3, "out\n\n")
    );
    assert_eq!(read[1].command, "four\n");
    assert_eq!(written(&read), block.text);
    assert_eq!(document.code[1].text, "tengen x");
    assert_eq!(document.links[0].text, "z.md");
    assert_eq!(
        commands("# why\na --b 1 \\\n    --c   # what\n\nd '#'\n"),
        ["a --b 1 --c", "d '#'"]
    );
}
