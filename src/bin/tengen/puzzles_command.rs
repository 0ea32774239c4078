//! `tengen puzzles`: a suite of positions from own games.

use super::files::{check_target, read_text};
use super::progress::Progress;
use super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::League;
use tengen::datagen::{Candidate, OpeningStyle, PuzzleKind, PuzzleMiner, PuzzleSet};
use tengen::record::{parse_puzzle, write_puzzle};

/// What every file says of itself, after the line that says how it was made.
const MEANING: &str = "\
# id | rule | side of the board | side to move | black | white | verdicts | who says so | where it is from
# The stones of a color stand in the order of play; rows are counted from the bottom.
# VCF=no: the side to move does not win by fours alone, however long it goes on with them.
# win_in=N plies by fours alone, by fours+open threes: a shortest win of that kind makes five with the
# Nth stone from here. no win by fours+open threes within N plies: there is none so short.
# engine: Vcf and Vct, src/threat; checker: forced_win of src/proof, wins played out against all replies.
# vct: won by threats, not by fours. vcf: won by fours. novcf, novct: not won so.
";

const EXAMPLES: &str = "\
Example:
  tengen puzzles puzzles.txt --count 8 --nodes 100
  tengen solve --suite puzzles.txt

Exit codes: 0 made, 1 the checker contradicts the engine, or a failure; 2 wrong usage.";

/// Make a suite of positions with and without forced wins from games against itself, of all leagues,
/// kinds, colors and lengths: each is settled by the threat searches and confirmed by the checker. The
/// file grows by a line a puzzle, and a run that was ended goes on where it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The file, in the form of `solve --suite`.
    file: PathBuf,
    /// How many puzzles.
    #[arg(long, default_value_t = 648, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// The same seed gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves that each search of a game may play at most; some games get fewer.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// What mining did not keep.
#[derive(Default)]
struct Doubts {
    /// The checker ran out of nodes.
    undecided: usize,
    /// The engine and the checker say different things.
    contradicted: usize,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let leagues: Vec<League> = League::names().filter_map(League::named).collect();
    let cells = leagues.len() * PuzzleKind::ALL.len();
    // What is rare in one league is made up for by what is common in another.
    let share = (usize::from(options.count) * 5).div_ceil(4 * cells);
    let mut set = PuzzleSet::new(share);
    let mut game = resume(options, &mut set).map_err(Failure::usage)?;
    let name = || options.file.display().to_string();
    let mut file = File::options()
        .append(true)
        .open(&options.file)
        .with_context(name)?;
    let (mut miner, mut doubts) = (PuzzleMiner::default(), Doubts::default());
    let mut progress = Progress::start();
    let count = usize::from(options.count);
    while set.len() < count {
        let league = &leagues[game as usize % leagues.len()];
        if set.needs(league.rule, league.size) {
            let found = play(options, league, game, &mut miner, &set);
            keep(&mut file, found, game, count, &mut set, &mut doubts).with_context(name)?;
        }
        progress.tell(set.len(), count, || format!("game {game}"));
        game += 1;
    }
    drop(progress);
    say(&format!(
        "{} puzzles in {}, from {game} games; {} more left the checker undecided\n",
        set.len(),
        name(),
        doubts.undecided
    ));
    if doubts.contradicted > 0 {
        bail!(
            "the checker contradicts the engine in {} positions",
            doubts.contradicted
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn head(options: &Options) -> String {
    format!(
        "# Positions of Tengen's own games, with and without forced wins.\n\
         # Made by tengen {}: tengen puzzles FILE --count {} --seed {} --nodes {}\n{MEANING}",
        env!("CARGO_PKG_VERSION"),
        options.count,
        options.seed,
        options.nodes
    )
}

/// Takes in what an earlier run has kept, and tells with which game to go on. The last game's puzzles
/// are taken off the file: whether they were all is not known.
fn resume(options: &Options, set: &mut PuzzleSet) -> Result<u64> {
    let path = &options.file;
    let name = || path.display().to_string();
    let head = head(options);
    check_target(path)?;
    let text = match std::fs::metadata(path).map_or(0, |file| file.len()) {
        0 => String::new(),
        _ => read_text(path, "a file of puzzles")?,
    };
    if head.starts_with(&text) {
        std::fs::write(path, &head).with_context(name)?;
        return Ok(0);
    }
    let Some(lines) = text.strip_prefix(&head) else {
        let made = |text: &str| text.lines().nth(1).unwrap_or_default().to_string();
        bail!(
            "{}: made otherwise, as its head tells: '{}', this run is '{}'; name another file",
            name(),
            made(&text),
            made(&head)
        );
    };
    let (lines, _) = lines.rsplit_once('\n').unwrap_or_default();
    let games: Vec<(u64, &str)> = lines
        .lines()
        .enumerate()
        .map(|(number, line)| Ok((game_of(line, number + 1)?, line)))
        .collect::<Result<_>>()
        .with_context(name)?;
    let mut last = games.last().map_or(0, |&(game, _)| game);
    if games.len() >= usize::from(options.count) {
        last += 1;
    }
    let mut length = head.len();
    for (_, line) in games.iter().filter(|&&(game, _)| game < last) {
        let puzzle = parse_puzzle(line).with_context(|| format!("{}: {line}", name()))?;
        if !set.restore(&puzzle) {
            bail!("{}: none of these puzzles: {line}", name());
        }
        length += line.len() + 1;
    }
    truncate(path, length).with_context(name)?;
    Ok(last)
}

fn game_of(line: &str, number: usize) -> Result<u64> {
    let game = line.rsplit_once("|game ").map(|(_, game)| game.parse());
    match game {
        Some(Ok(game)) => Ok(game),
        _ => bail!("puzzle {number} does not tell its game: {line}"),
    }
}

fn truncate(path: &Path, length: usize) -> Result<()> {
    let file = File::options().write(true).open(path)?;
    Ok(file.set_len(length as u64)?)
}

fn play(
    options: &Options,
    league: &League,
    game: u64,
    miner: &mut PuzzleMiner,
    set: &PuzzleSet,
) -> Vec<Candidate> {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.random::<u64>() ^ game);
    let nodes = rng.random_range(options.nodes / 10..=options.nodes);
    let style = OpeningStyle::anywhere(league.rule, league.size, nodes);
    miner.mine_game(&style, &mut rng, set)
}

/// Puts what the checker confirms into the set and the file.
fn keep(
    file: &mut File,
    found: Vec<Candidate>,
    game: u64,
    count: usize,
    set: &mut PuzzleSet,
    doubts: &mut Doubts,
) -> Result<()> {
    for candidate in found {
        if set.len() >= count {
            break;
        }
        let Candidate {
            rule,
            turn,
            board,
            expected,
            ..
        } = &candidate;
        match candidate.is_confirmed() {
            Some(true) => {
                let Some(id) = set.accept(&candidate) else {
                    continue;
                };
                let line = write_puzzle(&id, *rule, board, *turn, expected);
                file.write_all(format!("{line}|engine, checker|game {game}\n").as_bytes())?;
            }
            Some(false) => {
                doubts.contradicted += 1;
                let line = write_puzzle("contradicted", *rule, board, *turn, expected);
                eprintln!("{line}");
            }
            None => doubts.undecided += 1,
        }
    }
    Ok(())
}
