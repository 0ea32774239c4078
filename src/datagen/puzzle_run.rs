//! Mining a file of puzzles from own games: reproducible by its seed, and resumable from the file alone.

use super::openings::OpeningStyle;
use super::puzzles::{Candidate, PuzzleKind, PuzzleMiner, PuzzleSet};
use crate::board::Size;
use crate::record::{AppendedLines, PuzzleError, parse_puzzle, whole_lines, write_puzzle};
use crate::rule::Rule;
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
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

/// The settings of a run that mines puzzles: flags of `tengen puzzles`. Equal runs make equal files.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRun {
    /// The number of puzzles.
    #[arg(long, default_value_t = 648, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,
    /// The seed: the same one gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The greatest node limit of a move of the games.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
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

/// What a run continues from.
pub struct PuzzleRunState {
    /// The puzzles so far.
    pub set: PuzzleSet,
    /// The game to continue with.
    pub game: u64,
    /// The file.
    pub lines: AppendedLines,
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

    /// Opens the file `path`, whose content is `text`, for a run on boards of `boards` kinds: writes the head of a new
    /// one, or reads the puzzles of an interrupted run and cuts off its last game.
    ///
    /// # Errors
    /// If the file belongs to another run, or cannot be read or written.
    pub fn open(
        &self,
        path: &Path,
        text: &str,
        boards: usize,
    ) -> Result<PuzzleRunState, PuzzleRunError> {
        let (head, mut set) = (self.head(), self.empty_set(boards));
        if head.starts_with(text) {
            let lines = AppendedLines::open(path, 0, &head)?;
            return Ok(PuzzleRunState {
                set,
                game: 0,
                lines,
            });
        }
        let Some(lines) = text.strip_prefix(&head) else {
            let settings = |text: &str| text.lines().nth(1).unwrap_or_default().to_string();
            return Err(PuzzleRunError::OtherRun {
                found: settings(text),
                wanted: settings(&head),
            });
        };
        let numbered = whole_lines(lines).lines().enumerate();
        let games: Vec<(u64, &str)> = numbered
            .map(|(number, line)| Ok((game_of(line, number + 1)?, line)))
            .collect::<Result<_, PuzzleRunError>>()?;
        let mut last = games.last().map_or(0, |&(game, _)| game);
        if games.len() >= self.count.into() {
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
        Ok(PuzzleRunState {
            set,
            game: last,
            lines: AppendedLines::open(path, length, &head)?,
        })
    }

    /// An empty set with room for this run's puzzles on boards of `boards` kinds.
    fn empty_set(&self, boards: usize) -> PuzzleSet {
        // What is rare on one board is made up for by what is common on another.
        let cells = boards * PuzzleKind::ALL.len();
        PuzzleSet::new((usize::from(self.count) * 5).div_ceil(4 * cells))
    }

    /// Mines games, on the given boards in turn, until the set is full, and appends each puzzle to the file once the
    /// checker has confirmed it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn mine(
        &self,
        boards: &[(Rule, Size)],
        state: PuzzleRunState,
        report: &mut dyn FnMut(PuzzleRunEvent),
    ) -> io::Result<PuzzleRunResult> {
        let PuzzleRunState {
            mut set,
            mut game,
            mut lines,
        } = state;
        let mut miner = PuzzleMiner::default();
        let mut result = PuzzleRunResult::default();
        while set.len() < self.count.into() {
            let (rule, size) = boards[game as usize % boards.len()];
            if set.needs(rule, size) {
                let mut seeds = Xoshiro256PlusPlus::seed_from_u64(self.seed);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.random::<u64>() ^ game);
                let nodes = rng.random_range(self.nodes / 10..=self.nodes);
                let style = OpeningStyle::anywhere(rule, size, nodes);
                for candidate in miner.mine_game(&style, &mut rng, &set) {
                    if set.len() < self.count.into() {
                        keep(&mut lines, &candidate, game, &mut set, &mut result, report)?;
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
    lines: &mut AppendedLines,
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
                lines.write(&format!("{line}|engine, checker|game {game}\n"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [(Rule, Size); 1] = [(Rule::Freestyle, Size::FIFTEEN)];

    fn run(seed: u64) -> PuzzleRun {
        PuzzleRun {
            count: 3,
            seed,
            nodes: 100,
        }
    }

    /// Opens the file with this text and mines what is missing; the text then.
    fn mined(path: &Path, text: &str) -> String {
        std::fs::write(path, text).unwrap();
        let state = run(1).open(path, text, BOARDS.len()).unwrap();
        let result = run(1).mine(&BOARDS, state, &mut |_| ()).unwrap();
        assert_eq!((result.puzzles, result.contradicted), (3, 0));
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_run_that_was_cut_short_anywhere_gives_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        let whole = mined(&path, "");
        let head = run(1).head().len();
        assert_eq!(whole[head..].lines().count(), 3);
        let first_line = head + whole[head..].find('\n').unwrap() + 1;
        for length in [
            head - 5,
            head,
            head + 9,
            first_line,
            whole.len() - 1,
            whole.len(),
        ] {
            assert_eq!(mined(&path, &whole[..length]), whole, "{length}");
        }
    }

    #[test]
    fn files_of_other_make_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        let error = |text: &str| run(1).open(&path, text, 1).err().unwrap();
        assert!(matches!(
            error(&run(2).head()),
            PuzzleRunError::OtherRun { .. }
        ));
        let with = |line: &str| run(1).head() + line + "\n";
        assert!(matches!(
            error(&with("x")),
            PuzzleRunError::NoGame { number: 1, .. }
        ));
        let unreadable = error(&(with("x|game 0") + "y|game 1\n")).to_string();
        assert!(unreadable.starts_with("x|game 0: column"), "{unreadable}");
        let foreign = with("x-1|free|15|b|h8|i9|not checked|by hand|game 0") + "x|game 1\n";
        assert!(matches!(error(&foreign), PuzzleRunError::Foreign(_)));
        assert!(!path.exists());
    }
}
