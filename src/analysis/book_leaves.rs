//! A book as a tree, and the searches that it leaves to the brain where it ends.

use crate::board::Point;
use crate::position::Position;
use crate::proof::Certificate;
use crate::record::{NodeId, Variations};
use crate::threat::{ProofResult, ThreatWin};
use crate::time::Clock;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
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
) -> Option<Vec<LeafSearch>> {
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
    Some(leaves)
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
