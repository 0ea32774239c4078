//! A labelled position, as a line of numbers.

use crate::board::Color;
use crate::pattern::FEATURES;
use crate::rule::Rule;
use std::fmt;

/// A training record of the evaluation: the features of a position, and the game's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The rule.
    pub rule: Rule,
    /// Whose move it was.
    pub turn: Color,
    /// What came of playing on, for the side to move: 2 won, 1 drawn, 0 lost.
    pub result: u8,
    /// The search's score for the side to move.
    pub score: i32,
    /// The number of stones on the board.
    pub stones: usize,
    /// The set of standing threats.
    pub threats: usize,
    /// The counts of the side to move.
    pub own: [u16; FEATURES],
    /// The counts of its opponent.
    pub opponent: [u16; FEATURES],
}

/// `rule turn result score stones threats own.. opponent..`, black 0 and white 1.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample {
            rule,
            turn,
            result,
            score,
            stones,
            threats,
            own,
            opponent,
        } = self;
        write!(
            f,
            "{} {} {result} {score} {stones} {threats}",
            rule.code(),
            *turn as u8
        )?;
        own.iter()
            .chain(opponent)
            .try_for_each(|count| write!(f, " {count}"))
    }
}
