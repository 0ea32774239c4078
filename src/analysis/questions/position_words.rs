//! The position and the limits that a question means.

use super::question::{ColorWord, LimitWords, PositionWords, RuleWord};
use super::question_error::QuestionError;
use crate::board::{Color, Point, Size, parse_points, point_name, point_names, stones_in_rounds};
use crate::position::{Position, Setup, SetupError};
use crate::record::{read_moves, rule_asked_or_named};
use crate::rule::{Game, Outcome, Rule, standing_five};
use crate::time::Limits;

/// How long a search without limits takes, in milliseconds.
const DEFAULT_MS: u64 = 1000;

impl From<ColorWord> for Color {
    fn from(word: ColorWord) -> Color {
        match word {
            ColorWord::Black => Color::Black,
            ColorWord::White => Color::White,
        }
    }
}

impl LimitWords {
    /// The limits of a turn.
    pub(super) fn limits(&self) -> Result<Limits, QuestionError> {
        let depth = self.depth.map(u64::from);
        number("limits: time_ms", self.time_ms, 1, u64::from(u32::MAX))?;
        number("limits: left_ms", self.left_ms, 0, u64::from(u32::MAX))?;
        number("limits: nodes", self.nodes, 1, u64::MAX)?;
        number("limits: depth", depth, 1, 1000)?;
        let others = [self.left_ms, self.nodes, depth];
        let is_limited = others.iter().any(Option::is_some);
        Ok(Limits {
            turn_ms: self.time_ms.or((!is_limited).then_some(DEFAULT_MS)),
            left_ms: self.left_ms,
            depth: self.depth,
            nodes: self.nodes,
        })
    }
}

impl PositionWords {
    /// The words for a position.
    pub fn of(position: &Position) -> PositionWords {
        let (board, turn) = (position.board(), position.turn());
        let size = board.size();
        let stones = |color| {
            let own = board.history().iter().filter(|stone| stone.1 == color);
            point_names(&own.map(|stone| stone.0).collect::<Vec<_>>(), size)
        };
        let blocked: Vec<Point> = board.blocked_points().collect();
        PositionWords {
            moves: None,
            black: Some(stones(Color::Black)),
            white: Some(stones(Color::White)),
            blocked: (!blocked.is_empty()).then(|| point_names(&blocked, size)),
            turn: Some(turn.into()),
            rule: Some(RuleWord::Code(position.rule().code())),
            size: Some(size.side()),
        }
    }

    /// Reads the position, in which a move can be chosen; the second are notes about what had to be guessed.
    pub(super) fn read(&self) -> Result<(Position, Vec<String>), QuestionError> {
        self.read_under(None)
    }

    /// The same, where `named` is the rule that other words of the question name.
    pub(super) fn read_under(
        &self,
        named: Option<Rule>,
    ) -> Result<(Position, Vec<String>), QuestionError> {
        let size = size_of(self.size)?;
        let has_stones = self.black.is_some() || self.white.is_some() || self.blocked.is_some();
        match has_stones {
            true if self.moves.is_some() => Err(QuestionError::TwoPositions),
            true => {
                let (rule, note) = rule_asked_or_named(self.rule()?, named);
                Ok((self.read_stones(rule, size)?, Vec::from_iter(note)))
            }
            false => self.read_moves(named, size),
        }
    }

    fn rule(&self) -> Result<Option<Rule>, QuestionError> {
        Ok(match &self.rule {
            None => None,
            Some(RuleWord::Name(name)) => Some(name.parse()?),
            Some(RuleWord::Code(code)) => Some(code.to_string().parse()?),
        })
    }

