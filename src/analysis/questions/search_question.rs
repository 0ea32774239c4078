//! Answers that take a search: each desk has an engine of its own.

use super::certainty::{ProvenEnd, prove_loss, prove_win};
use super::position_words::{empty_points, number};
use super::question::{Analyse, Play, SearchPosition};
use super::question_error::QuestionError;
use super::question_stop::QuestionStop;
use super::reply::{Analysis, Certainty, MoveReply, Reply, Swap2Reply, Variation};
use super::reviewed_move::rounded;
use super::solve_watch::SolveWatch;
use super::updates::Updates;
use crate::analysis::Outlook;
use crate::board::{Color, Point, Size, point_name};
use crate::book::Book;
use crate::engine::{Control, FULL_STRENGTH, Resources, Why};
use crate::position::Position;
use crate::rule::{Rule, Swap2, completes_five};
use crate::score::{Score, ScoreKind};
use crate::search::Progress;
use crate::service::{Answer, Event, Outcome, Request, Task, TaskId, Thinker};
use crate::time::{Clock, Limits};
use std::cmp::Reverse;

/// Proofs after a search of limited time may take so many milliseconds, and this part of the turn more; a clock is taken
/// for so many turns.
const LEAST_PROOF_MS: u64 = 100;
const PROOF_SHARE: u64 = 4;
const TURNS_OF_A_CLOCK: u64 = 30;
/// The most variations.
const MOST_VARIATIONS: u64 = 10;

/// Answers questions one after the other.
pub(super) struct Desk {
    thinker: Thinker,
    resources: Resources,
    /// The rule and the size for which the engine has its tables.
    game: Option<(Rule, Size)>,
}

/// A search that was done.
pub(super) struct Searched {
    pub answer: Answer,
    pub elapsed_ms: u64,
}

impl Desk {
    /// Makes an engine that keeps within a memory limit, in bytes.
    pub(super) fn new(max_memory: u64) -> Desk {
        Desk {
            thinker: Thinker::new(Book::default(), 0),
            resources: Resources::single(max_memory),
            game: None,
        }
    }

    /// Answers a question about the best moves; `say` takes what is known while the search goes on.
    pub(super) fn analyse(
        &mut self,
        question: &Analyse,
        stop: &QuestionStop,
        say: &dyn Fn(Reply),
    ) -> Result<Reply, QuestionError> {
        let (position, notes) = question.position.read()?;
        let count = question.variations.unwrap_or(1);
        number("variations", Some(count as u64), 1, MOST_VARIATIONS)?;
        let excluded = question.excluded.as_deref();
        let limits = question.limits.limits()?;
        let task = Task {
            excluded: empty_points("excluded", excluded, &position)?,
            ..self.task(Request::BestLines(count), &position, limits)
        };
        let line = |lines: &[Progress], elapsed_ms| Analysis {
            is_final: false,
            stopped: stop.is_stopped(),
            elapsed_ms,
            variations: lines
                .iter()
                .map(|line| variation(&position, line))
                .collect(),
            notes: notes.clone(),
        };
        let clock = Clock::start();
        let on_lines = |lines: &[Progress]| say(Reply::Analyse(line(lines, clock.elapsed_ms())));
        let searched = self.best_lines(task, stop, &on_lines);
        let lines = &searched.answer.lines;
        if lines.is_empty() && !stop.is_stopped() {
            return Err(QuestionError::NoLine);
        }
        let mut variations = line(lines, 0).variations;
        if lines.iter().any(|line| line.score.is_decided()) {
            on_lines(lines);
            let watch = SolveWatch {
                until_ms: proof_ms(&limits, clock.elapsed_ms()),
                ..SolveWatch::until_stopped(stop)
            };
            for (variation, line) in variations.iter_mut().zip(lines) {
                variation.prove(&position, line, watch);
            }
            variations.sort_by_key(|variation| Reverse(variation.rank()));
        }
        let last = Analysis {
            is_final: true,
            variations,
            ..line(&[], clock.elapsed_ms())
        };
        Ok(Reply::Analyse(last))
    }

