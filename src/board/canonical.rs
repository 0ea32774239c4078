//! Positions up to symmetry.

use super::color::Color;
use super::point::{Point, Size};
use super::symmetry::Symmetry;

/// The stones of a position, the same for all its eight images and all orders of play; exact.
///
/// `[stone]`: the point's number row by row from the top, times two, plus one for white; ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalStones(Box<[u16]>);

impl CanonicalStones {
    /// Picks the least of a position's eight images, and tells the symmetry that leads to it.
    pub fn of(stones: &[(Point, Color)], size: Size) -> (CanonicalStones, Symmetry) {
        let numbers = |symmetry: Symmetry| {
            stones.iter().map(move |&(point, color)| {
                let image = symmetry.apply(point, size);
                (2 * (image.y() * size.side() + image.x())) as u16 + color as u16
            })
        };
        let image = |symmetry: Symmetry| {
            let mut image: Box<[u16]> = numbers(symmetry).collect();
            image.sort_unstable();
            (image, symmetry)
        };
        // Hardly ever do two images share the least first stone.
        let first = |symmetry: Symmetry| (numbers(symmetry).min(), symmetry);
        let firsts: Vec<_> = Symmetry::all().map(first).collect();
        let least = firsts.iter().map(|&(stone, _)| stone).min();
        let images = firsts.iter().filter(|&&(stone, _)| Some(stone) == least);
        let images = images.map(|&(_, symmetry)| image(symmetry));
        let least = images.min_by(|a, b| a.0.cmp(&b.0));
        match least {
            Some((image, symmetry)) => (CanonicalStones(image), symmetry),
            None => unreachable!("there are eight symmetries"),
        }
    }

    /// The stones of the least image.
    pub fn stones(&self, size: Size) -> impl Iterator<Item = (Point, Color)> {
        self.0.iter().map(move |&number| {
            let place = (number / 2) as usize;
            let (x, y) = (place % size.side(), place / size.side());
            match size.point(x as i64, y as i64) {
                Some(point) => (point, Color::ALL[(number % 2) as usize]),
                None => unreachable!("made from points of this board"),
            }
        })
    }

    /// The number of stones.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the board is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Moves as stones of both colors in turn, black's first.
pub fn stones_in_turn(moves: &[Point]) -> Vec<(Point, Color)> {
    let stone = |(ply, &point): (usize, &Point)| (point, Color::ALL[ply % 2]);
    moves.iter().enumerate().map(stone).collect()
}

/// Stones that were put in no known order: a black and a white one in turn, while there are any left.
pub fn stones_in_rounds(black: &[Point], white: &[Point]) -> Vec<(Point, Color)> {
    let rounds = 0..black.len().max(white.len());
    let round = |index: usize| {
        let of = |points: &[Point], color| points.get(index).map(|&point| (point, color));
        [of(black, Color::Black), of(white, Color::White)]
    };
    rounds.flat_map(round).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_points;

    /// Also positions with symmetries of their own, where several images tie.
    #[test]
    fn all_images_are_one_and_moves_go_there_and_back() {
        let size = Size::FIFTEEN;
        for (moves, reply) in [
            ("h8", "i9"),
            ("h8 i9", "g7"),
            ("h8 h9 h7", "j8"),
            ("h8 i8 g9 b3 c4", "k2"),
            ("g7 i9 i7 g9", "h8"),
        ] {
            let points = parse_points(moves, size).unwrap();
            let reply = parse_points(reply, size).unwrap()[0];
            let stones = |symmetry: Symmetry| -> Vec<(Point, Color)> {
                let image = |(i, &p): (usize, &Point)| (symmetry.apply(p, size), Color::ALL[i % 2]);
                points.iter().enumerate().map(image).rev().collect()
            };
            let with = |mut stones: Vec<(Point, Color)>, reply: Point| {
                stones.push((reply, Color::Black));
                CanonicalStones::of(&stones, size).0
            };
            let plain: Vec<(Point, Color)> = stones(Symmetry::all().next().unwrap());
            let (canonical, there) = CanonicalStones::of(&plain, size);
            let stored = there.apply(reply, size);
            for symmetry in Symmetry::all() {
                let image = stones(symmetry);
                let (same, here) = CanonicalStones::of(&image, size);
                assert_eq!(same, canonical);
                let back = here.inverse().apply(stored, size);
                assert_eq!(with(image, back), with(plain.clone(), reply), "{moves}");
                assert_eq!(here.inverse().apply(here.apply(reply, size), size), reply);
            }
        }
    }
}
