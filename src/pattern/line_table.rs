//! From the cells around a point on one line to the shape that each color would make there.
//!
//! A *half* is the cells on one side of the point, nearest first, two bits each: 0 empty, 1 black,
//! 2 white, 3 edge or block. A *key* holds the lower half in its low bits and the upper half above.
//! The shapes are worked out once per rule by playing the line forward: a shape is what one more stone
//! makes of it. Cells behind the first stone or edge that stops a color do not matter to it, which
//! leaves 94 x 94 lines to work out; the table then spreads them over all keys.

use super::shape::Shape;
use crate::board::Color;
use crate::rule::RuleSpec;
use std::collections::HashMap;

/// The greatest number of cells on each side of a point that bear on its shape.
pub(super) const MAX_REACH: usize = 5;
/// Entries of a table: keys of two halves of [`MAX_REACH`] cells.
pub(super) const KEYS: usize = 1 << (4 * MAX_REACH);

const OWN: u16 = 1;
const OPPONENT: u16 = 2;
const WALL: u16 = 3;
const UNKNOWN: u8 = u8::MAX;

/// The shapes of both colors by key: black's in the low four bits, white's in the high four.
pub(super) struct LineTable {
    reach: usize,
    shapes: Box<[u8]>,
}

impl LineTable {
    pub(super) fn new(spec: &RuleSpec) -> LineTable {
        // Four cells a side hold every five through the point; five tell what stands at its ends.
        let ends_matter =
            !spec.overline_wins.black || !spec.overline_wins.white || !spec.blocked_five_wins;
        let reach = if ends_matter {
            MAX_REACH
        } else {
            MAX_REACH - 1
        };
        let halves = 1 << (2 * reach);
        let mut solvers =
            [Color::Black, Color::White].map(|color| LineSolver::new(spec, color, reach));
        let canonical = [Color::Black, Color::White].map(|color| {
            let solver = &solvers[color as usize];
            (0..halves as u16)
                .map(|half| solver.canonical(half, color))
                .collect::<Vec<u16>>()
        });
        let of_low = [0, 1].map(|color: usize| -> Vec<u16> {
            let reversed = (0..halves).map(|low| canonical[color][reverse(low, reach)]);
            reversed.collect()
        });
        let mut shapes = vec![0; KEYS];
        // Halves that are the same to both colors have the same row.
        let mut rows = HashMap::new();
        let [of_black, of_white] = &canonical;
        for (high, (&black, &white)) in of_black.iter().zip(of_white).enumerate() {
            let row = high << (2 * reach);
            let high = [black, white];
            if let Some(&same) = rows.get(&high) {
                shapes.copy_within(same..same + halves, row);
                continue;
            }
            for low in 0..halves {
                let mut shape =
                    |color: usize| solvers[color].shape(of_low[color][low], high[color]);
                shapes[row | low] = shape(0) as u8 | (shape(1) as u8) << 4;
            }
            rows.insert(high, row);
        }
        LineTable {
            reach,
            shapes: shapes.into_boxed_slice(),
        }
    }

    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// The table as an array, for the hot loop without bounds checks.
    #[inline]
    pub(super) fn shapes(&self) -> &[u8] {
        &self.shapes
    }
}

/// A key's low half lists its cells from the farthest; a half from the nearest.
fn reverse(half: usize, reach: usize) -> usize {
    (0..reach).fold(0, |sum, i| {
        sum | (half >> (2 * i) & 3) << (2 * (reach - 1 - i))
    })
}

/// Works out what one color makes of a line.
struct LineSolver {
    overline_wins: bool,
    blocked_five_wins: bool,
    double_four_is_foul: bool,
    reach: usize,
    known: Vec<u8>,
}

/// The cells of a line with the new stone in the middle, as one color sees them.
type Line = [u16; 2 * MAX_REACH + 1];

impl LineSolver {
    fn new(spec: &RuleSpec, color: Color, reach: usize) -> LineSolver {
        LineSolver {
            overline_wins: spec.overline_wins[color],
            blocked_five_wins: spec.blocked_five_wins,
            double_four_is_foul: spec.has_fouls(color),
            reach,
            known: vec![UNKNOWN; KEYS],
        }
    }

