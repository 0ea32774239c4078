//! Puzzles from own games: positions with and without a forced win, each settled by the engine's threat
//! searches and confirmed by the checker, which shares no eye with them.

use super::OpeningStyle;
use super::openings::search;
use super::self_play::{Adjudication, play_game, quiet_start};
use crate::board::{Board, CanonicalStones, Color, Size};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::proof::{Forced, Threats, forced_win};
use crate::record::{Expected, Puzzle, Verdict, rule_word};
use crate::rule::Rule;
use crate::search::{SearchState, Unsupervised};
use crate::threat::{Length, SearchLimit, ThreatResult, Vcf, Vct};
use rand::Rng;
use std::collections::{HashMap, HashSet};

/// Fewer stones are no middle game.
const LEAST_STONES: usize = 10;
/// A shorter win is dull: a five or a straight four.
const LEAST_PLIES: usize = 5;
/// The longest VCT that is looked for.
const MOST_PLIES: usize = 25;
/// Less is too little to say of a position that it has no win.
const LEAST_NONE_PLIES: usize = 9;
/// Points at which a color can make a four in a position without a VCF, at least.
const LEAST_FOURS: usize = 3;
/// The nodes that a search without a win needs at least: otherwise the position is too easy.
const HARD_VCF_NODES: u64 = 25;
const HARD_VCT_NODES: u64 = 2_000;
/// The node limits of VCF and VCT searches.
const VCF_NODES: u64 = 1_000_000;
const VCT_NODES: u64 = 25_000;
/// For the length of a win that is there.
const LENGTH_NODES: u64 = 300_000;
/// Stones that the checker may place.
const CHECKER_NODES: u64 = 4_000_000;
/// The longest win that the checker can count.
const CHECKER_PLIES: usize = 251;
/// Positions of the searches' tables, as powers of two.
const VCF_TABLE_BITS: u32 = 16;
const VCT_TABLE_BITS: u32 = 18;
const SEARCH_TABLE_BYTES: usize = 4 << 20;

/// The kind of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleKind {
    /// Won by VCT, but not by VCF.
    Threats,
    /// Won by VCF.
    Fours,
    /// Not won by VCF, though there are some.
    NoFours,
    /// Not won by VCT within some plies.
    NoThreats,
}

impl PuzzleKind {
    /// Lists all kinds, the rarest first.
    pub const ALL: [PuzzleKind; 4] = [
        PuzzleKind::Threats,
        PuzzleKind::Fours,
        PuzzleKind::NoFours,
        PuzzleKind::NoThreats,
    ];

    /// The kind's name in a puzzle's.
    pub fn word(self) -> &'static str {
        match self {
            PuzzleKind::Threats => "vct",
            PuzzleKind::Fours => "vcf",
            PuzzleKind::NoFours => "novcf",
            PuzzleKind::NoThreats => "novct",
        }
    }

    /// The kind of a puzzle with these expectations; `None` if they are not those of a miner.
    pub fn of(expected: &[Expected]) -> Option<PuzzleKind> {
        use Expected::{ByFours, NoneByThreats, ShortestByFours, ShortestByThreats};
        match expected {
            [ShortestByFours(_)] | [ShortestByFours(_), ShortestByThreats(_)] => {
                Some(PuzzleKind::Fours)
            }
            [ByFours(Verdict::NoWin), ShortestByThreats(_)] => Some(PuzzleKind::Threats),
            [ByFours(Verdict::NoWin), NoneByThreats(_)] => Some(PuzzleKind::NoThreats),
            [ByFours(Verdict::NoWin)] => Some(PuzzleKind::NoFours),
            _ => None,
        }
    }
}

/// A candidate: a position with the verdicts of the engine's threat searches.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it is about.
    pub kind: PuzzleKind,
    /// The rule.
    pub rule: Rule,
    /// The stones, in the order of play.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
    /// The verdicts.
    pub expected: Vec<Expected>,
    /// The more, the harder: plies of a win, or moves that showed that there is none.
    interest: u64,
}

