//! Reviews whole games: each move against the best one, from the last move to the first, so that what the search learned
//! of later positions helps it in earlier ones.

use super::certainty::{ProvenEnd, by_book, prove_loss, prove_win};
use super::position_words::{number, size_of};
use super::question::Review;
use super::question_error::QuestionError;
use super::question_stop::QuestionStop;
use super::reply::{Reply, Reviewed};
use super::reviewed_move::{Assessment, Grade, ProvenFact, ProvenWhat, ReviewedMove, rounded};
use super::search_question::{Desk, names, proof_ms};
use super::solve_watch::SolveWatch;
use crate::analysis::Outlook;
use crate::board::{Point, point_name};
use crate::position::Position;
use crate::record::read_moves;
use crate::rule::{Illegal, completes_five, foul};
use crate::score::{Score, ScoreKind};
use crate::service::Request;
use crate::time::{Clock, Limits};

/// Searches of limited time take this part of a move's time; the rest is for re-searches and proofs.
const SEARCH_SHARE: (u64, u64) = (3, 4);
/// Re-searches: a loss beyond which both moves are searched again, and how many times the limits that takes.
const RE_SEARCHES: [(f64, u64); 2] = [(0.05, 1), (0.1, 3)];
/// Re-searches take a third of a game's time at most. A game of fewer moves counts as one of so many.
const RE_SEARCH_SHARE: u64 = 3;
const LEAST_MOVES: usize = 20;

/// A game to be reviewed.
#[derive(Clone, Copy)]
pub struct ReviewTask<'a> {
    /// The position before the first move.
    pub start: &'a Position,
    /// The moves, which can be played: see [`playable`].
    pub moves: &'a [Point],
    /// The index of the first move that is graded.
    pub first: usize,
    /// The limits for each move.
    pub limits: Limits,
}

/// Reviews games one after the other.
pub struct Reviewer {
    desk: Desk,
    stop: QuestionStop,
}

impl Reviewer {
    /// Makes an engine that keeps within a memory limit, in bytes; 0 stands for 350 MiB.
    /// Searches run on the caller's thread, which needs a stack of [`STACK_BYTES`](crate::work_queue::STACK_BYTES).
    pub fn new(max_memory: u64) -> Reviewer {
        Reviewer {
            desk: Desk::new(max_memory),
            stop: QuestionStop::default(),
        }
    }

    /// Grades a game's moves from the last to the first; `each` takes them as they are done.
    ///
    /// # Errors
    /// [`QuestionError`] if the engine fails.
    pub fn review(
        &mut self,
        task: &ReviewTask,
        each: &mut dyn FnMut(ReviewedMove),
    ) -> Result<(), QuestionError> {
        self.desk.review_game(task, &self.stop, each)
    }
}

/// The number of a game's first moves that can be played, and what is wrong with the next one.
pub fn playable(start: &Position, moves: &[Point]) -> (usize, Option<Illegal>) {
    let mut position = start.clone();
    let spec = position.rule().spec();
    for (index, &point) in moves.iter().enumerate() {
        let (board, turn) = (position.board(), position.turn());
        let why = if !board.is_empty(point) {
            Some(Illegal::Occupied)
        } else if spec.has_fouls(turn) {
            foul(board, point).map(Illegal::Forbidden)
        } else {
            None
        };
        if why.is_some() {
            return (index, why);
        }
        let ends = completes_five(board, point, turn, &spec);
        position.play(point);
        if ends || position.plies_left() == 0 {
            let over = index + 1 < moves.len();
            return (index + 1, over.then_some(Illegal::Over));
        }
    }
    (moves.len(), None)
}

/// What re-searches of a game's moves may still take, in milliseconds; `None` without a limit of time.
struct ReSearchTime(Option<u64>);

impl ReSearchTime {
    fn of(task: &ReviewTask) -> ReSearchTime {
        let moves = task.moves.len().saturating_sub(task.first).max(LEAST_MOVES) as u64;
        let game_ms = task.limits.turn_ms.map(|ms| ms.saturating_mul(moves));
        ReSearchTime(game_ms.map(|ms| ms / RE_SEARCH_SHARE))
    }

    /// The limits of a re-search that takes several times those of a search, or less where many were needed before.
    fn take(&mut self, limits: Limits, times: u64) -> Limits {
        let more = |limit: u64| limit.saturating_mul(times);
        let left = self.0.unwrap_or(u64::MAX);
        let turn_ms = limits.turn_ms.map(|ms| more(ms).min(left / 4).max(1));
        self.0 = self.0.map(|left| left.saturating_sub(turn_ms.unwrap_or(0)));
        Limits {
            turn_ms,
            nodes: limits.nodes.map(more),
            ..limits
        }
    }
}

