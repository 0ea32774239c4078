//! Shards of training data: some games by one seed, gzipped JSON lines.

use super::self_play::SelfPlay;
use super::training_game::{Leaf, TrainingGame, TrainingGameError};
use crate::board::{Board, Size};
use crate::record::replace_file;
use crate::rule::Rule;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The end of the file names of shards.
const SUFFIX: &str = ".jsonl.gz";

/// The settings of a shard's games: flags of `tengen datagen`.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShardSettings {
    /// The number of games in a shard.
    #[arg(long, default_value_t = 32, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub games: usize,
    /// The node limit of a move of the games, on average.
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The node limit of a move by which a position is played out.
    #[arg(long, default_value_t = 700, value_parser = clap::value_parser!(u64).range(1..))]
    pub playout_nodes: u64,
}

/// What a shard is made by: all of it together decides every bit of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHead {
    /// The version of the engine.
    pub engine: String,
    /// The code of the rule.
    rule: u32,
    /// The side of the board.
    size: u8,
    /// The seed, different for each shard of a rule and size.
    pub seed: u64,
    /// The settings of its games.
    #[serde(flatten)]
    pub settings: ShardSettings,
    /// The node limit of the searches that relabelled its leaves, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relabel_nodes: Option<u64>,
}

/// What decides its games, in words: two heads of one file differ in them.
impl fmt::Display for ShardHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShardSettings {
            games,
            nodes,
            playout_nodes,
        } = self.settings;
        write!(
            f,
            "engine {}, --seed {} --games {games} --nodes {nodes} --playout-nodes {playout_nodes}",
            self.engine, self.seed
        )?;
        match self.relabel_nodes {
            Some(nodes) => write!(f, ", relabelled with --relabel-nodes {nodes}"),
            None => Ok(()),
        }
    }
}

/// A shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// How it was made.
    pub head: ShardHead,
    /// Its games.
    pub games: Vec<TrainingGame>,
}

/// Why a shard cannot be read.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file cannot be read, is cut short, or fails its checksum.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is no JSON of the expected kind.
    #[error("line {0}: {1}")]
    Line(usize, serde_json::Error),
    /// The file is empty.
    #[error("no head in it")]
    NoHead,
    /// The head names a rule or board that there is not.
    #[error("no rule {0} on a board of {1}")]
    Board(u32, u8),
    /// A game cannot be replayed.
    #[error("game {0}: {1}")]
    Game(usize, TrainingGameError),
    /// There are more or fewer games than the head says.
    #[error("{0} games of {1}")]
    Games(usize, usize),
}

impl ShardHead {
    /// The head of a shard that this engine makes for a board, with the settings of a run.
    pub(super) fn new(rule: Rule, size: Size, seed: u64, settings: ShardSettings) -> ShardHead {
        ShardHead {
            engine: env!("CARGO_PKG_VERSION").into(),
            rule: rule.code(),
            size: size.side() as u8,
            seed,
            settings,
            relabel_nodes: None,
        }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        Rule::from_code(self.rule.into())
    }

    /// The board's size.
    ///
    /// # Errors
    /// If there is no such board or rule.
    pub fn size(&self) -> Result<Size, ShardError> {
        let size = Size::new(self.size.into()).filter(|_| self.rule().code() == self.rule);
        size.ok_or(ShardError::Board(self.rule, self.size))
    }

    /// The name of the shard's file: `standard15-000017.jsonl.gz`.
    pub fn file_name(&self) -> String {
        format!(
            "{}{}-{:06}{SUFFIX}",
            self.rule().name(),
            self.size,
            self.seed
        )
    }

    /// Plays the games; `None` if it is stopped between two of them.
    ///
    /// # Errors
    /// If there is no such board or rule.
    pub fn play(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<Shard>, ShardError> {
        let settings = self.settings;
        let mut player = SelfPlay::new(
            self.rule(),
            self.size()?,
            settings.nodes,
            settings.playout_nodes,
        );
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut games = Vec::new();
        while games.len() < self.settings.games {
            if is_stopped() {
                return Ok(None);
            }
            games.push(player.game(&mut rng));
        }
        let head = self.clone();
        Ok(Some(Shard { head, games }))
    }

    /// Reads the head of a shard only.
    ///
    /// # Errors
    /// If the file cannot be read so far.
    pub fn read(path: &Path) -> Result<ShardHead, ShardError> {
        Ok(open(path)?.0)
    }
}

impl Shard {
    /// Writes the shard, as a whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        replace_file(path, |file| {
            let mut file = GzEncoder::new(BufWriter::new(file), Compression::default());
            writeln!(file, "{}", serde_json::to_string(&self.head)?)?;
            for game in &self.games {
                writeln!(file, "{}", serde_json::to_string(game)?)?;
            }
            file.finish()?.flush()
        })
    }

    /// Reads a whole shard.
    ///
    /// # Errors
    /// If it is damaged: gzip files have a checksum.
    pub fn read(path: &Path) -> Result<Shard, ShardError> {
        let (head, lines) = open(path)?;
        let games = (2..).zip(lines).map(|(number, line)| parse(number, &line?));
        let games: Vec<TrainingGame> = games.collect::<Result<_, ShardError>>()?;
        match games.len() == head.settings.games {
            true => Ok(Shard { head, games }),
            false => Err(ShardError::Games(games.len(), head.settings.games)),
        }
    }

    /// The leaves with their boards, game by game.
    ///
    /// # Errors
    /// If there is no such board or rule, or a game cannot be replayed.
    pub fn leaves(&self) -> Result<Vec<(Board, &Leaf)>, ShardError> {
        let (size, mut leaves) = (self.head.size()?, Vec::new());
        for (number, game) in (1..).zip(&self.games) {
            let boards = game.boards(size);
            let boards = boards.map_err(|error| ShardError::Game(number, error))?;
            leaves.extend(boards.into_iter().zip(&game.leaves));
        }
        Ok(leaves)
    }
}

/// The head of a file and its further lines.
fn open(path: &Path) -> Result<(ShardHead, io::Lines<impl BufRead>), ShardError> {
    let mut lines = BufReader::new(GzDecoder::new(BufReader::new(File::open(path)?))).lines();
    let head = lines.next().ok_or(ShardError::NoHead)??;
    Ok((parse(1, &head)?, lines))
}

fn parse<T: for<'a> Deserialize<'a>>(number: usize, line: &str) -> Result<T, ShardError> {
    serde_json::from_str(line).map_err(|error| ShardError::Line(number, error))
}

/// The files of shards among paths: files, or all shards of folders, by name.
///
/// # Errors
/// If a folder cannot be read.
pub fn shard_paths(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let files = path.read_dir()?.map(|file| Ok(file?.path()));
        let mut files: Vec<PathBuf> = files.collect::<io::Result<_>>()?;
        files.retain(|file| file.to_string_lossy().ends_with(SUFFIX));
        files.sort();
        all.append(&mut files);
    }
    Ok(all)
}
