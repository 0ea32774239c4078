//! A book, or one of its positions, as English text, for terminals.

use super::book_leaves::decision_lines;
use crate::board::{Board, Point, point_name, point_names, stones_in_turn};
use crate::book::BookStatus;
use crate::proof::Certificate;

/// An overview of a certificate: its claim, its decisions by ply, and its `longest` longest lines as boards.
pub fn book_overview(certificate: &Certificate, longest: usize) -> String {
    let size = certificate.size;
    let mut lines = decision_lines(certificate);
    let mut by_ply = vec![0_usize; certificate.plies + 2];
    for line in &lines {
        by_ply[line.len().min(certificate.plies + 1)] += 1;
    }
    // Larger boards have no compact form.
    let bytes = certificate
        .to_bytes()
        .map(|bytes| format!(", {} bytes", bytes.len()))
        .unwrap_or_default();
    let mut text = format!(
        "{}, {}x{}, after '{}': {}\n\
         {} decisions{}\n\ndecisions by the stone they put:\n",
        certificate.rule,
        size.side(),
        size.side(),
        starts_text(certificate),
        certificate.promise(),
        lines.len(),
        bytes,
    );
    for (ply, count) in by_ply.iter().enumerate().filter(|(_, count)| **count > 0) {
        text += &format!("{ply:>4}: {count}\n");
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    for line in lines.iter().take(longest) {
        text += &format!("\n{}\n", point_names(line, size));
        let board = Board::with_stones(size, stones_in_turn(line));
        text += &format!("{board}\n");
    }
    text
}

/// The moves before the positions that a certificate begins with: `h8 i9', 'h8 h9`.
pub(super) fn starts_text(certificate: &Certificate) -> String {
    let names = |moves: &Vec<Point>| point_names(moves, certificate.size);
    let starts: Vec<String> = certificate.starts().iter().map(names).collect();
    starts.join("', '")
}

/// The book's move in a position, or the replies that have a decision; second, whether the book holds it.
pub fn book_position_text(certificate: &Certificate, moves: &[Point]) -> (String, bool) {
    let size = certificate.size;
    let board = Board::with_stones(size, stones_in_turn(moves));
    let mut text = format!("{board}\n");
    let known = BookStatus::of(certificate, board.history());
    let promise = certificate.promise();
    text += &match known {
        BookStatus::Plays(point) => {
            format!("the book plays {}: {promise}\n", point_name(point, size))
        }
        BookStatus::Promised => format!(
            "the book ends here, won by VCT: {promise}\n\
             its moves: tengen solve {} --rule {}\n",
            point_names(moves, size),
            certificate.rule
        ),
        BookStatus::Decided => format!(
            "{}every other reply loses to a VCT: {promise}\n",
            answers(certificate, &board)
        ),
        BookStatus::Left(..) | BookStatus::Ended(_) | BookStatus::Nothing => {
            let why = known.why_not("book", certificate, board.history());
            let is_defenders = board.turn_by_count() != certificate.attacker();
            let decided = is_defenders.then(|| answers(certificate, &board));
            why.unwrap_or_default() + "\n" + &decided.unwrap_or_default()
        }
    };
    (text, known.is_won())
}

/// The replies that have a decision of their own, one line each.
fn answers(certificate: &Certificate, board: &Board) -> String {
    let name = |point| point_name(point, certificate.size);
    let line = |(reply, answer)| format!("{} = {}\n", name(reply), name(answer));
    let replies = book_replies(certificate, board);
    replies.into_iter().map(line).collect()
}

/// The defender's replies in a position that have a decision of their own, each with it, row by row from the top.
pub fn book_replies(certificate: &Certificate, board: &Board) -> Vec<(Point, Point)> {
    let mut board = board.clone();
    let points: Vec<Point> = board.empty_points().collect();
    let mut replies = Vec::new();
    for reply in points {
        board.put(reply, !certificate.attacker());
        let decision = certificate.decision(board.history());
        replies.extend(decision.map(|point| (reply, point)));
        board.take();
    }
    replies
}
