//! The record of a game: one line of a run's log.

use super::end_reason::{EndReason, Warning};
use crate::board::{Color, Point, Size, parse_points};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The result, black's points first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// Black won.
    #[serde(rename = "1-0")]
    BlackWins,
    /// White won.
    #[serde(rename = "0-1")]
    WhiteWins,
    /// No one won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::BlackWins => "1-0",
            GameResult::WhiteWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Half points of black: 2, 0 or 1.
    pub fn half_points_of_black(self) -> usize {
        match self {
            GameResult::BlackWins => 2,
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
        }
    }
}

/// The time that a brain's moves took in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeUse {
    /// Moves.
    pub moves: u64,
    /// The longest by which a move passed its limit, in microseconds.
    pub worst_over_us: u64,
    /// Moves under a turn limit that were neither played without a search nor proven.
    pub free_moves: u64,
    /// The share of the turn limit that those took, summed up.
    pub free_share: f64,
}

impl TimeUse {
    /// Adds another's.
    pub fn add(&mut self, other: &TimeUse) {
        self.moves += other.moves;
        self.worst_over_us = self.worst_over_us.max(other.worst_over_us);
        self.free_moves += other.free_moves;
        self.free_share += other.free_share;
    }
}

/// A player of a game, by its color.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The number of its engine in the plan.
    pub engine: usize,
    /// Its name.
    pub name: String,
    /// Its time.
    pub time: TimeUse,
    /// Its warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl Side {
    /// Before its first move.
    pub fn new(engine: usize, name: &str) -> Side {
        Side {
            engine,
            name: name.into(),
            time: TimeUse::default(),
            warnings: vec![],
        }
    }
}

/// The record of a played game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the whole run, from 0.
    pub game: u64,
    /// The league's name.
    pub league: String,
    /// The rule's code.
    pub rule: u32,
    /// The board's side.
    pub size: usize,
    /// Who had black.
    pub black: Side,
    /// Who had white.
    pub white: Side,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub reason: EndReason,
    /// A detail of the end, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How many of the moves are the opening's.
    pub opening: usize,
    /// All stones as `h8 i9 ..`, black's first.
    pub moves: String,
    /// The time that each move after the opening took, in microseconds.
    pub us: Vec<u64>,
    /// Scores that the movers reported, in their own units.
    pub scores: Vec<Option<i32>>,
    /// Nodes that the movers reported.
    pub nodes: Vec<Option<u64>>,
    /// Depths that the movers reported.
    pub depths: Vec<Option<u32>>,
    /// From one question to the next; not kept.
    #[serde(skip)]
    pub rounds: Vec<Duration>,
}

impl GameRecord {
    /// Who had a color.
    pub fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The names of both engines, black's first.
    pub fn players(&self) -> [&str; 2] {
        [&self.black.name, &self.white.name]
    }

    /// Whether an engine had a color.
    pub fn has_played(&self, name: &str, color: Color) -> bool {
        self.side(color).name == name
    }

    /// Who had a color, to be changed.
    pub fn side_mut(&mut self, color: Color) -> &mut Side {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Who won.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            GameResult::BlackWins => Some(Color::Black),
            GameResult::WhiteWins => Some(Color::White),
            GameResult::Draw => None,
        }
    }

    /// Who lost.
    pub fn loser(&self) -> Option<&Side> {
        self.winner().map(|winner| self.side(!winner))
    }

    /// Who plays what: `a (black) - b (white), renju15`.
    pub fn title(&self) -> String {
        let (black, white) = (&self.black.name, &self.white.name);
        format!("{black} (black) - {white} (white), {}", self.league)
    }

    /// The stones as points; `None` if the record is damaged.
    pub fn points(&self) -> Option<(Size, Vec<Point>)> {
        let size = Size::new(self.size)?;
        Some((size, parse_points(&self.moves, size).ok()?))
    }

    /// How the game ended, in a sentence.
    pub fn sentence(&self) -> String {
        let winner = self.winner().unwrap_or(Color::Black);
        let names = [winner, !winner].map(|color| &self.side(color).name);
        self.reason.sentence(names[0], names[1])
    }
}
