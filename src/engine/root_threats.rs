//! Wins by fours, and by fours and open threes, looked for at the root.
//!
//! For the side to move before the search begins, and for the opponent after each move that the search
//! comes to like. The work is done in slices, between which the turn may end; what a slice settled the
//! next one need not search again.

use super::control::Control;
use crate::board::Point;
use crate::position::Position;
use crate::threat::{ProofResult, SearchLimit, ThreatResult, ThreatWin, Vcf};
use crate::time::Limits;

/// Positions of each table, as a power of two.
const TABLE_BITS: u32 = 17;
/// Moves played for a win by fours, per millisecond that is left.
const FOURS_PER_MS: u64 = 500;
/// The slices for one of any length.
const FOURS_SLICES: [u64; 2] = [2_000, 8_000];
/// Moves played at most for one of so many plies: after those slices, deeper and deeper.
const SHORT_FOURS: u64 = 100_000;
/// Half of the first slice, in moves played. Each further slice is twice as large, but no larger than half
/// of what the time that is left is sure to be enough for.
const FIRST_SLICE: u64 = 2_000;
const SLICE_PER_MS: u64 = 100;
/// The largest slice, some 20 ms: between two of them the turn may end.
const LARGEST_SLICE: u64 = 20_000;
/// Moves played for a win that is promised: more than such wins need.
const PROMISED: u64 = 2_000_000;
/// Moves played for a win that is not: per millisecond that the turn aims at, and at most.
const ATTACK_PER_MS: u64 = 10;
const MOST: u64 = 2_000_000;
/// The same for a refutation of one move.
const REFUTE_PER_MS: u64 = 5;
/// Moves played where only the depth is limited.
const UNTIMED: u64 = 10_000;

/// A win that was found: the position after its first move, and how many stones are on the board when
/// five stands.
struct Promise {
    key: u64,
    stones: usize,
}

/// Searches wins by fours, and by fours and open threes, within a turn.
pub(super) struct RootThreats {
    fours: Vcf,
    wins: ThreatWin,
    promise: Option<Promise>,
}

impl RootThreats {
    pub fn new() -> RootThreats {
        RootThreats {
            fours: Vcf::new(TABLE_BITS),
            wins: ThreatWin::new(TABLE_BITS),
            promise: None,
        }
    }

    /// Moves played by all searches since the start.
    pub fn nodes(&self) -> u64 {
        self.fours.nodes() + self.wins.nodes()
    }

