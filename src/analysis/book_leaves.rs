//! A book as a tree, and the searches that it leaves to the brain where it ends.

use crate::board::Point;
use crate::position::Position;
use crate::proof::Certificate;
use crate::record::{NodeId, Variations};
use crate::threat::{ProofResult, ThreatWin};
use crate::time::Clock;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::time::Duration;

/// Positions of the table of a leaf's search, as a power of two: as the brain has it.
const TABLE_BITS: u32 = 17;
/// Nodes of a leaf's first slice; each slice has twice the nodes of the one before.
const FIRST_SLICE_NODES: u64 = 4_000;
/// Nodes of a leaf's last slice at most.
const LAST_SLICE_NODES: u64 = 20_000_000;

/// The VCT search after a reply that has no decision of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafSearch {
    /// Whether it found the VCT.
    pub is_won: bool,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub elapsed: Duration,
}

/// The searches of some leaves, those with the fewest nodes first. Written as a table of percentiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafReport(Vec<LeafSearch>);

impl LeafReport {
    /// The number of leaves without a VCT.
    pub fn unwon(&self) -> usize {
        self.0.iter().filter(|search| !search.is_won).count()
    }
}

impl fmt::Display for LeafReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, unwon) = (self.0.len(), self.unwon());
        writeln!(
            f,
            "{count} leaves, {unwon} not won; nodes and milliseconds:"
        )?;
        for per_mille in [500, 900, 990, 999, 1000] {
            let rank = (count * per_mille).div_ceil(1000);
            let Some(search) = rank.checked_sub(1).and_then(|rank| self.0.get(rank)) else {
                continue;
            };
            let (percent, ms) = (per_mille as f64 / 10.0, search.elapsed.as_secs_f64() * 1e3);
            writeln!(f, "{percent:>5} %: {:>9} {ms:>9.1}", search.nodes)?;
        }
        Ok(())
    }
}

/// The lines of all decisions of a certificate, the decision last; every position once.
pub fn decision_lines(certificate: &Certificate) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    certificate.walk(|moves, decision| {
        lines.extend(decision.map(|point| [moves, &[point]].concat()));
    });
    lines
}

/// All decisions of a certificate as a tree of variations.
pub fn decision_tree(certificate: &Certificate) -> Variations {
    let mut tree = Variations::new(certificate.size);
    for line in decision_lines(certificate) {
        let add = |node, point| tree.add(node, Some(point), "");
        line.into_iter().fold(NodeId::ROOT, add);
    }
    tree
}

/// Searches `count` random leaves as the brain does, each with an empty table: after a random decision and a
/// random reply near the stones that has no decision of its own. The same certificate gives the same leaves.
/// `listen` receives the number of leaves done. `None` if no decision is reached from the start.
pub fn measure_leaves(
    certificate: &Certificate,
    count: usize,
    listen: &mut dyn FnMut(usize),
) -> Option<LeafReport> {
    let decided = decision_lines(certificate);
    if decided.is_empty() {
        return None;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut search = ThreatWin::new(TABLE_BITS);
    let mut leaves = Vec::new();
    while leaves.len() < count {
        let line = &decided[rng.random_range(0..decided.len())];
        let mut position = Position::empty(certificate.rule, certificate.size);
        position.play_line(line);
        let near: Vec<Point> = position.patterns().near().iter().collect();
        let Some(&reply) = near.get(rng.random_range(0..near.len().max(1))) else {
            continue;
        };
        position.play(reply);
        if certificate.decision(position.board().history()).is_none() {
            let left = certificate.plies.saturating_sub(position.board().stones());
            leaves.push(search_leaf(&mut search, &mut position, left));
            listen(leaves.len());
        }
    }
    leaves.sort_by_key(|search| (search.nodes, search.elapsed));
    Some(LeafReport(leaves))
}

fn search_leaf(search: &mut ThreatWin, position: &mut Position, left: usize) -> LeafSearch {
    search.clear();
    let (clock, before) = (Clock::start(), search.nodes());
    let mut slice_nodes = FIRST_SLICE_NODES;
    let mut found = ProofResult::Unknown;
    search.begin();
    while found == ProofResult::Unknown && slice_nodes <= LAST_SLICE_NODES {
        found = search.search(position, left, slice_nodes);
        slice_nodes *= 2;
    }
    LeafSearch {
        is_won: matches!(found, ProofResult::Win(..)),
        nodes: search.nodes() - before,
        elapsed: clock.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_percentiles() {
        let search = |nodes| LeafSearch {
            is_won: nodes < 200,
            nodes,
            elapsed: Duration::from_millis(nodes),
        };
        let report = LeafReport((1..=200).map(search).collect());
        assert_eq!(report.unwon(), 1);
        let text = report.to_string();
        assert!(text.starts_with("200 leaves, 1 not won; nodes and milliseconds:\n"));
        assert!(text.contains("   50 %:       100     100.0\n"), "{text}");
        assert!(text.ends_with("  100 %:       200     200.0\n"), "{text}");
    }
}
