//! Choices of stones rated by searches that share a turn: which of them leaves the position nearest to a
//! score.

use super::engine::Engine;
use super::listener::Listener;
use super::turn::Turn;
use crate::board::Point;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::score::Score;
use crate::search::{LastScores, Next, Progress, SearchEvent, Searcher, Supervisor};
use crate::time::Limits;

/// The greatest number of choices of stones that are rated by search, and what each gets in the first
/// round; half of them come into the next one.
const MOST_CHOICES: usize = 32;
const CHOICE_MS: u64 = 4;
const CHOICE_NODES: u64 = 500;

/// A search's verdict.
pub(super) struct SearchedScore {
    /// For the side to move, the mean of the last two iterations; for a win or loss it is beyond all
    /// estimates. `None` if no iteration was finished.
    pub score: Option<i32>,
    /// Won or lost.
    pub is_decided: bool,
    pub nodes: u64,
    pub pv: Vec<Point>,
    pub point: Option<Point>,
}

/// When a search ends, in milliseconds since the turn began.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub until_ms: u64,
    /// Where its score is above this, it ends later.
    pub above: i32,
    pub above_ms: u64,
}

impl End {
    pub fn at(until_ms: u64) -> End {
        End {
            until_ms,
            above: i32::MAX,
            above_ms: until_ms,
        }
    }
}

/// How many stones are put, and which score is aimed at, for the side then to move.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub stones: usize,
    pub score: i32,
}

impl Aim {
    fn distance(self, score: i32) -> i32 {
        score.saturating_sub(self.score).saturating_abs()
    }
}

impl Engine {
    /// The next move, or the next move and the answer to it, after which the position is nearest to even for
    /// the side to move now, or to a score for it. `None` only where there are too few legal moves.
    pub fn balance(&mut self, turn: &Turn, stones: usize, score: i32) -> Option<Vec<Point>> {
        let score = match stones % 2 {
            0 => score,
            _ => -score,
        };
        let aim = Aim { stones, score };
        let choices = near_choices(turn, aim, &self.excluded);
        let stones = self.nearest(turn, choices, aim, 0)?.0;
        Some(stones)
    }

    /// Chooses a move by the search alone: no book, no threat searches, no safety check, and no time management beyond
    /// the hard limit and the stop signal. `None` where it found none.
    pub fn search(&mut self, turn: &Turn, listener: Listener) -> Option<Point> {
        let mut supervisor = RatingSupervisor::new(turn, End::at(u64::MAX), listener);
        let (position, limits) = (turn.position, *turn.limits);
        let mut searcher = Searcher::new(position, &mut self.state, limits, &mut supervisor);
        searcher.exclude(&self.excluded);
        searcher.run().point
    }

    /// Searches a position until a moment.
    pub(super) fn search_until(
        &mut self,
        turn: &Turn,
        position: &Position,
        limits: Limits,
        end: End,
        listener: Listener,
    ) -> SearchedScore {
        let mut supervisor = RatingSupervisor::new(turn, end, listener);
        let result = Searcher::new(position, &mut self.state, limits, &mut supervisor).run();
        let last = result.progress;
        SearchedScore {
            score: supervisor.scores.mean(),
            is_decided: last.as_ref().is_some_and(|last| last.score.is_decided()),
            nodes: result.nodes,
            pv: last.map_or(Vec::new(), |last| last.pv),
            point: result.point,
        }
    }

    /// The choice of stones after which the position is nearest to the score aimed at, and how far from it.
    /// Searched in rounds, of which each has the better half of the choices before; from a share of the
    /// nodes on, given in hundredths. What no search has rated is the farthest.
    pub(super) fn nearest(
        &mut self,
        turn: &Turn,
        mut choices: Vec<Vec<Point>>,
        aim: Aim,
        from_percent: u64,
    ) -> Option<(Vec<Point>, i32)> {
        choices.truncate(most_choices(turn));
        let mut rated: Vec<(Vec<Point>, i32)> =
            choices.into_iter().map(|c| (c, i32::MAX)).collect();
        let rounds = rated.len().next_power_of_two().ilog2() as u64;
        for rounds_left in (1..=rounds).rev() {
            let round_ms = turn.left_ms() / rounds_left;
            let (start_ms, count) = (turn.control.elapsed_ms(), rated.len() as u64);
            let limits = turn.part((100 - from_percent) / rounds, count);
            for (number, (stones, distance)) in rated.iter_mut().enumerate() {
                let until_ms = start_ms.saturating_add(share(round_ms, number as u64 + 1, count));
                let mut position = turn.position.clone();
                if position.play_line(stones) < stones.len() {
                    *distance = i32::MAX;
                    continue;
                }
                if turn.is_over() {
                    break;
                }
                let end = End::at(until_ms);
                let verdict = self.search_until(turn, &position, limits, end, &mut |_, _| {});
                let found = verdict.score.map(|score| aim.distance(score));
                *distance = found.unwrap_or(*distance);
            }
            rated.sort_by_key(|&(_, distance)| distance);
            rated.truncate(rated.len().div_ceil(2));
        }
        let best = rated.into_iter().next()?;
        let is_possible = turn.position.clone().play_line(&best.0) == best.0.len();
        is_possible.then_some(best)
    }
}

/// How many choices the limits are enough for.
pub(super) fn most_choices(turn: &Turn) -> usize {
    let in_time = turn.left_ms() / CHOICE_MS;
    let in_nodes = turn.limits.nodes.unwrap_or(u64::MAX) / 10 / CHOICE_NODES;
    in_time.min(in_nodes).clamp(1, MOST_CHOICES as u64) as usize
}

/// `part` of `parts` of a number that may be the largest there is.
fn share(whole: u64, part: u64, parts: u64) -> u64 {
    (whole as u128 * part as u128 / parts.max(1) as u128) as u64
}

