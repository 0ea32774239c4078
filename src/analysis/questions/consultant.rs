//! Answers questions one at a time, on the asker's thread.

use super::conversion::convert_question;
use super::knowledge::{book_question, forbidden_question};
use super::lines::{read_question, refusal};
use super::other_engines::{OtherEngines, engine_names, refuse_engine};
use super::question::Question;
use super::question_error::QuestionError;
use super::question_stop::QuestionStop;
use super::reply::{Reply, ReplyLine, Stopped};
use super::search_question::Desk;
use super::solve_question::solve_question;
use parking_lot::Mutex;
use std::sync::Arc;

/// Answers questions one at a time.
pub struct Consultant {
    desk: Desk,
    open: Interrupter,
}

/// Ends the question that a [`Consultant`] is answering, from another thread.
#[derive(Clone, Default)]
pub struct Interrupter(Arc<Mutex<Option<QuestionStop>>>);

impl Interrupter {
    /// Ends the question, which is answered with its best result so far. Returns whether there was one.
    pub fn interrupt(&self) -> bool {
        let open = self.0.lock();
        if let Some(stop) = &*open {
            stop.stop();
        }
        open.is_some()
    }
}

impl Consultant {
    /// Makes an engine. `max_memory`: of a search, in bytes; 0 stands for 350 MiB.
    /// Searches run on the caller's thread, which needs a stack of [`STACK_BYTES`](crate::work_queue::STACK_BYTES).
    pub fn new(max_memory: u64) -> Consultant {
        Consultant {
            desk: Desk::new(max_memory),
            open: Interrupter::default(),
        }
    }

    /// What ends a question.
    pub fn interrupter(&self) -> Interrupter {
        self.open.clone()
    }

    /// Waits for the last line of the answer.
    ///
    /// # Errors
    /// Why the question cannot be answered.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, QuestionError> {
        self.answer(question, QuestionStop::default(), &|_| ())
    }

    /// Answers a question that is a line of JSON. `emit` takes the lines of the answer; `is_stopped` is called every
    /// few hundred nodes, and ends the question with `true`.
    pub fn answer_line(&mut self, line: &str, is_stopped: fn() -> bool, emit: &dyn Fn(ReplyLine)) {
        let (id, question) = read_question(line);
        let say = |reply| {
            let id = id.clone();
            emit(ReplyLine { id, reply });
        };
        let answer = question.and_then(|question| match &question {
            // Whoever is answered has no other question open.
            Question::Stop(stop) => Ok(Reply::Stop(Stopped {
                question: stop.question.clone(),
                stopped: false,
            })),
            _ => self.answer(&question, QuestionStop::with(is_stopped), &say),
        });
        say(answer.unwrap_or_else(|error| refusal(&error)));
    }

    fn answer(
        &mut self,
        question: &Question,
        stop: QuestionStop,
        say: &dyn Fn(Reply),
    ) -> Result<Reply, QuestionError> {
        if let Some(answer) = answer_at_once(question, None) {
            return answer;
        }
        *self.open.0.lock() = Some(stop.clone());
        let answer = self.desk.answer(question, &stop, say);
        *self.open.0.lock() = None;
        answer
    }
}

impl Desk {
    /// Answers a question that takes a search; `say` takes the lines before the last one.
    pub(super) fn answer(
        &mut self,
        question: &Question,
        stop: &QuestionStop,
        say: &dyn Fn(Reply),
    ) -> Result<Reply, QuestionError> {
        match question {
            Question::Analyse(question) => self.analyse(question, stop, say),
            Question::Play(question) => self.play(question, stop),
            Question::Swap2(question) => self.swap2(question, stop),
            Question::Review(question) => self.review(question, stop, say),
            Question::Solve(question) => solve_question(question, stop),
            Question::Book(_)
            | Question::Forbidden(_)
            | Question::Convert(_)
            | Question::Engines(_)
            | Question::Stop(_) => unreachable!("no search"),
        }
    }
}

/// Answers a question that takes no search and concerns no other question; `None` for all others.
pub(super) fn answer_at_once(
    question: &Question,
    engines: Option<&dyn OtherEngines>,
) -> Option<Result<Reply, QuestionError>> {
    match question {
        Question::Book(question) => Some(book_question(question)),
        Question::Forbidden(question) => Some(forbidden_question(question)),
        Question::Convert(question) => Some(convert_question(question)),
        Question::Engines(_) => Some(Ok(engine_names(engines))),
        Question::Play(question) => refuse_engine(question, engines).map(Err),
        _ => None,
    }
}
