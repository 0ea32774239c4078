//! What a certificate knows of a position, and where a game has left it.

use tengen::board::{Color, Point, Size, point_name};
use tengen::proof::Certificate;

/// What a certificate knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The attacker to move, and plays this.
    Plays(Point),
    /// The defender to move after a move of the certificate's.
    Decided,
    /// The attacker to move after a reply that loses to fours and open threes.
    Promised,
    /// Nothing: the attacker made another move, the one of this number (from 0), than the certificate.
    Left(usize, Point),
    /// Nothing: the certificate's last move is the one of this number, and more was played after the reply.
    Ended(usize),
    /// Nothing, nor of any position before.
    Nothing,
}

impl Known {
    /// Looks a position up, however it came about. Where it was left is told by the order of the stones.
    pub fn of(certificate: &Certificate, stones: &[(Point, Color)]) -> Known {
        if attacker_moves(certificate, stones.len()) {
            if let Some(point) = certificate.decision(stones) {
                return Known::Plays(point);
            }
            let without = |reply: usize| [&stones[..reply], &stones[reply + 1..]].concat();
            let defender = !certificate.attacker();
            let mut replies = (0..stones.len()).filter(|&reply| stones[reply].1 == defender);
            let is_open = certificate.plies > stones.len();
            if is_open && replies.any(|reply| certificate.has_decided(&without(reply))) {
                return Known::Promised;
            }
        } else if certificate.has_decided(stones) {
            return Known::Decided;
        }
        let mut plies = (0..stones.len()).rev();
        let left = plies.find_map(|ply| {
            let is_turn = attacker_moves(certificate, ply);
            let plays = certificate.decision(&stones[..ply]).filter(|_| is_turn)?;
            Some(match certificate.has_decided(&stones[..=ply]) {
                true => Known::Ended(ply),
                false => Known::Left(ply, plays),
            })
        });
        left.unwrap_or(Known::Nothing)
    }

    /// Whether the certificate's color is known to win.
    pub fn is_won(self) -> bool {
        matches!(self, Known::Plays(_) | Known::Decided | Known::Promised)
    }

    /// Why nothing is known by the `name`, a sentence; nothing where something is.
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
            Known::Plays(_) | Known::Decided | Known::Promised => return None,
            Known::Left(ply, plays) => format!(
                "{attacker} left it with {}, where it plays {}",
                played(ply),
                point_name(plays, size)
            ),
            Known::Ended(ply) => format!(
                "it ends with {}: {defender}'s reply loses to fours and open threes, whose moves \
                 it does not hold",
                played(ply)
            ),
            Known::Nothing => "it holds no position before this one either".into(),
        };
        Some(format!("the {name} knows nothing of this position: {why}"))
    }
}

/// Whether it is the attacker's turn with so many stones on the board.
fn attacker_moves(certificate: &Certificate, stones: usize) -> bool {
    stones % 2 == certificate.start.len() % 2
}

/// What there is a built-in book for, in words.
pub fn solved_games() -> String {
    use tengen::book::Book;
    use tengen::rule::Rule;
    let solved = |rule: &Rule| Book::solved(*rule, Size::FIFTEEN).is_some();
    let names: Vec<&str> = Rule::ALL
        .into_iter()
        .filter(solved)
        .map(Rule::name)
        .collect();
    format!("{} on 15x15", names.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::board::{parse_points, point_names, stones_in_turn};
    use tengen::book::Book;
    use tengen::rule::Rule;

    fn known(moves: &str) -> (Known, Option<String>) {
        let book = Book::solved(Rule::Standard, Size::FIFTEEN).unwrap();
        let stones = stones_in_turn(&parse_points(moves, Size::FIFTEEN).unwrap());
        let known = Known::of(book, &stones);
        (known, known.why_not("book", book, &stones))
    }

    #[test]
    fn a_position_is_known_or_it_is_told_where_the_book_was_left() {
        let point = |name: &str| parse_points(name, Size::FIFTEEN).unwrap()[0];
        assert_eq!(known("h8 i9").0, Known::Plays(point("g9")));
        assert_eq!(known("").0, Known::Plays(point("h8")));
        assert_eq!(known("h8 i9 g9").0, Known::Decided);
        // Another order of the stones, and an image.
        assert_eq!(known("g9 i9 h8").0, Known::Decided);
        assert!(matches!(known("h8 g9").0, Known::Plays(_)));
        let (left, why) = known("h8 i9 a1");
        assert_eq!(left, Known::Left(2, point("g9")));
        assert!(
            why.unwrap()
                .ends_with("black left it with move 3, a1, where it plays g9")
        );
        assert_eq!(known("a1 h8 b1 i9").0, Known::Left(0, point("h8")));
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
        assert_eq!(known(&names), (Known::Promised, None));
        let (ended, why) = known(&format!("{names} a1"));
        assert_eq!(ended, Known::Ended(moves.len() - 2));
        assert!(why.unwrap().contains("loses to fours and open threes"));
    }

    #[test]
    fn the_solved_games_are_named() {
        assert_eq!(solved_games(), "freestyle and standard on 15x15");
    }
}
