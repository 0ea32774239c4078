//! The reasons for the end of a game, and the warnings.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason for the end of a game. All but the first five are faults; a fault loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// By a winning five.
    Five,
    /// By the end rule: a full board, or 25 points left.
    FullBoard,
    /// Draw adjudication: both brains report even scores.
    AdjudicatedDraw,
    /// Resign adjudication: a brain reports a lost score.
    AdjudicatedWin,
    /// Draw adjudication by the move limit.
    MaxMoves,
    /// Timeout: the move came after limit and margin.
    OutOfTime,
    /// Stalled connection: no move came, not even late.
    Stalled,
    /// A line was begun and not ended.
    HalfALine,
    /// Disconnect: the process ended.
    Died,
    /// `START` was not answered by `OK`.
    NotReady,
    /// The answer is no move.
    NoMove,
    /// A point beyond the edge.
    OffBoard,
    /// A point that is taken.
    Occupied,
    /// A forbidden point.
    Forbidden,
    /// A move without a question.
    TwoMoves,
    /// Output without end.
    Flood,
    /// More memory than allowed.
    OverMemory,
    /// More files than allowed.
    OverFolder,
    /// An answer that this step of swap2 does not allow.
    BadSwap2,
}

/// Behaviour that loses no game, but is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// It did not leave after `END` and was killed.
    IgnoredEnd,
    /// Processes of its group were still there when it had left.
    SpawnedChildren,
    /// It wrote to standard error, which some managers take for answers.
    StandardError,
}

impl EndReason {
    /// The reason with what is to be said of it, if anything is.
    pub fn with_detail(self, detail: &str) -> String {
        match detail {
            "" => self.to_string(),
            detail => format!("{self} ({detail})"),
        }
    }

    /// Whether it is a fault of a brain.
    pub fn is_fault(self) -> bool {
        use EndReason::{AdjudicatedDraw, AdjudicatedWin, Five, FullBoard, MaxMoves};
        !matches!(
            self,
            Five | FullBoard | AdjudicatedDraw | AdjudicatedWin | MaxMoves
        )
    }

    /// The end code of a psq record.
    pub fn psq_code(self) -> i32 {
        match self {
            reason if !reason.is_fault() => 0,
            EndReason::Forbidden => 1,
            EndReason::OutOfTime | EndReason::Stalled | EndReason::HalfALine => 2,
            EndReason::Occupied => 3,
            _ => 4,
        }
    }

    /// The `Termination` of a PGN header, in the words that other tools look for.
    pub fn termination(self) -> &'static str {
        use EndReason::{
            AdjudicatedDraw, AdjudicatedWin, Died, Five, Flood, FullBoard, HalfALine, MaxMoves,
            NotReady, OutOfTime, OverFolder, OverMemory, Stalled,
        };
        match self {
            Five | FullBoard => "normal",
            AdjudicatedDraw | AdjudicatedWin | MaxMoves => "adjudication",
            OutOfTime => "time forfeit",
            Died | OverMemory | OverFolder => "abandoned",
            Stalled | HalfALine | NotReady | Flood => "stalled connection",
            _ => "illegal move",
        }
    }

    /// A sentence about a game in the words that other tools look for: `on time`, `disconnects`,
    /// `stalls`, `illegal`. Without a colon.
    pub fn sentence(self, winner: &str, loser: &str) -> String {
        let details = self.to_string();
        match self {
            EndReason::Five => format!("{winner} wins by five"),
            EndReason::FullBoard => "Draw by full board".into(),
            EndReason::AdjudicatedDraw => "Draw by adjudication".into(),
            EndReason::MaxMoves => "Draw by adjudication (move limit)".into(),
            EndReason::AdjudicatedWin => format!("{winner} wins by adjudication"),
            EndReason::OutOfTime => format!("{loser} loses on time"),
            EndReason::Died => format!("{loser} disconnects"),
            reason if reason.termination() == "stalled connection" => {
                format!("{loser}'s connection stalls ({details})")
            }
            reason if reason.termination() == "abandoned" => {
                format!("{loser} disconnects ({details})")
            }
            _ => format!("{loser} makes an illegal move ({details})"),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Five => "five",
            EndReason::FullBoard => "full board",
            EndReason::AdjudicatedDraw => "adjudicated draw",
            EndReason::AdjudicatedWin => "adjudicated win",
            EndReason::MaxMoves => "move limit",
            EndReason::OutOfTime => "out of time",
            EndReason::Stalled => "stalled",
            EndReason::HalfALine => "half a line",
            EndReason::Died => "died",
            EndReason::NotReady => "no OK",
            EndReason::NoMove => "no move",
            EndReason::OffBoard => "off the board",
            EndReason::Occupied => "occupied point",
            EndReason::Forbidden => "forbidden point",
            EndReason::TwoMoves => "two moves",
            EndReason::Flood => "flood of output",
            EndReason::OverMemory => "too much memory",
            EndReason::OverFolder => "too many files",
            EndReason::BadSwap2 => "wrong swap2 answer",
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Warning::IgnoredEnd => "did not leave after END",
            Warning::SpawnedChildren => "left processes behind",
            Warning::StandardError => "wrote to standard error",
        })
    }
}
