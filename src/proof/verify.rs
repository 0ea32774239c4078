//! Plays every legal reply at every decision of a certificate.
//!
//! A reply leads to another decision, or to a position that the checker's own search must win in the
//! plies that are left. Each decision is checked by itself, in its canonical frame and with an empty
//! table, so that the counts are the same on every run and with any number of threads.

use super::certificate::Certificate;
use super::expand::expand;
use super::forced_win::{Forced, ForcedWin};
use super::proof_search::Threats;
use super::threat_board::ThreatBoard;
use crate::board::{Board, CanonicalStones, Color, Point, stones_in_turn};
use crate::rule::{EndRule, Game, Rule, completes_five};
use crate::work_queue::{Work, WorkQueue, work_through};
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The time between two calls of the listener.
const PROGRESS: Duration = Duration::from_millis(200);
/// Nodes to replay a win, found without a reply, against that reply.
const REPLAY_NODES: u64 = 5_000;
/// The wins that are kept to be replayed against other replies.
const REPLAYED_WINS: usize = 3;

/// The limits of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifySettings {
    /// Threads that check decisions.
    pub threads: usize,
    /// Node limit of the search at one leaf.
    pub leaf_nodes: u64,
    /// One in this number of leaves is played out against every reply, down to the five; 0 for none.
    pub expand_one_in: u64,
    /// The number of holes after which the check stops.
    pub most_holes: usize,
}

impl Default for VerifySettings {
    fn default() -> VerifySettings {
        VerifySettings {
            threads: 1,
            leaf_nodes: 20_000_000,
            expand_one_in: 1000,
            most_holes: 1,
        }
    }
}

/// Why a line of a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum HoleKind {
    /// The start is no legal game, or the game is over.
    #[error("the start is not a legal game, or it is over")]
    BadStart,
    /// The attacker has no decision at the start.
    #[error("there is no decision")]
    NoDecision,
    /// The decision is no legal move.
    #[error("the decision is not a legal move")]
    Illegal,
    /// The defender has no legal move at all.
    #[error("there is no legal reply, and so no five")]
    NoReply,
    /// The defender makes five.
    #[error("the reply makes five")]
    DefenderFive,
    /// The stones are too many for a five in time.
    #[error("five comes too late")]
    TooLate,
    /// Neither a decision nor a VCT answers.
    #[error("no decision, and no VCT in time")]
    NotWon,
    /// The search for the win was cut short.
    #[error("no decision, and the search for a win ran out of nodes")]
    OutOfNodes,
    /// A win that the search claims does not hold by the plain rules.
    #[error("the search claims a win that does not hold")]
    Unsound,
}

/// A line that proves nothing: the moves from the empty board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hole {
    /// The moves, the reply that is not answered last.
    pub moves: Vec<Point>,
    /// What is wrong with it.
    pub why: HoleKind,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Decisions that were reached.
    pub decisions: usize,
    /// Positions after a reply that the search won.
    pub leaves: u64,
    /// Leaves that were played out against every reply.
    pub expanded: u64,
    /// Nodes: stones placed by the search.
    pub nodes: u64,
    /// The most nodes at one decision.
    pub most_nodes: u64,
    /// What is missing, in the order of the moves; nothing for a proof.
    pub holes: Vec<Hole>,
    /// Whether every line was checked; not so where the check was ended.
    pub is_complete: bool,
}

/// How far a check is: `0 holes, 1.5 million nodes`.
impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millions = self.nodes as f64 / 1e6;
        write!(f, "{} holes, {millions:.1} million nodes", self.holes.len())
    }
}

impl VerifyReport {
    /// Whether the certificate is a proof.
    pub fn is_proof(&self) -> bool {
        self.is_complete && self.holes.is_empty() && self.decisions > 0
    }

    /// Whether nothing is known: it is no proof, and every hole is a search that ran out of nodes.
    pub fn is_undecided(&self) -> bool {
        let is_undecided = |hole: &Hole| hole.why == HoleKind::OutOfNodes;
        !self.is_proof() && self.holes.iter().all(is_undecided)
    }

    fn add(&mut self, other: VerifyReport) {
        self.decisions += other.decisions;
        self.leaves += other.leaves;
        self.expanded += other.expanded;
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.nodes);
        self.holes.extend(other.holes);
    }
}

/// The positions that were met, and what was found.
#[derive(Default)]
struct State {
    seen: HashSet<CanonicalStones>,
    report: VerifyReport,
}

/// The check of all decisions that are reached from the start.
struct Decisions<'a> {
    certificate: &'a Certificate,
    settings: &'a VerifySettings,
}

type Queue = WorkQueue<Vec<Point>, State>;

