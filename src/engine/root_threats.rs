//! VCF and VCT searches at the root: for the side to move before the search begins, and for the opponent after each
//! best move of the search.
//!
//! They run in slices, between which the turn may end. The tables keep what a slice settled.

use super::turn::Turn;
use crate::board::Point;
use crate::position::Position;
use crate::threat::{ProofResult, SearchLimit, ThreatResult, ThreatWin, Vcf};

/// The size of each table in positions, as a power of two.
const TABLE_BITS: u32 = 17;
/// VCF nodes per millisecond that is left.
const VCF_NODES_PER_MS: u64 = 500;
/// The slices of a VCF search of any length.
const VCF_SLICE_NODES: [u64; 2] = [2_000, 8_000];
/// The budget of each VCF search of limited length that follows those slices, deeper and deeper.
const SHORT_VCF_NODES: u64 = 100_000;
/// Half of the first slice of a VCT search. Each further slice is twice as large, up to half of what the time left is
/// sure to be enough for.
const FIRST_SLICE_NODES: u64 = 2_000;
const SLICE_NODES_PER_MS: u64 = 100;
/// The largest slice, some 20 ms: between two of them the turn may end.
const LARGEST_SLICE_NODES: u64 = 20_000;
/// The budget for a win that is guaranteed: more than such wins need.
const GUARANTEED_WIN_NODES: u64 = 2_000_000;
/// The budget of a VCT search: nodes per millisecond of the turn's optimum, and at most.
const VCT_NODES_PER_MS: u64 = 10;
const VCT_NODES_LIMIT: u64 = 2_000_000;
/// The same for the refutation of one move.
const REFUTATION_NODES_PER_MS: u64 = 5;
/// The budget of a VCT search where only the depth is limited.
const UNTIMED_VCT_NODES: u64 = 10_000;

/// A VCT that was found: the key of the position after its first move, and the number of stones on the board when five
/// stands.
struct FoundWin {
    key: u64,
    stones: usize,
}

/// The VCF and VCT searchers of a game's root positions.
pub(super) struct RootThreats {
    vcf: Vcf,
    vct: ThreatWin,
    found: Option<FoundWin>,
}

impl RootThreats {
    pub fn new() -> RootThreats {
        RootThreats {
            vcf: Vcf::new(TABLE_BITS),
            vct: ThreatWin::new(TABLE_BITS),
            found: None,
        }
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.vcf.nodes() + self.vct.nodes()
    }

    /// Searches a VCF of the side to move. Returns its moves and replies.
    pub fn vcf(&mut self, position: &mut Position, turn: &Turn) -> Option<Vec<Point>> {
        let in_time = turn.control.left_ms().saturating_mul(VCF_NODES_PER_MS);
        let in_nodes = turn.limits.nodes.unwrap_or(u64::MAX);
        let budget = in_nodes.min(in_time.max(VCF_SLICE_NODES[0]));
        match self.any_or_short_vcf(position, budget, || turn.must_stop()) {
            ThreatResult::Win(line) => Some(line),
            _ => None,
        }
    }

    /// Searches a VCF of the opponent after a move with a budget of `nodes`; within `plies` plies where given.
    pub fn vcf_after(
        &mut self,
        position: &mut Position,
        point: Point,
        plies: Option<usize>,
        nodes: u64,
    ) -> ThreatResult {
        position.play(point);
        let result = match plies {
            None => self.any_or_short_vcf(position, nodes, || false),
            _ => fitting(self.vcf.search_within(position, plies, nodes), position),
        };
        position.undo();
        result
    }

    /// Searches a VCF of any length, and where that is hard to settle, short ones, until the budget is spent or
    /// `must_stop`.
    fn any_or_short_vcf(
        &mut self,
        position: &mut Position,
        budget: u64,
        must_stop: impl Fn() -> bool,
    ) -> ThreatResult {
        let start = self.vcf.nodes();
        let spent = |vcf: &Vcf| vcf.nodes() - start;
        let any = VCF_SLICE_NODES.map(|slice| (None, slice));
        let short = (5..position.plies_left()).step_by(2);
        let short = short.map(|plies| (Some(plies), SHORT_VCF_NODES));
        for (plies, slice) in any.into_iter().chain(short) {
            let nodes = slice.min(budget.saturating_sub(spent(&self.vcf)));
            if nodes == 0 {
                break;
            }
            match self.vcf.search_within(position, plies, nodes) {
                ThreatResult::NoWin if plies.is_none() => return ThreatResult::NoWin,
                ThreatResult::Unknown(_) if plies.is_some() => break,
                ThreatResult::NoWin | ThreatResult::Unknown(_) if must_stop() => break,
                ThreatResult::NoWin | ThreatResult::Unknown(_) => {}
                win => return fitting(win, position),
            }
        }
        ThreatResult::Unknown(SearchLimit::Nodes(spent(&self.vcf)))
    }

    /// The plies of the win that the side to move found a turn before, if the game continued from there.
    fn plies_of_found_win(&self, position: &Position) -> Option<usize> {
        let board = position.board();
        let &(_, color) = board.history().last()?;
        let found = self.found.as_ref()?;
        (board.key_before() == Some(found.key) && color != position.turn())
            .then(|| found.stones.saturating_sub(board.stones()))
    }

    /// Continues a win that was found a turn before, if the game continued from there; most of the turn may go into
    /// finding it again. Returns its first move and its plies.
    pub fn continued_win(
        &mut self,
        position: &mut Position,
        turn: &Turn,
    ) -> Option<(Point, usize)> {
        let plies = self.plies_of_found_win(position)?;
        self.guaranteed_win(position, plies, turn)
    }

