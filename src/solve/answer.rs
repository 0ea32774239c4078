//! The solver's answer: a confirmed win, no win, or unknown, each with the searches that led to it.

use super::claim::Confirmed;
use super::strategy::Means;
use crate::board::Point;
use std::fmt;
use std::time::Duration;

/// The answer to a [`SolveTask`](super::SolveTask).
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The attacker wins, and the checker has confirmed it.
    Won(Win),
    /// There is no win of the kind within the plies.
    NotWon(NoWin),
    /// A limit was hit first.
    Unknown(NoWin),
}

/// A confirmed win.
#[derive(Clone, Debug, PartialEq)]
pub struct Win {
    /// What was confirmed.
    pub claim: WinClaim,
    /// Plies up to the five: at most, or exactly, as the claim says.
    pub plies: usize,
    /// The moves, where a VCF or VCT search gave them; else empty. [`Solver::solution`](super::Solver::solution)
    /// works them out.
    pub line: Vec<Point>,
    /// The search that found it.
    pub effort: SearchEffort,
    /// What the checker counted.
    pub confirmed: Confirmed,
    /// The searches before, which found nothing.
    pub failed: Vec<FailedSearch>,
}

/// What is claimed of a win's length and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinClaim {
    /// A VCF or VCT of the plies.
    In(Means),
    /// A win of the plies that has other moves, too.
    InByAny,
    /// A win within the plies.
    Within,
    /// The defender moves: each of its replies loses within the plies.
    EveryReply,
}

/// Searches that found no win.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoWin {
    /// If the defender moves: what saves it, or may.
    pub defence: Option<Defence>,
    /// The searches, in their order; after the reply, if there is one.
    pub searches: Vec<FailedSearch>,
}

/// What a defender does whose every reply would have to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// It has no legal reply, and so has not lost.
    NoLegalReply,
    /// It makes five.
    Five(Point),
    /// It plays a reply after which no win is found.
    Reply(Point),
}

/// A search that found no win.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedSearch {
    /// The moves that the win may have.
    pub means: Means,
    /// Plies of the longest win that was searched.
    pub plies: usize,
    /// Why it found none.
    pub outcome: SearchOutcome,
    /// Its nodes and its time.
    pub effort: SearchEffort,
}

/// How a search without a win ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// There is none of any length.
    NoWin,
    /// There is none within the plies.
    NoWinWithin,
    /// Unknown: the node limit was hit first.
    OutOfNodes,
    /// Unknown: no move that was searched wins, and not all moves were.
    OutOfMoves,
}

impl FailedSearch {
    /// Whether it has shown that there is no such win.
    pub fn is_refuted(&self) -> bool {
        match self.outcome {
            SearchOutcome::NoWin | SearchOutcome::NoWinWithin => true,
            SearchOutcome::OutOfNodes | SearchOutcome::OutOfMoves => false,
        }
    }
}

/// The nodes and the time of a search. Displayed as `1200 nodes, 0.05 s`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchEffort {
    /// Nodes.
    pub nodes: u64,
    /// Of a search for any win: the positions that it settled, and those of them that are won.
    pub positions: Option<(usize, usize)>,
    /// Time.
    pub elapsed: Duration,
}

impl fmt::Display for SearchEffort {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes", self.nodes)?;
        if let Some((settled, won)) = self.positions {
            write!(f, ", {settled} positions settled, {won} won")?;
        }
        write!(f, ", {:.2} s", self.elapsed.as_secs_f64())
    }
}

impl Answer {
    /// Sorts searches that found nothing: not won if the last one shows it, unknown else. A last search that is
    /// bounded in plies shows nothing where one before is undecided, since that win may be of any length.
    pub(super) fn of_failed(searches: Vec<FailedSearch>) -> Answer {
        let is_refuted = searches.last().is_some_and(|last| match last.outcome {
            SearchOutcome::NoWin => true,
            _ => searches.iter().all(FailedSearch::is_refuted),
        });
        let none = NoWin {
            defence: None,
            searches,
        };
        match is_refuted {
            true => Answer::NotWon(none),
            false => Answer::Unknown(none),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undecided_vcf_leaves_a_bounded_refutation_unknown() {
        use SearchOutcome::{NoWin, NoWinWithin, OutOfMoves, OutOfNodes};
        for (outcomes, is_refuted) in [
            (vec![NoWin, NoWin], true),
            (vec![NoWin, NoWinWithin], true),
            (vec![OutOfNodes, NoWin], true),
            (vec![OutOfNodes, NoWinWithin], false),
            (vec![NoWin, OutOfNodes], false),
            (vec![OutOfMoves], false),
            (vec![], false),
        ] {
            let search = |&outcome: &SearchOutcome| FailedSearch {
                means: Means::Vct,
                plies: 9,
                outcome,
                effort: SearchEffort::default(),
            };
            let answer = Answer::of_failed(outcomes.iter().map(search).collect());
            assert_eq!(
                matches!(answer, Answer::NotWon(_)),
                is_refuted,
                "{outcomes:?}"
            );
        }
    }
}
