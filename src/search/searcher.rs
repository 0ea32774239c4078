//! A search: what it works on, and its iterations.

use super::alphabeta::Stopped;
use super::history::History;
use super::movepick::RatedMove;
use super::node::Root;
use super::params::*;
use super::prune::Reductions;
use super::report::{Progress, Supervisor};
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
    pub(super) table: TranspositionTable,
    pub(super) history: History,
    /// Searches wins by fours; its table serves the whole game.
    pub vcf: Vcf,
}

/// Positions of the table for wins by fours, as a power of two.
const VCF_TABLE_BITS: u32 = 17;

impl SearchState {
    /// Makes an empty state with a transposition table of so many bytes.
    pub fn new(table_bytes: usize) -> SearchState {
        SearchState {
            table: TranspositionTable::new(table_bytes),
            history: History::new(),
            vcf: Vcf::new(VCF_TABLE_BITS),
        }
    }

    /// Forgets everything, as if newly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = History::new();
        self.vcf.clear();
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
    pub(super) state: &'a mut SearchState,
    supervisor: &'a mut S,
    limits: Limits,
    pub(super) reductions: Reductions,
    /// The moves of all nodes on the way from the root, one after the other.
    pub(super) moves: Vec<RatedMove>,
    /// `[ply]`: moves searched there so far.
    pub(super) tried: Vec<Vec<Point>>,
    /// `[ply]`
    pub(super) evals: Vec<Option<Score>>,
    pub(super) pv: Variations,
    /// The best move of the iteration before, tried first at the root.
    pub(super) first_choice: Option<Point>,
    pub(super) deepest: i32,
    nodes: u64,
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
        state.table.new_generation();
        state.history.age();
        Searcher {
            position: position.clone(),
            eval: Classic::new(position),
            state,
            supervisor,
            limits,
            reductions: Reductions::new(),
            moves: Vec::with_capacity(4096),
            tried: vec![Vec::new(); MAX_PLY + 1],
            evals: vec![None; MAX_PLY + 1],
            pv: Variations::new(),
            first_choice: None,
            deepest: 0,
            nodes: 0,
            unsupervised: 0,
        }
    }

    /// Searches deeper and deeper until a limit is reached or the result is proven.
    pub fn run(mut self) -> SearchResult {
        let mut last: Option<Progress> = None;
        let max_depth = self
            .limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 1) as i32;
        let longest = self.position.plies_left() as i32;
        let threat_start = self.state.vcf.nodes();
        for depth in 1..=max_depth {
            self.deepest = 0;
            let Ok(score) = self.iterate(depth, last.as_ref().map(|p| p.score)) else {
                break;
            };
            let mut pv = self.pv.0[0].clone();
            if pv.is_empty() {
                // Nothing stops what the opponent threatens; a move must be played all the same.
                pv.extend(self.position.plausible_move());
            }
            let progress = Progress {
                depth,
                deepest: self.deepest,
                score,
                nodes: self.nodes,
                threat_nodes: self.state.vcf.nodes() - threat_start,
                pv,
            };
            self.first_choice = progress.pv.first().copied();
            let goes_on = self.supervisor.goes_on(&progress);
            last = Some(progress);
            // Deeper iterations could only find a shorter win or a longer loss.
            if !goes_on || score.is_decided() || depth >= longest {
                break;
            }
        }
        SearchResult {
            point: self.first_choice,
            progress: last,
            nodes: self.nodes,
        }
    }

    /// One iteration, with a window around the score before that widens where the score falls out.
    fn iterate(&mut self, depth: i32, before: Option<Score>) -> Result<Score, Stopped> {
        let mut width = ASPIRATION_WIDTH;
        let mut window = match before {
            Some(score) if depth >= ASPIRATION_DEPTH => Window::around(score, width),
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

    /// Plays a move and counts it.
    #[inline]
    pub(super) fn play(&mut self, point: Point) -> Result<(), Stopped> {
        self.nodes += 1;
        self.unsupervised += 1;
        if self.unsupervised >= SUPERVISE_EVERY
            && (self.first_choice.is_some() || self.nodes > FIRST_ITERATION_NODES)
        {
            self.unsupervised = 0;
            if self.supervisor.must_stop() {
                return Err(Stopped);
            }
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            return Err(Stopped);
        }
        self.position.play(point, &mut self.eval);
        Ok(())
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.position.undo(&mut self.eval);
    }
}
