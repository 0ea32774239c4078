//! Openings of swap2 that long searches found even, with their ratings (`tengen openings swap2`).
//!
//! Knows only which stones stand; what to do about it at the board is the engine's.

use crate::board::{
    Board, CanonicalStones, Point, Size, Symmetry, parse_point, point_names, stones_in_turn,
};
use crate::rule::Rule;

const STANDARD: &str = include_str!("swap2_standard15.txt");
const FREESTYLE: &str = include_str!("swap2_freestyle15.txt");

/// Black's score, white to move, at which games come out even: searches of an opening think too well of
/// white, the longer the less.
/// Measured: 128 games from 64 rated openings, standard 15; a logistic fit has its zero at -38 +/- 20 of
/// searches of 50,000 moves, and searches five times as long say 6 to 14 more.
pub const FAIR_SCORE: i32 = -25;

/// So many openings are offered at most, those of the longest searches first, none further from fair.
const MOST_OFFERS: usize = 24;
const EVEN: i32 = 10;

/// Three stones and what a search thinks of them, white to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedOpening {
    /// Black, white, black.
    pub stones: [Point; 3],
    /// For black.
    pub score: i32,
    /// Moves played by the search, in thousands.
    pub kilonodes: u64,
}

impl RatedOpening {
    /// Reads a line such as `h8 i9 g7 -12 500`: stones, score, thousands of moves.
    pub fn parse(line: &str, size: Size) -> Option<RatedOpening> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [one, two, three, score, kilonodes] = words[..] else {
            return None;
        };
        let point = |name| parse_point(name, size).ok();
        let stones = [point(one)?, point(two)?, point(three)?];
        let is_whole = stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2];
        is_whole.then_some(RatedOpening {
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

    /// The same for the eight images and both orders of black's stones.
    pub fn canonical(&self, size: Size) -> CanonicalStones {
        CanonicalStones::of(&stones_in_turn(&self.stones), size).0
    }
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

    /// Reads a table, an opening a line; what is no opening is passed over.
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

    /// What is known of the stones of a board, however they are turned.
    pub fn find(&self, board: &Board) -> Option<&RatedOpening> {
        if board.stones() != 3 || board.blocked_points().next().is_some() {
            return None;
        }
        let wanted = CanonicalStones::of(board.history(), self.size).0;
        let mut openings = self.openings.iter();
        openings.find(|opening| opening.canonical(self.size) == wanted)
    }

    /// Three stones to offer: an fair opening, chosen and turned by the seed.
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

    /// The openings for a board of another size: each stone as far from its nearest edges as here.
    pub fn fitted_to(&self, size: Size) -> impl Iterator<Item = Vec<Point>> {
        let (here, there) = (self.size.side(), size.side());
        let fit = move |place: usize| match place <= here / 2 {
            true => place as i64,
            false => there as i64 - (here - place) as i64,
        };
        let image = move |point: &Point| size.point(fit(point.x()), fit(point.y()));
        let fitted = move |opening: &RatedOpening| {
            let stones: Option<Vec<Point>> = opening.stones.iter().map(image).collect();
            stones.filter(|s| s[0] != s[1] && s[1] != s[2] && s[0] != s[2])
        };
        self.openings.iter().filter_map(fitted)
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
            let canonical = table.openings().iter().map(|o| o.canonical(Size::FIFTEEN));
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
            for size in [5, 9, 15, 20].map(|side| Size::new(side).unwrap()) {
                for stones in table.fitted_to(size) {
                    assert!(stones.iter().all(|&point| size.holds(point)));
                    assert_eq!(stones.iter().collect::<HashSet<_>>().len(), 3);
                }
            }
            let same: Vec<Vec<Point>> = table.fitted_to(Size::FIFTEEN).collect();
            assert_eq!(same.len(), table.openings().len());
            assert_eq!(same[0], table.openings()[0].stones);
        }
    }
}
