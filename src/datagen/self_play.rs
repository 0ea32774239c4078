//! Self-play that labels positions by playing them out: what evaluations are fitted to.

use super::OpeningStyle;
use super::openings::{random_stones, search, searched};
use super::quiet::{QuietFilter, is_forced};
use super::training_game::{Leaf, PlayedGame, TrainingGame, cell_of};
use crate::board::{Point, Size};
use crate::ordering::rated_moves;
use crate::pattern::PointClass;
use crate::position::Position;
use crate::rule::{DrawRule, DrawWatch, Rule};
use crate::search::{SearchResult, SearchState, Supervisor, Unsupervised};
use rand::Rng;
use rand::seq::IndexedRandom;

/// A search that is this sure has decided the game: the rest is not played.
const DECIDED: i32 = 2_000;
/// The sizes in bytes of the transposition tables of games and of playouts.
pub(super) const GAME_TABLE: usize = 2 << 20;
const PLAYOUT_TABLE: usize = 1 << 20;
/// Half of the games begin with a score this near to even, by a search with this many nodes, if one is found in as many
/// attempts.
const EVEN: i32 = 150;
const EVEN_NODES: u64 = 1_500;
const EVEN_ATTEMPTS: usize = 50;
/// Before this ply every fourth move is a random one of the first by move ordering.
const RANDOM_PLIES: usize = 12;
const RANDOM_MOVES: usize = 10;

/// Plays games of self-play with labelled leaves, on one board.
pub struct SelfPlay {
    rule: Rule,
    size: Size,
    nodes: u64,
    playout_nodes: u64,
    game_table: SearchState,
    playout_table: SearchState,
    quiet: QuietFilter,
}

impl SelfPlay {
    /// Makes a player whose games are searched with `nodes` nodes a move on average, from 40 to 160 percent of it in one
    /// game, and whose leaves are played out with `playout_nodes` a move.
    pub fn new(rule: Rule, size: Size, nodes: u64, playout_nodes: u64) -> SelfPlay {
        SelfPlay {
            rule,
            size,
            nodes,
            playout_nodes,
            game_table: SearchState::new(GAME_TABLE),
            playout_table: SearchState::new(PLAYOUT_TABLE),
            quiet: QuietFilter::new(),
        }
    }

    /// Plays a game from random stones. Of each of its searches a random evaluated position is played out, if it is
    /// quiet. The same random numbers give the same game.
    ///
    /// Positions that are met in games only would not do: a search meets many others, in which a side has wasted moves.
    pub fn game(&mut self, rng: &mut impl Rng) -> TrainingGame {
        let nodes = self.nodes * rng.random_range(40..=160) / 100;
        let start = self.start(nodes, rng);
        let mut sampled = Vec::new();
        let state = &mut self.game_table;
        let first = start.clone();
        let game = play_game(first, Adjudication::ByScore, state, |position, state| {
            let mut sampler = LeafSampler::new(rng);
            let mut result = search(position, state, nodes, &mut sampler);
            sampled.push(sampler.leaf);
            if sampled.len() <= RANDOM_PLIES && !is_forced(position) && rng.random_ratio(1, 4) {
                result.point = random_move(position, rng).or(result.point);
            }
            result
        });
        let before = start.board().stones();
        let leaves = sampled.into_iter().enumerate();
        let leaves = leaves.filter_map(|(ply, leaf)| self.label(leaf?, ply, before + ply));
        TrainingGame {
            start: cells(&start, 0),
            leaves: leaves.collect(),
            game,
        }
    }

    /// Random stones, in half of all games nearly even ones.
    fn start(&mut self, nodes: u64, rng: &mut impl Rng) -> Position {
        let style = OpeningStyle::anywhere(self.rule, self.size, nodes);
        let attempts = if rng.random_bool(0.5) {
            EVEN_ATTEMPTS
        } else {
            0
        };
        for _ in 0..attempts {
            let start = quiet_start(&style, rng);
            let score = searched(&start, &mut self.playout_table, EVEN_NODES);
            if score.is_some_and(|score| score.abs() <= EVEN) {
                return start;
            }
        }
        quiet_start(&style, rng)
    }

    /// Plays a quiet leaf out, which a search after `ply` moves and `stones` stones met.
    fn label(&mut self, mut leaf: Position, ply: usize, stones: usize) -> Option<Leaf> {
        if !self.quiet.is_quiet(&mut leaf) {
            return None;
        }
        let path = cells(&leaf, stones);
        let (state, nodes) = (&mut self.playout_table, self.playout_nodes);
        let playout = play_game(leaf, Adjudication::ByScore, state, |position, state| {
            search(position, state, nodes, &mut Unsupervised)
        });
        Some(Leaf {
            ply,
            path,
            playout,
            deeper_score: None,
        })
    }
}

