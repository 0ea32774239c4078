//! `tengen book`: what the book knows, shown and written in the formats of others.

use super::book_answer::{Known, solved_games};
use super::certificate_file::{Head, parse_moves, read_certificate};
use super::files::{check_target, write};
use super::progress::Progress;
use super::verdict::Verdict;
use super::{Failure, say};
use anyhow::{Context, Result, bail};
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tengen::board::{Board, Point, Size, point_name, point_names, stones_in_turn};
use tengen::book::Book;
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::record::{NodeId, Variations, write_renlib, write_sgf};
use tengen::rule::completes_five;
use tengen::threat::{ProofResult, ThreatWin};
use tengen::time::Clock;

/// Positions of the table of the search for a promised win, as a power of two: as the brain has it.
const LEAF_TABLE_BITS: u32 = 17;
/// Moves that the first and the last slice of such a search may play: each is twice as long as the one before.
const LEAF_SLICE: u64 = 4_000;
const LEAF_NODES: u64 = 20_000_000;

const EXAMPLES: &str = "\
Examples:
  tengen book                           what it holds for freestyle, and the longest variations
  tengen book h8 i9 --rule standard     what it plays after these moves
  tengen book h8 i9 g9                  which replies have an answer of their own
  tengen book --rule standard --sgf book.sgf

Exit codes: 0 the position is in the book, 1 it is not, 2 wrong usage, 4 failure.";

/// Show what the book knows, of a position or altogether, and write it as SGF, RenLib, lines or bytes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Moves from the empty board: what is played there, and which replies have an answer of their own.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// A certificate instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    head: Head,
    /// How many of the longest variations to show.
    #[arg(long, default_value_t = 3)]
    longest: usize,
    /// Measure the search for the promised win after so many random replies.
    #[arg(long, value_name = "N", default_value_t = 0)]
    leaves: usize,
    /// Write all variations as SGF.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write all variations as a RenLib library.
    #[arg(long, value_name = "FILE")]
    renlib: Option<PathBuf>,
    /// Write a line for each decision: `h8 h10 = g7`.
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Write the compact form, for `pbrain-tengen --book`.
    #[arg(long, value_name = "FILE")]
    bytes: Option<PathBuf>,
}

impl Options {
    /// The files to be written.
    fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        let targets = [&self.lines, &self.bytes, &self.sgf, &self.renlib];
        targets.into_iter().flatten()
    }
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let certificate = certificate(options).map_err(Failure::usage)?;
    let moves = moves(options, &certificate).map_err(Failure::usage)?;
    for path in options.targets() {
        check_target(path).map_err(Failure::usage)?;
    }
    if let Some(path) = &options.lines {
        write(path, certificate.to_string().as_bytes())?;
    }
    if let Some(path) = &options.bytes {
        if certificate.size > Size::FIFTEEN {
            bail!("--bytes: the compact form holds boards of up to 15x15; --lines holds all");
        }
        write(path, &certificate.to_bytes())?;
    }
    if options.sgf.is_some() || options.renlib.is_some() {
        let tree = variations(&certificate);
        if let Some(path) = &options.sgf {
            let text = write_sgf(&tree, certificate.rule.name(), "a won game");
            write(path, text.as_bytes())?;
        }
        if let Some(path) = &options.renlib {
            write(path, &write_renlib(&tree)?)?;
        }
    }
    if options.leaves > 0 {
        let (text, unwon) = leaves(&certificate, options.leaves)?;
        say(&text);
        return Ok(ExitCode::from(u8::from(unwon > 0)));
    }
    if moves.is_empty() {
        say(&overview(&certificate, options.longest));
        return Ok(ExitCode::SUCCESS);
    }
    let (text, is_known) = position(&certificate, &moves);
    say(&text);
    Ok(match is_known {
        true => Verdict::Yes.into(),
        false => Verdict::No.into(),
    })
}

fn certificate(options: &Options) -> Result<Certificate> {
    let empty = options.head.certificate(Vec::new());
    match &options.file {
        Some(path) => {
            let (certificate, _) = read_certificate(path, empty)?;
            options.head.check(path, &certificate)?;
            Ok(certificate)
        }
        None => Book::solved(empty.rule, empty.size)
            .cloned()
            .with_context(|| {
                let solved = solved_games();
                format!(
                    "no book for {}: there is one for {solved}; --file reads a certificate",
                    empty.rule
                )
            }),
    }
}

/// The moves of a game that goes on.
fn moves(options: &Options, certificate: &Certificate) -> Result<Vec<Point>> {
    let size = certificate.size;
    let moves = parse_moves(&options.moves.join(" "), size)?;
    let board = Board::with_stones(size, stones_in_turn(&moves));
    let spec = certificate.rule.spec();
    let is_five = |&&(point, color): &&_| completes_five(&board, point, color, &spec);
    if let Some(&(point, color)) = board.history().iter().find(is_five) {
        let (name, point) = (color.name(), point_name(point, size));
        bail!("the game is over: {name} has five at {point}; leave out the last moves");
    }
    Ok(moves)
}

/// The lines of all decisions, the decision last; every position once.
fn lines(certificate: &Certificate) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    certificate.walk(|moves, decision| {
        lines.extend(decision.map(|point| [moves, &[point]].concat()));
    });
    lines
}

