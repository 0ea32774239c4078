//! Questions and refusals as lines of JSON.

use super::question::Question;
use super::question_error::QuestionError;
use super::reply::{Refusal, Reply};
use serde_json::Value;

/// Reads a question; first its id, if it has one.
pub(super) fn read_question(line: &str) -> (Option<String>, Result<Question, QuestionError>) {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return (None, Err(error.into())),
    };
    let id = value.get("id").and_then(Value::as_str).map(String::from);
    (
        id,
        serde_json::from_value(value).map_err(QuestionError::from),
    )
}

pub(super) fn refusal(error: &QuestionError) -> Reply {
    Reply::Error(Refusal {
        error: error.text(),
        fault: error.engine_fault(),
    })
}
