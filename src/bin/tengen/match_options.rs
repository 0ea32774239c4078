//! The options of `tengen match`, and the plan that they make.

use super::match_keys::{EngineKeys, Openings, number, tell_apart};
use super::runner_flags::keys;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use tengen::arena::{
    Adjudication, DrawRule, Engine, Kind, League, LeaguePlan, ManagerMode, Model, OpeningFormat,
    OpeningSource, Plan, ResignRule, Shard, Sprt, UNLIMITED_PAIRS,
};
use tengen::rule::Rule;

/// More rounds, games or moves than this are a slip of the pen.
const MOST: u64 = UNLIMITED_PAIRS;
/// And more megabytes.
const MOST_MB: u64 = 1 << 24;
/// And more milliseconds.
const MOST_MS: u64 = 1 << 40;

/// Plays brains against each other, in pairs of games with colors swapped.
///
/// All flags may be written with one dash, and those with KEYS as separate words:
/// -engine name=a cmd=./a -each tc=60/5+0.1 -sprt elo0=0 elo1=5. --config FILE reads flags from a TOML file;
/// those told beside it count for more.
#[derive(Args, Debug, Clone)]
pub struct Options {
    #[command(flatten)]
    pub plan: PlanFlags,
    #[command(flatten)]
    pub running: Running,
}

/// What is played. All of it is in the results, so that none of it goes with --resume.
#[derive(Args, Debug, Clone)]
pub struct PlanFlags {
    /// A brain: cmd= name= dir= arg= (again and again) or args= restart=on|off, and the keys of --each.
    #[arg(long, value_name = "KEYS")]
    engine: Vec<String>,
    /// A brain's command line alone. [default: pbrain-tengen beside this program, twice]
    #[arg(long = "brain", value_name = "COMMAND")]
    brains: Vec<String>,
    /// For all engines: tc=MATCH/TURN+INC or tc=MATCH+INC (seconds; inf), st= (seconds a turn),
    /// nodes=, depth=, timemargin= (ms) or tolerance= (seconds), max_memory= (bytes), memory= (MB),
    /// stall=, start= and leave= (ms until a move without limit, OK, or the end after END is waited for no
    /// longer), pause= (ms between an answer and the next command), thread=, option.KEY=VALUE (sent as INFO
    /// KEY VALUE). Times may have units: tc=2m+500ms. An engine's own keys win.
    #[arg(long, value_name = "KEYS")]
    each: Vec<String>,
    /// Milliseconds a turn, where no engine says otherwise; 0 sends no limit. [default: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=MOST_MS))]
    turn_ms: Option<u64>,
    /// Milliseconds a game; 0 sends no limit.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=MOST_MS))]
    match_ms: Option<u64>,
    /// Nodes a turn.
    #[arg(long)]
    nodes: Option<u64>,
    /// Iterations a turn.
    #[arg(long)]
    depth: Option<u32>,
    /// Megabytes of memory that each brain is told of and held to; 0 for no limit. [default: 350]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(..=MOST_MB))]
    memory_mb: Option<u64>,
    /// How many milliseconds late a move may come before the game is lost. [default: 1000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=MOST_MS))]
    margin_ms: Option<u64>,
    /// Milliseconds until the answer to START is waited for no longer. [default: 10000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=MOST_MS))]
    startup_ms: Option<u64>,

    /// A league; may be repeated. [default: all, or what --rule and --boardsize say]
    #[arg(long = "league", value_name = "NAME", value_parser = League::names().collect::<Vec<_>>())]
    leagues: Vec<String>,
    /// The rule, by its name or as INFO rule numbers it: freestyle (0), standard (1), renju (4), caro (8),
    /// caro-exact (9).
    #[arg(long, value_name = "RULE")]
    rule: Option<Rule>,
    /// The board's side, 5 to 22. [default: 15 with --rule]
    #[arg(long, alias = "board-size", value_name = "N")]
    boardsize: Option<usize>,
    /// file= format=offset|pos|pos-from-top order=random|sequential start=N; random, by the seed, if not
    /// told. type=offset|pos is c-gomoku-cli's: pos counts rows from the top, and the order is sequential if
    /// not told; format=epd takes offsets or names, rows from the bottom.
    #[arg(long, value_name = "KEYS")]
    openings: Option<String>,
    /// Orders and turns the openings; the same seed gives the same games.
    /// [default: 1]
    #[arg(long, alias = "seed", value_name = "SEED")]
    srand: Option<u64>,
    /// Leaves openings as they stand; without it each is turned by one of the eight symmetries.
    #[arg(long)]
    no_transform: bool,
    /// The brains make the openings themselves, by swap2.
    #[arg(long, conflicts_with_all = ["openings", "empty"])]
    swap2: bool,
    /// Games begin on the empty board.
    #[arg(long, conflicts_with = "openings")]
    empty: bool,

