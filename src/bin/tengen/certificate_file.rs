//! Certificates as files: read in either form, named in messages.

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use std::io::Write;
use std::path::Path;
use tengen::arena::{folder_of, new_file};
use tengen::board::{Point, Size};
use tengen::proof::Certificate;
use tengen::record::read_game_text;
use tengen::rule::Rule;

/// What a certificate's file need not say.
#[derive(Args)]
pub struct Head {
    /// The rule, where no file says it: freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Stones on the board by which five must stand, where no file says it.
    #[arg(long, default_value_t = 35, value_parser = plies_parser(Size::FIFTEEN.area()))]
    plies: usize,
}

impl Head {
    /// A certificate without decisions on 15x15.
    pub fn certificate(&self, start: Vec<Point>) -> Result<Certificate> {
        Ok(Certificate::new(
            self.rule,
            Size::FIFTEEN,
            start,
            self.plies,
        ))
    }
}

/// Accepts up to so many plies.
pub fn plies_parser(most: usize) -> impl TypedValueParser<Value = usize> {
    let range = RangedU64ValueParser::<u64>::new().range(1..=most as u64);
    range.map(|plies| plies as usize)
}

/// Moves of a game from the empty board in any form that is typed, none of them twice.
pub fn parse_moves(text: &str, size: Size) -> Result<Vec<Point>> {
    let mut file = read_game_text(text, None, Some(size))?;
    let count = file.games.len();
    if count != 1 {
        bail!("one game is expected, {count} are found");
    }
    let game = file.games.remove(0);
    let side = game.size().side();
    if game.size() != size {
        let expected = size.side();
        bail!("a game on {expected}x{expected} is expected, one on {side}x{side} is found");
    }
    let moves = game.moves()?;
    tell_notes(file.notes.into_iter().chain(game.notes));
    Ok(moves)
}

/// Writes to standard error how input was read where that had to be guessed.
pub fn tell_notes(notes: impl IntoIterator<Item = String>) {
    for note in notes {
        eprintln!("note: {note}");
    }
}

/// Writes the whole certificate as lines, each decision once; what the file held is replaced at the end.
pub fn write_certificate(path: &Path, certificate: &Certificate) -> Result<()> {
    let name = || path.display().to_string();
    let mut file = new_file(folder_of(path)).with_context(name)?;
    file.write_all(certificate.to_string().as_bytes())
        .with_context(name)?;
    file.persist(path).with_context(name)?;
    Ok(())
}

/// Reads lines, which add to `lines`, or bytes. The second is the number of lines that contradict
/// earlier ones.
pub fn read_certificate(path: &Path, mut lines: Certificate) -> Result<(Certificate, usize)> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(name)?;
    match String::from_utf8(bytes) {
        Ok(text) => {
            let conflicts = lines.read_lines(&text).with_context(name)?;
            if lines.is_empty() {
                bail!("{}: no decisions", name());
            }
            Ok((lines, conflicts))
        }
        // The compact form is no text: its decisions end with a byte that no text has.
        Err(error) => {
            let certificate = Certificate::from_bytes(error.as_bytes()).with_context(name)?;
            Ok((certificate, 0))
        }
    }
}
