//! Why a move of a puzzle does not win, as English text, for terminals.

use super::answer_text::win_name;
use crate::board::{Point, point_name};
use crate::solve::{PuzzleGame, Refutation};

/// Says why a move of a puzzle does not win.
pub fn refutation_text(
    puzzle: &PuzzleGame,
    point: Point,
    reply: Option<Point>,
    why: Refutation,
) -> String {
    let named = |point| point_name(point, puzzle.position().board().size());
    let attacker = puzzle.position().turn();
    let (attacker, defender) = (attacker.name(), (!attacker).name());
    let (kind, nodes) = (win_name(puzzle.means()), puzzle.nodes());
    let reply = reply.map_or("nothing".into(), named);
    let after = format!("{defender} answers at {reply} and {attacker} has no {kind}");
    let reason = match why {
        Refutation::Five => format!("{defender} makes five at {reply}"),
        Refutation::NoThreat => format!(
            "there is no threat of five or of a straight four: {defender} plays {reply} and stands"
        ),
        Refutation::ThreatNotFound => {
            format!("no threat is found within {nodes} nodes: {defender} may play {reply}")
        }
        Refutation::NoFour => format!("there is no four: {defender} plays {reply} and stands"),
        Refutation::NoWin => format!("{after} of any length"),
        Refutation::NotInTime(plies) => format!("{after} within {plies} plies"),
        Refutation::NotFound => format!("{after} that is found within {nodes} nodes"),
    };
    let verdict = match why {
        Refutation::ThreatNotFound | Refutation::NotFound => "not seen to win",
        _ => "wrong",
    };
    format!("{verdict}: after {} {reason}. Taken back.", named(point))
}
