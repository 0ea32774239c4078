//! The flags of `tengen match`.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use tengen::arena::{League, PlanOptions, RecordOptions, UNLIMITED_PAIRS};
use tengen::rule::Rule;

/// The upper bounds of counts, megabytes and milliseconds.
const MOST: u64 = UNLIMITED_PAIRS;
const MOST_MB: u64 = 1 << 24;
const MOST_MS: u64 = 1 << 40;

fn up_to(most: u64) -> RangedU64ValueParser {
    clap::value_parser!(u64).range(..=most)
}

const EXAMPLES: &str = "\
Examples:
  tengen match --brain ./old --brain ./new --each tc=60/5+0.1 --league renju15 --rounds 50 --concurrency 4
  tengen match -engine name=old cmd=./old -engine name=new cmd=./new -each nodes=20000 -sprt elo0=0 elo1=5
  tengen match --resume matches/0001";

/// Plays a match between brains, in pairs of games with colors swapped.
///
/// Every flag may have one dash, and KEYS may be separate words:
/// -engine name=a cmd=./a -each tc=60/5+0.1 -sprt elo0=0 elo1=5. --config FILE reads flags from a TOML file; flags on
/// the command line override it.
#[derive(Args, Debug, Clone)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    pub plan: PlanFlags,
    #[command(flatten)]
    pub running: Running,
}

/// What is played: stored in the results, and refused with --resume.
#[derive(Args, Debug, Clone)]
pub struct PlanFlags {
    /// An engine: cmd= name= dir= arg= (repeatable) or args= restart=on|off, and the keys of --each.
    #[arg(long, value_name = "KEYS", help_heading = "Engines")]
    engine: Vec<String>,
    /// An engine as a command line alone. [default: pbrain-tengen beside this program, twice]
    #[arg(long = "brain", value_name = "COMMAND", help_heading = "Engines")]
    brains: Vec<String>,
    /// For all engines: tc=MATCH/TURN+INC or tc=MATCH+INC (seconds; inf), st= (seconds a turn),
    /// nodes=, depth=, timemargin= (ms) or tolerance= (seconds), max_memory= (bytes), memory= (MB),
    /// stall=, start= and leave= (timeouts in ms: of a move without a limit, of OK, of the exit after END), pause= (ms
    /// between an answer and the next command), thread=, option.KEY=VALUE (sent as INFO KEY VALUE). Times may have
    /// units: tc=2m+500ms. An engine's own keys override these.
    #[arg(long, value_name = "KEYS", help_heading = "Time and memory")]
    each: Vec<String>,
    /// Milliseconds a turn; 0 sends no limit. [default: 100]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    turn_ms: Option<u64>,
    /// Milliseconds a game; 0 sends no limit.
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    match_ms: Option<u64>,
    /// Nodes a turn.
    #[arg(long, help_heading = "Time and memory")]
    nodes: Option<u64>,
    /// The depth limit of a turn, in plies.
    #[arg(long, help_heading = "Time and memory")]
    depth: Option<u32>,
    /// Memory limit of each brain in megabytes; 0 is no limit. [default: 350]
    #[arg(long, value_name = "MB", value_parser = up_to(MOST_MB), help_heading = "Time and memory")]
    memory_mb: Option<u64>,
    /// Time margin in milliseconds: how late a move may come. [default: 1000]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    margin_ms: Option<u64>,
    /// Timeout of the answer to START in milliseconds. [default: 10000]
    #[arg(long, value_name = "MS", value_parser = up_to(MOST_MS), help_heading = "Time and memory")]
    startup_ms: Option<u64>,

