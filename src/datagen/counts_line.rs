//! A labelled position as a line of counts.

use super::training_game::Leaf;
use crate::eval::threat_set;
use crate::pattern::feature_counts;
use crate::position::Position;

/// The feature counts of a leaf and its labels, as `scripts/fit_weights.py` reads them:
/// `rule turn result score stones threats own.. opponent..`; black 0 and white 1.
pub fn counts_line(position: &Position, leaf: &Leaf) -> String {
    let (patterns, turn) = (position.patterns(), position.turn());
    let (rule, stones) = (position.rule().code(), position.board().stones());
    let (result, score) = (leaf.result(turn), leaf.score());
    let threats = threat_set(patterns, turn);
    let mut line = format!("{rule} {} {result} {score} {stones} {threats}", turn as u8);
    for count in [turn, !turn]
        .map(|color| feature_counts(patterns, color))
        .as_flattened()
    {
        line += &format!(" {count}");
    }
    line
}
