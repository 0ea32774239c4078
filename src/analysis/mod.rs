//! What the engine is used for beside playing: reviews of games, suites of positions, reports on books and proofs, and
//! games judged from lines.

mod annotated_sgf;
mod answer_text;
mod book_leaves;
mod book_text;
mod dialogue;
mod forced_wins;
#[cfg(feature = "tools")]
mod game;
mod judged_line;
mod outlook;
mod outlook_table;
mod puzzle_dialogue;
mod questions;
mod replay;
mod report_text;
mod suite;
mod suite_report;
mod turning_point;

pub use annotated_sgf::{annotate, remark};
pub use answer_text::{book_text, counted, headline, no_win_text, verdict, win_name, win_text};
pub use book_leaves::{LeafReport, LeafSearch, decision_lines, decision_tree, measure_leaves};
pub use book_text::{book_overview, book_position_text, book_replies};
pub use dialogue::{Dialogue, DialogueAnswer};
pub use forced_wins::{Fault, ForcedWins};
#[cfg(feature = "tools")]
pub use game::{GameClock, GameDialogue, GameSettings, Seats, Side};
pub use judged_line::{LineError, judge_line};
pub use outlook::Outlook;
pub use puzzle_dialogue::PuzzleDialogue;
pub use questions::{
    Analyst, AnalystSettings, Assessment, ColorWord, Consultant, EngineFault, EngineMove, GoalWord,
    Grade, Interrupter, NoEngineMove, OfPosition, OtherEngines, PositionWords, ProvenFact,
    ProvenWhat, Question, QuestionError, Reply, ReplyLine, ReviewTask, ReviewedMove, Reviewer,
    Solve, SolveVerdict, left_out, playable,
};
pub use report_text::report_text;
pub use suite::{Check, CheckKind, Searches, check_puzzle, check_vector};
pub use suite_report::SuiteReport;
pub use turning_point::{TurningPoint, TurningPoints};
