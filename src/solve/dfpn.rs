//! Wins of any kind: a depth-first proof-number search over the attacker's moves that threaten a win by
//! fours and open threes, and the defender's replies that such wins do not answer.
//!
//! Where it is the attacker's turn one move must win, where it is the defender's every legal reply must
//! lose. A reply is settled by a threat search if that wins in time; what is left is searched. Positions
//! are followed where the fewest others must still be shown, and left where another way has become
//! shorter. Only the attacker's moves are left out: a win is complete, a failure is `Unknown`. A position
//! that does not give way is looked into again with more effort where that is thought to be worth more
//! than to go on elsewhere.
//!
//! In the opening, where no move threatens yet, moves near the stones are searched against every reply.
//!
//! Source: the idea of df-pn, A. Nagai, Df-pn algorithm for searching AND/OR trees (2002).

use super::dfpn_table::{DfpnTable, Expansion, INFINITE, ProofNumbers};
use super::guess::{self, Guess};
use super::likeness::Likeness;
use super::quiet::{Effort, QuietSearch};
use super::win::{
    Found, PriorKnowledge, SettledPosition, WinLimit, WinListener, WinProgress, WinResult,
    WinSettings,
};
use crate::board::{CELLS, Color, Point, stone_key, turn_key};
use crate::pattern::PointClass;
use crate::proof::Certificate;
use crate::threat::ProofResult;
use crate::time::Clock;
use parking_lot::RwLock;
use std::time::Duration;

/// The time between two calls of the listener.
const PROGRESS: Duration = Duration::from_millis(300);
/// Up to this number of plies every win begins with a four, and a VCT search decides. Two blocked threes at
/// once, neither a four nor open, can win in two plies more.
const ALL_BY_THREATS: usize = 3;
/// Nodes of the VCT search from the start.
const ROOT_NODES: u64 = 2_000_000;
/// Bytes of a position in the threat search's table.
const POSITION_BYTES: usize = 24;
/// With fewer stones than this the attacker threatens nothing.
const FEWEST_TO_THREATEN: usize = 3;
/// With its first threat the attacker has longer ways to win than later.
const LEAST_OPENING: Effort = effort(12, 20_000, 30_000, 8);

/// How hard a position is looked into, each time that it is; and how many positions the next time is
/// thought to be worth. Measured, as what `guess` says: docs/EXPERIMENTS.md.
const EFFORTS: [(Effort, u32); 5] = [
    (effort(0, 1_000, 3_000, 4), 5),
    (effort(10, 1_000, 3_000, 4), 50),
    (effort(16, 10_000, 30_000, 8), 1_000),
    (effort(32, 40_000, 150_000, 12), 20_000),
    (effort(400, 200_000, 400_000, 40), INFINITE),
];
/// At first only moves are searched that won in positions with another stone of the defender's.
const BY_LIKENESS: usize = 0;
/// What no effort changes counts as found with the last.
const LAST: usize = EFFORTS.len() - 1;

const fn effort(width: usize, pass_nodes: u64, leaf_nodes: u64, most_open: usize) -> Effort {
    Effort {
        quiet: 1,
        width,
        pass_nodes,
        leaf_nodes,
        most_open,
    }
}

impl WinProgress {
    /// The number of efforts there are.
    pub const EFFORTS: usize = EFFORTS.len();
}

/// Looks for a win of the side to move after the certificate's start, with as many stones as the
/// certificate says. Its decisions are believed.
pub fn find_win(
    certificate: Certificate,
    settings: &WinSettings,
    known: &PriorKnowledge,
    listener: &mut dyn WinListener,
) -> WinResult {
    let certificate = RwLock::new(certificate);
    let mut search = Dfpn::new(&certificate, settings, listener);
    let result = search.run(known);
    search.progress.nodes = search.nodes();
    search.listener.goes_on(&search.progress);
    drop(search);
    match result {
        WinResult::Win(()) => WinResult::Win(certificate.into_inner()),
        WinResult::NoWin => WinResult::NoWin,
        WinResult::Unknown(limit) => WinResult::Unknown(limit),
    }
}

/// The largest table of at most `bytes` bytes, as a power of two.
fn table_bits(bytes: usize) -> u32 {
    (bytes / POSITION_BYTES).max(1 << 12).ilog2()
}

