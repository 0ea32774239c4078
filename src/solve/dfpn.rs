//! Wins of any kind: a depth-first proof-number search over the attacker's moves that threaten a win by
//! fours and open threes, and the defender's replies that such wins do not answer.
//!
//! Where it is the attacker's turn one move must win, where it is the defender's every legal reply must
//! lose. A reply is settled by a threat search if that wins in time; what is left is searched. Positions
//! are followed where the fewest others must still be shown, and left where another way has become
//! shorter. Only the attacker's moves are left out, by an effort that grows: a win is complete, a
//! failure is `Unknown`.
//!
//! In the opening, where no move threatens yet, moves near the stones are tried against every reply.
//!
//! Source: the idea of df-pn, A. Nagai, Df-pn algorithm for searching AND/OR trees (2002).

use super::dfpn_table::{DfpnTable, INFINITE, Numbers};
use super::quiet::{Effort, QuietSearch};
use crate::board::{CELLS, Color, Point, stone_key, turn_key};
use crate::pattern::{NoObserver, PointClass};
use crate::proof::Certificate;
use crate::threat::ProofResult;
use crate::time::Clock;
use parking_lot::RwLock;
use std::time::Duration;

/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(300);
/// Up to so many plies every win begins with a four: a threat search tells all. Two blocked threes at
/// once, neither a four nor open, can win in two plies more.
const ALL_BY_THREATS: usize = 3;
/// Moves played at most to win by threats from the start.
const ROOT_NODES: u64 = 2_000_000;
/// Bytes of a position in the threat search's table.
const POSITION_BYTES: usize = 24;
/// Moves that won lately, which are tried first.
const MOST_FAVOURITES: usize = 8;

/// So many of the attacker's moves, soonest winning first, are thought as easy as each other until they
/// are looked into. Measured: docs/EXPERIMENTS.md.
const RANKS: u32 = 3;
/// In the opening each is thought so much harder than the one before.
const OPENING_RANK: u32 = 8;
/// With fewer stones than this the attacker threatens nothing.
const FEWEST_TO_THREATEN: usize = 3;
/// With its first threat the attacker has longer ways to win than later.
const LEAST_OPENING: Effort = effort(12, 20_000, 30_000, 8);

/// What is tried, one effort after the other, and its share of the nodes in sixteenths.
const EFFORTS: [(Effort, u64); 4] = [
    (effort(10, 1_000, 3_000, 4), 1),
    (effort(16, 10_000, 30_000, 8), 3),
    (effort(32, 40_000, 150_000, 12), 4),
    (effort(400, 200_000, 400_000, 40), 8),
];

const fn effort(width: usize, pass_nodes: u64, leaf_nodes: u64, most_open: usize) -> Effort {
    Effort {
        quiet: 1,
        width,
        pass_nodes,
        leaf_nodes,
        most_open,
    }
}

/// How a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinSettings {
    /// Moves played at most; looking into a position counts as one.
    pub nodes: u64,
    /// Bytes of all tables together.
    pub memory: usize,
}

/// What cut the search short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinLimit {
    /// The moves played.
    Nodes,
    /// The attacker's moves that are tried: none of them was seen to win.
    Moves,
    /// The listener.
    Stopped,
}

/// What a search for a win of any kind answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinResult {
    /// The decisions of a win; to be checked before it is claimed.
    Win(Certificate),
    /// There is none within the plies.
    NoWin,
    /// The search was cut short.
    Unknown(WinLimit),
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The attacker to move wins with this move.
    Won(Point),
    /// The attacker to move threatens to win with these.
    Threats(Vec<Point>),
    /// The defender to move has these replies that do not lose to threats.
    Replies(Vec<Point>),
    /// The defender to move is not seen to lose.
    Held,
}

/// A position that was settled: what is kept on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Below [`WinProgress::EFFORTS`].
    pub effort: usize,
    /// The moves from the start of the search.
    pub moves: Vec<Point>,
    /// What is known of the position after them.
    pub found: Found,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinProgress {
    /// Moves played, and positions looked into.
    pub nodes: u64,
    /// Positions looked into.
    pub settled: usize,
    /// Positions that are won by quiet moves.
    pub won: usize,
    /// The effort that is being made, from 0.
    pub effort: usize,
    /// Positions still to be won, at least, so that the start is.
    pub proof: u32,
    /// Positions still to be held, at least, so that it is not by what is tried.
    pub disproof: u32,
    /// Plies from the start of the deepest position.
    pub deepest: usize,
}

