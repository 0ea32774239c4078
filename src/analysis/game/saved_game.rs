//! A game as the file that keeps it: SGF or psq, by the name's ending.

use super::table::{GameEnd, Side, Table};
use crate::board::Color;
use crate::record::{PsqGame, SgfGame, TargetError, check_target, replace_file};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a game is not saved.
#[derive(Debug, Error)]
pub(super) enum SaveError {
    #[error("{}: a name that ends in .sgf or .psq is expected", .0.display())]
    Ending(PathBuf),
    #[error("{}: there is such a file already, and it is kept", .0.display())]
    Exists(PathBuf),
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("{}: {}", .0.display(), .1.kind())]
    Write(PathBuf, #[source] io::Error),
}

/// The files that this game was written to: they may be written again.
#[derive(Default)]
pub(super) struct SavedGame {
    own: Vec<PathBuf>,
}

impl SavedGame {
    /// Writes the game whole or not at all. `level`: the engine's.
    pub fn save(&mut self, path: &Path, table: &Table, level: u32) -> Result<(), SaveError> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let text = match ending.unwrap_or_default().to_ascii_lowercase().as_str() {
            "sgf" => sgf(table, level).to_string(),
            "psq" => psq(table, level).to_string(),
            _ => return Err(SaveError::Ending(path.into())),
        };
        check_target(path)?;
        let is_own = self.own.iter().any(|own| own == path);
        if path.exists() && !is_own {
            return Err(SaveError::Exists(path.into()));
        }
        replace_file(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| SaveError::Write(path.into(), error))?;
        if !is_own {
            self.own.push(path.into());
        }
        Ok(())
    }
}

fn names(table: &Table, level: u32) -> [String; 2] {
    Color::ALL.map(|color| match table.seats.of(color) {
        Side::Person => "person".into(),
        Side::Engine => format!("tengen, level {level}"),
    })
}

fn sgf(table: &Table, level: u32) -> SgfGame {
    let (result, comment) = match table.end() {
        None => ("?", ""),
        Some(end) => (
            match (end, end.winner()) {
                (GameEnd::Time(_), Some(Color::Black)) => "B+T",
                (GameEnd::Time(_), _) => "W+T",
                (GameEnd::Resigned(_), Some(Color::Black)) => "B+R",
                (GameEnd::Resigned(_), _) => "W+R",
                (_, Some(Color::Black)) => "B+1",
                (_, Some(Color::White)) => "W+1",
                (_, None) => "0",
            },
            match end {
                GameEnd::Five(_) => "five in a row",
                GameEnd::Draw => "draw",
                GameEnd::Time(_) => "out of time",
                GameEnd::Resigned(_) => "resigned",
            },
        ),
    };
    SgfGame {
        size: table.size(),
        rule: table.game().rule().name().into(),
        name: String::new(),
        names: names(table, level),
        result: result.into(),
        comment: comment.into(),
        moves: table
            .moves()
            .into_iter()
            .map(|point| (point, String::new()))
            .collect(),
    }
}

fn psq(table: &Table, level: u32) -> PsqGame {
    PsqGame {
        names: names(table, level),
        end_code: match table.end() {
            None | Some(GameEnd::Resigned(_)) => -1,
            Some(GameEnd::Five(_) | GameEnd::Draw) => 0,
            Some(GameEnd::Time(_)) => 2,
        },
        rule: Some(table.game().rule()),
        ..PsqGame::unfinished(&table.moves(), table.size())
    }
}
