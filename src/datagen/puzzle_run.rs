//! Mining a file of puzzles from own games: reproducible by its seed, and resumable from the file alone.

use super::openings::OpeningStyle;
use super::puzzles::{Candidate, PuzzleKind, PuzzleMiner, PuzzleSet};
use crate::board::Size;
use crate::record::{PuzzleError, parse_puzzle, write_puzzle};
use crate::rule::Rule;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

const MEANING: &str = "\
# id | rule | side of the board | side to move | black | white | verdicts | who says so | where it is from
# The stones of a color stand in the order of play; rows are counted from the bottom.
# VCF=no: the side to move does not win by fours alone, however long it goes on with them.
# win_in=N plies by fours alone, by fours+open threes: a shortest win of that kind makes five with the
# Nth stone from here. no win by fours+open threes within N plies: there is none so short.
# engine: Vcf and Vct, src/threat; checker: forced_win of src/proof, wins played out against all replies.
# vct: won by threats, not by fours. vcf: won by fours. novcf, novct: not won so.
";

/// The settings of a run that mines puzzles. Equal runs make equal files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRun {
    /// The number of puzzles.
    pub count: usize,
    /// The seed of the games.
    pub seed: u64,
    /// The greatest node limit of a move of the games.
    pub nodes: u64,
}

/// Why a file of puzzles cannot be resumed or written.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleRunError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file belongs to a run with other settings.
    #[error(
        "made otherwise, as its head tells: '{found}', this run is '{wanted}'; name another file"
    )]
    OtherRun {
        /// The settings in the file's head.
        found: String,
        /// The settings of this run.
        wanted: String,
    },
    /// A line does not name the game that it is from.
    #[error("puzzle {number} does not tell its game: {line}")]
    NoGame {
        /// The puzzle, from 1.
        number: usize,
        /// The line.
        line: String,
    },
    /// A line is no puzzle.
    #[error("{line}: {error}")]
    Unreadable {
        /// The line.
        line: String,
        /// What is wrong with it.
        error: PuzzleError,
    },
    /// A puzzle is of no kind that a run makes.
    #[error("none of these puzzles: {0}")]
    Foreign(String),
}

/// A finished run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRunResult {
    /// The number of puzzles in the file.
    pub puzzles: usize,
    /// The number of games that they are from.
    pub games: u64,
    /// Positions that the checker left undecided.
    pub undecided: usize,
    /// Positions in which the checker contradicts the engine.
    pub contradicted: usize,
}

/// An event of a run.
#[derive(Clone, Debug)]
pub enum PuzzleRunEvent {
    /// A game was mined.
    Mined {
        /// The number of puzzles so far.
        puzzles: usize,
        /// The game.
        game: u64,
    },
    /// The checker contradicts the engine in this position, as a line.
    Contradicted(String),
}

impl PuzzleRun {
    /// The head of the file, which names the settings.
    fn head(&self) -> String {
        format!(
            "# Positions of Tengen's own games, with and without forced wins.\n\
             # Made by tengen {}: tengen puzzles FILE --count {} --seed {} --nodes {}\n{MEANING}",
            env!("CARGO_PKG_VERSION"),
            self.count,
            self.seed,
            self.nodes
        )
    }