    /// A half as the color sees it, with everything behind the first stop made wall.
    fn canonical(&self, half: u16, color: Color) -> u16 {
        let mut stopped = None;
        (0..self.reach).fold(0, |sum, i| {
            let cell = match (half >> (2 * i) & 3, color) {
                (1, Color::White) => OPPONENT,
                (2, Color::White) => OWN,
                (cell, _) => cell,
            };
            let cell = match stopped {
                Some(()) => WALL,
                None if cell == OPPONENT && self.blocked_five_wins => WALL,
                None => cell,
            };
            if cell == OPPONENT || cell == WALL {
                stopped = Some(());
            }
            sum | cell << (2 * i)
        })
    }

    /// The shape of a new stone between two canonical halves.
    fn shape(&mut self, low: u16, high: u16) -> Shape {
        let index = (high as usize) << (2 * MAX_REACH) | low as usize;
        if self.known[index] == UNKNOWN {
            let mut line = [WALL; 2 * MAX_REACH + 1];
            line[MAX_REACH] = OWN;
            for i in 0..self.reach {
                line[MAX_REACH - 1 - i] = low >> (2 * i) & 3;
                line[MAX_REACH + 1 + i] = high >> (2 * i) & 3;
            }
            self.known[index] = self.work_out(&line) as u8;
        }
        Shape::from_bits(self.known[index] as u32)
    }

    fn shape_of(&mut self, line: &Line) -> Shape {
        let half = |cells: &mut dyn Iterator<Item = &u16>| {
            cells
                .take(self.reach)
                .enumerate()
                .fold(0, |sum, (i, cell)| sum | cell << (2 * i))
        };
        let low = half(&mut line[..MAX_REACH].iter().rev());
        let high = half(&mut line[MAX_REACH + 1..].iter());
        let (low, high) = (
            self.canonical(low, Color::Black),
            self.canonical(high, Color::Black),
        );
        self.shape(low, high)
    }

    fn shape_with(&mut self, line: &Line, at: usize, cell: u16) -> Shape {
        let mut next = *line;
        next[at] = cell;
        self.shape_of(&next)
    }

    fn work_out(&mut self, line: &Line) -> Shape {
        if let Some(shape) = self.completed(line) {
            return shape;
        }
        let gaps: Vec<usize> = (0..line.len()).filter(|&at| line[at] == 0).collect();
        let next: Vec<Shape> = gaps
            .iter()
            .map(|&at| self.shape_with(line, at, OWN))
            .collect();
        let count = |is: &dyn Fn(Shape) -> bool| next.iter().filter(|&&shape| is(shape)).count();
        let fives: Vec<usize> = gaps
            .iter()
            .zip(&next)
            .filter(|&(_, &s)| s == Shape::Five)
            .map(|(&at, _)| at)
            .collect();
        if !fives.is_empty() {
            return self.four(line, &gaps, &fives);
        }
        let straight_fours = count(&|s| s == Shape::StraightFour);
        let fours = count(&|s| s.is_four());
        let threes = count(&|s| s.is_three());
        let any = |is: &dyn Fn(Shape) -> bool| count(is) > 0;
        match () {
            _ if straight_fours >= 2 => Shape::BroadThree,
            _ if straight_fours == 1 => Shape::Three,
            _ if fours > 0 => Shape::BlockedThree,
            _ if threes >= 3 => Shape::BroadTwo,
            _ if threes > 0 => Shape::Two,
            _ if any(&|s| s == Shape::BlockedThree) => Shape::BlockedTwo,
            _ if any(&|s| s.is_two()) => Shape::One,
            _ if any(&|s| s == Shape::BlockedTwo) => Shape::BlockedOne,
            _ => Shape::Dead,
        }
    }

    /// Five or overline, if the new stone completes a run so long.
    fn completed(&self, line: &Line) -> Option<Shape> {
        let after = (1..=MAX_REACH)
            .take_while(|&i| line[MAX_REACH + i] == OWN)
            .count();
        let before = (1..=MAX_REACH)
            .take_while(|&i| line[MAX_REACH - i] == OWN)
            .count();
        let end = |at: Option<usize>| at.and_then(|at| line.get(at)) == Some(&OPPONENT);
        let blocked = end(Some(MAX_REACH + after + 1)) && end((MAX_REACH - before).checked_sub(1));
        match 1 + after + before {
            0..=4 => None,
            5 if self.blocked_five_wins || !blocked => Some(Shape::Five),
            5 => Some(Shape::Dead),
            _ if self.overline_wins => Some(Shape::Five),
            _ => Some(Shape::Overline),
        }
    }

