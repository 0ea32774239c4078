//! The board in the browser: a page, and a socket for its questions. It knows the words of [`crate::analysis`], and
//! nothing of the engine.

mod gate;
mod page;
mod serve;
mod tab;

pub use serve::{ServeError, Server, ServerSettings};
