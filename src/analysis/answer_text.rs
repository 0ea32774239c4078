//! The solver's answers as English text, for terminals.
//!
//! Flags that change an answer are named as `tengen solve` has them.

use crate::board::{Color, point_name, point_names};
use crate::book::BookStatus;
use crate::record::Caption;
use crate::solve::{
    Answer, BookAnswer, Confirmed, Defence, FailedSearch, Means, NoWin, SearchOutcome, SolveTask,
    Win, WinClaim,
};

/// A number with its noun: `1 ply`, `2 plies`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}

/// The name of a kind of win.
pub fn win_name(means: Means) -> &'static str {
    match means {
        Means::Vcf => "VCF",
        Means::Vct => "VCT",
        Means::Any => "win",
    }
}

/// The headline: `black to move, freestyle`, and who is to win if that is the other.
pub fn headline(task: &SolveTask) -> String {
    let caption = Caption {
        turn: task.position.turn(),
        rule: task.position.rule(),
    };
    match task.attacker_moves() {
        true => caption.to_string(),
        false => format!("{caption}; is {} winning?", task.attacker.name()),
    }
}

/// The verdict of a win, without its moves.
pub fn verdict(win: &Win, attacker: Color) -> String {
    let plies = counted(win.plies, "ply", "plies");
    match win.claim {
        WinClaim::In(means) => format!("won by {} in {plies}", win_name(means)),
        WinClaim::InByAny => format!("won in {plies}"),
        WinClaim::Within => format!("won within {plies}"),
        WinClaim::EveryReply => {
            format!(
                "{} wins against every reply within {plies}",
                attacker.name()
            )
        }
    }
}

/// A win with its moves, if they are known, what was searched, and what the checker did: lines.
pub fn win_text(win: &Win, task: &SolveTask) -> String {
    let line = match win.line.is_empty() {
        true => String::new(),
        false => {
            let names = point_names(&win.line, task.position.board().size());
            format!(": {names}")
        }
    };
    let Confirmed { decisions, leaves } = win.confirmed;
    let checked = match decisions {
        0 => "checked: the checker's own search finds it, played out against every legal reply"
            .to_string(),
        _ => format!(
            "checked against every legal reply: {}, {} won by the checker's own search",
            counted(decisions, "decision", "decisions"),
            counted(leaves as usize, "position", "positions"),
        ),
    };
    let failed: String = win.failed.iter().map(failed_text).collect();
    let verdict = verdict(win, task.attacker);
    format!("{failed}{verdict}{line} ({})\n{checked}\n", win.effort)
}

/// A search that found nothing, as a line.
fn failed_text(search: &FailedSearch) -> String {
    let (name, plies) = (win_name(search.means), search.plies);
    let verdict = match (search.outcome, search.means) {
        (SearchOutcome::NoWin, _) => format!("no {name} of any length"),
        (SearchOutcome::NoWinWithin, Means::Any) => {
            format!("no win of any kind within {plies} plies")
        }
        (SearchOutcome::NoWinWithin, _) => {
            format!("no {name} within {plies} plies; longer ones unknown")
        }
        (SearchOutcome::OutOfNodes, Means::Any) => {
            format!("unknown whether it is won within {plies} plies: --nodes spent")
        }
        (SearchOutcome::OutOfNodes, _) => {
            format!("unknown whether there is a {name}: --nodes spent")
        }
        (SearchOutcome::OutOfMoves, _) => format!(
            "unknown whether it is won within {plies} plies: no move that was searched wins"
        ),
    };
    format!("{verdict} ({})\n", search.effort)
}

/// The verdict where no win was found: lines.
pub fn no_win_text(answer: &Answer, none: &NoWin, task: &SolveTask) -> String {
    let (size, defender) = (task.position.board().size(), (!task.attacker).name());
    let searches: String = none.searches.iter().map(failed_text).collect();
    match none.defence {
        None => searches,
        Some(Defence::NoLegalReply) => format!("not won: {defender} has no legal reply\n"),
        Some(Defence::Five(point)) => {
            let point = point_name(point, size);
            format!("not won: {defender} plays {point}; that is five\n")
        }
        Some(Defence::Reply(point)) => {
            let point = point_name(point, size);
            let verdict = match (answer, none.searches.last()) {
                (Answer::NotWon(_), Some(last)) => format!("not won {}", bounds(last)),
                _ => "unknown whether it is won".into(),
            };
            format!("{verdict}: {defender} plays {point}; {searches}")
        }
    }
}

/// The wins that a search has ruled out: `by VCF`, `by VCT within 9 plies`.
fn bounds(search: &FailedSearch) -> String {
    let (name, plies) = (win_name(search.means), search.plies);
    match (search.means, search.outcome) {
        (Means::Any, _) => format!("within {plies} plies"),
        (_, SearchOutcome::NoWin) => format!("by {name}"),
        _ => format!("by {name} within {plies} plies"),
    }
}

/// The book's answer, and how to check it: lines.
pub fn book_text(book: &BookAnswer, task: &SolveTask) -> String {
    let size = task.position.board().size();
    let (winner, promise) = (
        book.certificate.attacker().name(),
        book.certificate.promise(),
    );
    let by = match book.status {
        BookStatus::Plays(point) => format!("the book plays {}", point_name(point, size)),
        BookStatus::Promised => "the book ends here, with a VCT".into(),
        _ => "every reply is answered in the book, or loses to a VCT".into(),
    };
    let verdict = if book.is_won { "" } else { "not won: " };
    let start = match book.part(task).start() {
        [] => String::new(),
        start => format!(" --start \"{}\"", point_names(start, size)),
    };
    format!(
        "{verdict}{winner} wins: {by}; {promise}, within {} plies\n\
         proven by the built-in certificate; to check it: tengen verify --rule {}{start}\n",
        book.plies, book.certificate.rule
    )
}
