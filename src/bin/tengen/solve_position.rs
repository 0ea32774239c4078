//! The position that `tengen solve` is asked about: moves, a drawing, or a record in a file.

use super::certificate_file::rule_of;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use tengen::board::{Board, Color, Size, parse_diagram, parse_points, point_name};
use tengen::position::Position;
use tengen::record::{NodeId, PsqGame, RecordedGame, Variations, parse_renlib, parse_sgf};
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
        let (board, turn) = self.board()?;
        let turn = match self.turn.as_deref() {
            Some("b") => Color::Black,
            Some(_) => Color::White,
            None => turn,
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

    /// What stands, and whose move it is.
    fn board(&self) -> Result<(Board, Color)> {
        if let Some(path) = &self.diagram {
            let board = parse_diagram(&text(path)?).with_context(|| path.display().to_string())?;
            let turn = board.turn_by_count();
            return Ok((board, turn));
        }
        let game = self.game()?;
        Ok(game.position(self.first.unwrap_or(usize::MAX))?)
    }

    /// The moves of a record, or those of the command line.
    fn game(&self) -> Result<RecordedGame> {
        if let Some(path) = &self.sgf {
            let name = || path.display().to_string();
            let bytes = std::fs::read(path).with_context(name)?;
            return Ok(parse_sgf(&bytes).with_context(name)?.games.remove(0));
        }
        if let Some(path) = &self.renlib {
            let name = || path.display().to_string();
            let bytes = std::fs::read(path).with_context(name)?;
            return parse_renlib(&bytes).with_context(name);
        }
        let (size, points) = match &self.psq {
            Some(path) => {
                let game = PsqGame::parse(&text(path)?);
                let game = game.with_context(|| format!("{}: no record", path.display()))?;
                let points = game.moves.iter().map(|played| played.point);
                (game.size, points.collect())
            }
            None => {
                let size = Size::new(self.boardsize);
                let size =
                    size.with_context(|| format!("--boardsize {}: 5 to 22", self.boardsize))?;
                (size, parse_points(&self.moves.join(" "), size)?)
            }
        };
        let mut tree = Variations::new(size);
        points
            .into_iter()
            .fold(NodeId::ROOT, |id, point| tree.add(id, Some(point), ""));
        Ok(RecordedGame::from_tree(tree))
    }
}

fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}
