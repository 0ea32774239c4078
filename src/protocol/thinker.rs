//! The thread that thinks: takes jobs, tells its progress, and answers every task with a legal reply,
//! also when the search panics.

use super::reply::Reply;
use super::session::{Ask, Task};
use crate::board::{Point, Size};
use crate::book::Book;
use crate::engine::{Control, Engine, Resources, Turn};
use crate::pattern::PatternMap;
use crate::rule::{Rule, Swap2, Swap2Answer};
use crate::score::Score;
use crate::search::{Progress, STACK_BYTES, SearchEvent};
use crossbeam_channel::Receiver;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Moves at the root are told of from so many milliseconds of a turn on.
const REALTIME_FROM_MS: u64 = 200;

/// What the thinker is told to do.
pub(super) enum Job {
    /// Forget the game before.
    NewGame(Resources),
    /// Think, with what may be used.
    Think {
        task: Box<Task>,
        control: Arc<Control>,
        resources: Resources,
    },
    /// Tell how full the table is.
    HashUsage,
}

/// What the thinker tells.
pub(super) enum Thought {
    /// A new game may begin.
    Ready,
    /// An iteration was finished so many milliseconds into the turn: its variations, best first.
    Lines(Vec<Progress>, u64),
    /// A move is searched now.
    Tries(Point),
    /// It was searched.
    Tried(Point, Score),
    /// The task is done.
    Answer(Reply),
    /// The opponent's turn is used no longer.
    Pondered,
    /// Something for the user to read.
    Says(Reply),
}

