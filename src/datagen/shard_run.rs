//! Making the shards of a data set, on several threads; what is there already is not made again.

use super::shard::{Shard, ShardError, ShardHead, ShardSettings};
use crate::board::Size;
use crate::rule::Rule;
use clap::Args;
use parking_lot::Mutex;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use thiserror::Error;

/// The settings of a run: flags of `tengen datagen`.
#[derive(Args, Clone, Copy, Debug)]
pub struct ShardRun {
    /// How each shard is made.
    #[command(flatten)]
    pub settings: ShardSettings,
    /// The seed of the first shard; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of shards of each league, with successive seeds. [default: until --seconds or Ctrl-C]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub shards: Option<u64>,
    /// The number of threads, a shard each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub concurrency: u8,
}

/// What a run has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardCounts {
    /// Shards that were there already.
    pub kept: usize,
    /// Shards that were made.
    pub made: usize,
    /// The games in these.
    pub games: usize,
    /// The labelled leaves in these.
    pub leaves: usize,
}

/// Why a run ends early.
#[derive(Debug, Error)]
pub enum ShardRunError {
    /// A file cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// A shard of this seed was made with other settings.
    #[error("{}: made with other settings: {found}; this run: {wanted}", path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// Its head.
        found: Box<ShardHead>,
        /// The head that it would have.
        wanted: Box<ShardHead>,
    },
    /// A shard cannot be read, or there is no such board.
    #[error(transparent)]
    Shard(#[from] ShardError),
}

/// Hears what a run has made so far, and may end it.
pub type Report<'a> = &'a mut (dyn FnMut(ShardCounts) -> ControlFlow<()> + Send);

impl ShardRun {
    /// Makes the shards of boards in turn, until all are made or `report` breaks. It is called after each shard and each
    /// game. A shard that is not finished then is lost.
    ///
    /// # Errors
    /// [`ShardRunError`].
    pub fn run(
        &self,
        boards: &[(Rule, Size)],
        folder: &Path,
        report: Report,
    ) -> Result<ShardCounts, ShardRunError> {
        let seeds = self.seed..self.seed.saturating_add(self.shards.unwrap_or(u64::MAX));
        let heads = seeds.flat_map(|seed| {
            let head = move |&(rule, size): &_| ShardHead::new(rule, size, seed, self.settings);
            boards.iter().map(head)
        });
        let work = Shards {
            folder,
            heads: Mutex::new(heads),
            is_stopped: AtomicBool::new(false),
            state: Mutex::new((ShardCounts::default(), report)),
        };
        let failures: Vec<ShardRunError> = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency)
                .map(|_| scope.spawn(|| work.work().inspect_err(|_| work.stop())))
                .collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            let ends = ends.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ends.filter_map(Result::err).collect()
        });
        match failures.into_iter().next() {
            Some(failure) => Err(failure),
            None => Ok(work.state.into_inner().0),
        }
    }
}

/// What the threads of a run share.
struct Shards<'a, I> {
    folder: &'a Path,
    heads: Mutex<I>,
    is_stopped: AtomicBool,
    state: Mutex<(ShardCounts, Report<'a>)>,
}