    /// Answers a question for a move.
    pub(super) fn play(
        &mut self,
        question: &Play,
        stop: &QuestionStop,
    ) -> Result<Reply, QuestionError> {
        let (position, _) = question.position.read()?;
        let level = question.level.unwrap_or(FULL_STRENGTH);
        number("level", Some(level.into()), 0, FULL_STRENGTH.into())?;
        let task = Task {
            level,
            ..self.task(Request::Move, &position, question.limits.limits()?)
        };
        let searched = self.search(&task, stop, &|_| ());
        let point = stones_of(searched.answer.outcome)?[0];
        Ok(Reply::Play(MoveReply {
            point: point_name(point, position.board().size()),
            why: searched.answer.why.map_or("fallback", why_name),
            elapsed_ms: searched.elapsed_ms,
            ends: end_by(&position, point),
            score: None,
            depth: None,
            nodes: None,
        }))
    }

    /// Answers a step of swap2.
    pub(super) fn swap2(
        &mut self,
        question: &SearchPosition,
        stop: &QuestionStop,
    ) -> Result<Reply, QuestionError> {
        let (position, _) = question.position.read()?;
        let step = swap2_step(&position)?;
        let task = self.task(Request::Swap2(step), &position, question.limits.limits()?);
        let searched = self.search(&task, stop, &|_| ());
        let outcome = searched.answer.outcome;
        let takes_black = outcome == Outcome::Swap;
        let stones = match takes_black {
            true => Vec::new(),
            false => stones_of(outcome)?,
        };
        Ok(Reply::Swap2(Swap2Reply {
            takes_black,
            stones: names(&stones, position.board().size()),
            elapsed_ms: searched.elapsed_ms,
        }))
    }

    pub(super) fn task(&self, request: Request, position: &Position, limits: Limits) -> Task {
        Task {
            resources: self.resources,
            ..Task::new(request, position.clone(), limits)
        }
    }

    /// Searches for the best moves with their scores.
    pub(super) fn best_lines(
        &mut self,
        task: Task,
        stop: &QuestionStop,
        on_lines: &dyn Fn(&[Progress]),
    ) -> Searched {
        let mut searched = self.search(&task, stop, on_lines);
        let answer = &mut searched.answer;
        if let (Some(Why::Five), Outcome::Stones(points)) = (answer.why, &answer.outcome) {
            answer.lines = vec![five_line(points[0])];
        }
        if !answer.lines.is_empty() {
            return searched;
        }
        // A forced move has no score yet; and a few nodes are no iteration.
        let request = Request::Search;
        let task = Task { request, ..task };
        let searched = self.search(&task, stop, on_lines);
        if !searched.answer.lines.is_empty() || stop.is_stopped() {
            return searched;
        }
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        self.search(&Task { limits, ..task }, stop, on_lines)
    }

    /// Searches; `on_lines` sees the variations of the last iteration as they come, and again while the next one takes
    /// long.
    fn search(
        &mut self,
        task: &Task,
        stop: &QuestionStop,
        on_lines: &dyn Fn(&[Progress]),
    ) -> Searched {
        let game = (task.position.rule(), task.position.board().size());
        if self.game != Some(game) {
            self.thinker.new_game(game.0, game.1, self.resources);
            self.game = Some(game);
        }
        let clock = Clock::start();
        let updates = Updates::new(clock, on_lines);
        let watch = || {
            updates.repeat();
            stop.is_stopped()
        };
        let on_event = |event: Event| {
            if let Event::Iteration { lines, .. } = event {
                updates.take(lines);
            }
        };
        let control = Control::new(clock, &task.limits);
        let answer = self
            .thinker
            .answer(TaskId(0), task, &control, &watch, &on_event);
        Searched {
            answer,
            elapsed_ms: clock.elapsed_ms(),
        }
    }
}

/// The step of swap2 that a position stands at.
fn swap2_step(position: &Position) -> Result<Swap2, QuestionError> {
    let board = position.board();
    let step = Swap2::with_stones(board.stones())?;
    let alternate = board.count(Color::Black) == board.stones().div_ceil(2);
    let is_blocked = board.blocked_points().next().is_some();
    match alternate && !is_blocked && position.turn() == board.turn_by_count() {
        true => Ok(step),
        false => Err(QuestionError::NoSwap2),
    }
}