    /// Rounds. [default: 1; with --sprt as many as it takes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    rounds: Option<u64>,
    /// Games of each encounter and league in a round; even, for each opening is played with both colors.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    games: u64,
    /// roundrobin or gauntlet.
    #[arg(long, value_name = "KIND", value_parser = ["roundrobin", "gauntlet"])]
    tournament: Option<String>,
    /// The first engine against all others.
    #[arg(long)]
    gauntlet: bool,
    /// Ends the match by a test: elo0= elo1= alpha=0.05 beta=0.05 model=normalized|logistic.
    #[arg(long, value_name = "KEYS")]
    sprt: Option<String>,
    /// Draws by score: movenumber= movecount= score=, or COUNT SCORE.
    #[arg(long, value_name = "KEYS")]
    draw: Option<String>,
    /// Ends lost games: movecount= score= twosided=true|false, or COUNT SCORE.
    #[arg(long, value_name = "KEYS")]
    resign: Option<String>,
    /// Draws after so many moves of each color.
    #[arg(long, value_name = "N")]
    maxmoves: Option<usize>,
    /// Draws after so many stones; 0 is no limit.
    #[arg(long, value_name = "N")]
    drawafter: Option<usize>,
    /// As the tournament's judge does it: OK is not awaited, brains are suspended while not asked,
    /// loading is charged to the first move, memory and folder are checked after each move.
    #[arg(long, conflicts_with = "piskvork")]
    gomocup: bool,
    /// As Piskvork does it: TURN after START, RESTART between games, draws with 25 points left.
    #[arg(long)]
    piskvork: bool,
    /// Plays a part of the games, with openings of its own: i/n, i from 1 to n.
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Tells brains the whole position at every move, as BOARD.
    #[arg(long)]
    sendbyboard: bool,
    #[arg(long, hide = true, num_args = 0..=1)]
    repeat: Option<Option<u64>>,
}

/// How a plan is carried out; nothing of it changes a result.
#[derive(Args, Debug, Clone)]
pub struct Running {
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: u16,
    /// The folder for the results, made if need be. [default: a new one in matches/]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Goes on with the match in a folder; what is played is known there.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["PlanFlags", "out"])]
    pub resume: Option<PathBuf>,
    /// Writes the games as .psq files into psq/ of the folder when the match ends.
    #[arg(long)]
    pub psq: bool,
    /// Writes the games as PGN-like text when the match ends.
    #[arg(long, alias = "pgn", value_name = "FILE")]
    pub pgnout: Option<String>,
    /// Writes the games as SGF when the match ends.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Writes the games for training, packed, when the match ends.
    #[arg(long, value_name = "FILE")]
    pub binpack: Option<PathBuf>,
    /// Writes positions for training when the match ends: format=csv|bin|binpack freq=SHARE file=.
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    pub sample: Option<Option<String>>,
    /// Writes what runner and brains say to each other, each line with its time: a file a game in logs/
    /// of the folder, or all in one: file= append=true|false.
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    pub log: Option<Option<String>>,
    /// Writes the brains' messages, game by game.
    #[arg(long, value_name = "FILE")]
    pub msg: Option<PathBuf>,
    /// Tells more of each game, and turns --log on.
    #[arg(long)]
    pub debug: bool,
    /// With --gauntlet: writes games, messages and samples of the games alone that the first engine lost.
    #[arg(long)]
    pub loseonly: bool,
    /// The Event of PGN headers.
    #[arg(long)]
    pub event: Option<String>,
    /// The Site of PGN headers.
    #[arg(long)]
    pub site: Option<String>,
    /// Milliseconds that are waited between games.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_MS))]
    pub wait: u64,
    /// Ends the match, with code 3, at the first fault of a brain.
    #[arg(long)]
    pub fatalerror: bool,
    /// Pairs from one report to the next where no terminal is watching.
    #[arg(long, default_value_t = 10, value_name = "PAIRS")]
    pub ratinginterval: u64,
    /// Fails, with code 3, if any brain did anything wrong.
    #[arg(long)]
    pub strict: bool,
    /// Fails if a move passes its limit by more than so many milliseconds, or if brains use less than
    /// 70 % of their turns for moves that are neither forced nor proven.
    #[arg(long, value_name = "MS")]
    pub assert_overrun_ms: Option<u64>,
    /// Measures the runner itself with trivial brains.
    #[arg(long)]
    pub selftest: bool,
}

