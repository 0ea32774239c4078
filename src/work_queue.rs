//! A queue of tasks that several threads work through, each task leading to further ones; and what stops work.
//!
//! Knows nothing of what the tasks are. Used by the prover and by the checker of proofs, which must share
//! no code that judges a position.

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

/// The number of threads that a flag may ask for.
pub const MOST_THREADS: u64 = 256;

/// Work that is divided into tasks.
pub trait Work: Sync {
    /// One task.
    type Task: Send;
    /// What a thread keeps from task to task, such as a hash table. It never leaves its thread.
    type Worker;
    /// The result of one task.
    type Done;
    /// The results so far, changed under the queue's lock.
    type State: Send;

    /// Makes what one thread keeps; called on that thread.
    fn worker(&self) -> Self::Worker;

    /// Does one task, without the lock.
    fn run(&self, worker: &mut Self::Worker, task: Self::Task) -> Self::Done;

    /// Adds a result to the state, and the tasks that follow from it to the queue; under the lock.
    fn add(&self, queue: &mut WorkQueue<Self::Task, Self::State>, done: Self::Done);
}

/// Waiting tasks and the results so far.
pub struct WorkQueue<T, S> {
    /// The results so far.
    pub state: S,
    tasks: VecDeque<T>,
    /// Tasks that some thread is doing.
    running: usize,
    is_stopped: bool,
}

impl<T, S> WorkQueue<T, S> {
    /// Makes a queue of the first tasks.
    pub fn new(tasks: impl IntoIterator<Item = T>, state: S) -> WorkQueue<T, S> {
        WorkQueue {
            state,
            tasks: tasks.into_iter().collect(),
            running: 0,
            is_stopped: false,
        }
    }

    /// Adds a task at the end.
    pub fn push(&mut self, task: T) {
        self.tasks.push_back(task);
    }

    /// Lets no further task begin.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// The number of tasks that wait.
    pub fn waiting(&self) -> usize {
        self.tasks.len()
    }

    /// Whether every task is done.
    pub fn is_complete(&self) -> bool {
        self.tasks.is_empty() && self.running == 0
    }

    fn is_over(&self) -> bool {
        self.is_stopped || self.is_complete()
    }
}

/// The stack size of threads that search, in bytes: searches recurse deeply.
pub const STACK_BYTES: usize = 16 << 20;

