//! Confirms wins before they are claimed, by the checker of `proof`.

use super::quiet::Decision;
use crate::board::{ByColor, Point, Size, point_names};
use crate::position::Position;
use crate::proof::{
    Certificate, Forced, Hole, HoleKind, Threats, VerifyReport, VerifySettings, forced_win,
    is_forced_win, verify,
};
use crate::rule::{EndRule, Game};
use thiserror::Error;

/// The checker's counts. Both are 0 if no game leads to the position: then its own search has found the win
/// and played it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Decisions whose legal replies were all answered.
    pub decisions: usize,
    /// Positions after such replies that the checker's own search won.
    pub leaves: u64,
}

impl From<&VerifyReport> for Confirmed {
    fn from(report: &VerifyReport) -> Confirmed {
        Confirmed {
            decisions: report.decisions,
            leaves: report.leaves,
        }
    }
}

/// Confirms a VCF of the side to move within `plies` plies; returns its plies.
///
/// # Errors
/// [`Refused`], if that is not so or not seen.
pub fn confirm_fours(position: &Position, plies: usize) -> Result<usize, Refused> {
    let nodes = VerifySettings::default().leaf_nodes;
    let (board, rule, turn) = (position.board(), position.rule(), position.turn());
    match forced_win(board, rule, turn, Threats::Fours, plies, nodes) {
        Some(Forced::Won(plies)) => Ok(plies),
        _ => Err(Refused::NoFours),
    }
}

/// Why a win may not be claimed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The line that proves nothing, from the empty board.
    #[error("{why}")]
    Hole {
        /// The moves.
        moves: Vec<Point>,
        /// What is wrong there.
        why: HoleKind,
    },
    /// No game leads to the position, and the checker's own search finds no win.
    #[error("no game leads to the position, and the checker finds no win by itself")]
    NotFound,
    /// The checker's own search finds no VCF.
    #[error("the checker's own search finds no VCF")]
    NoFours,
}

impl Refused {
    /// Where the hole is, ` after h8 i9 ..`, or empty.
    pub(super) fn place(&self, size: Size) -> String {
        match self {
            Refused::Hole { moves, .. } => format!(" after {}", point_names(moves, size)),
            _ => String::new(),
        }
    }

    /// The refusal of a check that was stopped.
    pub(super) fn stopped(certificate: &Certificate) -> Refused {
        Refused::Hole {
            moves: certificate.start().to_vec(),
            why: HoleKind::OutOfNodes,
        }
    }
}

impl From<Hole> for Refused {
    fn from(Hole { moves, why }: Hole) -> Refused {
        Refused::Hole { moves, why }
    }
}

/// A game that leads to the position: its moves as they were played, or else in another order. `None` if there
/// is none.
pub fn as_game(position: &Position) -> Option<Vec<Point>> {
    let board = position.board();
    let has_blocked = board.blocked_points().next().is_some();
    if has_blocked || board.turn_by_count() != position.turn() {
        return None;
    }
    let stones = |color| -> Vec<Point> {
        let own = board.history().iter().filter(|stone| stone.1 == color);
        own.map(|&(point, _)| point).collect()
    };
    let mut stones = ByColor::from_fn(stones);
    if stones.black.len() != board.stones().div_ceil(2) {
        return None;
    }
    (0..=stones.white.len()).find_map(|_| {
        let game = in_order(position, stones.clone());
        let step = stones.white.len().min(1);
        stones.white.rotate_left(step);
        game
    })
}

/// Plays the first stone that is legal, color by color in turn.
fn in_order(position: &Position, mut waiting: ByColor<Vec<Point>>) -> Option<Vec<Point>> {
    let size = position.board().size();
    let mut game = Game::with_end_rule(position.rule(), size, EndRule::FullBoard);
    for _ in 0..position.board().stones() {
        let turn = game.turn();
        let is_legal = |&point: &Point| game.check(point).is_ok();
        let place = waiting[turn].iter().position(is_legal)?;
        let ending = game.play(waiting[turn].remove(place)).ok()?;
        if ending.is_some() {
            return None;
        }
    }
    let moves = game.board().history().iter();
    Some(moves.map(|&(point, _)| point).collect())
}

/// Confirms that the side to move wins within `plies` plies: by the decisions, and by a VCT where there are none.
/// `listen` receives the report so far; it stops the check by returning `false`.
///
/// # Errors
/// [`Refused`], if that is not so or not seen.
pub fn confirm(
    position: &Position,
    decisions: &[Decision],
    plies: usize,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    let board = position.board();
    let Some(start) = as_game(position) else {
        return match is_forced_win(board, position.rule(), position.turn(), plies) {
            true => Ok(Confirmed::default()),
            false => Err(Refused::NotFound),
        };
    };
    let plies = board.stones() + plies;
    let mut certificate = Certificate::new(position.rule(), board.size(), start, plies);
    for (stones, point) in decisions {
        certificate.decide(stones, *point);
    }
    confirm_certificate(&certificate, listen)
}

/// Checks a certificate.
///
/// # Errors
/// [`Refused::Hole`] with its first hole.
pub fn confirm_certificate(
    certificate: &Certificate,
    listen: &mut dyn FnMut(&VerifyReport) -> bool,
) -> Result<Confirmed, Refused> {
    let report = verify(certificate, &VerifySettings::default(), listen);
    match report.is_proof() {
        true => Ok(Confirmed::from(&report)),
        false => {
            let hole = report.holes.into_iter().next();
            Err(hole.map_or_else(|| Refused::stopped(certificate), Refused::from))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, parse_diagram, parse_points};
    use crate::rule::Rule;

    fn after(moves: &str, rule: Rule) -> Position {
        let mut position = Position::empty(rule, Size::FIFTEEN);
        let moves = parse_points(moves, Size::FIFTEEN).unwrap();
        assert_eq!(position.play_line(&moves), moves.len());
        position
    }

    #[test]
    fn stones_become_a_game_where_there_is_one() {
        let played = after("h8 i9 j10", Rule::Renju);
        let moves = parse_points("h8 i9 j10", Size::FIFTEEN).unwrap();
        assert_eq!(as_game(&played), Some(moves));
        for (diagram, is_game) in [
            ("X....../O....../X......", true),
            ("X....../X......", false),
            ("X....../O....../#......", false),
        ] {
            let rows = diagram.matches('/').count() + 1;
            let text = diagram.to_string() + &"/.......".repeat(7 - rows);
            let board = parse_diagram(&text).unwrap();
            let turn = board.turn_by_count();
            let position = Position::from_board(Rule::Renju, board, turn);
            assert_eq!(as_game(&position).is_some(), is_game, "{diagram}");
        }
    }

    #[test]
    fn only_what_the_checker_sees_is_confirmed() {
        let three = after("h8 a1 i8 a15 j8 o1", Rule::Freestyle);
        let check = |first: &str, plies| {
            let point = parse_points(first, Size::FIFTEEN).unwrap()[0];
            let decisions = [(three.board().history().to_vec(), point)];
            confirm(&three, &decisions, plies, &mut |_| true)
        };
        assert!(check("k8", 3).is_ok());
        assert!(check("k8", 1).is_err());
        assert!(check("b2", 5).is_err());
        let loose = Position::from_board(Rule::Freestyle, three.board().clone(), Color::White);
        let none = confirm(&loose, &[], 5, &mut |_| true);
        assert_eq!(none, Err(Refused::NotFound));
    }
}