    /// Which four it is, given the points that make five.
    fn four(&mut self, line: &Line, gaps: &[usize], fives: &[usize]) -> Shape {
        let stops = |solver: &mut Self, reply: usize| {
            let mut next = *line;
            next[reply] = OPPONENT;
            let completes =
                |solver: &mut Self, at: usize| solver.shape_with(&next, at, OWN) == Shape::Five;
            !fives.iter().any(|&at| at != reply && completes(solver, at))
        };
        if fives.len() == 1 || gaps.iter().any(|&reply| stops(self, reply)) {
            return Shape::Four;
        }
        let in_a_row = fives.len() == 2 && fives[1] - fives[0] == 5;
        if self.double_four_is_foul && !in_a_row {
            Shape::DoubleFour
        } else {
            Shape::StraightFour
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    /// The shape for black at `o` in a line drawn with X black, O white, _ empty and | wall.
    fn shape(rule: Rule, drawn: &str) -> Shape {
        let table = LineTable::new(&rule.spec());
        let cells: Vec<char> = drawn.chars().collect();
        let middle = cells.iter().position(|&c| c == 'o').unwrap() as i32;
        let code = |at: i32| match usize::try_from(at).ok().and_then(|at| cells.get(at)) {
            Some('X') => 1,
            Some('O') => 2,
            Some('_') => 0,
            _ => 3,
        };
        let reach = table.reach() as i32;
        let offsets = (-reach..=reach).filter(|&i| i != 0);
        let key = offsets
            .enumerate()
            .fold(0, |k, (n, i)| k | code(middle + i) << (2 * n));
        Shape::from_bits(table.shapes()[key] as u32)
    }

    #[test]
    fn shapes_as_drawn() {
        use Rule::*;
        for rule in [Freestyle, Standard, Renju] {
            assert_eq!(shape(rule, "__XXoXX__"), Shape::Five, "{rule}");
            assert_eq!(shape(rule, "___XXXo__"), Shape::StraightFour, "{rule}");
            assert_eq!(shape(rule, "__OXXXo__"), Shape::Four, "{rule}");
            assert_eq!(shape(rule, "___XXo___"), Shape::BroadThree, "{rule}");
            assert_eq!(shape(rule, "|_XXo__|"), Shape::Three, "{rule}");
            assert_eq!(shape(rule, "|XXo___|"), Shape::BlockedThree, "{rule}");
            assert_eq!(shape(rule, "____Xo____"), Shape::BroadTwo, "{rule}");
            assert_eq!(shape(rule, "|_Xo__|"), Shape::BlockedTwo, "{rule}");
            assert_eq!(shape(rule, "_____o_____"), Shape::One, "{rule}");
            assert_eq!(shape(rule, "|__o_|"), Shape::Dead, "{rule}");
        }
        assert_eq!(shape(Freestyle, "XXXoXX"), Shape::Five);
        assert_eq!(shape(Standard, "XXXoXX"), Shape::Overline);
        assert_eq!(shape(Freestyle, "XX_oX_XX"), Shape::StraightFour);
        assert_eq!(shape(Renju, "XX_oX_XX"), Shape::DoubleFour);
        assert_eq!(shape(Standard, "X_XXXo_"), Shape::Four);
        assert_eq!(shape(Standard, "X_XXo_X"), Shape::StraightFour);
        assert_eq!(shape(Standard, "X_XXo|"), Shape::Four);
    }

    #[test]
    fn caro_counts_what_stands_at_the_ends() {
        use Rule::*;
        assert_eq!(shape(CaroExact, "OXXoXXO"), Shape::Dead);
        assert_eq!(shape(Standard, "OXXoXXO"), Shape::Five);
        assert_eq!(shape(CaroExact, "|XXoXXO"), Shape::Five);
        assert_eq!(shape(Caro, "OXXXoXXO"), Shape::Five);
        assert_eq!(shape(CaroExact, "OXXXoXXO"), Shape::Overline);
        // One reply beside the run makes the other end worthless.
        assert_eq!(shape(Caro, "__XXXo_O"), Shape::Four);
        assert_eq!(shape(Caro, "__XXXo__"), Shape::StraightFour);
    }
}
