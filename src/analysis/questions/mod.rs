//! Questions and answers as JSON lines, in the way of KataGo's analysis engine: many at once, streamed, each one can be
//! stopped. [`Analyst`] answers them; docs/ANALYSIS.md has the words.

mod analyst;
mod certainty;
mod consultant;
mod conversion;
mod game_review;
mod knowledge;
mod position_words;
mod proof_word;
mod question;
mod question_error;
mod reply;
mod reviewed_move;
mod search_question;
mod solve_watch;
mod stop_switch;

pub use analyst::{Analyst, AnalystSettings};
pub use consultant::{Consultant, Interrupter};
pub use game_review::{ReviewTask, Reviewer, left_out, playable};
pub use proof_word::Proof;
pub use question::{
    Analyse, ColorWord, GoalWord, LimitWords, OfPosition, Play, PositionWords, Question, RuleWord,
    SearchPosition, Solve,
};
pub use question_error::QuestionError;
pub use reply::{Certainty, Reply, ReplyLine, SolveVerdict, Solved, Variation};
pub use reviewed_move::{Assessment, Grade, ProvenFact, ProvenWhat, ReviewedMove};
