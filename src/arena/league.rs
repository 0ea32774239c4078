//! The leagues. A league is one row, and a file of openings of the same name.

use crate::board::{Point, Size};
use crate::record::{OpeningError, read_openings};
use crate::rule::Rule;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;

pub use crate::record::OpeningFormat;

/// What is played in a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct League {
    /// Its name.
    pub name: String,
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
}

/// A name that is no league's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no league '{0}': {all}", all = League::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownLeague(String);

/// A league as it is written to files.
#[derive(Serialize, Deserialize)]
struct Row {
    league: String,
    rule: u32,
    size: u8,
}

impl From<League> for Row {
    fn from(league: League) -> Row {
        Row {
            league: league.name,
            rule: league.rule.code(),
            size: league.size.side() as u8,
        }
    }
}

impl TryFrom<Row> for League {
    type Error = String;

    fn try_from(row: Row) -> Result<League, String> {
        League::of(row.rule, row.size as usize)
            .map(|league| League {
                name: row.league,
                ..league
            })
            .ok_or(format!("no rule {} on a board of {}", row.rule, row.size))
    }
}

/// A league's name, rule and board, and which openings it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaguePlan {
    /// The league.
    #[serde(flatten)]
    pub league: League,
    /// The file of openings; `None` for those that come with the program.
    pub file: Option<PathBuf>,
    /// Whether the file's points are named (`h8i9`) and in which way rows count.
    #[serde(default)]
    pub format: OpeningFormat,
    /// The number of openings.
    pub openings: usize,
    /// The checksum of all openings.
    pub checksum: u32,
}

/// Why the openings of a league cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// A line that is no opening.
    #[error("{0}, {1}")]
    Line(String, OpeningError),
    /// The file has no opening.
    #[error("{0}: no opening in it")]
    Empty(String),
    /// The openings have changed since the run began.
    #[error("{0}: not the openings that this run began with")]
    Changed(String),
}

macro_rules! leagues {
    ($($name:literal, $rule:ident, $size:literal;)*) => {
        &[$((
            $name,
            Rule::$rule,
            $size,
            include_str!(concat!("../../openings/", $name, ".txt")),
        )),*]
    };
}

/// Name, rule, side of the board and openings of each league.
const LEAGUES: &[(&str, Rule, usize, &str)] = leagues![
    "freestyle20", Freestyle, 20;
    "freestyle15", Freestyle, 15;
    "standard15", Standard, 15;
    "renju15", Renju, 15;
    "caro15", Caro, 15;
    "caro-exact15", CaroExact, 15;
];

