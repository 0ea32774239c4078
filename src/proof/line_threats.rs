//! What a line of the board holds for each color, computed from its stones by the definitions.
//!
//! Each kind of threat is defined by what one more stone makes of it; a small cache keeps the lines
//! that were met. Shares nothing with the tables in `pattern`: a proof is checked by other eyes than
//! those that found it.

use crate::board::{ByColor, Color, GOLDEN};
use crate::rule::RuleSpec;

/// What a stone on an empty cell of a line makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A winning five.
    Five,
    /// One more stone makes five: `OOOo_`. Straight fours are fours too.
    Four,
    /// One more stone makes five, and no single stone of the other color stops that: `_OOOo_`.
    Straight,
    /// One more stone makes a straight four: `_OOo_`.
    Three,
    /// Six or more in a row that do not win.
    Overline,
}

/// The number of [`Kind`]s.
pub(super) const KINDS: usize = 5;

/// The stones of a line as bits, its first cell lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Cells, up to 22.
    pub length: u32,
    /// The stones of each color.
    pub stones: ByColor<u32>,
    /// Cells on which nobody may play.
    pub blocked: u32,
}

impl Line {
    /// The empty cells at which black, with one more stone at `cell`, makes four in an unbroken row with it, an
    /// empty cell at each end and no stone of its own behind.
    pub fn straight_extensions(self, cell: u32) -> impl Iterator<Item = u32> {
        let own = self.stones[Color::Black] | cell;
        let empty = ((1 << self.length) - 1) & !(own | self.stones[Color::White] | self.blocked);
        (1..self.length.saturating_sub(4)).filter_map(move |first| {
            let row = 0b1111 << first;
            let missing = row & !own;
            let ends = 1 << (first - 1) | 1 << (first + 4);
            let behind = (1 << first >> 2) | 1 << (first + 5);
            let is_row = row & cell != 0 && missing.count_ones() == 1 && missing & empty != 0;
            (is_row && ends & !empty == 0 && behind & own == 0).then_some(missing)
        })
    }
}

/// The empty cells of a line at which each color makes something: bits as in [`Line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct LineThreats(ByColor<[u32; KINDS]>);

impl LineThreats {
    #[inline]
    pub fn cells(&self, kind: Kind, color: Color) -> u32 {
        self.0[color][kind as usize]
    }

    fn of(line: Line, spec: &RuleSpec) -> LineThreats {
        LineThreats(ByColor::from_fn(|color| {
            let own = line.stones[color];
            let view = View {
                own,
                other: line.stones[!color],
                empty: ((1 << line.length) - 1) & !(own | line.stones[!color] | line.blocked),
                overline_wins: spec.overline_wins[color],
                blocked_five_wins: spec.blocked_five_wins,
                length: line.length,
            };
            let five = view.fives();
            let (four, straight) = view.fours();
            [
                five,
                four & !five,
                straight & !five,
                view.threes() & !(four | five),
                view.overlines() & !five,
            ]
        }))
    }
}

/// A line as one color sees it.
#[derive(Clone, Copy)]
struct View {
    own: u32,
    other: u32,
    empty: u32,
    length: u32,
    overline_wins: bool,
    blocked_five_wins: bool,
}

impl View {
    fn with_own(mut self, cell: u32) -> View {
        self.own |= cell;
        self.empty &= !cell;
        self
    }

    fn with_other(mut self, cell: u32) -> View {
        self.other |= cell;
        self.empty &= !cell;
        self
    }

    /// The empty cells at which a stone completes a winning five. Bit by bit for all windows of five
    /// cells, each at its first cell.
    fn fives(self) -> u32 {
        if self.own.count_ones() < 4 {
            return 0;
        }
        let own = [0, 1, 2, 3, 4].map(|step| self.own >> step);
        let is_longer = self.own << 1 | self.own >> 5;
        let is_blocked = self.other << 1 & self.other >> 5;
        let mut loses = 0;
        if !self.overline_wins {
            loses |= is_longer;
        }
        if !self.blocked_five_wins {
            loses |= is_blocked & !is_longer;
        }
        let missing = |gap: usize| {
            let others = (0..5).filter(|&step| step != gap);
            let windows = others.fold(self.empty >> gap, |all, step| all & own[step]);
            (windows & !loses) << gap
        };
        (0..5).fold(0, |all, gap| all | missing(gap))
    }

    /// The empty cells that have at least `count` own stones within four cells.
    fn near(self, stones: u32) -> impl Iterator<Item = u32> {
        cells(self.empty).filter(move |&cell| {
            let window = (0..=4).fold(0, |all, step| all | cell << step | cell >> step);
            (self.own & window).count_ones() >= stones
        })
    }

