//! Whether a stone wins.

use super::rule::RuleSpec;
use crate::board::{Board, Cell, Color, Direction, Point};

/// Whether a stone of `color` at `point`, standing or about to be put there, completes a winning five.
///
/// Source: the win check of the managers: the length of the unbroken run in each direction and, under
/// caro, the opponent's stones at its ends (the edge and blocked points are none).
pub fn completes_five(board: &Board, point: Point, color: Color, spec: &RuleSpec) -> bool {
    Direction::ALL.iter().any(|&direction| {
        let (after, end_after) = run(board, point, direction, 1, color);
        let (before, end_before) = run(board, point, direction, -1, color);
        let blocked = end_after == Cell::Stone(!color) && end_before == Cell::Stone(!color);
        match 1 + after + before {
            0..=4 => false,
            5 => spec.blocked_five_wins || !blocked,
            _ => spec.overline_wins[color],
        }
    })
}

/// The first stone, in the order of play, that stands in a winning five.
pub fn standing_five(board: &Board, spec: &RuleSpec) -> Option<(Point, Color)> {
    let mut stones = board.history().iter().copied();
    stones.find(|&(point, color)| completes_five(board, point, color, spec))
}

/// The number of stones next to `point` in one direction, and what stands behind them.
fn run(
    board: &Board,
    point: Point,
    direction: Direction,
    sign: i32,
    color: Color,
) -> (usize, Cell) {
    let mut length = 0;
    let mut at = point;
    loop {
        let Some(next) = board.size().step(at, direction, sign) else {
            return (length, Cell::Outside);
        };
        if board.cell(next) != Cell::Stone(color) {
            return (length, board.cell(next));
        }
        length += 1;
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    /// Which of the five rules count a black stone at the first gap of the row as a win.
    fn wins(row: &str) -> Vec<Rule> {
        let side = row.len();
        let mut text = row.replace('_', ".");
        text.push_str(&format!("/{}", ".".repeat(side)).repeat(side - 1));
        let board = crate::board::parse_diagram(&text).unwrap();
        let x = row.find('_').unwrap();
        let point = board.size().point(x as i64, 0).unwrap();
        let wins = |rule: &Rule| completes_five(&board, point, Color::Black, &rule.spec());
        Rule::ALL.into_iter().filter(wins).collect()
    }

    #[test]
    fn each_rule_counts_its_fives() {
        use Rule::*;
        assert_eq!(wins("...XX_XX..."), Rule::ALL);
        assert_eq!(wins("...XXX_XXX."), [Freestyle, Caro]);
        assert_eq!(wins("..OXX_XXO.."), [Freestyle, Standard, Renju]);
        assert_eq!(wins(".OXXX_XXO.."), [Freestyle, Caro]);
        assert_eq!(wins("XX_XXO....."), Rule::ALL);
        assert_eq!(wins("XX_XX#....."), Rule::ALL);
        assert_eq!(wins("...X_XX...."), []);
    }
}
