//! Labelled positions as lines of feature counts.

use super::shard::{Shard, ShardError};
use super::training_game::Leaf;
use crate::eval::threat_set;
use crate::pattern::feature_counts;
use crate::position::Position;
use std::path::Path;

/// The leaves of a shard, a line each, as `scripts/fit_weights.py` reads them:
/// `rule turn result score stones threats own.. opponent..`; black 0 and white 1.
///
/// # Errors
/// If the shard is damaged.
pub fn counts_lines(path: &Path) -> Result<Vec<String>, ShardError> {
    let shard = Shard::read(path)?;
    let rule = shard.head.rule();
    let mut lines = Vec::new();
    for (board, leaf) in shard.leaves()? {
        let turn = board.turn_by_count();
        lines.push(counts_line(&Position::from_board(rule, board, turn), leaf));
    }
    Ok(lines)
}

fn counts_line(position: &Position, leaf: &Leaf) -> String {
    let (patterns, turn) = (position.patterns(), position.turn());
    let (rule, stones) = (position.rule().code(), position.board().stones());
    let (result, score) = (leaf.result(turn), leaf.score());
    let threats = threat_set(patterns, turn);
    let counts = [turn, !turn].map(|color| feature_counts(patterns, color));
    let mut line = format!("{rule} {} {result} {score} {stones} {threats}", turn as u8);
    for count in counts.as_flattened() {
        line += &format!(" {count}");
    }
    line
}
