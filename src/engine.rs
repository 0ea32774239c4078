//! The decision: forced moves, the book, wins by threats, then the search.

mod swap2;

use crate::board::{Direction, Point};
use crate::book::{Book, BookMove};
use crate::pattern::{PointClass, Shape};
use crate::position::Position;
use crate::search::{Progress, SearchState, Searcher, Supervisor};
use crate::threat::{Length, SearchLimit, ThreatResult, Vct, five_defences, straight_four_answers};
use crate::time::{Clock, Iteration, Limits, TimeManager};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use swap2::Swap2Question;

/// What a memory limit of 0 means, in bytes: the tournament's usual limit.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// Kept out of the transposition table for everything else.
const MEMORY_ASIDE: u64 = 8 << 20;
/// The largest table, in bytes: what one game at tournament times can fill.
const LARGEST_TABLE: u64 = 16 << 30;
/// Moves played in the search for a win by fours at the root: per millisecond of the turn, and at most.
const ROOT_VCF_PER_MS: u64 = 100;
const ROOT_VCF_BUDGET: u64 = 100_000;
/// The first slice of it; each further one is four times as large.
const ROOT_VCF_SLICE: u64 = 2_000;

/// Half of the first slice of the search for a win that the book promises, in moves played. Each further
/// slice is twice as large, but no larger than a part of the time that is left is sure to be enough for.
const BOOK_WIN_SLICE: u64 = 2_000;
const BOOK_WIN_PER_MS: u64 = 200;
/// So much in all: more than the promised wins need.
const BOOK_WIN_BUDGET: u64 = 2_000_000;
/// The largest slice: between two of them the turn may end.
const BOOK_WIN_LARGEST: u64 = 100_000;
/// Positions of its table, as a power of two.
const BOOK_WIN_TABLE_BITS: u32 = 17;

/// Thinks. Keeps what it learns from move to move of a game.
pub struct Engine {
    state: SearchState,
    max_memory: u64,
    book: Book,
    /// Plays out what the book promises; made when it is needed.
    book_wins: Option<Vct>,
    /// Chooses among openings of swap2 that are as good as each other.
    seed: u64,
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Where to play: an empty point, and not a forbidden one while any other is left.
    pub point: Point,
    /// What decided.
    pub why: Why,
    /// The search's last finished iteration, if there was a search.
    pub progress: Option<Progress>,
}

/// What decided a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The board is empty.
    FirstStone,
    /// It completes five.
    Five,
    /// It stops a five or a straight four, and nothing else does.
    OnlyBlock,
    /// The book has it: it wins.
    Book,
    /// It goes on with a win by fours and open threes that the book promised.
    BookWin,
    /// It starts a win by fours.
    WinByFours,
    /// It was searched.
    Search,
    /// Nothing else could be found in time, or every point is forbidden.
    Fallback,
}

/// The conversation with an engine that thinks: limits that may change, and the word to stop.
pub struct Control {
    clock: Clock,
    stop: AtomicBool,
    maximum_ms: AtomicU64,
    manager: Mutex<TimeManager>,
}

impl Control {
    /// Starts a turn. Its bounds count from the clock's start.
    pub fn new(clock: Clock, limits: &Limits) -> Control {
        let manager = TimeManager::new(limits);
        Control {
            clock,
            stop: AtomicBool::new(false),
            maximum_ms: AtomicU64::new(manager.maximum_ms()),
            manager: Mutex::new(manager),
        }
    }

    /// Ends the turn now: the best move so far is played.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Replaces the time limits of the turn.
    pub fn set_limits(&self, limits: &Limits) {
        let manager = TimeManager::new(limits);
        self.maximum_ms.store(manager.maximum_ms(), Relaxed);
        *self.manager.lock() = manager;
    }

    /// The time since the turn began.
    pub fn elapsed_ms(&self) -> u64 {
        self.clock.elapsed_ms()
    }

    /// What the turn may take where it decides on the whole game; `u64::MAX` where only nodes or depth are
    /// limited.
    fn weighty_ms(&self) -> u64 {
        self.manager.lock().weighty_ms()
    }

    fn left_ms(&self) -> u64 {
        let maximum_ms = self.maximum_ms.load(Relaxed);
        maximum_ms.saturating_sub(self.elapsed_ms())
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed) || self.clock.elapsed_ms() >= self.maximum_ms.load(Relaxed)
    }
}

impl Engine {
    /// Makes an engine that keeps its memory within a limit in bytes; 0 stands for 350 MiB.
    pub fn new(max_memory: u64) -> Engine {
        Engine {
            state: SearchState::new(table_bytes(max_memory)),
            max_memory,
            book: Book::default(),
            book_wins: None,
            seed: 0,
        }
    }

    /// Makes it play by a book.
    pub fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    /// Makes it offer other openings of swap2 than the first one: each game another, from the seed on.
    /// Where only nodes or depth are limited it has no effect.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Changes the memory limit. What was learned is lost if the table's size changes.
    pub fn set_memory(&mut self, max_memory: u64) {
        if self.max_memory != max_memory {
            let (book, seed) = (std::mem::take(&mut self.book), self.seed);
            *self = Engine::new(max_memory);
            self.book = book;
            self.seed = seed;
        }
    }

