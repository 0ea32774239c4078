//! Makes certificates easy to check: VCTs that the checker's search does not find quickly are written out as
//! decisions.

use super::claim::{Confirmed, Refused, fits};
use crate::position::Position;
use crate::proof::{Certificate, HoleKind, VerifyReport, VerifySettings, verify};
use crate::threat::{ProofResult, ProofVct};

/// Nodes of the checker's search after one reply, before the win is written out.
const EASY_NODES: u64 = 500_000;
/// Nodes of the search that finds one such win again.
const AGAIN_NODES: u64 = 20_000_000;
/// Positions of the table, as a power of two: 24 bytes each.
const TABLE_BITS: u32 = 17;

/// Checks a certificate. Where the checker's search does not find a VCT within its nodes, adds the decisions of
/// that VCT and checks them. `listen` receives the report so far; it stops the check by returning `false`.
///
/// # Errors
/// [`Refused::Hole`] with the first hole that is left, [`Refused::TooLong`] if its win may be longer than
/// [`LONGEST`](super::LONGEST).
pub fn confirm_spelled_out(
    certificate: &mut Certificate,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    confirm_within(certificate, EASY_NODES, listen)
}

/// The same with so many nodes of the checker's search after one reply.
fn confirm_within(
    certificate: &mut Certificate,
    easy_nodes: u64,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    fits(certificate)?;
    let report = check(certificate, easy_nodes, listen);
    if !report.is_complete {
        return Err(Refused::stopped(certificate));
    }
    let threats = &mut ProofVct::new(TABLE_BITS);
    spell_out(certificate, report, easy_nodes, threats)
}

fn check(
    certificate: &Certificate,
    easy_nodes: u64,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> VerifyReport {
    let settings = VerifySettings {
        leaf_nodes: easy_nodes,
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
    easy_nodes: u64,
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
        let report = check(&part, easy_nodes, &mut |_| true);
        let confirmed_part = spell_out(certificate, report, easy_nodes, threats)?;
        confirmed.decisions += confirmed_part.decisions;
        confirmed.leaves += confirmed_part.leaves;
    }
    Ok(confirmed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points, stones_in_turn};
    use crate::rule::Rule;

    #[test]
    fn wins_that_the_checker_does_not_find_are_spelled_out() {
        let parse = |moves| parse_points(moves, Size::FIFTEEN).unwrap();
        let start = parse("h8 l10 g8 i8 h9 h10 h7 i6");
        let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, start.clone(), 45);
        certificate.decide(&stones_in_turn(&start), parse("h5")[0]);
        let settings = VerifySettings {
            leaf_nodes: 300,
            most_holes: usize::MAX,
            ..VerifySettings::default()
        };
        let before = verify(&certificate, &settings, &mut |_| true);
        assert!(before.is_undecided(), "{before}");
        let confirmed = confirm_within(&mut certificate, settings.leaf_nodes, &mut |_| true);
        assert!(confirmed.is_ok_and(|confirmed| confirmed.decisions > 1));
        let after = verify(&certificate, &VerifySettings::default(), &mut |_| true);
        assert!(after.is_proof() && after.decisions > 1, "{after}");
    }
}
