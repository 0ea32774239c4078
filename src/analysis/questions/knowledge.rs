//! Answers that take no search: what the book knows, and which points are forbidden.

use super::question::OfPosition;
use super::question_error::QuestionError;
use super::reply::{BookKnowledge, BookReply, ForbiddenPoint, ForbiddenPoints, Reply};
use crate::analysis::book_replies;
use crate::board::{Board, point_name};
use crate::book::{Book, BookStatus, solved_games};
use crate::proof::Certificate;
use crate::rule::forbidden_points;
use crate::solve::{BookAnswer, Goal, SolveTask};

/// What the book knows of a position.
pub(super) fn book_question(question: &OfPosition) -> Result<Reply, QuestionError> {
    let (position, _) = question.position.read()?;
    let (board, size) = (position.board(), position.board().size());
    let mut known = BookKnowledge {
        known: false,
        winner: None,
        within: None,
        point: None,
        replies: Vec::new(),
        why_not: None,
    };
    let task = SolveTask::new(position.clone(), Goal::Win);
    if let Some(book) = BookAnswer::of(&task) {
        known.known = true;
        known.winner = Some(book.certificate.attacker().name());
        known.within = Some(book.plies);
        if let BookStatus::Plays(point) = book.status {
            known.point = Some(point_name(point, size));
        }
        if book.status == BookStatus::Decided {
            known.replies = replies(book.certificate, board);
        }
        return Ok(Reply::Book(known));
    }
    known.why_not = match Book::solved(position.rule(), size) {
        None => Some(format!("there is no such book: {}", solved_games())),
        Some(certificate) => {
            let stones = board.history();
            if position.turn() != certificate.attacker() {
                known.replies = replies(certificate, board);
            }
            let status = BookStatus::of(certificate, stones);
            let why = status.why_not("book", certificate, stones);
            why.or(Some(
                "the book holds positions in which colors alternate alone".into(),
            ))
        }
    };
    Ok(Reply::Book(known))
}

/// The replies that have a decision of their own.
fn replies(certificate: &Certificate, board: &Board) -> Vec<BookReply> {
    let word = |(reply, point)| BookReply {
        reply: point_name(reply, board.size()),
        point: point_name(point, board.size()),
    };
    let replies = book_replies(certificate, board);
    replies.into_iter().map(word).collect()
}

/// The points that renju forbids to black; none under other rules.
pub(super) fn forbidden_question(question: &OfPosition) -> Result<Reply, QuestionError> {
    let (position, _) = question.position.read()?;
    let board = position.board();
    let points = match position.rule().spec().black_forbidden {
        true => forbidden_points(board),
        false => Vec::new(),
    };
    let word = |(point, foul): (_, crate::rule::Foul)| ForbiddenPoint {
        point: point_name(point, board.size()),
        foul: foul.name(),
    };
    Ok(Reply::Forbidden(ForbiddenPoints {
        points: points.into_iter().map(word).collect(),
    }))
}
