//! A board that knows what each of its lines holds, with play and undo.

use super::line_threats::{KINDS, Kind, Line, LineCache, LineThreats, cells};
use crate::board::{Board, ByColor, Cell, Color, Direction, Point, PointSet};
use crate::rule::{Rule, foul};

/// Lines in one direction of the padded board.
const LINES: usize = 64;

/// Where a line lies on the padded board.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The first cell's place, counted along the padded line.
    first: u32,
    length: u32,
}

/// Stones, and the threats of all lines.
pub(super) struct ThreatBoard {
    board: Board,
    rule: Rule,
    cache: LineCache,
    places: [[Place; LINES]; 4],
    lines: [[Line; LINES]; 4],
    threats: [[LineThreats; LINES]; 4],
    /// `[kind][direction]`: the lines that hold a kind, one bit each.
    held: ByColor<[[u64; 4]; KINDS]>,
    undo: Vec<[LineThreats; 4]>,
}

impl ThreatBoard {
    pub fn new(rule: Rule, board: Board) -> ThreatBoard {
        let none = Line {
            length: 0,
            stones: ByColor::both(0),
            blocked: 0,
        };
        let mut this = ThreatBoard {
            rule,
            cache: LineCache::new(rule.spec()),
            places: [[Place::default(); LINES]; 4],
            lines: [[none; LINES]; 4],
            threats: [[LineThreats::default(); LINES]; 4],
            held: ByColor::both([[0; 4]; KINDS]),
            undo: Vec::new(),
            board,
        };
        this.lay_lines();
        this
    }

    fn lay_lines(&mut self) {
        for point in self.board.size().points() {
            for direction in Direction::ALL {
                let (line, place) = point.line(direction);
                let laid = &mut self.places[direction.index()][line];
                if laid.length == 0 {
                    laid.first = place as u32;
                }
                laid.length = place as u32 - laid.first + 1;
                let bit = 1 << (place as u32 - laid.first);
                let bits = &mut self.lines[direction.index()][line];
                bits.length = laid.length;
                match self.board.cell(point) {
                    Cell::Stone(color) => bits.stones[color] |= bit,
                    Cell::Blocked | Cell::Outside => bits.blocked |= bit,
                    Cell::Empty => {}
                }
            }
        }
        for direction in Direction::ALL {
            for line in 0..LINES {
                let bits = self.lines[direction.index()][line];
                if bits.length >= 5 {
                    let threats = self.cache.threats(bits);
                    self.set_threats(direction, line, threats);
                }
            }
        }
    }

