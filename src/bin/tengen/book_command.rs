//! `tengen book`: what the book knows, shown and written in the formats of others.

use super::certificate_file::{names, read_certificate, rule_of};
use super::{Failure, say};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::board::{Board, Point, Size, parse_points, point_name, stones_in_turn};
use tengen::book::Book;
use tengen::proof::Certificate;
use tengen::record::{NodeId, Variations, write_renlib, write_sgf};

/// Show what the book knows, of a position or altogether, and write it as SGF, RenLib, lines or bytes.
#[derive(Args)]
pub struct Options {
    /// Moves from the empty board: what is played there, and which replies have an answer of their own.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// A certificate instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The rule: 0 freestyle, 1 standard.
    #[arg(long, default_value_t = 1)]
    rule: u32,
    /// Stones on the board by which five stands, where the file does not say it.
    #[arg(long, default_value_t = 35)]
    plies: usize,
    /// How many of the longest variations to show.
    #[arg(long, default_value_t = 3)]
    longest: usize,
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

pub fn run(options: &Options) -> Result<ExitCode> {
    let certificate = certificate(options).map_err(Failure::usage)?;
    let write = |path: &Path, content: &[u8]| {
        std::fs::write(path, content).with_context(|| path.display().to_string())
    };
    if let Some(path) = &options.lines {
        write(path, certificate.to_string().as_bytes())?;
    }
    if let Some(path) = &options.bytes {
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
    let moves = parse_points(&options.moves.join(" "), certificate.size)
        .map_err(|error| Failure::usage(error.into()))?;
    say(&match moves.is_empty() {
        true => overview(&certificate, options.longest),
        false => position(&certificate, &moves),
    });
    Ok(ExitCode::SUCCESS)
}

fn certificate(options: &Options) -> Result<Certificate> {
    let rule = rule_of(options.rule)?;
    match &options.file {
        Some(path) => {
            let empty = Certificate::new(rule, Size::FIFTEEN, Vec::new(), options.plies);
            Ok(read_certificate(path, empty)?.0)
        }
        None => Book::solved(rule, Size::FIFTEEN)
            .cloned()
            .with_context(|| format!("no book for {rule}")),
    }
}

/// All decisions as a tree, every position once.
fn variations(certificate: &Certificate) -> Variations {
    let mut tree = Variations::new(certificate.size);
    certificate.walk(|moves, decision| {
        let Some(point) = decision else { return };
        let line = moves.iter().chain([&point]);
        line.fold(NodeId::ROOT, |node, &point| tree.add(node, Some(point), ""));
    });
    tree
}

fn overview(certificate: &Certificate, longest: usize) -> String {
    let size = certificate.size;
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut by_ply = vec![0_usize; certificate.plies + 2];
    certificate.walk(|moves, decision| {
        if let Some(point) = decision {
            by_ply[(moves.len() + 1).min(certificate.plies + 1)] += 1;
            lines.push(moves.iter().copied().chain([point]).collect());
        }
    });
    let mut text = format!(
        "{}, {}x{}, after '{}': {} makes five with the {}th stone at the latest\n\
         {} decisions, {} bytes\n\ndecisions by the stone they put:\n",
        certificate.rule,
        size.side(),
        size.side(),
        names(&certificate.start, size),
        certificate.attacker().name(),
        certificate.plies,
        lines.len(),
        certificate.to_bytes().len(),
    );
    for (ply, count) in by_ply.iter().enumerate().filter(|(_, count)| **count > 0) {
        text += &format!("{ply:>4}: {count}\n");
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    for line in lines.iter().take(longest) {
        text += &format!("\n{}\n", names(line, size));
        let mut board = Board::new(size);
        for &(point, color) in &stones_in_turn(line) {
            board.put(point, color);
        }
        text += &format!("{board}\n");
    }
    text
}

/// What is played in a position, and what follows.
fn position(certificate: &Certificate, moves: &[Point]) -> String {
    let size = certificate.size;
    let mut board = Board::new(size);
    for &(point, color) in &stones_in_turn(moves) {
        if !board.is_empty(point) {
            return format!("{} is taken twice\n", point_name(point, size));
        }
        board.put(point, color);
    }
    let mut text = format!("{board}\n");
    if board.turn_by_count() == certificate.attacker() {
        return text
            + &match certificate.decision(board.history()) {
                Some(point) => format!("the book plays {}\n", point_name(point, size)),
                None => "not in the book\n".into(),
            };
    }
    let replies: Vec<Point> = board.empty_points().collect();
    for reply in replies {
        board.put(reply, !certificate.attacker());
        if let Some(answer) = certificate.decision(board.history()) {
            text += &format!(
                "{} = {}\n",
                point_name(reply, size),
                point_name(answer, size)
            );
        }
        board.take();
    }
    text + "every other reply loses to fours and open threes, if the book led here\n"
}