    /// Looks for a win by fours. Its moves and the replies.
    pub fn win_by_fours(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<Vec<Point>> {
        let in_time = || control.left_ms().saturating_mul(FOURS_PER_MS);
        let budget = limits
            .nodes
            .unwrap_or_else(|| in_time().max(FOURS_SLICES[0]));
        match self.any_or_short_fours(position, budget, || control.must_stop()) {
            ThreatResult::Win(line) => Some(line),
            _ => None,
        }
    }

    /// Looks for a win by fours of the opponent's after a move, with so many moves played: within so many plies
    /// if that is told.
    pub fn fours_after(
        &mut self,
        position: &mut Position,
        point: Point,
        plies: Option<usize>,
        nodes: u64,
    ) -> ThreatResult {
        position.play(point);
        let result = match plies {
            None => self.any_or_short_fours(position, nodes, || false),
            _ => fitting(self.fours.search_within(position, plies, nodes), position),
        };
        position.undo();
        result
    }

    /// Looks for a win by fours, and where any is hard to find, for a short one, with so many moves played, until
    /// told to stop.
    fn any_or_short_fours(
        &mut self,
        position: &mut Position,
        budget: u64,
        must_stop: impl Fn() -> bool,
    ) -> ThreatResult {
        let start = self.fours.nodes();
        let spent = |fours: &Vcf| fours.nodes() - start;
        let any = FOURS_SLICES.map(|slice| (None, slice));
        let short = (5..position.plies_left()).step_by(2);
        let short = short.map(|plies| (Some(plies), SHORT_FOURS));
        for (plies, slice) in any.into_iter().chain(short) {
            let nodes = slice.min(budget.saturating_sub(spent(&self.fours)));
            if nodes == 0 {
                break;
            }
            match self.fours.search_within(position, plies, nodes) {
                ThreatResult::NoWin if plies.is_none() => return ThreatResult::NoWin,
                ThreatResult::Unknown(_) if plies.is_some() => break,
                ThreatResult::NoWin | ThreatResult::Unknown(_) if must_stop() => break,
                ThreatResult::NoWin | ThreatResult::Unknown(_) => {}
                win => return fitting(win, position),
            }
        }
        ThreatResult::Unknown(SearchLimit::Nodes(spent(&self.fours)))
    }

    /// In how many plies the side to move wins by what it found a turn before, if the game went on from there.
    fn promised(&self, position: &Position) -> Option<usize> {
        let board = position.board();
        let &(_, color) = board.history().last()?;
        let promise = self.promise.as_ref()?;
        (board.key_before() == Some(promise.key) && color != position.turn())
            .then(|| promise.stones.saturating_sub(board.stones()))
    }

    /// Plays on with a win that was found a turn before, if the game went on from there: most of the turn may
    /// go into finding it again. The first move and the plies of the win.
    pub fn go_on(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<(Point, usize)> {
        let plies = self.promised(position)?;
        self.sure_win(position, plies, limits, control)
    }

    /// Finds a win that is sure to come within so many plies: most of the turn may go into that. Its first
    /// move and its plies.
    pub fn sure_win(
        &mut self,
        position: &mut Position,
        plies: usize,
        limits: &Limits,
        control: &Control,
    ) -> Option<(Point, usize)> {
        let nodes = limits.nodes.unwrap_or(PROMISED).min(PROMISED);
        self.win_until(position, plies, nodes, until(3, control), control)
    }

    /// Looks for a win in a small part of the turn. Its first move and its plies.
    pub fn attack(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<(Point, usize)> {
        let plies = position.plies_left();
        let nodes = budget(ATTACK_PER_MS, limits, control);
        self.win_until(position, plies, nodes, until(2, control), control)
    }

    /// Looks for a win of so many plies at most with so many moves played, until a moment of the turn in
    /// milliseconds. Its first move and its plies.
    pub fn win_until(
        &mut self,
        position: &mut Position,
        plies: usize,
        nodes: u64,
        until_ms: u64,
        control: &Control,
    ) -> Option<(Point, usize)> {
        let (point, plies) = self.search(position, plies, nodes, until_ms, control)?;
        self.promise = Some(Promise {
            key: position.key_after(point),
            stones: position.board().stones() + plies,
        });
        Some((point, plies))
    }

    /// In how many plies the opponent wins after a move, if a small part of the turn shows that.
    pub fn refute(
        &mut self,
        position: &mut Position,
        point: Point,
        limits: &Limits,
        control: &Control,
    ) -> Option<usize> {
        position.play(point);
        let fours = self.win_by_fours(position, limits, control);
        let lost = fours.map(|line| line.len()).or_else(|| {
            let plies = position.plies_left();
            let nodes = budget(REFUTE_PER_MS, limits, control);
            let lost = self.search(position, plies, nodes, until(2, control), control);
            lost.map(|(_, plies)| plies)
        });
        position.undo();
        lost
    }

    /// The first move and the plies of a win, looked for slice by slice until a moment of the turn in
    /// milliseconds.
    fn search(
        &mut self,
        position: &mut Position,
        plies: usize,
        nodes: u64,
        until_ms: u64,
        control: &Control,
    ) -> Option<(Point, usize)> {
        self.wins.begin();
        let end = self.wins.nodes().saturating_add(nodes);
        let mut slice = FIRST_SLICE;
        loop {
            let left = end.saturating_sub(self.wins.nodes());
            let left_ms = until_ms.saturating_sub(control.elapsed_ms());
            let in_time = left_ms.saturating_mul(SLICE_PER_MS) / 2;
            slice = (2 * slice).min(left).min(in_time).min(LARGEST_SLICE);
            if slice == 0 || control.must_stop() {
                return None;
            }
            match self.wins.search(position, plies, slice) {
                ProofResult::Win(point, plies) => return Some((point, plies)),
                ProofResult::NoWin => return None,
                ProofResult::Unknown => {}
            }
        }
    }
}

/// A win only if the board has room for it.
fn fitting(result: ThreatResult, position: &Position) -> ThreatResult {
    match result {
        ThreatResult::Win(line) if line.len() > position.plies_left() => ThreatResult::NoWin,
        result => result,
    }
}

/// The moment when so many quarters of what is left of the turn are over.
fn until(quarters: u64, control: &Control) -> u64 {
    let share_ms = control.left_ms() / 4 * quarters;
    control.elapsed_ms().saturating_add(share_ms)
}

/// Moves that a search may play which is not sure to find anything.
fn budget(per_ms: u64, limits: &Limits, control: &Control) -> u64 {
    match (limits.nodes, control.optimum_ms()) {
        (Some(nodes), _) => (nodes / 10).min(MOST),
        (None, u64::MAX) => UNTIMED,
        (None, optimum_ms) => optimum_ms.saturating_mul(per_ms).min(MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;
    use crate::time::Clock;

    #[test]
    fn a_short_win_by_fours_is_found_beside_many_long_lines() {
        let game = "h17 i15 e13 d13 c13 f12 f11 d12 e12 d11 d14 e14 f16 e15 f15 f17 e10 d16 g13 c17 b18 e17 \
            d17 c15 b14 c16 c14 e16 e18 e19 d18 c18 c19 g12 f18 e9 h11 g11 d9 g18 h19 i13 h12 h10 i9 \
            j10 i8 i12 i14 i10 k10 j12 g9 h9 j11 k13 h16 h15 h18 h20 l14 k11 h14 l12 j14 k14 f14 g14 \
            i17 g15 k15 j16 m12 l16 i16 k17 m13 m16 l15 m17 m19 l17 l11 j9 o14 n13 n12 o11 c8 b7 j17";
        let mut position = Position::empty(Rule::Freestyle, Size::new(20).unwrap());
        position.play_line(&parse_points(game, position.board().size()).unwrap());
        let limits = Limits {
            nodes: Some(44_000),
            ..Limits::default()
        };
        let control = Control::new(Clock::start(), &limits);
        let mut threats = RootThreats::new();
        let any = threats.fours.search(&mut position.clone(), 100_000);
        assert!(matches!(any, ThreatResult::Unknown(_)), "{any:?}");
        let line = RootThreats::new().win_by_fours(&mut position, &limits, &control);
        assert!(line.is_some_and(|line| line.len() == 9));
    }
}