    /// Prepares the file `path`, whose content is `text`: writes the head of a new one, or reads the puzzles of an
    /// interrupted run into `set` and cuts off its last game. Returns the game to continue with.
    ///
    /// # Errors
    /// If the file belongs to another run, or cannot be read or written.
    pub fn resume(
        &self,
        path: &Path,
        text: &str,
        set: &mut PuzzleSet,
    ) -> Result<u64, PuzzleRunError> {
        let head = self.head();
        if head.starts_with(text) {
            std::fs::write(path, &head)?;
            return Ok(0);
        }
        let Some(lines) = text.strip_prefix(&head) else {
            let settings = |text: &str| text.lines().nth(1).unwrap_or_default().to_string();
            return Err(PuzzleRunError::OtherRun {
                found: settings(text),
                wanted: settings(&head),
            });
        };
        // A line without an end was cut short.
        let (lines, _) = lines.rsplit_once('\n').unwrap_or_default();
        let numbered = lines.lines().enumerate();
        let games: Vec<(u64, &str)> = numbered
            .map(|(number, line)| Ok((game_of(line, number + 1)?, line)))
            .collect::<Result<_, PuzzleRunError>>()?;
        let mut last = games.last().map_or(0, |&(game, _)| game);
        if games.len() >= self.count {
            last += 1;
        }
        let mut length = head.len();
        for (_, line) in games.iter().filter(|&&(game, _)| game < last) {
            let puzzle = parse_puzzle(line).map_err(|error| PuzzleRunError::Unreadable {
                line: line.to_string(),
                error,
            })?;
            if !set.restore(&puzzle) {
                return Err(PuzzleRunError::Foreign(line.to_string()));
            }
            length += line.len() + 1;
        }
        File::options()
            .write(true)
            .open(path)?
            .set_len(length as u64)?;
        Ok(last)
    }

    /// An empty set with room for this run's puzzles on boards of `boards` kinds.
    pub fn empty_set(&self, boards: usize) -> PuzzleSet {
        // What is rare on one board is made up for by what is common on another.
        let cells = boards * PuzzleKind::ALL.len();
        PuzzleSet::new((self.count * 5).div_ceil(4 * cells))
    }

    /// Mines games, on the given boards in turn, from `game` on until the set is full, and appends each puzzle to the
    /// file once the checker has confirmed it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn mine(
        &self,
        boards: &[(Rule, Size)],
        mut set: PuzzleSet,
        mut game: u64,
        file: &mut impl Write,
        report: &mut dyn FnMut(PuzzleRunEvent),
    ) -> io::Result<PuzzleRunResult> {
        let mut miner = PuzzleMiner::default();
        let mut result = PuzzleRunResult::default();
        while set.len() < self.count {
            let (rule, size) = boards[game as usize % boards.len()];
            if set.needs(rule, size) {
                let mut seeds = Xoshiro256PlusPlus::seed_from_u64(self.seed);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.random::<u64>() ^ game);
                let nodes = rng.random_range(self.nodes / 10..=self.nodes);
                let style = OpeningStyle::anywhere(rule, size, nodes);
                for candidate in miner.mine_game(&style, &mut rng, &set) {
                    if set.len() < self.count {
                        keep(file, &candidate, game, &mut set, &mut result, report)?;
                    }
                }
            }
            let puzzles = set.len();
            report(PuzzleRunEvent::Mined { puzzles, game });
            game += 1;
        }
        Ok(PuzzleRunResult {
            puzzles: set.len(),
            games: game,
            ..result
        })
    }
}

/// Writes a candidate that the checker confirms.
fn keep(
    file: &mut impl Write,
    candidate: &Candidate,
    game: u64,
    set: &mut PuzzleSet,
    result: &mut PuzzleRunResult,
    report: &mut dyn FnMut(PuzzleRunEvent),
) -> io::Result<()> {
    let Candidate {
        rule,
        turn,
        board,
        expected,
        ..
    } = candidate;
    match candidate.is_confirmed() {
        Some(true) => {
            if let Some(id) = set.accept(candidate) {
                let line = write_puzzle(&id, *rule, board, *turn, expected);
                file.write_all(format!("{line}|engine, checker|game {game}\n").as_bytes())?;
            }
        }
        Some(false) => {
            result.contradicted += 1;
            let line = write_puzzle("contradicted", *rule, board, *turn, expected);
            report(PuzzleRunEvent::Contradicted(line));
        }
        None => result.undecided += 1,
    }
    Ok(())
}

fn game_of(line: &str, number: usize) -> Result<u64, PuzzleRunError> {
    let game = line.rsplit_once("|game ").map(|(_, game)| game.parse());
    match game {
        Some(Ok(game)) => Ok(game),
        _ => Err(PuzzleRunError::NoGame {
            number,
            line: line.to_string(),
        }),
    }
}
