//! Distances between points as table indices.

/// The number of [`distance`]s.
pub const DISTANCES: usize = 28;
/// From here on points are far from each other.
const FAR: i32 = 7;

/// How far two points are from each other, as a number: by the greater and the smaller of the distances along
/// rows and columns; 0 where the greater is 7 or more.
pub fn distance(dx: i32, dy: i32) -> usize {
    let (dx, dy) = (dx.abs(), dy.abs());
    let (greater, smaller) = (dx.max(dy), dx.min(dy));
    if greater >= FAR {
        return 0;
    }
    (greater * (greater + 1) / 2 + smaller) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_numbered_without_a_gap() {
        let near = (0..FAR).flat_map(|dx| (0..FAR).map(move |dy| distance(dx, -dy)));
        let numbers: std::collections::BTreeSet<usize> = near.collect();
        assert_eq!(numbers, (0..DISTANCES).collect());
        assert_eq!((distance(2, -5), distance(-7, 1)), (distance(5, 2), 0));
    }
}
