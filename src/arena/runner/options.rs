//! The options of a match, and the plan that they make.

use super::super::league::{League, LeaguePlan, OpeningFormat};
use super::super::plan::{
    Adjudication, Engine, Kind, ManagerMode, OpeningSource, Plan, ResignRule, Shard,
    UNLIMITED_PAIRS,
};
use super::super::stats::{Model, Sprt};
use super::error::{Context, Result, invalid};
use super::keys::{EngineKeys, Openings, keys, limit, number, tell_apart};
use crate::rule::{DrawRule, EndRule, Rule};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::num::NonZero;
use std::path::Path;

/// The upper bounds of megabytes and milliseconds.
const MOST_MB: u64 = 1 << 24;
const MOST_MS: u64 = 1 << 40;

/// The options of a plan, which are the flags of `tengen match` as well; the default is a match without any flag.
#[derive(Args, Clone, Debug, Default)]
pub struct PlanOptions {
    /// An engine: cmd= name= dir= arg= (repeatable) or args= restart=on|off, and the keys of --each.
    #[arg(long, value_name = "KEYS", help_heading = "Engines")]
    pub engine: Vec<String>,
    /// An engine as a command line alone. [default: pbrain-tengen beside this program, twice]
    #[arg(long = "brain", value_name = "COMMAND", help_heading = "Engines")]
    pub brains: Vec<String>,
    /// For all engines: tc=MATCH/TURN+INC or tc=MATCH+INC (seconds; inf), st= (seconds a turn),
    /// nodes=, depth=, timemargin= (ms) or tolerance= (seconds), max_memory= (bytes), memory= (MB),
    /// stall=, start= and leave= (timeouts in ms: of a move without a limit, of OK, of the exit after END), pause= (ms
    /// between an answer and the next command), thread=, option.KEY=VALUE (sent as INFO KEY VALUE). Times may have
    /// units: tc=2m+500ms. An engine's own keys override these.
    #[arg(long, value_name = "KEYS", help_heading = "Time and memory")]
    pub each: Vec<String>,
    /// Milliseconds a turn; 0 sends no limit. [default: 100]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    pub turn_ms: Option<u64>,
    /// Milliseconds a game; 0 sends no limit.
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    pub match_ms: Option<u64>,
    /// Nodes a turn; 0 sends no limit.
    #[arg(long, help_heading = "Time and memory")]
    pub nodes: Option<u64>,
    /// The depth limit of a turn, in plies; 0 sends no limit.
    #[arg(long, help_heading = "Time and memory")]
    pub depth: Option<u32>,
    /// Memory limit of each brain in megabytes; 0 is no limit. [default: 350]
    #[arg(long, value_name = "MB", value_parser = up_to(MOST_MB), help_heading = "Time and memory")]
    pub memory_mb: Option<u64>,
    /// Time margin in milliseconds: how late a move may come. [default: 1000]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    pub margin_ms: Option<u64>,
    /// Timeout of the answer to START in milliseconds. [default: 10000]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    pub startup_ms: Option<u64>,

