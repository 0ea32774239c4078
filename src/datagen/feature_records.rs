//! Labelled positions as binary records of pattern codes: what `training/` reads.
//!
//! A file is a line of JSON (a [`FeatureHead`]), the features of each pattern code, and records, all numbers little
//! endian. The features are `[color][code][feature]`, a byte each: how many of a point's shapes and classes are this
//! one, for black and for white. A record is
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the shard's seed |
//! | 2 | the number of the game in the shard |
//! | 2 | stones on the board |
//! | 2 | the score of the deepest search from here, for the side to move |
//! | 2 | the TD target, in 65,535ths |
//! | 1 | the result: 0 lost, 1 drawn, 2 won |
//! | 1 | the side to move: 0 black, 1 white |
//! | 1 | the set of standing threats |
//! | 1 | 0 for a leaf, 1 for a position of its playout |
//! | 2 a point | the side to move's codes, by cells; on a stone [`CODES`] if it is the own one, else one more |
//! | 2 a point | the opponent's codes |

use super::quiet::QuietFilter;
use super::shard::{Shard, ShardError};
use super::training_game::{Leaf, TrainingGameError, position_of, put};
use crate::board::{Cell, Color, Point};
use crate::eval::threat_set;
use crate::pattern::{CODES, FEATURES, PatternCode, class_of, feature_sum};
use crate::position::Position;
use crate::rule::Rule;
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// The last plies of a playout are decided: no position of them is a record.
const LAST_PLIES: usize = 8;

/// The board of a file of records, and the sizes of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeatureHead {
    /// The code of the rule.
    pub rule: u32,
    /// The side of the board.
    pub side: usize,
    /// The number of pattern codes.
    pub codes: usize,
    /// The number of features of a color.
    pub features: usize,
}

impl FeatureHead {
    /// The head of the records of a shard.
    ///
    /// # Errors
    /// If there is no such board or rule.
    pub fn of(shard: &Shard) -> Result<FeatureHead, ShardError> {
        Ok(FeatureHead {
            rule: shard.head.rule().code(),
            side: shard.head.size()?.side(),
            codes: CODES,
            features: FEATURES,
        })
    }

    /// Writes the line and the features of each pattern code.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn write(&self, mut file: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut file, self)?;
        file.write_all(b"\n")?;
        let rule = Rule::from_code(self.rule.into());
        for color in Color::ALL {
            for shapes in PatternCode::all_shapes() {
                let class = class_of(rule, color, &shapes);
                let count =
                    |feature| feature_sum(&shapes, class, |index| i16::from(index == feature));
                file.write_all(&std::array::from_fn::<u8, FEATURES, _>(|i| count(i) as u8))?;
            }
        }
        Ok(())
    }
}

/// The records of a shard: its leaves, and with `playout_step` each `playout_step`th quiet position of their playouts.
///
/// # Errors
/// If a game cannot be replayed.
pub fn feature_records(
    shard: &Shard,
    playout_step: Option<NonZeroUsize>,
) -> Result<Vec<u8>, ShardError> {
    let (rule, mut bytes, mut quiet) = (shard.head.rule(), Vec::new(), QuietFilter::new());
    let size = shard.head.size()?;
    for (number, game) in shard.games.iter().enumerate() {
        let damaged = |error: TrainingGameError| ShardError::Game(number + 1, error);
        let source = (shard.head.seed as u32, number as u16);
        for (mut board, leaf) in game
            .boards(size)
            .map_err(damaged)?
            .into_iter()
            .zip(&game.leaves)
        {
            push_record(
                &mut bytes,
                source,
                &position_of(rule, board.clone()),
                leaf,
                0,
            );
            let Some(step) = playout_step.map(NonZeroUsize::get) else {
                continue;
            };
            let last = leaf.playout.cells.len().saturating_sub(LAST_PLIES);
            let whole_steps = leaf.playout.cells[..last].chunks_exact(step);
            for (cells, ply) in whole_steps.zip((step..).step_by(step)) {
                put(&mut board, cells).map_err(damaged)?;
                let mut position = position_of(rule, board.clone());
                if quiet.is_quiet(&mut position) {
                    push_record(&mut bytes, source, &position, leaf, ply);
                }
            }
        }
    }
    Ok(bytes)
}

