//! Questions and refusals as lines of JSON.

use super::question::Question;
use super::question_error::QuestionError;
use super::reply::{Refusal, Reply};
use serde_json::Value;

/// Reads a question; first its id, if it has one.
pub(super) fn read_question(line: &str) -> (Option<String>, Result<Question, QuestionError>) {
    // Some writers begin a file with a byte order mark.
    let value: Value = match serde_json::from_str(line.trim_start_matches('\u{feff}')) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let (id, question) = read_question("\u{feff}{\"kind\": \"book\", \"id\": \"a\"}\r");
        assert_eq!(id.as_deref(), Some("a"));
        assert!(question.is_ok(), "{question:?}");
    }
}
