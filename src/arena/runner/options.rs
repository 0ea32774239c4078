//! The options of a match, and the plan that they make.

use super::super::league::{League, LeaguePlan, OpeningFormat};
use super::super::plan::{
    Adjudication, DrawRule, Engine, Kind, ManagerMode, OpeningSource, Plan, ResignRule, Shard,
    UNLIMITED_PAIRS,
};
use super::super::stats::{Model, Sprt};
use super::error::{Context, Result, invalid};
use super::keys::{EngineKeys, Openings, keys, number, tell_apart};
use crate::rule::Rule;
use std::num::NonZero;
use std::path::Path;

/// The options of a plan, each with the name and the values of its flag (`tengen match --help`); the default is a match
/// without any flag.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// Engines as groups of keys.
    pub engine: Vec<String>,
    /// Engines as command lines.
    pub brains: Vec<String>,
    /// Keys for all engines.
    pub each: Vec<String>,
    /// Milliseconds a turn; 0 sends no limit.
    pub turn_ms: Option<u64>,
    /// Milliseconds a game; 0 sends no limit.
    pub match_ms: Option<u64>,
    /// Nodes a turn.
    pub nodes: Option<u64>,
    /// Iterations a turn.
    pub depth: Option<u32>,
    /// Megabytes for each brain; 0 is no limit.
    pub memory_mb: Option<u64>,
    /// Milliseconds that a move may be late.
    pub margin_ms: Option<u64>,
    /// Milliseconds for the answer to `START`.
    pub startup_ms: Option<u64>,
    /// Leagues by name.
    pub leagues: Vec<String>,
    /// The rule.
    pub rule: Option<Rule>,
    /// The board's side.
    pub boardsize: Option<usize>,
    /// The group of keys of the openings.
    pub openings: Option<String>,
    /// The seed.
    pub srand: Option<u64>,
    /// Whether openings are left as they are.
    pub no_transform: bool,
    /// Whether brains make openings by swap2.
    pub swap2: bool,
    /// Whether games begin on the empty board.
    pub empty: bool,
    /// Rounds.
    pub rounds: Option<u64>,
    /// Games of each encounter and league in a round; even.
    pub games: u64,
    /// `roundrobin` or `gauntlet`.
    pub tournament: Option<String>,
    /// The first engine against all others.
    pub gauntlet: bool,
    /// The group of keys of the SPRT.
    pub sprt: Option<String>,
    /// The group of keys of draw adjudication.
    pub draw: Option<String>,
    /// The group of keys of resign adjudication.
    pub resign: Option<String>,
    /// A draw after this number of moves of each color.
    pub maxmoves: Option<usize>,
    /// A draw after this number of stones; 0 is no limit.
    pub drawafter: Option<usize>,
    /// Behave as the tournament's judge.
    pub gomocup: bool,
    /// Behave as Piskvork.
    pub piskvork: bool,
    /// `i/n`.
    pub shard: Option<String>,
    /// Send `BOARD` at every move.
    pub sendbyboard: bool,
    /// `--repeat` of other runners; two games a round at least.
    pub repeat: Option<Option<u64>>,
}

impl Default for PlanOptions {
    fn default() -> PlanOptions {
        PlanOptions {
            engine: Vec::new(),
            brains: Vec::new(),
            each: Vec::new(),
            turn_ms: None,
            match_ms: None,
            nodes: None,
            depth: None,
            memory_mb: None,
            margin_ms: None,
            startup_ms: None,
            leagues: Vec::new(),
            rule: None,
            boardsize: None,
            openings: None,
            srand: None,
            no_transform: false,
            swap2: false,
            empty: false,
            rounds: None,
            games: 2,
            tournament: None,
            gauntlet: false,
            sprt: None,
            draw: None,
            resign: None,
            maxmoves: None,
            drawafter: None,
            gomocup: false,
            piskvork: false,
            shard: None,
            sendbyboard: false,
            repeat: None,
        }
    }
}

impl PlanOptions {
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
