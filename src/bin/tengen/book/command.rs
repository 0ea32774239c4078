//! `tengen book`: what the book knows, shown and written in the formats of others.

use super::super::asked::answer_as_json;
use super::super::certificate_file::Head;
use super::super::files::{check_target, write};
use super::super::progress::Progress;
use super::super::verdict::Verdict;
use super::super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::analysis::{
    LeafReport, OfPosition, PositionWords, Question, Reply, book_overview, book_position_text,
    decision_tree, measure_leaves,
};
use tengen::board::{Board, Point, Size, point_name, stones_in_turn};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::record::{write_renlib, write_sgf};
use tengen::rule::{Game, Illegal, standing_five};

const EXAMPLES: &str = "\
Examples:
  tengen book                           an overview for freestyle, and the longest variations
  tengen book h8 i9 --rule standard     the move after these moves
  tengen book h8 i9 g9                  the replies that have a decision of their own
  tengen book --rule standard --sgf book.sgf
  tengen book h8 i9 --json              for scripts

Exit codes: 0 the position is in the book, 1 it is not, 2 wrong usage, 4 failure.";

/// Show the book of solved games: an overview, or one position; write it as SGF, RenLib, lines or bytes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Moves from the empty board: show the book's move there, or the replies that have a decision of their own.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// A certificate instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    head: Head,
    /// The number of longest variations to show.
    #[arg(long, value_name = "N", default_value_t = 3)]
    longest: usize,
    /// Measure the VCT search after N random replies that the book leaves to it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    leaves: usize,
    /// Write all variations as SGF.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write all variations as a RenLib library.
    #[arg(long, value_name = "FILE")]
    renlib: Option<PathBuf>,
    /// Write one line for each decision: `h8 h10 = g7`.
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Write the compact form, for `pbrain-tengen --book`.
    #[arg(long, value_name = "FILE")]
    bytes: Option<PathBuf>,
    /// Print what the built-in book knows as a JSON object, as `tengen analyse` does.
    #[arg(long, conflicts_with_all = ["file", "plies", "longest", "leaves", "sgf", "renlib", "lines", "bytes"])]
    json: bool,
}

impl Options {
    /// The files to be written.
    fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        let targets = [&self.lines, &self.bytes, &self.sgf, &self.renlib];
        targets.into_iter().flatten()
    }
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (certificate, moves) = read(options).map_err(Failure::usage)?;
    check_moves(&moves, &certificate).map_err(Failure::usage)?;
    if options.json {
        return show_as_json(&moves, &certificate);
    }
    for path in options.targets() {
        check_target(path).map_err(Failure::usage)?;
    }
    if let Some(path) = &options.lines {
        write(path, certificate.to_string().as_bytes())?;
    }
    if let Some(path) = &options.bytes {
        let Some(bytes) = certificate.to_bytes() else {
            bail!("--bytes: the compact form holds boards of up to 15x15; --lines holds all");
        };
        write(path, &bytes)?;
    }
    if options.sgf.is_some() || options.renlib.is_some() {
        let tree = decision_tree(&certificate);
        if let Some(path) = &options.sgf {
            let text = write_sgf(&tree, certificate.rule.name(), "a won game");
            write(path, text.as_bytes())?;
        }
        if let Some(path) = &options.renlib {
            write(path, &write_renlib(&tree)?)?;
        }
    }
    if options.leaves > 0 {
        let report = measure(&certificate, options.leaves)?;
        say(&report.to_string());
        return Ok(ExitCode::from(u8::from(report.unwon() > 0)));
    }
    if moves.is_empty() {
        say(&book_overview(&certificate, options.longest));
        return Ok(ExitCode::SUCCESS);
    }
    let (text, is_known) = book_position_text(&certificate, &moves);
    say(&text);
    Ok(match is_known {
        true => Verdict::Yes.into(),
        false => Verdict::No.into(),
    })
}

fn show_as_json(moves: &[Point], certificate: &Certificate) -> Result<ExitCode> {
    let (rule, size) = (certificate.rule, certificate.size);
    let mut position = Position::empty(rule, size);
    position.play_line(moves);
    let question = Question::Book(OfPosition {
        id: String::new(),
        position: PositionWords::of(&position),
    });
    Ok(match answer_as_json(&question)? {
        Reply::Book(book) if book.known => Verdict::Yes.into(),
        _ => Verdict::No.into(),
    })
}

/// The book and the moves in it. The built-in one is that of the rule that the flags or the moves' text name.
fn read(options: &Options) -> Result<(Certificate, Vec<Point>)> {
    let (text, hint) = (options.moves.join(" "), "--file reads a certificate");
    let Some(path) = &options.file else {
        let (moves, rule) = options.head.parse_moves(&text, Size::FIFTEEN)?;
        let (certificate, _) = options.head.under(rule).read(None, hint)?;
        return Ok((certificate, moves));
    };
    let (certificate, _) = options.head.read(Some(path), hint)?;
    let head = options.head.under(certificate.rule);
    let (moves, _) = head.parse_moves(&text, certificate.size)?;
    Ok((certificate, moves))
}

/// Refuses moves that are not those of a game that goes on.
fn check_moves(moves: &[Point], certificate: &Certificate) -> Result<()> {
    let size = certificate.size;
    let mut game = Game::new(certificate.rule, size);
    for (index, &point) in moves.iter().enumerate() {
        if let Err(foul @ Illegal::Forbidden(_)) = game.play(point) {
            bail!("move {}, {}: {foul}", index + 1, point_name(point, size));
        }
    }
    let board = Board::with_stones(size, stones_in_turn(moves));
    if let Some((point, color)) = standing_five(&board, &certificate.rule.spec()) {
        let (name, point) = (color.name(), point_name(point, size));
        bail!("the game is over: {name} has five at {point}; leave out the last moves");
    }
    Ok(())
}

/// Measures the VCT searches that the book leaves to the brain.
fn measure(certificate: &Certificate, count: usize) -> Result<LeafReport> {
    let mut progress = Progress::start();
    let searches = measure_leaves(certificate, count, &mut |done| {
        progress.tell(done, count, String::new);
    });
    searches.context("the start leads to no decision")
}
