//! Adjudication: ends games early by the brains' own scores.

use super::end_reason::EndReason;
use super::plan::Adjudication;
use crate::board::{ByColor, Color};
use crate::rule::DrawWatch;

/// Counts the moves with drawn and lost scores of a game.
pub struct Adjudicator {
    rules: Adjudication,
    draw: Option<DrawWatch>,
    lost_moves: ByColor<usize>,
    won_moves: ByColor<usize>,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            draw: rules.draw.map(DrawWatch::new),
            lost_moves: ByColor::both(0),
            won_moves: ByColor::both(0),
        }
    }

    /// Takes a move's color and reported score; `stones` are on the board after it. Returns the result, with the
    /// winner if any, if the game ends here.
    pub fn watch(
        &mut self,
        color: Color,
        score: Option<i32>,
        stones: usize,
    ) -> Option<(Option<Color>, EndReason)> {
        if let Some(rule) = self.rules.resign {
            let count = |moves: usize, is_so: bool| if is_so { moves + 1 } else { 0 };
            let is_lost = score.is_some_and(|score| score <= -rule.score);
            let is_won = score.is_some_and(|score| score >= rule.score);
            self.lost_moves[color] = count(self.lost_moves[color], is_lost);
            self.won_moves[color] = count(self.won_moves[color], is_won);
            for loser in Color::ALL {
                let agreed = !rule.two_sided || self.won_moves[!loser] >= rule.moves;
                if self.lost_moves[loser] >= rule.moves && agreed {
                    return Some((Some(!loser), EndReason::AdjudicatedWin));
                }
            }
        }
        let draw = self.draw.as_mut();
        if draw.is_some_and(|draw| draw.is_drawn(score, stones)) {
            return Some((None, EndReason::AdjudicatedDraw));
        }
        let is_long = self.rules.max_moves.is_some_and(|most| stones >= most);
        is_long.then_some((None, EndReason::MaxMoves))
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::ResignRule;
    use super::*;
    use crate::rule::DrawRule;
    use Color::{Black, White};

    #[test]
    fn a_loser_resigns_after_its_moves() {
        let resign = |two_sided| Adjudication {
            resign: Some(ResignRule {
                moves: 2,
                score: 500,
                two_sided,
            }),
            ..Adjudication::default()
        };
        let end = Some((Some(White), EndReason::AdjudicatedWin));
        let mut one = Adjudicator::new(resign(false));
        assert_eq!(one.watch(Black, Some(-600), 10), None);
        assert_eq!(one.watch(White, None, 11), None);
        assert_eq!(one.watch(Black, Some(-500), 12), end);
        let mut both = Adjudicator::new(resign(true));
        for (color, score) in [(Black, -600), (White, 600), (Black, -700)] {
            assert_eq!(both.watch(color, Some(score), 10), None);
        }
        assert_eq!(both.watch(White, Some(800), 14), end);
        let mut saved = Adjudicator::new(resign(false));
        for score in [-600, 0, -600] {
            assert_eq!(saved.watch(Black, Some(score), 10), None);
        }
    }

    #[test]
    fn even_and_long_games_are_drawn() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                from_stones: 20,
                moves: 1,
                score: 5,
            }),
            max_moves: Some(30),
            ..Adjudication::default()
        };
        let mut game = Adjudicator::new(rules);
        assert_eq!(game.watch(Black, Some(0), 18), None);
        assert_eq!(game.watch(White, Some(3), 19), None);
        assert_eq!(
            game.watch(Black, Some(-5), 20),
            Some((None, EndReason::AdjudicatedDraw))
        );
        let mut game = Adjudicator::new(rules);
        assert_eq!(game.watch(Black, None, 29), None);
        assert_eq!(
            game.watch(White, None, 30),
            Some((None, EndReason::MaxMoves))
        );
    }
}