/// Appends the record of the position after `ply` moves of a leaf's playout.
fn push_record(
    bytes: &mut Vec<u8>,
    source: (u32, u16),
    position: &Position,
    leaf: &Leaf,
    ply: usize,
) {
    let (turn, playout) = (position.turn(), &leaf.playout);
    let (board, patterns) = (position.board(), position.patterns());
    let target = playout.td_target(ply, turn) * f64::from(u16::MAX);
    let score = match ply {
        0 => leaf.score(),
        _ => playout.score(ply),
    };
    bytes.extend(source.0.to_le_bytes());
    bytes.extend(source.1.to_le_bytes());
    bytes.extend((board.stones() as u16).to_le_bytes());
    bytes.extend((score.clamp(i16::MIN.into(), i16::MAX.into()) as i16).to_le_bytes());
    bytes.extend((target.round() as u16).to_le_bytes());
    bytes.push(playout.result(turn));
    bytes.push(turn as u8);
    bytes.push(threat_set(patterns, turn) as u8);
    bytes.push(u8::from(ply > 0));
    push_codes(bytes, position);
}

/// Appends the pattern codes of all points, of the side to move and of its opponent.
pub(super) fn push_codes(bytes: &mut Vec<u8>, position: &Position) {
    let (board, patterns, turn) = (position.board(), position.patterns(), position.turn());
    for color in [turn, !turn] {
        let code = |point: Point| match board.cell(point) {
            Cell::Stone(stone) => CODES + usize::from(stone != color),
            _ => patterns.code(point, color).index(),
        };
        for point in board.size().points() {
            bytes.extend((code(point) as u16).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shard::{ShardHead, ShardSettings};
    use super::*;
    use crate::board::Size;
    use crate::pattern::feature_counts;

    const HEAD_BYTES: usize = 16;

    /// The features of the codes in a record, summed up over the board.
    fn counts(head: &FeatureHead, color: Color, codes: &[u8]) -> [u16; FEATURES] {
        let mut bytes = Vec::new();
        head.write(&mut bytes).unwrap();
        let start = bytes.len() - (2 - color as usize) * CODES * FEATURES;
        let mut counts = [0; FEATURES];
        for code in codes.as_chunks::<2>().0 {
            let code = usize::from(u16::from_le_bytes(*code));
            for (feature, count) in counts.iter_mut().enumerate().filter(|_| code < CODES) {
                *count += u16::from(bytes[start + code * FEATURES + feature]);
            }
        }
        counts
    }

    #[test]
    fn the_codes_of_a_record_have_the_features_of_the_position() {
        let settings = ShardSettings {
            games: 2,
            nodes: 300,
            playout_nodes: 50,
        };
        let head = ShardHead::new(Rule::Renju, Size::FIFTEEN, 5, settings);
        let shard = head.play(&|| false).unwrap().unwrap();
        let (leaves, head) = (shard.leaves().unwrap(), FeatureHead::of(&shard).unwrap());
        let record_bytes = HEAD_BYTES + 4 * head.side * head.side;
        let records = feature_records(&shard, None).unwrap();
        assert_eq!(records.len(), leaves.len() * record_bytes);
        for (record, (board, leaf)) in records.chunks(record_bytes).zip(leaves) {
            let position = position_of(Rule::Renju, board);
            let (patterns, turn) = (position.patterns(), position.turn());
            let (own, opponent) = record[HEAD_BYTES..].split_at(record_bytes / 2 - HEAD_BYTES / 2);
            assert_eq!(counts(&head, turn, own), feature_counts(patterns, turn));
            assert_eq!(
                counts(&head, !turn, opponent),
                feature_counts(patterns, !turn)
            );
            assert_eq!(record[0], 5);
            assert_eq!(record[12..14], [leaf.playout.result(turn), turn as u8]);
        }
        let with_playouts = feature_records(&shard, NonZeroUsize::new(3)).unwrap();
        assert!(with_playouts.len() > records.len());
        let kinds = with_playouts.chunks(record_bytes).map(|record| record[15]);
        assert_eq!(
            kinds.filter(|&kind| kind == 0).count() * record_bytes,
            records.len()
        );
    }
}
