//! Files that are written whole or not at all, and the folders that they need.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be written where it was asked for.
#[derive(Debug, Error)]
pub enum TargetError {
    /// The path is a folder.
    #[error("{}: a folder; a file to write is expected", .0.display())]
    IsFolder(PathBuf),
    /// The folder of the file does not exist.
    #[error("{}: there is no folder {}", .0.display(), folder_of(.0).display())]
    NoFolder(PathBuf),
}

/// Checks, before long work, that a file can be written after it.
///
/// # Errors
/// [`TargetError`] if the path is a folder, or its folder does not exist.
pub fn check_target(path: &Path) -> Result<(), TargetError> {
    if path.is_dir() {
        return Err(TargetError::IsFolder(path.into()));
    }
    match folder_of(path).is_dir() {
        true => Ok(()),
        false => Err(TargetError::NoFolder(path.into())),
    }
}

/// A temporary file with the permissions of an ordinary one; it gets its name when it is persisted.
///
/// # Errors
/// If the folder cannot be written to.
pub fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let builder = &mut tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes a file atomically: the old content is replaced once all is written. A link is followed; a device or a pipe is
/// written to directly.
///
/// # Errors
/// If it cannot be written, or `write` fails.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.into());
    if target.exists() && !target.is_file() {
        return write(&mut OpenOptions::new().write(true).open(target)?);
    }
    let mut file = new_file(folder_of(&target))?;
    write(file.as_file_mut())?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
