//! The handle of the service.

use super::event::Event;
use super::task::{Task, TaskId};
use super::thinker::{self, Job, Thinker};
use crate::board::Size;
use crate::book::Book;
use crate::engine::{Control, Resources};
use crate::rule::Rule;
use crate::time::{Clock, Limits};
use crossbeam_channel::{Receiver, Sender, bounded, never, unbounded};
use std::io;
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

/// Events that wait to be read; of more, progress is dropped.
const WAITING_EVENTS: usize = 1024;
/// How long the end of the service waits for its thread, in milliseconds: a process that exits while it runs may hang or
/// crash.
const LAST_WORK_MS: u64 = 300;

/// The thread of the service has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine's thread has ended")]
pub struct Closed;

/// A running engine. Tasks are processed one after the other, in the order of submission. Dropping the service stops all
/// of them and waits a little for the thread.
pub struct Service {
    jobs: Sender<Job>,
    events: Receiver<Event>,
    thread: JoinHandle<()>,
    next_id: u64,
    /// The tasks that may still be processed.
    controls: Vec<Weak<Control>>,
}

/// A submitted task: it can be stopped and its limits changed from any thread.
#[derive(Clone)]
pub struct Ticket {
    /// The number of the task, which is in its events, too.
    pub id: TaskId,
    control: Arc<Control>,
}

impl Ticket {
    /// Ends the task now. It is answered with the best result so far.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Replaces the limits of time.
    pub fn set_limits(&self, limits: &Limits) {
        self.control.set_limits(limits);
    }

    /// The time since the task's turn began, in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        self.control.elapsed_ms()
    }
}

