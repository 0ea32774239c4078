//! Openings of swap2: three stones anywhere, rated in rounds by longer and longer searches.

use crate::board::{Color, Point, Size};
use crate::book::{Book, RatedOpening};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use crate::search::{LastScores, Next, Progress, SearchState, Searcher, Supervisor};
use crate::time::Limits;
use clap::Args;
use rand::Rng;

/// How far from the first stone the others are: at least and at most, for different openings.
const SPREAD: (i64, i64) = (2, 6);

/// Three different points: the first anywhere on the board, the others around it.
pub fn random_triple(size: Size, rng: &mut impl Rng) -> [Point; 3] {
    let side = size.side() as i64;
    loop {
        let (x, y) = (rng.random_range(0..side), rng.random_range(0..side));
        let spread = rng.random_range(SPREAD.0..=SPREAD.1);
        let mut around = || rng.random_range(-spread..=spread);
        let near = [(around(), around()), (around(), around())];
        let points = [(0, 0), near[0], near[1]].map(|(dx, dy)| size.point(x + dx, y + dy));
        if let [Some(one), Some(two), Some(three)] = points
            && one != two
            && two != three
            && one != three
        {
            // Any of them may be white's.
            let mut stones = [one, two, three];
            stones.swap(1, rng.random_range(0..3));
            return stones;
        }
    }
}

/// Rates three stones by a search from scratch, white to move.
pub fn rate_opening(
    rule: Rule,
    size: Size,
    stones: [Point; 3],
    state: &mut SearchState,
    kilonodes: u64,
) -> RatedOpening {
    let mut position = Position::empty(rule, size);
    position.play_line(&stones);
    let score = match is_solved(&position) {
        true => -Score::win_in(0).value(),
        false => searched(&position, state, kilonodes),
    };
    RatedOpening {
        stones,
        score: -score,
        kilonodes,
    }
}

/// Whether the program's book has a win for black.
fn is_solved(position: &Position) -> bool {
    let (rule, board) = (position.rule(), position.board());
    // Reads it.
    Book::solved(rule, board.size()).is_some()
        && Book::default().has_decided(rule, board, Color::Black)
}

fn searched(position: &Position, state: &mut SearchState, kilonodes: u64) -> i32 {
    state.clear();
    let limits = Limits {
        nodes: Some(1000 * kilonodes),
        ..Limits::default()
    };
    let mut listener = Listener::default();
    Searcher::new(position, state, limits, &mut listener).run();
    listener.0.mean().unwrap_or(0)
}

/// Hears the scores of a search that its own limits stop.
#[derive(Default)]
struct Listener(LastScores);

impl Supervisor for Listener {
    fn next(&mut self, lines: &[Progress]) -> Next {
        let progress = &lines[0];
        self.0.take(progress.score);
        Next::Deeper
    }
}

/// Rounds of rating: each has the fairest part of the round before, and longer searches.
#[derive(Args, Clone, Copy, Debug)]
pub struct Rounds {
    /// The number of openings of the first round: fewer than there are.
    #[arg(long, default_value_t = 2500, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    pub count: u32,
    /// Thousands of nodes of the first round's searches.
    #[arg(long, default_value_t = 10)]
    pub kilonodes: u64,
    /// The number of rounds. A further run may have more.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub rounds: u32,
}

impl Rounds {
    /// The inverse share of the openings that come into the next round.
    const KEEP: u32 = 3;
    /// The factor by which the next round's searches are longer.
    const LONGER: u64 = 5;

    /// The openings of a round, counted from 0.
    pub fn openings(&self, round: u32) -> usize {
        (self.count / Rounds::KEEP.pow(round)) as usize
    }

    /// Kilonodes of a round's searches.
    pub fn kilonodes(&self, round: u32) -> u64 {
        self.kilonodes * Rounds::LONGER.pow(round)
    }

    /// Kilonodes of all rounds.
    pub fn work(&self) -> u64 {
        let work = |round| self.openings(round) as u64 * self.kilonodes(round);
        (0..self.rounds).map(work).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn triples_are_everywhere_and_ratings_repeat() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let size = Size::FIFTEEN;
        let triples: Vec<[Point; 3]> = (0..500).map(|_| random_triple(size, &mut rng)).collect();
        let far = |p: &Point| (p.x() as i64 - 7).abs().max((p.y() as i64 - 7).abs());
        let is_central = |t: &&[Point; 3]| t.iter().all(|p| far(p) <= 4);
        let is_at_edge = |t: &&[Point; 3]| t.iter().all(|p| far(p) >= 5);
        assert!(triples.iter().filter(is_central).count() > 20);
        assert!(triples.iter().filter(is_at_edge).count() > 20);
        let mut state = SearchState::new(1 << 20);
        let mut rate = || rate_opening(Rule::Freestyle, size, triples[0], &mut state, 2);
        assert_eq!(rate(), rate());
    }

    #[test]
    fn a_solved_opening_is_won_for_black() {
        let stones = crate::board::parse_points("h8 i9", Size::FIFTEEN).unwrap();
        let board = crate::board::stones_in_turn(&stones);
        let book = Book::solved(Rule::Standard, Size::FIFTEEN).unwrap();
        let third = book.decision(&board).unwrap();
        let mut state = SearchState::new(1 << 20);
        let triple = [stones[0], stones[1], third];
        let rated = rate_opening(Rule::Standard, Size::FIFTEEN, triple, &mut state, 1);
        assert!(rated.score > 20_000);
    }

    #[test]
    fn rounds_shrink() {
        let rounds = Rounds {
            count: 900,
            kilonodes: 10,
            rounds: 3,
        };
        assert_eq!((rounds.openings(2), rounds.kilonodes(2)), (100, 250));
        assert_eq!(rounds.work(), 9_000 + 15_000 + 25_000);
    }
}