    /// Finds a win that is guaranteed within `plies`; most of the turn may go into that. Returns its first move and its
    /// plies.
    pub fn guaranteed_win(
        &mut self,
        position: &mut Position,
        plies: usize,
        turn: &Turn,
    ) -> Option<(Point, usize)> {
        let nodes = turn
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .min(GUARANTEED_WIN_NODES);
        self.win_until(position, plies, nodes, quarters_end_ms(3, turn), turn)
    }

    /// Searches a VCT in a small part of the turn. Returns its first move and its plies.
    pub fn vct(&mut self, position: &mut Position, turn: &Turn) -> Option<(Point, usize)> {
        let plies = position.plies_left();
        let nodes = vct_budget(VCT_NODES_PER_MS, turn);
        self.win_until(position, plies, nodes, quarters_end_ms(2, turn), turn)
    }

    /// Searches a VCT of at most `plies` plies with a budget of `nodes`, until `until_ms` of the turn. Returns its
    /// first move and its plies.
    pub fn win_until(
        &mut self,
        position: &mut Position,
        plies: usize,
        nodes: u64,
        until_ms: u64,
        turn: &Turn,
    ) -> Option<(Point, usize)> {
        let (point, plies) = self.search(position, plies, nodes, until_ms, turn)?;
        self.found = Some(FoundWin {
            key: position.key_after(point),
            stones: position.board().stones() + plies,
        });
        Some((point, plies))
    }

    /// The plies within which the opponent wins after a move, if a small part of the turn shows that.
    pub fn refute(&mut self, position: &mut Position, point: Point, turn: &Turn) -> Option<usize> {
        position.play(point);
        let vcf = self.vcf(position, turn);
        let lost = vcf.map(|line| line.len()).or_else(|| {
            let plies = position.plies_left();
            let nodes = vct_budget(REFUTATION_NODES_PER_MS, turn);
            let lost = self.search(position, plies, nodes, quarters_end_ms(2, turn), turn);
            lost.map(|(_, plies)| plies)
        });
        position.undo();
        lost
    }

    /// Searches a VCT slice by slice. Returns its first move and its plies.
    fn search(
        &mut self,
        position: &mut Position,
        plies: usize,
        nodes: u64,
        until_ms: u64,
        turn: &Turn,
    ) -> Option<(Point, usize)> {
        self.vct.begin();
        let end = self.vct.nodes().saturating_add(nodes);
        let mut slice = FIRST_SLICE_NODES;
        loop {
            let left = end.saturating_sub(self.vct.nodes());
            let left_ms = until_ms.saturating_sub(turn.control.elapsed_ms());
            let in_time = left_ms.saturating_mul(SLICE_NODES_PER_MS) / 2;
            slice = (2 * slice).min(left).min(in_time).min(LARGEST_SLICE_NODES);
            if slice == 0 || turn.must_stop() {
                return None;
            }
            match self.vct.search(position, plies, slice) {
                ProofResult::Win(point, plies) => return Some((point, plies)),
                ProofResult::NoWin => return None,
                ProofResult::Unknown => {}
            }
        }
    }
}

/// The result, with wins that the board has no room for taken out.
fn fitting(result: ThreatResult, position: &Position) -> ThreatResult {
    match result {
        ThreatResult::Win(line) if line.len() > position.plies_left() => ThreatResult::NoWin,
        result => result,
    }
}

/// The moment of the turn, in milliseconds, when the given quarters of the time left are over.
fn quarters_end_ms(quarters: u64, turn: &Turn) -> u64 {
    let share_ms = turn.control.left_ms() / 4 * quarters;
    turn.control.elapsed_ms().saturating_add(share_ms)
}

/// The node budget of a VCT search that may find nothing.
fn vct_budget(nodes_per_ms: u64, turn: &Turn) -> u64 {
    let in_nodes = turn.limits.nodes.map(|nodes| nodes / 10);
    let in_time = match turn.control.optimum_ms() {
        u64::MAX => None,
        optimum_ms => Some(optimum_ms.saturating_mul(nodes_per_ms)),
    };
    let budget = in_nodes.into_iter().chain(in_time).min();
    budget.unwrap_or(UNTIMED_VCT_NODES).min(VCT_NODES_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;
    use crate::time::Limits;

    /// Some interfaces send a node limit that no turn reaches.
    #[test]
    fn the_smaller_of_time_and_nodes_bounds_a_vct() {
        let position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        let budget = |turn_ms, nodes| {
            let limits = Limits {
                turn_ms,
                nodes,
                ..Limits::default()
            };
            on_turn(&position, &limits, |turn| {
                vct_budget(VCT_NODES_PER_MS, turn)
            })
        };
        let timed = budget(Some(100), None);
        assert!(timed > 0 && timed < 1_000);
        assert_eq!(budget(Some(100), Some(1_000_000_000)), timed);
        assert_eq!(budget(Some(100), Some(500)), 50);
        assert_eq!(budget(None, Some(1_000_000_000)), VCT_NODES_LIMIT);
    }

    #[test]
    fn a_short_vcf_is_found_beside_many_long_lines() {
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
        let mut threats = RootThreats::new();
        let any = threats.vcf.search(&mut position.clone(), 100_000);
        assert!(matches!(any, ThreatResult::Unknown(_)), "{any:?}");
        let line = on_turn(&position.clone(), &limits, |turn| {
            RootThreats::new().vcf(&mut position, turn)
        });
        assert!(line.is_some_and(|line| line.len() == 9));
    }
}
