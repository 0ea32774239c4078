//! What the built-in book says of a position that is to be solved.

use super::book_answer::Known;
use super::solve_answer::{Goal, Task, Won};
use tengen::board::{Color, Point, point_name, point_names};
use tengen::book::Book;
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::Confirmed;

/// A position that the book's color wins.
pub struct BookAnswer {
    certificate: &'static Certificate,
    known: Known,
    /// Up to the five at most.
    pub plies: usize,
    /// Whether it is the task's attacker who wins.
    pub is_won: bool,
}

impl BookAnswer {
    /// Asks the book of the task's rule and size.
    pub fn of(task: &Task) -> Option<BookAnswer> {
        let (position, board) = (&task.position, task.position.board());
        let has_blocked = board.blocked_points().next().is_some();
        if has_blocked || board.turn_by_count() != position.turn() {
            return None;
        }
        let certificate = Book::solved(position.rule(), board.size())?;
        let known = Known::of(certificate, board.history());
        known.is_won().then(|| BookAnswer {
            certificate,
            known,
            plies: certificate.plies.saturating_sub(board.stones()),
            is_won: certificate.attacker() == task.attacker,
        })
    }

    /// Whether the book only says that there is a win by fours and open threes, not its moves.
    pub fn is_promise(&self) -> bool {
        self.known == Known::Promised
    }

    /// Whether nothing is left to be searched for the goal that was named, if any.
    pub fn is_enough(&self, goal: Option<Goal>, plies: usize) -> bool {
        let is_any = matches!(goal, None | Some(Goal::Win));
        !self.is_won || is_any && self.plies <= plies && !self.is_promise()
    }

    /// The answer, and how it is checked.
    pub fn text(&self, task: &Task) -> String {
        let size = task.position.board().size();
        let (winner, promise) = (self.certificate.attacker(), self.certificate.promise());
        let by = match self.known {
            Known::Plays(point) => format!("the book plays {}", point_name(point, size)),
            Known::Promised => "the book ends here, with a win by fours and open threes".into(),
            _ => "every reply is answered in the book, or loses to fours and open threes".into(),
        };
        let verdict = match self.is_won {
            true => format!("{} wins", winner.name()),
            false => format!("not won: {} wins", winner.name()),
        };
        let start = match self.part(task).start {
            start if start.is_empty() => String::new(),
            start => format!(" --start \"{}\"", point_names(&start, size)),
        };
        format!(
            "{verdict}: {by}; {promise}, within {} plies\n\
             proven by the built-in certificate; to check it: tengen verify --rule {}{start}\n",
            self.plies, self.certificate.rule
        )
    }

    /// The certificate of the last decision before or in the position; the whole one where the order of
    /// the stones does not lead to one.
    pub fn part(&self, task: &Task) -> Certificate {
        let history = task.position.board().history();
        let first = self.certificate.start.len();
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
            part.start = history[..stones].iter().map(|stone| stone.0).collect();
        }
        part
    }

    /// The win as one that was found.
    pub fn won(&self) -> Won {
        Won {
            before: String::new(),
            text: format!("won within {} plies", self.plies),
            plies: self.plies,
            line: Vec::new(),
            effort: "the book".into(),
            confirmed: Confirmed::default(),
        }
    }
}

/// Whether the move leads to a position that the built-in book has proven.
pub fn is_proven_by_book(position: &Position, point: Point) -> bool {
    let board = position.board();
    let stones = [board.history(), &[(point, position.turn())]].concat();
    let book = Book::solved(position.rule(), board.size());
    board.blocked_points().next().is_none()
        && book.is_some_and(|book| book.attacker() == position.turn() && book.has_decided(&stones))
}
