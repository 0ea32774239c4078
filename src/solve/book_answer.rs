//! The built-in book's answer to a solver's task.

use super::answer::{SearchEffort, Win, WinClaim};
use super::claim::Confirmed;
use super::task::{Goal, SolveTask};
use crate::board::{Color, Point};
use crate::book::{Book, BookStatus};
use crate::position::Position;
use crate::proof::Certificate;

/// A position of the book: the book's color wins it.
#[derive(Clone, Debug)]
pub struct BookAnswer {
    /// The book.
    pub certificate: &'static Certificate,
    /// What it knows of the position; a win.
    pub status: BookStatus,
    /// Plies up to the five at most.
    pub plies: usize,
    /// Whether the task's attacker is the color that wins.
    pub is_won: bool,
}

impl BookAnswer {
    /// Looks the task's position up in the book of its rule and size. `None` if that does not hold it.
    pub fn of(task: &SolveTask) -> Option<BookAnswer> {
        let (position, board) = (&task.position, task.position.board());
        let has_blocked = board.blocked_points().next().is_some();
        if has_blocked || board.turn_by_count() != position.turn() {
            return None;
        }
        let certificate = Book::solved(position.rule(), board.size())?;
        let status = BookStatus::of(certificate, board.history());
        status.is_won().then(|| BookAnswer {
            certificate,
            status,
            plies: certificate.plies.saturating_sub(board.stones()),
            is_won: certificate.attacker() == task.attacker,
        })
    }

    /// Whether the book only says that there is a VCT, not its moves.
    pub fn is_promise(&self) -> bool {
        self.status == BookStatus::Promised
    }

    /// Whether nothing is left to search for the goal that the user named, if any.
    pub fn is_enough(&self, goal: Option<Goal>, plies: usize) -> bool {
        let is_any = matches!(goal, None | Some(Goal::Win));
        !self.is_won || is_any && self.plies <= plies && !self.is_promise()
    }

    /// If the book only says that its color wins the position, asks the task for that win.
    pub fn set_goal(&self, task: &mut SolveTask) {
        if self.is_won && self.is_promise() {
            (task.goal, task.plies) = (Goal::Win, self.plies);
        }
    }

    /// The book from the last decision before or in the position on; all of it if the order of the stones does
    /// not lead to a decision.
    pub fn part(&self, task: &SolveTask) -> Certificate {
        let history = task.position.board().history();
        let first = self.certificate.start().len();
        let is_decided = |&stones: &usize| {
            let is_turn = stones % 2 == first % 2;
            is_turn && self.certificate.decision(&history[..stones]).is_some()
        };
        let in_turn = (0..)
            .zip(history)
            .all(|(ply, stone)| stone.1 == Color::ALL[ply % 2]);
        let last = (0..=history.len()).rev().take(3).find(is_decided);
        let mut part = self.certificate.clone();
        if let (true, Some(stones)) = (in_turn, last) {
            part.set_start(history[..stones].iter().map(|stone| stone.0).collect());
        }
        part
    }

    /// The win, as a solver would report it.
    pub fn win(&self) -> Win {
        Win {
            claim: WinClaim::Within,
            plies: self.plies,
            line: Vec::new(),
            effort: SearchEffort::default(),
            confirmed: Confirmed::default(),
            failed: Vec::new(),
        }
    }
}

/// Whether the move leads to a position that the built-in book has proven.
pub(super) fn is_proven_by_book(position: &Position, point: Point) -> bool {
    let board = position.board();
    let stones = [board.history(), &[(point, position.turn())]].concat();
    let book = Book::solved(position.rule(), board.size());
    board.blocked_points().next().is_none()
        && book.is_some_and(|book| book.attacker() == position.turn() && book.has_decided(&stones))
}
