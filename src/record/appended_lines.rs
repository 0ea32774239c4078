//! Files of lines to which a run appends, and which a later run continues.

use crate::time::Clock;
use std::fs::File;
use std::io::{Error, Result, Write};
use std::path::Path;
use std::time::Duration;

/// The time between two calls that put everything on the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(20);

/// The lines of a file that are whole: the last one may have been cut short.
pub fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

/// A file of lines that grows.
#[derive(Debug)]
pub struct AppendedLines {
    file: File,
    clock: Clock,
    next_sync: Duration,
    error: Option<Error>,
}

impl AppendedLines {
    /// Opens a file to append lines to it. What follows the first `whole_bytes`, the lines that an earlier run has
    /// written whole, is cut off; a file without any begins with `head`.
    ///
    /// # Errors
    /// If the file cannot be opened or written.
    pub fn open(path: &Path, whole_bytes: usize, head: &str) -> Result<AppendedLines> {
        let mut file = File::options().create(true).append(true).open(path)?;
        // A pipe or a device has no length.
        if file.metadata()?.len() > whole_bytes as u64 {
            file.set_len(whole_bytes as u64)?;
        }
        if whole_bytes == 0 {
            file.write_all(head.as_bytes())?;
        }
        Ok(AppendedLines {
            file,
            clock: Clock::start(),
            next_sync: BETWEEN_SYNCS,
            error: None,
        })
    }

    /// Appends a line that ends with a line feed; an error is kept, and nothing more is written after it.
    pub fn add(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = self.write(line).err();
        }
    }

    /// Appends a line that ends with a line feed.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&mut self, line: &str) -> Result<()> {
        self.file.write_all(line.as_bytes())?;
        let elapsed = self.clock.elapsed();
        if elapsed >= self.next_sync {
            self.next_sync = elapsed + BETWEEN_SYNCS;
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Whether every added line was written.
    pub fn is_whole(&self) -> bool {
        self.error.is_none()
    }

    /// The error that ended the writing, if any; taken out.
    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    /// Puts everything on the disk.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_begins_with_its_head_and_loses_a_half_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let read = || std::fs::read_to_string(&path).unwrap();
        let open = |whole: &str, head| AppendedLines::open(&path, whole.len(), head).unwrap();
        let mut lines = open("", "head\n");
        lines.add("one\n");
        lines.add("tw");
        assert!(lines.is_whole() && lines.take_error().is_none() && lines.sync().is_ok());
        assert_eq!(read(), "head\none\ntw");
        open("head\none\n", "head\n").add("two\n");
        assert_eq!(read(), "head\none\ntwo\n");
        open("", "new\n");
        assert_eq!(read(), "new\n");
        assert_eq!(
            ["head\none\ntw", "tw", ""].map(whole_lines),
            ["head\none\n", "", ""]
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_first_error_is_kept_and_ends_the_writing() {
        let mut lines = AppendedLines::open(Path::new("/dev/full"), 0, "").unwrap();
        lines.add("one\n");
        assert!(!lines.is_whole());
        assert_eq!(
            lines.take_error().unwrap().kind(),
            std::io::ErrorKind::StorageFull
        );
    }
}