    /// A league; may be repeated, and is played beside what --rule and --boardsize say. [default: all, if they say
    /// nothing]
    #[arg(long = "league", value_name = "NAME", value_parser = League::names().collect::<Vec<_>>(), help_heading = "Rules and openings")]
    pub leagues: Vec<String>,
    /// The rule, by its name or as INFO rule numbers it: freestyle (0), standard (1), renju (4), caro (8),
    /// caro-exact (9).
    #[arg(long, value_name = "RULE", help_heading = "Rules and openings")]
    pub rule: Option<Rule>,
    /// The board's side, 5 to 22. [default: 15 with --rule]
    #[arg(
        long,
        alias = "board-size",
        value_name = "N",
        help_heading = "Rules and openings"
    )]
    pub boardsize: Option<usize>,
    /// file= format=offset|pos|pos-from-top order=random|sequential start=N; the order is random
    /// by default. type=offset|pos is c-gomoku-cli's: pos counts rows from the top, and the order is sequential by
    /// default. format=epd takes offsets or names, rows from the bottom.
    #[arg(long, value_name = "KEYS", help_heading = "Rules and openings")]
    pub openings: Option<String>,
    /// Seed of the openings' order and symmetries: the schedule is reproducible. [default: 1]
    #[arg(
        long,
        alias = "seed",
        value_name = "SEED",
        help_heading = "Rules and openings"
    )]
    pub srand: Option<u64>,
    /// Plays openings unchanged, not turned by one of the eight symmetries.
    #[arg(long, help_heading = "Rules and openings")]
    pub no_transform: bool,
    /// The brains make the openings by swap2.
    #[arg(long, conflicts_with_all = ["openings", "empty"], help_heading = "Rules and openings")]
    pub swap2: bool,
    /// Games begin on the empty board.
    #[arg(long, conflicts_with = "openings", help_heading = "Rules and openings")]
    pub empty: bool,

    /// Rounds. [default: 1; with --sprt no limit]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=UNLIMITED_PAIRS), help_heading = "Tournament")]
    pub rounds: Option<u64>,
    /// Games of each encounter and league in a round; an even number, as each opening is played with both colors. [default: 2]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=UNLIMITED_PAIRS), help_heading = "Tournament")]
    pub games: Option<u64>,
    /// Tournament type: roundrobin or gauntlet.
    #[arg(long, value_name = "KIND", value_parser = ["roundrobin", "gauntlet"], help_heading = "Tournament")]
    pub tournament: Option<String>,
    /// The first engine against all others.
    #[arg(long, help_heading = "Tournament")]
    pub gauntlet: bool,
    /// Ends the match by an SPRT: elo0= elo1= alpha=0.05 beta=0.05 model=normalized|logistic.
    #[arg(long, value_name = "KEYS", help_heading = "Tournament")]
    pub sprt: Option<String>,
    /// Draw adjudication by score: movenumber= movecount= score=, or COUNT SCORE.
    #[arg(long, value_name = "KEYS", help_heading = "Adjudication")]
    pub draw: Option<String>,
    /// Resign adjudication: movecount= score= twosided=true|false, or COUNT SCORE.
    #[arg(long, value_name = "KEYS", help_heading = "Adjudication")]
    pub resign: Option<String>,
    /// Draw adjudication after N moves of each color; 0 is no limit.
    #[arg(long, value_name = "N", help_heading = "Adjudication")]
    pub maxmoves: Option<usize>,
    /// Draw adjudication after N stones; 0 is no limit.
    #[arg(long, value_name = "N", help_heading = "Adjudication")]
    pub drawafter: Option<usize>,
    /// Behaves as the Gomocup judge: does not wait for OK, suspends a brain while its opponent thinks, charges loading
    /// to the first move, checks memory and folder after each move.
    #[arg(long, conflicts_with = "piskvork", help_heading = "Manager")]
    pub gomocup: bool,
    /// Behaves as Piskvork: TURN after START, RESTART between games, a draw with 25 points left.
    #[arg(long, help_heading = "Manager")]
    pub piskvork: bool,
    /// Plays shard i of n: a part of the games, with openings of its own.
    #[arg(long, value_name = "I/N", help_heading = "Tournament")]
    pub shard: Option<String>,
    /// Sends the whole position at every move, as BOARD.
    #[arg(long, help_heading = "Manager")]
    pub sendbyboard: bool,
    /// `--repeat` of other runners: two games a round at least.
    #[arg(long, hide = true, num_args = 0..=1)]
    pub repeat: Option<Option<u64>>,
}

impl PlanOptions {
    /// The plan.
    ///
    /// # Errors
    /// With what is wrong in the flags, the files that they name, or their combination.
    pub fn plan(&self) -> Result<Plan> {
        // What other runners repeat is a pair here.
        let games = self.games.unwrap_or(2);
        let games = match self.repeat {
            Some(_) => games.max(2),
            None => games,
        };
        if !games.is_multiple_of(2) {
            invalid!("--games {games}: games come in pairs, an even number");
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
            invalid!("--gomocup, --piskvork: brains can be suspended on Unix only");
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

    /// The same match between two mock brains. By default it has one league and the given number of rounds.
    ///
    /// # Errors
    /// If the program's path cannot be written as a flag.
    pub fn between_mocks(&self, program: &Path, rounds: u64) -> Result<PlanOptions> {
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
        let mut base = EngineKeys {
            is_unlimited: self.turn_ms == Some(0),
            ..EngineKeys::default()
        };
        base.control.turn_ms = self.turn_ms.and_then(limit);
        base.control.match_ms = self.match_ms.and_then(limit);
        base.control.nodes = self.nodes.and_then(limit);
        base.control.depth = self.depth.and_then(limit);
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
            let draw = league
                .as_ref()
                .map(|it| EndRule::Judge.stones(rule, it.size));
            if draw == Some(1) {
                invalid!(
                    "--boardsize {side}: a game by {rule} is drawn with its first stone there"
                );
            }
            leagues
                .push(league.with_context(|| format!("--boardsize {side}: boards are 5 to 22"))?);
        }
        // The name of a book may contain its league.
        let file = openings.file.as_deref();
        let stem = file
            .and_then(Path::file_stem)
            .map(|stem| stem.to_string_lossy().to_string());
        if let (true, Some(stem)) = (leagues.is_empty(), stem) {
            let named = League::names().filter(|&name| stem.contains(name));
            let named = named.max_by_key(|name| name.len()).and_then(League::named);
            leagues.push(named.with_context(|| {
                format!("--openings file={stem}: of which league? Add --league or --rule")
            })?);
        }
        if leagues.is_empty() {
            leagues = League::all().collect();
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
            .or(self.maxmoves.map(|moves| moves.saturating_mul(2)))
            .filter(|&stones| stones > 0);
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

fn up_to(most: u64) -> RangedU64ValueParser {
    clap::value_parser!(u64).range(..=most)
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
            _ => invalid!("'{key}' is no key: movenumber, movecount, score"),
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
            _ => invalid!("'{key}' is no key: movecount, score, twosided"),
        }
    }
    Ok(ResignRule {
        moves,
        score: score.context("score= is missing: the score from which a game counts as lost")?,
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
                        invalid!("model=bayesian cannot be done here: normalized or logistic")
                    }
                    _ => invalid!("model={value}: normalized or logistic"),
                }
            }
            _ => invalid!("'{key}' is no key: elo0, elo1, alpha, beta, model"),
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
