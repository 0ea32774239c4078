//! What a data set holds: the shards of training data counted, by board.

use super::shard::{Shard, ShardError, ShardSettings};
use crate::board::{Board, CanonicalStones};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// The greatest number of stones in each phase but the last, which has all beyond.
const PHASES: [usize; 3] = [20, 40, 60];

/// The leaves of one rule and board.
#[derive(Clone, Debug, Default)]
pub struct BoardCounts {
    /// Shards.
    pub shards: usize,
    /// Games.
    pub games: usize,
    /// Labelled leaves.
    pub leaves: usize,
    /// Leaves by their playouts' results for the side to move: lost, drawn, won.
    pub results: [usize; 3],
    /// Leaves by stones on the board: up to 20, 40, 60, and more.
    pub phases: [usize; PHASES.len() + 1],
    /// Moves of all playouts.
    pub playout_moves: usize,
    /// Leaves that are equal to an earlier one up to symmetry, by their hashes.
    pub duplicates: usize,
    known: HashSet<u64>,
}

/// A data set: shards in any order.
#[derive(Debug, Default)]
pub struct DataSet {
    /// By league, such as `standard15`.
    pub boards: BTreeMap<String, BoardCounts>,
    /// Shards by the version of the engine, their settings, and the node limit by which leaves were relabelled.
    pub settings: BTreeMap<(String, ShardSettings, Option<u64>), usize>,
    /// Shards that cannot be read, which are left out.
    pub damaged: Vec<(PathBuf, ShardError)>,
}

impl DataSet {
    /// Counts shards.
    pub fn read(paths: &[PathBuf]) -> DataSet {
        let mut set = DataSet::default();
        for path in paths {
            set.add(path);
        }
        set
    }

    /// Counts a shard.
    pub fn add(&mut self, path: &Path) {
        if let Err(error) = self.count(path) {
            self.damaged.push((path.into(), error));
        }
    }

    fn count(&mut self, path: &Path) -> Result<(), ShardError> {
        let shard = Shard::read(path)?;
        let (head, leaves) = (&shard.head, shard.leaves()?);
        let league = format!("{}{}", head.rule().name(), head.size()?.side());
        let settings = (head.engine.clone(), head.settings, head.relabel_nodes);
        *self.settings.entry(settings).or_default() += 1;
        let counts = self.boards.entry(league).or_default();
        counts.shards += 1;
        counts.games += shard.games.len();
        for (board, leaf) in leaves {
            counts.leaves += 1;
            counts.results[usize::from(leaf.playout.result(board.turn_by_count()))] += 1;
            counts.phases[PHASES.partition_point(|&most| most < board.stones())] += 1;
            counts.playout_moves += leaf.playout.cells.len();
            counts.duplicates += usize::from(!counts.known.insert(hash(&board)));
        }
        Ok(())
    }
}

/// A hash of the stones, equal for all eight images.
fn hash(board: &Board) -> u64 {
    let (stones, _) = CanonicalStones::of(board.history(), board.size());
    let mut hasher = DefaultHasher::new();
    stones.hash(&mut hasher);
    hasher.finish()
}

/// A table of the boards, and the settings that the shards were made with.
impl fmt::Display for DataSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "league        shards    games    leaves   won%  drawn%  lost%  <=20  <=40  <=60  more%  playout  duplicates"
        )?;
        for (league, board) in &self.boards {
            let leaves = board.leaves.max(1) as f64;
            let percent = |count: usize| 100.0 * count as f64 / leaves;
            let [lost, drawn, won] = board.results.map(percent);
            let [opening, early, middle, late] = board.phases.map(percent);
            writeln!(
                f,
                "{league:<12} {:>7} {:>8} {:>9}  {won:>5.1}  {drawn:>6.1}  {lost:>5.1}  {opening:>4.1}  {early:>4.1}  \
                 {middle:>4.1}  {late:>5.1}  {:>7.1}  {:>10}",
                board.shards,
                board.games,
                board.leaves,
                board.playout_moves as f64 / leaves,
                board.duplicates
            )?;
        }
        for ((engine, settings, relabel_nodes), shards) in &self.settings {
            let ShardSettings {
                games,
                nodes,
                playout_nodes,
            } = settings;
            write!(
                f,
                "{shards} shards of {games} games by tengen {engine}, {nodes} nodes a move, {playout_nodes} in playouts"
            )?;
            match relabel_nodes {
                Some(nodes) => writeln!(f, ", leaves relabelled with {nodes}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}