impl PlanFlags {
    /// The plan.
    ///
    /// # Errors
    /// With what is wrong in the flags, the files that they name, or their combination.
    pub fn plan(&self) -> Result<Plan> {
        // What other runners repeat is a pair here.
        let games = match self.repeat {
            Some(_) => self.games.max(2),
            None => self.games,
        };
        if !games.is_multiple_of(2) {
            bail!("--games {games}: games come in pairs, an even number");
        }
        let openings = self.openings.as_deref().map(Openings::parse).transpose();
        let openings = openings.context("--openings")?;
        let openings = openings.unwrap_or_default();
        let is_gauntlet = self.gauntlet || self.tournament.as_deref() == Some("gauntlet");
        let manager = match (self.gomocup, self.piskvork) {
            (true, _) => ManagerMode::Gomocup,
            (_, true) => ManagerMode::Piskvork,
            _ => ManagerMode::Plain,
        };
        if cfg!(not(unix)) && manager != ManagerMode::Plain {
            bail!("--gomocup, --piskvork: brains can be suspended on Unix only");
        }
        let plan = Plan {
            engines: self.engines(manager)?,
            leagues: self.leagues(&openings)?,
            kind: if is_gauntlet {
                Kind::Gauntlet
            } else {
                Kind::RoundRobin
            },
            pairs: match (self.rounds, &self.sprt) {
                (None, Some(_)) => UNLIMITED_PAIRS,
                (rounds, _) => rounds.unwrap_or(1) * games / 2,
            },
            seed: self.srand.or(openings.seed).unwrap_or(1),
            order: openings.order,
            start: openings.start,
            transform: !self.no_transform,
            opening_source: match (self.swap2, self.empty) {
                (true, _) => OpeningSource::Swap2,
                (_, true) => OpeningSource::Empty,
                _ => OpeningSource::Book,
            },
            manager,
            adjudication: self.adjudication()?,
            sprt: self
                .sprt
                .as_deref()
                .map(read_sprt)
                .transpose()
                .context("--sprt")?,
            shard: self
                .shard
                .as_deref()
                .map_or(Ok(Shard::default()), read_shard)?,
        };
        Ok(plan.checked()?)
    }

    /// The same match between two mock brains, in one league and with so many rounds unless told.
    ///
    /// # Errors
    /// If the program's path cannot be written as a flag.
    pub fn between_mocks(&self, program: &Path, rounds: u64) -> Result<PlanFlags> {
        let mut options = self.clone();
        let command = format!("cmd={}", program.display());
        let command = shlex::try_quote(&command)?;
        options.brains.clear();
        options.engine = ["mock-1", "mock-2"]
            .map(|name| format!("name={name} {command} arg=mock"))
            .to_vec();
        options.rounds.get_or_insert(rounds);
        if options.leagues.is_empty() {
            options.leagues = vec!["standard15".into()];
        }
        Ok(options)
    }

    fn engines(&self, manager: ManagerMode) -> Result<Vec<Engine>> {
        let mut base = EngineKeys::default();
        let given = |ms: u64| (ms > 0).then_some(ms);
        base.is_unlimited = self.turn_ms == Some(0);
        base.control.turn_ms = self.turn_ms.and_then(given);
        base.control.match_ms = self.match_ms.and_then(given);
        base.control.nodes = self.nodes;
        base.control.depth = self.depth;
        base.control.max_memory = self.memory_mb.unwrap_or(350) << 20;
        base.control.margin_ms = self.margin_ms.unwrap_or(1000);
        base.control.start_ms = self.startup_ms.unwrap_or(base.control.start_ms);
        base.restarts = manager != ManagerMode::Piskvork;
        base.gets_board = self.sendbyboard;
        for each in &self.each {
            base.read(each).with_context(|| format!("--each {each}"))?;
        }
        let mut engines = Vec::new();
        for group in &self.engine {
            let mut own = base.clone();
            own.read(group)
                .with_context(|| format!("--engine {group}"))?;
            engines.push(own.engine().with_context(|| format!("--engine {group}"))?);
        }
        for command in &self.brains {
            let mut words = shlex::split(command).unwrap_or_default().into_iter();
            let mut own = base.clone();
            own.command = words.next();
            own.arguments = words.collect();
            engines.push(own.engine().with_context(|| format!("--brain {command}"))?);
        }
        while engines.len() < 2 {
            let own = std::env::current_exe()?
                .with_file_name(format!("pbrain-tengen{}", std::env::consts::EXE_SUFFIX));
            let mut keys = base.clone();
            keys.command = Some(own.display().to_string());
            keys.name = Some("tengen".into());
            let engine = keys.engine();
            engines.insert(
                0,
                engine.context("`cargo build --release` builds the brain")?,
            );
        }
        tell_apart(&mut engines);
        Ok(engines)
    }

