//! The result of a certificate's check as English text, for terminals.

use super::book_text::starts_text;
use crate::board::{point_names, stones_in_turn};
use crate::book::BookStatus;
use crate::proof::{Certificate, HoleKind, VerifyReport};

/// The holes of a check, `most_holes` at most, its counts, its verdict and its time: lines.
pub fn report_text(
    certificate: &Certificate,
    report: &VerifyReport,
    most_holes: usize,
    seconds: f64,
) -> String {
    let size = certificate.size;
    let mut text = String::new();
    for hole in report.holes.iter().take(most_holes) {
        text += &format!("hole: {}: {}\n", point_names(&hole.moves, size), hole.why);
        if hole.why == HoleKind::NoDecision {
            let stones = stones_in_turn(&hole.moves);
            let known = BookStatus::of(certificate, &stones);
            let why = known.why_not("certificate", certificate, &stones);
            text.extend(why.map(|why| why + "\n"));
        }
    }
    let more = report.holes.len().saturating_sub(most_holes);
    if more > 0 {
        text += &format!("and {more} more: --holes N lists up to N\n");
    }
    text += &format!(
        "{}, {}x{}, after '{}'\n{} decisions ({} of them reached), {} leaves, {} nodes \
         ({} at most at one decision), {} leaves played out to five\n",
        certificate.rule,
        size.side(),
        size.side(),
        starts_text(certificate),
        certificate.len(),
        report.decisions,
        report.leaves,
        report.nodes,
        report.most_nodes,
        report.expanded,
    );
    let holes = match report.holes.len() {
        1 => "1 hole".to_string(),
        holes => format!("{holes} holes"),
    };
    let verdict = match report.is_proof() {
        true => format!("PROVEN: {}\n", certificate.promise()),
        false if report.is_undecided() => format!(
            "UNKNOWN: {holes} for which the search ran out of nodes; --leaf-nodes allows more\n"
        ),
        false => format!("NOT PROVEN: {holes}\n"),
    };
    text + &verdict + &format!("{seconds:.1} s\n")
}
