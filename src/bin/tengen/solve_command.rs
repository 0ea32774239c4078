//! `tengen solve`: is a position won by fours, or by fours and open threes?

use super::certificate_file::rule_of;
use super::{Failure, say, suite_command};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tengen::board::{
    Board, Color, Point, Size, parse_diagram, parse_points, point_name, point_names,
};
use tengen::position::Position;
use tengen::record::{PsqGame, parse_renlib, parse_sgf};
use tengen::threat::{SearchLimit, ThreatResult, Vcf, Vct};
use tengen::time::Clock;

/// Positions of the searches' tables, as a power of two: 8 and 16 bytes each.
const VCF_TABLE_BITS: u32 = 22;
const VCT_TABLE_BITS: u32 = 22;

/// Looks for a forced win of the side to move, and says so only where it is proven: by fours, and if
/// there is none, a shortest one by fours and open threes. Or checks a suite of positions.
#[derive(Args)]
pub struct Options {
    /// The position as moves from the empty board, black's first: h8 i9 j10
    #[arg(value_name = "MOVES", conflicts_with_all = ["diagram", "psq", "sgf", "renlib", "suite"])]
    moves: Vec<String>,
    /// The position as a drawing: X black, O white, # blocked, . empty, a row a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["psq", "sgf", "renlib", "suite"])]
    diagram: Option<PathBuf>,
    /// The position at the end of a Piskvork record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sgf", "renlib", "suite"])]
    psq: Option<PathBuf>,
    /// The position at the end of an SGF record's main line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["renlib", "suite"])]
    sgf: Option<PathBuf>,
    /// The position at the end of a RenLib library's main line.
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    renlib: Option<PathBuf>,
    /// Of a game in a file, only so many moves.
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Whose move it is, b or w. [default: by the number of stones]
    #[arg(long, value_parser = ["b", "w"])]
    turn: Option<String>,
    /// The rule as INFO rule names it: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 exact caro.
    #[arg(long, default_value_t = 0)]
    rule: u32,
    /// The board's side, where moves are given.
    #[arg(long, default_value_t = 15)]
    boardsize: usize,
    /// What kind of win.
    #[arg(long, default_value = "vct")]
    goal: Goal,
    /// The longest win by fours and open threes that is looked for, its five included.
    #[arg(long, default_value_t = 35)]
    plies: usize,
    #[command(flatten)]
    suite: suite_command::SolveOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// By fours alone.
    Vcf,
    /// By fours, or by fours and open threes.
    Vct,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if let Some(file) = &options.suite.suite {
        return suite_command::solve(file, &options.suite);
    }
    let mut position = position(options).map_err(Failure::usage)?;
    let size = position.board().size();
    let side = if position.turn() == Color::Black {
        "black"
    } else {
        "white"
    };
    say(&format!(
        "{}\n{side} to move, {}\n",
        position.board(),
        position.rule()
    ));
    let clock = Clock::start();
    let mut vcf = Vcf::new(VCF_TABLE_BITS);
    let by_fours = vcf.search(&mut position, options.suite.nodes);
    let nodes = vcf.nodes();
    say(&verdict(&by_fours, "by fours", nodes, clock, size));
    if matches!(by_fours, ThreatResult::Win(_)) || options.goal == Goal::Vcf {
        return Ok(ExitCode::SUCCESS);
    }
    let clock = Clock::start();
    let (result, nodes) = by_threats(&mut position, options);
    say(&verdict(
        &result,
        "by fours and open threes",
        nodes,
        clock,
        size,
    ));
    Ok(ExitCode::SUCCESS)
}

/// Searches two plies deeper each time, and tells how far it is.
fn by_threats(position: &mut Position, options: &Options) -> (ThreatResult, u64) {
    let mut vct = Vct::new(VCT_TABLE_BITS);
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(200));
    let mut result = ThreatResult::Unknown(SearchLimit::Plies(options.plies));
    for plies in (1..=options.plies).step_by(2) {
        let left = options.suite.nodes.saturating_sub(vct.nodes());
        result = vct.search(position, plies, left);
        if !matches!(result, ThreatResult::Unknown(SearchLimit::Plies(_))) {
            break;
        }
        let spent = 100.0 * vct.nodes() as f64 / options.suite.nodes.max(1) as f64;
        spinner.set_message(format!(
            "no win within {plies} plies; {spent:.0} % of --nodes spent"
        ));
    }
    spinner.finish_and_clear();
    (result, vct.nodes())
}

fn position(options: &Options) -> Result<Position> {
    let rule = rule_of(options.rule)?;
    let board = board(options)?;
    let turn = match options.turn.as_deref() {
        Some("b") => Color::Black,
        Some(_) => Color::White,
        None => board.turn_by_count(),
    };
    if board.vacant() == 0 {
        bail!("the board is full");
    }
    Ok(Position::from_board(rule, board, turn))
}

fn board(options: &Options) -> Result<Board> {
    if let Some(path) = &options.diagram {
        return parse_diagram(&text(path)?).with_context(|| path.display().to_string());
    }
    let (size, mut points) = game(options)?;
    points.truncate(options.first.unwrap_or(usize::MAX));
    let mut board = Board::new(size);
    for (number, &point) in points.iter().enumerate() {
        if !board.is_empty(point) {
            bail!("{} is taken twice", point_name(point, size));
        }
        board.put(point, Color::ALL[number % 2]);
    }
    Ok(board)
}

/// The moves of a record, or those of the command line.
fn game(options: &Options) -> Result<(Size, Vec<Point>)> {
    let tree = match (&options.sgf, &options.renlib) {
        (Some(path), _) => {
            Some(parse_sgf(&text(path)?).with_context(|| path.display().to_string())?)
        }
        (_, Some(path)) => {
            let name = || path.display().to_string();
            let bytes = std::fs::read(path).with_context(name)?;
            Some(parse_renlib(&bytes).with_context(name)?)
        }
        _ => None,
    };
    if let Some(tree) = tree {
        return Ok((tree.size(), tree.main_line()));
    }
    if let Some(path) = &options.psq {
        let game = PsqGame::parse(&text(path)?);
        let game = game.with_context(|| format!("{}: no record", path.display()))?;
        let points = game.moves.iter().map(|played| played.point);
        return Ok((game.size, points.collect()));
    }
    let size = Size::new(options.boardsize);
    let size = size.with_context(|| format!("--boardsize {}: 5 to 22", options.boardsize))?;
    Ok((size, parse_points(&options.moves.join(" "), size)?))
}

fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// One line: the win with its moves, or what is known instead.
fn verdict(result: &ThreatResult, kind: &str, nodes: u64, clock: Clock, size: Size) -> String {
    let effort = format!("{nodes} nodes, {:.2} s", clock.elapsed().as_secs_f64());
    match result {
        ThreatResult::Win(line) => {
            format!(
                "won {kind} in {} plies: {} ({effort})\n",
                line.len(),
                point_names(line, size)
            )
        }
        ThreatResult::NoWin => format!("no win {kind}, of any length ({effort})\n"),
        ThreatResult::Unknown(SearchLimit::Plies(plies)) => {
            format!("no win {kind} within {plies} plies; longer ones unknown ({effort})\n")
        }
        ThreatResult::Unknown(SearchLimit::Nodes(_)) => {
            format!("unknown whether it is won {kind}: --nodes spent ({effort})\n")
        }
    }
}
