//! Certificates as files: read in either form, named in messages.

use anyhow::{Context, Result, bail};
use std::path::Path;
use tengen::board::{Point, Size, point_name};
use tengen::proof::Certificate;
use tengen::rule::Rule;

/// The rule with a number.
pub fn rule_of(code: u32) -> Result<Rule> {
    Rule::with_code(code).with_context(|| format!("--rule {code}: 0, 1, 4, 8 or 9"))
}

/// Moves as `h8 i9`.
pub fn names(moves: &[Point], size: Size) -> String {
    let names: Vec<String> = moves.iter().map(|&point| point_name(point, size)).collect();
    names.join(" ")
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
