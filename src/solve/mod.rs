//! Solves and proves positions: searches a win, and writes it as a certificate that `proof` checks.
//!
//! [`Solver`] answers one position, [`ProveSession`] completes a certificate, [`PuzzleGame`] plays a won position.
//! A VCF is a win by continuous fours; a VCT is a win by continuous threats: fours and open threes.

mod answer;
mod book_answer;
mod claim;
mod dfpn;
mod dfpn_table;
mod frontier;
mod guess;
mod job;
mod judge;
mod likeness;
mod other_board;
mod progress;
mod prove_session;
mod prover;
mod puzzle;
mod quiet;
mod solution;
mod solver;
mod spell_out;
mod state;
mod strategy;
mod task;
mod tree_format;
mod win;

pub use answer::{
    Answer, Defence, FailedSearch, NoWin, SearchEffort, SearchOutcome, Win, WinClaim,
};
pub use book_answer::BookAnswer;
pub use claim::{Confirmed, Refused, as_game, confirm, confirm_certificate, confirm_fours};
pub use dfpn::find_win;
pub use frontier::{Frontier, frontier};
pub use job::{Job, JobError};
pub use judge::{Judged, Refutation, judge};
pub use other_board::on_board;
pub use progress::{SolveListener, SolveProgress};
pub use prove_session::{
    GrowingCertificate, GrowingError, ProveEvent, ProveOutcome, ProveSession, decision_line,
};
pub use prover::{ProveProgress, ProveSettings, Record, prove};
pub use puzzle::{PuzzleGame, PuzzleIllegal, PuzzleMove};
pub use quiet::Decision;
pub use solution::{Solution, solution};
pub use solver::{SolveError, Solver};
pub use spell_out::confirm_spelled_out;
pub use state::{SearchState, StateError, StateFile, state_text};
pub use strategy::{Means, Strategy};
pub use task::{Goal, SolveTask};
pub use tree_format::{TreeFormat, TreeFormatError, TreeHead, write_tree};
pub use win::{
    Found, PriorKnowledge, SettledPosition, WinLimit, WinListener, WinProgress, WinResult,
    WinSettings,
};