    /// A league; may be repeated. [default: all, or what --rule and --boardsize say]
    #[arg(long = "league", value_name = "NAME", value_parser = League::names().collect::<Vec<_>>(), help_heading = "Rules and openings")]
    leagues: Vec<String>,
    /// The rule, by its name or as INFO rule numbers it: freestyle (0), standard (1), renju (4), caro (8),
    /// caro-exact (9).
    #[arg(long, value_name = "RULE", help_heading = "Rules and openings")]
    rule: Option<Rule>,
    /// The board's side, 5 to 22. [default: 15 with --rule]
    #[arg(
        long,
        alias = "board-size",
        value_name = "N",
        help_heading = "Rules and openings"
    )]
    boardsize: Option<usize>,
    /// file= format=offset|pos|pos-from-top order=random|sequential start=N; the order is random
    /// by default. type=offset|pos is c-gomoku-cli's: pos counts rows from the top, and the order is sequential by
    /// default. format=epd takes offsets or names, rows from the bottom.
    #[arg(long, value_name = "KEYS", help_heading = "Rules and openings")]
    openings: Option<String>,
    /// Seed of the openings' order and symmetries: the schedule is reproducible. [default: 1]
    #[arg(
        long,
        alias = "seed",
        value_name = "SEED",
        help_heading = "Rules and openings"
    )]
    srand: Option<u64>,
    /// Plays openings unchanged, not turned by one of the eight symmetries.
    #[arg(long, help_heading = "Rules and openings")]
    no_transform: bool,
    /// The brains make the openings by swap2.
    #[arg(long, conflicts_with_all = ["openings", "empty"], help_heading = "Rules and openings")]
    swap2: bool,
    /// Games begin on the empty board.
    #[arg(long, conflicts_with = "openings", help_heading = "Rules and openings")]
    empty: bool,

    /// Rounds. [default: 1; with --sprt no limit]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST), help_heading = "Tournament")]
    rounds: Option<u64>,
    /// Games of each encounter and league in a round; an even number, as each opening is played with both colors.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MOST), help_heading = "Tournament")]
    games: u64,
    /// Tournament type: roundrobin or gauntlet.
    #[arg(long, value_name = "KIND", value_parser = ["roundrobin", "gauntlet"], help_heading = "Tournament")]
    tournament: Option<String>,
    /// The first engine against all others.
    #[arg(long, help_heading = "Tournament")]
    gauntlet: bool,
    /// Ends the match by an SPRT: elo0= elo1= alpha=0.05 beta=0.05 model=normalized|logistic.
    #[arg(long, value_name = "KEYS", help_heading = "Tournament")]
    sprt: Option<String>,
    /// Draw adjudication by score: movenumber= movecount= score=, or COUNT SCORE.
    #[arg(long, value_name = "KEYS", help_heading = "Adjudication")]
    draw: Option<String>,
    /// Resign adjudication: movecount= score= twosided=true|false, or COUNT SCORE.
    #[arg(long, value_name = "KEYS", help_heading = "Adjudication")]
    resign: Option<String>,
    /// Draw adjudication after N moves of each color.
    #[arg(long, value_name = "N", help_heading = "Adjudication")]
    maxmoves: Option<usize>,
    /// Draw adjudication after N stones; 0 is no limit.
    #[arg(long, value_name = "N", help_heading = "Adjudication")]
    drawafter: Option<usize>,
    /// Behaves as the Gomocup judge: does not wait for OK, suspends a brain while its opponent thinks, charges loading
    /// to the first move, checks memory and folder after each move.
    #[arg(long, conflicts_with = "piskvork", help_heading = "Manager")]
    gomocup: bool,
    /// Behaves as Piskvork: TURN after START, RESTART between games, a draw with 25 points left.
    #[arg(long, help_heading = "Manager")]
    piskvork: bool,
    /// Plays shard i of n: a part of the games, with openings of its own.
    #[arg(long, value_name = "I/N", help_heading = "Tournament")]
    shard: Option<String>,
    /// Sends the whole position at every move, as BOARD.
    #[arg(long, help_heading = "Manager")]
    sendbyboard: bool,
    #[arg(long, hide = true, num_args = 0..=1)]
    repeat: Option<Option<u64>>,
}