/// Starts the thread. It ends with the channel of its jobs; `tell` hands on what it tells.
pub(super) fn spawn(
    jobs: Receiver<Job>,
    tell: impl Fn(Thought) + Send + 'static,
    book: Book,
    seed: u64,
) -> std::io::Result<JoinHandle<()>> {
    let new_engine = move |resources: Resources| {
        let mut engine = Engine::new(resources);
        engine.set_book(book.clone());
        engine.set_seed(seed);
        engine
    };
    let think = move || {
        let mut engine: Option<Engine> = None;
        for job in jobs {
            match job {
                Job::NewGame(resources) => {
                    let old = engine.take();
                    let renew = || {
                        let mut engine = old.unwrap_or_else(|| new_engine(resources));
                        engine.set_resources(resources);
                        engine.new_game();
                        engine
                    };
                    engine = catch_unwind(AssertUnwindSafe(renew)).ok();
                    tell(Thought::Ready);
                }
                Job::Think {
                    task,
                    control,
                    resources,
                } => {
                    let old = engine.take();
                    let thought = catch_unwind(AssertUnwindSafe(|| {
                        let mut thinking = old.unwrap_or_else(|| new_engine(resources));
                        thinking.set_resources(resources);
                        let thought = think_of(&mut thinking, &task, &control, &tell);
                        engine = Some(thinking);
                        thought
                    }));
                    // After a panic the engine is gone with whatever state it was in.
                    tell(thought.unwrap_or_else(|_| {
                        log::error!("the search panicked; a fallback move is played");
                        plain_thought(&task)
                    }));
                }
                Job::HashUsage => {
                    let usage = engine.as_ref().map_or(0, Engine::hash_permille);
                    let text = format!("hash usage {}.{} %", usage / 10, usage % 10);
                    tell(Thought::Says(Reply::Message(text)));
                }
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(think)
}

/// Has ready what a game of a rule needs.
///
/// For the main thread: it takes many small pieces of memory, for which glibc sets 64 MB of address space aside on any
/// other. Where an address space is limited, each piece would be a page.
pub(super) fn warm_up(rule: Rule, size: Option<Size>) {
    let prepare = || {
        let size = size.unwrap_or(Size::FIFTEEN);
        PatternMap::new(rule, &crate::board::Board::new(size));
        Book::read_ahead(size);
        crate::eval::Weights::of(rule);
        crate::ordering::MoveOrdering::of(rule);
    };
    if catch_unwind(prepare).is_err() {
        log::error!("what a game needs is not ready");
    }
}

/// What becomes of a task.
fn think_of(
    engine: &mut Engine,
    task: &Task,
    control: &Control,
    tell: &dyn Fn(Thought),
) -> Thought {
    let turn = Turn {
        position: &task.position,
        limits: &task.limits,
        control,
    };
    if !matches!(task.ask, Ask::Ponder) {
        engine.fit_table(&turn);
    }
    engine.exclude(&task.excluded);
    engine.set_level(task.level);
    let realtime = |thought, elapsed_ms| {
        if task.realtime && elapsed_ms >= REALTIME_FROM_MS {
            tell(thought);
        }
    };
    let mut listen = |news: SearchEvent, elapsed_ms: u64| match news {
        SearchEvent::Iteration(lines) => tell(Thought::Lines(lines.to_vec(), elapsed_ms)),
        SearchEvent::CurrMove(point) => realtime(Thought::Tries(point), elapsed_ms),
        SearchEvent::MoveScore(point, score) => realtime(Thought::Tried(point, score), elapsed_ms),
    };
    let stones = match task.ask {
        Ask::Move | Ask::BestLines(1) => engine
            .choose(&turn, &mut listen)
            .map(|decision| vec![decision.point]),
        Ask::BestLines(count) => {
            let lines = engine.best_lines(&turn, count, &mut listen);
            lines.first().map(|best| vec![best.pv[0]])
        }
        Ask::Balance { moves, score } => engine.balance(&turn, moves, score),
        Ask::Swap2(step) => match engine.answer_swap2(&turn, step, &mut listen) {
            Some(Swap2Answer::Swap) => return Thought::Answer(Reply::Swap),
            Some(Swap2Answer::Stones(points)) => Some(points),
            None => None,
        },
        Ask::Ponder => {
            engine.ponder(&turn);
            return Thought::Pondered;
        }
    };
    match stones {
        Some(stones) => Thought::Answer(Reply::Stones(stones)),
        None => plain_thought(task),
    }
}

/// What becomes of a task without a search.
fn plain_thought(task: &Task) -> Thought {
    let plausible = || task.position.clone().plausible_move_but(&task.excluded);
    Thought::Answer(match task.ask {
        Ask::Ponder => return Thought::Pondered,
        Ask::Swap2(Swap2::PlaceThree) => {
            match opening_stones(task.position.board().size(), &task.excluded) {
                Some(stones) => Reply::Stones(stones),
                None => Reply::Error("no three points are left".into()),
            }
        }
        Ask::Balance { moves: 2.., .. } => Reply::Error("no two moves balance it".into()),
        _ => match plausible() {
            Some(point) => Reply::Stones(vec![point]),
            None => Reply::Error("no move is left".into()),
        },
    })
}

/// Three stones that fit every board: near an edge, where black's third stone is worth about as much as
/// white's move. Others where these are excluded; `None` if there are no three.
fn opening_stones(size: Size, excluded: &[Point]) -> Option<Vec<Point>> {
    let far = size.side() as i64;
    let wanted = [(2, 2), (far / 2, 1), (1, far / 2)];
    let wanted = wanted.into_iter().filter_map(|(x, y)| size.point(x, y));
    let mut stones = Vec::new();
    for point in wanted.chain(size.points()) {
        if stones.len() < 3 && !stones.contains(&point) && !excluded.contains(&point) {
            stones.push(point);
        }
    }
    (stones.len() == 3).then_some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_stones_are_not_excluded_ones() {
        let size = Size::new(6).unwrap();
        let first = opening_stones(size, &[]).unwrap();
        let others = opening_stones(size, &first[..2]).unwrap();
        assert!(others.contains(&first[2]) && !others.contains(&first[0]));
        let all_but_two: Vec<Point> = size.points().skip(2).collect();
        assert_eq!(opening_stones(size, &all_but_two), None);
    }
}
