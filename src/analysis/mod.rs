//! Other faces of the engine: suites of test positions, games reviewed.

mod answer_text;
mod book_leaves;
mod book_text;
mod forced_wins;
mod replay;
mod report_text;
mod suite;

pub use answer_text::{book_text, headline, no_win_text, verdict, win_name, win_text};
pub use book_leaves::{LeafSearch, decision_lines, decision_tree, measure_leaves};
pub use book_text::{book_overview, book_position_text};
pub use forced_wins::{Fault, ForcedWins};
pub use report_text::report_text;
pub use suite::{Check, CheckKind, Searches, check_puzzle, check_vector};