impl Candidate {
    fn new(
        kind: PuzzleKind,
        position: &Position,
        expected: Vec<Expected>,
        interest: u64,
    ) -> Candidate {
        Candidate {
            kind,
            rule: position.rule(),
            board: position.board().clone(),
            turn: position.turn(),
            expected,
            interest,
        }
    }

    /// Whether the checker's own search says the same; `None` where it ran out of nodes.
    pub fn is_confirmed(&self) -> Option<bool> {
        let confirms = |expected| is_confirmed(self.rule, &self.board, self.turn, expected);
        let verdicts: Option<Vec<bool>> = self.expected.iter().map(confirms).collect();
        verdicts.map(|verdicts| verdicts.into_iter().all(|is_right| is_right))
    }
}

/// Whether the checker's own search says what is expected of the side to move, wins played out against
/// every reply; `None` where it ran out of nodes. It knows nothing of what is not about wins.
pub fn is_confirmed(rule: Rule, board: &Board, turn: Color, expected: &Expected) -> Option<bool> {
    let search = |threats, plies| {
        let found = forced_win(board, rule, turn, threats, plies, CHECKER_NODES);
        (found != Some(Forced::OutOfNodes)).then_some(found)
    };
    let right = match *expected {
        Expected::ByFours(verdict) => match search(Threats::Fours, CHECKER_PLIES)? {
            Some(Forced::Won(_)) => verdict == Verdict::Win,
            Some(_) => verdict == Verdict::NoWin,
            None => false,
        },
        Expected::ShortestByFours(plies) => {
            search(Threats::Fours, plies)? == Some(Forced::Won(plies))
        }
        Expected::ShortestByThreats(plies) => {
            search(Threats::FoursAndThrees, plies)? == Some(Forced::Won(plies))
        }
        Expected::NoneByThreats(plies) => {
            search(Threats::FoursAndThrees, plies)? == Some(Forced::NotWon)
        }
        Expected::Beyond | Expected::Forbidden(_) | Expected::Avoid(_) | Expected::Best(_) => false,
    };
    Some(right)
}

/// A miner: plays games and searches puzzles in their positions.
pub struct PuzzleMiner {
    vcf: Vcf,
    vct: Vct,
    state: SearchState,
}

impl Default for PuzzleMiner {
    fn default() -> PuzzleMiner {
        PuzzleMiner {
            vcf: Vcf::new(VCF_TABLE_BITS),
            vct: Vct::new(VCT_TABLE_BITS),
            state: SearchState::new(SEARCH_TABLE_BYTES),
        }
    }
}

impl PuzzleMiner {
    /// Plays a game, and returns what of it is asked for, the hardest of each kind and color alone, the
    /// rarest kinds first.
    pub fn mine_game(
        &mut self,
        style: &OpeningStyle,
        rng: &mut impl Rng,
        wanted: &PuzzleSet,
    ) -> Vec<Candidate> {
        let PuzzleMiner { vcf, vct, state } = self;
        vcf.clear();
        vct.clear();
        let mut best: HashMap<(PuzzleKind, Color), Candidate> = HashMap::new();
        let start = quiet_start(style, rng);
        play_game(start, Adjudication::Off, state, |position, state| {
            let found = look(&mut position.clone(), vcf, vct, wanted);
            for candidate in found.into_iter().filter(|c| wanted.wants(c)) {
                let known = best.get(&(candidate.kind, candidate.turn));
                if known.is_none_or(|known| known.interest < candidate.interest) {
                    best.insert((candidate.kind, candidate.turn), candidate);
                }
            }
            search(position, state, style.nodes, &mut Unsupervised)
        });
        let mut all: Vec<Candidate> = best.into_values().collect();
        all.sort_by_key(|candidate| (candidate.kind, candidate.turn as u8));
        all
    }
}

