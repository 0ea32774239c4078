//! What is played line by line in a terminal: what is typed, and what is answered, as English text.

/// What follows a line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogueAnswer {
    /// This text, empty or ending with a line feed, and the next line.
    Next(String),
    /// This text, and the end.
    End(String),
}

/// A dialogue in English.
pub trait Dialogue {
    /// What is asked, and what can be typed.
    fn introduction(&self) -> String;

    /// What stands before the line that is typed.
    fn prompt(&self) -> String {
        "> ".into()
    }

    /// Answers a line.
    fn answer(&mut self, line: &str) -> DialogueAnswer;

    /// What the program does by itself before the next line; `None` once that is the player's.
    fn go_on(&mut self) -> Option<String> {
        None
    }
}
