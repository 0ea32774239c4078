//! A certificate's decisions on a board of another size.

use crate::board::{Point, Size, Symmetry, stones_in_turn};
use crate::proof::Certificate;

/// Moves a certificate's decisions to a board of another size, as hints: they prove nothing there.
///
/// The first stone is put on the centre, in all eight orientations, since on even boards they differ. Decisions that
/// do not fit on the board are left out. Where two decide a position, the move nearer to the middle of the board stands:
/// it has more room.
pub fn on_board(certificate: &Certificate, size: Size) -> Certificate {
    let mut moved = Certificate::new(certificate.rule, size, Vec::new(), certificate.plies);
    certificate.walk(|moves, decision| {
        let Some(decision) = decision else { return };
        let first = moves.first().copied().unwrap_or(decision);
        for symmetry in Symmetry::all() {
            let image = |&point: &Point| {
                let [from, to] = [first, point].map(|p| symmetry.apply(p, certificate.size));
                from_the_centre(from, to, size)
            };
            let moves: Option<Vec<Point>> = moves.iter().map(image).collect();
            let (Some(moves), Some(decision)) = (moves, image(&decision)) else {
                continue;
            };
            let stones = stones_in_turn(&moves);
            let has_more_room = |other| from_middle(decision, size) < from_middle(other, size);
            if moved.decision(&stones).is_none_or(has_more_room) {
                moved.decide(&stones, decision);
            }
        }
    });
    moved
}

/// The point that lies from a board's centre as `to` lies from `from`, if it is on the board.
fn from_the_centre(from: Point, to: Point, size: Size) -> Option<Point> {
    let centre = size.centre();
    let along = |centre: usize, from: usize, to: usize| (centre + to) as i64 - from as i64;
    size.point(
        along(centre.x(), from.x(), to.x()),
        along(centre.y(), from.y(), to.y()),
    )
}

/// The distance from the middle of the board, which on even boards lies between points, in half points.
fn from_middle(point: Point, size: Size) -> usize {
    let last = size.side() - 1;
    (2 * point.x()).abs_diff(last) + (2 * point.y()).abs_diff(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, point_name};
    use crate::rule::Rule;

    fn moved(lines: &str, side: usize) -> (Certificate, Size) {
        let mut certificate = Certificate::new(Rule::Standard, Size::FIFTEEN, Vec::new(), 33);
        assert_eq!(certificate.read_lines(lines), Ok(0));
        let size = Size::new(side).unwrap();
        (on_board(&certificate, size), size)
    }

    fn decision(certificate: &Certificate, moves: &str, size: Size) -> Option<String> {
        let stones = stones_in_turn(&parse_points(moves, size).unwrap());
        let point = certificate.decision(&stones)?;
        Some(point_name(point, size))
    }

    #[test]
    fn what_fits_stands_around_the_centre() {
        let (odd, size) = moved("h8 a1 = i9\nh8 h10 = g7\n", 13);
        assert_eq!(odd.size, size);
        assert_eq!(decision(&odd, "", size), Some("g7".into()));
        assert_eq!(decision(&odd, "g7 g9", size), Some("f6".into()));
        assert_eq!(odd.len(), 2, "a1 is on no board of 13x13");
    }

    #[test]
    fn an_even_board_takes_all_orientations() {
        let (even, size) = moved("h8 a8 = i9\n", 14);
        let centre = point_name(size.centre(), size);
        assert_eq!(decision(&even, "", size), Some(centre.clone()));
        let reply = |name: &str| decision(&even, &format!("{centre} {name}"), size);
        assert_eq!(
            centre, "h7",
            "seven points are on its left and above it, six on its right and below it"
        );
        assert_eq!(reply("a7"), Some("i8".into()), "not i6");
        assert_eq!(reply("h14"), Some("g6".into()), "not i6");
        assert_eq!(even.len(), 2, "a7 and h14 are images of each other");
    }
}
