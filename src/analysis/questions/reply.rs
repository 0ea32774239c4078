//! The words of replies.

use super::proof_word::Proof;
use super::question_error::EngineFault;
use super::reviewed_move::ReviewedMove;
use schemars::JsonSchema;
use serde::Serialize;

/// A line of the answer to a question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplyLine {
    /// The question's name; null where the line is no question that has one.
    pub id: Option<String>,
    /// What is said.
    #[serde(flatten)]
    pub reply: Reply,
}

impl ReplyLine {
    /// Whether no further line of the answer follows.
    pub fn is_last(&self) -> bool {
        match &self.reply {
            Reply::Analyse(analysis) => analysis.is_final,
            Reply::Review(review) => review.is_final,
            _ => true,
        }
    }

    /// The line as JSON, its end included.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists can always be written.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// What a line of an answer says. All questions but `analyse` and `review` have one line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reply {
    /// The best moves so far.
    Analyse(Analysis),
    /// The move.
    Play(MoveReply),
    /// The answer to a step of swap2.
    Swap2(Swap2Reply),
    /// Whether the position is won.
    Solve(Solved),
    /// Grades of moves.
    Review(Reviewed),
    /// What the book knows.
    Book(BookKnowledge),
    /// The forbidden points.
    Forbidden(ForbiddenPoints),
    /// The game in the other format.
    Convert(Converted),
    /// The names of other engines.
    Engines(EngineNames),
    /// The question was ended, or had ended before.
    Stop(Stopped),
    /// The question cannot be answered.
    Error(Refusal),
}

/// The best moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// Whether this is the last line of the answer.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether the question was stopped.
    pub stopped: bool,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
    /// The best moves, best first.
    pub variations: Vec<Variation>,
    /// What had to be guessed about the position, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A move with its principal variation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Variation {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// The score for the side to move; 100 are an open three, roughly. Missing where a win or a loss was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies up to the five of the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// Plies up to the opponent's five.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_in: Option<u32>,
    /// The probability that the side to move wins, from 0 to 1, to four places.
    pub win_probability: f64,
    /// The probability of a draw.
    pub draw_probability: f64,
    /// The iteration's depth in plies.
    pub depth: i32,
    /// The deepest node, in plies.
    pub seldepth: i32,
    /// Nodes of the whole search so far, those of VCF and VCT searches included.
    pub nodes: u64,
    /// The principal variation, the move first.
    pub line: Vec<String>,
    /// Whether the win or loss is proven. Only the last line of an answer says `proven`.
    pub certainty: Certainty,
    /// By what it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// How sure a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The search's, which leaves moves out. A win that it found may not be one.
    Estimate,
    /// The win or loss holds against every reply.
    Proven,
}

/// A move that was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveReply {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// What chose it: first_stone, five, only_block, book, book_vct, vcf, vct, search, one_ply (a low level),
    /// fallback, or engine, another one.
    pub why: &'static str,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
    /// How the move ends the game: win or draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    /// Another engine's score for the side to move, in its own unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies of another engine's last iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes that another engine reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// The names of other engines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EngineNames {
    /// The names; none where there are no other engines.
    pub names: Vec<String>,
}

/// The answer to a step of swap2.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Swap2Reply {
    /// Whether black is taken.
    pub takes_black: bool,
    /// The stones that are put, in turn: three at first, one to stay white, two to hand the choice on.
    pub stones: Vec<String>,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
}

/// The solver's answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// The verdict.
    pub verdict: SolveVerdict,
    /// The verdict in words, as `tengen solve` prints it.
    pub text: String,
    /// Plies up to the five of a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The moves of a VCF or VCT, the defence as long as can be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The win's tree of variations, if it was asked for and is small enough: the attacker's move, then every reply that
    /// answers its threat, the longest variation first. All other replies lose to the threat. None for what the book
    /// knows, nor where working it out takes too long.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TreeMove>,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
}

/// A move of a tree with what follows it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreeMove {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// What it threatens; that it makes five; that it answers nothing; or that the tree goes on elsewhere.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The moves after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<TreeMove>,
}

/// A verdict of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolveVerdict {
    /// Won, and confirmed by the proof checker.
    Won,
    /// There is no win of the kind within the plies.
    NotWon,
    /// A limit was hit first, or the question was stopped.
    Unknown,
}

/// Moves of a game with their grades.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reviewed {
    /// Whether this is the last line of the answer, which has all moves that were graded, in the order of the game. Each
    /// line before it has one.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether the question was stopped.
    pub stopped: bool,
    /// Milliseconds since the review began.
    pub elapsed_ms: u64,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// What had to be guessed, and which moves are left out, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What the book knows of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookKnowledge {
    /// Whether the book decides the position.
    pub known: bool,
    /// The color that wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// Plies up to the five at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<usize>,
    /// The winning move, where the winner is to move. Where it is missing there, a VCT wins.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// The replies that have a move of their own, where the loser is to move. Where the position is known every other
    /// reply loses to a VCT, else it is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<BookReply>,
    /// Why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// A reply with the book's move after it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookReply {
    /// The loser's reply.
    pub reply: String,
    /// The book's move.
    #[serde(rename = "move")]
    pub point: String,
}

/// The points that are forbidden to black.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForbiddenPoints {
    /// The points, row by row from the top.
    pub points: Vec<ForbiddenPoint>,
}

/// A point that is forbidden to black.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForbiddenPoint {
    /// The point.
    pub point: String,
    /// Its foul: double three, double four or overline.
    pub foul: &'static str,
}

/// A game in another format.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Converted {
    /// As text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// As bytes in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// What had to be guessed, and what was left out, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What a stop did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Stopped {
    /// The name of the question to end.
    pub question: String,
    /// Whether it was waiting or searched; else it had ended, or there was none.
    pub stopped: bool,
}

/// Why a question cannot be answered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    /// In words.
    pub error: String,
    /// Why another engine has no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<EngineFault>,
}
