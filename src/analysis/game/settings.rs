//! How a game is played.

use super::clock::GameClock;
use super::table::{Seats, Side};
use crate::board::{Point, Size};
use crate::engine::FULL_STRENGTH;
use crate::rule::Rule;
use std::path::PathBuf;

/// How a game is played.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// Who plays which color.
    pub seats: Seats,
    /// The engine's strength level, from 0 to [`FULL_STRENGTH`].
    pub level: u32,
    /// The engine's time for a move, in milliseconds.
    pub time_ms: Option<u64>,
    /// The engine's nodes for a move.
    pub nodes: Option<u64>,
    /// The clock of both colors.
    pub clock: Option<GameClock>,
    /// Who begins a game by swap2, in which the colors are chosen.
    pub swap2: Option<Side>,
    /// Moves that were played before.
    pub moves: Vec<Point>,
    /// The file that the game is kept in after each move. Nothing else may be in it.
    pub file: Option<PathBuf>,
    /// The engine's memory limit, in bytes; 0 stands for 350 MiB.
    pub max_memory: u64,
}

impl GameSettings {
    /// A game in which a person plays black against the engine at full strength.
    pub fn new(rule: Rule, size: Size) -> GameSettings {
        GameSettings {
            rule,
            size,
            seats: Seats::BLACK,
            level: FULL_STRENGTH,
            time_ms: None,
            nodes: None,
            clock: None,
            swap2: None,
            moves: Vec::new(),
            file: None,
            max_memory: 0,
        }
    }
}
