//! Answers tasks, each with legal moves, also where the search panics: on the caller's thread, or on one of its own.

use super::event::{Answer, Event, Outcome, Unanswerable};
use super::task::{Request, Task, TaskId};
use crate::board::{Board, Point, Size};
use crate::book::Book;
use crate::engine::{Control, Engine, Resources, Turn};
use crate::eval::Weights;
use crate::ordering::MoveOrdering;
use crate::pattern::PatternMap;
use crate::rule::{Rule, Swap2, Swap2Answer};
use crate::search::SearchEvent;
use crate::time::Clock;
use crate::work_queue::STACK_BYTES;
use crossbeam_channel::Receiver;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Root moves are reported from this moment of a turn on, in milliseconds.
const ROOT_MOVES_FROM_MS: u64 = 200;

/// A job of the thread.
pub(super) enum Job {
    /// Make the tables of a new game.
    NewGame(Rule, Size, Resources),
    /// Answer a task.
    Think {
        id: TaskId,
        task: Box<Task>,
        control: Arc<Control>,
    },
    /// Report how full the transposition table is.
    HashUsage,
}

/// Starts a thread. It ends with the channel of its jobs; `emit` takes its events.
pub(super) fn spawn(
    jobs: Receiver<Job>,
    emit: impl Fn(Event) + Send + 'static,
    mut thinker: Thinker,
) -> std::io::Result<JoinHandle<()>> {
    let work = move |job| match job {
        Job::NewGame(rule, size, resources) => {
            thinker.new_game(rule, size, resources);
            emit(Event::Ready);
        }
        Job::Think { id, task, control } => {
            let answer = thinker.answer(id, &task, &control, &|| false, &emit);
            emit(Event::Answer(answer));
        }
        Job::HashUsage => emit(Event::HashUsage(thinker.hash_permille())),
    };
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || jobs.into_iter().for_each(work))
}

/// An engine that answers tasks on the caller's thread, whose stack has to be [`STACK_BYTES`] large.
pub struct Thinker {
    /// `None` before the first task, and after a panic, which loses it in whatever state it was.
    engine: Option<Engine>,
    book: Book,
    seed: u64,
}

impl Thinker {
    /// Makes one with a solved book. The seed chooses among even openings of swap2.
    pub fn new(book: Book, seed: u64) -> Thinker {
        Thinker {
            engine: None,
            book,
            seed,
        }
    }

    /// Starts a new game: hash tables and histories are cleared, and the tables of the rule are made.
    pub fn new_game(&mut self, rule: Rule, size: Size, resources: Resources) {
        self.engine = catch_unwind(AssertUnwindSafe(|| {
            warm_up(rule, size);
            let mut engine = self.engine_with(resources);
            engine.new_game();
            engine
        }))
        .map_err(|_| log::error!("the tables of a new game could not be made"))
        .ok();
    }

    /// Answers a task whose time counts from now.
    pub fn ask(&mut self, task: &Task) -> Answer {
        let control = Control::new(Clock::start(), &task.limits);
        self.answer(TaskId(0), task, &control, &|| false, &|_| ())
    }

    /// Answers a task. `watch` is called every few hundred nodes, and ends the search with `true`; `emit` takes the
    /// events of the task before its answer.
    pub fn answer(
        &mut self,
        id: TaskId,
        task: &Task,
        control: &Control,
        watch: &dyn Fn() -> bool,
        emit: &dyn Fn(Event),
    ) -> Answer {
        let turn = Turn {
            position: &task.position,
            limits: &task.limits,
            control,
            watch,
        };
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let mut engine = self.engine_with(task.resources);
            let answer = think(&mut engine, id, task, &turn, emit);
            self.engine = Some(engine);
            answer
        }));
        answer.unwrap_or_else(|_| {
            log::error!("the search panicked; a fallback move is played");
            Answer {
                id,
                outcome: outcome_without_search(task),
                why: None,
                lines: Vec::new(),
            }
        })
    }

    fn hash_permille(&self) -> usize {
        self.engine.as_ref().map_or(0, Engine::hash_permille)
    }

    /// Takes the engine out, or makes one.
    fn engine_with(&mut self, resources: Resources) -> Engine {
        let mut engine = self.engine.take().unwrap_or_else(|| {
            let mut engine = Engine::new(resources);
            engine.set_book(self.book.clone());
            engine.set_seed(self.seed);
            engine
        });
        engine.set_resources(resources);
        engine
    }
}

/// Makes the tables that a game of a rule needs.
fn warm_up(rule: Rule, size: Size) {
    PatternMap::new(rule, &Board::new(size));
    Book::read_ahead(size);
    Weights::of(rule);
    MoveOrdering::of(rule);
}

