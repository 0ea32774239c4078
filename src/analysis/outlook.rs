//! What a search's score means: the probabilities of a win, a draw and a loss, as own games ended.
//!
//! An ordered logit, fitted by `training/` for each league. The draw is the wider, the more points are taken. Beyond a few
//! log odds the fit may grow as a logarithm (`asinh`): a high score is less sure then than a logit has it.

use super::outlook_table::LEAGUES;
use crate::position::Position;
use crate::score::{Score, ScoreKind};

/// The probabilities of a game's results for the side to move, 0 to 1; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl Outlook {
    /// The probabilities by a search's score for the side to move. A win or loss is taken as certain. Boards without games
    /// of their own take the fit of the rule's board that is nearest in size.
    pub fn of(position: &Position, score: Score) -> Outlook {
        let certain = |win, loss| Outlook {
            win,
            draw: 0.0,
            loss,
        };
        let value = match score.kind() {
            ScoreKind::WinIn(_) => return certain(1.0, 0.0),
            ScoreKind::LossIn(_) => return certain(0.0, 1.0),
            ScoreKind::Estimate(value) => f64::from(value),
        };
        let (board, code) = (position.board(), position.rule().code());
        let own = LEAGUES.iter().filter(|((rule, _), _)| *rule == code);
        let side = board.size().side();
        let Some((_, parameters)) = own.min_by_key(|((_, own), _)| own.abs_diff(side)) else {
            let win = score.win_probability();
            return certain(win, 1.0 - win);
        };
        let taken = board.stones() as f64 / board.size().area() as f64;
        Outlook::by(*parameters, value, taken)
    }

    /// The probabilities by the parameters of a fit, a score, and the share of the points that are taken.
    fn by(parameters: [f64; 7], value: f64, taken: f64) -> Outlook {
        let [units, width, fill, power, narrowing, tail, tempo] = parameters;
        // The draw is the wider, and an advantage the surer, the more points are taken.
        let (draw, units) = (
            (width + fill * taken).exp(),
            units * (narrowing * taken).exp(),
        );
        let chance = |advantage: f64| {
            let log_odds = (advantage - draw) / units;
            let log_odds = match tail > 0.0 {
                true => (tail * log_odds).asinh() / tail,
                false => log_odds,
            };
            1.0 / (1.0 + (-log_odds).exp())
        };
        let score = ((1.0 + value.abs() / 100.0).powf(power) - 1.0).copysign(value) * 100.0;
        let advantage = score + tempo;
        let (win, loss) = (chance(advantage), chance(-advantage));
        Outlook {
            win,
            draw: (1.0 - win - loss).max(0.0),
            loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rule::Rule;

    #[test]
    fn a_small_tail_changes_little_and_a_large_one_what_is_high() {
        let win = |tail, value| {
            let outlook = Outlook::by([100.0, 4.0, 1.0, 1.1, -1.0, tail, 0.0], value, 0.2);
            assert!((outlook.win + outlook.draw + outlook.loss - 1.0).abs() < 1e-9);
            outlook.win
        };
        for value in [-500.0, 0.0, 50.0, 2000.0] {
            assert!((win(0.0, value) - win(1e-6, value)).abs() < 1e-6, "{value}");
        }
        assert!((win(0.0, 50.0) - win(0.5, 50.0)).abs() < 0.01);
        assert!(win(0.5, 2000.0) < win(0.0, 2000.0) - 0.0005);
        assert!(win(0.5, 2000.0) > win(0.5, 1900.0));
    }

    /// Who has the tempo aside, both sides see the same.
    #[test]
    fn what_one_side_wins_the_other_loses() {
        for (_, parameters) in LEAGUES {
            let mut others = parameters;
            others[6] = -parameters[6];
            for value in (-3000..=3000).step_by(100) {
                for taken in [0.0, 0.1, 0.5] {
                    let own = Outlook::by(parameters, value.into(), taken);
                    let other = Outlook::by(others, (-value).into(), taken);
                    assert!((other.win - own.loss).abs() < 1e-9, "{own:?} {other:?}");
                    assert!((other.loss - own.win).abs() < 1e-9, "{own:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn probabilities_add_up_and_grow_with_the_score() {
        for rule in Rule::ALL {
            assert!(LEAGUES.iter().any(|(league, _)| league.0 == rule.code()));
            let has_tempo = LEAGUES
                .iter()
                .any(|(league, fit)| league.0 == rule.code() && fit[6] != 0.0);
            for size in [Size::FIFTEEN, Size::TWENTY] {
                let mut position = Position::empty(rule, size);
                let points: Vec<_> = size.points().step_by(3).collect();
                for _ in 0..3 {
                    let mut last = 0.0;
                    for value in (-3000..=3000).step_by(100) {
                        let outlook = Outlook::of(&position, Score::estimate(value));
                        let Outlook { win, draw, loss } = outlook;
                        assert!(
                            (win + draw + loss - 1.0).abs() < 1e-9 && draw >= 0.0,
                            "{outlook:?}"
                        );
                        assert!(win >= last, "{outlook:?}");
                        last = win;
                        let other = Outlook::of(&position, Score::estimate(-value));
                        assert!(has_tempo || (other.win - loss).abs() < 1e-9);
                    }
                    position.play_line(&points[position.board().stones()..][..20]);
                }
                let won = Outlook::of(&position, Score::win_in(5));
                assert_eq!((won.win, won.loss), (1.0, 0.0));
            }
        }
    }
}
