//! How far the solver is, and who listens to it.

use super::strategy::Means;
use super::win::{SettledPosition, WinProgress};
use crate::proof::VerifyReport;
use std::fmt;

/// How far the solver is.
#[derive(Clone, Copy, Debug)]
pub enum SolveProgress<'a> {
    /// A VCF or VCT search is running.
    Threats {
        /// The kind.
        means: Means,
        /// Nodes so far.
        nodes: u64,
        /// Its node limit.
        most_nodes: u64,
        /// Plies within which there is no VCT; 0 for none, and in a VCF search.
        refuted: usize,
    },
    /// A search for any win is running.
    AnyMoves {
        /// What it has done.
        done: &'a WinProgress,
        /// Its node limit.
        most_nodes: u64,
    },
    /// The checker confirms a win.
    Checking(&'a VerifyReport),
    /// The defender moves, and this many of all its replies lose.
    Replies {
        /// Replies that lose.
        lost: usize,
        /// All.
        all: usize,
    },
    /// A search after one of the defender's replies is running.
    InReply,
}

impl SolveProgress<'_> {
    /// The work that is done, all of it as far as that is known, and its unit; `None` in a search after a reply.
    pub fn work(&self) -> Option<(usize, usize, &'static str)> {
        let thousands = |nodes: u64| (nodes / 1000) as usize;
        const NODES: &str = "thousand nodes at most";
        Some(match *self {
            SolveProgress::Threats {
                nodes, most_nodes, ..
            } => (thousands(nodes), thousands(most_nodes), NODES),
            SolveProgress::AnyMoves { done, most_nodes } => {
                (thousands(done.nodes), thousands(most_nodes), NODES)
            }
            SolveProgress::Checking(report) => (report.decisions, report.decisions, "decisions"),
            SolveProgress::Replies { lost, all } => (lost, all, "replies"),
            SolveProgress::InReply => return None,
        })
    }
}

impl fmt::Display for SolveProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveProgress::Threats { means, nodes, .. } if *means == Means::Vcf => {
                write!(f, "{nodes} nodes; VCF")
            }
            SolveProgress::Threats { nodes, refuted, .. } => {
                write!(f, "{nodes} nodes; no VCT within {refuted} plies")
            }
            SolveProgress::AnyMoves { done, .. } => write!(f, "{done}"),
            SolveProgress::Checking(report) => write!(f, "checked, {report}"),
            SolveProgress::Replies { lost, all } => write!(f, "{lost} of {all} replies lose"),
            SolveProgress::InReply => write!(f, "a reply is searched"),
        }
    }
}

/// Receives the progress of a [`Solver`](super::Solver). `()` is a listener that ignores it.
pub trait SolveListener {
    /// A search for any win has settled a position: keep it, and a later search continues from it.
    fn settled(&mut self, _settled: &SettledPosition) {}

    /// Called now and then; `false` stops the solver.
    fn goes_on(&mut self, _progress: &SolveProgress) -> bool {
        true
    }
}

impl SolveListener for () {}