impl<I: Iterator<Item = ShardHead> + Send> Shards<'_, I> {
    /// Makes shards until there are no more, on one thread.
    fn work(&self) -> Result<(), ShardRunError> {
        while !self.is_stopped() {
            let Some(head) = self.heads.lock().next() else {
                return Ok(());
            };
            let path = self.folder.join(head.file_name());
            if is_made(&path, &head)? {
                self.count(|counts| counts.kept += 1);
                continue;
            }
            let Some(shard) = head.play(&|| self.is_stopped())? else {
                return Ok(());
            };
            let written = shard.write(&path);
            written.map_err(|error| ShardRunError::Write(path, error))?;
            self.count(|counts| {
                counts.made += 1;
                counts.games += shard.games.len();
                counts.leaves += shard
                    .games
                    .iter()
                    .map(|game| game.leaves.len())
                    .sum::<usize>();
            });
        }
        Ok(())
    }

    /// Adds to the counts, and reports them.
    fn count(&self, add: impl FnOnce(&mut ShardCounts)) {
        let mut state = self.state.lock();
        let (counts, report) = &mut *state;
        add(counts);
        if report(*counts).is_break() {
            self.stop();
        }
    }

    /// Whether the run is to end; asks the listener between games.
    fn is_stopped(&self) -> bool {
        self.count(|_| {});
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Whether there is such a shard. A damaged one is made again.
pub(super) fn is_made(path: &Path, wanted: &ShardHead) -> Result<bool, ShardRunError> {
    match ShardHead::read(path) {
        Ok(found) if found == *wanted => Ok(Shard::read(path).is_ok()),
        Ok(found) => Err(ShardRunError::OtherSettings {
            path: path.into(),
            found: Box::new(found),
            wanted: Box::new(wanted.clone()),
        }),
        Err(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::{DataSet, shard_paths};
    use std::collections::BTreeMap;

    const SIDE: Size = Size::new(7).unwrap();
    const BOARDS: [(Rule, Size); 2] = [(Rule::Standard, SIDE), (Rule::Renju, SIDE)];

    fn run(shards: u64, nodes: u64) -> ShardRun {
        ShardRun {
            settings: ShardSettings {
                games: 3,
                nodes,
                playout_nodes: 20,
            },
            seed: 5,
            shards: Some(shards),
            concurrency: 2,
        }
    }

    fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let paths = shard_paths(&[folder.into()]).unwrap();
        let content = |path: PathBuf| {
            let bytes = std::fs::read(&path).unwrap();
            (path.file_name().unwrap().into(), bytes)
        };
        paths.into_iter().map(content).collect()
    }

    fn make(run: &ShardRun, folder: &Path) -> Result<ShardCounts, ShardRunError> {
        run.run(&BOARDS, folder, &mut |_| ControlFlow::Continue(()))
    }

    #[test]
    fn a_run_continues_and_damaged_shards_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let counts = make(&run(1, 40), folder).unwrap();
        assert_eq!((counts.kept, counts.made, counts.games), (0, 2, 6));
        let first = files(folder);
        let names: Vec<_> = first.keys().map(|name| name.to_str().unwrap()).collect();
        assert_eq!(
            names,
            ["renju7-000005.jsonl.gz", "standard7-000005.jsonl.gz"]
        );
        // A killed run leaves whole shards only, and the next one makes the others.
        let renju = folder.join(names[0]);
        std::fs::remove_file(&renju).unwrap();
        let counts = make(&run(1, 40), folder).unwrap();
        assert_eq!((counts.kept, counts.made), (1, 1));
        assert_eq!(files(folder), first);
        let whole = DataSet::read(&shard_paths(&[folder.into()]).unwrap());
        assert!(whole.damaged.is_empty());
        assert_eq!(
            whole
                .boards
                .values()
                .map(|board| board.games)
                .sum::<usize>(),
            6
        );
        // Cut short anywhere, it is named and left out.
        let bytes = &first[Path::new(names[0])];
        for length in [0, 5, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&renju, &bytes[..length]).unwrap();
            let set = DataSet::read(&shard_paths(&[folder.into()]).unwrap());
            assert_eq!(set.damaged.len(), 1, "{length} bytes");
            assert_eq!(set.damaged[0].0, renju);
            assert_eq!(set.boards.len(), 1);
        }
        // The same command makes it again.
        let counts = make(&run(1, 40), folder).unwrap();
        assert_eq!((counts.kept, counts.made), (1, 1));
        assert_eq!(files(folder), first);
        let mut changed = bytes.clone();
        let middle = bytes.len() / 2;
        changed[middle] ^= 4;
        std::fs::write(&renju, changed).unwrap();
        assert!(Shard::read(&renju).is_err());
    }

    #[test]
    fn a_run_stops_and_refuses_what_it_would_mix() {
        let folder = tempfile::tempdir().unwrap();
        let mut asked = 0;
        let counts = run(1000, 40).run(&BOARDS, folder.path(), &mut |_| {
            asked += 1;
            match asked < 20 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let counts = counts.unwrap();
        assert!((1..6).contains(&counts.made), "{counts:?}");
        let error = make(&run(1, 41), folder.path()).unwrap_err().to_string();
        for part in ["other settings", "--nodes 40 ", "--nodes 41 "] {
            assert!(error.contains(part), "{error}");
        }
        let nowhere = folder.path().join("nowhere");
        let error = make(&run(1, 40), &nowhere).unwrap_err().to_string();
        assert!(error.contains("cannot write"), "{error}");
    }
}
