//! Makes wins easy to check: what the checker's search finds hard is written into the certificate.

use super::claim::{Confirmed, Refused, fits};
use crate::position::Position;
use crate::proof::{Certificate, Hole, VerifyReport, VerifySettings, Why, verify};
use crate::threat::{ProofResult, ProofVct};

/// Stones that the checker places at most to win after one reply, before the win is spelled out.
const EASY_NODES: u64 = 500_000;
/// Moves played at most to find one such win again.
const AGAIN_NODES: u64 = 20_000_000;
/// Positions of the table, as a power of two: 24 bytes each.
const TABLE_BITS: u32 = 17;

/// Checks a certificate, after adding decisions where its wins by fours and open threes are too hard for
/// the checker to find by itself. `listen` is told how far each check is, and ends it with `false`.
///
/// # Errors
/// [`Refused::Hole`] with the first hole that is left, [`Refused::TooLong`] if its win may be longer than
/// [`LONGEST`](super::LONGEST).
pub fn confirm_spelled_out(
    certificate: &mut Certificate,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    fits(certificate)?;
    let mut threats = None;
    loop {
        let report = check(certificate, listen);
        if report.is_proof() {
            return Ok(Confirmed::from(&report));
        }
        if report.holes.is_empty() {
            return Err(Refused::stopped(certificate));
        }
        let threats = threats.get_or_insert_with(|| ProofVct::new(TABLE_BITS));
        for hole in report.holes {
            spell_out(certificate, threats, hole)?;
        }
    }
}

fn check(certificate: &Certificate, listen: &mut dyn FnMut(&VerifyReport) -> bool) -> VerifyReport {
    let settings = VerifySettings {
        leaf_nodes: EASY_NODES,
        most_holes: usize::MAX,
        ..VerifySettings::default()
    };
    verify(certificate, &settings, listen)
}

/// Adds the move of a win that the checker did not find, and those of the wins after it that it does not
/// find either.
fn spell_out(
    certificate: &mut Certificate,
    threats: &mut ProofVct,
    hole: Hole,
) -> Result<(), Refused> {
    let mut position = Position::empty(certificate.rule, certificate.size);
    position.play_line(&hole.moves);
    let left = certificate.plies.saturating_sub(hole.moves.len());
    let found = match hole.why {
        Why::OutOfNodes => threats.search(&mut position, left, AGAIN_NODES),
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
    for hole in check(&part, &mut |_| true).holes {
        spell_out(certificate, threats, hole)?;
    }
    Ok(())
}
