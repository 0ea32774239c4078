//! Proofs of won positions, and their independent check.
//!
//! Imports the board and the rules alone: what the prover believes is checked by code that shares no
//! eye with it, its own threat search included.

mod certificate;
mod certificate_bytes;
mod expand;
mod forced_win;
mod line_threats;
mod proof_search;
mod proof_table;
mod threat_board;
mod verify;

pub use certificate::{Certificate, CertificateError};
pub use forced_win::Forced;
pub use proof_search::Threats;
pub use verify::{Hole, HoleKind, VerifyReport, VerifySettings, forced_win, is_forced_win, verify};
