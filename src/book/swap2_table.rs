//! Openings of swap2 that long searches found even, with their ratings (`tengen openings swap2`).
//!
//! Knows only which stones stand; what to do about it at the board is the engine's.

use crate::board::{
    Board, CanonicalStones, Point, Size, Symmetry, parse_point, point_names, stones_in_turn,
};
use crate::rule::Rule;

const STANDARD: &str = include_str!("../../data/books/swap2_standard15.txt");
const FREESTYLE: &str = include_str!("../../data/books/swap2_freestyle15.txt");

/// Black's score, with white to move, at which games come out even: searches of an opening overrate
/// white, the longer the less.
/// Measured on standard 15x15 only, and taken for all rules and boards: 128 games of the brain against
/// itself from 64 openings, 60 ms a turn on a busy machine. A logistic fit has its zero at -38 +/- 20 of
/// searches of 50,000 moves, and searches five times as long say 6 to 14 more.
pub const FAIR_SCORE: i32 = -25;

/// So many openings are offered at most, those of the longest searches first, none further from fair.
const MOST_OFFERS: usize = 24;
const EVEN: i32 = 10;

/// Stones at least this number of lines from both edges stay in the middle of boards of other sizes.
const CENTRAL: i64 = 4;

/// A swap2 opening of three stones with its score by search, white to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedOpening {
    /// Black, white, black.
    pub stones: [Point; 3],
    /// For black.
    pub score: i32,
    /// Nodes of the search, in thousands.
    pub kilonodes: u64,
}

impl RatedOpening {
    /// Reads a line such as `h8 i9 g7 -12 500`: stones, score, kilonodes.
    pub fn parse(line: &str, size: Size) -> Option<RatedOpening> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [one, two, three, score, kilonodes] = words[..] else {
            return None;
        };
        let point = |name| parse_point(name, size).ok();
        let stones = [point(one)?, point(two)?, point(three)?];
        let [one, two, three] = stones;
        let are_different = one != two && two != three && one != three;
        are_different.then_some(RatedOpening {
            stones,
            score: score.parse().ok()?,
            kilonodes: kilonodes.parse().ok()?,
        })
    }

    /// Writes the line.
    pub fn line(&self, size: Size) -> String {
        let names = point_names(&self.stones, size);
        format!("{names} {} {}", self.score, self.kilonodes)
    }

    /// How far the score is from fair.
    pub fn unfairness(&self) -> i32 {
        (self.score - FAIR_SCORE).abs()
    }
}

/// The same for the eight images of three stones and both orders of black's.
pub fn canonical_triple(stones: &[Point; 3], size: Size) -> CanonicalStones {
    CanonicalStones::of(&stones_in_turn(stones), size).0
}

/// Rated openings of a rule and board, those of the longest searches first, the fairest first.
pub struct Swap2Table {
    size: Size,
    openings: Vec<RatedOpening>,
}

impl Swap2Table {
    /// The program's table for a rule and board.
    pub fn of(rule: Rule, size: Size) -> Option<Swap2Table> {
        let text = match rule {
            Rule::Standard => STANDARD,
            Rule::Freestyle => FREESTYLE,
            _ => return None,
        };
        (size == Size::FIFTEEN).then(|| Swap2Table::parse(text, size))
    }

    /// Reads a table, an opening a line; other lines are skipped.
    pub fn parse(text: &str, size: Size) -> Swap2Table {
        let read = |line| RatedOpening::parse(line, size);
        let mut openings: Vec<RatedOpening> = text.lines().filter_map(read).collect();
        openings.sort_by_key(|opening| {
            let longest_first = std::cmp::Reverse(opening.kilonodes);
            (longest_first, opening.unfairness())
        });
        Swap2Table { size, openings }
    }

    /// All openings.
    pub fn openings(&self) -> &[RatedOpening] {
        &self.openings
    }

    /// The rating of a board's stones, under any symmetry.
    pub fn find(&self, board: &Board) -> Option<&RatedOpening> {
        if board.stones() != 3 || board.blocked_points().next().is_some() {
            return None;
        }
        let wanted = CanonicalStones::of(board.history(), self.size).0;
        let mut openings = self.openings.iter();
        openings.find(|opening| canonical_triple(&opening.stones, self.size) == wanted)
    }

    /// Three stones to offer: a fair opening, chosen and turned by the seed.
    pub fn offer(&self, seed: u64) -> Option<Vec<Point>> {
        let is_fair = |opening: &&RatedOpening| opening.unfairness() <= EVEN;
        let fair = self.openings.iter().filter(is_fair).take(MOST_OFFERS);
        let fair: Vec<&RatedOpening> = fair.collect();
        let count = fair.len() as u64;
        let opening = fair.get(seed.checked_rem(count)? as usize)?;
        let symmetry = Symmetry::all().nth((seed / count % 8) as usize)?;
        let image = |&point: &Point| symmetry.apply(point, self.size);
        Some(opening.stones.iter().map(image).collect())
    }