    /// The empty cells at which a stone makes a four, and those at which it makes a straight four.
    fn fours(self) -> (u32, u32) {
        let (mut fours, mut straights) = (0, 0);
        if self.own.count_ones() < 3 {
            return (0, 0);
        }
        for cell in self.near(3) {
            let next = self.with_own(cell);
            let fives = next.fives();
            if fives != 0 {
                fours |= cell;
            }
            let stops = |reply: u32| next.with_other(reply).fives() == 0;
            if fives.count_ones() >= 2 && (self.blocked_five_wins || !cells(next.empty).any(stops))
            {
                straights |= cell;
            }
        }
        (fours, straights)
    }

    /// The empty cells at which a stone lets the next make a straight four.
    fn threes(self) -> u32 {
        if self.own.count_ones() < 2 {
            return 0;
        }
        let makes_three = |cell: &u32| self.with_own(*cell).fours().1 != 0;
        self.near(2).filter(makes_three).sum()
    }

    fn overlines(self) -> u32 {
        if self.overline_wins || self.own.count_ones() < 5 {
            return 0;
        }
        let is_six = |cell: &u32| {
            let own = self.own | cell;
            (0..=self.length as i32 - 6).any(|first| own >> first & 0b11_1111 == 0b11_1111)
        };
        cells(self.empty).filter(is_six).sum()
    }
}

/// The single bits of a mask, lowest first.
pub(super) fn cells(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

const CACHE_BITS: u32 = 17;

/// The lines that were met last.
pub(super) struct LineCache {
    spec: RuleSpec,
    lines: Box<[(u64, u32, LineThreats)]>,
}

impl LineCache {
    pub fn new(spec: RuleSpec) -> LineCache {
        // No line has length 0, so that nothing is found in an empty slot.
        let none = (0, 0, LineThreats::default());
        LineCache {
            spec,
            lines: vec![none; 1 << CACHE_BITS].into_boxed_slice(),
        }
    }

    /// The threats of a line.
    #[inline]
    pub fn threats(&mut self, line: Line) -> LineThreats {
        let ByColor { black, white } = line.stones;
        let key = black as u64 | (white as u64) << 22 | (line.length as u64) << 44;
        let mixed = (key ^ (line.blocked as u64) << 20).wrapping_mul(GOLDEN);
        let slot = &mut self.lines[(mixed >> (64 - CACHE_BITS)) as usize];
        if slot.0 != key || slot.1 != line.blocked {
            *slot = (key, line.blocked, LineThreats::of(line, &self.spec));
        }
        slot.2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    const NONE: [usize; 0] = [];

    /// The cells of a drawn line at which black makes something.
    fn threats(rule: Rule, drawing: &str, kind: Kind) -> Vec<usize> {
        let bits = |c: char| {
            let is_it = |&(_, d): &(usize, char)| d == c;
            drawing
                .chars()
                .enumerate()
                .filter(is_it)
                .map(|(i, _)| 1 << i)
                .sum()
        };
        let line = Line {
            length: drawing.len() as u32,
            stones: ByColor {
                black: bits('X'),
                white: bits('O'),
            },
            blocked: bits('#'),
        };
        let found = LineThreats::of(line, &rule.spec()).cells(kind, Color::Black);
        (0..drawing.len()).filter(|i| found >> i & 1 != 0).collect()
    }

    #[test]
    fn threats_follow_their_definitions() {
        use Rule::*;
        assert_eq!(threats(Freestyle, "_XXXX__", Kind::Five), [0, 5]);
        assert_eq!(threats(Standard, "XX_XXX_", Kind::Five), NONE);
        assert_eq!(threats(Freestyle, "XX_XXX_", Kind::Five), [2]);
        assert_eq!(threats(Caro, "OXXXX_O", Kind::Five), NONE);
        assert_eq!(threats(Standard, "OXXX___", Kind::Four), [4, 5]);
        assert_eq!(threats(Standard, "_XXX___", Kind::Straight), [4]);
        assert_eq!(threats(Standard, "X_XXX__X", Kind::Straight), NONE);
        assert_eq!(threats(Freestyle, "___XX___", Kind::Three), [1, 2, 5, 6]);
        assert_eq!(threats(Standard, "O_XX__#", Kind::Three), NONE);
        assert_eq!(threats(Standard, "XXX_XX_", Kind::Overline), [3]);
        assert_eq!(threats(Caro, "O_XXX_O", Kind::Straight), NONE);
        assert_eq!(threats(Freestyle, "XXX_X_XXX", Kind::Straight), NONE);
        assert_eq!(threats(Freestyle, "XX__X__XX", Kind::Straight), NONE);
        assert_eq!(threats(Freestyle, "X_X_X_X_X", Kind::Straight), [3, 5]);
    }
}