impl Decisions<'_> {
    /// Adds positions that were not met before.
    fn enqueue(&self, queue: &mut Queue, positions: Vec<Vec<Point>>) {
        for moves in positions {
            let (canonical, _) =
                CanonicalStones::of(&stones_in_turn(&moves), self.certificate.size);
            if queue.state.seen.insert(canonical) {
                queue.push(moves);
            }
        }
    }
}

impl Work for Decisions<'_> {
    type Task = Vec<Point>;
    type Worker = ForcedWin;
    type Done = (VerifyReport, Vec<Vec<Point>>);
    type State = State;

    fn worker(&self) -> ForcedWin {
        ForcedWin::by(self.certificate.attacker(), Threats::FoursAndThrees)
    }

    fn run(&self, search: &mut ForcedWin, moves: Vec<Point>) -> (VerifyReport, Vec<Vec<Point>>) {
        Check::new(self.certificate, self.settings, search, moves).run()
    }

    fn add(&self, queue: &mut Queue, (report, next): (VerifyReport, Vec<Vec<Point>>)) {
        queue.state.report.add(report);
        if queue.state.report.holes.len() >= self.settings.most_holes.max(1) {
            queue.stop();
        }
        self.enqueue(queue, next);
    }
}

/// Checks a certificate. `listen` receives the report so far at least every fifth of a second; it stops the
/// check by returning `false`.
pub fn verify(
    certificate: &Certificate,
    settings: &VerifySettings,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> VerifyReport {
    let fault = |moves: &Vec<Point>| Some((moves.clone(), fault_of_start(certificate, moves)?));
    if let Some((moves, why)) = certificate.starts().iter().find_map(fault) {
        return VerifyReport {
            holes: vec![Hole { moves, why }],
            ..VerifyReport::default()
        };
    }
    let decisions = Decisions {
        certificate,
        settings,
    };
    let mut queue = Queue::new([], State::default());
    decisions.enqueue(&mut queue, certificate.starts().to_vec());
    let listen = &mut |queue: &Queue| listen(&queue.state.report);
    let queue = work_through(&decisions, queue, settings.threads, PROGRESS, listen);
    let is_complete = queue.is_complete();
    let mut report = queue.state.report;
    report.is_complete = is_complete;
    report.holes.sort();
    report
}

/// Why nothing can follow a start.
fn fault_of_start(certificate: &Certificate, start: &[Point]) -> Option<HoleKind> {
    let mut game = Game::with_end_rule(certificate.rule, certificate.size, EndRule::FullBoard);
    let is_game = start.iter().all(|&point| game.play(point).is_ok());
    if !is_game || game.outcome().is_some() {
        return Some(HoleKind::BadStart);
    }
    let first = certificate.decision(&stones_in_turn(start));
    first.is_none().then_some(HoleKind::NoDecision)
}

/// The check of one decision.
struct Check<'a> {
    certificate: &'a Certificate,
    settings: &'a VerifySettings,
    search: &'a mut ForcedWin,
    /// The moves that lead to the position, the decision included once it is played.
    moves: Vec<Point>,
    report: VerifyReport,
}

