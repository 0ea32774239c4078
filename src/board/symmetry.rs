//! The eight symmetries of the square board.

use super::point::{Point, Size};

/// A rotation or reflection: an optional swap of the axes after optional reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    flip_x: bool,
    flip_y: bool,
    swap: bool,
}

impl Symmetry {
    /// Lists all eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            flip_x: bits & 1 != 0,
            flip_y: bits & 2 != 0,
            swap: bits & 4 != 0,
        })
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        match self.swap {
            false => self,
            // Reflecting and then swapping is undone by swapping and then reflecting the other axes.
            true => Symmetry {
                flip_x: self.flip_y,
                flip_y: self.flip_x,
                swap: true,
            },
        }
    }

    /// Maps a point of a board of the given size.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let last = size.side() - 1;
        let mut x = if self.flip_x {
            last - point.x()
        } else {
            point.x()
        };
        let mut y = if self.flip_y {
            last - point.y()
        } else {
            point.y()
        };
        if self.swap {
            std::mem::swap(&mut x, &mut y);
        }
        match size.point(x as i64, y as i64) {
            Some(image) => image,
            None => unreachable!("a symmetry keeps the board"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_eight_images_of_an_odd_point_differ() {
        let size = Size::FIFTEEN;
        let point = size.point(1, 4).unwrap();
        let images: HashSet<Point> = Symmetry::all().map(|s| s.apply(point, size)).collect();
        assert_eq!(images.len(), 8);
        assert!(Symmetry::all().all(|s| s.apply(size.centre(), size) == size.centre()));
    }
}
