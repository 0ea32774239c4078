//! `tengen solve --play`: the position as a puzzle on standard input and output.

use super::say;
use super::solve_answer::Task;
use super::solve_book::is_proven_by_book;
use anyhow::{Context, Result};
use std::process::ExitCode;
use tengen::board::{Color, Point, parse_point, point_name};
use tengen::position::Position;
use tengen::proof::Certificate;
use tengen::solve::{
    Failure, Judged, Means, Refused, Strategy, as_game, confirm, confirm_spelled_out, judge,
};

const HELP: &str = "type a point such as h8, or: hint, board, help, quit\n";

/// Moves that a search may play to judge a move that is tried.
const JUDGE_NODES: u64 = 3_000_000;

/// Asks for the attacker's moves until five stands or the input ends.
pub fn play(task: &Task, mut strategy: Strategy, plies: usize) -> Result<ExitCode> {
    let nodes = task.settings.nodes.min(JUDGE_NODES);
    strategy.limit(nodes);
    let mut puzzle = Puzzle {
        position: task.position.clone(),
        attacker: task.attacker,
        left: plies,
        strategy,
        nodes,
        played: 0,
    };
    let kind = puzzle.kind();
    say(&format!(
        "\nFind the win {kind} within {plies} plies. {} moves.\n{HELP}",
        capital(task.attacker.name())
    ));
    loop {
        say("> ");
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        let read = read
            .context("standard input")
            .map_err(super::Failure::usage)?;
        if read == 0 {
            say("\n");
            return Ok(ExitCode::SUCCESS);
        }
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(ExitCode::SUCCESS),
            "help" | "?" => say(HELP),
            "board" => say(&format!("{}\n", puzzle.position.board())),
            "hint" => say(&puzzle.hint()),
            word => {
                if puzzle.is_solved_by(word) {
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

struct Puzzle {
    position: Position,
    attacker: Color,
    /// Plies up to the five.
    left: usize,
    strategy: Strategy,
    /// Moves that one of its searches may play.
    nodes: u64,
    /// The attacker's moves so far.
    played: usize,
}

impl Puzzle {
    fn kind(&self) -> &'static str {
        match self.strategy.means() {
            Means::Fours => "by fours",
            Means::Threats => "by fours and open threes",
            Means::Any => "by any moves",
        }
    }

    fn name(&self, point: Point) -> String {
        point_name(point, self.position.board().size())
    }

    fn hint(&mut self) -> String {
        match self.strategy.attack(&mut self.position, self.left) {
            Some(point) => format!("{} wins\n", self.name(point)),
            None => "the solver has lost its way\n".into(),
        }
    }

    /// Answers what was typed; true once five stands.
    fn is_solved_by(&mut self, word: &str) -> bool {
        let point = match self.legal(word) {
            Ok(point) => point,
            Err(text) => {
                say(&format!("{text}\n"));
                return false;
            }
        };
        match judge(&mut self.position, point, self.left, &mut self.strategy) {
            Judged::Five => {
                self.position.play(point);
                say(&format!(
                    "{}\n{} is five: solved in {} moves\n",
                    self.position.board(),
                    self.name(point),
                    self.played + 1
                ));
                return true;
            }
            Judged::Fails { reply, why } => self.refute(point, reply, why),
            Judged::Wins { reply, plies } => match (self.confirm(point), reply) {
                (Err(refused), _) => say(&format!(
                    "{} seems to win, but the checker does not confirm it ({refused}); try another\n",
                    self.name(point)
                )),
                (Ok(()), None) => say("right, but there is no legal reply: try another\n"),
                (Ok(()), Some(reply)) => self.go_on(point, reply, plies),
            },
        }
        false
    }

    /// The empty point that was typed, if the attacker may play there.
    fn legal(&mut self, word: &str) -> Result<Point, String> {
        let size = self.position.board().size();
        let point = parse_point(word, size).map_err(|error| error.to_string())?;
        if !self.position.board().is_empty(point) {
            return Err(format!("{} is taken", self.name(point)));
        }
        match self.position.is_forbidden(point, self.attacker) {
            true => Err(format!(
                "{} is forbidden to {}",
                self.name(point),
                self.attacker.name()
            )),
            false => Ok(point),
        }
    }

    /// Whether the checker agrees that the move wins.
    fn confirm(&self, point: Point) -> Result<(), Refused> {
        if is_proven_by_book(&self.position, point) {
            return Ok(());
        }
        let stones = self.position.board().history().to_vec();
        let known = self.strategy.certificate();
        if let (Some(known), Some(start)) = (known, as_game(&self.position)) {
            let mut certificate: Certificate = known.clone();
            certificate.start = start;
            certificate.plies = stones.len() + self.left;
            certificate.decide(&stones, point);
            return confirm_spelled_out(&mut certificate, &mut |_| true).map(drop);
        }
        confirm(&self.position, &[(stones, point)], self.left, &mut |_| true).map(drop)
    }

    fn go_on(&mut self, point: Point, reply: Point, plies: usize) {
        self.position.play(point);
        self.position.play(reply);
        self.left = self.left.saturating_sub(2);
        self.played += 1;
        say(&format!(
            "{}\nright: {} answers at {}; five comes within {plies} {}\n",
            self.position.board(),
            (!self.attacker).name(),
            self.name(reply),
            if plies == 1 { "ply" } else { "plies" }
        ));
    }

    /// Says why a move does not win; it is taken back.
    fn refute(&mut self, point: Point, reply: Option<Point>, why: Failure) {
        let (attacker, defender) = (self.attacker.name(), (!self.attacker).name());
        let kind = self.kind();
        let reply = reply.map_or("nothing".into(), |reply| self.name(reply));
        let after = format!("{defender} answers at {reply} and {attacker} has no win {kind}");
        let reason = match why {
            Failure::Five => format!("{defender} makes five at {reply}"),
            Failure::NoThreat => format!(
                "there is no threat of five or of a straight four: {defender} plays {reply} and stands"
            ),
            Failure::ThreatNotFound => format!(
                "no threat is found by a search of {} moves: {defender} may play {reply}",
                self.nodes
            ),
            Failure::NoFour => format!("there is no four: {defender} plays {reply} and stands"),
            Failure::NoWin => format!("{after}, of any length"),
            Failure::NotInTime(plies) => format!("{after} within {plies} plies"),
            Failure::NotFound => format!("{after} that a search of {} moves finds", self.nodes),
        };
        let verdict = match why {
            Failure::ThreatNotFound | Failure::NotFound => "not seen to win",
            _ => "wrong",
        };
        say(&format!(
            "{verdict}: after {} {reason}. Taken back.\n",
            self.name(point)
        ));
    }
}