impl WinProgress {
    /// The number of efforts there are.
    pub const EFFORTS: usize = EFFORTS.len();
}

/// Is told what was settled, and how far the search is; answering `false` to the latter ends it.
pub trait WinListener {
    /// Something was settled.
    fn settled(&mut self, settled: &Settled);
    /// Time went on.
    fn goes_on(&mut self, progress: &WinProgress) -> bool;
}

/// Looks for a win of the side to move after the certificate's start, with as many stones as the
/// certificate says. Its decisions are believed. `known` is what an earlier search settled from the
/// same start.
pub fn find_win(
    certificate: Certificate,
    settings: &WinSettings,
    known: &[Settled],
    listener: &mut dyn WinListener,
) -> WinResult {
    let attacker = certificate.attacker();
    let start = certificate.start.clone();
    let certificate = RwLock::new(certificate);
    let mut quiet = QuietSearch::new(&certificate, table_bits(settings.memory / 2));
    quiet.set_up(&start);
    let mut search = Dfpn {
        table: DfpnTable::new(settings.memory / 4),
        certificate: &certificate,
        quiet,
        attacker,
        effort: 0,
        limit: 0,
        is_stopped: false,
        refutations: Box::new([0; CELLS]),
        moves: Vec::new(),
        progress: WinProgress::default(),
        clock: Clock::start(),
        next_told: PROGRESS,
        listener,
    };
    let result = search.run(settings.nodes, known);
    search.progress.nodes = search.nodes();
    search.listener.goes_on(&search.progress);
    drop(search);
    match result {
        Verdict::Win => WinResult::Win(certificate.into_inner()),
        Verdict::NoWin => WinResult::NoWin,
        Verdict::Unknown(limit) => WinResult::Unknown(limit),
    }
}

/// The largest table of so many bytes, as a power of two.
fn table_bits(bytes: usize) -> u32 {
    (bytes / POSITION_BYTES).max(1 << 12).ilog2()
}

enum Verdict {
    Win,
    NoWin,
    Unknown(WinLimit),
}

/// What looking into a position answers.
enum Expansion {
    Moves(Vec<Point>),
    /// The side to move gets what it wants.
    Reached,
}

struct Dfpn<'a> {
    quiet: QuietSearch<'a>,
    certificate: &'a RwLock<Certificate>,
    table: DfpnTable,
    attacker: Color,
    effort: usize,
    limit: u64,
    is_stopped: bool,
    /// `[point]`: how often a reply there did not lose.
    refutations: Box<[u32; CELLS]>,
    /// From the start of the search.
    moves: Vec<Point>,
    progress: WinProgress,
    clock: Clock,
    next_told: Duration,
    listener: &'a mut dyn WinListener,
}