    #[inline]
    fn set_threats(&mut self, direction: Direction, line: usize, new: LineThreats) {
        let old = std::mem::replace(&mut self.threats[direction.index()][line], new);
        if old == new {
            return;
        }
        for color in Color::ALL {
            for kind in [Kind::Five, Kind::Four, Kind::Straight, Kind::Three] {
                let held = &mut self.held[color][kind as usize][direction.index()];
                *held &= !(1 << line);
                *held |= ((new.cells(kind, color) != 0) as u64) << line;
            }
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The point's line in a direction, and its bit there.
    #[inline]
    fn bit(&self, point: Point, direction: Direction) -> (usize, u32) {
        let (line, place) = point.line(direction);
        let first = self.places[direction.index()][line].first;
        (line, 1 << (place as u32 - first))
    }

    #[inline]
    pub fn play(&mut self, point: Point, color: Color) {
        self.board.put(point, color);
        let mut old = [LineThreats::default(); 4];
        for direction in Direction::ALL {
            let (line, bit) = self.bit(point, direction);
            let bits = &mut self.lines[direction.index()][line];
            bits.stones[color] |= bit;
            old[direction.index()] = self.threats[direction.index()][line];
            if bits.length >= 5 {
                let new = self.cache.threats(*bits);
                self.set_threats(direction, line, new);
            }
        }
        self.undo.push(old);
    }

    /// Takes the last played stone off; does nothing where none was played.
    #[inline]
    pub fn undo(&mut self) {
        let Some(old) = self.undo.pop() else { return };
        let Some((point, color)) = self.board.take() else {
            return;
        };
        for direction in Direction::ALL {
            let (line, bit) = self.bit(point, direction);
            self.lines[direction.index()][line].stones[color] &= !bit;
            self.set_threats(direction, line, old[direction.index()]);
        }
    }

    /// Whether a color can make something anywhere.
    #[inline]
    pub fn has(&self, kind: Kind, color: Color) -> bool {
        self.held[color][kind as usize]
            .iter()
            .any(|&lines| lines != 0)
    }

    /// The points at which a color makes something.
    #[inline]
    pub fn points(&self, kind: Kind, color: Color) -> PointSet {
        let mut points = PointSet::EMPTY;
        self.each(kind, color, |point| points.insert(point));
        points
    }

    #[inline]
    fn each(&self, kind: Kind, color: Color, mut see: impl FnMut(Point)) {
        for direction in Direction::ALL {
            let mut lines = self.held[color][kind as usize][direction.index()];
            while lines != 0 {
                let line = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let first = self.places[direction.index()][line].first;
                let mask = self.threats[direction.index()][line].cells(kind, color);
                for cell in cells(mask) {
                    see(Point::on_line(
                        direction,
                        line,
                        (first + cell.trailing_zeros()) as usize,
                    ));
                }
            }
        }
    }

    /// The points at which a stone wins in three plies if no five is made in between: straight fours,
    /// and two fours in two lines. Forbidden ones included.
    pub fn straight_fours(&self, color: Color) -> PointSet {
        let (mut once, mut found) = (PointSet::EMPTY, self.points(Kind::Straight, color));
        self.each(Kind::Four, color, |point| match once.contains(point) {
            true => found.insert(point),
            false => once.insert(point),
        });
        found
    }

    /// The stones of a color on the four lines through a point, up to four points away.
    #[inline]
    pub fn support(&self, point: Point, color: Color) -> u32 {
        let stones = |direction| self.stones_near(point, direction, color);
        Direction::ALL.into_iter().map(stones).sum()
    }

    /// The stones of a color on one line through a point, up to four points away.
    #[inline]
    fn stones_near(&self, point: Point, direction: Direction, color: Color) -> u32 {
        let (line, bit) = self.bit(point, direction);
        let near = (bit << 4 | bit << 3 | bit << 2 | bit << 1)
            | (bit >> 4 | bit >> 3 | bit >> 2 | bit >> 1);
        (self.lines[direction.index()][line].stones[color] & near).count_ones()
    }

    /// Whether a color may play at an empty point, by the plain definition: slow.
    pub fn is_legal_by_definition(&self, point: Point, color: Color) -> bool {
        let has_fouls = self.rule.spec().has_fouls(color);
        !(has_fouls && foul(&self.board, point).is_some())
    }

    /// Whether a color may play at an empty point.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        let has_fouls = self.rule.spec().has_fouls(color);
        !(has_fouls && self.is_foul(point))
    }

    /// Whether black may not play at an empty point. What the lines do not tell, the plain definition does.
    fn is_foul(&self, point: Point) -> bool {
        let lines_with = |kind: Kind| {
            let lines = Direction::ALL.map(|direction| self.makes(point, direction, kind));
            lines.into_iter().filter(|&makes| makes).count()
        };
        let is_crowded = |direction| {
            self.makes(point, direction, Kind::Four)
                && self.stones_near(point, direction, Color::Black) > 3
        };
        // In a line with a four of black's, every point near three of its stones counts as a four.
        if self.has(Kind::Five, Color::Black)
            || lines_with(Kind::Overline) > 0
            || Direction::ALL.into_iter().any(is_crowded)
        {
            return foul(&self.board, point).is_some();
        }
        if lines_with(Kind::Four) > 1 {
            return true;
        }
        if lines_with(Kind::Three) < 2 {
            return false;
        }
        let threes = Direction::ALL.map(|direction| self.makes_true_three(point, direction));
        let count = |is_three| threes.iter().filter(|&&three| three == is_three).count();
        match (count(Some(true)), count(None)) {
            (2.., _) => true,
            (1, 1..) | (0, 2..) => foul(&self.board, point).is_some(),
            _ => false,
        }
    }

    /// Whether a stone of black's makes something in one line.
    #[inline]
    fn makes(&self, point: Point, direction: Direction, kind: Kind) -> bool {
        let (line, bit) = self.bit(point, direction);
        self.threats[direction.index()][line].cells(kind, Color::Black) & bit != 0
    }

    /// Whether a stone of black's, no four in this line, makes a three in it that a stone which is not forbidden makes
    /// a straight four; `None` where the lines do not tell. Black has no four on the board.
    fn makes_true_three(&self, point: Point, direction: Direction) -> Option<bool> {
        if !self.makes(point, direction, Kind::Three) {
            return Some(false);
        }
        let (line, bit) = self.bit(point, direction);
        let first = self.places[direction.index()][line].first;
        let mut is_known = true;
        for extension in self.lines[direction.index()][line].straight_extensions(bit) {
            let place = first + extension.trailing_zeros();
            let extension = Point::on_line(direction, line, place as usize);
            let others = Direction::ALL
                .into_iter()
                .filter(|&other| other != direction);
            let makes = |kind| {
                let makes = |&other: &Direction| self.makes(extension, other, kind);
                others.clone().filter(makes).count()
            };
            match (makes(Kind::Four), makes(Kind::Three), makes(Kind::Overline)) {
                (0, 0 | 1, 0) => return Some(true),
                (0, ..) | (.., 1..) => is_known = false,
                _ => {}
            }
        }
        is_known.then_some(false)
    }

    /// The threats of a point's line, if the other color played at `reply` as well.
    #[inline]
    fn with_reply(
        &mut self,
        point: Point,
        direction: Direction,
        reply: Option<(Point, Color)>,
    ) -> LineThreats {
        let (line, _) = self.bit(point, direction);
        let current = self.threats[direction.index()][line];
        let Some((reply, color)) = reply else {
            return current;
        };
        let (its_line, its_bit) = self.bit(reply, direction);
        if its_line != line {
            return current;
        }
        let mut bits = self.lines[direction.index()][line];
        bits.stones[color] |= its_bit;
        self.cache.threats(bits)
    }

    /// The threats of a point's four lines, if the other color played at `reply` as well.
    fn lines_after(&mut self, point: Point, reply: Option<(Point, Color)>) -> [LineThreats; 4] {
        Direction::ALL.map(|direction| self.with_reply(point, direction, reply))
    }

    /// Whether a color makes five at a point whose lines hold these threats.
    fn is_five(&self, point: Point, color: Color, lines: &[LineThreats; 4]) -> bool {
        let makes_five = |&direction: &Direction| {
            let (_, bit) = self.bit(point, direction);
            lines[direction.index()].cells(Kind::Five, color) & bit != 0
        };
        Direction::ALL.iter().any(makes_five)
    }

    /// Whether a point whose lines hold these threats is a straight four of a color that no reply can make
    /// forbidden.
    ///
    /// Under renju such a point makes one four and at most one three more, and no overline: a stone of
    /// white's adds none of these, so that the point stays legal whatever white plays.
    fn is_sure_straight(&self, point: Point, color: Color, lines: &[LineThreats; 4]) -> bool {
        let has_fouls = self.rule.spec().has_fouls(color);
        let (mut straights, mut fours, mut threes, mut overlines) = (0, 0, 0, 0);
        for direction in Direction::ALL {
            let (_, bit) = self.bit(point, direction);
            let threats = lines[direction.index()];
            let has = |kind| (threats.cells(kind, color) & bit != 0) as usize;
            // Two fours in one line make five at two points too, but are forbidden where that is.
            let is_straight = has(Kind::Straight) > 0
                && (!has_fouls || self.is_plain_straight_four(point, direction, color));
            straights += usize::from(is_straight);
            fours += has(Kind::Four);
            threes += has(Kind::Three);
            overlines += has(Kind::Overline);
        }
        match has_fouls {
            false => straights > 0 || fours > 1,
            true => straights == 1 && fours == 1 && threes <= 1 && overlines == 0,
        }
    }

    /// Whether a stone makes four in an unbroken row of a line with an empty point at each end.
    fn is_plain_straight_four(&self, point: Point, direction: Direction, color: Color) -> bool {
        let end = |sign: i32| {
            let cell = |steps: i32| self.board.size().step(point, direction, sign * steps);
            let is_own = |steps: &i32| {
                cell(*steps).is_some_and(|p| self.board.cell(p) == Cell::Stone(color))
            };
            let run = (1..5).take_while(is_own).count() as i32;
            (run, cell(run + 1).is_some_and(|p| self.board.is_empty(p)))
        };
        let ((before, opens), (after, closes)) = (end(-1), end(1));
        before + after == 3 && opens && closes
    }

    /// The points at which a stone stops all fives of `attacker`.
    pub fn five_stops(&mut self, attacker: Color) -> PointSet {
        let fives: Vec<Point> = self.points(Kind::Five, attacker).iter().collect();
        if self.rule.spec().blocked_five_wins {
            return match fives[..] {
                [five] => [five].into_iter().collect(),
                _ => PointSet::EMPTY,
            };
        }
        self.stops(&fives, attacker, Self::is_five)
    }

    /// The points at which a stone stops all straight fours of `attacker`, or `None` if there is none
    /// that is sure to stay legal.
    pub fn straight_four_stops(&mut self, attacker: Color) -> Option<PointSet> {
        let mut sure: Vec<Point> = self.straight_fours(attacker).iter().collect();
        sure.retain(|&point| {
            let lines = self.lines_after(point, None);
            self.is_sure_straight(point, attacker, &lines)
        });
        (!sure.is_empty()).then(|| self.stops(&sure, attacker, Self::is_sure_straight))
    }

    /// The empty points after which none of the threats holds. A threat depends on its four lines alone.
    fn stops(
        &mut self,
        threats: &[Point],
        attacker: Color,
        holds: fn(&Self, Point, Color, &[LineThreats; 4]) -> bool,
    ) -> PointSet {
        let Some((&first, others)) = threats.split_first() else {
            return PointSet::EMPTY;
        };
        let mut replies = vec![first];
        let now = self.lines_after(first, None);
        for direction in Direction::ALL {
            for steps in (-5..=5).filter(|&steps| steps != 0) {
                let reply = self.board.size().step(first, direction, steps);
                let Some(reply) = reply.filter(|&reply| self.board.is_empty(reply)) else {
                    continue;
                };
                let mut lines = now;
                lines[direction.index()] =
                    self.with_reply(first, direction, Some((reply, !attacker)));
                if !holds(self, first, attacker, &lines) {
                    replies.push(reply);
                }
            }
        }
        let mut is_stop = |&reply: &Point| {
            others
                .iter()
                .filter(|&&other| other != reply)
                .all(|&other| {
                    let lines = self.lines_after(other, Some((reply, !attacker)));
                    !holds(self, other, attacker, &lines)
                })
        };
        replies.retain(|reply| is_stop(reply));
        replies.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, crowded_board};
    use crate::rule::forbidden_points;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn forbidden_is_what_the_rule_forbids() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut fouls = 0;
        for _ in 0..1500 {
            let board = crowded_board(Size::FIFTEEN, &mut rng);
            let forbidden = forbidden_points(&board);
            let threats = ThreatBoard::new(Rule::Renju, board.clone());
            let is_forbidden = |&point: &Point| !threats.is_legal(point, Color::Black);
            let found: Vec<Point> = board.empty_points().filter(is_forbidden).collect();
            let points: Vec<Point> = forbidden.iter().map(|&(point, _)| point).collect();
            assert_eq!(found, points, "{board}");
            fouls += points.len();
        }
        assert!(fouls > 3000, "only {fouls} fouls");
    }
}
