//! `tengen match`: games between two brains.

use anyhow::{Context, Error, Result, bail};
use clap::Args;
use crossbeam_channel::unbounded;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::{
    BrainCommand, FinishedGame, LEAGUES, League, MatchOptions, Pairing, Tally, TimeControl,
    play_game, schedule,
};
use tengen::board::{ByColor, Color};

/// What came of each league's games.
type Tallies = Vec<(&'static League, Tally)>;

#[derive(Args)]
pub struct Options {
    /// A brain's command line; twice for two brains. [default: pbrain-tengen beside this program]
    #[arg(long = "brain", value_name = "COMMAND")]
    brains: Vec<String>,
    /// A league; may be repeated. [default: all]
    #[arg(long = "league", value_name = "NAME", value_parser = LEAGUES.iter().map(|l| l.name).collect::<Vec<_>>())]
    leagues: Vec<String>,
    /// Games in each league, in pairs with colors swapped.
    #[arg(long, default_value_t = 2)]
    games: usize,
    /// Milliseconds a turn; 0 sends no limit.
    #[arg(long, default_value_t = 100)]
    turn_ms: u64,
    /// Milliseconds a game; 0 sends no limit.
    #[arg(long, default_value_t = 0)]
    match_ms: u64,
    /// Nodes a turn.
    #[arg(long)]
    nodes: Option<u64>,
    /// Iterations a turn.
    #[arg(long)]
    depth: Option<u32>,
    /// Megabytes of memory that each brain is told of.
    #[arg(long, default_value_t = 350)]
    memory_mb: u64,
    /// How many milliseconds late a move may come before the game is lost.
    #[arg(long, default_value_t = 1000)]
    margin_ms: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Orders and turns the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder for the games' records.
    #[arg(long, default_value = "matches")]
    out: PathBuf,
    /// Fail if any game ends by a fault.
    #[arg(long)]
    strict: bool,
    /// Fail if a move passes its limit by more than so many milliseconds, or the mean use of free
    /// moves' turns is under 70 %.
    #[arg(long, value_name = "MS")]
    assert_overrun_ms: Option<u64>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let brains = brains(options)?;
    let games = games(options)?;
    let control = TimeControl {
        turn_ms: (options.turn_ms > 0).then_some(options.turn_ms),
        match_ms: (options.match_ms > 0).then_some(options.match_ms),
        nodes: options.nodes,
        depth: options.depth,
        max_memory: options.memory_mb << 20,
        margin_ms: options.margin_ms,
    };
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    println!(
        "{} against {}: {} games, {}",
        brains[0].name,
        brains[1].name,
        games.len(),
        describe(&control)
    );
    let (tallies, failure) = play_all(&games, &brains, &control, options)?;
    let code = report(&tallies, options);
    failure.map_or(Ok(code), Err)
}

fn brains(options: &Options) -> Result<[BrainCommand; 2]> {
    let own = || -> Result<BrainCommand> {
        let program = std::env::current_exe()?
            .with_file_name(format!("pbrain-tengen{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            bail!(
                "{} is not built; `cargo build --release` builds it",
                program.display()
            );
        }
        Ok(BrainCommand {
            name: "tengen".into(),
            program,
            arguments: vec![],
        })
    };
    let given = |command: &String| -> Result<BrainCommand> {
        let mut words = shlex::split(command).unwrap_or_default().into_iter();
        let program = words
            .next()
            .with_context(|| format!("'{command}' is no command"))?;
        let program = find_program(&program)?;
        let name = program
            .file_stem()
            .map_or(command.clone(), |n| n.to_string_lossy().into_owned());
        Ok(BrainCommand {
            name,
            program,
            arguments: words.collect(),
        })
    };
    let mut brains = match &options.brains[..] {
        [] => [own()?, own()?],
        [one] => [own()?, given(one)?],
        [one, two] => [given(one)?, given(two)?],
        more => bail!("a match is between two brains, not {}", more.len()),
    };
    if brains[0].name == brains[1].name {
        brains[0].name.push_str("-1");
        brains[1].name.push_str("-2");
    }
    Ok(brains)
}

/// A path is made absolute, since brains run in another folder; a bare name is left to the system.
fn find_program(program: &str) -> Result<PathBuf> {
    if Path::new(program).components().count() == 1 {
        return Ok(program.into());
    }
    std::fs::canonicalize(program).with_context(|| format!("no brain at {program}"))
}

fn games(options: &Options) -> Result<Vec<Pairing>> {
    let chosen = |league: &&League| {
        options.leagues.is_empty() || options.leagues.iter().any(|name| name == league.name)
    };
    let mut leagues = Vec::new();
    for league in LEAGUES.iter().filter(chosen) {
        leagues.push((league, league.openings().context(league.name)?));
    }
    Ok(schedule(
        &leagues,
        &MatchOptions {
            games: options.games,
            seed: options.seed,
        },
    ))
}

fn describe(control: &TimeControl) -> String {
    let mut parts = Vec::new();
    if let Some(ms) = control.turn_ms {
        parts.push(format!("{ms} ms a turn"));
    }
    if let Some(ms) = control.match_ms {
        parts.push(format!("{ms} ms a game"));
    }
    if let Some(nodes) = control.nodes {
        parts.push(format!("{nodes} nodes a turn"));
    }
    if let Some(depth) = control.depth {
        parts.push(format!("depth {depth}"));
    }
    if parts.is_empty() {
        "no limits".into()
    } else {
        parts.join(", ")
    }
}

/// Plays the games on as many threads as asked, records and counts them as they end. After a record
/// that cannot be written no new game is begun; what was played is reported all the same.
fn play_all(
    games: &[Pairing],
    brains: &[BrainCommand; 2],
    control: &TimeControl,
    options: &Options,
) -> Result<(Tallies, Option<Error>)> {
    let style = ProgressStyle::with_template(
        "{bar:30} {pos}/{len} games  {elapsed} gone, {eta} to go  {msg}",
    )?;
    let bar = ProgressBar::new(games.len() as u64).with_style(style);
    let (todo, waiting) = unbounded();
    games
        .iter()
        .enumerate()
        .for_each(|job| todo.send(job).unwrap_or(()));
    drop(todo);
    let (sender, finished) = unbounded::<(usize, FinishedGame)>();
    let mut tallies: Tallies = Vec::new();
    let mut failure = None;
    let recorded = count_records(&options.out);
    std::thread::scope(|scope| {
        for _ in 0..options.concurrency.max(1) {
            let (waiting, sender) = (waiting.clone(), sender.clone());
            scope.spawn(move || {
                for (number, pairing) in waiting {
                    let game = play_pairing(pairing, brains, control);
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, game) in finished {
            let pairing = &games[number];
            if let Err(error) = write_record(&game, pairing, recorded + number + 1, &options.out) {
                failure.get_or_insert(error);
                waiting.try_iter().for_each(drop);
            }
            if game.reason.is_forfeit() {
                let moves = game.moves();
                bar.suspend(|| println!("game {}: {} after {moves}", number + 1, game.reason));
            }
            count(&mut tallies, pairing, &game);
            bar.set_message(format!("last: {} {}", pairing.league.name, game.reason));
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    Ok((tallies, failure))
}

fn play_pairing(
    pairing: &Pairing,
    brains: &[BrainCommand; 2],
    control: &TimeControl,
) -> FinishedGame {
    let [first, second] = brains;
    let seated = match pairing.first {
        Color::Black => ByColor {
            black: first,
            white: second,
        },
        Color::White => ByColor {
            black: second,
            white: first,
        },
    };
    play_game(
        pairing.league,
        &pairing.opening,
        seated,
        control,
        &std::env::temp_dir(),
    )
}

/// The records that a folder holds already: numbers go on from there, nothing is overwritten.
fn count_records(folder: &Path) -> usize {
    let is_record =
        |name: &std::ffi::OsStr| Path::new(name).extension().is_some_and(|e| e == "psq");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| is_record(&entry.file_name()))
        .count()
}

fn write_record(game: &FinishedGame, pairing: &Pairing, number: usize, out: &Path) -> Result<()> {
    let path = out.join(format!("{number:04}-{}.psq", pairing.league.name));
    std::fs::write(&path, game.record.to_string())
        .with_context(|| format!("cannot write {}", path.display()))
}

fn count(tallies: &mut Tallies, pairing: &Pairing, game: &FinishedGame) {
    let known = tallies
        .iter()
        .position(|(league, _)| *league == pairing.league);
    let index = known.unwrap_or_else(|| {
        tallies.push((pairing.league, Tally::default()));
        tallies.len() - 1
    });
    tallies[index].1.count(pairing, game);
}

fn report(tallies: &[(&'static League, Tally)], options: &Options) -> ExitCode {
    println!(
        "{:<13} {:>5} {:>4} {:>5} {:>6} {:>6} {:>5}  {:>9} {:>8}  ends",
        "league", "games", "wins", "draws", "losses", "black", "plies", "over ms", "use"
    );
    let mut all = Tally::default();
    for (league, tally) in tallies {
        print_row(league.name, tally);
        all.add(tally);
    }
    print_row("all", &all);
    println!("records: {}", options.out.display());
    let too_late = options.assert_overrun_ms.is_some_and(|ms| {
        all.reasons.contains_key("out of time")
            || all.time.worst_overrun.as_micros() as u64 > ms * 1000
            || all.time.free_moves > 0 && all.time.free_share / (all.time.free_moves as f64) < 0.7
    });
    if too_late || options.strict && all.forfeits > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn print_row(name: &str, tally: &Tally) {
    let games = tally.games().max(1);
    let ends: Vec<String> = tally
        .reasons
        .iter()
        .map(|(reason, n)| format!("{reason} {n}"))
        .collect();
    let share = match tally.time.free_moves {
        0 => "-".into(),
        moves => format!("{:.0} %", 100.0 * tally.time.free_share / moves as f64),
    };
    println!(
        "{name:<13} {:>5} {:>4} {:>5} {:>6} {:>5.0}% {:>5.0}  {:>9.1} {share:>8}  {}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.black_wins as f64 / games as f64,
        tally.plies as f64 / games as f64,
        tally.time.worst_overrun.as_secs_f64() * 1e3,
        ends.join(", ")
    );
}