impl Dfpn<'_> {
    fn run(&mut self, nodes: u64, known: &[Settled]) -> Verdict {
        if let Some(verdict) = self.by_threats(ROOT_NODES.min(nodes)) {
            return verdict;
        }
        let first = self.recall(known);
        let mut share = EFFORTS[first..].iter().map(|effort| effort.1).sum::<u64>();
        for (number, (_, part)) in EFFORTS.iter().enumerate().skip(first) {
            if number > first {
                self.table.clear();
            }
            self.effort = number;
            let left = nodes.saturating_sub(self.nodes());
            self.limit = self.nodes() + left / share * part;
            share -= part;
            let numbers = self.search(INFINITE, INFINITE);
            if numbers.phi == 0 {
                return Verdict::Win;
            }
            if self.is_stopped {
                return Verdict::Unknown(WinLimit::Stopped);
            }
            let is_last = number + 1 == EFFORTS.len();
            if is_last && numbers.delta == 0 {
                return Verdict::Unknown(WinLimit::Moves);
            }
        }
        Verdict::Unknown(WinLimit::Nodes)
    }

    /// A win at the start by threats alone, or none where there is time for no other.
    fn by_threats(&mut self, nodes: u64) -> Option<Verdict> {
        let left = self.quiet.left();
        let stones = self.quiet.position.board().history().to_vec();
        let QuietSearch {
            threats, position, ..
        } = &mut self.quiet;
        match threats.search(position, left, nodes) {
            ProofResult::Win(point, _) => {
                self.certificate.write().decide(&stones, point);
                Some(Verdict::Win)
            }
            ProofResult::NoWin if left <= ALL_BY_THREATS => Some(Verdict::NoWin),
            ProofResult::NoWin | ProofResult::Unknown => None,
        }
    }

    /// Takes over what was settled, and tells the effort to go on with.
    fn recall(&mut self, known: &[Settled]) -> usize {
        let last = known.iter().map(|settled| settled.effort).max();
        let last = last.unwrap_or(0).min(EFFORTS.len() - 1);
        for settled in known {
            let played = self.quiet.position.play_line(&settled.moves);
            let key = self.quiet.position.key();
            if played == settled.moves.len() {
                let board = self.quiet.position.board();
                match &settled.found {
                    Found::Won(point) => {
                        self.certificate.write().decide(board.history(), *point);
                        self.table.add(key, Numbers::REACHED, &[]);
                    }
                    _ if settled.effort < last => {}
                    Found::Held => self.table.add(key, Numbers::REACHED, &[]),
                    Found::Threats(moves) | Found::Replies(moves) => {
                        if moves.iter().all(|&point| board.is_empty(point)) {
                            self.table.add(key, start_numbers(moves), moves);
                        }
                    }
                }
            }
            for _ in 0..played {
                self.quiet.position.undo(&mut NoObserver);
            }
        }
        last
    }

    /// Searches the position until one of its numbers reaches its bound.
    fn search(&mut self, most_phi: u32, most_delta: u32) -> Numbers {
        let key = self.quiet.position.key();
        let known = self.table.numbers(key);
        if known.phi == 0 || known.delta == 0 {
            return known;
        }
        let moves = match self.table.moves(key) {
            Some(moves) => moves,
            None => match self.look_into(key) {
                Some(Expansion::Moves(moves)) => moves,
                Some(Expansion::Reached) => return Numbers::REACHED,
                None => return known,
            },
        };
        loop {
            let (numbers, best) = self.count(key, &moves);
            self.table.set(key, numbers);
            if self.moves.is_empty() {
                (self.progress.proof, self.progress.disproof) = (numbers.phi, numbers.delta);
            }
            if let (0, Some(best)) = (numbers.phi, best) {
                self.settle_won(best.point);
            }
            let is_enough = numbers.phi >= most_phi || numbers.delta >= most_delta;
            let Some(best) = best.filter(|_| !is_enough && numbers.phi > 0) else {
                return numbers;
            };
            if self.must_stop() {
                return numbers;
            }
            let others = numbers.delta - best.numbers.phi;
            self.moves.push(best.point);
            self.quiet.position.play(best.point, &mut NoObserver);
            self.search(
                most_delta.saturating_sub(others),
                most_phi.min(best.second.saturating_add(1)),
            );
            self.quiet.position.undo(&mut NoObserver);
            self.moves.pop();
        }
    }

    /// The numbers of a position by those of the positions after its moves, and the move to follow.
    fn count(&mut self, key: u64, moves: &[Point]) -> (Numbers, Option<Best>) {
        let turn = self.quiet.position.turn();
        let turned = turn_key(Color::Black) ^ turn_key(Color::White);
        let mut best: Option<Best> = None;
        let mut delta: u32 = 0;
        for (rank, &point) in moves.iter().enumerate() {
            let mut numbers = self.table.numbers(key ^ turned ^ stone_key(turn, point));
            if numbers == Numbers::UNKNOWN && turn == self.attacker {
                numbers.delta += match self.is_opening() {
                    true => rank as u32 * OPENING_RANK,
                    false => rank as u32 / RANKS,
                };
            }
            delta = delta.saturating_add(numbers.phi).min(INFINITE);
            match &mut best {
                Some(best) if best.numbers.delta <= numbers.delta => {
                    best.second = best.second.min(numbers.delta);
                }
                _ => {
                    let second = best.map_or(INFINITE, |best| best.numbers.delta);
                    best = Some(Best {
                        point,
                        numbers,
                        second,
                    });
                }
            }
        }
        let phi = best.map_or(INFINITE, |best| best.numbers.delta);
        (Numbers { phi, delta }, best)
    }

    /// Keeps the attacker's move that wins.
    fn settle_won(&mut self, point: Point) {
        if self.quiet.position.turn() != self.attacker {
            return;
        }
        let stones = self.quiet.position.board().history();
        self.certificate.write().decide(stones, point);
        self.quiet.favourites.retain(|&other| other != point);
        self.quiet.favourites.insert(0, point);
        self.quiet.favourites.truncate(MOST_FAVOURITES);
        self.progress.won += 1;
        self.record(Found::Won(point));
    }

    fn record(&mut self, found: Found) {
        self.listener.settled(&Settled {
            effort: self.effort,
            moves: self.moves.clone(),
            found,
        });
    }

    /// Looks into a position that is not in the table; none if the search must stop.
    fn look_into(&mut self, key: u64) -> Option<Expansion> {
        if self.must_stop() {
            return None;
        }
        self.progress.settled += 1;
        self.progress.deepest = self.progress.deepest.max(self.moves.len());
        let found = match self.quiet.position.turn() == self.attacker {
            true => self.threats(),
            false => self.replies(),
        };
        let expansion = match &found {
            Found::Won(_) | Found::Held => {
                self.table.add(key, Numbers::REACHED, &[]);
                Expansion::Reached
            }
            Found::Threats(moves) | Found::Replies(moves) => {
                self.table.add(key, start_numbers(moves), moves);
                Expansion::Moves(moves.clone())
            }
        };
        if !matches!(found, Found::Won(_)) {
            self.record(found);
        }
        Some(expansion)
    }

    fn threats(&mut self) -> Found {
        let board = self.quiet.position.board();
        if let Some(point) = self.certificate.read().decision(board.history()) {
            return Found::Won(point);
        }
        if self.quiet.left() <= ALL_BY_THREATS {
            return Found::Threats(Vec::new());
        }
        let effort = self.effort();
        if self.is_opening() {
            return Found::Threats(self.quiet.opening(effort.width));
        }
        let threatening = match self.attackers() == FEWEST_TO_THREATEN {
            true => self.quiet.threatening_again(&effort),
            false => self.quiet.threatening(&effort),
        };
        Found::Threats(threatening.into_iter().map(|(point, _)| point).collect())
    }

    /// The attacker's stones, with the one that it is to put.
    fn attackers(&self) -> usize {
        let (position, attacker) = (&self.quiet.position, self.attacker);
        position.board().count(attacker) + usize::from(position.turn() == attacker)
    }

    fn is_opening(&self) -> bool {
        self.attackers() < FEWEST_TO_THREATEN
    }

    fn effort(&self) -> Effort {
        let effort = EFFORTS[self.effort].0;
        match self.attackers() <= FEWEST_TO_THREATEN {
            true => effort.at_least(&LEAST_OPENING),
            false => effort,
        }
    }

    fn replies(&mut self) -> Found {
        if self.is_opening() {
            return Found::Replies(self.quiet.different_replies());
        }
        let effort = self.effort();
        let position = &self.quiet.position;
        let fives = position.patterns().count(PointClass::Five, !self.attacker);
        if fives > 0 {
            return Found::Held;
        }
        let mut known = self.quiet.passed(effort.pass_nodes).unwrap_or_default();
        let mut replies = self.quiet.replies();
        if replies.is_empty() {
            return Found::Held;
        }
        replies.sort_by_key(|reply| std::cmp::Reverse(self.refutations[reply.index()]));
        let has_time = self.quiet.left() > ALL_BY_THREATS + 1;
        let mut open = Vec::new();
        for reply in replies {
            if self.quiet.is_decided_after(reply)
                || self.quiet.loses(reply, &mut known, effort.leaf_nodes)
            {
                continue;
            }
            self.refutations[reply.index()] += 1;
            open.push(reply);
            if !has_time || open.len() > effort.most_open {
                return Found::Held;
            }
        }
        Found::Replies(open)
    }

    fn nodes(&self) -> u64 {
        self.quiet.threats.nodes() + self.progress.settled as u64
    }

    fn must_stop(&mut self) -> bool {
        self.progress.nodes = self.nodes();
        self.progress.effort = self.effort;
        let elapsed = self.clock.elapsed();
        if elapsed >= self.next_told {
            self.next_told = elapsed + PROGRESS;
            self.is_stopped |= !self.listener.goes_on(&self.progress);
        }
        self.is_stopped || self.progress.nodes >= self.limit
    }
}

/// The move that a search follows.
#[derive(Clone, Copy)]
struct Best {
    point: Point,
    numbers: Numbers,
    /// The second least number of the other moves.
    second: u32,
}

fn start_numbers(moves: &[Point]) -> Numbers {
    match moves.len() {
        0 => Numbers {
            phi: INFINITE,
            delta: 0,
        },
        count => Numbers {
            phi: 1,
            delta: count as u32,
        },
    }
}