/// Works on a thread with a stack for deep searches, which main threads do not have everywhere. A panic is
/// resumed on the caller's.
///
/// # Errors
/// If the thread cannot be started.
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> io::Result<R> {
    std::thread::scope(|scope| {
        let thread = Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The queue of a kind of work.
pub type QueueOf<W> = WorkQueue<<W as Work>::Task, <W as Work>::State>;

/// Works through a queue with `threads` threads, at least one, and returns it. `listen` is called at least
/// every `interval` while tasks are left; it stops the work by returning `false`. WebAssembly has no threads: the caller's
/// does the work there, and `listen` is called after each task.
///
/// # Panics
/// If a task panics: the other threads finish their tasks first. If a thread cannot be started.
pub fn work_through<W: Work>(
    work: &W,
    queue: QueueOf<W>,
    threads: usize,
    interval: Duration,
    listen: &mut dyn FnMut(&QueueOf<W>) -> bool,
) -> QueueOf<W> {
    if cfg!(target_arch = "wasm32") {
        return work_alone(work, queue, listen);
    }
    let (queue, changed) = (Mutex::new(queue), Condvar::new());
    std::thread::scope(|scope| {
        let spawn = |_| {
            let builder = Builder::new().stack_size(STACK_BYTES);
            let worker = builder.spawn_scoped(scope, || run_worker(work, &queue, &changed));
            worker.unwrap_or_else(|error| panic!("cannot start a thread: {error}"))
        };
        let workers: Vec<_> = (0..threads.max(1)).map(spawn).collect();
        let mut queue = queue.lock();
        while !queue.is_over() {
            changed.wait_for(&mut queue, interval);
            // A thread that ends before the work has panicked; the scope panics once the others have ended.
            let has_died = !queue.is_over() && workers.iter().any(|worker| worker.is_finished());
            if has_died || !listen(&queue) {
                queue.stop();
            }
        }
        changed.notify_all();
    });
    queue.into_inner()
}

/// Works through a queue without further threads, where there are none. `listen` is called after each task.
fn work_alone<W: Work>(
    work: &W,
    mut queue: QueueOf<W>,
    listen: &mut dyn FnMut(&QueueOf<W>) -> bool,
) -> QueueOf<W> {
    let mut worker = work.worker();
    while !queue.is_stopped
        && let Some(task) = queue.tasks.pop_front()
    {
        let done = work.run(&mut worker, task);
        work.add(&mut queue, done);
        if !listen(&queue) {
            queue.stop();
        }
    }
    queue
}

fn run_worker<W: Work>(work: &W, queue: &Mutex<QueueOf<W>>, changed: &Condvar) {
    let mut worker = work.worker();
    let mut queue = queue.lock();
    loop {
        if queue.is_over() {
            changed.notify_all();
            return;
        }
        let Some(task) = queue.tasks.pop_front() else {
            changed.wait(&mut queue);
            continue;
        };
        queue.running += 1;
        let done = MutexGuard::unlocked(&mut queue, || work.run(&mut worker, task));
        queue.running -= 1;
        work.add(&mut queue, done);
        changed.notify_all();
    }
}

/// Stops work from any thread.
#[derive(Clone, Debug)]
pub struct StopSwitch {
    sender: Arc<Mutex<Option<Sender<()>>>>,
    receiver: Receiver<()>,
}

impl StopSwitch {
    /// A switch of work that goes on.
    pub fn new() -> StopSwitch {
        let (sender, receiver) = bounded(1);
        StopSwitch {
            sender: Arc::new(Mutex::new(Some(sender))),
            receiver,
        }
    }

    /// Stops.
    pub fn stop(&self) {
        self.sender.lock().take();
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.sender.lock().is_none()
    }

    /// A channel that is closed at the stop.
    pub fn receiver(&self) -> Receiver<()> {
        self.receiver.clone()
    }
}

impl Default for StopSwitch {
    fn default() -> StopSwitch {
        StopSwitch::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const INTERVAL: Duration = Duration::from_millis(5);

    /// Counts the nodes of a binary tree of which each task is one node, named by its depth.
    struct Tree {
        depth: u32,
        most: usize,
    }

    impl Work for Tree {
        type Task = u32;
        type Worker = ();
        type Done = u32;
        type State = usize;

        fn worker(&self) {}

        fn run(&self, (): &mut (), depth: u32) -> u32 {
            assert!(depth <= self.depth, "too deep");
            if depth == 0 {
                // The stack is deep enough for a search.
                std::hint::black_box([1_u8; STACK_BYTES / 2]);
            }
            depth
        }

        fn add(&self, queue: &mut WorkQueue<u32, usize>, depth: u32) {
            queue.state += 1;
            if queue.state >= self.most {
                queue.stop();
            }
            if depth < self.depth {
                queue.push(depth + 1);
                queue.push(depth + 1);
            }
        }
    }

    fn count(depth: u32, most: usize, threads: usize) -> WorkQueue<u32, usize> {
        let queue = WorkQueue::new([0], 0);
        work_through(&Tree { depth, most }, queue, threads, INTERVAL, &mut |_| {
            true
        })
    }

    #[test]
    fn every_task_is_done_once_with_any_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let queue = count(9, usize::MAX, threads);
            assert_eq!((queue.state, queue.is_complete()), ((1 << 10) - 1, true));
        }
    }

    #[test]
    fn every_task_is_done_once_without_further_threads() {
        let tree = Tree {
            depth: 4,
            most: usize::MAX,
        };
        let alone = |most: usize| {
            let listen = &mut |queue: &WorkQueue<u32, usize>| queue.state < most;
            work_alone(&tree, WorkQueue::new([1], 0), listen)
        };
        on_deep_stack(|| {
            let queue = alone(usize::MAX);
            assert_eq!((queue.state, queue.is_complete()), (15, true));
            let queue = alone(3);
            assert_eq!((queue.state, queue.is_complete()), (3, false));
        })
        .unwrap();
    }

    #[test]
    fn a_stop_leaves_tasks_undone() {
        let queue = count(9, 100, 2);
        assert!(!queue.is_complete());
        assert!((100..=101).contains(&queue.state));
    }

    #[test]
    fn the_listener_stops_the_work() {
        let queue = WorkQueue::new([0], 0);
        let endless = Tree {
            depth: u32::MAX,
            most: usize::MAX,
        };
        let queue = work_through(&endless, queue, 2, INTERVAL, &mut |queue| queue.state < 50);
        assert!(!queue.is_complete() && queue.waiting() > 0);
    }

    #[test]
    fn a_panic_in_a_task_ends_the_work_and_is_passed_on() {
        struct Faulty(Tree);
        impl Work for Faulty {
            type Task = u32;
            type Worker = ();
            type Done = u32;
            type State = usize;

            fn worker(&self) {}

            fn run(&self, worker: &mut (), depth: u32) -> u32 {
                assert_ne!(depth, 5, "a fault");
                self.0.run(worker, depth)
            }

            fn add(&self, queue: &mut WorkQueue<u32, usize>, depth: u32) {
                self.0.add(queue, depth);
            }
        }
        let tree = Tree {
            depth: 9,
            most: usize::MAX,
        };
        let queue = WorkQueue::new([0], 0);
        let run = || work_through(&Faulty(tree), queue, 2, INTERVAL, &mut |_| true);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
