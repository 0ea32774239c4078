//! Self-play that labels positions with the game's result: what the weights are fitted to.

use super::openings::random_stones;
use super::{OpeningStyle, Sample};
use crate::board::Color;
use crate::eval::{counts, threat_set};
use crate::pattern::{NoObserver, PointClass};
use crate::position::Position;
use crate::search::{SearchState, Searcher, Unsupervised};
use crate::time::Limits;
use rand::Rng;

/// A search that is this sure has decided the game: the rest is not played.
const DECIDED: i32 = 2_000;

/// Plays a game from random stones and returns some of its positions, each with the result for the side
/// to move. `share` is the probability that a position is kept.
pub fn labelled_game(
    style: &OpeningStyle,
    state: &mut SearchState,
    rng: &mut impl Rng,
    share: f64,
) -> Vec<Sample> {
    let start = quiet_start(style, rng);
    let mut samples: Vec<(Color, Sample)> = Vec::new();
    let winner = play_game(start, style.nodes, DECIDED, state, |position, score| {
        if is_quiet(position) && rng.random_bool(share) {
            samples.push((position.turn(), sample(position, style, score)));
        }
    });
    let label = |(turn, mut sample): (Color, Sample)| {
        sample.result = match winner {
            None => 1,
            Some(winner) if winner == turn => 2,
            Some(_) => 0,
        };
        sample
    };
    samples.into_iter().map(label).collect()
}

/// Random stones with which a game can start.
pub(super) fn quiet_start(style: &OpeningStyle, rng: &mut impl Rng) -> Position {
    loop {
        if let Some((_, position)) = random_stones(style, rng) {
            return position;
        }
    }
}

/// Plays on until a search says `decided` or more for a color, or to the end, and returns the winner;
/// every searched position is shown to `look` with its score for the side to move.
pub(super) fn play_game(
    mut position: Position,
    nodes: u64,
    decided: i32,
    state: &mut SearchState,
    mut look: impl FnMut(&Position, i32),
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
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let result = Searcher::new(&position, state, limits, &mut Unsupervised).run();
        let point = result.point?;
        let score = result.progress.map_or(0, |progress| progress.score.value());
        look(&position, score);
        if score.abs() >= decided {
            return Some(if score > 0 { turn } else { !turn });
        }
        position.play(point, &mut NoObserver);
    }
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
        threats: threat_set(patterns, turn),
        own: counts(patterns, turn),
        opponent: counts(patterns, !turn),
    }
}
