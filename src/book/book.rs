//! The certificates of the solved games, looked up by position.
//!
//! A certificate holds for its rule and board size alone, and only for the color that wins. Positions
//! are found however they came about: by another move ordering, turned or mirrored.

use crate::board::{Board, Color, Point, Size};
use crate::proof::Certificate;
use crate::rule::Rule;
use std::sync::{Arc, OnceLock};

/// The certificate of a rule.
struct Solved {
    rule: Rule,
    bytes: &'static [u8],
    read: OnceLock<Option<Certificate>>,
}

impl Solved {
    fn read(&self) -> Option<Certificate> {
        Certificate::from_bytes(self.bytes).ok()
    }
}

/// The certificates in the program, as `tengen verify` accepts them.
static SOLVED: [Solved; 2] = [
    Solved {
        rule: Rule::Freestyle,
        bytes: include_bytes!("../../data/books/freestyle15.certificate"),
        read: OnceLock::new(),
    },
    Solved {
        rule: Rule::Standard,
        bytes: include_bytes!("../../data/books/standard15.certificate"),
        read: OnceLock::new(),
    },
];

/// The solved book: the built-in certificates and, before them, one of the user's.
#[derive(Clone, Default)]
pub struct Book {
    outside: Option<Arc<Certificate>>,
}

/// A winning move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The point.
    pub point: Point,
    /// Five comes within this number of plies, this move included.
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
        let certificate = solved.read.get_or_init(|| solved.read()).as_ref();
        certificate.filter(|certificate| certificate.size == size)
    }

    /// Reads the certificates for a board size; until then the book has no move on such boards.
    pub fn read_ahead(size: Size) {
        if size == Size::FIFTEEN {
            for rule in Rule::ALL {
                Book::solved(rule, size);
            }
        }
    }

    fn certificates(&self, rule: Rule, size: Size) -> impl Iterator<Item = &Certificate> {
        let fits = move |book: &&Certificate| book.rule == rule && book.size == size;
        let read = SOLVED
            .iter()
            .filter_map(|solved| solved.read.get()?.as_ref());
        self.outside.as_deref().into_iter().chain(read).filter(fits)
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

    /// Whether a decision of the book led to the position, in whatever order the stones were put: `color`
    /// has won, its opponent to move.
    pub fn has_decided(&self, rule: Rule, board: &Board, color: Color) -> bool {
        let stones = board.history();
        if board.blocked_points().next().is_some() {
            return false;
        }
        let mut certificates = self.certificates(rule, board.size());
        certificates.any(|book| book.attacker() == color && book.has_decided(stones))
    }

    /// The number of plies within which the side to move makes five by a VCT, where the
    /// game followed the book to its end.
    pub fn forced_within(&self, rule: Rule, board: &Board, turn: Color) -> Option<usize> {
        let history = board.history();
        if board.blocked_points().next().is_some() {
            return None;
        }
        self.certificates(rule, board.size()).find_map(|book| {
            let played = |(ply, &(point, color)): (usize, &(Point, Color))| {
                let decision = book.decision(&history[..ply]).filter(|_| color == turn)?;
                Some(decision == point)
            };
            // Whoever was in the book last and left it left its promise.
            let is_followed = history.iter().enumerate().rev().find_map(played) == Some(true);
            let is_open = book.attacker() == turn && book.plies > history.len();
            (is_followed && is_open).then(|| book.plies - history.len())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, stones_in_turn};

    fn board(moves: &str) -> Board {
        let moves = parse_points(moves, Size::FIFTEEN).unwrap();
        Board::with_stones(Size::FIFTEEN, stones_in_turn(&moves))
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
                    known.is_some_and(|m| board.is_empty(m.point) && m.plies < certificate.plies),
                    "{reply}"
                );
            }
        }
    }

    #[test]
    fn stones_of_a_decision_are_a_win_in_any_order() {
        let rule = Rule::Standard;
        let book = Book::default();
        let decisions = Book::solved(rule, Size::FIFTEEN).unwrap();
        let point = decisions.decision(board("h8 i9").history()).unwrap();
        let [h8, i9] = parse_points("h8 i9", Size::FIFTEEN).unwrap()[..] else {
            unreachable!("two points");
        };
        for moves in [[h8, i9, point], [point, i9, h8]] {
            let board = Board::with_stones(Size::FIFTEEN, stones_in_turn(&moves));
            assert!(book.has_decided(rule, &board, Color::Black));
            assert!(!book.has_decided(rule, &board, Color::White));
            assert!(!book.has_decided(Rule::Renju, &board, Color::Black));
        }
        assert!(!book.has_decided(rule, &board("a1 h8 o15"), Color::Black));
        assert!(book.has_decided(rule, &board("h8"), Color::Black));
    }

    #[test]
    fn the_promise_ends_where_the_book_is_left() {
        let rule = Rule::Standard;
        let book = Book::default();
        let decisions = Book::solved(rule, Size::FIFTEEN).unwrap();
        let mut game = board("h8 a1");
        let point = decisions.decision(game.history()).unwrap();
        game.put(point, Color::Black);
        game.put(Size::FIFTEEN.point(14, 0).unwrap(), Color::White);
        let promise = |board: &Board| book.forced_within(rule, board, Color::Black);
        assert_eq!(promise(&game), Some(decisions.plies - 4));
        assert_eq!(book.forced_within(rule, &game, Color::White), None);
        assert_eq!(promise(&board("h8 a1 o1 o15")), None);
    }

    #[test]
    fn the_book_speaks_only_where_it_is_proven() {
        assert!(Book::solved(Rule::Standard, Size::FIFTEEN).is_some());
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