/// What the side to move can expect, with the principal variation.
#[derive(Clone)]
struct Value {
    score: Score,
    outlook: Outlook,
    line: Vec<Point>,
}

impl Value {
    /// A win counts 1, a draw a half.
    fn expectation(&self) -> f64 {
        self.outlook.win + self.outlook.draw / 2.0
    }

    /// What the opponent could expect a ply before, with the move that led here.
    fn before(&self, point: Point) -> Value {
        let Outlook { win, draw, loss } = self.outlook;
        Value {
            score: match self.score.kind() {
                ScoreKind::WinIn(plies) => Score::loss_in(plies + 1),
                ScoreKind::LossIn(plies) => Score::win_in(plies + 1),
                ScoreKind::Estimate(value) => Score::estimate(-value),
            },
            outlook: Outlook {
                win: loss,
                draw,
                loss: win,
            },
            line: [&[point], &self.line[..]].concat(),
        }
    }
}

fn lesser(one: Value, other: Value) -> Value {
    match one.expectation() <= other.expectation() {
        true => one,
        false => other,
    }
}

fn greater(one: Value, other: Value) -> Value {
    match one.expectation() >= other.expectation() {
        true => one,
        false => other,
    }
}

impl Desk {
    /// Answers a question about a game.
    pub(super) fn review(
        &mut self,
        question: &Review,
        stop: &QuestionStop,
        say: &dyn Fn(Reply),
    ) -> Result<Reply, QuestionError> {
        let clock = Clock::start();
        let typed = read_moves(&question.moves, size_of(question.position.size)?)?;
        let (start, mut notes) = question.position.read_under(typed.rule)?;
        let moves = typed.moves;
        let (count, why) = playable(&start, &moves);
        notes.extend(typed.notes);
        notes.extend(why.map(|why| left_out(&start, &moves, count, why)));
        let from = question.from.unwrap_or(1);
        number("from", Some(from as u64), 1, (count as u64).max(1))?;
        let task = ReviewTask {
            start: &start,
            moves: &moves[..count],
            first: from - 1,
            limits: question.limits.limits()?,
        };
        let line = |is_final, moves, notes| {
            Reply::Review(Reviewed {
                is_final,
                stopped: stop.is_stopped(),
                elapsed_ms: clock.elapsed_ms(),
                moves,
                notes,
            })
        };
        let mut graded = Vec::new();
        self.review_game(&task, stop, &mut |reviewed| {
            say(line(false, vec![reviewed.clone()], Vec::new()));
            graded.push(reviewed);
        })?;
        graded.reverse();
        Ok(line(true, graded, notes))
    }

    /// Grades a game's moves from the last to the first.
    fn review_game(
        &mut self,
        task: &ReviewTask,
        stop: &QuestionStop,
        each: &mut dyn FnMut(ReviewedMove),
    ) -> Result<(), QuestionError> {
        let searched = Limits {
            turn_ms: task
                .limits
                .turn_ms
                .map(|ms| (ms * SEARCH_SHARE.0 / SEARCH_SHARE.1).max(1)),
            ..task.limits
        };
        let mut re_search_time = ReSearchTime::of(task);
        let mut position = task.start.clone();
        position.play_line(task.moves);
        let mut later = match final_value(task) {
            Some(value) => value,
            None => self.value(&position, searched, stop)?,
        };
        for index in (task.first..task.moves.len()).rev() {
            position.undo();
            let point = task.moves[index];
            let (played, best) = self.compare(
                &position,
                later.before(point),
                searched,
                &mut re_search_time,
                stop,
            )?;
            if stop.is_stopped() {
                break;
            }
            let watch = || SolveWatch {
                until_ms: proof_ms(&task.limits, 0),
                ..SolveWatch::until_stopped(stop)
            };
            each(ReviewedMove {
                number: index + 1,
                proven: proven_facts(&position, &played, &best, watch),
                ..graded_move(&position, &played, &best)
            });
            later = best;
        }
        Ok(())
    }

