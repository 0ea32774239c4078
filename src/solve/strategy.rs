//! The attacker's move in won positions, and the plies up to the five.

use super::as_game;
use super::dfpn::find_win;
use super::win::{
    PriorKnowledge, SettledPosition, WinListener, WinProgress, WinResult, WinSettings,
};
use crate::board::{Point, stones_in_turn};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::proof::Certificate;
use crate::threat::{Length, ProofResult, ProofVct, SearchLimit, ThreatResult, Vcf, Vct};

/// The moves that a win may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// A VCF: fours alone.
    Vcf,
    /// A VCT: fours and open threes.
    Vct,
    /// Any moves, quiet ones too.
    Any,
}

/// Finds wins of one kind, and their moves. Keeps its hash tables from search to search.
pub struct Strategy {
    means: Means,
    vcf: Vcf,
    vct: Vct,
    /// Tells what a quiet move threatens.
    pub(super) threats: ProofVct,
    /// Decisions of wins that have quiet moves.
    certificate: Option<Certificate>,
    settings: WinSettings,
}

impl Strategy {
    /// Makes one whose searches each have the settings' nodes, with tables of the settings' bytes together.
    pub fn new(means: Means, settings: WinSettings) -> Strategy {
        let bits = |bytes: usize| bytes.max(1 << 12).ilog2();
        let (half, quarter) = (settings.memory / 2, settings.memory / 4);
        let (vcf_bytes, vct_bytes, threats_bytes) = match means {
            Means::Vcf => (half, quarter, 0),
            Means::Vct => (0, half, 0),
            Means::Any => (0, quarter, quarter),
        };
        Strategy {
            means,
            vcf: Vcf::new(bits(vcf_bytes / 8)),
            vct: Vct::new(bits(vct_bytes / 16)),
            threats: ProofVct::new(bits(threats_bytes / 24)),
            certificate: None,
            settings,
        }
    }

    /// Adds the decisions of a win.
    pub fn learn(&mut self, win: &Certificate) {
        let kept = self
            .certificate
            .get_or_insert_with(|| Certificate::new(win.rule, win.size, Vec::new(), win.plies));
        win.walk(|moves, decision| {
            if let Some(point) = decision {
                kept.decide(&stones_in_turn(moves), point);
            }
        });
    }

    /// Sets the node limit of each later search.
    pub fn limit(&mut self, nodes: u64) {
        self.settings.nodes = nodes;
    }

    /// The kind of wins that it finds.
    pub fn means(&self) -> Means {
        self.means
    }

    /// The decisions of the win with quiet moves that is known.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// Nodes of all its VCF and VCT searches.
    pub fn nodes(&self) -> u64 {
        self.vcf.nodes() + self.vct.nodes() + self.threats.nodes()
    }

    /// Searches a VCF or VCT of the side to move (a VCT if any moves are allowed), from `first` up to `plies`
    /// plies long, with at most `nodes` nodes.
    pub fn search(
        &mut self,
        position: &mut Position,
        first: usize,
        plies: usize,
        nodes: u64,
    ) -> Length {
        if self.means == Means::Vcf {
            return by_fours(self.vcf.search(position, nodes), plies);
        }
        self.vct.shortest(position, first, plies, nodes)
    }

    /// The moves of a VCF or VCT of at most `left` plies; empty if none is found.
    pub fn line(&mut self, position: &mut Position, left: usize) -> Vec<Point> {
        let nodes = self.settings.nodes;
        let result = match self.means {
            Means::Vcf => self.vcf.search_short(position, left, nodes),
            Means::Vct | Means::Any => self.vct.search(position, left, nodes),
        };
        match result {
            ThreatResult::Win(line) => line,
            ThreatResult::NoWin | ThreatResult::Unknown(_) => Vec::new(),
        }
    }

    /// The plies of the side to move's win within `left` plies: of a shortest VCF or VCT, or the bound `left` if
    /// the win has quiet moves.
    pub fn win_in(&mut self, position: &mut Position, left: usize) -> Length {
        if self.means != Means::Vcf && self.decision(position).is_some() {
            return Length::Win(left);
        }
        self.search(position, 1, left, self.settings.nodes)
    }

    /// The same; if any moves are allowed and there is no VCT, searches a win by any moves, too.
    pub fn win_in_any_way(&mut self, position: &mut Position, left: usize) -> Length {
        let length = self.win_in(position, left);
        if self.means != Means::Any || matches!(length, Length::Win(_)) {
            return length;
        }
        let Some(start) = as_game(position) else {
            // Only a VCT was searched.
            return Length::Unknown(SearchLimit::Nodes(self.settings.nodes));
        };
        let board = position.board();
        let last = board.stones() + left;
        let empty = Certificate::new(position.rule(), board.size(), start, last);
        let settings = WinSettings {
            memory: self.settings.memory / 4,
            ..self.settings
        };
        match find_win(empty, &settings, &PriorKnowledge::default(), &mut Silent) {
            WinResult::Win(found) => {
                self.learn(&found);
                Length::Win(left)
            }
            WinResult::NoWin => Length::Unknown(SearchLimit::Plies(left)),
            WinResult::Unknown(_) => Length::Unknown(SearchLimit::Nodes(self.settings.nodes)),
        }
    }

    /// The attacker's move in a position that it wins within `left` plies.
    pub fn attack(&mut self, position: &mut Position, left: usize) -> Option<Point> {
        let patterns = position.patterns();
        let fives = patterns.points(PointClass::Five, position.turn());
        if let Some(five) = fives.first() {
            return Some(five);
        }
        if self.means == Means::Vcf {
            return match self.vcf.search(position, self.settings.nodes) {
                ThreatResult::Win(line) => line.first().copied(),
                ThreatResult::NoWin | ThreatResult::Unknown(_) => None,
            };
        }
        if let Some(point) = self.decision(position) {
            return Some(point);
        }
        match self.vct.shortest(position, 1, left, self.settings.nodes) {
            Length::Win(plies) => self.vct.winning_move(position, plies),
            Length::NoWin | Length::Unknown(_) => None,
        }
    }

    /// The win of whose turn it is not, should the other side pass: its first move and its plies.
    pub fn threat(&mut self, position: &mut Position, left: usize) -> Option<(Point, usize)> {
        position.pass();
        let result = self.threats.search(position, left, self.settings.nodes);
        position.pass();
        match result {
            ProofResult::Win(point, plies) => Some((point, plies)),
            ProofResult::NoWin | ProofResult::Unknown => None,
        }
    }

    /// The decision of a known win with quiet moves.
    pub(super) fn decision(&self, position: &Position) -> Option<Point> {
        let certificate = self.certificate.as_ref()?;
        certificate.decision(position.board().history())
    }
}

fn by_fours(result: ThreatResult, plies: usize) -> Length {
    match result {
        ThreatResult::Win(line) if line.len() <= plies => Length::Win(line.len()),
        ThreatResult::Win(_) => Length::Unknown(SearchLimit::Plies(plies)),
        ThreatResult::NoWin => Length::NoWin,
        ThreatResult::Unknown(limit) => Length::Unknown(limit),
    }
}

/// Ignores all progress.
struct Silent;

impl WinListener for Silent {
    fn settled(&mut self, _: &SettledPosition) {}

    fn goes_on(&mut self, _: &WinProgress) -> bool {
        true
    }
}
