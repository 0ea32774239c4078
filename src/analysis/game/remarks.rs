//! What is said about moves and results.

use super::table::GameEnd;
use crate::analysis::answer_text::counted;
use crate::analysis::questions::{Certainty, Proof, Variation};

/// How a game ended.
pub(super) fn end_text(end: GameEnd, moves: usize) -> String {
    let Some(winner) = end.winner() else {
        return format!("draw after {}\n", counted(moves, "move", "moves"));
    };
    let (winner, loser) = (winner.name(), (!winner).name());
    match end {
        GameEnd::Time(_) => format!("{winner} wins: {loser}'s time is over\n"),
        GameEnd::Resigned(_) => format!("{winner} wins: {loser} resigned\n"),
        _ => {
            let moves = counted(moves, "move", "moves");
            format!("{winner} wins: five in a row after {moves}\n")
        }
    }
}

fn in_plies(plies: usize) -> String {
    counted(plies, "ply", "plies")
}

/// A win by VCF or VCT that the checker confirmed. `line`: its moves, at least one.
pub(super) fn win_text(mover: &str, plies: usize, line: &[String]) -> String {
    let (point, line, plies) = (&line[0], line.join(" "), in_plies(plies));
    format!("{point}: {mover} wins within {plies}, proven by continuous threats\n{line}\n")
}

/// What the best move of the side to move is worth. `is_solved`: the solved game decides the position.
pub(super) fn variation_text(mover: &str, best: &Variation, is_solved: bool) -> String {
    let (point, line) = (&best.point, best.line.join(" "));
    let proof = best.proof.map_or("", proof_text);
    let is_proven = best.certainty == Certainty::Proven;
    let percent = |share: f64| (share * 100.0).round();
    let nothing = if is_solved { "" } else { "; nothing is proven" };
    match (best.win_in, best.loss_in) {
        (Some(plies), _) if is_proven => {
            let plies = in_plies(plies as usize);
            format!("{point}: {mover} wins within {plies}, proven {proof}\n{line}\n")
        }
        (Some(plies), _) => {
            format!("{point}: {mover} seems to win in {plies} plies, which is not proven\n{line}\n")
        }
        (_, Some(plies)) if is_proven => {
            let plies = in_plies(plies as usize);
            format!("{mover} loses; {point} is lost within {plies}, proven {proof}\n{line}\n")
        }
        (_, Some(plies)) => format!(
            "{mover} seems to lose; {point} holds for {plies} plies, which is not proven\n{line}\n"
        ),
        _ => format!(
            "{point}: {mover} wins {} %, draws {} % of such games{nothing}\n{line}\n",
            percent(best.win_probability),
            percent(best.draw_probability)
        ),
    }
}

fn proof_text(proof: Proof) -> &'static str {
    match proof {
        Proof::Five => "by five in a row",
        Proof::Vcf => "by VCF (continuous fours)",
        Proof::Vct => "by VCT (fours and open threes)",
        Proof::EveryReply => "against every reply",
        Proof::Book => "by the solved game",
    }
}

/// What chose the engine's move; by its name in answers.
pub(super) fn choice_text(why: &str) -> &'static str {
    match why {
        "first_stone" => "it is the first stone",
        "five" => "it makes five",
        "only_block" => "nothing else stops five",
        "book" | "book_vct" => "the solved game has it",
        "vcf" => "it begins a VCF (continuous fours)",
        "vct" => "it begins a VCT (fours and open threes)",
        "one_ply" => "a low level plays by shapes",
        "fallback" => "every move loses",
        _ => "a search chose it",
    }
}