/// What can be said of a position, as far as it is wanted.
fn look(
    position: &mut Position,
    vcf: &mut Vcf,
    vct: &mut Vct,
    wanted: &PuzzleSet,
) -> Vec<Candidate> {
    let turn = position.turn();
    let league = (position.rule(), position.board().size());
    let patterns = position.patterns();
    let count = |class| patterns.count(class, turn);
    let is_dull = position.board().stones() < LEAST_STONES
        || count(PointClass::Five) + count(PointClass::StraightFour) > 0;
    if is_dull {
        return Vec::new();
    }
    let fours = patterns.fours(turn);
    let before = vcf.nodes();
    let by_fours = vcf.search(position, VCF_NODES);
    let effort = vcf.nodes() - before;
    let mut found = Vec::new();
    match by_fours {
        ThreatResult::Win(line) if wanted.wants_any(league, PuzzleKind::Fours, turn) => {
            found.extend(look_at_fours(position, vct, line.len()));
        }
        ThreatResult::NoWin => {
            let no_fours = Expected::ByFours(Verdict::NoWin);
            if fours >= LEAST_FOURS && effort >= HARD_VCF_NODES {
                let kind = PuzzleKind::NoFours;
                let expected = vec![no_fours.clone()];
                found.push(Candidate::new(kind, position, expected, effort));
            }
            let wants = |kind| wanted.wants_any(league, kind, turn);
            if wants(PuzzleKind::Threats) || wants(PuzzleKind::NoThreats) {
                found.extend(look_for_threats(position, vct, no_fours));
            }
        }
        ThreatResult::Win(_) | ThreatResult::Unknown(_) => {}
    }
    found
}

/// A position that is won by VCF within some plies. Only the checker looks for a shortest such win.
fn look_at_fours(position: &mut Position, vct: &mut Vct, most: usize) -> Option<Candidate> {
    let (board, rule, turn) = (position.board(), position.rule(), position.turn());
    let shortest = forced_win(board, rule, turn, Threats::Fours, most, VCF_NODES);
    let plies = match shortest {
        Some(Forced::Won(plies)) => plies,
        Some(Forced::OutOfNodes) => return None,
        Some(Forced::NotWon) | None => {
            // Refused and reported when it is confirmed.
            let (expected, kind) = (vec![Expected::ShortestByFours(most)], PuzzleKind::Fours);
            return Some(Candidate::new(kind, position, expected, most as u64));
        }
    };
    let mut expected = vec![Expected::ShortestByFours(plies)];
    let (length, _, _) = deepen(position, vct, plies, LENGTH_NODES);
    expected.extend(length.map(Expected::ShortestByThreats));
    let interest = plies as u64;
    (plies >= LEAST_PLIES).then(|| Candidate::new(PuzzleKind::Fours, position, expected, interest))
}

/// A position that is not won by VCF.
fn look_for_threats(
    position: &mut Position,
    vct: &mut Vct,
    no_fours: Expected,
) -> Option<Candidate> {
    let (length, none_within, effort) = deepen(position, vct, MOST_PLIES, VCT_NODES);
    match length {
        Some(plies) => {
            let expected = vec![no_fours, Expected::ShortestByThreats(plies)];
            let kind = PuzzleKind::Threats;
            (plies >= LEAST_PLIES).then(|| Candidate::new(kind, position, expected, plies as u64))
        }
        None => {
            let expected = vec![no_fours, Expected::NoneByThreats(none_within)];
            let is_hard = none_within >= LEAST_NONE_PLIES && effort >= HARD_VCT_NODES;
            is_hard.then(|| Candidate::new(PuzzleKind::NoThreats, position, expected, effort))
        }
    }
}

