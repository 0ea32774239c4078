//! Questions and answers as JSON lines, in the way of KataGo's analysis engine: many at once, streamed, each one can be
//! stopped. [`Analyst`] answers them; docs/ANALYSIS.md has the words.

mod analyst;
mod certainty;
mod consultant;
mod conversion;
mod game_review;
mod knowledge;
mod lines;
mod other_engines;
mod position_words;
mod proof_word;
mod question;
mod question_error;
mod question_stop;
mod reply;
mod reviewed_move;
mod search_question;
mod solve_question;
mod solve_watch;
mod updates;

pub use analyst::{Analyst, AnalystSettings};
pub use consultant::{Consultant, Interrupter};
pub use game_review::{ReviewTask, Reviewer, left_out, playable};
pub use other_engines::{EngineMove, OtherEngines};
#[cfg(feature = "tools")]
pub use proof_word::Proof;
pub use question::{ColorWord, GoalWord, OfPosition, PositionWords, Question, Solve};
// What the game in a terminal asks and hears.
#[cfg(feature = "tools")]
pub use question::{Analyse, LimitWords, Play, RuleWord, SearchPosition};
pub use question_error::{EngineFault, NoEngineMove, QuestionError};
#[cfg(feature = "tools")]
pub use reply::{Certainty, Solved, Variation};
pub use reply::{Reply, ReplyLine, SolveVerdict};
pub use reviewed_move::{Assessment, Grade, ProvenFact, ProvenWhat, ReviewedMove};