/// The stones of a position from the given one on.
fn cells(position: &Position, from: usize) -> Vec<u16> {
    let board = position.board();
    let stones = board.history().iter().skip(from);
    stones
        .map(|&(point, _)| cell_of(point, board.size()))
        .collect()
}

/// One of the first legal moves by move ordering.
fn random_move(position: &Position, rng: &mut impl Rng) -> Option<Point> {
    let mut moves = rated_moves(&mut position.clone());
    moves.truncate(RANDOM_MOVES);
    moves.choose(rng).copied()
}

/// Keeps one of the positions that a search evaluates, each with the same chance.
struct LeafSampler<'a, R> {
    rng: &'a mut R,
    seen: u64,
    leaf: Option<Position>,
}

impl<R: Rng> LeafSampler<'_, R> {
    fn new(rng: &mut R) -> LeafSampler<'_, R> {
        LeafSampler {
            rng,
            seen: 0,
            leaf: None,
        }
    }
}

impl<R: Rng> Supervisor for LeafSampler<'_, R> {
    fn on_evaluation(&mut self, position: &Position) {
        self.seen += 1;
        if self.rng.random_range(0..self.seen) == 0 {
            self.leaf = Some(position.clone());
        }
    }
}

/// Random stones with which a game can start.
pub(super) fn quiet_start(style: &OpeningStyle, rng: &mut impl Rng) -> Position {
    loop {
        if let Some((_, position)) = random_stones(style, rng) {
            return position;
        }
    }
}

/// Whether a game may end before a five or a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Adjudication {
    /// It is played to its end.
    Off,
    /// A sure score wins it, and scores near to even draw it late in the game.
    ByScore,
}

/// When games are adjudicated draws. Of 4,670 such games on 15x15 under the standard rule 48 had a winner when played
/// on.
fn draw_rule(size: Size) -> DrawRule {
    DrawRule {
        from_stones: (4 * size.area()).div_ceil(9),
        moves: 4,
        score: 50,
    }
}

/// Plays a game to its end or until it is adjudicated. Each position is searched by `think`.
pub(super) fn play_game(
    mut position: Position,
    adjudication: Adjudication,
    state: &mut SearchState,
    mut think: impl FnMut(&Position, &mut SearchState) -> SearchResult,
) -> PlayedGame {
    state.clear();
    let size = position.board().size();
    let mut game = PlayedGame::default();
    let mut draw = DrawWatch::new(draw_rule(size));
    loop {
        let turn = position.turn();
        if position.is_drawn() {
            return game;
        }
        if position.patterns().count(PointClass::Five, turn) > 0 {
            game.winner = Some(turn);
            return game;
        }
        let result = think(&position, state);
        let progress = result.progress.as_ref();
        let score = progress.map_or(0, |progress| progress.score.value());
        game.scores.push(score);
        if adjudication == Adjudication::ByScore {
            if score.abs() >= DECIDED {
                game.winner = Some(if score > 0 { turn } else { !turn });
                return game;
            }
            if draw.is_drawn(Some(score), position.board().stones()) {
                return game;
            }
        }
        let Some(point) = result.point else {
            return game;
        };
        position.play(point);
        game.cells.push(cell_of(point, size));
    }
}

#[cfg(test)]
mod tests {
    use super::super::training_game::position_of;
    use super::*;
    use crate::board::Color;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn even_scores_draw_late_games_only() {
        // Rows of pairs of colors that shift: nobody has five, and the board fills up.
        let plies = |adjudication| {
            let position = Position::empty(Rule::Caro, Size::FIFTEEN);
            let mut state = SearchState::new(PLAYOUT_TABLE);
            let game = play_game(position, adjudication, &mut state, |position, _| {
                let (board, is_black) = (position.board(), position.turn() == Color::Black);
                let pattern = |point: &Point| (point.x() + 2 * point.y()) % 4 < 2;
                let own = board
                    .empty_points()
                    .find(|point| pattern(point) == is_black);
                SearchResult {
                    progress: None,
                    point: own.or(board.empty_points().next()),
                    nodes: 0,
                }
            });
            assert_eq!(game.winner, None);
            game.cells.len()
        };
        assert_eq!(plies(Adjudication::ByScore), 100);
        assert!(plies(Adjudication::Off) > 200);
    }

    #[test]
    fn games_are_made_again_by_their_random_numbers() {
        let game = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            SelfPlay::new(Rule::Renju, Size::FIFTEEN, 300, 50).game(&mut rng)
        };
        let first = game(3);
        assert_eq!(first, game(3));
        assert_ne!(first, game(4));
        let boards = first.boards(Size::FIFTEEN).unwrap();
        assert!(!boards.is_empty());
        for (leaf, board) in first.leaves.iter().zip(boards) {
            let stones = first.start.len() + leaf.ply + leaf.path.len();
            assert_eq!(board.stones(), stones);
            assert!(leaf.playout.scores.len() >= leaf.playout.cells.len());
            assert!(!is_forced(&position_of(Rule::Renju, board)));
        }
    }
}
