//! Looks a position up in a certificate, and says where a game left it.
//!
//! Knows certificates; it searches nothing.

use super::book::Book;
use crate::board::{Color, Point, Size, point_name};
use crate::proof::Certificate;
use crate::rule::Rule;

/// The status of a position in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookStatus {
    /// Won, the attacker to move: this move wins.
    Plays(Point),
    /// Won, the defender to move: the attacker's last move is a decision of the certificate.
    Decided,
    /// Won, the attacker to move: the defender's reply has no decision, and loses to a VCT.
    Promised,
    /// Unknown: the attacker's move of this number (from 0) is not the decision, which is the given point.
    Left(usize, Point),
    /// Unknown: the certificate's last decision is the move of this number (from 0), and more was played
    /// after the reply.
    Ended(usize),
    /// Unknown, as is every position before.
    Nothing,
}

impl BookStatus {
    /// Looks a position up, whatever the order of its stones. Where the game left the certificate depends on
    /// that order.
    pub fn of(certificate: &Certificate, stones: &[(Point, Color)]) -> BookStatus {
        if attacker_moves(certificate, stones.len()) {
            if let Some(point) = certificate.decision(stones) {
                return BookStatus::Plays(point);
            }
            let without = |reply: usize| [&stones[..reply], &stones[reply + 1..]].concat();
            let defender = !certificate.attacker();
            let mut replies = (0..stones.len()).filter(|&reply| stones[reply].1 == defender);
            let is_open = certificate.plies > stones.len();
            if is_open && replies.any(|reply| certificate.has_decided(&without(reply))) {
                return BookStatus::Promised;
            }
        } else if certificate.has_decided(stones) {
            return BookStatus::Decided;
        }
        let mut plies = (0..stones.len()).rev();
        let left = plies.find_map(|ply| {
            let is_turn = attacker_moves(certificate, ply);
            let plays = certificate.decision(&stones[..ply]).filter(|_| is_turn)?;
            Some(match certificate.has_decided(&stones[..=ply]) {
                true => BookStatus::Ended(ply),
                false => BookStatus::Left(ply, plays),
            })
        });
        left.unwrap_or(BookStatus::Nothing)
    }

    /// Whether the certificate's color wins the position.
    pub fn is_won(self) -> bool {
        matches!(
            self,
            BookStatus::Plays(_) | BookStatus::Decided | BookStatus::Promised
        )
    }

    /// Why the position is unknown, as a sentence about the `name` (book or certificate). `None` if it is won.
    pub fn why_not(
        self,
        name: &str,
        certificate: &Certificate,
        stones: &[(Point, Color)],
    ) -> Option<String> {
        let size = certificate.size;
        let (attacker, defender) = (
            certificate.attacker().name(),
            (!certificate.attacker()).name(),
        );
        let played = |ply: usize| format!("move {}, {}", ply + 1, point_name(stones[ply].0, size));
        let why = match self {
            BookStatus::Plays(_) | BookStatus::Decided | BookStatus::Promised => return None,
            BookStatus::Left(ply, plays) => format!(
                "{attacker} left it with {}, where it plays {}",
                played(ply),
                point_name(plays, size)
            ),
            BookStatus::Ended(ply) => format!(
                "it ends with {}: {defender}'s reply loses to a VCT, whose moves it does not \
                 hold",
                played(ply)
            ),
            BookStatus::Nothing if is_before_a_start(certificate, stones) => {
                "it is won after the replies alone that have a decision".into()
            }
            BookStatus::Nothing => match first_open_reply(certificate, stones) {
                Some(ply) => format!("{} is not proven to lose", played(ply)),
                None => "it holds no position before this one either".into(),
            },
        };
        Some(format!("the {name} knows nothing of this position: {why}"))
    }
}

