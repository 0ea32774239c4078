//! A search: what it works on, and its iterations.

use super::alphabeta::Stopped;
use super::history::History;
use super::movepick::RatedMove;
use super::node::Root;
use super::parallel::Seat;
use super::params::*;
use super::prune::Reductions;
use super::report::{Next, Progress, Supervisor};
use super::tt::TranspositionTable;
use super::window::Window;
use crate::board::Point;
use crate::eval::Classic;
use crate::position::Position;
use crate::score::Score;
use crate::threat::Vcf;
use crate::time::Limits;

/// What searches of one game learn and hand on to the next.
pub struct SearchState {
    table: TranspositionTable,
    /// As it was asked for; the system may have had less.
    table_bytes: usize,
    /// Nothing was searched since it was made or cleared.
    is_unused: bool,
    worker: Worker,
    /// Of the other threads.
    helpers: Vec<Worker>,
}

/// What one thread learns for itself.
pub(super) struct Worker {
    pub(super) history: History,
    /// Searches wins by fours; its table serves the whole game.
    pub(super) vcf: Vcf,
}

impl Worker {
    fn new() -> Worker {
        Worker {
            history: History::new(),
            vcf: Vcf::near(VCF_TABLE_BITS, VCF_REACH),
        }
    }
}

/// Positions of the table for wins by fours, as a power of two.
const VCF_TABLE_BITS: u32 = 17;

impl SearchState {
    /// Makes an empty state with a transposition table of so many bytes.
    pub fn new(table_bytes: usize) -> SearchState {
        SearchState {
            table: TranspositionTable::new(table_bytes),
            table_bytes,
            is_unused: true,
            worker: Worker::new(),
            helpers: Vec::new(),
        }
    }

    /// Lets so many threads search, at least one. With one, the same limits of nodes or depth give the same
    /// search every time.
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.helpers.resize_with(helpers, Worker::new);
    }

    /// Makes the transposition table larger, or as small as wanted where nothing was searched yet.
    pub fn fit_table(&mut self, bytes: usize) {
        if bytes > self.table_bytes || self.is_unused && bytes != self.table_bytes {
            self.table.resize(bytes);
            self.table_bytes = bytes;
        }
    }

    /// Moves played by all searches for wins by fours of the first thread.
    pub fn threat_nodes(&self) -> u64 {
        self.worker.vcf.nodes()
    }

    /// How many of a thousand entries of the transposition table are in use, by a sample.
    pub fn hash_permille(&self) -> usize {
        self.table.permille()
    }

    /// Forgets everything, as if newly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.is_unused = true;
        for worker in self.helpers.iter_mut().chain([&mut self.worker]) {
            worker.history = History::new();
            worker.vcf.clear();
        }
    }
}

/// The principal variations of all plies.
pub(super) struct Variations(Vec<Vec<Point>>);

impl Variations {
    fn new() -> Variations {
        Variations(vec![Vec::new(); MAX_PLY + 2])
    }

