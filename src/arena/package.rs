//! A brain as it is handed in: a zip, and which of its programs the judge takes.
//!
//! Source of the choice: the tournament's own client, as of 2026.

use crate::rule::Rule;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where the archive may be unpacked to.
const MOST_BYTES: u64 = 256 << 20;

/// What is wrong with a package.
#[derive(Debug, Error)]
pub enum PackageError {
    /// The archive cannot be read.
    #[error("{0}: {1}")]
    Archive(String, zip::result::ZipError),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// It is larger than anything that is taken.
    #[error("{0}: more than 256 MB unpacked")]
    TooLarge(String),
}

/// A package that was unpacked.
#[derive(Clone, Debug)]
pub struct Package {
    folder: PathBuf,
    /// The programs that the judge sees, in the archive's order: those in no folder.
    programs: Vec<String>,
}

impl Package {
    /// Unpacks a zip into a folder.
    ///
    /// # Errors
    /// If it cannot be read or written, or is too large.
    pub fn unpack(path: &Path, folder: &Path) -> Result<Package, PackageError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| PackageError::File(name.clone(), error))?;
        let failed = |error| PackageError::Archive(name.clone(), error);
        let mut archive = zip::ZipArchive::new(file).map_err(failed)?;
        if archive
            .decompressed_size()
            .is_none_or(|bytes| bytes > MOST_BYTES as u128)
        {
            return Err(PackageError::TooLarge(name));
        }
        archive.extract(folder).map_err(failed)?;
        let names = archive.file_names().flatten().map(String::from);
        Ok(Package {
            folder: folder.to_path_buf(),
            programs: names.filter(|name| is_program(name)).collect(),
        })
    }

    /// The folder that it was unpacked into.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The programs that the judge sees.
    pub fn programs(&self) -> &[String] {
        &self.programs
    }

    /// The program that the judge takes for a rule and a board, and whether its name says that it is for
    /// another.
    pub fn program(&self, rule: Rule, side: usize) -> Option<(PathBuf, bool)> {
        let (name, is_misnamed) = choose(&self.programs, rule, side)?;
        Some((self.folder.join(name), is_misnamed))
    }
}

fn is_program(name: &str) -> bool {
    !name.contains(['/', '\\']) && name.to_ascii_lowercase().ends_with(".exe")
}

/// How well a program's name fits a rule and a board: with both, the rule, the board, neither; 0 if it names
/// others.
fn fitness(name: &str, rule: Rule, side: usize) -> u32 {
    let lower = name.to_ascii_lowercase();
    let stem = lower.trim_end_matches(".exe");
    let stem = stem.strip_suffix("64").unwrap_or(stem);
    let stem = stem.trim_end_matches(['_', '-']);
    let suffix = stem.rsplit_once('_').map_or("", |(_, suffix)| suffix);
    let own = match rule {
        Rule::Freestyle => "freestyle",
        Rule::Standard => "standard",
        Rule::Renju => "renju",
        Rule::Caro | Rule::CaroExact => "caro",
    };
    let is_rule = |word: &str| ["freestyle", "standard", "renju", "caro"].contains(&word);
    let is_side = |word: &str| ["15", "20"].contains(&word);
    let worth = |worth, fits| if fits { worth } else { 0 };
    let fits_side = |word: &str| word.parse() == Ok(side);
    match suffix.split_once('-') {
        Some((word, number)) if is_rule(word) && is_side(number) => {
            worth(4, word == own && fits_side(number))
        }
        None if is_rule(suffix) => worth(3, suffix == own),
        None if is_side(suffix) => worth(2, fits_side(suffix)),
        _ => 1,
    }
}

/// The program that the judge takes: the only one, or of those with the right prefix the one whose name fits
/// best; then one for 64 bits; then the first. And whether it is named for another league.
fn choose(programs: &[String], rule: Rule, side: usize) -> Option<(&String, bool)> {
    let has_prefix = |name: &&String| name.to_ascii_lowercase().starts_with("pbrain");
    let prefixed: Vec<&String> = programs.iter().filter(has_prefix).collect();
    let candidates = match prefixed.is_empty() {
        true => programs.iter().collect(),
        false => prefixed,
    };
    let rank = |name: &String| (fitness(name, rule, side), name.contains("64"));
    // Of equals the first: the last maximum of the reversed list.
    let best = candidates.into_iter().rev().max_by_key(|name| rank(name))?;
    Some((best, fitness(best, rule, side) == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(programs: &[&str], rule: Rule, side: usize) -> Option<(String, bool)> {
        let programs: Vec<String> = programs.iter().map(|name| name.to_string()).collect();
        choose(&programs, rule, side).map(|(name, is_misnamed)| (name.clone(), is_misnamed))
    }

    #[test]
    fn the_judge_takes_what_is_named_for_the_league() {
        let all = [
            "helper.exe",
            "pbrain-x.exe",
            "pbrain-x64.exe",
            "pbrain-x_renju.exe",
            "pbrain-x_20.exe",
            "pbrain-x_freestyle-15_64.exe",
        ];
        let name = |rule, side| chosen(&all, rule, side).unwrap().0;
        assert_eq!(name(Rule::Freestyle, 15), "pbrain-x_freestyle-15_64.exe");
        assert_eq!(name(Rule::Freestyle, 20), "pbrain-x_20.exe");
        assert_eq!(name(Rule::Renju, 15), "pbrain-x_renju.exe");
        assert_eq!(name(Rule::Standard, 15), "pbrain-x64.exe");
        assert_eq!(
            chosen(&["a.exe"], Rule::Caro, 15),
            Some(("a.exe".into(), false))
        );
        let misnamed = chosen(&["pbrain-x_renju.exe"], Rule::Caro, 15).unwrap();
        assert_eq!(misnamed, ("pbrain-x_renju.exe".into(), true));
        assert_eq!(chosen(&[], Rule::Caro, 15), None);
    }

    #[test]
    fn only_programs_in_no_folder_are_seen() {
        assert!(is_program("pbrain-x.EXE"));
        assert!(!is_program("x/pbrain-x.exe") && !is_program("pbrain-x.com"));
    }
}