    fn read_moves(
        &self,
        named: Option<Rule>,
        size: Size,
    ) -> Result<(Position, Vec<String>), QuestionError> {
        let text = self.moves.as_deref().unwrap_or("");
        let typed = read_moves(text, size)?;
        let (rule, note) = rule_asked_or_named(self.rule()?, typed.rule.or(named));
        let mut game = Game::new(rule, size);
        for (index, &point) in typed.moves.iter().enumerate() {
            game.play(point).map_err(|why| QuestionError::Move {
                number: index + 1,
                point: point_name(point, size),
                why,
            })?;
        }
        if let Some(outcome) = game.outcome() {
            return Err(QuestionError::Over(match outcome {
                Outcome::Win(color) => format!("{} has won", color.name()),
                Outcome::Draw => "it is drawn".into(),
            }));
        }
        let turn = self.turn.map_or(game.turn(), Color::from);
        let position = Position::from_board(rule, game.board().clone(), turn);
        Ok((position, typed.notes.into_iter().chain(note).collect()))
    }

    fn read_stones(&self, rule: Rule, size: Size) -> Result<Position, QuestionError> {
        let black = points("position: black", self.black.as_deref(), size)?;
        let white = points("position: white", self.white.as_deref(), size)?;
        let by_count = match black.len() > white.len() {
            true => Color::White,
            false => Color::Black,
        };
        let position = Position::from_setup(&Setup {
            rule,
            size,
            stones: stones_in_rounds(&black, &white),
            blocked: points("position: blocked", self.blocked.as_deref(), size)?,
            turn: self.turn.map_or(by_count, Color::from),
        });
        let position = position.map_err(|error| match error {
            SetupError::Twice(point) | SetupError::OffBoard(point) => {
                QuestionError::Twice(point_name(point, size))
            }
        })?;
        let board = position.board();
        if let Some((point, color)) = standing_five(board, &rule.spec()) {
            let (name, point) = (color.name(), point_name(point, size));
            return Err(QuestionError::Over(format!("{name} has five at {point}")));
        }
        match board.vacant() {
            0 => Err(QuestionError::Over("the board is full".into())),
            _ => Ok(position),
        }
    }
}

/// The board's size; 15x15 by default.
pub(super) fn size_of(side: Option<usize>) -> Result<Size, QuestionError> {
    match side {
        None => Ok(Size::FIFTEEN),
        Some(side) => Size::new(side).ok_or(QuestionError::Size(side)),
    }
}

/// Checks that a number lies within its bounds, if there is one.
pub(super) fn number(
    field: &'static str,
    value: Option<u64>,
    from: u64,
    to: u64,
) -> Result<(), QuestionError> {
    match value.filter(|value| !(from..=to).contains(value)) {
        None => Ok(()),
        Some(found) => Err(QuestionError::Number {
            field,
            from,
            to,
            found,
        }),
    }
}

/// Points that a field names.
fn points(
    field: &'static str,
    text: Option<&str>,
    size: Size,
) -> Result<Vec<Point>, QuestionError> {
    parse_points(text.unwrap_or(""), size).map_err(|why| QuestionError::Points { field, why })
}

/// Empty points of a position that a field names.
pub(super) fn empty_points(
    field: &'static str,
    text: Option<&str>,
    position: &Position,
) -> Result<Vec<Point>, QuestionError> {
    let board = position.board();
    let points = points(field, text, board.size())?;
    match points.iter().find(|&&point| !board.is_empty(point)) {
        Some(&point) => Err(QuestionError::Taken {
            field,
            point: point_name(point, board.size()),
        }),
        None => Ok(points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(json: &str) -> PositionWords {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn the_rule_of_typed_moves() {
        let sgf = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])";
        let tagged = r#"[Variant \"renju15\"] h8 i9"#;
        for (text, rule, expected, notes) in [
            (sgf, "", Rule::Renju, 0),
            (tagged, "", Rule::Renju, 0),
            (tagged, r#", "rule": 4"#, Rule::Renju, 0),
            (sgf, r#", "rule": "caro""#, Rule::Caro, 1),
            ("h8 i9", "", Rule::Freestyle, 0),
        ] {
            let words = words(&format!(r#"{{"moves": "{text}"{rule}}}"#));
            let (position, noted) = words.read().unwrap();
            assert_eq!((position.rule(), noted.len()), (expected, notes), "{text}");
        }
    }
}
