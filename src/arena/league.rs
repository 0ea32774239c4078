//! The leagues. A league is one row, and a file of openings of the same name.

use crate::board::{Point, Size};
use crate::record::{OpeningError, read_openings};
use crate::rule::Rule;

/// What is played in a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct League {
    /// Its name, and that of its openings.
    pub name: &'static str,
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    openings: &'static str,
}

macro_rules! leagues {
    ($($name:literal, $rule:ident, $size:ident;)*) => {
        [$(League {
            name: $name,
            rule: Rule::$rule,
            size: Size::$size,
            openings: include_str!(concat!("../../openings/", $name, ".txt")),
        }),*]
    };
}

/// All leagues.
pub static LEAGUES: [League; 6] = leagues![
    "freestyle20", Freestyle, TWENTY;
    "freestyle15", Freestyle, FIFTEEN;
    "standard15", Standard, FIFTEEN;
    "renju15", Renju, FIFTEEN;
    "caro15", Caro, FIFTEEN;
    "caro-exact15", CaroExact, FIFTEEN;
];

impl League {
    /// The league of a name.
    pub fn named(name: &str) -> Option<&'static League> {
        LEAGUES.iter().find(|league| league.name == name)
    }

    /// The openings that come with the program.
    ///
    /// # Errors
    /// If the file of openings has a line that is none.
    pub fn openings(&self) -> Result<Vec<Vec<Point>>, OpeningError> {
        read_openings(self.openings, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Game;

    #[test]
    fn every_league_has_legal_openings() {
        for league in &LEAGUES {
            let openings = league.openings().unwrap();
            assert!(openings.len() >= 10, "{}", league.name);
            for opening in openings {
                let mut game = Game::new(league.rule, league.size);
                assert!(
                    opening.iter().all(|&point| game.play(point) == Ok(None)),
                    "{opening:?}"
                );
            }
        }
    }
}