/// The plies of a shortest VCT; within how many plies there is none; and the
/// moves that this took.
fn deepen(
    position: &mut Position,
    vct: &mut Vct,
    most: usize,
    budget: u64,
) -> (Option<usize>, usize, u64) {
    let start = vct.nodes();
    let mut none_within = 0;
    for plies in (1..=most).step_by(2) {
        let left = budget.saturating_sub(vct.nodes() - start);
        match vct.shortest(position, plies, plies, left) {
            Length::Win(plies) => return (Some(plies), none_within, vct.nodes() - start),
            Length::NoWin => return (None, most, vct.nodes() - start),
            Length::Unknown(SearchLimit::Plies(plies)) => none_within = plies,
            Length::Unknown(SearchLimit::Nodes(_)) => break,
        }
    }
    (None, none_within, vct.nodes() - start)
}

/// A rule on a board of some size.
type Table = (Rule, Size);

/// Puzzles that were kept, spread over rules, kinds, colors and lengths.
pub struct PuzzleSet {
    /// Puzzles of each rule and kind.
    share: usize,
    counts: HashMap<(Table, PuzzleKind), usize>,
    colors: HashMap<(Table, PuzzleKind, Color), usize>,
    bands: HashMap<(Table, PuzzleKind, Band), usize>,
    known: HashSet<(Table, Color, CanonicalStones)>,
}

/// How long a win is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Band {
    Short,
    Middle,
    Long,
}

