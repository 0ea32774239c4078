//! The rules of play. A rule is data: what is asked of it is in its [`RuleSpec`].

use crate::board::{ByColor, Color};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A rule of play, as `INFO rule` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Black wins with exactly five and has forbidden points; white wins with five or more.
    Renju,
    /// Six or more win, and five unless both ends hold opponent's stones.
    Caro,
    /// Exactly five win unless both ends hold opponent's stones.
    CaroExact,
}

/// The properties of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSpec {
    /// Whether six or more in a row win.
    pub overline_wins: ByColor<bool>,
    /// Whether exactly five win with an opponent's stone at both ends. The edge is no stone.
    pub blocked_five_wins: bool,
    /// Whether black may not make double threes, double fours and overlines.
    pub black_forbidden: bool,
}

impl RuleSpec {
    /// Whether a color has forbidden points.
    #[inline]
    pub const fn has_fouls(&self, color: Color) -> bool {
        self.black_forbidden && matches!(color, Color::Black)
    }
}

impl Rule {
    /// Lists all rules.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::CaroExact,
    ];

    /// The rule's properties.
    pub const fn spec(self) -> RuleSpec {
        match self {
            Rule::Freestyle => spec(true, true, true, false),
            Rule::Standard => spec(false, false, true, false),
            Rule::Renju => spec(false, true, true, true),
            Rule::Caro => spec(true, true, false, false),
            Rule::CaroExact => spec(false, false, false, false),
        }
    }

    /// The rule that has exactly this code; [`Rule::from_code`] reads what managers send.
    pub fn with_code(code: u32) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The number that `INFO rule` carries: 0, 1, 4, 8 or 9.
    pub const fn code(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// Reads the bit mask of `INFO rule`: 4 (renju) before 8 (caro) before 1 (exactly five); the
    /// continuous bit 2 and unknown bits are ignored.
    pub const fn from_code(mask: i64) -> Rule {
        match (mask & 4 != 0, mask & 8 != 0, mask & 1 != 0) {
            (true, _, _) => Rule::Renju,
            (_, true, true) => Rule::CaroExact,
            (_, true, false) => Rule::Caro,
            (_, _, true) => Rule::Standard,
            _ => Rule::Freestyle,
        }
    }

    /// The rule's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }
}

const fn spec(
    black_overline: bool,
    white_overline: bool,
    blocked_five_wins: bool,
    black_forbidden: bool,
) -> RuleSpec {
    let overline_wins = ByColor {
        black: black_overline,
        white: white_overline,
    };
    RuleSpec {
        overline_wins,
        blocked_five_wins,
        black_forbidden,
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that is neither a rule's name nor its number.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no rule '{0}': freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)")]
pub struct UnknownRule(String);

/// Reads a rule's name in any case, its short form in files of positions (`free`, `std`), or its number.
impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Rule, UnknownRule> {
        let word = text.trim().to_ascii_lowercase();
        let names = |rule: &Rule| word == rule.name() || word.parse() == Ok(rule.code());
        let short = match word.as_str() {
            "free" => Some(Rule::Freestyle),
            "std" => Some(Rule::Standard),
            _ => None,
        };
        let rule = short.or(Rule::ALL.into_iter().find(names));
        rule.ok_or_else(|| UnknownRule(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_read() {
        for rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(rule.code().to_string().parse(), Ok(rule));
        }
        assert_eq!(" Renju ".parse(), Ok(Rule::Renju));
        assert_eq!("std".parse(), Ok(Rule::Standard));
        for wrong in ["", "2", "-1", "go", "renju 4"] {
            assert_eq!(wrong.parse::<Rule>(), Err(UnknownRule(wrong.into())));
        }
    }

    #[test]
    fn codes_go_round_and_the_continuous_bit_is_ignored() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_code(rule.code() as i64), rule);
            assert_eq!(Rule::from_code(rule.code() as i64 | 2), rule);
        }
    }
}
