//! Questions and answers as JSON lines, in the way of KataGo's analysis engine: many at once, streamed, each one can be
//! stopped. [`Analyst`] answers them; docs/ANALYSIS.md has the words.

mod analyst;
mod certainty;
mod conversion;
mod knowledge;
mod position_words;
mod question;
mod question_error;
mod reply;
mod search_question;
mod solve_watch;
mod stop_switch;

pub use analyst::{Analyst, AnalystSettings};
pub use question::Question;
pub use reply::{Reply, ReplyLine};
