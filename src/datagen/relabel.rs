//! Leaves that are labelled once more, by a search deeper than those of their playouts.

use super::openings::score_from_scratch;
use super::shard::{Shard, ShardError, ShardHead};
use super::shard_run::{ShardRunError, is_made};
use super::training_game::position_of;
use crate::score::Score;
use crate::search::SearchState;
use std::path::Path;

/// The size in bytes of the transposition table.
const TABLE: usize = 4 << 20;

/// Searches the leaves of shards.
pub struct Relabeller {
    nodes: u64,
    table: SearchState,
}

impl Relabeller {
    /// Makes one that searches each leaf with `nodes` nodes.
    pub fn new(nodes: u64) -> Relabeller {
        Relabeller {
            nodes,
            table: SearchState::new(TABLE),
        }
    }

    /// Relabels the shard of a file into a folder; `false` if that is done already.
    ///
    /// # Errors
    /// [`ShardRunError`]; the kind `Shard` says that the file is damaged.
    pub fn relabel_file(&mut self, path: &Path, folder: &Path) -> Result<bool, ShardRunError> {
        let mut head = ShardHead::read(path)?;
        head.relabel_nodes = Some(self.nodes);
        let target = folder.join(head.file_name());
        if is_made(&target, &head)? {
            return Ok(false);
        }
        let mut shard = Shard::read(path)?;
        self.relabel(&mut shard)?;
        shard.head = head;
        let written = shard.write(&target);
        written.map_err(|error| ShardRunError::Write(target, error))?;
        Ok(true)
    }

    /// Gives each leaf of a shard the score of a search. All else stays as it is.
    fn relabel(&mut self, shard: &mut Shard) -> Result<(), ShardError> {
        let rule = shard.head.rule();
        let boards = shard.leaves()?.into_iter().map(|(board, _)| board);
        let scores: Vec<i32> = boards
            .map(|board| {
                let position = position_of(rule, board);
                let score = score_from_scratch(&position, &mut self.table, self.nodes);
                score.map_or(0, Score::value)
            })
            .collect();
        let leaves = shard.games.iter_mut().flat_map(|game| &mut game.leaves);
        for (leaf, score) in leaves.zip(scores) {
            leaf.deeper_score = Some(score);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::datagen::ShardSettings;
    use crate::rule::Rule;

    #[test]
    fn a_relabelled_shard_has_a_score_for_each_leaf_and_the_same_games() {
        let settings = ShardSettings {
            games: 2,
            nodes: 200,
            playout_nodes: 30,
        };
        let head = ShardHead::new(Rule::Renju, Size::FIFTEEN, 5, settings);
        let first = head.play(&|| false).unwrap().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from.gz"), folder.path().join("to"));
        first.write(&from).unwrap();
        std::fs::create_dir(&to).unwrap();
        let mut relabeller = Relabeller::new(500);
        assert!(relabeller.relabel_file(&from, &to).unwrap());
        assert!(!relabeller.relabel_file(&from, &to).unwrap());
        let other = Relabeller::new(501).relabel_file(&from, &to);
        assert!(matches!(other, Err(ShardRunError::OtherSettings { .. })));
        let mut read = Shard::read(&to.join(first.head.file_name())).unwrap();
        assert_eq!(read.head.relabel_nodes, Some(500));
        let leaves = read.leaves().unwrap();
        assert!(leaves.iter().all(|(_, leaf)| leaf.deeper_score.is_some()));
        let differs = |(_, leaf): &(_, &super::super::Leaf)| leaf.score() != leaf.playout.score(0);
        assert!(leaves.iter().any(differs));
        for leaf in read.games.iter_mut().flat_map(|game| &mut game.leaves) {
            leaf.deeper_score = None;
        }
        assert_eq!(read.games, first.games);
    }
}