    /// The openings that have room on a board of another size, each moved as a whole: the edges that it is
    /// near to stay as near.
    pub fn fitted_to(&self, size: Size) -> impl Iterator<Item = Vec<Point>> {
        let (here, there) = (self.size.side() as i64, size.side() as i64);
        let fitted = move |opening: &RatedOpening| {
            let dx = shift(opening.stones.map(Point::x), here, there);
            let dy = shift(opening.stones.map(Point::y), here, there);
            let image = |point: &Point| size.point(point.x() as i64 + dx, point.y() as i64 + dy);
            opening.stones.iter().map(image).collect()
        };
        self.openings.iter().filter_map(fitted)
    }
}

/// How far stones move along one axis, from one side's length to another.
fn shift(places: [usize; 3], here: i64, there: i64) -> i64 {
    let places = places.map(|place| place as i64);
    let before = places.into_iter().fold(here, i64::min);
    let behind = here - 1 - places.into_iter().fold(0, i64::max);
    match before.min(behind) >= CENTRAL {
        true => (there - here) / 2,
        false if before <= behind => 0,
        false => there - here,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn tables() -> impl Iterator<Item = (Rule, &'static str, Swap2Table)> {
        let table = |rule| Swap2Table::of(rule, Size::FIFTEEN).unwrap();
        [(Rule::Standard, STANDARD), (Rule::Freestyle, FREESTYLE)]
            .map(|(rule, text)| (rule, text, table(rule)))
            .into_iter()
    }

    fn board(stones: &[Point]) -> Board {
        Board::with_stones(Size::FIFTEEN, stones_in_turn(stones))
    }

    #[test]
    fn every_line_is_an_opening_and_no_two_are_alike() {
        for (rule, text, table) in tables() {
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(table.openings().len(), lines, "{rule:?}");
            let canonical = table
                .openings()
                .iter()
                .map(|o| canonical_triple(&o.stones, Size::FIFTEEN));
            assert_eq!(canonical.collect::<HashSet<_>>().len(), lines);
        }
        assert!(STANDARD.len() + FREESTYLE.len() < 40_000);
        assert!(Swap2Table::of(Rule::Renju, Size::FIFTEEN).is_none());
        assert!(Swap2Table::of(Rule::Standard, Size::TWENTY).is_none());
    }

    #[test]
    fn openings_are_found_turned_and_with_black_stones_exchanged() {
        for (_, _, table) in tables() {
            for opening in table.openings().iter().step_by(7) {
                for symmetry in Symmetry::all() {
                    let [a, b, c] = opening.stones.map(|p| symmetry.apply(p, Size::FIFTEEN));
                    assert_eq!(table.find(&board(&[a, b, c])), Some(opening));
                    assert_eq!(table.find(&board(&[c, b, a])), Some(opening));
                }
            }
            let none = [(0, 0), (0, 14), (14, 14)].map(|(x, y)| Size::FIFTEEN.point(x, y).unwrap());
            assert_eq!(table.find(&board(&none)), None);
        }
    }

    #[test]
    fn what_is_offered_is_even_and_the_seed_chooses() {
        for (_, _, table) in tables() {
            let offers: HashSet<Vec<Point>> = (0..1000).filter_map(|s| table.offer(s)).collect();
            assert!(offers.len() >= 32, "{}", offers.len());
            for offer in offers {
                let known = table.find(&board(&offer)).unwrap();
                assert!(known.unfairness() <= EVEN);
            }
            assert_eq!(table.offer(5), table.offer(5));
        }
    }

    #[test]
    fn openings_fit_other_boards() {
        for (_, _, table) in tables() {
            let all = table.openings().len();
            for (side, least) in [(5, all / 8), (9, all / 2), (13, all), (20, all), (22, all)] {
                let size = Size::new(side).unwrap();
                let fitted: Vec<Vec<Point>> = table.fitted_to(size).collect();
                assert!(fitted.len() >= least, "{side}: {}", fitted.len());
                for stones in fitted {
                    assert!(stones.iter().all(|&point| size.holds(point)));
                    assert_eq!(stones.iter().collect::<HashSet<_>>().len(), 3);
                }
            }
            let same: Vec<Vec<Point>> = table.fitted_to(Size::FIFTEEN).collect();
            assert_eq!(same.len(), table.openings().len());
            assert_eq!(same[0], table.openings()[0].stones);
        }
        // In the middle, near two edges, and across the middle from one edge.
        let on_20 = |line| {
            let table = Swap2Table::parse(line, Size::FIFTEEN);
            let stones = table.fitted_to(Size::TWENTY).next().unwrap();
            crate::board::point_names(&stones, Size::TWENTY)
        };
        assert_eq!(on_20("g7 h8 i9 0 1"), "i10 j11 k12");
        assert_eq!(on_20("b14 c13 d15 0 1"), "b19 c18 d20");
        assert_eq!(on_20("d7 h8 i9 0 1"), "d10 h11 i12");
    }
}
