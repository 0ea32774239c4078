//! What is wrong with a command line, from the flag down to the key, the value or the file.

use super::super::league::OpeningsError;
use super::super::plan::PlanError;
use super::super::stats::SprtError;
use std::io;
use thiserror::Error;

/// An error in the flags of a match. The chain of its sources leads from the flag to the cause: `--each tc=x`, then
/// `tc=x: seconds are expected`.
#[derive(Debug, Error)]
pub enum FlagError {
    /// A flag, key or value that is not valid, with what is expected.
    #[error("{0}")]
    Invalid(String),
    /// The flag or key in which the error lies.
    #[error("{place}")]
    In {
        /// The flag, the key or the file.
        place: String,
        /// What is wrong there.
        #[source]
        error: Box<FlagError>,
    },
    /// A file that cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file that is not TOML.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Flags that do not go together.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The numbers of a sequential test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl From<String> for FlagError {
    fn from(text: String) -> FlagError {
        FlagError::Invalid(text)
    }
}

impl From<shlex::QuoteError> for FlagError {
    fn from(error: shlex::QuoteError) -> FlagError {
        FlagError::Invalid(error.to_string())
    }
}

/// The result of reading flags.
pub type Result<T, E = FlagError> = std::result::Result<T, E>;

/// Adds the place of an error, or names what is missing.
pub trait Context<T> {
    /// With the place as text.
    ///
    /// # Errors
    /// The error at its place, or the text alone where a value is missing.
    fn context(self, place: impl Into<String>) -> Result<T>;

    /// With the place computed only if there is an error.
    ///
    /// # Errors
    /// As [`Context::context`].
    fn with_context<S: Into<String>>(self, place: impl FnOnce() -> S) -> Result<T>;
}

impl<T, E: Into<FlagError>> Context<T> for std::result::Result<T, E> {
    fn context(self, place: impl Into<String>) -> Result<T> {
        self.with_context(|| place)
    }

    fn with_context<S: Into<String>>(self, place: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|error| FlagError::In {
            place: place().into(),
            error: Box::new(error.into()),
        })
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, place: impl Into<String>) -> Result<T> {
        self.with_context(|| place)
    }

    fn with_context<S: Into<String>>(self, place: impl FnOnce() -> S) -> Result<T> {
        self.ok_or_else(|| FlagError::Invalid(place().into()))
    }
}

/// Returns [`FlagError::Invalid`] with a formatted text.
macro_rules! invalid {
    ($($text:tt)*) => {
        return Err($crate::arena::FlagError::Invalid(format!($($text)*)))
    };
}
pub(super) use invalid;
