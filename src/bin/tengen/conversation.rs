//! A dialogue on standard input and output; in a terminal with line editing and colors.

use super::{Failure, UNPRINTED};
use anyhow::{Context, Result};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{ErrorKind, IsTerminal, Write};
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
        let Some(line) = input.line(&dialogue.prompt())? else {
            // Whoever ends the input quits.
            if let DialogueAnswer::End(text) = dialogue.answer("quit") {
                tell(&text);
            }
            return Ok(ExitCode::SUCCESS);
        };
        match dialogue.answer(&line) {
            DialogueAnswer::Next(text) => tell(&text),
            DialogueAnswer::End(text) => {
                tell(&text);
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
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

    /// A line; `None` at the end of the input, or at Ctrl-C.
    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A line that cannot be recalled is no loss.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(Failure::usage(error.into())),
            },
            Input::Pipe => {
                tell(prompt);
                let mut line = String::new();
                let read = std::io::stdin().read_line(&mut line);
                let read = read.context("standard input").map_err(Failure::usage)?;
                if read == 0 {
                    tell("\n");
                }
                Ok((read > 0).then_some(line))
            }
        }
    }
}

/// Prints a text, without its colors where they are not wanted or cannot be shown.
fn tell(text: &str) {
    let mut out = anstream::stdout();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = printed
        && error.kind() != ErrorKind::BrokenPipe
    {
        UNPRINTED.get_or_init(|| error);
    }
}
