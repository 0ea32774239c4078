//! A dialogue on standard input and output; in a terminal with line editing and colors.

use super::verdict::INTERRUPTED;
use super::{Failure, say_to};
use anyhow::{Context, Result};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, ErrorKind, IsTerminal};
use std::process::ExitCode;
use tengen::analysis::{Dialogue, DialogueAnswer};

/// Talks until the dialogue or the input ends.
pub fn talk(dialogue: &mut dyn Dialogue) -> Result<ExitCode> {
    let mut input = Input::open()?;
    tell(&dialogue.introduction());
    loop {
        while let Some(text) = dialogue.go_on() {
            tell(&text);
        }
        let (line, code) = match input.line(&dialogue.prompt())? {
            Line::Typed(line) => (line, ExitCode::SUCCESS),
            Line::End => ("quit".into(), ExitCode::SUCCESS),
            Line::Interrupted => ("quit".into(), ExitCode::from(INTERRUPTED as u8)),
        };
        match dialogue.answer(&line) {
            DialogueAnswer::Next(text) => tell(&text),
            DialogueAnswer::End(text) => {
                tell(&text);
                return Ok(code);
            }
        }
    }
}

/// What comes from the input.
enum Line {
    Typed(String),
    End,
    /// By Ctrl-C at the prompt.
    Interrupted,
}

/// Where lines come from.
enum Input {
    Terminal(Box<DefaultEditor>),
    Pipe,
}

impl Input {
    fn open() -> Result<Input> {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(match is_terminal {
            true => Input::Terminal(Box::new(DefaultEditor::new().context("the terminal")?)),
            false => Input::Pipe,
        })
    }

    /// The next line; what is no UTF-8 in it is replaced.
    fn line(&mut self, prompt: &str) -> Result<Line> {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A line that cannot be recalled is no loss.
                    let _ = editor.add_history_entry(&line);
                    Ok(Line::Typed(line))
                }
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    Ok(Line::Typed(char::REPLACEMENT_CHARACTER.into()))
                }
                Err(error) => Err(Failure::usage(error.into())),
            },
            Input::Pipe => {
                tell(prompt);
                let mut line = Vec::new();
                let read = std::io::stdin().lock().read_until(b'\n', &mut line);
                let read = read.context("standard input").map_err(Failure::usage)?;
                if read == 0 {
                    tell("\n");
                    return Ok(Line::End);
                }
                Ok(Line::Typed(String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

/// Prints a text, without its colors where they are not wanted or cannot be shown.
fn tell(text: &str) {
    say_to(&mut anstream::stdout(), text);
}
