//! Makes a certificate complete: every reply at every decision is answered.
//!
//! Positions with a decision, or with one in the hints, are settled one by one: their replies lead to
//! other such positions, lose to threats, or are holes, for which a quiet move is looked for with
//! growing effort. Hints only decide what is searched first.

use super::quiet::{Decision, Effort, QuietSearch};
use crate::board::{CanonicalStones, Color, Point, stones_in_turn};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::proof::Certificate;
use crate::work_queue::{MOST_THREADS, Work, WorkQueue, work_through};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use parking_lot::RwLock;
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

/// The time between two calls of the listener.
const PROGRESS: Duration = Duration::from_millis(500);
/// Positions of a thread's table, as a power of two: 24 bytes each.
const TABLE_BITS: u32 = 20;
/// Nodes of the VCT search after a reply to a decision.
const LEAF_NODES: u64 = 3_000_000;

/// The efforts at a hole, one after the other.
const EFFORTS: [Effort; 6] = [
    effort(1, 20, 20_000, 50_000, 0),
    effort(1, 70, 100_000, 400_000, 0),
    effort(2, 20, 20_000, 50_000, 4),
    effort(2, 50, 50_000, 200_000, 6),
    effort(3, 24, 30_000, 100_000, 6),
    effort(4, 30, 50_000, 200_000, 8),
];

const fn effort(
    quiet: usize,
    width: usize,
    pass_nodes: u64,
    leaf_nodes: u64,
    most_open: usize,
) -> Effort {
    Effort {
        quiet,
        width,
        pass_nodes,
        leaf_nodes,
        most_open,
    }
}

/// The effort of a proof: flags of `tengen prove`.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveSettings {
    /// The number of threads.
    #[arg(long, default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    pub threads: usize,
    /// The number of efforts at each hole, each with more nodes than the one before: 1 to 6.
    #[arg(long, default_value_t = ProveSettings::EFFORTS,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=ProveSettings::EFFORTS as u64))]
    pub efforts: usize,
}

impl ProveSettings {
    /// The number of efforts there are.
    pub const EFFORTS: usize = EFFORTS.len();
}

/// Receives a settled decision: the stones in the order of play, and the attacker's move.
pub type Record<'a> = dyn Fn(&[(Point, Color)], Point) + Sync + 'a;

/// How far a proof is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProveProgress {
    /// Positions that are settled.
    pub settled: usize,
    /// Positions that wait.
    pub waiting: usize,
    /// Holes for which a win was found.
    pub closed: usize,
    /// Holes for which none was found: the moves that lead there, the unanswered reply last.
    pub open: Vec<Vec<Point>>,
    /// Nodes.
    pub nodes: u64,
}

impl fmt::Display for ProveProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} settled, {} holes closed, {} open, {:.1} million nodes",
            self.settled,
            self.closed,
            self.open.len(),
            self.nodes as f64 / 1e6
        )
    }
}

/// The positions that were met, and what was done.
struct State {
    seen: HashSet<CanonicalStones>,
    progress: ProveProgress,
}

/// What all threads share.
struct Shared<'a> {
    certificate: &'a RwLock<Certificate>,
    hints: &'a Certificate,
    settled: &'a HashSet<CanonicalStones>,
    settings: &'a ProveSettings,
    record: &'a Record<'a>,
}

type Queue = WorkQueue<Vec<Point>, State>;

/// Completes a certificate from its start, and after the moves of each of the `holes`.
///
/// The certificate's decisions are kept. Where it has none, the hints' decision is taken; where they have none
/// either, a win is searched. `settled` are positions whose replies are all answered already. `record` receives
/// each decision once all its replies are answered or wait to be settled. `listen` receives the progress, and
/// stops the work by returning `false`.
pub fn prove(
    certificate: Certificate,
    hints: &Certificate,
    settled: &HashSet<CanonicalStones>,
    holes: Vec<Vec<Point>>,
    settings: &ProveSettings,
    record: &Record,
    listen: &mut dyn FnMut(&ProveProgress) -> bool,
) -> (Certificate, ProveProgress) {
    let tasks = [certificate.start().to_vec()].into_iter().chain(holes);
    let state = State {
        seen: HashSet::new(),
        progress: ProveProgress::default(),
    };
    let queue = Queue::new(tasks, state);
    let certificate = RwLock::new(certificate);
    let shared = Shared {
        certificate: &certificate,
        hints,
        settled,
        settings,
        record,
    };
    let listen = &mut |queue: &Queue| {
        listen(&ProveProgress {
            waiting: queue.waiting(),
            ..queue.state.progress.clone()
        })
    };
    let queue = work_through(&shared, queue, settings.threads, PROGRESS, listen);
    let progress = ProveProgress {
        waiting: queue.waiting(),
        ..queue.state.progress
    };
    (certificate.into_inner(), progress)
}

/// What settling one position found.
#[derive(Default)]
struct TaskResult {
    next: Vec<Vec<Point>>,
    decided: Vec<Decision>,
    closed: usize,
    open: Vec<Vec<Point>>,
    nodes: u64,
}

impl<'a> Work for Shared<'a> {
    type Task = Vec<Point>;
    type Worker = QuietSearch<'a>;
    type Done = TaskResult;
    type State = State;

