//! Makes certificates easy to check: VCTs that the checker's search does not find quickly are written out as
//! decisions.

use super::claim::{Confirmed, Refused};
use crate::position::Position;
use crate::proof::{Certificate, HoleKind, VerifyReport, VerifySettings, verify};
use crate::threat::{ProofResult, ProofVct};

/// Nodes of the checker's search after one reply, before the win is written out.
const EASY_NODES: u64 = 500_000;
/// Nodes of the search that finds one such win again.
const AGAIN_NODES: u64 = 20_000_000;
/// Positions of the table, as a power of two: 24 bytes each. With 17 the search does not find again what takes millions of nodes.
const TABLE_BITS: u32 = 20;

/// Checks a certificate. Where the checker's search does not find a VCT within its nodes, adds the decisions of
/// that VCT and checks them. The check of what was there has `threads` threads. `listen` receives the report so
/// far; it stops the check by returning `false`.
///
/// # Errors
/// [`Refused::Hole`] with the first hole that is left.
pub fn confirm_spelled_out(
    certificate: &mut Certificate,
    threads: usize,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    let report = check(certificate, threads, listen);
    if !report.is_complete {
        return Err(Refused::stopped(certificate));
    }
    if report.holes.is_empty() {
        return Ok(Confirmed::from(&report));
    }
    spell_out(certificate, report, &mut ProofVct::new(TABLE_BITS))
}

fn check(
    certificate: &Certificate,
    threads: usize,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> VerifyReport {
    let settings = VerifySettings {
        threads,
        leaf_nodes: EASY_NODES,
        most_holes: usize::MAX,
        ..VerifySettings::default()
    };
    verify(certificate, &settings, listen)
}

/// Adds the moves of the wins that a check did not find, and those of the wins after them that it does
/// not find either.
fn spell_out(
    certificate: &mut Certificate,
    report: VerifyReport,
    threats: &mut ProofVct,
) -> Result<Confirmed, Refused> {
    let mut confirmed = Confirmed::from(&report);
    for hole in report.holes {
        let mut position = Position::empty(certificate.rule, certificate.size);
        position.play_line(&hole.moves);
        // Reached in another order before.
        if certificate.decision(position.board().history()).is_some() {
            continue;
        }
        let left = certificate.plies.saturating_sub(hole.moves.len());
        let found = match hole.why {
            HoleKind::OutOfNodes => threats.search(&mut position, left, AGAIN_NODES),
            _ => ProofResult::Unknown,
        };
        let ProofResult::Win(point, _) = found else {
            return Err(hole.into());
        };
        let stones = position.board().history();
        certificate.decide(stones, point);
        let (rule, size, plies) = (certificate.rule, certificate.size, certificate.plies);
        let mut part = Certificate::new(rule, size, hole.moves, plies);
        part.decide(stones, point);
        let report = check(&part, 1, &mut |_| true);
        let confirmed_part = spell_out(certificate, report, threats)?;
        confirmed.decisions += confirmed_part.decisions;
        confirmed.leaves += confirmed_part.leaves;
    }
    Ok(confirmed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::rule::Rule;

    /// After one reply the VCT takes the checker millions of nodes.
    #[test]
    fn a_win_that_is_hard_to_find_again_is_written_out() {
        let size = Size::new(15).unwrap();
        let text =
            "h8 g9 i9 g7 i10 g10 g11 h7 g8 h9 j7 f7 e7 f11 e12 j8 e9 f10 f12 e13 g12 h12 f9 e10";
        let start = parse_points(text, size).unwrap();
        let mut certificate = Certificate::new(Rule::Renju, size, start.clone(), 61);
        let mut position = Position::empty(Rule::Renju, size);
        position.play_line(&start);
        let decision = parse_points("d10", size).unwrap()[0];
        certificate.decide(position.board().history(), decision);
        let confirmed = confirm_spelled_out(&mut certificate, 1, &mut |_| true).unwrap();
        assert!(certificate.len() > 1);
        assert!(confirmed.decisions > 1);
    }
}
