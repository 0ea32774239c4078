//! The words of questions.

use crate::board::Color;
use schemars::JsonSchema;
use serde::Deserialize;

/// A question: a JSON object in one line. Its `id` is in every reply to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Question {
    /// The best moves with their scores, streamed while the search goes on.
    Analyse(Analyse),
    /// A move, at full strength or at a level.
    Play(Play),
    /// The answer to a step of swap2: the first three stones, or the choice with three or five on the board.
    Swap2(SearchPosition),
    /// Whether a position is won by force, confirmed by the proof checker.
    Solve(Solve),
    /// A grade for each move of a game, streamed from the last move to the first.
    Review(Review),
    /// What the built-in book of the solved games knows of a position.
    Book(OfPosition),
    /// The points that renju forbids to black.
    Forbidden(OfPosition),
    /// A game or position in another format.
    Convert(Convert),
    /// The names of the other engines that may be asked for moves.
    Engines(Engines),
    /// Ends another question now. It is answered with its best result so far.
    Stop(Stop),
}

impl Question {
    /// The question's own name, by which replies and stops mean it.
    pub fn id(&self) -> &str {
        match self {
            Question::Analyse(question) => &question.id,
            Question::Play(question) => &question.id,
            Question::Swap2(question) => &question.id,
            Question::Solve(question) => &question.id,
            Question::Review(question) => &question.id,
            Question::Book(question) | Question::Forbidden(question) => &question.id,
            Question::Convert(question) => &question.id,
            Question::Engines(question) => &question.id,
            Question::Stop(question) => &question.id,
        }
    }
}

/// A position: moves from the empty board, or stones and the side to move.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionWords {
    /// Moves from the empty board, black's first, in any form that `tengen solve` reads: `h8 i9`, `h8i9`, `1. h8 i9`.
    pub moves: Option<String>,
    /// Black's stones, where the moves are not known: `h8 j10`.
    pub black: Option<String>,
    /// White's stones, where the moves are not known.
    pub white: Option<String>,
    /// Points on which nobody may play.
    pub blocked: Option<String>,
    /// The side to move. By default as many stones as stand tell.
    pub turn: Option<ColorWord>,
    /// The rule, by name or number. By default the one that the moves' text names, else freestyle.
    pub rule: Option<RuleWord>,
    /// The board's side, from 5 to 22; 15 by default.
    pub size: Option<usize>,
}

/// A color.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorWord {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for ColorWord {
    fn from(color: Color) -> ColorWord {
        match color {
            Color::Black => ColorWord::Black,
            Color::White => ColorWord::White,
        }
    }
}

/// A rule: freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RuleWord {
    /// By its name.
    Name(String),
    /// By the number of `INFO rule`.
    Code(u32),
}

/// Limits of a search; without any, it takes a second.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitWords {
    /// Milliseconds, at least 1.
    pub time_ms: Option<u64>,
    /// Milliseconds on the clock for this move and all further ones; the search takes its share.
    pub left_ms: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
}

/// Asks for the best moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// The question's name.
    pub id: String,
    /// The position.
    #[serde(default)]
    pub position: PositionWords,
    /// The limits of the search.
    #[serde(default)]
    pub limits: LimitWords,
    /// The number of moves, from 1 to 10.
    pub variations: Option<usize>,
    /// Moves that are left out: `h8 i9`.
    pub excluded: Option<String>,
}

/// Asks for a move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The question's name.
    pub id: String,
    /// The position.
    #[serde(default)]
    pub position: PositionWords,
    /// The limits of the search.
    #[serde(default)]
    pub limits: LimitWords,
    /// The strength level, from 0 to 100, full strength; 100 by default.
    pub level: Option<u32>,
    /// The name of another engine that is to choose the move; this one does by default.
    pub engine: Option<String>,
}

/// A position to be searched.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchPosition {
    /// The question's name.
    pub id: String,
    /// The position.
    #[serde(default)]
    pub position: PositionWords,
    /// The limits of the search.
    #[serde(default)]
    pub limits: LimitWords,
}

/// Asks for the grades of a game's moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The question's name.
    pub id: String,
    /// The position before the first move.
    #[serde(default)]
    pub position: PositionWords,
    /// The moves from there, in any form that `tengen solve` reads.
    pub moves: String,
    /// The number of the first move that is graded; 1 by default.
    pub from: Option<usize>,
    /// The limits for each move.
    #[serde(default)]
    pub limits: LimitWords,
}

/// Asks whether a position is won.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The question's name.
    pub id: String,
    /// The position.
    #[serde(default)]
    pub position: PositionWords,
    /// The kind of win; a VCF, or else a shortest VCT, by default.
    pub goal: Option<GoalWord>,
    /// The color that is to win; the side to move by default.
    pub attacker: Option<ColorWord>,
    /// Plies of the longest win that is searched, its five included; 35 by default.
    pub plies: Option<usize>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The most moves of the win's tree of variations in the answer, up to 100,000; no tree by default.
    pub tree: Option<usize>,
}

/// A kind of win.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GoalWord {
    /// A VCF of any length.
    Vcf,
    /// A VCF of any length, or else a shortest VCT.
    Vct,
    /// A win by any moves, quiet ones too.
    Win,
    /// A shortest VCT.
    Shortest,
}

/// A position alone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfPosition {
    /// The question's name.
    pub id: String,
    /// The position.
    #[serde(default)]
    pub position: PositionWords,
}

/// Asks for a game or position in another format.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// The question's name.
    pub id: String,
    /// The game as text: SGF, psq, rec, a drawing, moves, openings.
    pub text: Option<String>,
    /// The game as bytes in base64, for RenLib libraries and texts of other encodings.
    pub base64: Option<String>,
    /// The format, as `tengen solve --format` names it; told by the content and the file's name by default.
    pub format: Option<String>,
    /// The file's name.
    pub name: Option<String>,
    /// The board's side, where the game does not tell.
    pub size: Option<usize>,
    /// The format that is asked for.
    pub to: TargetFormat,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetFormat {
    /// SGF, with variations and comments.
    Sgf,
    /// A RenLib library, with variations and comments; in base64.
    Renlib,
    /// Piskvork's record of the main line.
    Psq,
    /// The moves of the main line: `h8 i9`.
    Moves,
    /// A drawing of the last position of the main line.
    Diagram,
}

/// Asks for the names of other engines.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engines {
    /// The question's name.
    pub id: String,
}

/// Ends another question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The question's name.
    pub id: String,
    /// The name of the question to end.
    pub question: String,
}