    /// Forgets everything: the next search is that of a new engine.
    pub fn new_game(&mut self) {
        self.state.clear();
        self.book_wins = None;
        self.seed = self.seed.wrapping_add(1);
    }

    /// Chooses a move for the side to move, telling every finished iteration to `listen` with the
    /// milliseconds since the turn began. `None` only where no point is empty.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(&Progress, u64),
    ) -> Option<Decision> {
        let mut position = position.clone();
        if position.board().vacant() == 0 {
            return None;
        }
        let decided = |point, why| {
            Some(Decision {
                point,
                why,
                progress: None,
            })
        };
        if position.board().stones() == 0 && position.board().blocked_points().next().is_none() {
            return decided(position.board().size().centre(), Why::FirstStone);
        }
        if let Some(five) = best_five(&position) {
            return decided(five, Why::Five);
        }
        if let [block] = must_answer(&mut position)[..] {
            return decided(block, Why::OnlyBlock);
        }
        if let Some((known, why)) = self.known_win(&mut position, limits, control) {
            let progress = won(vec![known.point], known.plies, 0);
            listen(&progress, control.elapsed_ms());
            return Some(Decision {
                point: known.point,
                why,
                progress: Some(progress),
            });
        }
        if let Some(progress) = self.win_by_fours(&mut position, limits, control) {
            listen(&progress, control.elapsed_ms());
            let point = progress.pv[0];
            return Some(Decision {
                point,
                why: Why::WinByFours,
                progress: Some(progress),
            });
        }
        let mut watch = Watch {
            control,
            listen,
            last: None,
        };
        let result = Searcher::new(&position, &mut self.state, *limits, &mut watch).run();
        match result.point {
            Some(point) => Some(Decision {
                point,
                why: Why::Search,
                progress: result.progress,
            }),
            None => decided(position.plausible_move()?, Why::Fallback),
        }
    }

    /// A move of the book's, or one that goes on with what it promised.
    fn known_win(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<(BookMove, Why)> {
        let (rule, turn) = (position.rule(), position.turn());
        if let Some(known) = self.book.decision(rule, position.board(), turn) {
            let is_legal =
                position.board().is_empty(known.point) && !position.is_forbidden(known.point, turn);
            return is_legal.then_some((known, Why::Book));
        }
        let plies = self.book.forced_within(rule, position.board(), turn)?;
        let vct = self
            .book_wins
            .get_or_insert_with(|| Vct::new(BOOK_WIN_TABLE_BITS));
        let start = vct.nodes();
        let keep_ms = control.left_ms() / 4;
        let mut slice = BOOK_WIN_SLICE;
        loop {
            let spent = vct.nodes() - start;
            let most = limits.nodes.unwrap_or(BOOK_WIN_BUDGET).min(BOOK_WIN_BUDGET);
            let left = most.saturating_sub(spent);
            let in_time = control.left_ms().saturating_mul(BOOK_WIN_PER_MS);
            slice = (2 * slice).min(left).min(in_time).min(BOOK_WIN_LARGEST);
            if left == 0 || control.left_ms() <= keep_ms || control.must_stop() {
                return None;
            }
            match vct.shortest(position, 1, plies, slice) {
                Length::Win(plies) => {
                    let point = vct.winning_move(position, plies)?;
                    return Some((BookMove { point, plies }, Why::BookWin));
                }
                Length::Unknown(SearchLimit::Nodes(_)) => {}
                Length::NoWin | Length::Unknown(SearchLimit::Plies(_)) => return None,
            }
        }
    }

    /// Looks for a win by fours in slices of growing budget, between which the turn may end. What a
    /// slice settled the next one need not search again.
    fn win_by_fours(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<Progress> {
        let budget = limits
            .nodes
            .unwrap_or(control.left_ms().saturating_mul(ROOT_VCF_PER_MS));
        let start = self.state.vcf.nodes();
        let mut slice = ROOT_VCF_SLICE;
        while slice <= ROOT_VCF_SLICE || slice <= budget.min(ROOT_VCF_BUDGET) {
            match self.state.vcf.search(position, slice.min(budget)) {
                ThreatResult::Win(line) if line.len() <= position.plies_left() => {
                    let plies = line.len();
                    return Some(won(line, plies, self.state.vcf.nodes() - start));
                }
                ThreatResult::Unknown(_) if !control.must_stop() => slice *= 4,
                _ => return None,
            }
        }
        None
    }
}

/// A point that makes five, best one that makes no six beside it: a manager takes that for forbidden.
fn best_five(position: &Position) -> Option<Point> {
    let (patterns, turn) = (position.patterns(), position.turn());
    let makes_six = |point: &Point| {
        Direction::ALL
            .into_iter()
            .any(|d| patterns.shape(*point, d, turn) == Shape::Overline)
    };
    let fives = patterns.points(PointClass::Five, turn);
    fives
        .iter()
        .find(|point| !makes_six(point))
        .or(fives.first())
}

/// The legal answers to a five or a straight four that the opponent threatens, own fours included; empty
/// where it threatens neither or the straight four is the side to move's own.
fn must_answer(position: &mut Position) -> Vec<Point> {
    let turn = position.turn();
    let count = |class, color| position.patterns().count(class, color);
    if count(PointClass::Five, !turn) > 0 {
        return position.legal(&five_defences(position.patterns(), !turn));
    }
    if count(PointClass::StraightFour, !turn) == 0 || count(PointClass::StraightFour, turn) > 0 {
        return Vec::new();
    }
    position.legal(&straight_four_answers(position.patterns(), turn))
}

/// What is told of a win within so many plies.
fn won(pv: Vec<Point>, plies: usize, threat_nodes: u64) -> Progress {
    Progress {
        depth: plies as i32,
        deepest: plies as i32,
        score: crate::score::Score::win_in(plies as u32),
        nodes: 0,
        threat_nodes,
        pv,
    }
}

/// The transposition table's share of a memory limit: three quarters, less what all else needs, but
/// half at least. Tiny limits get a tiny table.
fn table_bytes(max_memory: u64) -> usize {
    let limit = if max_memory == 0 {
        DEFAULT_MEMORY
    } else {
        max_memory
    };
    let share = (limit / 4 * 3).saturating_sub(MEMORY_ASIDE).max(limit / 2);
    share.min(LARGEST_TABLE) as usize
}

/// Keeps the search within the turn's bounds and passes its reports on.
struct Watch<'a> {
    control: &'a Control,
    listen: &'a mut dyn FnMut(&Progress, u64),
    last: Option<(Progress, Iteration)>,
}