impl PuzzleSet {
    /// Makes an empty set that takes up to `share` of each rule and kind.
    pub fn new(share: usize) -> PuzzleSet {
        PuzzleSet {
            share,
            counts: HashMap::new(),
            colors: HashMap::new(),
            bands: HashMap::new(),
            known: HashSet::new(),
        }
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.counts.values().sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Whether a rule has its share of a kind.
    fn is_full(&self, table: Table, kind: PuzzleKind) -> bool {
        self.counts.get(&(table, kind)).copied().unwrap_or(0) >= self.share
    }

    /// Whether some kind is missing for a rule.
    pub fn needs(&self, rule: Rule, size: Size) -> bool {
        PuzzleKind::ALL
            .into_iter()
            .any(|kind| !self.is_full((rule, size), kind))
    }

    /// Whether a win or no win of a color may be missing.
    fn wants_any(&self, table: Table, kind: PuzzleKind, turn: Color) -> bool {
        let of_color = self.colors.get(&(table, kind, turn)).copied();
        !self.is_full(table, kind) && of_color.unwrap_or(0) < self.share.div_ceil(2)
    }

    /// Whether a position is missing.
    fn wants(&self, candidate: &Candidate) -> bool {
        let table = (candidate.rule, candidate.board.size());
        let kind = candidate.kind;
        let has_room = band_of(&candidate.expected).is_none_or(|band| {
            let count = self.bands.get(&(table, kind, band)).copied().unwrap_or(0);
            band == Band::Long || count < self.share.div_ceil(2)
        });
        has_room
            && self.wants_any(table, kind, candidate.turn)
            && !self.known.contains(&key(&candidate.board, candidate))
    }

    /// Adds a candidate if it is needed, and returns its name.
    pub fn accept(&mut self, candidate: &Candidate) -> Option<String> {
        let table = (candidate.rule, candidate.board.size());
        if !self.wants(candidate) {
            return None;
        }
        self.add(table, candidate);
        let count = self.counts.get(&(table, candidate.kind)).copied();
        let side = match candidate.board.size() {
            Size::FIFTEEN => String::new(),
            size => size.side().to_string(),
        };
        let (kind, rule) = (candidate.kind.word(), rule_word(candidate.rule));
        Some(format!("{kind}-{rule}{side}-{}", count.unwrap_or(0)))
    }

    /// Adds a puzzle of an earlier run; `false` if it is not one of a miner's.
    pub fn restore(&mut self, puzzle: &Puzzle) -> bool {
        let rule = puzzle.expected.first().map(|(rule, _)| *rule);
        let expected: Vec<Expected> = puzzle.expected.iter().map(|(_, e)| e.clone()).collect();
        let (Some(kind), Some(rule)) = (PuzzleKind::of(&expected), rule) else {
            return false;
        };
        let candidate = Candidate {
            kind,
            rule,
            board: puzzle.board.clone(),
            turn: puzzle.turn,
            expected,
            interest: 0,
        };
        self.add((rule, puzzle.board.size()), &candidate);
        true
    }

    fn add(&mut self, table: Table, candidate: &Candidate) {
        let (kind, turn) = (candidate.kind, candidate.turn);
        *self.counts.entry((table, kind)).or_default() += 1;
        *self.colors.entry((table, kind, turn)).or_default() += 1;
        if let Some(band) = band_of(&candidate.expected) {
            *self.bands.entry((table, kind, band)).or_default() += 1;
        }
        self.known.insert(key(&candidate.board, candidate));
    }
}

fn key(board: &Board, candidate: &Candidate) -> (Table, Color, CanonicalStones) {
    let size = board.size();
    let (stones, _) = CanonicalStones::of(board.history(), size);
    ((candidate.rule, size), candidate.turn, stones)
}

fn band_of(expected: &[Expected]) -> Option<Band> {
    expected.iter().find_map(|e| match *e {
        Expected::ShortestByFours(plies) | Expected::ShortestByThreats(plies) => {
            Some(match plies {
                0..=7 => Band::Short,
                8..=11 => Band::Middle,
                _ => Band::Long,
            })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, stones_in_turn};

    fn candidate(moves: &str, expected: Vec<Expected>) -> Candidate {
        let moves = parse_points(moves, Size::FIFTEEN).unwrap();
        let board = Board::with_stones(Size::FIFTEEN, stones_in_turn(&moves));
        Candidate {
            kind: PuzzleKind::of(&expected).unwrap(),
            rule: Rule::Standard,
            turn: board.turn_by_count(),
            board,
            expected,
            interest: 0,
        }
    }

    #[test]
    fn a_set_has_no_twins_and_no_more_than_its_share() {
        let none = || vec![Expected::ByFours(Verdict::NoWin)];
        let mut set = PuzzleSet::new(3);
        assert!(set.needs(Rule::Standard, Size::FIFTEEN));
        let name = set.accept(&candidate("h8 i9", none()));
        assert_eq!(name.as_deref(), Some("novcf-std-1"));
        // The same turned round.
        assert_eq!(set.accept(&candidate("h8 g7", none())), None);
        assert!(set.accept(&candidate("h8 i8", none())).is_some());
        // Two of three with black to move are enough.
        assert_eq!(set.accept(&candidate("h8 j8", none())), None);
        assert!(set.accept(&candidate("h8 j8 a1", none())).is_some());
        assert_eq!(set.accept(&candidate("h8 k8 a1", none())), None);
        // Nor is more than half of the wins short.
        let win = |plies| vec![Expected::ShortestByFours(plies)];
        assert!(set.accept(&candidate("h8 i10", win(5))).is_some());
        assert!(set.accept(&candidate("h8 i10 h9", win(7))).is_some());
        assert_eq!(set.accept(&candidate("h8 i10 h7", win(7))), None);
        assert!(set.accept(&candidate("h8 i10 h7", win(15))).is_some());
        assert_eq!(set.len(), 6);
    }

    #[test]
    fn a_game_gives_what_the_checker_confirms() {
        use rand::SeedableRng;
        let style = OpeningStyle {
            rule: Rule::Caro,
            size: Size::FIFTEEN,
            stones: (4, 8),
            zone: None,
            window: 0,
            nodes: 50,
        };
        let (mut miner, set) = (PuzzleMiner::default(), PuzzleSet::new(4));
        let mut found = 0;
        for seed in 0..4 {
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            for candidate in miner.mine_game(&style, &mut rng, &set) {
                found += 1;
                assert_ne!(candidate.is_confirmed(), Some(false), "{candidate:?}");
            }
        }
        assert!(found > 4, "{found}");
    }
}