    #[inline]
    pub(super) fn clear_from(&mut self, ply: i32) {
        if let Some(line) = self.0.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// The line of a ply becomes a move and the line below it.
    pub(super) fn update(&mut self, ply: i32, point: Point) {
        let (above, below) = self.0.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(point);
            line.extend_from_slice(rest);
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The last finished iteration; `None` if not even one was, or no point is empty.
    pub progress: Option<Progress>,
    /// The move to play: the best of the last iteration, finished or not.
    pub point: Option<Point>,
    /// Moves played in the main search and in quiescence.
    pub nodes: u64,
}

/// One search of one position.
pub struct Searcher<'a, S> {
    pub(super) position: Position,
    pub(super) eval: Classic,
    pub(super) table: &'a TranspositionTable,
    pub(super) worker: &'a mut Worker,
    pub(super) supervisor: &'a mut S,
    /// What the other threads learn, while they do not search.
    pub(super) helpers: &'a mut [Worker],
    pub(super) seat: Seat,
    pub(super) limits: Limits,
    pub(super) reductions: Reductions,
    /// The moves of all nodes on the way from the root, one after the other.
    pub(super) moves: Vec<RatedMove>,
    /// `[ply]`: moves searched there so far.
    pub(super) tried: Vec<Vec<Point>>,
    /// `[ply]`
    pub(super) evals: Vec<Option<Score>>,
    pub(super) pv: Variations,
    /// Moves at the root that are proven to lose, with the plies up to the opponent's five.
    pub(super) refuted: Vec<(Point, usize)>,
    /// Moves at the root that are not searched, as if they were not there.
    pub(super) excluded: Vec<Point>,
    /// The best move of the iteration before, tried first at the root.
    pub(super) first_choice: Option<Point>,
    pub(super) seldepth: i32,
    nodes: u64,
    threat_start: u64,
    /// Moves played since the supervisor was asked, in searches for wins by fours too.
    pub(super) unsupervised: u64,
}

impl<'a, S: Supervisor> Searcher<'a, S> {
    /// Prepares a search. Of the limits, depth and nodes are kept here, time is the supervisor's.
    pub fn new(
        position: &Position,
        state: &'a mut SearchState,
        limits: Limits,
        supervisor: &'a mut S,
    ) -> Searcher<'a, S> {
        let SearchState {
            table,
            is_unused,
            worker,
            helpers,
            ..
        } = state;
        *is_unused = false;
        table.new_generation();
        let threads = 1 + helpers.len() as u64;
        let limits = Limits {
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads)),
            ..limits
        };
        Searcher {
            helpers,
            ..Searcher::of(
                position.clone(),
                table,
                worker,
                limits,
                supervisor,
                Seat::first(threads),
            )
        }
    }

    /// One thread's part of a search.
    pub(super) fn of(
        position: Position,
        table: &'a TranspositionTable,
        worker: &'a mut Worker,
        limits: Limits,
        supervisor: &'a mut S,
        seat: Seat,
    ) -> Searcher<'a, S> {
        worker.history.age();
        let threat_start = worker.vcf.nodes();
        Searcher {
            eval: Classic::new(&position),
            position,
            table,
            worker,
            helpers: &mut [],
            seat,
            supervisor,
            limits,
            reductions: Reductions::new(),
            moves: Vec::with_capacity(4096),
            tried: vec![Vec::new(); MAX_PLY + 1],
            evals: vec![None; MAX_PLY + 1],
            pv: Variations::new(),
            refuted: Vec::new(),
            excluded: Vec::new(),
            first_choice: None,
            seldepth: 0,
            nodes: 0,
            threat_start,
            unsupervised: 0,
        }
    }

    /// Leaves moves out at the root, and no others.
    pub fn exclude(&mut self, points: &[Point]) {
        self.excluded = points.to_vec();
    }

    /// Searches deeper and deeper until a limit is reached or the result is proven.
    pub fn run(mut self) -> SearchResult {
        self.helped(Searcher::deepen)
    }

    fn deepen(&mut self) -> SearchResult {
        let mut last: Option<Progress> = None;
        let mut depth = 1;
        let mut expected = None;
        while depth <= self.max_depth() {
            let Some(progress) = self.iteration(depth, expected) else {
                break;
            };
            let score = progress.score;
            let next = self.supervisor.next(std::slice::from_ref(&progress));
            last = Some(progress);
            expected = Some(score);
            match (next, self.first_choice) {
                // Deeper iterations could only find a shorter win or a longer loss.
                (Next::Deeper, _) if !score.is_decided() => depth += 1,
                (Next::Without { plies }, Some(point)) if !score.is_decided() => {
                    depth = self.refute(point, plies, depth);
                    expected = None;
                }
                _ => break,
            }
        }
        SearchResult {
            point: self.first_choice.or(self.longest_lasting()),
            progress: last,
            nodes: self.all_nodes(),
        }
    }

    /// The last iteration that the limits and the board allow.
    pub(super) fn max_depth(&self) -> i32 {
        let depth = self.limits.depth.unwrap_or(u32::MAX);
        let most = self.position.plies_left().clamp(1, MAX_PLY - 1);
        depth.clamp(1, most as u32) as i32
    }

    /// One iteration, near the score that is expected; `None` if it was not finished, or no move is left.
    pub(super) fn iteration(&mut self, depth: i32, expected: Option<Score>) -> Option<Progress> {
        self.seldepth = 0;
        let score = self.iterate(depth, expected).ok()?;
        let mut pv = self.pv.0[0].clone();
        if pv.is_empty() {
            // Nothing stops what the opponent threatens; a move must be played all the same.
            let plausible = self.position.plausible_move_but(&self.excluded);
            pv.extend(self.longest_lasting().or(plausible));
        }
        self.first_choice = Some(*pv.first()?);
        Some(Progress {
            depth,
            seldepth: self.seldepth,
            score,
            nodes: self.all_nodes(),
            threat_nodes: self.worker.vcf.nodes() - self.threat_start,
            pv,
        })
    }

    /// Does without a move at the root, after which the opponent is proven to win within so many plies.
    /// Returns the iteration to go on with.
    pub(super) fn refute(&mut self, point: Point, plies: usize, depth: i32) -> i32 {
        self.refuted.push((point, plies));
        self.first_choice = None;
        // Soon there must be another choice: the table makes these iterations short.
        (depth - REFUTED_STEP_BACK).max(1)
    }

    /// Of the moves that are proven to lose the one that lasts longest.
    fn longest_lasting(&self) -> Option<Point> {
        let refuted = self.refuted.iter();
        let longest = refuted
            .filter(|(point, _)| !self.excluded.contains(point))
            .max_by_key(|(_, plies)| *plies);
        longest.map(|&(point, _)| point)
    }

    /// One iteration, with a window around the score before that widens where the score falls out.
    fn iterate(&mut self, depth: i32, before: Option<Score>) -> Result<Score, Stopped> {
        let mut width = aspiration_width();
        let mut window = match before {
            Some(score) if depth >= aspiration_depth() => Window::around(score, width),
            _ => Window::FULL,
        };
        loop {
            let result = self.node::<Root>(window, depth, 0, false);
            let best = self.pv.0[0].first().copied();
            let score = match result {
                Ok(score) => score,
                Err(stopped) => {
                    // What the unfinished iteration found better than the first choice counts.
                    self.first_choice = best.or(self.first_choice);
                    return Err(stopped);
                }
            };
            width += width / 2 + 8;
            if score <= window.alpha && window.alpha > Score::MIN {
                window.alpha = if score.is_decided() {
                    Score::MIN
                } else {
                    score - width
                };
            } else if score >= window.beta && window.beta < Score::MAX {
                self.first_choice = best.or(self.first_choice);
                window.beta = if score.is_decided() {
                    Score::MAX
                } else {
                    score + width
                };
            } else {
                return Ok(score);
            }
        }
    }

    /// Moves played by all threads.
    fn all_nodes(&self) -> u64 {
        self.nodes + self.seat.nodes_of_others()
    }

    /// Plays a move and counts it.
    #[inline]
    pub(super) fn play(&mut self, point: Point) -> Result<(), Stopped> {
        self.count()?;
        self.position.play(point);
        Ok(())
    }

    /// Counts a move, unless the search is over.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.unsupervised += 1;
        if self.unsupervised >= SUPERVISE_EVERY
            && (self.first_choice.is_some() || self.nodes > self.seat.least_nodes())
        {
            self.unsupervised = 0;
            self.seat.count(self.nodes);
            if self.supervisor.must_stop() {
                return Err(Stopped);
            }
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            return Err(Stopped);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.position.undo();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    /// Says of the first best moves, so many, that they lose.
    struct Refuter {
        left: usize,
        refuted: Vec<Point>,
    }

    impl Supervisor for Refuter {
        fn must_stop(&mut self) -> bool {
            false
        }

        fn next(&mut self, lines: &[Progress]) -> Next {
            let progress = &lines[0];
            if self.left == 0 || progress.score.is_decided() {
                return Next::Deeper;
            }
            self.left -= 1;
            self.refuted.push(progress.pv[0]);
            Next::Without { plies: 9 }
        }
    }

    fn search(refutations: usize) -> (SearchResult, Vec<Point>) {
        let size = Size::new(7).unwrap();
        let mut position = Position::empty(Rule::Freestyle, size);
        position.play_line(&parse_points("d4 e5", size).unwrap());
        let mut state = SearchState::new(1 << 20);
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let mut refuter = Refuter {
            left: refutations,
            refuted: Vec::new(),
        };
        let result = Searcher::new(&position, &mut state, limits, &mut refuter).run();
        (result, refuter.refuted)
    }

    #[test]
    fn refuted_moves_are_not_chosen_while_there_are_others() {
        let (result, refuted) = search(5);
        let different: std::collections::HashSet<_> = refuted.iter().collect();
        assert_eq!(different.len(), 5);
        assert!(result.point.is_some_and(|point| !refuted.contains(&point)));
    }

    #[test]
    fn where_all_moves_are_refuted_the_game_is_lost() {
        let (result, refuted) = search(1000);
        assert!(result.point.is_some_and(|point| refuted.contains(&point)));
        assert_eq!(result.progress.map(|p| p.score), Some(Score::loss_in(10)));
        assert_eq!(refuted.len(), 47);
    }
}
