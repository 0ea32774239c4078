//! A search of one position: its tables, its stacks, and how it counts nodes.

use super::params::*;
use super::prune::Reductions;
use super::report::Supervisor;
use super::search_state::{SearchState, Worker};
use super::thread_context::ThreadContext;
use super::tt::TranspositionTable;
use crate::board::{ByColor, Point, RatedMove};
use crate::eval::Evaluator;
use crate::ordering::MoveOrdering;
use crate::position::Position;
use crate::score::Score;
use crate::time::Limits;
use std::sync::Arc;

/// The search was stopped: scores returned on the way are void.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The principal variations of all plies.
pub(super) struct Variations(pub(super) Vec<Vec<Point>>);

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

    /// Makes a ply's variation a move followed by the variation below it.
    pub(super) fn update(&mut self, ply: i32, point: Point) {
        let (above, below) = self.0.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(point);
            line.extend_from_slice(rest);
        }
    }
}

/// A search of one position by one thread.
pub struct Searcher<'a> {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) ordering: &'static ByColor<Arc<MoveOrdering>>,
    pub(super) table: &'a TranspositionTable,
    pub(super) worker: &'a mut Worker,
    pub(super) supervisor: &'a mut dyn Supervisor,
    /// Tables of the helper threads, while those do not search.
    pub(super) helpers: &'a mut [Worker],
    pub(super) thread: ThreadContext,
    pub(super) limits: Limits,
    pub(super) reductions: Reductions,
    /// The move lists of all nodes from the root to here, one after the other.
    pub(super) moves: Vec<RatedMove>,
    /// `[ply]`: moves searched at that node so far.
    pub(super) tried: Vec<Vec<Point>>,
    /// `[ply]`: static evaluations.
    pub(super) static_evals: Vec<Option<Score>>,
    pub(super) pv: Variations,
    /// Root moves that are proven to lose, with the plies up to the opponent's five.
    pub(super) refuted: Vec<(Point, usize)>,
    /// Root moves that are not searched.
    pub(super) excluded: Vec<Point>,
    /// The best move of the iteration before, searched first at the root.
    pub(super) first_choice: Option<Point>,
    pub(super) seldepth: i32,
    nodes: u64,
    pub(super) threat_start: u64,
    /// Nodes since the supervisor was asked, those of VCF searches included.
    pub(super) nodes_since_supervision: u64,
}

impl<'a> Searcher<'a> {
    /// Prepares a search. It keeps the limits of depth and nodes; those of time are the supervisor's.
    pub fn new(
        position: &Position,
        state: &'a mut SearchState,
        limits: Limits,
        supervisor: &'a mut dyn Supervisor,
    ) -> Searcher<'a> {
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
                ThreadContext::first(threads),
            )
        }
    }

    /// One thread's part of a search.
    pub(super) fn of(
        position: Position,
        table: &'a TranspositionTable,
        worker: &'a mut Worker,
        limits: Limits,
        supervisor: &'a mut dyn Supervisor,
        thread: ThreadContext,
    ) -> Searcher<'a> {
        worker.history.age();
        let threat_start = worker.vcf.nodes();
        Searcher {
            evaluator: Evaluator::new(&position),
            ordering: MoveOrdering::of(position.rule()),
            position,
            table,
            worker,
            helpers: &mut [],
            thread,
            supervisor,
            limits,
            reductions: Reductions::new(),
            moves: Vec::with_capacity(4096),
            tried: vec![Vec::new(); MAX_PLY + 1],
            static_evals: vec![None; MAX_PLY + 1],
            pv: Variations::new(),
            refuted: Vec::new(),
            excluded: Vec::new(),
            first_choice: None,
            seldepth: 0,
            nodes: 0,
            threat_start,
            nodes_since_supervision: 0,
        }
    }

    /// Excludes these root moves, and no others.
    pub fn exclude(&mut self, points: &[Point]) {
        self.excluded = points.to_vec();
    }

    /// The nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.thread.nodes_of_other_threads()
    }

    /// Plays a move and counts the node.
    #[inline]
    pub(super) fn play(&mut self, point: Point) -> Result<(), Stopped> {
        self.count()?;
        self.position.play(point);
        Ok(())
    }

    /// Counts a node.
    ///
    /// # Errors
    /// The search is over.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.nodes_since_supervision += 1;
        if self.nodes_since_supervision >= SUPERVISION_NODES
            && (self.first_choice.is_some() || self.nodes > self.thread.min_nodes())
        {
            self.nodes_since_supervision = 0;
            self.thread.count(self.nodes);
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
