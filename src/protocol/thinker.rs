//! The thread that thinks: takes jobs, tells its progress, and answers every task with a legal reply,
//! also when the search panics.

use super::reply::Reply;
use super::session::Task;
use crate::board::{Point, Size};
use crate::book::Book;
use crate::engine::{Control, Engine, Swap2Question};
use crate::pattern::PatternMap;
use crate::position::Position;
use crate::rule::{Rule, Swap2, Swap2Answer};
use crate::search::Progress;
use crossbeam_channel::{Receiver, Sender};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Deep searches recurse; each ply of them is small.
const STACK_BYTES: usize = 16 << 20;

/// What the thinker is told to do.
pub(super) enum Job {
    /// Forget the game before, and have the tables of a rule ready.
    NewGame {
        rule: Rule,
        size: Option<Size>,
        max_memory: u64,
    },
    /// Think, within a memory limit.
    Think {
        task: Box<Task>,
        control: Arc<Control>,
        max_memory: u64,
    },
}

/// What the thinker tells.
pub(super) enum Thought {
    /// An iteration was finished so many milliseconds into the turn.
    Progress(Progress, u64),
    /// The task is done.
    Answer(Reply),
}

/// Starts the thread. It ends with the channel of its jobs.
pub(super) fn spawn(
    jobs: Receiver<Job>,
    thoughts: Sender<Thought>,
    book: Book,
    seed: u64,
) -> std::io::Result<()> {
    Book::read_ahead();
    let new_engine = move |max_memory: u64| {
        let mut engine = Engine::new(max_memory);
        engine.set_book(book.clone());
        engine.set_seed(seed);
        engine
    };
    let think = move || {
        let mut engine: Option<Engine> = None;
        for job in jobs {
            match job {
                Job::NewGame {
                    rule,
                    size,
                    max_memory,
                } => {
                    let old = engine.take();
                    let renew = || {
                        warm_up(rule, size);
                        let mut engine = old.unwrap_or_else(|| new_engine(max_memory));
                        engine.set_memory(max_memory);
                        engine.new_game();
                        engine
                    };
                    engine = catch_unwind(AssertUnwindSafe(renew)).ok();
                }
                Job::Think {
                    task,
                    control,
                    max_memory,
                } => {
                    let old = engine.take();
                    let tell = |thought| thoughts.send(thought).unwrap_or(());
                    let reply = catch_unwind(AssertUnwindSafe(|| {
                        let mut thinking = old.unwrap_or_else(|| new_engine(max_memory));
                        thinking.set_memory(max_memory);
                        let reply = answer(&mut thinking, &task, &control, &tell);
                        engine = Some(thinking);
                        reply
                    }));
                    // After a panic the engine is gone with whatever state it was in.
                    tell(Thought::Answer(reply.unwrap_or_else(|_| {
                        log::error!("the search panicked; a fallback move is played");
                        plain_answer(&task)
                    })));
                }
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(think)
        .map(|_| ())
}

fn warm_up(rule: Rule, size: Option<Size>) {
    let board = crate::board::Board::new(size.unwrap_or(Size::FIFTEEN));
    PatternMap::new(rule, &board);
    crate::eval::Weights::of(rule);
}

fn answer(engine: &mut Engine, task: &Task, control: &Control, tell: &dyn Fn(Thought)) -> Reply {
    let mut listen = |progress: &Progress, elapsed_ms: u64| {
        tell(Thought::Progress(progress.clone(), elapsed_ms));
    };
    let (position, limits) = (&task.position, &task.limits);
    let reply = match task.swap2 {
        None => engine
            .choose(position, limits, control, &mut listen)
            .map(|decision| Reply::Stones(vec![decision.point])),
        Some(step) => {
            let question = Swap2Question {
                step,
                position,
                limits,
                control,
            };
            engine
                .answer_swap2(&question, &mut listen)
                .map(|answer| match answer {
                    Swap2Answer::Stones(points) => Reply::Stones(points),
                    Swap2Answer::Swap => Reply::Swap,
                })
        }
    };
    reply.unwrap_or_else(|| plain_answer(task))
}

/// An answer without a search.
fn plain_answer(task: &Task) -> Reply {
    if task.swap2 == Some(Swap2::PlaceThree) {
        return Reply::Stones(opening_stones(task.position.board().size()));
    }
    let mut position: Position = task.position.clone();
    match position.plausible_move() {
        Some(point) => Reply::Stones(vec![point]),
        None => Reply::Error("the board is full".into()),
    }
}

/// Three stones that fit every board: near an edge, where black's third stone is worth about as much as
/// white's move.
fn opening_stones(size: Size) -> Vec<Point> {
    let far = size.side() as i64;
    let stones = [(2, 2), (far / 2, 1), (1, far / 2)];
    stones
        .into_iter()
        .filter_map(|(x, y)| size.point(x, y))
        .collect()
}
