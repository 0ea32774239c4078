//! Moves that won in positions that differ in one stone of the defender's.

use crate::board::{Color, Point, Symmetry, stone_key, stones_in_turn, turn_key};
use crate::position::Position;
use crate::proof::Certificate;
use std::collections::HashMap;

/// Bytes of an entry, with what a map needs beside.
const ENTRY_BYTES: usize = 40;

/// What won, by the keys of positions without one of the defender's stones. It proves nothing.
pub(super) struct Likeness {
    moves: HashMap<u64, Point>,
    most: usize,
}

impl Likeness {
    /// Makes one of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Likeness {
        Likeness {
            moves: HashMap::new(),
            most: bytes / ENTRY_BYTES,
        }
    }

    /// Keeps all decisions of a certificate, as they are and turned and mirrored.
    pub fn learn_all(&mut self, certificate: &Certificate) {
        let (size, attacker) = (certificate.size, certificate.attacker());
        certificate.walk(|moves, decision| {
            let Some(point) = decision else { return };
            for symmetry in Symmetry::all() {
                let image = |&point: &Point| symmetry.apply(point, size);
                let moves: Vec<Point> = moves.iter().map(image).collect();
                self.learn(&stones_in_turn(&moves), attacker, image(&point));
            }
        });
    }

    /// Keeps a move of the side to move that wins where some stones stand.
    pub fn learn(&mut self, stones: &[(Point, Color)], turn: Color, point: Point) {
        if self.moves.len() + stones.len() > self.most {
            self.moves.clear();
        }
        self.moves
            .extend(keys(stones, turn).map(|key| (key, point)));
    }

    /// The legal moves that won in positions like this one, each once.
    pub fn moves(&self, position: &mut Position) -> Vec<Point> {
        let turn = position.turn();
        let stones = position.board().history();
        let won = keys(stones, turn).filter_map(|key| self.moves.get(&key).copied());
        let mut moves: Vec<Point> = won.collect();
        moves.sort_unstable();
        moves.dedup();
        moves.retain(|&point| {
            position.board().is_empty(point) && !position.is_forbidden(point, turn)
        });
        moves
    }
}

/// The keys of the stones without each of the defender's.
fn keys(stones: &[(Point, Color)], turn: Color) -> impl Iterator<Item = u64> + '_ {
    let of_stones = stones.iter().map(|&(point, color)| stone_key(color, point));
    let whole = of_stones.fold(turn_key(turn), |sum, key| sum ^ key);
    let defending = stones.iter().filter(move |stone| stone.1 != turn);
    defending.map(move |&(point, defender)| whole ^ stone_key(defender, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_point, parse_points};
    use crate::rule::Rule;

    fn position(moves: &str) -> Position {
        let mut position = Position::empty(Rule::Standard, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        position
    }

    #[test]
    fn one_stone_of_the_defender_may_differ() {
        let mut likeness = Likeness::new(10_000);
        let point = parse_point("i9", Size::FIFTEEN).unwrap();
        likeness.learn(
            position("h8 o14 g7 a15").board().history(),
            Color::Black,
            point,
        );
        let moves = |line| likeness.moves(&mut position(line));
        assert_eq!(moves("h8 o14 g7 b15"), [point]);
        assert_eq!(moves("h8 o13 g7 a15"), [point]);
        assert_eq!(moves("h8 o13 g7 b15"), [], "two differ");
        assert_eq!(moves("h8 o14 g8 a15"), [], "the attacker's");
        assert_eq!(moves("h8 o14 g7 i9"), [], "it is taken");
    }

    #[test]
    fn it_forgets_where_it_is_full() {
        let mut likeness = Likeness::new(5 * ENTRY_BYTES);
        let points = ["i9", "i8"].map(|name| parse_point(name, Size::FIFTEEN).unwrap());
        for (line, point) in ["h8 o14 g7 a15", "h8 o12 g7 a13"].into_iter().zip(points) {
            likeness.learn(position(line).board().history(), Color::Black, point);
        }
        assert_eq!(likeness.moves(&mut position("h8 o14 g7 b15")), []);
        assert_eq!(likeness.moves(&mut position("h8 o12 g7 b15")), [points[1]]);
    }

    #[test]
    fn certificates_teach_their_images() {
        let start = parse_points("h8 o14", Size::FIFTEEN).unwrap();
        let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, start, 35);
        certificate
            .read_lines("h8 o14 = g7\nh8 o14 g7 a15 = i9")
            .unwrap();
        let mut likeness = Likeness::new(10_000);
        likeness.learn_all(&certificate);
        let points = |names| parse_points(names, Size::FIFTEEN).unwrap();
        // `g9 a1` and its answer, mirrored with h8 o2.
        assert_eq!(likeness.moves(&mut position("h8 o2 g9 b1")), points("i7"));
        // Of images with the same stones left, the last learnt.
        assert_eq!(likeness.moves(&mut position("h8 o13")).len(), 1);
    }
}