/// One or two stones near the others after which the evaluation is nearest to the score aimed at, these
/// first; of those that the turn had time for.
pub(super) fn near_choices(turn: &Turn, aim: Aim, excluded: &[Point]) -> Vec<Vec<Point>> {
    let mut position = turn.position.clone();
    let mut eval = Evaluator::new(&position);
    let mut rated: Vec<(i32, Vec<Point>)> = Vec::new();
    let mut rate = |position: &Position, stones: &[Point]| {
        let score = eval.evaluate(position, position.turn());
        rated.push((aim.distance(score.value()), stones.to_vec()));
    };
    for (number, first) in near_points(&mut position, excluded).into_iter().enumerate() {
        if number > 0 && turn.is_over() {
            break;
        }
        position.play(first);
        if aim.stones == 1 {
            rate(&position, &[first]);
        } else {
            for second in near_points(&mut position, excluded) {
                position.play(second);
                rate(&position, &[first, second]);
                position.undo();
            }
        }
        position.undo();
    }
    rated.sort();
    rated.truncate(MOST_CHOICES);
    rated.into_iter().map(|(_, stones)| stones).collect()
}

/// The legal moves near stones but the excluded ones; all where none of them is near a stone.
fn near_points(position: &mut Position, excluded: &[Point]) -> Vec<Point> {
    let near = position.patterns().near();
    let empty = *position.patterns().empty();
    let mut allowed = |points| {
        let mut legal = position.legal(points);
        legal.retain(|point| !excluded.contains(point));
        legal
    };
    let points = allowed(&near);
    match points.is_empty() {
        true => allowed(&empty),
        false => points,
    }
}

/// Keeps a search within its share of the turn.
struct RatingSupervisor<'a> {
    turn: Turn<'a>,
    end: End,
    scores: LastScores,
    listener: Listener<'a>,
}

impl<'a> RatingSupervisor<'a> {
    fn new(turn: &Turn<'a>, end: End, listener: Listener<'a>) -> RatingSupervisor<'a> {
        RatingSupervisor {
            turn: *turn,
            end,
            scores: LastScores::default(),
            listener,
        }
    }
}

impl Supervisor for RatingSupervisor<'_> {
    fn must_stop(&mut self) -> bool {
        self.turn.must_stop() || self.turn.control.elapsed_ms() >= self.end.until_ms
    }

    fn on_curr_move(&mut self, point: Point) {
        (self.listener)(SearchEvent::CurrMove(point), self.turn.control.elapsed_ms());
    }

    fn on_move_score(&mut self, point: Point, score: Score) {
        (self.listener)(
            SearchEvent::MoveScore(point, score),
            self.turn.control.elapsed_ms(),
        );
    }

    fn next(&mut self, lines: &[Progress]) -> Next {
        (self.listener)(
            SearchEvent::Iteration(lines),
            self.turn.control.elapsed_ms(),
        );
        self.scores.take(lines[0].score);
        let mean = self.scores.mean();
        if mean.is_some_and(|mean| mean > self.end.above) {
            self.end.until_ms = self.end.above_ms;
        }
        match self.must_stop() {
            true => Next::Stop,
            false => Next::Deeper,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::engine::Resources;
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;
    use crate::search::{SearchState, Unsupervised};

    fn balance(moves: &str, stones: usize, score: i32) -> Option<(Position, Vec<Point>)> {
        let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        position.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
        let limits = Limits {
            nodes: Some(40_000),
            ..Limits::default()
        };
        let mut engine = Engine::new(Resources::single(1 << 20));
        let stones = on_turn(&position, &limits, |turn| {
            engine.balance(turn, stones, score)
        })?;
        assert_eq!(position.play_line(&stones), stones.len());
        Some((position, stones))
    }

    /// The score that a search of some plies finds.
    fn searched(position: &Position) -> i32 {
        let limits = Limits {
            depth: Some(7),
            ..Limits::default()
        };
        let (mut state, mut nobody) = (SearchState::new(1 << 20), Unsupervised);
        let result = Searcher::new(position, &mut state, limits, &mut nobody).run();
        result.progress.unwrap().score.value()
    }

    /// Black, to move, is far better; after what is chosen the score is not half as far from even.
    #[test]
    fn one_and_two_moves_balance_what_is_good_for_one_side() {
        for moves in [
            "h8 a1",
            "h8 i9 h9 a1",
            "h8 i9 h9 o1",
            "h8 g9 i9 a1",
            "h8 i9 i8 a1",
        ] {
            let mut unbalanced = Position::empty(Rule::Freestyle, Size::FIFTEEN);
            unbalanced.play_line(&parse_points(moves, Size::FIFTEEN).unwrap());
            let advantage = searched(&unbalanced);
            for count in [1, 2] {
                let (position, _) = balance(moves, count, 0).unwrap();
                let score = searched(&position);
                assert!(
                    2 * score.abs() < advantage,
                    "{moves} {count}: {score} of {advantage}"
                );
            }
        }
    }

    #[test]
    fn as_many_moves_are_chosen_as_are_asked_for() {
        for moves in ["", "h8", "h8 i9"] {
            for count in [1, 2] {
                let (_, stones) = balance(moves, count, 0).unwrap();
                assert_eq!(stones.len(), count);
            }
        }
    }

    #[test]
    fn a_score_aimed_at_is_that_of_the_side_to_move() {
        let value = |aim| {
            let (position, _) = balance("h8 i9 h9", 1, aim).unwrap();
            // The other side is to move now.
            -searched(&position)
        };
        let (bad, even) = (value(-600), value(0));
        assert!(bad < even - 100, "{bad} {even}");
    }
}
