//! Certificates as files: read in either form, named in messages.

use super::files::{read_bytes, write};
use super::flags::plies_parser;
use super::warnln;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::Path;
use tengen::board::{Point, Size};
use tengen::book::{Book, solved_games};
use tengen::proof::Certificate;
use tengen::record::{read_moves, rule_asked_or_named};
use tengen::rule::Rule;

/// The expected content of a certificate's file, for messages.
pub const CERTIFICATE: &str = "a certificate, as lines ('h8 h10 = g7') or as bytes,";
/// Stones on the board by which five must stand, where nothing says it.
const PLIES: usize = 35;

/// The rule and the plies of a certificate whose file does not name them.
#[derive(Args, Clone)]
pub struct Head {
    /// The rule, where no file says it: freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9).
    /// [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The win must be complete with this many stones on the board, where the file does not say it.
    /// [default: 35]
    #[arg(long, value_parser = plies_parser(Size::FIFTEEN.area()))]
    plies: Option<usize>,
}

impl Head {
    /// The same, under the rule that holds.
    pub fn under(&self, rule: Rule) -> Head {
        let rule = Some(rule);
        Head { rule, ..*self }
    }

    /// Reads typed moves of a game from the empty board; the second is the rule that holds: these flags' or the text's.
    pub fn parse_moves(&self, text: &str, size: Size) -> Result<(Vec<Point>, Rule)> {
        let typed = read_moves(text, size)?;
        let (rule, note) = rule_asked_or_named(self.rule, typed.rule);
        tell_notes(typed.notes.into_iter().chain(note));
        Ok((typed.moves, rule))
    }

    /// A certificate without decisions.
    pub fn certificate(&self, size: Size, start: Vec<Point>) -> Certificate {
        let rule = self.rule.unwrap_or(Rule::Freestyle);
        Certificate::new(rule, size, start, self.plies.unwrap_or(PLIES))
    }

    /// Reads a certificate in either form, or takes the built-in book of the rule; `hint` tells what else there is to
    /// do. The second is the number of lines that contradict earlier ones.
    pub fn read(&self, path: Option<&Path>, hint: &str) -> Result<(Certificate, usize)> {
        let empty = self.certificate(Size::FIFTEEN, Vec::new());
        let Some(path) = path else {
            let (rule, solved) = (empty.rule, solved_games());
            let book = Book::solved(rule, empty.size).cloned();
            let book = book
                .with_context(|| format!("no book for {rule}: there is one for {solved}; {hint}"));
            return Ok((book?, 0));
        };
        let (certificate, conflicts) = read_certificate(path, empty)?;
        self.check(path, &certificate)?;
        Ok((certificate, conflicts))
    }

    /// Refuses a file that says something else than the flags.
    pub fn check(&self, path: &Path, certificate: &Certificate) -> Result<()> {
        let name = path.display();
        let (rule, plies) = (certificate.rule, certificate.plies);
        if let Some(other) = self.rule.filter(|&other| other != rule) {
            bail!("{name}: a certificate for {rule}; --rule {other} says otherwise: leave it out");
        }
        if let Some(other) = self.plies.filter(|&other| other != plies) {
            bail!(
                "{name}: a certificate of {plies} plies; --plies {other} says otherwise: leave it out"
            );
        }
        Ok(())
    }
}

/// Prints notes about guesses in reading the input to standard error.
pub fn tell_notes(notes: impl IntoIterator<Item = String>) {
    for note in notes {
        warnln!("note: {note}");
    }
}

/// Writes the whole certificate as lines, each decision once; what the file held is replaced at the end.
pub fn write_certificate(path: &Path, certificate: &Certificate) -> Result<()> {
    write(path, certificate.to_string().as_bytes())
}

/// Reads lines, which add to `lines`, or bytes. The second is the number of lines that contradict
/// earlier ones.
pub fn read_certificate(path: &Path, lines: Certificate) -> Result<(Certificate, usize)> {
    let read = Certificate::read(read_bytes(path, CERTIFICATE)?, lines);
    read.with_context(|| format!("{}: {CERTIFICATE} is expected", path.display()))
}