fn variations(certificate: &Certificate) -> Variations {
    let mut tree = Variations::new(certificate.size);
    for line in lines(certificate) {
        let add = |node, point| tree.add(node, Some(point), "");
        line.into_iter().fold(NodeId::ROOT, add);
    }
    tree
}

fn overview(certificate: &Certificate, longest: usize) -> String {
    let size = certificate.size;
    let mut lines = lines(certificate);
    let mut by_ply = vec![0_usize; certificate.plies + 2];
    for line in &lines {
        by_ply[line.len().min(certificate.plies + 1)] += 1;
    }
    // Larger boards have no compact form.
    let bytes = match size > Size::FIFTEEN {
        true => String::new(),
        false => format!(", {} bytes", certificate.to_bytes().len()),
    };
    let mut text = format!(
        "{}, {}x{}, after '{}': {}\n\
         {} decisions{}\n\ndecisions by the stone they put:\n",
        certificate.rule,
        size.side(),
        size.side(),
        point_names(&certificate.start, size),
        certificate.promise(),
        lines.len(),
        bytes,
    );
    for (ply, count) in by_ply.iter().enumerate().filter(|(_, count)| **count > 0) {
        text += &format!("{ply:>4}: {count}\n");
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    for line in lines.iter().take(longest) {
        text += &format!("\n{}\n", point_names(line, size));
        let board = Board::with_stones(size, stones_in_turn(line));
        text += &format!("{board}\n");
    }
    text
}

/// How much the brain searches where the book ends: after random decisions and random replies that have
/// none, near the stones, with an empty table. Second, how many were not won.
fn leaves(certificate: &Certificate, count: usize) -> Result<(String, usize)> {
    let decided = lines(certificate);
    if decided.is_empty() {
        bail!("the start leads to no decision");
    }
    let mut unwon = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut search = ThreatWin::new(LEAF_TABLE_BITS);
    let mut costs: Vec<(u64, Duration)> = Vec::new();
    let mut progress = Progress::start();
    while costs.len() < count {
        let line = &decided[rng.random_range(0..decided.len())];
        let mut position = Position::empty(certificate.rule, certificate.size);
        position.play_line(line);
        let near: Vec<Point> = position.patterns().near().iter().collect();
        let Some(&reply) = near.get(rng.random_range(0..near.len().max(1))) else {
            continue;
        };
        position.play(reply);
        if certificate.decision(position.board().history()).is_some() {
            continue;
        }
        search.clear();
        let (clock, before) = (Clock::start(), search.nodes());
        let left = certificate.plies.saturating_sub(position.board().stones());
        let mut slice = LEAF_SLICE;
        let mut found = ProofResult::Unknown;
        search.begin();
        while found == ProofResult::Unknown && slice <= LEAF_NODES {
            found = search.search(&mut position, left, slice);
            slice *= 2;
        }
        unwon += usize::from(!matches!(found, ProofResult::Win(..)));
        costs.push((search.nodes() - before, clock.elapsed()));
        progress.tell(costs.len(), count, String::new);
    }
    drop(progress);
    costs.sort();
    let mut text = format!("{count} leaves, {unwon} not won; moves played and milliseconds:\n");
    for per_mille in [500, 900, 990, 999, 1000] {
        let (nodes, time) = costs[(count * per_mille).div_ceil(1000).max(1) - 1];
        text += &format!(
            "{:>5} %: {nodes:>9} {:>9.1}\n",
            per_mille as f64 / 10.0,
            time.as_secs_f64() * 1e3
        );
    }
    Ok((text, unwon))
}

/// What is played in a position and what follows, and whether the book knows it.
fn position(certificate: &Certificate, moves: &[Point]) -> (String, bool) {
    let size = certificate.size;
    let mut board = Board::with_stones(size, stones_in_turn(moves));
    let mut text = format!("{board}\n");
    let known = Known::of(certificate, board.history());
    let promise = certificate.promise();
    text += &match known {
        Known::Plays(point) => format!("the book plays {}: {promise}\n", point_name(point, size)),
        Known::Promised => format!(
            "the book ends here, won by fours and open threes: {promise}\n\
             its moves: tengen solve {} --rule {}\n",
            point_names(moves, size),
            certificate.rule
        ),
        Known::Decided => format!(
            "{}every other reply loses to fours and open threes: {promise}\n",
            answers(certificate, &mut board)
        ),
        Known::Left(..) | Known::Ended(_) | Known::Nothing => {
            let why = known.why_not("book", certificate, board.history());
            why.unwrap_or_default() + "\n"
        }
    };
    (text, known.is_won())
}

/// The replies that have an answer of their own, a line each.
fn answers(certificate: &Certificate, board: &mut Board) -> String {
    let size = certificate.size;
    let mut text = String::new();
    let replies: Vec<Point> = board.empty_points().collect();
    for reply in replies {
        board.put(reply, !certificate.attacker());
        if let Some(answer) = certificate.decision(board.history()) {
            let (reply, answer) = (point_name(reply, size), point_name(answer, size));
            text += &format!("{reply} = {answer}\n");
        }
        board.take();
    }
    text
}