/// How a plan is played and recorded; nothing of it changes a result.
#[derive(Args, Debug, Clone)]
pub struct Running {
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    pub concurrency: u16,
    /// The folder for the results; created if missing. [default: a new one in matches/]
    #[arg(long, value_name = "FOLDER", help_heading = "Run")]
    pub out: Option<PathBuf>,
    /// Resumes the match in a folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["PlanFlags", "out"], help_heading = "Run")]
    pub resume: Option<PathBuf>,
    /// Writes the games as .psq files into psq/ of the folder when the match ends.
    #[arg(long, help_heading = "Records")]
    pub psq: bool,
    /// Writes the games as PGN-like text when the match ends.
    #[arg(long, alias = "pgn", value_name = "FILE", help_heading = "Records")]
    pub pgnout: Option<String>,
    /// Writes the games as SGF when the match ends.
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub sgf: Option<PathBuf>,
    /// Writes the games for training, packed, when the match ends.
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub binpack: Option<PathBuf>,
    /// Writes positions for training when the match ends: format=csv|bin|binpack freq=SHARE file=.
    #[arg(long, value_name = "KEYS", num_args = 0..=1, help_heading = "Records")]
    pub sample: Option<Option<String>>,
    /// Writes the dialogue with the brains, each line with its time: a file a game in logs/ of the folder, or one file:
    /// file= append=true|false.
    #[arg(long, value_name = "KEYS", num_args = 0..=1, help_heading = "Records")]
    pub log: Option<Option<String>>,
    /// Writes the brains' messages, game by game.
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub msg: Option<PathBuf>,
    /// Prints details of each game, and turns --log on.
    #[arg(long, help_heading = "Records")]
    pub debug: bool,
    /// With --gauntlet: writes games, messages and samples only of games that the first engine lost.
    #[arg(long, help_heading = "Records")]
    pub loseonly: bool,
    /// The Event of PGN headers.
    #[arg(long, help_heading = "Records")]
    pub event: Option<String>,
    /// The Site of PGN headers.
    #[arg(long, help_heading = "Records")]
    pub site: Option<String>,
    /// Milliseconds to wait between games.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = up_to(MOST_MS), help_heading = "Run")]
    pub wait: u64,
    /// Ends the match, with code 3, at the first fault of a brain.
    #[arg(long, help_heading = "Run")]
    pub fatalerror: bool,
    /// Pairs between two reports, when the output is not a terminal.
    #[arg(
        long,
        default_value_t = 10,
        value_name = "PAIRS",
        help_heading = "Records"
    )]
    pub ratinginterval: u64,
    /// Fails, with code 3, on any fault or warning of a brain.
    #[arg(long, help_heading = "Run")]
    pub strict: bool,
    /// Fails if a move passes its limit by more than MS milliseconds, or if brains use less than 70 % of their turns
    /// for moves that are neither forced nor proven.
    #[arg(long, value_name = "MS", help_heading = "Run")]
    pub assert_overrun_ms: Option<u64>,
    /// Measures the cost of the runner itself, with mock brains.
    #[arg(long, help_heading = "Run")]
    pub selftest: bool,
}

impl PlanFlags {
    /// The same options as the library takes them.
    pub fn options(&self) -> PlanOptions {
        let flags = self.clone();
        PlanOptions {
            engine: flags.engine,
            brains: flags.brains,
            each: flags.each,
            turn_ms: flags.turn_ms,
            match_ms: flags.match_ms,
            nodes: flags.nodes,
            depth: flags.depth,
            memory_mb: flags.memory_mb,
            margin_ms: flags.margin_ms,
            startup_ms: flags.startup_ms,
            leagues: flags.leagues,
            rule: flags.rule,
            boardsize: flags.boardsize,
            openings: flags.openings,
            srand: flags.srand,
            no_transform: flags.no_transform,
            swap2: flags.swap2,
            empty: flags.empty,
            rounds: flags.rounds,
            games: flags.games,
            tournament: flags.tournament,
            gauntlet: flags.gauntlet,
            sprt: flags.sprt,
            draw: flags.draw,
            resign: flags.resign,
            maxmoves: flags.maxmoves,
            drawafter: flags.drawafter,
            gomocup: flags.gomocup,
            piskvork: flags.piskvork,
            shard: flags.shard,
            sendbyboard: flags.sendbyboard,
            repeat: flags.repeat,
        }
    }
}

impl Running {
    /// The command that resumes this match and writes the same records.
    pub fn resume_command(&self, folder: &str) -> String {
        let mut words = vec![
            "tengen".into(),
            "match".into(),
            "--resume".into(),
            folder.into(),
        ];
        words.extend(self.records().flags());
        let text = shlex::try_join(words.iter().map(String::as_str));
        text.unwrap_or_else(|_| words.join(" "))
    }

    /// What is written beside the results.
    pub fn records(&self) -> RecordOptions {
        let flags = self.clone();
        RecordOptions {
            psq: flags.psq,
            pgnout: flags.pgnout,
            sgf: flags.sgf,
            binpack: flags.binpack,
            sample: flags.sample,
            log: flags.log,
            messages: flags.msg,
            debug: flags.debug,
            lost_games_only: flags.loseonly,
            event: flags.event,
            site: flags.site,
            resumes: flags.resume.is_some(),
        }
    }
}