    fn leagues(&self, openings: &Openings) -> Result<Vec<LeaguePlan>> {
        let mut leagues = Vec::new();
        for name in &self.leagues {
            leagues.push(League::named(name).with_context(|| format!("no league {name}"))?);
        }
        if self.rule.is_some() || self.boardsize.is_some() {
            let (rule, side) = (
                self.rule.unwrap_or(Rule::Freestyle),
                self.boardsize.unwrap_or(15),
            );
            let league = League::of(rule.code(), side);
            leagues
                .push(league.with_context(|| format!("--boardsize {side}: boards are 5 to 22"))?);
        }
        // A book may tell its league by its name.
        let file = openings.file.as_deref();
        let stem = file
            .and_then(Path::file_stem)
            .map(|stem| stem.to_string_lossy().to_string());
        if let (true, Some(stem)) = (leagues.is_empty(), stem) {
            let named = League::names().filter(|&name| stem.contains(name));
            let named = named.max_by_key(|name| name.len()).and_then(League::named);
            leagues.push(named.with_context(|| {
                format!("--openings file={stem}: of which league? --league, or --rule, tells")
            })?);
        }
        if leagues.is_empty() {
            leagues = League::names().filter_map(League::named).collect();
        }
        let plan = |league: League| match self.swap2 || self.empty {
            true => Ok(LeaguePlan {
                league,
                file: None,
                format: OpeningFormat::Offset,
                openings: 0,
                checksum: 0,
            }),
            false => Ok(league.planned(file, openings.format)?),
        };
        leagues.into_iter().map(plan).collect()
    }

    fn adjudication(&self) -> Result<Adjudication> {
        let max_moves = self
            .drawafter
            .filter(|&stones| stones > 0)
            .or(self.maxmoves.map(|moves| moves.saturating_mul(2)));
        Ok(Adjudication {
            draw: self
                .draw
                .as_deref()
                .map(read_draw)
                .transpose()
                .context("--draw")?,
            resign: self
                .resign
                .as_deref()
                .map(read_resign)
                .transpose()
                .context("--resign")?,
            max_moves,
        })
    }
}

/// Two numbers alone are the moves and the score, as c-gomoku-cli has it.
fn with_names(group: &str) -> String {
    let words: Vec<&str> = group.split_whitespace().collect();
    match words[..] {
        [moves, score] if !group.contains('=') => format!("movecount={moves} score={score}"),
        _ => group.into(),
    }
}

fn read_draw(group: &str) -> Result<DrawRule> {
    let mut rule = DrawRule {
        from_stones: 0,
        moves: 1,
        score: 0,
    };
    for (key, value) in keys(&with_names(group))? {
        match key.as_str() {
            "movenumber" => {
                rule.from_stones = number::<u16>(&key, &value, "a number of moves")? as usize * 2;
            }
            "movecount" => {
                rule.moves =
                    number::<NonZero<usize>>(&key, &value, "a number of moves from 1 on")?.get()
            }
            "score" => rule.score = number(&key, &value, "a score from 0 on")?,
            _ => bail!("'{key}' is no key: movenumber, movecount, score"),
        }
    }
    Ok(rule)
}

fn read_resign(group: &str) -> Result<ResignRule> {
    let (mut moves, mut score, mut two_sided) = (1, None, false);
    for (key, value) in keys(&with_names(group))? {
        match key.as_str() {
            "movecount" => {
                moves = number::<NonZero<usize>>(&key, &value, "a number of moves from 1 on")?.get()
            }
            "score" => score = Some(number::<u16>(&key, &value, "a score from 0 to 65535")?.into()),
            "twosided" => two_sided = number(&key, &value, "true or false")?,
            _ => bail!("'{key}' is no key: movecount, score, twosided"),
        }
    }
    Ok(ResignRule {
        moves,
        score: score.context("from which score on? score= tells")?,
        two_sided,
    })
}

fn read_sprt(group: &str) -> Result<Sprt> {
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 0.0,
        alpha: 0.05,
        beta: 0.05,
        model: Model::Normalized,
    };
    for (key, value) in keys(group)? {
        let decimal = || number(&key, &value, "a number, such as 2.5 or 0.05");
        match key.as_str() {
            "elo0" => sprt.elo0 = decimal()?,
            "elo1" => sprt.elo1 = decimal()?,
            "alpha" => sprt.alpha = decimal()?,
            "beta" => sprt.beta = decimal()?,
            "model" => {
                sprt.model = match value.as_str() {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    "bayesian" => {
                        bail!("model=bayesian cannot be done here: normalized or logistic")
                    }
                    _ => bail!("model={value}: normalized or logistic"),
                }
            }
            _ => bail!("'{key}' is no key: elo0, elo1, alpha, beta, model"),
        }
    }
    Ok(sprt.checked()?)
}

fn read_shard(text: &str) -> Result<Shard> {
    let numbers = text.split_once('/');
    let shard = numbers.and_then(|(index, count)| {
        Some(Shard {
            index: index.parse().ok()?,
            count: count.parse().ok()?,
        })
    });
    shard.with_context(|| format!("--shard {text}: i/n, such as 1/4"))
}