pub(super) struct Dfpn<'a> {
    pub quiet: QuietSearch<'a>,
    certificate: &'a RwLock<Certificate>,
    pub table: DfpnTable,
    pub attacker: Color,
    limit: u64,
    growth: Option<u32>,
    is_stopped: bool,
    /// `[point]`: how often a reply there did not lose.
    refutations: Box<[u32; CELLS]>,
    likeness: Likeness,
    /// From the start of the search.
    pub moves: Vec<Point>,
    progress: WinProgress,
    clock: Clock,
    next_progress: Duration,
    listener: &'a mut dyn WinListener,
}

impl<'a> Dfpn<'a> {
    /// Makes a search from the certificate's start, which knows nothing.
    pub fn new(
        certificate: &'a RwLock<Certificate>,
        settings: &WinSettings,
        listener: &'a mut dyn WinListener,
    ) -> Dfpn<'a> {
        let mut quiet = QuietSearch::new(certificate, table_bits(settings.memory / 2));
        quiet.set_up(certificate.read().start());
        Dfpn {
            table: DfpnTable::new(settings.memory / 4),
            certificate,
            attacker: certificate.read().attacker(),
            quiet,
            limit: settings.nodes,
            growth: settings.growth,
            is_stopped: false,
            refutations: Box::new([0; CELLS]),
            likeness: Likeness::new(settings.memory / 16),
            moves: Vec::new(),
            progress: WinProgress::default(),
            clock: Clock::start(),
            next_progress: PROGRESS,
            listener,
        }
    }

    fn run(&mut self, known: &PriorKnowledge) -> WinResult<()> {
        if let Some(verdict) = self.by_threats(ROOT_NODES.min(self.limit)) {
            return verdict;
        }
        for certificate in known.like {
            self.likeness.learn_all(certificate);
        }
        self.recall(known.settled);
        let before = self.table.numbers(self.quiet.position.key());
        let most = before.grown(self.growth.unwrap_or(INFINITE));
        let numbers = self.search(most.phi, most.delta, 0);
        match numbers {
            ProofNumbers { phi: 0, .. } => WinResult::Win(()),
            _ if self.is_stopped => WinResult::Unknown(WinLimit::Stopped),
            ProofNumbers { delta: 0, .. } => WinResult::Unknown(WinLimit::Moves),
            _ if self.nodes() < self.limit => WinResult::Unknown(WinLimit::Growth),
            _ => WinResult::Unknown(WinLimit::Nodes),
        }
    }

    /// A VCT at the start; or no win, if the plies are too few for any other.
    fn by_threats(&mut self, nodes: u64) -> Option<WinResult<()>> {
        let left = self.quiet.left();
        let stones = self.quiet.position.board().history().to_vec();
        let QuietSearch {
            threats, position, ..
        } = &mut self.quiet;
        match threats.search(position, left, nodes) {
            ProofResult::Win(point, _) => {
                self.certificate.write().decide(&stones, point);
                Some(WinResult::Win(()))
            }
            ProofResult::NoWin if left <= ALL_BY_THREATS => Some(WinResult::NoWin),
            ProofResult::NoWin | ProofResult::Unknown => None,
        }
    }

    /// Takes over what was settled, and counts the numbers of it, those of the deepest positions first.
    pub fn recall(&mut self, known: &[SettledPosition]) {
        for settled in known {
            self.after(&settled.moves, |search| search.take_over(settled));
        }
        let mut lines: Vec<&[Point]> = known.iter().map(|settled| &settled.moves[..]).collect();
        lines.sort_by_key(|moves| std::cmp::Reverse(moves.len()));
        for moves in lines {
            self.after(moves, |search| {
                let key = search.quiet.position.key();
                if !search.table.numbers(key).is_settled()
                    && let Some(node) = search.known()
                {
                    search.back_up(&node);
                }
            });
        }
    }

    /// Does something in the position after some moves, if they are legal.
    fn after(&mut self, moves: &[Point], see: impl FnOnce(&mut Dfpn)) {
        let played = self.quiet.position.play_line(moves);
        if played == moves.len() {
            self.moves = moves.to_vec();
            see(self);
            self.moves.clear();
        }
        for _ in 0..played {
            self.quiet.position.undo();
        }
    }

    fn take_over(&mut self, settled: &SettledPosition) {
        let key = self.quiet.position.key();
        let known = self.table.node(key).map(|node| node.effort);
        let is_less = known.is_some_and(|effort| effort > settled.effort);
        if self.table.numbers(key).is_settled()
            || is_less && !matches!(settled.found, Found::Won(_))
        {
            return;
        }
        let board = self.quiet.position.board();
        let fits = match &settled.found {
            Found::Threats(moves) | Found::Replies(moves) => {
                moves.iter().all(|&point| board.is_empty(point))
            }
            Found::Won(_) | Found::Held => true,
        };
        if !fits {
            return;
        }
        if let Found::Won(point) = settled.found {
            self.decide(point);
        }
        self.add(&settled.found, settled.effort);
    }

    /// Keeps what was found out about the position.
    fn add(&mut self, found: &Found, effort: usize) -> Expansion {
        let moves: &[Point] = match found {
            Found::Threats(moves) | Found::Replies(moves) => moves,
            Found::Won(_) | Found::Held => &[],
        };
        let node = Expansion {
            effort,
            moves: self.guess(moves),
        };
        let numbers = match found {
            Found::Won(_) => ProofNumbers::REACHED,
            Found::Held if effort == LAST => ProofNumbers::REACHED,
            Found::Replies(moves) if moves.is_empty() => ProofNumbers::LOST,
            // They are counted when it is searched: a move may win by what is known already.
            _ => ProofNumbers::UNKNOWN,
        };
        self.table
            .add(self.quiet.position.key(), numbers, node.clone());
        node
    }

    /// How hard is thought to be what follows.
    fn guess(&mut self, moves: &[Point]) -> Box<[Guess]> {
        let is_opening = self.is_opening();
        let position = &mut self.quiet.position;
        match position.turn() == self.attacker {
            true if is_opening => guess::openings(moves),
            true => guess::attacks(position, moves),
            false if is_opening => moves.iter().copied().map(Guess::likely).collect(),
            false => guess::replies(position, moves, self.attacker),
        }
    }

    /// Searches the position until one of its numbers reaches its bound; it is looked into with an effort if it
    /// never was before.
    fn search(&mut self, most_phi: u32, most_delta: u32, effort: usize) -> ProofNumbers {
        let key = self.quiet.position.key();
        let Some(mut node) = self.expansion(effort) else {
            return ProofNumbers::UNKNOWN;
        };
        loop {
            let known = self.table.numbers(key);
            if known.is_settled() {
                return known;
            }
            let (numbers, best) = self.back_up(&node);
            let is_enough = numbers.phi >= most_phi || numbers.delta >= most_delta;
            if is_enough || numbers.is_settled() || self.must_stop() {
                return numbers;
            }
            let Some(point) = best.step else {
                match self.look_into(node.effort + 1) {
                    Some(harder) => node = harder,
                    None => return numbers,
                }
                continue;
            };
            let effort = self.effort_after(&node);
            let others = numbers.delta - best.numbers.phi;
            let most = ProofNumbers {
                phi: most_delta.saturating_sub(others),
                delta: most_phi.min(best.second.saturating_add(1)),
            };
            self.at(point, |search| search.search(most.phi, most.delta, effort));
        }
    }

    /// Does something in the position after a move.
    pub fn at<T>(&mut self, point: Point, see: impl FnOnce(&mut Self) -> T) -> T {
        self.moves.push(point);
        self.quiet.position.play(point);
        let seen = see(self);
        self.quiet.position.undo();
        self.moves.pop();
        seen
    }

    /// The effort for what a move leads to. The attacker's was seen with the position's: so is what it leads to.
    pub fn effort_after(&self, node: &Expansion) -> usize {
        match self.quiet.position.turn() == self.attacker {
            true => node.effort,
            false => 0,
        }
    }

    /// What is known of the position, the likely moves first.
    pub fn known(&mut self) -> Option<Expansion> {
        let node = self.table.node(self.quiet.position.key())?;
        Some(self.prefer_likely(node))
    }

    /// The same; the position is looked into with an effort if it never was. None if the search must stop.
    pub fn expansion(&mut self, effort: usize) -> Option<Expansion> {
        self.known().or_else(|| {
            let node = self.look_into(effort)?;
            Some(self.prefer_likely(node))
        })
    }

    /// Counts the numbers of the position and keeps them.
    pub fn back_up(&mut self, node: &Expansion) -> (ProofNumbers, Best) {
        let (numbers, best) = self.count(node);
        self.table.set(self.quiet.position.key(), numbers);
        if self.moves.is_empty() {
            (self.progress.proof, self.progress.disproof) = (numbers.phi, numbers.delta);
        }
        if let (0, Some(point)) = (numbers.phi, best.step) {
            self.settle_won(point, node.effort);
        }
        (numbers, best)
    }

    /// Puts first what has won in positions like this one by now.
    fn prefer_likely(&mut self, mut node: Expansion) -> Expansion {
        if self.quiet.position.turn() == self.attacker {
            let likely = self.likeness.moves(&mut self.quiet.position);
            if !likely.is_empty() {
                let others = node
                    .moves
                    .iter()
                    .filter(|guess| !likely.contains(&guess.point));
                let likely = likely.iter().copied().map(Guess::likely);
                node.moves = likely.chain(others.copied()).collect();
            }
        }
        node
    }

    /// The numbers of a position by those of the positions after its moves, and the step to take.
    pub fn count(&mut self, node: &Expansion) -> (ProofNumbers, Best) {
        let (key, turn) = (self.quiet.position.key(), self.quiet.position.turn());
        let turned = turn_key(Color::Black) ^ turn_key(Color::White);
        let mut best = Best::NONE;
        let mut delta: u32 = 0;
        let mut weigh = |step, numbers: ProofNumbers| {
            delta = delta.saturating_add(numbers.phi).min(INFINITE);
            match numbers.delta < best.numbers.delta {
                true => {
                    let second = best.numbers.delta;
                    best = Best {
                        step,
                        numbers,
                        second,
                    };
                }
                false => best.second = best.second.min(numbers.delta),
            }
        };
        for &Guess { point, harder } in &node.moves {
            let mut numbers = self.table.numbers(key ^ turned ^ stone_key(turn, point));
            if numbers == ProofNumbers::UNKNOWN {
                let proof = match turn == self.attacker {
                    true => &mut numbers.delta,
                    false => &mut numbers.phi,
                };
                *proof += u32::from(harder);
            }
            weigh(Some(point), numbers);
        }
        if let Some(numbers) = self.harder(node) {
            weigh(None, numbers);
        }
        let phi = best.numbers.delta;
        (ProofNumbers { phi, delta }, best)
    }

    /// What looking into the position with the next effort is worth, as if it were a move, if that can tell
    /// more: of other attacks, or that the defender does not hold.
    fn harder(&self, node: &Expansion) -> Option<ProofNumbers> {
        let &(_, worth) = EFFORTS.get(node.effort).filter(|_| node.effort < LAST)?;
        match self.quiet.position.turn() == self.attacker {
            true => Some(ProofNumbers {
                phi: 1,
                delta: worth,
            }),
            false if node.moves.is_empty() => Some(ProofNumbers {
                phi: worth,
                delta: 1,
            }),
            false => None,
        }
    }

    /// Keeps the attacker's move that wins.
    fn settle_won(&mut self, point: Point, effort: usize) {
        if self.quiet.position.turn() != self.attacker {
            return;
        }
        self.decide(point);
        self.progress.won += 1;
        self.record(Found::Won(point), effort);
    }

    fn decide(&mut self, point: Point) {
        let stones = self.quiet.position.board().history();
        self.certificate.write().decide(stones, point);
        self.likeness.learn(stones, self.attacker, point);
    }

    fn record(&mut self, found: Found, effort: usize) {
        self.listener.settled(&SettledPosition {
            effort,
            moves: self.moves.clone(),
            found,
        });
    }

    /// Looks into the position; none if the search must stop.
    pub fn look_into(&mut self, effort: usize) -> Option<Expansion> {
        if self.must_stop() {
            return None;
        }
        self.progress.settled += 1;
        self.progress.seldepth = self.progress.seldepth.max(self.moves.len());
        self.progress.effort = self.progress.effort.max(effort);
        let (found, effort) = match self.quiet.position.turn() == self.attacker {
            true => self.threats(effort),
            false => self.replies(effort),
        };
        let node = self.add(&found, effort);
        if !matches!(found, Found::Won(_)) {
            self.record(found, effort);
        }
        Some(node)
    }

    /// What the attacker can do, and the effort with which that is known.
    fn threats(&mut self, effort: usize) -> (Found, usize) {
        let board = self.quiet.position.board();
        if let Some(point) = self.certificate.read().decision(board.history()) {
            return (Found::Won(point), effort);
        }
        if self.quiet.left() <= ALL_BY_THREATS {
            return (Found::Threats(Vec::new()), LAST);
        }
        let mut effort = effort;
        if effort == BY_LIKENESS {
            let moves = self.likeness.moves(&mut self.quiet.position);
            if !moves.is_empty() {
                return (Found::Threats(moves), effort);
            }
            effort += 1;
        }
        let how = self.effort(effort);
        if self.is_opening() {
            return (Found::Threats(self.quiet.opening(how.width)), effort);
        }
        // Before the reply was called open, it was searched with the least effort only.
        if effort > BY_LIKENESS + 1
            && let Some(point) = self.quiet.by_threats(how.leaf_nodes)
        {
            self.settle_won(point, effort);
            return (Found::Won(point), effort);
        }
        let threatening = match self.attackers() == FEWEST_TO_THREATEN {
            true => self.quiet.threatening_again(&how),
            false => self.quiet.threatening(&how),
        };
        let moves = threatening.into_iter().map(|(point, _)| point).collect();
        (Found::Threats(moves), effort)
    }

    /// The attacker's stones, with the one that it is to put.
    fn attackers(&self) -> usize {
        let (position, attacker) = (&self.quiet.position, self.attacker);
        position.board().count(attacker) + usize::from(position.turn() == attacker)
    }

    fn is_opening(&self) -> bool {
        self.attackers() < FEWEST_TO_THREATEN
    }

    fn effort(&self, number: usize) -> Effort {
        let effort = EFFORTS[number].0;
        match self.attackers() <= FEWEST_TO_THREATEN {
            true => effort.at_least(&LEAST_OPENING),
            false => effort,
        }
    }

    /// What the defender can do, and the effort with which that is known.
    fn replies(&mut self, effort: usize) -> (Found, usize) {
        if self.is_opening() {
            return (Found::Replies(self.quiet.different_replies()), effort);
        }
        let effort = effort.max(BY_LIKENESS + 1);
        let how = self.effort(effort);
        let position = &self.quiet.position;
        let fives = position.patterns().count(PointClass::Five, !self.attacker);
        let mut replies = self.quiet.replies();
        if fives > 0 || replies.is_empty() {
            return (Found::Held, LAST);
        }
        let mut known = self.quiet.passed(how.pass_nodes).unwrap_or_default();
        replies.sort_by_key(|reply| std::cmp::Reverse(self.refutations[reply.index()]));
        let has_time = self.quiet.left() > ALL_BY_THREATS + 1;
        let mut open = Vec::new();
        for reply in replies {
            if self.quiet.is_decided_after(reply)
                || self.quiet.loses(reply, &mut known, how.leaf_nodes)
            {
                continue;
            }
            self.refutations[reply.index()] += 1;
            open.push(reply);
            if !has_time {
                return (Found::Held, LAST);
            }
            if open.len() > how.most_open {
                return (Found::Held, effort);
            }
        }
        (Found::Replies(open), effort)
    }

    fn nodes(&self) -> u64 {
        self.quiet.threats.nodes() + self.progress.settled as u64
    }

    pub fn must_stop(&mut self) -> bool {
        self.progress.nodes = self.nodes();
        let elapsed = self.clock.elapsed();
        if elapsed >= self.next_progress {
            self.next_progress = elapsed + PROGRESS;
            self.is_stopped |= !self.listener.goes_on(&self.progress);
        }
        self.is_stopped || self.progress.nodes >= self.limit
    }
}

/// The step that a search takes.
#[derive(Clone, Copy)]
pub(super) struct Best {
    /// The move to follow; none: to look into the position with the next effort.
    pub step: Option<Point>,
    numbers: ProofNumbers,
    /// The second least number of the other steps.
    second: u32,
}

impl Best {
    const NONE: Best = Best {
        step: None,
        numbers: ProofNumbers::REACHED,
        second: INFINITE,
    };
}