/// Whether the defender's next move may lead to a position that the certificate begins with.
fn is_before_a_start(certificate: &Certificate, stones: &[(Point, Color)]) -> bool {
    let moves: Vec<Point> = stones.iter().map(|stone| stone.0).collect();
    let is_before = |start: &Vec<Point>| {
        start
            .split_last()
            .is_some_and(|(_, before)| before == moves)
    };
    certificate.starts().iter().any(is_before)
}

/// The move, by its number from 0, with which the defender left what leads to the certificate's starts.
fn first_open_reply(certificate: &Certificate, stones: &[(Point, Color)]) -> Option<usize> {
    (0..stones.len()).find(|&ply| is_before_a_start(certificate, &stones[..ply]))
}

/// Whether the attacker moves with `stones` stones on the board.
fn attacker_moves(certificate: &Certificate, stones: usize) -> bool {
    stones % 2 == certificate.start().len() % 2
}

/// The rules and the board that have a built-in book, as text.
pub fn solved_games() -> String {
    let is_whole = |book: &&Certificate| book.starts().iter().all(Vec::is_empty);
    let books = Rule::ALL
        .into_iter()
        .filter_map(|rule| Book::solved(rule, Size::FIFTEEN));
    let (whole, parts): (Vec<&Certificate>, Vec<&Certificate>) = books.partition(is_whole);
    let names: Vec<&str> = whole.iter().map(|book| book.rule.name()).collect();
    let part = |book: &&Certificate| {
        let count = book.starts().len();
        format!("; {} after {count} of white's second moves", book.rule)
    };
    let parts: String = parts.iter().map(part).collect();
    format!("{} on 15x15{parts}", names.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, point_names, stones_in_turn};

    fn known(moves: &str) -> (BookStatus, Option<String>) {
        let book = Book::solved(Rule::Standard, Size::FIFTEEN).unwrap();
        let stones = stones_in_turn(&parse_points(moves, Size::FIFTEEN).unwrap());
        let known = BookStatus::of(book, &stones);
        (known, known.why_not("book", book, &stones))
    }

    #[test]
    fn an_unknown_position_names_the_move_that_left_the_book() {
        let point = |name: &str| parse_points(name, Size::FIFTEEN).unwrap()[0];
        assert_eq!(known("h8 i9").0, BookStatus::Plays(point("g9")));
        assert_eq!(known("").0, BookStatus::Plays(point("h8")));
        assert_eq!(known("h8 i9 g9").0, BookStatus::Decided);
        // Another order of the stones, and an image.
        assert_eq!(known("g9 i9 h8").0, BookStatus::Decided);
        assert!(matches!(known("h8 g9").0, BookStatus::Plays(_)));
        let (left, why) = known("h8 i9 a1");
        assert_eq!(left, BookStatus::Left(2, point("g9")));
        assert!(
            why.unwrap()
                .ends_with("black left it with move 3, a1, where it plays g9")
        );
        assert_eq!(known("a1 h8 b1 i9").0, BookStatus::Left(0, point("h8")));
    }

    #[test]
    fn the_book_ends_where_a_reply_has_no_answer_of_its_own() {
        let size = Size::FIFTEEN;
        let book = Book::solved(Rule::Standard, size).unwrap();
        let mut moves = parse_points("h8 o14 ", size).unwrap();
        let plays = |moves: &[Point]| book.decision(&stones_in_turn(moves));
        while let Some(point) = plays(&moves) {
            moves.push(point);
            let far = size.points().find(|point| !moves.contains(point));
            moves.extend(far);
        }
        let names = point_names(&moves, size);
        assert_eq!(known(&names), (BookStatus::Promised, None));
        let (ended, why) = known(&format!("{names} a1"));
        assert_eq!(ended, BookStatus::Ended(moves.len() - 2));
        assert!(why.unwrap().contains("loses to a VCT"));
    }

    #[test]
    fn the_solved_games_are_named() {
        assert_eq!(
            solved_games(),
            "freestyle and standard on 15x15; renju after 33 of white's second moves"
        );
    }
}
