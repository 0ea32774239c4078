//! Judges a move in a won position: does it still win, and if not, what refutes it?

use super::solution::{threat, vain_reply};
use super::strategy::{Means, Strategy};
use crate::board::Point;
use crate::pattern::PointClass;
use crate::position::Position;
use crate::threat::{Length, SearchLimit};

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It makes five.
    Five,
    /// Every reply still loses. The one with the longest defence, if there is a legal one, and the plies after
    /// it up to the five.
    Wins {
        /// The reply.
        reply: Option<Point>,
        /// Plies after it.
        plies: usize,
    },
    /// A reply is not seen to lose.
    Fails {
        /// The reply.
        reply: Option<Point>,
        /// Why it does not lose.
        why: Refutation,
    },
}

/// Why a move does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The defender makes five.
    Five,
    /// It threatens neither five nor a straight four, and only such threats may win.
    NoThreat,
    /// No threat was found within the node limit, and any move may win.
    ThreatNotFound,
    /// Only a VCF counts, and this is no four.
    NoFour,
    /// After the reply no win of the kind is left, of any length.
    NoWin,
    /// After the reply no win of the kind is left within this number of plies.
    NotInTime(usize),
    /// After the reply no win of the kind was found within the node limit.
    NotFound,
}

/// Judges a legal move of the side to move, which wins within `left` plies.
pub fn judge(
    position: &mut Position,
    point: Point,
    left: usize,
    strategy: &mut Strategy,
) -> Judged {
    if position.patterns().class(point, position.turn()) == PointClass::Five {
        return Judged::Five;
    }
    position.play(point);
    let judged = defended(position, left.saturating_sub(1), strategy);
    position.undo();
    judged
}

fn defended(position: &mut Position, left: usize, strategy: &mut Strategy) -> Judged {
    let (attacker, defender) = (!position.turn(), position.turn());
    let patterns = position.patterns();
    let fail = |reply, why| Judged::Fails { reply, why };
    if let Some(five) = patterns.points(PointClass::Five, defender).first() {
        return fail(Some(five), Refutation::Five);
    }
    let is_four = patterns.count(PointClass::Five, attacker) > 0;
    if strategy.means() == Means::Vcf && !is_four {
        return fail(position.plausible_move(), Refutation::NoFour);
    }
    let Some(threat) = threat(position, left, strategy) else {
        let why = match strategy.means() {
            Means::Any => Refutation::ThreatNotFound,
            Means::Vcf | Means::Vct => Refutation::NoThreat,
        };
        return fail(position.plausible_move(), why);
    };
    let mut longest: Option<(Point, usize)> = None;
    for answer in threat.answers {
        position.play(answer);
        let length = strategy.win_in_any_way(position, left.saturating_sub(1));
        position.undo();
        let why = match length {
            Length::Win(plies) => {
                if longest.is_none_or(|(_, most)| plies > most) {
                    longest = Some((answer, plies));
                }
                continue;
            }
            Length::NoWin => Refutation::NoWin,
            Length::Unknown(SearchLimit::Plies(plies)) => Refutation::NotInTime(plies),
            Length::Unknown(SearchLimit::Nodes(_)) => Refutation::NotFound,
        };
        return fail(Some(answer), why);
    }
    if let Some((reply, plies)) = longest {
        return Judged::Wins {
            reply: Some(reply),
            plies: plies.max(threat.plies),
        };
    }
    let plies = threat.plies;
    if left < plies + 1 {
        return fail(
            vain_reply(position),
            Refutation::NotInTime(left.saturating_sub(1)),
        );
    }
    Judged::Wins {
        reply: vain_reply(position),
        plies,
    }
}