    fn worker(&self) -> QuietSearch<'a> {
        QuietSearch::new(self.certificate, TABLE_BITS)
    }

    fn run(&self, search: &mut QuietSearch, moves: Vec<Point>) -> TaskResult {
        self.settle(search, moves)
    }

    fn add(&self, queue: &mut Queue, settled: TaskResult) {
        let size = self.hints.size;
        for moves in settled.next {
            let (canonical, _) = CanonicalStones::of(&stones_in_turn(&moves), size);
            if queue.state.seen.insert(canonical) {
                queue.push(moves);
            }
        }
        let progress = &mut queue.state.progress;
        progress.settled += 1;
        progress.closed += settled.closed;
        progress.nodes += settled.nodes;
        progress.open.extend(settled.open);
        for (stones, point) in &settled.decided {
            (self.record)(stones, *point);
        }
    }
}

impl Shared<'_> {
    /// The certificate's decision, or else that of the hints. A move of hints for another rule may be forbidden.
    fn decision(&self, position: &mut Position) -> Option<Point> {
        let (turn, size) = (position.turn(), self.hints.size);
        let (canonical, symmetry) = CanonicalStones::of(position.board().history(), size);
        let known = self.certificate.read().canonical_decision(&canonical);
        let hint = self.hints.canonical_decision(&canonical);
        let decisions = known.into_iter().chain(hint);
        decisions
            .map(|point| symmetry.inverse().apply(point, size))
            .find(|&point| !position.is_forbidden(point, turn))
    }

    fn settle(&self, search: &mut QuietSearch, moves: Vec<Point>) -> TaskResult {
        let mut settled = TaskResult::default();
        let before = search.threats.nodes();
        search.set_up(&moves);
        let stones = search.position.board().history().to_vec();
        let decision = self
            .decision(&mut search.position)
            .or_else(|| search.by_threats(LEAF_NODES));
        match decision {
            Some(point) => self.settle_decision(search, &moves, &stones, point, &mut settled),
            None => {
                let mut efforts = self.efforts().iter();
                if !efforts.any(|e| self.close(search, &moves, e, None, &mut settled)) {
                    settled.open.push(moves);
                }
            }
        }
        settled.nodes = search.threats.nodes() - before;
        settled
    }

    /// Answers all replies to a decision.
    fn settle_decision(
        &self,
        search: &mut QuietSearch,
        moves: &[Point],
        stones: &[(Point, Color)],
        point: Point,
        settled: &mut TaskResult,
    ) {
        let (canonical, _) = CanonicalStones::of(stones, self.hints.size);
        let is_settled = self.settled.contains(&canonical);
        self.certificate.write().decide(stones, point);
        let attacker = search.position.turn();
        if search.position.patterns().class(point, attacker) == PointClass::Five {
            settled.decided.push((stones.to_vec(), point));
            return;
        }
        search.position.play(point);
        let line = [moves, &[point]].concat();
        let undecided = self.follow_decisions(search, &line, settled);
        if is_settled {
            return;
        }
        let mut known = search.passed(LEAF_NODES / 10).unwrap_or_default();
        let holds = |&reply: &Point| !search.loses(reply, &mut known, LEAF_NODES);
        let holes: Vec<Point> = undecided.into_iter().filter(holds).collect();
        let fives = *search
            .position
            .patterns()
            .points(PointClass::Five, !attacker);
        let after = |reply: Point| [&line[..], &[reply]].concat();
        let (hopeless, holes): (Vec<_>, Vec<_>) =
            holes.into_iter().partition(|&reply| fives.contains(reply));
        let mut holes: Vec<_> = holes.into_iter().map(after).collect();
        for effort in self.efforts() {
            holes.retain(|hole| !self.close(search, hole, effort, None, settled));
            if holes.is_empty() && hopeless.is_empty() {
                settled.decided.push((stones.to_vec(), point));
                return;
            }
            // Another move instead of the one that leaves holes.
            if self.close(search, moves, effort, Some(point), settled) {
                settled.next.clear();
                return;
            }
        }
        settled
            .open
            .extend(hopeless.into_iter().map(after).chain(holes));
    }

    /// Goes on where there are decisions after the attacker's move, and answers the other replies.
    fn follow_decisions(
        &self,
        search: &mut QuietSearch,
        moves: &[Point],
        settled: &mut TaskResult,
    ) -> Vec<Point> {
        search.favourites.clear();
        let mut undecided = Vec::new();
        for reply in search.replies() {
            search.position.play(reply);
            let decision = self.decision(&mut search.position);
            search.position.undo();
            match decision {
                Some(answer) => {
                    search.favourites.push(answer);
                    settled.next.push([moves, &[reply]].concat());
                }
                None => undecided.push(reply),
            }
        }
        undecided
    }

    fn efforts(&self) -> &'static [Effort] {
        &EFFORTS[..self.settings.efforts.min(EFFORTS.len())]
    }

    /// Looks for a win from a position, not by the move to `avoid`.
    fn close(
        &self,
        search: &mut QuietSearch,
        moves: &[Point],
        effort: &Effort,
        avoid: Option<Point>,
        settled: &mut TaskResult,
    ) -> bool {
        search.set_up(moves);
        search.found.clear();
        if !search.solve(effort, effort.quiet, avoid) {
            return false;
        }
        let mut certificate = self.certificate.write();
        for (stones, point) in &search.found {
            certificate.decide(stones, *point);
        }
        settled.decided.append(&mut search.found);
        settled.closed += 1;
        true
    }
}
