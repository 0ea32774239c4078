//! Self-play that labels positions with what comes of them: what the weights are fitted to.

use super::openings::random_stones;
use super::{OpeningStyle, Sample};
use crate::board::{Color, Size};
use crate::eval::threat_set;
use crate::pattern::PointClass;
use crate::pattern::feature_counts;
use crate::position::Position;
use crate::rule::Rule;
use crate::search::{
    Next, Progress, SearchResult, SearchState, Searcher, Supervisor, Unsupervised,
};
use crate::time::Limits;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A search that is this sure has decided the game: the rest is not played.
const DECIDED: i32 = 2_000;
/// Bytes of the transposition tables of games and of playing on.
const GAME_TABLE: usize = 2 << 20;
const PLAYING_ON_TABLE: usize = 1 << 20;

/// Games of self-play on several boards in turn, endless; each item is the labelled positions of one game.
pub struct LabelledGames {
    boards: Vec<(Rule, Size)>,
    nodes: u64,
    playing_on: u64,
    rng: Xoshiro256PlusPlus,
    games: usize,
}

impl LabelledGames {
    /// Begins games by a seed. Their moves are searched with `nodes` on average, from 40 to 160 percent of it in one
    /// game, and positions are played on with `playing_on`.
    pub fn new(boards: Vec<(Rule, Size)>, nodes: u64, playing_on: u64, seed: u64) -> LabelledGames {
        LabelledGames {
            boards,
            nodes,
            playing_on,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            games: 0,
        }
    }
}

impl Iterator for LabelledGames {
    type Item = Vec<Sample>;

    fn next(&mut self) -> Option<Vec<Sample>> {
        let (rule, size) = *self.boards.get(self.games % self.boards.len().max(1))?;
        self.games += 1;
        let nodes = self.nodes * self.rng.random_range(40..=160) / 100;
        let style = OpeningStyle::anywhere(rule, size, nodes);
        Some(labelled_leaves(&style, self.playing_on, &mut self.rng))
    }
}

/// Plays a game from random stones. Of each of its searches one position that a leaf was evaluated at, at random, is
/// played on to the end, each move with `playing_on` nodes: the result for the side to move is its label.
///
/// Positions that are met in games only would not do: a search meets many others, in which a side has wasted moves.
fn labelled_leaves(style: &OpeningStyle, playing_on: u64, rng: &mut impl Rng) -> Vec<Sample> {
    let mut state = SearchState::new(GAME_TABLE);
    let mut leaves = Vec::new();
    play_game(
        quiet_start(style, rng),
        DECIDED,
        &mut state,
        |position, state| {
            let mut sampler = LeafSampler::new(rng.random());
            let result = search(position, state, style.nodes, &mut sampler);
            leaves.extend(sampler.leaf);
            result
        },
    );
    let mut state = SearchState::new(PLAYING_ON_TABLE);
    let mut label = |leaf: Position| {
        let mut score = None;
        let winner = play_game(leaf.clone(), DECIDED, &mut state, |position, state| {
            let result = search(position, state, playing_on, &mut Unsupervised);
            score.get_or_insert(score_of(&result));
            result
        });
        Sample {
            result: match winner {
                None => 1,
                Some(winner) if winner == leaf.turn() => 2,
                Some(_) => 0,
            },
            ..sample(&leaf, style, score.unwrap_or(0))
        }
    };
    leaves.retain(is_quiet);
    leaves.into_iter().map(&mut label).collect()
}

/// Keeps one of the positions that a search evaluates, each with the same chance.
struct LeafSampler {
    rng: Xoshiro256PlusPlus,
    seen: u64,
    leaf: Option<Position>,
}

impl LeafSampler {
    fn new(seed: u64) -> LeafSampler {
        LeafSampler {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seen: 0,
            leaf: None,
        }
    }
}

impl Supervisor for LeafSampler {
    fn must_stop(&mut self) -> bool {
        false
    }

    fn next(&mut self, _: &[Progress]) -> Next {
        Next::Deeper
    }

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

/// Plays on until a search says `decided` or more for a color, or to the end, and returns the winner. Each position
/// is searched by `think`.
pub(super) fn play_game(
    mut position: Position,
    decided: i32,
    state: &mut SearchState,
    mut think: impl FnMut(&Position, &mut SearchState) -> SearchResult,
) -> Option<Color> {
    state.clear();
    loop {
        let turn = position.turn();
        if position.is_drawn() {
            return None;
        }
        if position.patterns().count(PointClass::Five, turn) > 0 {
            return Some(turn);
        }
        let result = think(&position, state);
        let score = score_of(&result);
        if score.abs() >= decided {
            return Some(if score > 0 { turn } else { !turn });
        }
        position.play(result.point?);
    }
}

/// Searches a position with the given number of nodes.
pub(super) fn search(
    position: &Position,
    state: &mut SearchState,
    nodes: u64,
    supervisor: &mut impl Supervisor,
) -> SearchResult {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    Searcher::new(position, state, limits, supervisor).run()
}

fn score_of(result: &SearchResult) -> i32 {
    let progress = result.progress.as_ref();
    progress.map_or(0, |progress| progress.score.value())
}

/// Whether the evaluation is ever asked about such a position: no five to make or stop, no straight
/// four to make.
fn is_quiet(position: &Position) -> bool {
    let (patterns, turn) = (position.patterns(), position.turn());
    patterns.count(PointClass::Five, turn) == 0
        && patterns.count(PointClass::Five, !turn) == 0
        && patterns.count(PointClass::StraightFour, turn) == 0
}

fn sample(position: &Position, style: &OpeningStyle, score: i32) -> Sample {
    let (patterns, turn) = (position.patterns(), position.turn());
    Sample {
        rule: style.rule,
        turn,
        result: 1,
        score,
        stones: position.board().stones(),
        threats: threat_set(patterns, turn),
        own: feature_counts(patterns, turn),
        opponent: feature_counts(patterns, !turn),
    }
}