impl Service {
    /// Starts the service with a solved book. The seed chooses among even openings of swap2.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(book: Book, seed: u64) -> io::Result<Service> {
        Service::start_with(book, seed, WAITING_EVENTS, |_| ())
    }

    /// Starts the service with room for the given number of events. `inspect` sees each event before it is sent.
    pub(crate) fn start_with(
        book: Book,
        seed: u64,
        waiting_events: usize,
        inspect: impl Fn(&Event) + Send + 'static,
    ) -> io::Result<Service> {
        let (jobs, job_receiver) = unbounded();
        let (sender, events) = bounded(waiting_events);
        let emit = move |event: Event| {
            inspect(&event);
            // Without a receiver nobody is left to be answered.
            if event.is_progress() {
                let _ = sender.try_send(event);
            } else {
                let _ = sender.send(event);
            }
        };
        Ok(Service {
            jobs,
            events,
            thread: thinker::spawn(job_receiver, emit, Thinker::new(book, seed))?,
            next_id: 0,
            controls: Vec::new(),
        })
    }

    /// The events, for select loops. They must have one reader only: a clone that reads elsewhere takes what
    /// [`Service::new_game`] waits for.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Starts a new game: hash tables and histories are cleared, and the tables of the rule are made, before the next
    /// turn's clock runs. Waits for the tasks submitted before, and returns their events.
    ///
    /// # Errors
    /// If the thread has ended.
    pub fn new_game(
        &mut self,
        rule: Rule,
        size: Size,
        resources: Resources,
    ) -> Result<Vec<Event>, Closed> {
        self.send(Job::NewGame(rule, size, resources))?;
        let mut earlier = Vec::new();
        loop {
            match self.events.recv().map_err(|_| Closed)? {
                Event::Ready => return Ok(earlier),
                event => earlier.push(event),
            }
        }
    }

    /// Submits a task. Its time counts from the clock's start, also while other tasks are processed.
    ///
    /// # Errors
    /// If the thread has ended.
    pub fn submit(&mut self, task: Task, since: Clock) -> Result<Ticket, Closed> {
        let id = TaskId(self.next_id);
        self.next_id += 1;
        let control = Arc::new(Control::new(since, &task.limits));
        self.send(Job::Think {
            id,
            task: Box::new(task),
            control: control.clone(),
        })?;
        self.controls.retain(|control| control.strong_count() > 0);
        self.controls.push(Arc::downgrade(&control));
        Ok(Ticket { id, control })
    }

    /// Asks how full the transposition table is; [`Event::HashUsage`] tells, after the tasks submitted before.
    ///
    /// # Errors
    /// If the thread has ended.
    pub fn ask_hash_usage(&self) -> Result<(), Closed> {
        self.send(Job::HashUsage)
    }

    fn send(&self, job: Job) -> Result<(), Closed> {
        self.jobs.send(job).map_err(|_| Closed)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        for control in self.controls.iter().filter_map(Weak::upgrade) {
            control.stop();
        }
        // The thread ends with the channel of its jobs, and never waits for a reader without that of its events.
        self.jobs = unbounded().0;
        self.events = never();
        let now = Clock::start();
        while !self.thread.is_finished() && now.elapsed_ms() < LAST_WORK_MS {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::Outcome;
    use super::super::task::Request;
    use super::*;
    use crate::board::parse_points;
    use crate::position::Position;

    fn task(request: Request, moves: &str, limits: Limits) -> Task {
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        Task {
            resources: Resources::single(8 << 20),
            ..Task::new(request, position, limits)
        }
    }

    fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Risk: a search outruns a reader that does not read.
    #[test]
    fn a_reader_that_does_not_read_loses_progress_but_no_answer() {
        let mut service = Service::start_with(Book::default(), 0, 2, |_| ()).unwrap();
        let mut tickets = Vec::new();
        for moves in ["h8 i9 k10", "h8 h9 k10", "h8 i9 k11"] {
            let task = Task {
                reports_root_moves: true,
                ..task(Request::BestLines(3), moves, depth(6))
            };
            tickets.push(service.submit(task, Clock::start()).unwrap().id);
        }
        std::thread::sleep(Duration::from_millis(300));
        assert!(service.events().len() <= 2);
        let mut answered = Vec::new();
        while answered.len() < tickets.len() {
            if let Event::Answer(answer) = service.events().recv().unwrap() {
                assert_eq!(answer.lines.len(), 3, "{answer:?}");
                assert_eq!(answer.lines[0].depth, 6);
                answered.push(answer.id);
            }
        }
        assert_eq!(answered, tickets);
    }

    #[test]
    fn a_stopped_task_keeps_its_results_and_the_next_one_is_unharmed() {
        let mut service = Service::start(Book::default(), 0).unwrap();
        let endless = task(Request::Search, "h8 i9 k10", depth(200));
        let ticket = service.submit(endless, Clock::start()).unwrap();
        let next = service
            .submit(task(Request::Search, "h8 h9 k10", depth(3)), Clock::start())
            .unwrap();
        let mut answers = Vec::new();
        while answers.len() < 2 {
            match service.events().recv().unwrap() {
                Event::Iteration { id, .. } if id == ticket.id => ticket.stop(),
                Event::Answer(answer) => answers.push(answer),
                _ => {}
            }
        }
        assert_eq!([answers[0].id, answers[1].id], [ticket.id, next.id]);
        assert!(!answers[0].lines.is_empty());
        assert_eq!(answers[1].lines[0].depth, 3);
        assert!(matches!(&answers[1].outcome, Outcome::Stones(points) if points.len() == 1));
    }

    #[test]
    fn dropping_the_service_stops_all_tasks() {
        let mut service = Service::start_with(Book::default(), 0, 1, |_| ()).unwrap();
        for moves in ["h8 i9 k10", "h8 h9 k10"] {
            let endless = task(Request::Search, moves, depth(200));
            service.submit(endless, Clock::start()).unwrap();
        }
        let controls = service.controls.clone();
        drop(service);
        // The thread has let go of the tasks, or does so within the tests' patience.
        let patience = Clock::start();
        while controls.iter().any(|control| control.strong_count() > 0) {
            assert!(patience.elapsed_ms() < 20_000, "the thread goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
