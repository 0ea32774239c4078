//! Sets of openings that are different under all symmetries.

use super::openings::{OpeningStyle, Zone, balanced_opening};
use crate::board::{Point, Size, Symmetry};
use crate::record::{OpeningFormat, OpeningLine};
use crate::rule::Rule;
use crate::search::SearchState;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};

/// Openings in a row that are known already, after which there seem to be no others.
const TWINS_LIMIT: usize = 1000;
/// The size in bytes of the searches' transposition table: at most, and for each node.
const TABLE_BYTES: usize = 32 << 20;
const TABLE_BYTES_PER_NODE: usize = 1 << 10;

/// The settings of a set of openings: flags of `tengen openings make`.
#[derive(Args, Clone, Copy, Debug)]
pub struct OpeningSet {
    /// How many.
    #[arg(long, default_value_t = 210, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub count: usize,
    /// The least number of stones.
    #[arg(long, default_value_t = 3)]
    pub least: usize,
    /// The greatest number of stones.
    #[arg(long, default_value_t = 9)]
    pub most: usize,
    /// How far the score may be from even.
    #[arg(long, default_value_t = 60)]
    pub window: i32,
    /// The node limit of each search.
    #[arg(long, default_value_t = 200_000)]
    pub nodes: u64,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Why a set cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningSetError {
    /// No opening of this number of stones is even enough.
    #[error("no even opening of {0} stones")]
    NoneEven(usize),
    /// The numbers of stones are no range.
    #[error("from {0} to {1} stones: from 1, and not less than before")]
    NoRange(usize, usize),
    /// There are fewer different openings.
    #[error("there seem to be only {0} different openings of this kind")]
    TooFew(usize),
}

impl OpeningSet {
    /// Makes the openings, numbers of stones and zones of the board in turn. `report` takes the number of openings so
    /// far.
    ///
    /// # Errors
    /// If there seem to be no such openings, or not enough.
    pub fn make(
        &self,
        rule: Rule,
        size: Size,
        report: &mut dyn FnMut(usize),
    ) -> Result<Vec<Vec<Point>>, OpeningSetError> {
        let (least, most) = (self.least, self.most);
        if least == 0 || most < least {
            return Err(OpeningSetError::NoRange(least, most));
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        // It is cleared for each search.
        let table_bytes = (self.nodes as usize).saturating_mul(TABLE_BYTES_PER_NODE);
        let mut state = SearchState::new(table_bytes.min(TABLE_BYTES));
        let (mut openings, mut known, mut twins) = (Vec::new(), HashSet::new(), 0);
        while openings.len() < self.count {
            let number = openings.len();
            let kinds = most - least + 1;
            let stones = least + number % kinds;
            let style = OpeningStyle {
                rule,
                size,
                stones: (stones, stones),
                zone: Some(Zone::ALL[number / kinds % Zone::ALL.len()]),
                window: self.window,
                nodes: self.nodes,
            };
            let (points, _) = balanced_opening(&style, &mut state, &mut rng)
                .ok_or(OpeningSetError::NoneEven(stones))?;
            if known.insert(canonical(&points, size)) {
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

    /// The openings as lines of a file, after a comment with the command that makes them again.
    pub fn file(&self, league: &str, openings: &[Vec<Point>], size: Size) -> String {
        let OpeningSet {
            count,
            least,
            most,
            window,
            nodes,
            seed,
        } = self;
        format!(
            "# Balanced openings of Tengen's own making, offsets from the centre, black first, y down.\n\
             # tengen openings make {league} --count {count} --least {least} --most {most} --window {window} \
             --nodes {nodes} --seed {seed}\n{}",
            OpeningFormat::Offset.write_all(openings, size)
        )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read_openings;

    const RULE: Rule = Rule::Standard;
    const SIZE: Size = Size::FIFTEEN;

    fn set(count: usize, window: i32) -> OpeningSet {
        OpeningSet {
            count,
            least: 4,
            most: 5,
            window,
            nodes: 2_000,
            seed: 3,
        }
    }

    #[test]
    fn openings_are_different_and_reproducible() {
        let mut reports = Vec::new();
        let set = set(4, 10_000);
        let openings = set
            .make(RULE, SIZE, &mut |made| reports.push(made))
            .unwrap();
        assert_eq!(reports, [1, 2, 3, 4]);
        let stones: Vec<usize> = openings.iter().map(Vec::len).collect();
        assert_eq!(stones, [4, 5, 4, 5]);
        assert_eq!(set.make(RULE, SIZE, &mut |_| ()), Ok(openings.clone()));
        let text = set.file("standard15", &openings, SIZE);
        let lines = read_openings(&text, RULE, SIZE, OpeningFormat::Offset).unwrap();
        assert_eq!(first_twins(&lines, SIZE), None);
        let mirrored = text.replacen('#', "# twice\n#", 1) + text.lines().last().unwrap();
        let lines = read_openings(&mirrored, RULE, SIZE, OpeningFormat::Offset).unwrap();
        assert_eq!(first_twins(&lines, SIZE), Some((8, 7)));
    }

    #[test]
    fn settings_without_openings_are_errors() {
        let error = |set: OpeningSet| set.make(RULE, SIZE, &mut |_| ()).unwrap_err();
        assert_eq!(error(set(1, -1)), OpeningSetError::NoneEven(4));
        let no_range = OpeningSet {
            least: 6,
            ..set(1, 60)
        };
        assert_eq!(error(no_range), OpeningSetError::NoRange(6, 5));
    }
}
