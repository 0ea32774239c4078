//! The words for a move that was reviewed, and what its grade means.

use super::proof_word::Proof;
use crate::analysis::Outlook;
use crate::score::{Score, ScoreKind};
use schemars::JsonSchema;
use serde::Serialize;

/// A move of a game with its grade.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReviewedMove {
    /// The move's number, from 1.
    pub number: usize,
    /// Who played it.
    pub color: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// The grade.
    pub grade: Grade,
    /// What the move lost: the expected result (a win counts 1, a draw a half) with the best move, less that with the
    /// move; from 0 to 1.
    pub loss: f64,
    /// What the color that played it could expect with the best move.
    pub before: Assessment,
    /// What it could expect after its move.
    pub after: Assessment,
    /// The best move with its principal variation.
    pub best_line: Vec<String>,
    /// The move with its principal variation.
    pub line: Vec<String>,
    /// What is proven of the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proven: Vec<ProvenFact>,
}

/// How good a move is, by what it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// At most 0.02.
    Best,
    /// At most 0.05.
    Good,
    /// At most 0.1.
    Inaccuracy,
    /// At most 0.2.
    Mistake,
    /// More.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// The grade of a move by its loss of the expected result.
    pub fn of(loss: f64) -> Grade {
        match loss {
            loss if loss <= 0.02 => Grade::Best,
            loss if loss <= 0.05 => Grade::Good,
            loss if loss <= 0.1 => Grade::Inaccuracy,
            loss if loss <= 0.2 => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// A score for the color that played the move. A win or loss here is an estimate, unless it is among what is proven.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Assessment {
    /// The score; 100 are an open three, roughly. Missing where a win or a loss was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies up to its five, the move included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// Plies up to the opponent's five.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_in: Option<u32>,
    /// The probability that it wins, from 0 to 1, to four places.
    pub win_probability: f64,
    /// The probability of a draw.
    pub draw_probability: f64,
}

impl Assessment {
    /// The expected result, from 0 for a loss to 1 for a win; half of it for a draw. What grades measure.
    pub fn expected_result(&self) -> f64 {
        self.win_probability + self.draw_probability / 2.0
    }

    pub(super) fn of(score: Score, outlook: Outlook) -> Assessment {
        let (mut estimate, mut win_in, mut loss_in) = (None, None, None);
        match score.kind() {
            ScoreKind::Estimate(value) => estimate = Some(value),
            ScoreKind::WinIn(plies) => win_in = Some(plies),
            ScoreKind::LossIn(plies) => loss_in = Some(plies),
        }
        Assessment {
            score: estimate,
            win_in,
            loss_in,
            win_probability: rounded(outlook.win),
            draw_probability: rounded(outlook.draw),
        }
    }
}

/// A probability to four places.
pub(super) fn rounded(probability: f64) -> f64 {
    // No minus zero.
    (probability * 1e4).round() / 1e4 + 0.0
}

/// What is proven of a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProvenFact {
    /// What.
    pub what: ProvenWhat,
    /// By what.
    pub proof: Proof,
    /// Plies up to the five at most, the move included.
    pub plies: u32,
    /// A principal variation; the first move is the one that is spoken of.
    pub line: Vec<String>,
}

/// What can be proven of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProvenWhat {
    /// The move wins.
    Wins,
    /// Another move wins, this one is not seen to.
    MissedWin,
    /// The move loses, and was not seen to be without a choice.
    Loses,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_grow_worse_with_the_loss() {
        let grades = [0.0, 0.03, 0.07, 0.15, 0.5].map(Grade::of);
        assert_eq!(grades, Grade::ALL);
        assert!(Grade::ALL.is_sorted());
    }
}
