//! Plays wins that a search claims against every reply, by the plain rules alone.

use crate::board::{Board, Color, Point};
use crate::position::Position;
use crate::rule::{Rule, check_stone, completes_five};
use crate::threat::{ThreatResult, Vcf, Vct};
use std::collections::HashSet;

/// A stone farther away does not touch a five.
const REACH: usize = 5;
/// A replay that meets more positions than this is given up.
const MOST_POSITIONS: usize = 50_000;

fn is_legal(board: &Board, rule: Rule, point: Point, color: Color) -> bool {
    check_stone(board, rule, color, point).is_ok()
}

/// The points at which a color makes a winning five.
fn fives(board: &Board, rule: Rule, color: Color) -> Vec<Point> {
    let spec = rule.spec();
    let wins = |&point: &Point| completes_five(board, point, color, &spec);
    board.empty_points().filter(wins).collect()
}

/// Plays out a win within `plies` plies against every legal reply at every move. The search says the
/// attacker's moves; whether a reply loses at once, because the attacker has a five or a move after which
/// nothing stops one, with no five of the defender's in between, is seen without it.
///
/// # Errors
/// With what the win does not hold against.
pub(super) fn replay_threats(
    board: &Board,
    rule: Rule,
    attacker: Color,
    plies: usize,
    vct: &mut Vct,
) -> Result<(), String> {
    let mut replay = Replay {
        rule,
        attacker,
        vct,
        settled: HashSet::new(),
    };
    replay.attack(&mut board.clone(), plies)
}

struct Replay<'a> {
    rule: Rule,
    attacker: Color,
    vct: &'a mut Vct,
    /// Positions that are won, and within how many plies.
    settled: HashSet<(u64, usize)>,
}

impl Replay<'_> {
    fn attack(&mut self, board: &mut Board, left: usize) -> Result<(), String> {
        let (rule, attacker) = (self.rule, self.attacker);
        if !self.settled.insert((board.key(attacker), left)) {
            return Ok(());
        }
        if self.settled.len() > MOST_POSITIONS {
            return Err("too long to be replayed".into());
        }
        let mut position = Position::from_board(rule, board.clone(), attacker);
        let result = self.vct.search(&mut position, left, u64::MAX);
        let ThreatResult::Win(line) = result else {
            return Err(format!("no win within {left} plies in\n{board}"));
        };
        let point = line[0];
        if !is_legal(board, rule, point, attacker) {
            return Err(format!("{point} is not legal in\n{board}"));
        }
        if completes_five(board, point, attacker, &rule.spec()) {
            return Ok(());
        }
        board.put(point, attacker);
        let verdict = self.defend(board, left - 1);
        board.take();
        verdict
    }

    fn defend(&mut self, board: &mut Board, left: usize) -> Result<(), String> {
        let (rule, attacker) = (self.rule, self.attacker);
        if !fives(board, rule, !attacker).is_empty() {
            return Err(format!("the defender makes five in\n{board}"));
        }
        let threats = self.sure_fours(board);
        let replies: Vec<Point> = board.empty_points().collect();
        for reply in replies {
            if !is_legal(board, rule, reply, !attacker) {
                continue;
            }
            board.put(reply, !attacker);
            let has_five = !fives(board, rule, attacker).is_empty();
            let is_lost = has_five
                || left >= 4
                    && fives(board, rule, !attacker).is_empty()
                    && threats
                        .iter()
                        .any(|&point| self.makes_a_sure_five(board, point));
            let verdict = if is_lost {
                Ok(())
            } else if left < 2 {
                Err(format!("{reply} stops it in\n{board}"))
            } else {
                self.attack(board, left - 1)
            };
            board.take();
            verdict?;
        }
        Ok(())
    }

    fn sure_fours(&self, board: &mut Board) -> Vec<Point> {
        let points: Vec<Point> = board.empty_points().collect();
        points
            .into_iter()
            .filter(|&point| self.makes_a_sure_five(board, point))
            .collect()
    }

    /// Whether no reply stops all fives after the attacker's stone at a point.
    fn makes_a_sure_five(&self, board: &mut Board, point: Point) -> bool {
        if !is_legal(board, self.rule, point, self.attacker) {
            return false;
        }
        board.put(point, self.attacker);
        let fives = fives(board, self.rule, self.attacker);
        let is_sure = fives.len() >= 2 && !self.has_one_stop(board, &fives);
        board.take();
        is_sure
    }

    /// Whether one reply stops several fives: only where a five between two opponent's stones does not win.
    fn has_one_stop(&self, board: &mut Board, fives: &[Point]) -> bool {
        let spec = self.rule.spec();
        if spec.blocked_five_wins {
            return false;
        }
        let near = |reply: &Point| fives.iter().all(|five| five.distance(*reply) <= REACH);
        let replies: Vec<Point> = board.empty_points().filter(near).collect();
        replies.into_iter().any(|reply| {
            board.put(reply, !self.attacker);
            let wins =
                |&five: &Point| five != reply && completes_five(board, five, self.attacker, &spec);
            let is_stopped = !fives.iter().any(wins);
            board.take();
            is_stopped
        })
    }
}

