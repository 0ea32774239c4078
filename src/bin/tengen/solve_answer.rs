//! What is asked of one position, and what is answered, in words.

use clap::ValueEnum;
use tengen::board::{Color, Point, point_names};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::{Confirmed, Solution, WinSettings};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// By fours alone.
    Vcf,
    /// By fours, or else a shortest by fours and open threes.
    Vct,
    /// By any moves, quiet ones too, within --plies.
    Win,
    /// A shortest by fours and open threes.
    Shortest,
}

impl Goal {
    pub fn name(self) -> &'static str {
        match self {
            Goal::Vcf => "vcf",
            Goal::Vct => "vct",
            Goal::Win => "win",
            Goal::Shortest => "shortest",
        }
    }
}

/// What is asked.
pub struct Task {
    pub position: Position,
    pub attacker: Color,
    pub goal: Goal,
    pub plies: usize,
    pub settings: WinSettings,
    /// Wins of positions that may be like this one.
    pub like: Vec<Certificate>,
}

impl Task {
    /// `black to move, freestyle`, and who is to win if that is the other.
    pub fn headline(&self) -> String {
        let (turn, rule) = (self.position.turn(), self.position.rule());
        match self.attacker == turn {
            true => format!("{} to move, {rule}", turn.name()),
            false => format!(
                "{} to move, {rule}; is {} winning?",
                turn.name(),
                self.attacker.name()
            ),
        }
    }

    pub fn attacker_moves(&self) -> bool {
        self.attacker == self.position.turn()
    }
}

/// A confirmed win.
pub struct Won {
    /// What there is none of, a line; or nothing.
    pub before: String,
    /// The verdict in words.
    pub text: String,
    /// Plies up to the five at most.
    pub plies: usize,
    /// The moves, if they are known without a solution.
    pub line: Vec<Point>,
    /// What the search did, in words.
    pub effort: String,
    /// What the checker did.
    pub confirmed: Confirmed,
}

impl Won {
    /// The verdict with the moves, if they are known.
    pub fn told(&self, task: &Task) -> String {
        let names = point_names(&self.line, task.position.board().size());
        match self.has_line() {
            true => format!("{}: {names} ({})", self.text, self.effort),
            false => format!("{} ({})", self.text, self.effort),
        }
    }

    /// Whether the moves are known without a solution.
    pub fn has_line(&self) -> bool {
        !self.line.is_empty()
    }

    /// What the checker did.
    pub fn checked(&self) -> String {
        if self.confirmed.decisions == 0 {
            return "checked: the checker's own search finds it, played out against every legal reply"
                .into();
        }
        format!(
            "checked against every legal reply: {} decisions, {} positions won by the checker's own \
             search",
            self.confirmed.decisions, self.confirmed.leaves
        )
    }
}

/// The first variation.
pub fn main_line(solution: &Solution) -> Vec<Point> {
    let tree = &solution.tree;
    let next = |&id: &_| tree.children(id).next();
    let nodes = std::iter::successors(tree.children(solution.at).next(), next);
    nodes.map_while(|id| tree.point(id)).collect()
}

/// What is found.
pub enum Answer {
    Won(Won),
    /// There is no such win.
    Not {
        /// Such as `by fours`.
        kind: String,
        /// Where longer ones are not known: up to so many plies.
        plies: Option<usize>,
        /// The verdict, a line.
        text: String,
    },
    /// The verdict, a line.
    Unknown(String),
}

impl Answer {
    /// The same with what wins by fours came to, none or unknown: a win by them may be of any length.
    pub fn after(self, fours: Answer) -> Answer {
        let (line, is_known) = match fours {
            Answer::Won(_) => return fours,
            Answer::Not { text, .. } => (text, true),
            Answer::Unknown(text) => (text, false),
        };
        match self {
            Answer::Won(won) => Answer::Won(Won {
                before: line,
                ..won
            }),
            Answer::Not { kind, plies, text } if is_known || plies.is_none() => Answer::Not {
                kind,
                plies,
                text: line + &text,
            },
            Answer::Not { text, .. } | Answer::Unknown(text) => Answer::Unknown(line + &text),
        }
    }
}
