//! Certificates as files: read in either form, named in messages.

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use std::io::Write;
use std::path::Path;
use tengen::arena::{folder_of, new_file};
use tengen::board::{Point, Size, parse_points, point_name};
use tengen::proof::Certificate;
use tengen::rule::Rule;

/// The rule with a number.
pub fn rule_of(code: u32) -> Result<Rule> {
    Rule::with_code(code).with_context(|| format!("--rule {code}: 0, 1, 4, 8 or 9"))
}

/// What a certificate's file need not say.
#[derive(Args)]
pub struct Head {
    /// The rule, where no file says it: 0 freestyle, 1 standard, 4 renju.
    #[arg(long, default_value_t = 1)]
    rule: u32,
    /// Stones on the board by which five must stand, where no file says it.
    #[arg(long, default_value_t = 35, value_parser = plies_parser(Size::FIFTEEN.area()))]
    plies: usize,
}

impl Head {
    /// A certificate without decisions on 15x15.
    pub fn certificate(&self, start: Vec<Point>) -> Result<Certificate> {
        let rule = rule_of(self.rule)?;
        Ok(Certificate::new(rule, Size::FIFTEEN, start, self.plies))
    }
}

/// Accepts up to so many plies.
pub fn plies_parser(most: usize) -> impl TypedValueParser<Value = usize> {
    let range = RangedU64ValueParser::<u64>::new().range(1..=most as u64);
    range.map(|plies| plies as usize)
}

/// Moves of a game, none of them twice.
pub fn parse_moves(text: &str, size: Size) -> Result<Vec<Point>> {
    let moves = parse_points(text, size)?;
    check_moves(&moves, size)?;
    Ok(moves)
}

/// Refuses a point that is taken twice.
pub fn check_moves(moves: &[Point], size: Size) -> Result<()> {
    for (ply, &point) in moves.iter().enumerate() {
        if moves[..ply].contains(&point) {
            bail!("{} is taken twice", point_name(point, size));
        }
    }
    Ok(())
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
