//! Any VCT, not the shortest: by proof numbers, and where that takes long also by
//! going deeper and deeper. Hardly a position is long for both.

use super::proof_vct::{ProofResult, ProofVct};
use super::vct::{Length, Vct};
use crate::position::Position;

/// The nodes spent by proof numbers alone at first.
const ALONE: u64 = 20_000;

/// A VCT searcher for any win. Keeps its tables from one search to the next.
pub struct ThreatWin {
    proof: ProofVct,
    deeper: Vct,
    /// Nodes since `begin`.
    spent: u64,
}

impl ThreatWin {
    /// Makes a searcher with two tables of `1 << bits` positions, 40 bytes each together.
    pub fn new(bits: u32) -> ThreatWin {
        ThreatWin {
            proof: ProofVct::new(bits),
            deeper: Vct::new(bits),
            spent: 0,
        }
    }

    /// Clears the tables: needed when the rule changes.
    pub fn clear(&mut self) {
        self.proof.clear();
        self.deeper.clear();
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.proof.nodes() + self.deeper.nodes()
    }

    /// Starts the search of another position.
    pub fn begin(&mut self) {
        self.spent = 0;
    }

    /// Continues the search of a win of at most `plies` plies with a further `budget` of nodes, at least one of which is
    /// spent.
    pub fn search(&mut self, position: &mut Position, plies: usize, budget: u64) -> ProofResult {
        let is_alone = self.spent < ALONE;
        self.spent += budget;
        let share = if is_alone { budget } else { budget.div_ceil(2) };
        match self.proof.search(position, plies, share) {
            ProofResult::Unknown if !is_alone => self.go_deeper(position, plies, budget - share),
            settled => settled,
        }
    }

    fn go_deeper(&mut self, position: &mut Position, plies: usize, budget: u64) -> ProofResult {
        match self.deeper.shortest(position, 1, plies, budget) {
            Length::Win(plies) => {
                let first = self.deeper.winning_move(position, plies);
                first.map_or(ProofResult::Unknown, |point| ProofResult::Win(point, plies))
            }
            Length::NoWin | Length::Unknown(_) => ProofResult::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    #[test]
    fn a_budget_of_one_move_is_spent_however_long_the_search_has_taken() {
        let moves = "l5 j4 n7 l7 m8 k4 k8 j8";
        let mut position = Position::empty(Rule::Standard, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        let mut wins = ThreatWin::new(17);
        wins.begin();
        let plies = position.plies_left();
        for budget in [ALONE, 1, 1, 2, 1] {
            let before = wins.nodes();
            let result = wins.search(&mut position, plies, budget);
            assert_eq!(result, ProofResult::Unknown);
            assert!(wins.nodes() > before, "{budget}");
        }
    }
}
