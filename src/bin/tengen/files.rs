//! Reads and writes files that the user names; an error says what was expected.

use super::Failure;
use anyhow::{Context, Error, Result, anyhow, bail};
use std::io::Write;
use std::path::Path;
use tengen::record::{AppendedLines, replace_file};

/// Reads a file of text. `what` names what is expected: `a file of games, one a line`.
pub fn read_text(path: &Path, what: &str) -> Result<String> {
    let bytes = read_bytes(path, what)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..at]).into_owned();
        let line = text.matches('\n').count() + 1;
        let name = path.display();
        anyhow!("{name}, line {line}: byte {at} is no UTF-8 text; {what} is expected")
    })
}

/// Reads what an earlier run has left in a file: nothing if that is empty or does not exist.
pub fn earlier_text(path: &Path, what: &str) -> Result<String> {
    match std::fs::metadata(path).is_ok_and(|file| file.is_dir() || file.len() > 0) {
        true => read_text(path, what),
        false => Ok(String::new()),
    }
}

/// Reads a file that is not empty.
pub fn read_bytes(path: &Path, what: &str) -> Result<Vec<u8>> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name}: a folder; {what} is expected");
    }
    let bytes = std::fs::read(path).with_context(|| format!("{name}: {what} is expected"))?;
    if bytes.is_empty() {
        bail!("{name}: empty; {what} is expected");
    }
    Ok(bytes)
}

/// Refuses, before long work, a file that cannot be written after it.
pub fn check_target(path: &Path) -> Result<()> {
    Ok(tengen::record::check_target(path)?)
}

/// Makes a folder to write to, with its parents, if it is not there; before long work.
pub fn make_folder(path: &Path) -> Result<()> {
    let made = std::fs::create_dir_all(path);
    made.with_context(|| format!("{}: a folder to write to is expected", path.display()))
}

/// Writes a file as a whole or not at all.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    check_target(path).map_err(Failure::usage)?;
    let written = replace_file(path, |file| file.write_all(content));
    written.map_err(|error| cannot_write(path, error))
}

/// Tells whether every line of a file was written.
pub fn all_written(lines: &mut AppendedLines, path: &Path) -> Result<()> {
    match lines.take_error() {
        Some(error) => Err(cannot_write(path, error)),
        None => Ok(()),
    }
}

/// A file that cannot be written.
pub fn cannot_write(path: &Path, error: std::io::Error) -> Error {
    Error::new(error).context(format!("cannot write {}", path.display()))
}
