//! The question that the solver is asked.

use super::claim::as_game;
use super::win::WinSettings;
use crate::board::Color;
use crate::position::Position;
use crate::proof::Certificate;
use clap::ValueEnum;

/// The kind of win that is searched.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A VCF of any length.
    #[value(help = "A VCF (a VCF alone), of any length")]
    Vcf,
    /// A VCF of any length, or else a shortest VCT (a win by continuous threats: fours and open threes).
    #[value(
        help = "A VCF, or else a shortest VCT (a win by continuous threats: fours and open threes)"
    )]
    Vct,
    /// A win by any moves, quiet ones too.
    #[value(help = "A win by any moves, quiet ones too, within --plies")]
    Win,
    /// A shortest VCT.
    Shortest,
}

impl Goal {
    /// The name in flags and in files.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Vcf => "vcf",
            Goal::Vct => "vct",
            Goal::Win => "win",
            Goal::Shortest => "shortest",
        }
    }
}

/// A position with the win that is searched in it.
#[derive(Clone)]
pub struct SolveTask {
    /// The position. No five stands, and some point is empty.
    pub position: Position,
    /// The color that is to win. If the other moves first, every reply must lose.
    pub attacker: Color,
    /// The kind of win.
    pub goal: Goal,
    /// Plies of the longest win that is searched, its five included; a VCF may be longer.
    pub plies: usize,
    /// Limits of the searches.
    pub settings: WinSettings,
    /// Threads of the check of a win by any moves; the searches have one.
    pub threads: usize,
    /// Certificates whose moves are searched first where one stone of the defender's differs. They are hints:
    /// nothing in them is believed.
    pub hints: Vec<Certificate>,
}

impl SolveTask {
    /// Nodes of a VCF or VCT search by default.
    pub const THREAT_NODES: u64 = 20_000_000;
    /// Nodes of a search for any win by default.
    pub const ANY_NODES: u64 = 500_000_000;

    /// Asks for a win of the side to move within 35 plies, with the goal's default number of nodes and
    /// 128 MiB of tables.
    pub fn new(position: Position, goal: Goal) -> SolveTask {
        SolveTask {
            attacker: position.turn(),
            position,
            goal,
            plies: 35,
            settings: WinSettings {
                nodes: SolveTask::default_nodes(goal),
                memory: 128 << 20,
                growth: None,
            },
            threads: 1,
            hints: Vec::new(),
        }
    }

    /// Nodes of a search for a goal by default.
    pub fn default_nodes(goal: Goal) -> u64 {
        match goal {
            Goal::Win => SolveTask::ANY_NODES,
            Goal::Vcf | Goal::Vct | Goal::Shortest => SolveTask::THREAT_NODES,
        }
    }

    /// Whether it is the attacker's move.
    pub fn attacker_moves(&self) -> bool {
        self.attacker == self.position.turn()
    }

    /// The empty certificate that a search for any win fills. `None` if no game leads to the position: a
    /// point is blocked, or the colors do not alternate.
    pub fn certificate(&self) -> Option<Certificate> {
        empty_certificate(&self.position, self.plies)
    }
}

/// The certificate of a position's win within `plies` plies, without decisions.
pub(super) fn empty_certificate(position: &Position, plies: usize) -> Option<Certificate> {
    let (board, start) = (position.board(), as_game(position)?);
    let last = board.stones() + plies.min(board.vacant());
    let (rule, size) = (position.rule(), board.size());
    Some(Certificate::new(rule, size, start, last))
}
