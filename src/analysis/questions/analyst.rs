//! Takes questions as lines, and answers several at once.

use super::consultant::answer_at_once;
use super::lines::{read_question, refusal};
use super::other_engines::{OtherEngines, engine_move};
use super::question::{Question, Stop};
use super::question_error::QuestionError;
use super::question_stop::QuestionStop;
use super::reply::{Reply, ReplyLine, Stopped};
use super::search_question::Desk;
use crate::work_queue::STACK_BYTES;
use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

/// What an analyst may use.
#[derive(Clone)]
pub struct AnalystSettings {
    /// The number of questions that are searched at once, each on a thread of its own; at least one.
    pub concurrency: usize,
    /// The memory limit of each search, in bytes; 0 stands for 350 MiB.
    pub max_memory: u64,
    /// The number of questions that may wait or be searched; further ones are refused.
    pub max_open: usize,
    /// Other engines, which are asked on one more thread.
    pub engines: Option<Arc<dyn OtherEngines>>,
}

/// A question with what ends it.
struct Job {
    question: Question,
    stop: QuestionStop,
}

/// Answers a question; the second takes the lines before the last one.
type AnswerJob<'a> = dyn FnMut(&Job, &dyn Fn(Reply)) -> Result<Reply, QuestionError> + 'a;

/// Answers questions. Those that take a search wait in a queue and are searched on threads; all others are answered at
/// once. Dropping it stops all searches.
pub struct Analyst {
    jobs: Sender<Job>,
    /// Questions for other engines, if there are any.
    engine_jobs: Option<Sender<Job>>,
    desk: Arc<SharedDesk>,
    engines: Option<Arc<dyn OtherEngines>>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share.
struct SharedDesk {
    max_open: usize,
    emit: Box<dyn Fn(ReplyLine) + Send + Sync>,
    /// The questions that wait or are searched.
    open: Mutex<HashMap<String, QuestionStop>>,
}

impl Analyst {
    /// Starts the threads. `emit` takes the lines of all answers, from several threads.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start(
        settings: AnalystSettings,
        emit: impl Fn(ReplyLine) + Send + Sync + 'static,
    ) -> io::Result<Analyst> {
        let (jobs, queue) = unbounded();
        let desk = Arc::new(SharedDesk {
            max_open: settings.max_open,
            emit: Box::new(emit),
            open: Mutex::default(),
        });
        let mut threads = Vec::new();
        for _ in 0..settings.concurrency.max(1) {
            let (desk, queue) = (Arc::clone(&desk), queue.clone());
            let mut own = Desk::new(settings.max_memory);
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            threads.push(builder.spawn(move || {
                desk.work(&queue, &mut |job, say| {
                    own.answer(&job.question, &job.stop, say)
                })
            })?);
        }
        let mut engine_jobs = None;
        if let Some(engines) = settings.engines.clone() {
            let (desk, (sender, queue)) = (Arc::clone(&desk), unbounded());
            engine_jobs = Some(sender);
            let builder = std::thread::Builder::new();
            threads.push(builder.spawn(move || {
                desk.work(&queue, &mut |job, _| {
                    engine_move(&job.question, &*engines, &job.stop)
                })
            })?);
        }
        Ok(Analyst {
            threads,
            jobs,
            engine_jobs,
            desk,
            engines: settings.engines,
        })
    }

    /// Takes a question as a line of JSON. What cannot be asked is answered by an error.
    pub fn ask(&self, line: &str) {
        let (id, question) = read_question(line);
        let answered = question.and_then(|question| self.take(question));
        match answered {
            Ok(None) => {}
            Ok(Some(reply)) => self.desk.say(id, reply),
            Err(error) => self.desk.say(id, refusal(&error)),
        }
    }

    /// Answers what takes no search, and queues the rest.
    fn take(&self, question: Question) -> Result<Option<Reply>, QuestionError> {
        if let Some(answer) = answer_at_once(&question, self.engines.as_deref()) {
            return answer.map(Some);
        }
        if let Question::Stop(question) = &question {
            return Ok(Some(self.desk.stop(question)));
        }
        let queue = match (&question, &self.engine_jobs) {
            (Question::Play(play), Some(jobs)) if play.engine.is_some() => jobs,
            _ => &self.jobs,
        };
        let stop = self.desk.open_question(question.id())?;
        match queue.send(Job { question, stop }) {
            Ok(()) => Ok(None),
            Err(_) => Err(crate::service::Closed.into()),
        }
    }

    /// Waits until all questions are answered.
    pub fn finish(mut self) {
        self.jobs = unbounded().0;
        self.engine_jobs = None;
        for thread in std::mem::take(&mut self.threads) {
            // Its panics were caught.
            let _ = thread.join();
        }
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        for stop in self.desk.open.lock().values() {
            stop.stop();
        }
    }
}

impl SharedDesk {
    fn say(&self, id: Option<String>, reply: Reply) {
        (self.emit)(ReplyLine { id, reply });
    }

    fn open_question(&self, id: &str) -> Result<QuestionStop, QuestionError> {
        let mut open = self.open.lock();
        if open.contains_key(id) {
            return Err(QuestionError::IdInUse);
        }
        if open.len() >= self.max_open {
            return Err(QuestionError::TooManyOpen(self.max_open));
        }
        Ok(open.entry(id.into()).or_default().clone())
    }

    fn stop(&self, question: &Stop) -> Reply {
        let stop = self.open.lock().get(&question.question).cloned();
        if let Some(stop) = &stop {
            stop.stop();
        }
        Reply::Stop(Stopped {
            question: question.question.clone(),
            stopped: stop.is_some(),
        })
    }

    /// Answers questions until there are no more.
    fn work(&self, queue: &Receiver<Job>, answer: &mut AnswerJob) {
        for job in queue {
            let id = job.question.id();
            let say = |reply| self.say(Some(id.into()), reply);
            let answer = catch_unwind(AssertUnwindSafe(|| answer(&job, &say)));
            self.open.lock().remove(id);
            say(match answer {
                Ok(Ok(reply)) => reply,
                Ok(Err(error)) => refusal(&error),
                Err(_) => refusal(&QuestionError::Panic),
            });
        }
    }
}
