//! The certificates of the solved games, looked up by position.
//!
//! Freestyle and standard are solved from the centre on, renju after most of white's second moves alone.
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
static SOLVED: [Solved; 3] = [
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
    Solved {
        rule: Rule::Renju,
        bytes: include_bytes!("../../data/books/renju15.certificate"),
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
    use crate::board::{parse_points, point_name, stones_in_turn};

    fn board(moves: &str) -> Board {
        let moves = parse_points(moves, Size::FIFTEEN).unwrap();
        Board::with_stones(Size::FIFTEEN, stones_in_turn(&moves))
    }

    /// White's second moves after h8 that the program's book of a rule does not answer.
    fn unanswered(rule: Rule) -> Vec<String> {
        let size = Size::FIFTEEN;
        let certificate = Book::solved(rule, size).unwrap();
        assert_eq!(certificate.rule, rule);
        let mut unanswered = Vec::new();
        for reply in size.points().filter(|&p| p != size.centre()) {
            let mut board = board("h8");
            board.put(reply, Color::White);
            match Book::default().decision(rule, &board, Color::Black) {
                None => unanswered.push(point_name(reply, size)),
                Some(m) => assert!(board.is_empty(m.point) && m.plies < certificate.plies),
            }
        }
        unanswered
    }

    #[test]
    fn freestyle_and_standard_answer_every_second_move_and_renju_all_but_two() {
        assert!(unanswered(Rule::Freestyle).is_empty());
        assert!(unanswered(Rule::Standard).is_empty());
        let images_of_i9_i8 = "g9 h9 i9 g8 i8 g7 h7 i7";
        let mut open: Vec<&str> = images_of_i9_i8.split(' ').collect();
        let mut unanswered = unanswered(Rule::Renju);
        open.sort();
        unanswered.sort();
        assert_eq!(unanswered, open);
    }

    /// Risk: the stone in the centre alone, or an open second move, is called won.
    #[test]
    fn renju_is_won_after_its_proven_second_moves_alone() {
        let (rule, book) = (Rule::Renju, Book::default());
        Book::read_ahead(Size::FIFTEEN);
        for moves in ["", "h8", "h8 i9", "h8 i9 i7", "h8 i8"] {
            let board = board(moves);
            let turn = Color::ALL[board.stones() % 2];
            assert_eq!(book.decision(rule, &board, turn), None, "{moves}");
            assert!(!book.has_decided(rule, &board, Color::Black), "{moves}");
            assert_eq!(book.forced_within(rule, &board, turn), None, "{moves}");
        }
        let mut game = board("h8 k9");
        let won = book.decision(rule, &game, Color::Black).unwrap();
        assert_eq!(won.plies, 59);
        game.put(won.point, Color::Black);
        assert!(book.has_decided(rule, &game, Color::Black));
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
