//! Balanced openings: random stones close together that the search thinks even.

use crate::board::{Color, Point, Size};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use crate::search::{SearchResult, SearchState, Searcher, Supervisor, Unsupervised};
use crate::time::Limits;
use rand::Rng;
use rand::seq::IndexedRandom;

/// The zone of the board in which an opening lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Around the middle.
    Centre,
    /// Between the two.
    Between,
    /// Near an edge or a corner.
    Edge,
}

impl Zone {
    /// Lists all three.
    pub const ALL: [Zone; 3] = [Zone::Centre, Zone::Between, Zone::Edge];

    /// The zone of a small square's corner, of all corners from 0 to `span` in both directions.
    fn of(left: i64, top: i64, span: i64) -> Zone {
        // Twice the distance from the middle, against thirds of the greatest one.
        let distance = (2 * left - span).abs().max((2 * top - span).abs());
        match 3 * distance {
            distance if distance <= span => Zone::Centre,
            distance if distance <= 2 * span => Zone::Between,
            _ => Zone::Edge,
        }
    }
}

/// The number of random positions tried for one opening.
const ATTEMPTS: usize = 20_000;

/// The short search has this part of the nodes and this many times the window.
const SHORT: u64 = 20;
const WIDE: i32 = 4;

/// The settings of an opening.
#[derive(Clone, Debug)]
pub struct OpeningStyle {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The least and the greatest number of stones.
    pub stones: (usize, usize),
    /// Where on the board; `None`: anywhere, more often in the middle.
    pub zone: Option<Zone>,
    /// How far the score may be from even.
    pub window: i32,
    /// The node limit of each search.
    pub nodes: u64,
}

impl OpeningStyle {
    /// Two to ten stones anywhere, as own games begin, each searched with `nodes` nodes.
    pub fn anywhere(rule: Rule, size: Size, nodes: u64) -> OpeningStyle {
        OpeningStyle {
            rule,
            size,
            stones: (2, 10),
            window: 0,
            zone: None,
            nodes,
        }
    }
}

/// Makes a balanced opening from random stones, and returns it with its score for the side to move; `None` if there
/// seems to be none.
pub fn balanced_opening(
    style: &OpeningStyle,
    state: &mut SearchState,
    rng: &mut impl Rng,
) -> Option<(Vec<Point>, i32)> {
    for _ in 0..ATTEMPTS {
        let Some((points, position)) = random_stones(style, rng) else {
            continue;
        };
        // Most are far from even, which a short search sees as well.
        let is_hopeful = searched(&position, state, style.nodes / SHORT)
            .is_some_and(|score| score.abs() <= WIDE * style.window);
        if is_hopeful
            && let Some(score) = searched(&position, state, style.nodes)
            && score.abs() <= style.window
        {
            return Some((points, score));
        }
    }
    None
}

/// The score of a search from scratch; `None` if the game is decided.
pub(super) fn searched(position: &Position, state: &mut SearchState, nodes: u64) -> Option<i32> {
    let score = score_from_scratch(position, state, nodes)?;
    (!score.is_decided()).then(|| score.value())
}

/// The score of a search from scratch; `None` if there is no move to search.
pub(super) fn score_from_scratch(
    position: &Position,
    state: &mut SearchState,
    nodes: u64,
) -> Option<Score> {
    state.clear();
    let progress = search(position, state, nodes, &mut Unsupervised).progress?;
    Some(progress.score)
}

/// Searches a position with the given number of nodes.
pub(super) fn search(
    position: &Position,
    state: &mut SearchState,
    nodes: u64,
    supervisor: &mut impl Supervisor,
) -> SearchResult {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    Searcher::new(position, state, limits, supervisor).run()
}

/// Stones within a small square somewhere on the board; `None` if nothing quiet came of it.
pub(super) fn random_stones(
    style: &OpeningStyle,
    rng: &mut impl Rng,
) -> Option<(Vec<Point>, Position)> {
    let side = style.size.side() as i64;
    let width = rng.random_range(4..=7).min(side);
    let span = side - width;
    let (left, top) = loop {
        let mut any = || rng.random_range(0..=span);
        let (left, top) = match style.zone {
            // More often in the middle than at the edges.
            None => ((any() + any() + any()) / 3, (any() + any() + any()) / 3),
            Some(_) => (any(), any()),
        };
        if style
            .zone
            .is_none_or(|zone| Zone::of(left, top, span) == zone)
            || span == 0
        {
            break (left, top);
        }
    };
    let square: Vec<Point> = (0..width * width)
        .filter_map(|i| style.size.point(left + i % width, top + i / width))
        .collect();
    let mut position = Position::empty(style.rule, style.size);
    let mut points = Vec::new();
    for _ in 0..rng.random_range(style.stones.0..=style.stones.1) {
        let point = *square.choose(rng)?;
        if !position.board().is_empty(point) || position.is_forbidden(point, position.turn()) {
            return None;
        }
        position.play(point);
        points.push(point);
    }
    let loud = |color| {
        let count = |class| position.patterns().count(class, color);
        count(PointClass::Five) + count(PointClass::StraightFour) + count(PointClass::FourThree) > 0
    };
    (!Color::ALL.into_iter().any(loud)).then_some((points, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_same_seed_gives_the_same_opening() {
        let style = OpeningStyle {
            rule: Rule::Renju,
            size: Size::FIFTEEN,
            stones: (3, 5),
            zone: Some(Zone::Edge),
            window: 80,
            nodes: 2000,
        };
        let make = || {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            balanced_opening(&style, &mut SearchState::new(1 << 20), &mut rng)
        };
        let (points, score) = make().unwrap();
        assert!((3..=5).contains(&points.len()) && score.abs() <= 80);
        assert_eq!(make(), Some((points, score)));
    }
}
