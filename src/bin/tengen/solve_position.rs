//! The position that `tengen solve` is asked about: moves, a drawing, or a record in a file.

use super::certificate_file::{check_moves, rule_of};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use tengen::board::{
    Board, Color, Point, Size, parse_diagram, parse_points, point_name, stones_in_turn,
};
use tengen::position::Position;
use tengen::record::{PsqGame, parse_renlib, parse_sgf};
use tengen::rule::completes_five;

#[derive(Args)]
pub struct Input {
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
}

impl Input {
    pub fn position(&self) -> Result<Position> {
        let rule = rule_of(self.rule)?;
        let board = self.board()?;
        let turn = match self.turn.as_deref() {
            Some("b") => Color::Black,
            Some(_) => Color::White,
            None => board.turn_by_count(),
        };
        if board.vacant() == 0 {
            bail!("the board is full");
        }
        let is_five = |&&(point, color): &&_| completes_five(&board, point, color, &rule.spec());
        if let Some(&(point, color)) = board.history().iter().find(is_five) {
            bail!(
                "the game is over: {} has five at {}; --first N takes its first moves alone",
                color.name(),
                point_name(point, board.size())
            );
        }
        Ok(Position::from_board(rule, board, turn))
    }

    fn board(&self) -> Result<Board> {
        if let Some(path) = &self.diagram {
            return parse_diagram(&text(path)?).with_context(|| path.display().to_string());
        }
        let (size, mut points) = self.game()?;
        points.truncate(self.first.unwrap_or(usize::MAX));
        check_moves(&points, size)?;
        Ok(Board::with_stones(size, stones_in_turn(&points)))
    }

    /// The moves of a record, or those of the command line.
    fn game(&self) -> Result<(Size, Vec<Point>)> {
        let tree = match (&self.sgf, &self.renlib) {
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
        if let Some(path) = &self.psq {
            let game = PsqGame::parse(&text(path)?);
            let game = game.with_context(|| format!("{}: no record", path.display()))?;
            let points = game.moves.iter().map(|played| played.point);
            return Ok((game.size, points.collect()));
        }
        let size = Size::new(self.boardsize);
        let size = size.with_context(|| format!("--boardsize {}: 5 to 22", self.boardsize))?;
        Ok((size, parse_points(&self.moves.join(" "), size)?))
    }
}

fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}