impl League {
    /// The names of all leagues.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LEAGUES.iter().map(|&(name, ..)| name)
    }

    /// The league of a name.
    pub fn named(name: &str) -> Option<League> {
        let &(name, rule, side, _) = LEAGUES.iter().find(|row| row.0 == name)?;
        Some(League {
            name: name.into(),
            rule,
            size: Size::new(side)?,
        })
    }

    /// All leagues.
    pub fn all() -> impl Iterator<Item = League> {
        League::names().filter_map(League::named)
    }

    /// The leagues of some names, each once.
    ///
    /// # Errors
    /// With the first name that is none.
    pub fn chosen(names: &[String]) -> Result<Vec<League>, UnknownLeague> {
        let mut leagues: Vec<League> = Vec::new();
        for name in names {
            let league = League::named(name).ok_or_else(|| UnknownLeague(name.clone()))?;
            if !leagues.contains(&league) {
                leagues.push(league);
            }
        }
        Ok(leagues)
    }

    /// The league of a rule's code and a board's side.
    pub fn of(code: u32, side: usize) -> Option<League> {
        Some(League::on(Rule::with_code(code)?, Size::new(side)?))
    }

    /// The league of a rule on a board.
    pub fn on(rule: Rule, size: Size) -> League {
        let name = format!("{rule}{}", size.side());
        League { name, rule, size }
    }

    /// Reads the openings of a file, or those that come with the program, which a board that is not
    /// one of theirs takes from its rule's league as far as they fit.
    ///
    /// # Errors
    /// If the file cannot be read or has a line that is no opening.
    pub fn openings(
        &self,
        file: Option<&Path>,
        format: OpeningFormat,
    ) -> Result<Vec<Vec<Point>>, OpeningsError> {
        if let Some(path) = file {
            let name = || path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|e| OpeningsError::File(name(), e))?;
            return self.read(&text, format, &name());
        }
        let exact = LEAGUES.iter().find(|row| row.0 == self.name);
        if let Some(row) = exact {
            return self.read(row.3, OpeningFormat::Offset, &self.name);
        }
        let like = LEAGUES.iter().filter(|row| row.1 == self.rule);
        let lines = like.flat_map(|row| row.3.lines());
        let fitting: Vec<&str> = lines
            .filter(|line| OpeningFormat::Offset.parse(line, self.size).is_some())
            .collect();
        self.read(&fitting.join("\n"), OpeningFormat::Offset, &self.name)
    }

    fn read(
        &self,
        text: &str,
        format: OpeningFormat,
        name: &str,
    ) -> Result<Vec<Vec<Point>>, OpeningsError> {
        let openings = read_openings(text, self.rule, self.size, format);
        let openings = openings.map_err(|error| OpeningsError::Line(name.into(), error))?;
        if openings.is_empty() {
            return Err(OpeningsError::Empty(name.into()));
        }
        Ok(openings.into_iter().map(|opening| opening.points).collect())
    }

    /// The league with its openings' number and checksum.
    ///
    /// # Errors
    /// As [`League::openings`].
    pub fn planned(
        self,
        file: Option<&Path>,
        format: OpeningFormat,
    ) -> Result<LeaguePlan, OpeningsError> {
        let openings = self.openings(file, format)?;
        Ok(LeaguePlan {
            checksum: checksum(&openings),
            openings: openings.len(),
            file: file.map(Path::to_path_buf),
            format,
            league: self,
        })
    }
}

impl LeaguePlan {
    /// Reads the openings again.
    ///
    /// # Errors
    /// As [`League::openings`], and if they are others than before.
    pub fn read_openings(&self) -> Result<Vec<Vec<Point>>, OpeningsError> {
        let openings = self.league.openings(self.file.as_deref(), self.format)?;
        if checksum(&openings) != self.checksum {
            let file = self.file.as_ref().map(|path| path.display().to_string());
            let name = file.unwrap_or(self.league.name.clone());
            return Err(OpeningsError::Changed(name));
        }
        Ok(openings)
    }
}

fn checksum(openings: &[Vec<Point>]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for opening in openings {
        let bytes = opening.iter().flat_map(|p| [p.x() as u8, p.y() as u8]);
        hasher.update(&bytes.chain([255]).collect::<Vec<u8>>());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Game;

    #[test]
    fn every_league_has_legal_openings() {
        for name in League::names() {
            let league = League::named(name).unwrap();
            let openings = league.openings(None, OpeningFormat::Offset).unwrap();
            assert!(openings.len() >= 200, "{name}");
            for opening in openings {
                let mut game = Game::new(league.rule, league.size);
                assert!(
                    opening.iter().all(|&point| game.play(point) == Ok(None)),
                    "{opening:?}"
                );
            }
        }
    }

    #[test]
    fn other_boards_are_leagues_too() {
        assert_eq!(League::of(4, 15), League::named("renju15"));
        let league = League::of(8, 17).unwrap();
        assert_eq!(league.name, "caro17");
        let openings = league.openings(None, OpeningFormat::Offset).unwrap();
        assert!(openings.len() >= 10);
        assert_eq!(League::of(3, 15), None);
        assert_eq!(League::of(0, 99), None);
        let text = serde_json::to_string(&league).unwrap();
        assert_eq!(serde_json::from_str::<League>(&text).unwrap(), league);
    }

    #[test]
    fn changed_openings_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        std::fs::write(&path, "0,0, 1,1\n").unwrap();
        let league = League::named("standard15").unwrap();
        let plan = league.planned(Some(&path), OpeningFormat::Offset).unwrap();
        assert_eq!((plan.openings, plan.read_openings().unwrap().len()), (1, 1));
        std::fs::write(&path, "0,0, 1,2\n").unwrap();
        assert!(matches!(
            plan.read_openings(),
            Err(OpeningsError::Changed(_))
        ));
    }
}
