//! `--json`: a command's answer as `tengen analyse` gives it.

use super::interrupt::stop_search_at_interrupt;
use super::{Failure, sayln};
use anyhow::Result;
use serde_json::json;
use tengen::analysis::{Consultant, Question, Reply};

/// Answers a question and prints the answer as a JSON object; docs/ANALYSIS.md has its fields. Ctrl-C ends the search.
pub fn answer_as_json(question: &Question) -> Result<Reply> {
    let mut consultant = Consultant::new(0);
    stop_search_at_interrupt(consultant.interrupter())?;
    let reply = consultant
        .ask(question)
        .map_err(|error| Failure::usage(error.into()))?;
    sayln!("{:#}", json!(reply));
    Ok(reply)
}