/// The principal variation of a five.
fn five_line(point: Point) -> Progress {
    Progress {
        depth: 1,
        seldepth: 1,
        score: Score::win_in(1),
        nodes: 0,
        threat_nodes: 0,
        pv: vec![point],
    }
}

/// A principal variation in words; a win or loss is not proven yet.
fn variation(position: &Position, line: &Progress) -> Variation {
    let size = position.board().size();
    let (mut score, mut win_in, mut loss_in) = (None, None, None);
    let outlook = Outlook::of(position, line.score);
    match line.score.kind() {
        ScoreKind::Estimate(value) => score = Some(value),
        ScoreKind::WinIn(plies) => win_in = Some(plies),
        ScoreKind::LossIn(plies) => loss_in = Some(plies),
    }
    Variation {
        point: point_name(line.pv[0], size),
        score,
        win_in,
        loss_in,
        win_probability: rounded(outlook.win),
        draw_probability: rounded(outlook.draw),
        depth: line.depth,
        seldepth: line.seldepth,
        nodes: line.nodes + line.threat_nodes,
        line: names(&line.pv, size),
        certainty: Certainty::Estimate,
        proof: None,
    }
}

impl Variation {
    /// What the variation is worth: higher is better.
    fn rank(&self) -> Score {
        match (self.win_in, self.loss_in) {
            (Some(plies), _) => Score::win_in(plies),
            (_, Some(plies)) => Score::loss_in(plies),
            _ => Score::estimate(self.score.unwrap_or_default()),
        }
    }

    /// Proves the win or loss that the search found, if that can be done with little effort.
    fn prove(&mut self, position: &Position, line: &Progress, watch: SolveWatch) {
        let end: Option<ProvenEnd> = match line.score.kind() {
            ScoreKind::Estimate(_) => None,
            ScoreKind::WinIn(_) => prove_win(position, line.pv[0], watch),
            ScoreKind::LossIn(_) => prove_loss(position, line.pv[0], watch),
        };
        if let Some(end) = end {
            self.certainty = Certainty::Proven;
            self.proof = Some(end.proof);
            self.win_in = self.win_in.map(|_| end.plies);
            self.loss_in = self.loss_in.map(|_| end.plies);
        }
    }
}

/// How long proofs may take after a search of `spent_ms`, in milliseconds: as long as they need where it has no time limit.
pub(super) fn proof_ms(limits: &Limits, spent_ms: u64) -> Option<u64> {
    let share = limits.left_ms.map(|left| left / TURNS_OF_A_CLOCK);
    let turn = [limits.turn_ms, share].into_iter().flatten().min()?;
    let most = limits
        .left_ms
        .map_or(u64::MAX, |left| left.saturating_sub(spent_ms));
    Some((LEAST_PROOF_MS + turn / PROOF_SHARE).min(most))
}

/// The stones of an outcome, at least one.
fn stones_of(outcome: Outcome) -> Result<Vec<Point>, QuestionError> {
    match outcome {
        Outcome::Stones(points) => Ok(points),
        Outcome::Unanswerable(why) => Err(why.into()),
        Outcome::Swap | Outcome::Pondered => unreachable!("neither was asked for"),
    }
}

/// How a move ends the game, if it does.
pub(super) fn end_by(position: &Position, point: Point) -> Option<&'static str> {
    let spec = position.rule().spec();
    if completes_five(position.board(), point, position.turn(), &spec) {
        return Some("win");
    }
    let mut after = position.clone();
    after.play(point);
    after.is_drawn().then_some("draw")
}

/// The points' names on a board of a size.
pub(super) fn names(points: &[Point], size: Size) -> Vec<String> {
    points
        .iter()
        .map(|&point| point_name(point, size))
        .collect()
}

fn why_name(why: Why) -> &'static str {
    match why {
        Why::FirstStone => "first_stone",
        Why::Five => "five",
        Why::OnlyBlock => "only_block",
        Why::Book => "book",
        Why::BookVct => "book_vct",
        Why::Vcf => "vcf",
        Why::Vct => "vct",
        Why::Search => "search",
        Why::OnePly => "one_ply",
        Why::Fallback => "fallback",
    }
}