/// Answers a task by the engine.
fn think(
    engine: &mut Engine,
    id: TaskId,
    task: &Task,
    turn: &Turn,
    emit: &dyn Fn(Event),
) -> Answer {
    if task.request != Request::Ponder {
        engine.fit_table(turn);
    }
    engine.exclude(&task.excluded);
    engine.set_level(task.level);
    let mut last_lines = Vec::new();
    let mut listener = |event: SearchEvent, elapsed_ms: u64| {
        let reports_move = task.reports_root_moves && elapsed_ms >= ROOT_MOVES_FROM_MS;
        match event {
            SearchEvent::Iteration(lines) => {
                last_lines = lines.to_vec();
                let lines = last_lines.clone();
                emit(Event::Iteration {
                    id,
                    lines,
                    elapsed_ms,
                });
            }
            SearchEvent::CurrMove(point) if reports_move => emit(Event::CurrMove(id, point)),
            SearchEvent::MoveScore(point, score) if reports_move => {
                emit(Event::MoveScore(id, point, score));
            }
            SearchEvent::CurrMove(_) | SearchEvent::MoveScore(..) => {}
        }
    };
    let mut why = None;
    let stones = match task.request {
        Request::Move | Request::BestLines(1) => {
            let decision = engine.choose(turn, &mut listener);
            why = decision.as_ref().map(|decision| decision.why);
            decision.map(|decision| Outcome::Stones(vec![decision.point]))
        }
        Request::Search => engine
            .search(turn, &mut listener)
            .map(|point| Outcome::Stones(vec![point])),
        Request::BestLines(count) => {
            let lines = engine.best_lines(turn, count, &mut listener);
            lines.first().map(|best| Outcome::Stones(vec![best.pv[0]]))
        }
        Request::Balance { moves, score } => {
            engine.balance(turn, moves, score).map(Outcome::Stones)
        }
        Request::Swap2(step) => match engine.answer_swap2(turn, step, &mut listener) {
            Some(Swap2Answer::Swap) => Some(Outcome::Swap),
            Some(Swap2Answer::Stones(points)) => Some(Outcome::Stones(points)),
            None => None,
        },
        Request::Ponder => {
            engine.ponder(turn);
            None
        }
    };
    Answer {
        id,
        outcome: stones.unwrap_or_else(|| outcome_without_search(task)),
        why,
        lines: last_lines,
    }
}

/// The answer to a task for which the engine has none.
fn outcome_without_search(task: &Task) -> Outcome {
    let stones = match task.request {
        Request::Ponder => return Outcome::Pondered,
        Request::Swap2(Swap2::PlaceThree) => {
            opening_stones(task.position.board().size(), &task.excluded)
                .ok_or(Unanswerable::NoThreePoints)
        }
        Request::Balance { moves: 2.., .. } => Err(Unanswerable::NoBalance),
        _ => {
            let plausible = task.position.clone().plausible_move_but(&task.excluded);
            plausible
                .map(|point| vec![point])
                .ok_or(Unanswerable::NoMove)
        }
    };
    stones.map_or_else(Outcome::Unanswerable, Outcome::Stones)
}

/// Three stones for an opening on any board: near an edge, where black's third stone is worth about as much as white's
/// move; others where these are excluded. `None` if there are no three.
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
    use crate::position::Position;
    use crate::time::Limits;
    use std::cell::Cell;

    #[test]
    fn opening_stones_are_not_excluded_ones() {
        let size = Size::new(6).unwrap();
        let first = opening_stones(size, &[]).unwrap();
        let others = opening_stones(size, &first[..2]).unwrap();
        assert!(others.contains(&first[2]) && !others.contains(&first[0]));
        let all_but_two: Vec<Point> = size.points().skip(2).collect();
        assert_eq!(opening_stones(size, &all_but_two), None);
    }

    #[test]
    fn a_watch_ends_a_task_which_keeps_its_lines() {
        let mut thinker = Thinker::new(Book::default(), 0);
        let task = |depth| Task {
            resources: Resources::single(8 << 20),
            ..Task::new(
                Request::Search,
                Position::empty(Rule::Renju, Size::FIFTEEN),
                Limits {
                    depth: Some(depth),
                    ..Limits::default()
                },
            )
        };
        let iterations = Cell::new(0);
        let watch = || iterations.get() >= 3;
        let count = |event| {
            if let Event::Iteration { .. } = event {
                iterations.set(iterations.get() + 1);
            }
        };
        let endless = task(200);
        let control = Control::new(Clock::start(), &endless.limits);
        let answer = thinker.answer(TaskId(0), &endless, &control, &watch, &count);
        assert!(answer.lines[0].depth >= 3 && iterations.get() < 200);
        assert_eq!(thinker.ask(&task(3)).lines[0].depth, 3);
    }
}
