//! Draw adjudication: ends a game in which scores stay near to even.

/// When a game is adjudicated a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "analysis", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawRule {
    /// The least number of stones.
    pub from_stones: usize,
    /// Moves in a row for which each color must report such a score.
    pub moves: usize,
    /// The greatest distance from even.
    pub score: u32,
}

/// Watches the scores of a game under a [`DrawRule`].
#[derive(Clone, Copy, Debug)]
pub struct DrawWatch {
    rule: DrawRule,
    even_moves: usize,
}

impl DrawWatch {
    /// For a new game.
    pub fn new(rule: DrawRule) -> DrawWatch {
        DrawWatch {
            rule,
            even_moves: 0,
        }
    }

    /// Takes the score of the next move, of either color, and the number of stones. Returns whether the game is drawn.
    pub fn is_drawn(&mut self, score: Option<i32>, stones: usize) -> bool {
        let is_even = score.is_some_and(|score| score.unsigned_abs() <= self.rule.score);
        self.even_moves = if is_even { self.even_moves + 1 } else { 0 };
        stones >= self.rule.from_stones && self.even_moves >= self.rule.moves.saturating_mul(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colors_see_an_even_game() {
        let drawn_after = |moves| {
            let rule = DrawRule {
                from_stones: 0,
                moves,
                score: 10,
            };
            let mut watch = DrawWatch::new(rule);
            (1..100).find(|&stones| watch.is_drawn(Some(10), stones))
        };
        assert_eq!((drawn_after(1), drawn_after(8)), (Some(2), Some(16)));
        assert_eq!(drawn_after(usize::MAX / 2 + 1), None);
    }
}
