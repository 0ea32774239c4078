//! Proving that a position is won, as a certificate that `proof` checks.

mod claim;
mod dfpn;
mod dfpn_table;
mod guess;
mod judge;
mod likeness;
mod prover;
mod quiet;
mod solution;
mod spell_out;
mod strategy;
mod win;

pub use claim::{
    Confirmed, LONGEST, Refused, as_game, confirm, confirm_certificate, confirm_fours,
};
pub use dfpn::find_win;
pub use judge::{Failure, Judged, judge};
pub use prover::{ProveProgress, ProveSettings, Record, prove};
pub use quiet::Decision;
pub use solution::{Solution, solution};
pub use spell_out::confirm_spelled_out;
pub use strategy::{Means, Strategy};
pub use win::{Found, Known, Settled, WinLimit, WinListener, WinProgress, WinResult, WinSettings};
