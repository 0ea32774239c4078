//! A puzzle played line by line: what is typed, and what is answered, as English text.

use super::answer_text::{counted, win_name};
use super::dialogue::{Dialogue, DialogueAnswer};
use crate::board::{Point, parse_point, point_name};
use crate::solve::{Means, PuzzleGame, PuzzleIllegal, PuzzleMove, Refutation, SolveTask, Solver};

const HELP: &str = "type a point such as h8, or: hint, board, help, quit";

/// A puzzle in play.
pub struct PuzzleDialogue {
    puzzle: PuzzleGame,
    plies: usize,
}

impl PuzzleDialogue {
    /// Begins a won task as a puzzle of `plies` plies at most.
    pub fn new(task: &SolveTask, solver: Solver, plies: usize) -> PuzzleDialogue {
        PuzzleDialogue {
            puzzle: PuzzleGame::new(task, solver, plies),
            plies,
        }
    }
}

impl Dialogue for PuzzleDialogue {
    fn introduction(&self) -> String {
        let name = match self.puzzle.means() {
            Means::Any => "win by any moves",
            means => win_name(means),
        };
        let (first, rest) = self.puzzle.position().turn().name().split_at(1);
        let (attacker, plies) = (first.to_uppercase() + rest, self.plies);
        format!("\nFind the {name} within {plies} plies. {attacker} moves.\n{HELP}\n")
    }

    /// A point, or one of the words that the introduction names.
    fn answer(&mut self, line: &str) -> DialogueAnswer {
        let text = match line.trim() {
            "" => return DialogueAnswer::Next(String::new()),
            "quit" | "exit" | "q" => return DialogueAnswer::End(String::new()),
            "help" | "?" => HELP.into(),
            "board" => self.puzzle.position().board().to_string(),
            "hint" => match self.puzzle.hint() {
                Some(point) => format!("{} wins", self.named(point)),
                None => "the search for a hint hit its node limit".into(),
            },
            word => match parse_point(word, self.puzzle.position().board().size()) {
                Ok(point) => return self.play(point),
                Err(error) => error.to_string(),
            },
        };
        DialogueAnswer::Next(text + "\n")
    }
}

impl PuzzleDialogue {
    fn play(&mut self, point: Point) -> DialogueAnswer {
        let (name, attacker) = (self.named(point), self.puzzle.position().turn());
        let played = self.puzzle.play(point);
        let board = self.puzzle.position().board();
        let text = match played {
            Err(PuzzleIllegal::Taken) => format!("{name} is taken"),
            Err(PuzzleIllegal::Forbidden) => format!("{name} is forbidden to {}", attacker.name()),
            Ok(PuzzleMove::Solved) => {
                let moves = counted(self.puzzle.moves(), "move", "moves");
                let text = format!("{board}\n{name} is five: solved in {moves}\n");
                return DialogueAnswer::End(text);
            }
            Ok(PuzzleMove::Wins { reply, plies }) => format!(
                "{board}\nright: {} answers at {}; five comes within {}",
                (!attacker).name(),
                self.named(reply),
                counted(plies, "ply", "plies")
            ),
            Ok(PuzzleMove::NoReply) => "right, but there is no legal reply: try another".into(),
            Ok(PuzzleMove::NotConfirmed(refused)) => format!(
                "{name} seems to win, but the checker does not confirm it ({refused}); try another"
            ),
            Ok(PuzzleMove::Fails { reply, why }) => {
                refutation_text(&self.puzzle, point, reply, why)
            }
        };
        DialogueAnswer::Next(text + "\n")
    }

    fn named(&self, point: Point) -> String {
        point_name(point, self.puzzle.position().board().size())
    }
}

/// Says why a move of a puzzle does not win.
fn refutation_text(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::solve::{Answer, Goal};

    #[test]
    fn a_puzzle_is_played_to_its_five() {
        let size = Size::FIFTEEN;
        let mut position = Position::empty(Rule::Freestyle, size);
        position.play_line(&parse_points("h8 a1 i8 a15 j8 o1", size).unwrap());
        let task = SolveTask::new(position, Goal::Vct);
        let mut solver = Solver::new(&task);
        let Answer::Won(win) = solver.solve(&[], &mut ()).unwrap() else {
            panic!("not won");
        };
        let mut dialogue = PuzzleDialogue::new(&task, solver, win.plies);
        let introduction = dialogue.introduction();
        assert!(introduction.starts_with("\nFind the V") && introduction.contains("Black moves."));
        let next = |dialogue: &mut PuzzleDialogue, line: &str| match dialogue.answer(line) {
            DialogueAnswer::Next(text) => text,
            end => panic!("{line}: {end:?}"),
        };
        assert_eq!(next(&mut dialogue, " "), "");
        assert_eq!(next(&mut dialogue, "?"), HELP.to_owned() + "\n");
        assert_eq!(next(&mut dialogue, "h8"), "h8 is taken\n");
        assert!(next(&mut dialogue, "b2").starts_with("wrong: after b2 "));
        assert!(next(&mut dialogue, "hint").ends_with(" wins\n"));
        assert!(next(&mut dialogue, "k8").contains("\nright: white answers at "));
        let end = ["g8", "l8"].map(|point| dialogue.answer(point));
        let solved = |answer: &DialogueAnswer| matches!(answer, DialogueAnswer::End(text) if text.contains("solved in 2 moves"));
        assert!(end.iter().any(solved), "{end:?}");
        assert_eq!(dialogue.answer("quit"), DialogueAnswer::End(String::new()));
    }
}
