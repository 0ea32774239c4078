//! The certificates of the solved games, looked up by position.
//!
//! A certificate holds for its rule and board size alone, and only for the color that wins. Positions
//! are found however they came about: by another order of moves, turned or mirrored.

use crate::board::{Board, Color, Point, Size};
use crate::proof::Certificate;
use crate::rule::Rule;
use std::sync::{Arc, OnceLock};

/// The certificates in the program, as `tengen verify` accepts them.
const STANDARD: &[u8] = include_bytes!("standard15.certificate");

/// What is known of a rule.
struct Solved {
    rule: Rule,
    bytes: &'static [u8],
    read: OnceLock<Option<Certificate>>,
}

static SOLVED: [Solved; 1] = [Solved {
    rule: Rule::Standard,
    bytes: STANDARD,
    read: OnceLock::new(),
}];

/// Known wins, those of an outside file first.
#[derive(Clone, Default)]
pub struct Book {
    outside: Option<Arc<Certificate>>,
}

/// A move that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where.
    pub point: Point,
    /// Five comes within so many plies, this move included.
    pub plies: usize,
}

impl Book {
    /// The program's book and, before it, a certificate of the user's.
    pub fn new(outside: Option<Certificate>) -> Book {
        Book {
            outside: outside.map(Arc::new),
        }
    }

    /// The program's certificate for a rule and size. The first call reads it.
    pub fn solved(rule: Rule, size: Size) -> Option<&'static Certificate> {
        let solved = SOLVED.iter().find(|solved| solved.rule == rule)?;
        let read = || Certificate::from_bytes(solved.bytes).ok();
        let certificate = solved.read.get_or_init(read).as_ref();
        certificate.filter(|certificate| certificate.size == size)
    }

    fn certificates(&self, rule: Rule, size: Size) -> impl Iterator<Item = &Certificate> {
        let fits = move |book: &&Certificate| book.rule == rule && book.size == size;
        let outside = self.outside.as_deref().filter(fits);
        outside.into_iter().chain(Book::solved(rule, size))
    }

    /// A winning move for the side to move, where the book has one.
    pub fn decision(&self, rule: Rule, board: &Board, turn: Color) -> Option<BookMove> {
        if board.blocked_points().next().is_some() {
            return None;
        }
        self.certificates(rule, board.size()).find_map(|book| {
            let point = book
                .decision(board.history())
                .filter(|_| book.attacker() == turn)?;
            let plies = book.plies.saturating_sub(board.stones());
            Some(BookMove { point, plies })
        })
    }

    /// In how many plies five is sure to come for the side to move by fours and open threes, where the
    /// game followed the book to its end.
    pub fn forced_within(&self, rule: Rule, board: &Board, turn: Color) -> Option<usize> {
        let history = board.history();
        if board.blocked_points().next().is_some() {
            return None;
        }
        self.certificates(rule, board.size()).find_map(|book| {
            let followed = |&(ply, &(point, color)): &(usize, &(Point, Color))| {
                color == turn && book.decision(&history[..ply]) == Some(point)
            };
            let is_book = book.attacker() == turn && book.plies > history.len();
            let moves = history.iter().enumerate().rev();
            (is_book && moves.take(book.plies).any(|entry| followed(&entry)))
                .then(|| book.plies - history.len())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, stones_in_turn};

    fn board(moves: &str) -> Board {
        let mut board = Board::new(Size::FIFTEEN);
        let moves = parse_points(moves, board.size()).unwrap();
        stones_in_turn(&moves)
            .iter()
            .for_each(|&(point, color)| board.put(point, color));
        board
    }

    #[test]
    fn every_certificate_of_the_program_can_be_read_and_answers_every_second_move() {
        for solved_game in &SOLVED {
            let rule = solved_game.rule;
            let book = Book::default();
            let certificate = Book::solved(rule, Size::FIFTEEN).unwrap();
            assert_eq!(certificate.rule, rule);
            for reply in Size::FIFTEEN
                .points()
                .filter(|&p| p != Size::FIFTEEN.centre())
            {
                let mut board = board("h8");
                board.put(reply, Color::White);
                let known = book.decision(rule, &board, Color::Black);
                assert!(
                    known.is_some_and(|m| board.is_empty(m.point) && m.plies < 35),
                    "{reply}"
                );
            }
        }
    }

    #[test]
    fn the_book_speaks_only_where_it_is_proven() {
        let book = Book::default();
        let after = board("h8 h9");
        assert!(
            book.decision(Rule::Standard, &after, Color::Black)
                .is_some()
        );
        assert_eq!(book.decision(Rule::Standard, &after, Color::White), None);
        assert_eq!(book.decision(Rule::Renju, &after, Color::Black), None);
        let mut blocked = board("h8 h9");
        blocked.block(Size::FIFTEEN.point(0, 0).unwrap());
        assert_eq!(book.decision(Rule::Standard, &blocked, Color::Black), None);
        assert_eq!(
            book.forced_within(Rule::Standard, &board("a1 b1"), Color::Black),
            None
        );
    }
}