impl<'a> Check<'a> {
    fn new(
        certificate: &'a Certificate,
        settings: &'a VerifySettings,
        search: &'a mut ForcedWin,
        moves: Vec<Point>,
    ) -> Check<'a> {
        let report = VerifyReport {
            decisions: 1,
            ..VerifyReport::default()
        };
        Check {
            certificate,
            settings,
            search,
            moves,
            report,
        }
    }

    /// Returns what was found, and the positions with decisions that follow.
    fn run(mut self) -> (VerifyReport, Vec<Vec<Point>>) {
        let before = self.search.nodes();
        let next = self.play_decision();
        self.report.nodes = self.search.nodes() - before;
        (self.report, next)
    }

    /// Stones on the board by which five must stand.
    fn plies(&self) -> usize {
        self.certificate.plies.min(self.certificate.size.area())
    }

    fn hole(&mut self, reply: Option<Point>, why: HoleKind) {
        let moves = self.moves.iter().copied().chain(reply).collect();
        self.report.holes.push(Hole { moves, why });
    }

    fn play_decision(&mut self) -> Vec<Vec<Point>> {
        let certificate = self.certificate;
        let (rule, size) = (certificate.rule, certificate.size);
        let stones = stones_in_turn(&self.moves);
        let (canonical, symmetry) = CanonicalStones::of(&stones, size);
        let board = Board::with_stones(size, canonical.stones(size));
        let mut board = ThreatBoard::new(rule, board);
        let attacker = certificate.attacker();
        let decision = certificate.canonical_decision(&canonical);
        let is_legal = |point: &Point| {
            board.board().is_empty(*point) && board.is_legal_by_definition(*point, attacker)
        };
        let Some(point) = decision.filter(is_legal) else {
            self.hole(None, HoleKind::Illegal);
            return Vec::new();
        };
        let played = self.moves.len() + 1;
        let wins = completes_five(board.board(), point, attacker, &rule.spec());
        self.moves.push(symmetry.inverse().apply(point, size));
        if played > self.plies() || !wins && played + 2 > self.plies() {
            self.hole(None, HoleKind::TooLate);
        } else if !wins {
            board.play(point, attacker);
            return self.play_replies(&mut board, |reply| symmetry.inverse().apply(reply, size));
        }
        Vec::new()
    }

    /// Tries every legal reply. `real` turns a point of the canonical frame into one of the line.
    fn play_replies(
        &mut self,
        board: &mut ThreatBoard,
        real: impl Fn(Point) -> Point,
    ) -> Vec<Vec<Point>> {
        let certificate = self.certificate;
        let defender = !certificate.attacker();
        let left = self.plies() - self.moves.len() - 1;
        self.search.forget();
        // Without a reply first: most replies fail to answer that win.
        let pass_nodes = self.settings.leaf_nodes / 10;
        let mut wins = match self.search.search(board, left, left, pass_nodes) {
            Forced::Won(_) => vec![None],
            Forced::NotWon | Forced::OutOfNodes => Vec::new(),
        };
        let replies: Vec<Point> = board.board().empty_points().collect();
        let mut next = Vec::new();
        let mut has_reply = false;
        for reply in replies {
            if !board.is_legal(reply, defender) {
                continue;
            }
            has_reply = true;
            let spec = certificate.rule.spec();
            if completes_five(board.board(), reply, defender, &spec) {
                self.hole(Some(real(reply)), HoleKind::DefenderFive);
                continue;
            }
            board.play(reply, defender);
            let moves: Vec<Point> = self.moves.iter().copied().chain([real(reply)]).collect();
            if certificate.decision(board.board().history()).is_some() {
                next.push(moves);
            } else {
                self.check_leaf(board, reply, &mut wins, left, moves);
            }
            board.undo();
        }
        if !has_reply {
            self.hole(None, HoleKind::NoReply);
        }
        next
    }

    /// Searches the win after a reply; `wins` are those against other replies, `None` being a pass.
    fn check_leaf(
        &mut self,
        board: &mut ThreatBoard,
        reply: Point,
        wins: &mut Vec<Option<Point>>,
        left: usize,
        moves: Vec<Point>,
    ) {
        let replayed = wins.iter().position(|&instead| {
            self.search.take_hints(reply, instead);
            self.search.replay(board, left, REPLAY_NODES)
        });
        let verdict = match replayed {
            Some(place) => {
                wins.swap(place, place.saturating_sub(1).max(1).min(place));
                Forced::Won(left)
            }
            None => {
                self.search.take_hints(reply, None);
                self.search
                    .search(board, left, left, self.settings.leaf_nodes)
            }
        };
        let is_new = replayed.is_none() && matches!(verdict, Forced::Won(_));
        if is_new && wins.len() < REPLAYED_WINS {
            wins.push(Some(reply));
        }
        let why = match verdict {
            Forced::NotWon => HoleKind::NotWon,
            Forced::OutOfNodes => HoleKind::OutOfNodes,
            Forced::Won(plies) => {
                self.report.leaves += 1;
                let one_in = self.settings.expand_one_in;
                let key = board.board().key(self.certificate.attacker());
                let is_sample = one_in > 0 && key.is_multiple_of(one_in);
                self.report.expanded += u64::from(is_sample);
                if !is_sample || expand(board, self.search, plies) {
                    return;
                }
                HoleKind::Unsound
            }
        };
        self.report.holes.push(Hole { moves, why });
    }
}

/// Whether the side to move wins within `plies` plies by VCT, as the checker's own
/// search says and as playing that win against every legal reply, down to five stones, confirms.
pub fn is_forced_win(board: &Board, rule: Rule, attacker: Color, plies: usize) -> bool {
    let nodes = VerifySettings::default().leaf_nodes;
    let found = forced_win(board, rule, attacker, Threats::FoursAndThrees, plies, nodes);
    matches!(found, Some(Forced::Won(_)))
}

/// Searches a shortest win of the side to move by such threats, up to `plies` plies long and with so
/// many stones placed, and plays it out against every legal reply, down to five stones; `None` where it
/// does not hold.
pub fn forced_win(
    board: &Board,
    rule: Rule,
    attacker: Color,
    threats: Threats,
    plies: usize,
    nodes: u64,
) -> Option<Forced> {
    let mut board = ThreatBoard::new(rule, board.clone());
    let mut search = ForcedWin::by(attacker, threats);
    let found = search.search(&mut board, 1, plies, nodes);
    match found {
        Forced::Won(plies) => expand(&mut board, &mut search, plies).then_some(found),
        Forced::NotWon | Forced::OutOfNodes => Some(found),
    }
}
