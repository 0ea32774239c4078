//! Sets of openings that are different under all symmetries.

use super::openings::{OpeningStyle, Zone, balanced_opening};
use crate::board::{Point, Size, Symmetry};
use crate::record::OpeningLine;
use crate::rule::Rule;
use crate::search::SearchState;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};

/// Openings in a row that are known already, after which there seem to be no others.
const TWINS_LIMIT: usize = 1000;
/// The size in bytes of the searches' transposition table.
const TABLE_BYTES: usize = 32 << 20;

/// The settings of a set of openings.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSet {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The number of openings.
    pub count: usize,
    /// The least and the greatest number of stones, in turn from one opening to the next.
    pub stones: (usize, usize),
    /// How far the score may be from even, in score units.
    pub window: i32,
    /// The nodes of the search of each opening.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
}

/// Why a set cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningSetError {
    /// No opening of this number of stones is even enough.
    #[error("no even opening of {0} stones: a wider --window, or other stones?")]
    NoneEven(usize),
    /// There are fewer different openings.
    #[error("there seem to be only {0} different openings of this kind")]
    TooFew(usize),
}

impl OpeningSet {
    /// Makes the openings, one zone of the board after the other. `report` takes the number of openings so far.
    ///
    /// # Errors
    /// If there seem to be no such openings, or not enough.
    pub fn make(&self, report: &mut dyn FnMut(usize)) -> Result<Vec<Vec<Point>>, OpeningSetError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut state = SearchState::new(TABLE_BYTES);
        let (least, most) = self.stones;
        let (mut openings, mut known, mut twins) = (Vec::new(), HashSet::new(), 0);
        while openings.len() < self.count {
            let number = openings.len();
            let kinds = most - least + 1;
            let stones = least + number % kinds;
            let style = OpeningStyle {
                rule: self.rule,
                size: self.size,
                stones: (stones, stones),
                zone: Some(Zone::ALL[number / kinds % Zone::ALL.len()]),
                window: self.window,
                nodes: self.nodes,
            };
            let (points, _) = balanced_opening(&style, &mut state, &mut rng)
                .ok_or(OpeningSetError::NoneEven(stones))?;
            if known.insert(canonical(&points, self.size)) {
                openings.push(points);
                report(openings.len());
                twins = 0;
            } else if twins == TWINS_LIMIT {
                return Err(OpeningSetError::TooFew(number));
            } else {
                twins += 1;
            }
        }
        Ok(openings)
    }
}

/// The line numbers of the first opening that is another one under a symmetry of the board, and of that one.
pub fn first_twins(openings: &[OpeningLine], size: Size) -> Option<(usize, usize)> {
    let mut known = HashMap::new();
    openings.iter().find_map(|OpeningLine { number, points }| {
        let twin = known.insert(canonical(points, size), *number)?;
        Some((*number, twin))
    })
}

/// The stones of an opening with their colors, the same for all eight images of it.
fn canonical(points: &[Point], size: Size) -> Vec<(usize, Point)> {
    let images = Symmetry::all().map(|symmetry| {
        let color = |(i, &point): (usize, &Point)| (i % 2, symmetry.apply(point, size));
        let mut stones: Vec<(usize, Point)> = points.iter().enumerate().map(color).collect();
        stones.sort();
        stones
    });
    images.min().unwrap_or_default()
}