impl Supervisor for Watch<'_> {
    fn must_stop(&mut self) -> bool {
        self.control.must_stop()
    }

    fn goes_on(&mut self, progress: &Progress) -> bool {
        if cfg!(feature = "inject-panic") {
            panic!(
                "injected: the search dies after iteration {}",
                progress.depth
            );
        }
        let elapsed_ms = self.control.elapsed_ms();
        (self.listen)(progress, elapsed_ms);
        let mut done = Iteration {
            elapsed_ms,
            stable: 1,
            fall: 0,
            growth: 2.0,
            last_ms: elapsed_ms,
        };
        if let Some((before, iteration)) = &self.last {
            done.last_ms = elapsed_ms - iteration.elapsed_ms;
            done.growth = done.last_ms as f64 / iteration.last_ms.max(1) as f64;
            done.fall = (before.score.value() - progress.score.value()).max(0);
            if before.pv.first() == progress.pv.first() {
                done.stable = iteration.stable + 1;
            }
        }
        self.last = Some((progress.clone(), done));
        !self.control.must_stop() && self.control.manager.lock().goes_on(&done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, parse_diagram};
    use crate::rule::Rule;

    fn choose(position: &Position, depth: u32) -> Decision {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let control = Control::new(Clock::start(), &limits);
        Engine::new(1 << 20)
            .choose(position, &limits, &control, &mut |_, _| {})
            .unwrap()
    }

    #[test]
    fn forced_moves_are_played_without_a_search() {
        let empty = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        assert_eq!(choose(&empty, 1).why, Why::FirstStone);
        let board = parse_diagram(
            ".......
             ..XXXXO
             .......
             .OOO...
             .......
             .......
             .......",
        )
        .unwrap();
        let black = Position::from_board(Rule::Freestyle, board.clone(), Color::Black);
        assert_eq!(choose(&black, 1).why, Why::Five);
        let white = Position::from_board(Rule::Freestyle, board, Color::White);
        assert_eq!(choose(&white, 1).why, Why::OnlyBlock);
    }

    #[test]
    fn a_full_board_has_no_move_and_a_last_point_is_played() {
        let mut board = Board::new(Size::new(5).unwrap());
        let points: Vec<Point> = board.size().points().collect();
        for (i, &point) in points.iter().enumerate().skip(1) {
            board.put(
                point,
                if i % 3 == 0 {
                    Color::Black
                } else {
                    Color::White
                },
            );
        }
        let one_left = Position::from_board(Rule::Renju, board.clone(), Color::Black);
        assert_eq!(choose(&one_left, 3).point, points[0]);
        board.put(points[0], Color::Black);
        let full = Position::from_board(Rule::Renju, board, Color::White);
        let control = Control::new(Clock::start(), &Limits::default());
        assert!(
            Engine::new(0)
                .choose(&full, &Limits::default(), &control, &mut |_, _| {})
                .is_none()
        );
    }

    #[test]
    fn fixed_depth_gives_the_same_answer_again() {
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&crate::board::parse_points("h8 i9 g9 i7", Size::FIFTEEN).unwrap());
        assert_eq!(choose(&position, 6), choose(&position, 6));
    }

    #[test]
    fn the_table_takes_its_share_of_the_memory() {
        for megabytes in [64_u64, 128, 350, 1024, 4096] {
            let limit = megabytes << 20;
            let table = table_bytes(limit) as u64;
            assert!(
                table >= limit / 2 && table + (14 << 20) <= limit * 9 / 10,
                "{megabytes}"
            );
        }
    }
}
