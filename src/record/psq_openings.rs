//! Openings as records of Piskvork: a file, or a folder of them.

use super::psq::{PsqError, PsqGame};
use crate::board::{Point, Size};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why openings cannot be read from records.
#[derive(Debug, Error)]
pub enum PsqOpeningsError {
    /// A file or the folder cannot be read.
    #[error("{}: a record of Piskvork is expected", .0.display())]
    File(PathBuf, #[source] io::Error),
    /// A file is no record.
    #[error("{}", .0.display())]
    Record(PathBuf, #[source] PsqError),
    /// A record's board has another side.
    #[error("{path}: a board of {1}x{1} is expected, {2}x{2} is found", path = .0.display())]
    OtherSize(PathBuf, usize, usize),
}

/// Reads a record, or all records of a folder in the order of their names.
///
/// # Errors
/// [`PsqOpeningsError`] with the first file that is wrong.
pub fn read_psq_openings(path: &Path, size: Size) -> Result<Vec<Vec<Point>>, PsqOpeningsError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| PsqOpeningsError::File(path, error)
    };
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        let entries = path.read_dir().map_err(failed(path))?;
        let paths = entries.map(|entry| Ok(entry?.path()));
        files = paths.collect::<io::Result<_>>().map_err(failed(path))?;
        files.retain(|path| path.extension().is_some_and(|end| end == "psq"));
        files.sort();
    }
    let openings = files.into_iter().map(|file| {
        let text = std::fs::read_to_string(&file).map_err(failed(&file))?;
        match PsqGame::parse(&text) {
            Ok(game) if game.size == size => Ok(game.points()),
            Ok(game) => {
                let (expected, found) = (size.side(), game.size.side());
                Err(PsqOpeningsError::OtherSize(file, expected, found))
            }
            Err(error) => Err(PsqOpeningsError::Record(file, error)),
        }
    });
    openings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_points;

    #[test]
    fn records_of_a_folder_are_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let size = Size::FIFTEEN;
        let openings = ["h8 i9", "g7"].map(|moves| parse_points(moves, size).unwrap());
        for (name, opening) in ["1.psq", "2.psq"].iter().zip(&openings) {
            let record = PsqGame::unfinished(opening, size).to_string();
            std::fs::write(folder.path().join(name), record).unwrap();
        }
        std::fs::write(folder.path().join("3.txt"), "no record").unwrap();
        let read = |path: &Path, size| read_psq_openings(path, size);
        assert_eq!(read(folder.path(), size).unwrap(), openings);
        let second = folder.path().join("2.psq");
        assert_eq!(read(&second, size).unwrap(), openings[1..]);
        let other = read(&second, Size::TWENTY).unwrap_err().to_string();
        assert!(
            other.ends_with("2.psq: a board of 20x20 is expected, 15x15 is found"),
            "{other}"
        );
        let text = read(&folder.path().join("3.txt"), size);
        assert!(matches!(text, Err(PsqOpeningsError::Record(..))));
        assert!(matches!(
            read(&folder.path().join("4"), size),
            Err(PsqOpeningsError::File(..))
        ));
    }
}