/// Plays a line of fours against every legal reply at every four: whatever does not stop the four must
/// lose to a five; where other replies than the line's stop it, the search must win against them too.
///
/// # Errors
/// With what the win does not hold against.
pub(super) fn replay_fours(
    board: &Board,
    rule: Rule,
    attacker: Color,
    line: &[Point],
    vcf: &mut Vcf,
) -> Result<(), String> {
    let spec = rule.spec();
    let mut board = board.clone();
    let is_legal = |board: &Board, point: Point, color: Color| is_legal(board, rule, point, color);
    let fives = |board: &Board, color: Color| fives(board, rule, color);
    for (index, &point) in line.iter().enumerate() {
        let color = if index % 2 == 0 { attacker } else { !attacker };
        if !is_legal(&board, point, color) {
            return Err(format!("{point} is not legal"));
        }
        let wins = completes_five(&board, point, color, &spec);
        board.put(point, color);
        if wins {
            let is_last = color == attacker && index + 1 == line.len();
            return if is_last {
                Ok(())
            } else {
                Err(format!("{point} makes five too early"))
            };
        }
        if color != attacker {
            continue;
        }
        if !fives(&board, !attacker).is_empty() {
            return Err(format!("after {point} the defender makes five"));
        }
        let replies: Vec<Point> = board.empty_points().collect();
        let mut stops = Vec::new();
        for reply in replies {
            if !is_legal(&board, reply, !attacker) {
                continue;
            }
            board.put(reply, !attacker);
            if fives(&board, attacker).is_empty() {
                stops.push(reply);
            }
            board.take();
        }
        let reply = line.get(index + 1);
        match reply {
            None if stops.is_empty() => return Ok(()),
            Some(reply) if stops.is_empty() || stops.contains(reply) => {}
            _ => return Err(format!("{point} is answered by {stops:?}")),
        }
        // Several only where a five between two opponent's stones does not win.
        for stop in stops.into_iter().filter(|stop| reply != Some(stop)) {
            board.put(stop, !attacker);
            let mut position = Position::from_board(rule, board.clone(), attacker);
            let ThreatResult::Win(other) = vcf.search(&mut position, u64::MAX) else {
                return Err(format!("{stop} stops it in\n{board}"));
            };
            replay_fours(&board, rule, attacker, &other, vcf)?;
            board.take();
        }
    }
    Err("the line ends without five".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, parse_points};

    #[test]
    fn a_line_that_is_no_win_is_refused() {
        let board = parse_diagram(
            ".......
             .......
             .......
             OXXX...
             .......
             .......
             .......",
        )
        .unwrap();
        let line = |text| parse_points(text, board.size()).unwrap();
        let mut vcf = Vcf::new(10);
        let mut check =
            |text| replay_fours(&board, Rule::Freestyle, Color::Black, &line(text), &mut vcf);
        assert!(check("e4 f4 g4").is_err(), "the four is answered");
        assert!(
            check("e4 a1 f4").is_err(),
            "the reply of the line does not stop it"
        );
        assert!(check("e5").is_err(), "no four");
        let open =
            parse_diagram(&"..XXX../.......".replace("/.......", &"/.......".repeat(6))).unwrap();
        let line = parse_points("f7 b7 g7", open.size()).unwrap();
        assert_eq!(
            replay_fours(&open, Rule::Freestyle, Color::Black, &line, &mut vcf),
            Ok(())
        );
    }

    #[test]
    fn a_win_by_threes_holds_against_all_replies() {
        // Two open threes at once from f6.
        let board = parse_diagram(
            ".........../.........../.........../.....X...../.....X...../...XX....../
             .........../.........../.........../.........../...........",
        )
        .unwrap();
        for rule in [Rule::Freestyle, Rule::Standard] {
            let mut vct = Vct::new(12);
            let mut position = Position::from_board(rule, board.clone(), Color::Black);
            let ThreatResult::Win(line) = vct.search(&mut position, 9, 100_000) else {
                panic!("no win");
            };
            let replayed = replay_threats(&board, rule, Color::Black, line.len(), &mut vct);
            assert_eq!(replayed, Ok(()), "{line:?}");
            let short = replay_threats(&board, rule, Color::Black, line.len() - 2, &mut vct);
            assert!(short.is_err());
        }
    }
}