    /// What the side to move can expect with the move that was played, and with the best one: that move, or the
    /// search's if that is better. Where it seems to be, both moves are re-searched; each search has to show it.
    fn compare(
        &mut self,
        position: &Position,
        mut played: Value,
        limits: Limits,
        re_search_time: &mut ReSearchTime,
        stop: &QuestionStop,
    ) -> Result<(Value, Value), QuestionError> {
        let mut found = self.value(position, limits, stop)?;
        let is_other = found.line[0] != played.line[0];
        for (suspect, times) in RE_SEARCHES {
            let is_suspect = |found: &Value, played: &Value| {
                is_other && found.expectation() - played.expectation() > suspect
            };
            if is_suspect(&found, &played) {
                let limits = re_search_time.take(limits, times);
                let again = self.re_search(position, &found, limits, stop)?;
                found = lesser(found, again);
            }
            if is_suspect(&found, &played) {
                let limits = re_search_time.take(limits, times);
                let again = self.re_search(position, &played, limits, stop)?;
                played = greater(played, again);
            }
        }
        let is_shorter = found.score.is_win() && found.score.value() > played.score.value();
        let is_better = found.expectation() > played.expectation() || is_shorter;
        let best = match is_other && is_better {
            true => found,
            false => played.clone(),
        };
        Ok((played, best))
    }

    /// Searches the position after a move, unless what the move leads to is decided.
    fn re_search(
        &mut self,
        position: &Position,
        value: &Value,
        limits: Limits,
        stop: &QuestionStop,
    ) -> Result<Value, QuestionError> {
        let mut after = position.clone();
        after.play(value.line[0]);
        match value.score.is_decided() || after.plies_left() == 0 {
            true => Ok(value.clone()),
            false => Ok(self.value(&after, limits, stop)?.before(value.line[0])),
        }
    }

    /// Searches a position in which the game goes on. That it is lost the book may know.
    fn value(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &QuestionStop,
    ) -> Result<Value, QuestionError> {
        let task = self.task(Request::BestLines(1), position, limits);
        let searched = self.best_lines(task, stop, &|_| ());
        let line = searched.answer.lines.first();
        let line = line.ok_or(QuestionError::NoLine)?;
        let lost = by_book(position, !position.turn());
        let score = lost.map_or(line.score, |end| Score::loss_in(end.plies));
        Ok(Value {
            score,
            outlook: Outlook::of(position, score),
            line: line.pv.clone(),
        })
    }
}

/// What the side to move can expect after the last move, if that ended the game.
fn final_value(task: &ReviewTask) -> Option<Value> {
    let (&last, before) = task.moves.split_last()?;
    let mut position = task.start.clone();
    position.play_line(before);
    let spec = position.rule().spec();
    let is_five = completes_five(position.board(), last, position.turn(), &spec);
    position.play(last);
    let value = |score, draw, loss| Value {
        score,
        outlook: Outlook {
            win: 0.0,
            draw,
            loss,
        },
        line: Vec::new(),
    };
    match is_five {
        true => Some(value(Score::loss_in(0), 0.0, 1.0)),
        false => (position.plies_left() == 0).then(|| value(Score::estimate(0), 1.0, 0.0)),
    }
}

/// The move with its grade; its number and what is proven are still to be told.
fn graded_move(position: &Position, played: &Value, best: &Value) -> ReviewedMove {
    let size = position.board().size();
    let loss = (best.expectation() - played.expectation()).max(0.0);
    ReviewedMove {
        number: 0,
        color: position.turn().name(),
        point: point_name(played.line[0], size),
        grade: Grade::of(loss),
        loss: rounded(loss),
        before: Assessment::of(best.score, best.outlook),
        after: Assessment::of(played.score, played.outlook),
        best_line: names(&best.line, size),
        line: names(&played.line, size),
        proven: Vec::new(),
    }
}

/// What can be proven of the move with little effort.
fn proven_facts<'a>(
    position: &Position,
    played: &Value,
    best: &Value,
    watch: impl Fn() -> SolveWatch<'a>,
) -> Vec<ProvenFact> {
    let size = position.board().size();
    let fact = |what, value: &Value, end: Option<ProvenEnd>| {
        end.map(|end| ProvenFact {
            what,
            proof: end.proof,
            plies: end.plies,
            line: names(&value.line, size),
        })
    };
    let win = |value: &Value| prove_win(position, value.line[0], watch());
    let mut facts = Vec::new();
    if played.score.is_win() {
        facts.extend(fact(ProvenWhat::Wins, played, win(played)));
    } else if best.score.is_win() {
        facts.extend(fact(ProvenWhat::MissedWin, best, win(best)));
    }
    if played.score.is_loss() && !best.score.is_loss() {
        let loss = prove_loss(position, played.line[0], watch());
        facts.extend(fact(ProvenWhat::Loses, played, loss));
    }
    facts
}

/// Says which moves are not reviewed.
pub fn left_out(start: &Position, moves: &[Point], count: usize, why: Illegal) -> String {
    let point = point_name(moves[count], start.board().size());
    format!(
        "move {}, {point}: {why}; it and what follows is left out",
        count + 1
    )
}
