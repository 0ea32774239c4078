//! The answers of swap2: what to offer, which color to take, which two stones to add.
//!
//! White is to move wherever a choice is asked, and whoever is asked has white until it swaps. What it then
//! has is counted from the score at which games come out even. A clear advantage is taken, by the longer
//! of two searches, the table's and the one at the board. Nothing is gained by handing on an advantage: two
//! more stones are put only where neither color has one.

use super::{Control, Engine};
use crate::board::{Color, Point, Size};
use crate::book::{FAIR_SCORE, Swap2Table};
use crate::eval::Classic;
use crate::pattern::NoObserver;
use crate::position::Position;
use crate::rule::{Rule, Swap2, Swap2Answer};
use crate::search::{LastScores, Next, Progress, Searcher, Supervisor};
use crate::time::Limits;

/// Nearer to even than this is even: less than the error of a short search.
const EVEN: i32 = 15;
/// Hundredths of the time, and of the nodes: after which each of the two searches for wins by threats
/// ends, and after which the search of three stones does unless white stands clearly better.
const THREATS_PERCENT: u64 = 8;
const CHOICE_PERCENT: u64 = 60;
/// Hundredths of the time after which the last search for wins by threats ends: it looks at the clock
/// more seldom than the others.
const LAST_PERCENT: u64 = 95;
/// Stones that are rated by search: at most so many choices, each worth some milliseconds of the first
/// round; half of them come into the next one.
const MOST_CHOICES: usize = 32;
const CHOICE_MS: u64 = 4;
const CHOICE_NODES: u64 = 500;
/// The longest win by threats that is looked for, in plies.
const THREAT_PLIES: usize = 41;
/// Moves played at most to find them, and where only the depth is limited.
const THREAT_NODES: u64 = 2_000_000;
const UNTIMED_THREAT_NODES: u64 = 10_000;

/// What is asked, and within what limits.
pub struct Swap2Question<'a> {
    /// The step.
    pub step: Swap2,
    /// What stands; with three and five stones white is to move.
    pub position: &'a Position,
    /// Iterations and nodes.
    pub limits: &'a Limits,
    /// Time.
    pub control: &'a Control,
}

impl Swap2Question<'_> {
    /// The moment after which so many hundredths of the time are gone.
    fn after_percent(&self, percent: u64) -> u64 {
        let whole = self.control.weighty_ms() as u128;
        (whole * percent as u128 / 100) as u64
    }

    /// The time that is left.
    fn left_ms(&self) -> u64 {
        let end_ms = self.after_percent(100);
        end_ms.saturating_sub(self.control.elapsed_ms())
    }

    /// Whether an answer is due.
    fn is_over(&self) -> bool {
        self.control.must_stop() || self.left_ms() == 0
    }

    /// Whether nodes or depth alone are limited: then the answers are the same everywhere.
    fn is_counted(&self) -> bool {
        self.control.weighty_ms() == u64::MAX
    }

    /// The limits of a search that may play so many hundredths of the nodes, shared with others.
    fn part(&self, percent: u64, searches: u64) -> Limits {
        let part = |nodes: u64| (nodes / 100 * percent / searches.max(1)).max(1);
        Limits {
            depth: self.limits.depth,
            nodes: self.limits.nodes.map(part),
            ..Limits::default()
        }
    }
}

/// Who is told of iterations, with the milliseconds since the turn began.
type Listen<'a> = &'a mut dyn FnMut(&Progress, u64);

/// A search's verdict.
struct Verdict {
    /// White's, to move; for a win or loss it is beyond all estimates. `None` if no iteration was finished.
    advantage: Option<i32>,
    /// Won or lost.
    is_decided: bool,
    nodes: u64,
    pv: Vec<Point>,
    point: Option<Point>,
}

impl Engine {
    /// Answers a step of swap2 within the limits, telling the iterations of the search that decides to
    /// `listen`. `None` only where the board has no room for what was tried.
    pub fn answer_swap2(
        &mut self,
        question: &Swap2Question,
        listen: Listen,
    ) -> Option<Swap2Answer> {
        match question.step {
            Swap2::PlaceThree => self.three_stones(question),
            Swap2::ChooseOfThree | Swap2::ChooseOfFive => self.choice(question, listen),
        }
    }

    /// An even opening of the table; without a table the most even of another board's.
    fn three_stones(&mut self, question: &Swap2Question) -> Option<Swap2Answer> {
        let position = question.position;
        let (rule, size) = (position.rule(), position.board().size());
        let seed = if question.is_counted() { 0 } else { self.seed };
        let offered = Swap2Table::of(rule, size).and_then(|table| table.offer(seed));
        let stones = offered.or_else(|| {
            let model = match rule {
                Rule::Standard | Rule::CaroExact => Rule::Standard,
                _ => Rule::Freestyle,
            };
            let table = Swap2Table::of(model, Size::FIFTEEN)?;
            self.most_even(question, table.fitted_to(size).collect(), 0)
                .map(|(stones, _)| stones)
        });
        stones.map(Swap2Answer::Stones)
    }

    /// A color, or two more stones.
    fn choice(&mut self, question: &Swap2Question, listen: Listen) -> Option<Swap2Answer> {
        let position = question.position;
        if (self.book).has_decided(position.rule(), position.board(), Color::Black) {
            return Some(Swap2Answer::Swap);
        }
        let stay = |point| Some(Swap2Answer::Stones(vec![point]));
        let until_ms = question.after_percent(THREATS_PERCENT);
        if let Some(point) = self.win_by_threats(&mut position.clone(), question, until_ms) {
            return stay(point);
        }
        let verdict = self.weigh(question, listen);
        let Some(point) = verdict.point else {
            return position.clone().plausible_move().and_then(stay);
        };
        let Some(advantage) = longer_search(position, &verdict) else {
            return stay(point);
        };
        if advantage < 0 && (advantage < -EVEN || question.step == Swap2::ChooseOfFive) {
            return Some(Swap2Answer::Swap);
        }
        if question.step == Swap2::ChooseOfThree
            && advantage.abs() <= EVEN
            && !question.is_over()
            && let Some(stones) = self.two_more(question, &verdict, advantage)
        {
            return Some(Swap2Answer::Stones(stones));
        }
        if advantage < 0 || self.is_refuted(question, point) {
            return Some(Swap2Answer::Swap);
        }
        stay(point)
    }

    /// Searches the position itself.
    fn weigh(&mut self, question: &Swap2Question, listen: Listen) -> Verdict {
        // What is kept back is for the look at the answer to white's move.
        let whole_ms = question.after_percent(100 - THREATS_PERCENT);
        let (percent, soon_ms) = match question.step {
            Swap2::ChooseOfFive => (100 - 2 * THREATS_PERCENT, whole_ms),
            _ => (CHOICE_PERCENT, question.after_percent(CHOICE_PERCENT)),
        };
        let limits = question.part(percent, 1);
        self.search_until(
            question,
            question.position,
            limits,
            (soon_ms, whole_ms),
            listen,
        )
    }

    /// Searches a position until a moment, or where white stands clearly better until a later one.
    fn search_until(
        &mut self,
        question: &Swap2Question,
        position: &Position,
        limits: Limits,
        (until_ms, if_better_ms): (u64, u64),
        listen: Listen,
    ) -> Verdict {
        let mut watch = Watch {
            control: question.control,
            until_ms,
            if_better_ms,
            scores: LastScores::default(),
            listen,
        };
        let result = Searcher::new(position, &mut self.state, limits, &mut watch).run();
        let last = result.progress;
        Verdict {
            advantage: watch.scores.mean().map(advantage),
            is_decided: last.as_ref().is_some_and(|last| last.score.is_decided()),
            nodes: result.nodes,
            pv: last.map_or(Vec::new(), |last| last.pv),
            point: result.point,
        }
    }

    /// Two more stones after which the position is no less even than it is; `None` if none are found.
    fn two_more(
        &mut self,
        question: &Swap2Question,
        verdict: &Verdict,
        advantage: i32,
    ) -> Option<Vec<Point>> {
        if most_choices(question) < 2 {
            return None;
        }
        let mut choices = even_pairs(question);
        // After the best moves of both the score is the same.
        if let [white, black, ..] = verdict.pv[..] {
            choices.insert(0, vec![white, black]);
        }
        let from_percent = CHOICE_PERCENT + 2 * THREATS_PERCENT;
        let (stones, rated) = self.most_even(question, choices, from_percent)?;
        (rated <= advantage.abs()).then_some(stones)
    }

    /// The choice of stones after which white, to move, stands most even, and how far from even that is.
    /// Searched in rounds, of which each has the better half of the choices before; from a share of the
    /// nodes on, given in hundredths. What no search has rated is the least even.
    fn most_even(
        &mut self,
        question: &Swap2Question,
        mut choices: Vec<Vec<Point>>,
        from_percent: u64,
    ) -> Option<(Vec<Point>, i32)> {
        choices.truncate(most_choices(question));
        let mut rated: Vec<(Vec<Point>, i32)> =
            choices.into_iter().map(|c| (c, i32::MAX)).collect();
        let rounds = rated.len().next_power_of_two().ilog2() as u64;
        for rounds_left in (1..=rounds).rev() {
            let round_ms = question.left_ms() / rounds_left;
            let (start_ms, count) = (question.control.elapsed_ms(), rated.len() as u64);
            let limits = question.part((100 - from_percent) / rounds, count);
            for (number, (stones, distance)) in rated.iter_mut().enumerate() {
                let until_ms = start_ms.saturating_add(share(round_ms, number as u64 + 1, count));
                let mut position = question.position.clone();
                if position.play_line(stones) < stones.len() {
                    *distance = i32::MAX;
                    continue;
                }
                if question.is_over() {
                    break;
                }
                let ends = (until_ms, until_ms);
                let verdict = self.search_until(question, &position, limits, ends, &mut |_, _| {});
                *distance = verdict.advantage.map_or(*distance, i32::abs);
            }
            rated.sort_by_key(|&(_, distance)| distance);
            rated.truncate(rated.len().div_ceil(2));
        }
        let best = rated.into_iter().next()?;
        let is_possible = question.position.clone().play_line(&best.0) == best.0.len();
        is_possible.then_some(best)
    }

    /// Whether black wins by threats after white's move: the search then thought too well of white.
    fn is_refuted(&mut self, question: &Swap2Question, point: Point) -> bool {
        let mut position = question.position.clone();
        position.play(point, &mut NoObserver);
        let until_ms = question.after_percent(LAST_PERCENT);
        self.win_by_threats(&mut position, question, until_ms)
            .is_some()
    }

    /// The first move of a win by fours and open threes for the color to move.
    fn win_by_threats(
        &mut self,
        position: &mut Position,
        question: &Swap2Question,
        until_ms: u64,
    ) -> Option<Point> {
        let nodes = match question.part(THREATS_PERCENT, 1).nodes {
            Some(nodes) => nodes.min(THREAT_NODES),
            None if question.is_counted() => UNTIMED_THREAT_NODES,
            None => THREAT_NODES,
        };
        let (threats, control) = (&mut self.threats, question.control);
        let won = threats.win_until(position, THREAT_PLIES, nodes, until_ms, control);
        won.map(|(point, _)| point)
    }
}

/// White's advantage of a score for white, to move.
fn advantage(score: i32) -> i32 {
    score + FAIR_SCORE
}

/// White's advantage by the table or by the search at the board, whichever searched longer; `None` if
/// neither has rated the position.
fn longer_search(position: &Position, verdict: &Verdict) -> Option<i32> {
    let table = Swap2Table::of(position.rule(), position.board().size());
    let known = table.as_ref().and_then(|t| t.find(position.board()));
    known
        .filter(|known| known.kilonodes * 1000 > verdict.nodes && !verdict.is_decided)
        .map(|known| advantage(-known.score))
        .or(verdict.advantage)
}

/// How many choices the limits are enough for.
fn most_choices(question: &Swap2Question) -> usize {
    let in_time = question.left_ms() / CHOICE_MS;
    let in_nodes = question.limits.nodes.unwrap_or(u64::MAX) / 10 / CHOICE_NODES;
    in_time.min(in_nodes).clamp(1, MOST_CHOICES as u64) as usize
}

/// `part` of `parts` of a number that may be the largest there is.
fn share(whole: u64, part: u64, parts: u64) -> u64 {
    (whole as u128 * part as u128 / parts.max(1) as u128) as u64
}

/// White's and black's stones near the others after which the evaluation is nearest to even, these first;
/// of those that the turn had time for.
fn even_pairs(question: &Swap2Question) -> Vec<Vec<Point>> {
    let mut position = question.position.clone();
    let mut eval = Classic::new(&position);
    let mut pairs: Vec<(i32, [Point; 2])> = Vec::new();
    for white in position.patterns().near().iter() {
        if question.is_over() {
            break;
        }
        position.play(white, &mut eval);
        for black in position.patterns().near().iter() {
            if position.is_forbidden(black, Color::Black) {
                continue;
            }
            position.play(black, &mut eval);
            let score = eval.evaluate(position.patterns(), position.turn());
            pairs.push((advantage(score.value()).abs(), [white, black]));
            position.undo(&mut eval);
        }
        position.undo(&mut eval);
    }
    pairs.sort();
    pairs.truncate(MOST_CHOICES);
    pairs.into_iter().map(|(_, pair)| pair.to_vec()).collect()
}

/// Keeps a search within its share of the turn.
struct Watch<'a> {
    control: &'a Control,
    until_ms: u64,
    if_better_ms: u64,
    scores: LastScores,
    listen: Listen<'a>,
}

impl Supervisor for Watch<'_> {
    fn must_stop(&mut self) -> bool {
        self.control.must_stop() || self.control.elapsed_ms() >= self.until_ms
    }

    fn next(&mut self, progress: &Progress) -> Next {
        if cfg!(feature = "inject-panic") {
            panic!("injected: the search dies after its first iteration");
        }
        (self.listen)(progress, self.control.elapsed_ms());
        self.scores.take(progress.score);
        if self.scores.mean().map(advantage).is_some_and(|a| a > EVEN) {
            self.until_ms = self.if_better_ms;
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
    use crate::board::{parse_points, stones_in_turn};
    use crate::book::Book;
    use crate::position::Setup;
    use crate::time::Clock;

    const NODES: u64 = 30_000;

    fn position(rule: Rule, size: Size, stones: &str) -> Position {
        let points = parse_points(stones, size).unwrap();
        Position::from_setup(&Setup {
            rule,
            size,
            stones: stones_in_turn(&points),
            blocked: vec![],
            turn: Color::ALL[points.len() % 2],
        })
        .unwrap()
    }

    /// An answer, and how it came about.
    struct Asked {
        answer: Swap2Answer,
        iterations: usize,
        elapsed_ms: u64,
    }

    fn ask(position: &Position, limits: &Limits) -> Asked {
        let step = Swap2::with_stones(position.board().stones()).unwrap();
        let mut engine = Engine::new(1 << 20);
        let control = Control::new(Clock::start(), limits);
        let question = Swap2Question {
            step,
            position,
            limits,
            control: &control,
        };
        let mut iterations = 0;
        let answer = engine.answer_swap2(&question, &mut |_, _| iterations += 1);
        let elapsed_ms = control.elapsed_ms();
        let answer = answer.unwrap();
        step.answer(&answer).unwrap();
        if let Swap2Answer::Stones(points) = &answer {
            assert_eq!(position.clone().play_line(points), points.len());
        }
        Asked {
            answer,
            iterations,
            elapsed_ms,
        }
    }

    fn counted() -> Limits {
        Limits {
            nodes: Some(NODES),
            ..Limits::default()
        }
    }

    fn answer(rule: Rule, stones: &str) -> Swap2Answer {
        ask(&position(rule, Size::FIFTEEN, stones), &counted()).answer
    }

    #[test]
    fn the_better_color_is_taken() {
        for rule in [Rule::Freestyle, Rule::Standard] {
            // Black's two stones stand well, white's in a corner; then the other way round.
            assert_eq!(answer(rule, "h8 a1 i9"), Swap2Answer::Swap);
            assert_eq!(answer(rule, "h8 a1 i9 o15 h9"), Swap2Answer::Swap);
            for white_is_better in ["a1 h8 o15", "a1 h8 o15 i9 a15"] {
                let answer = answer(rule, white_is_better);
                assert!(matches!(answer, Swap2Answer::Stones(points) if points.len() == 1));
            }
        }
    }

    #[test]
    fn wins_by_threats_and_of_the_book_are_seen() {
        // White has three fours in a row to be made; black stands no less well.
        let white_wins = "h8 c3 i8 d4 j9 e5 a15 c5 o15 d5";
        let position = position(Rule::Freestyle, Size::FIFTEEN, white_wins);
        let (limits, mut engine) = (counted(), Engine::new(1 << 20));
        let control = Control::new(Clock::start(), &limits);
        let question = Swap2Question {
            step: Swap2::ChooseOfFive,
            position: &position,
            limits: &limits,
            control: &control,
        };
        let mut white = position.clone();
        white.pass();
        for mut position in [position.clone(), white] {
            let has_won = engine.win_by_threats(&mut position, &question, u64::MAX);
            assert_eq!(has_won.is_some(), position.turn() == Color::White);
        }
        let book = Book::solved(Rule::Standard, Size::FIFTEEN).unwrap();
        for stones in ["h8 i9", "h8 a1"] {
            let board = super::tests::position(Rule::Standard, Size::FIFTEEN, stones);
            let third = book.decision(board.board().history()).unwrap();
            let third = crate::board::point_name(third, Size::FIFTEEN);
            let stones = format!("{stones} {third}");
            let position = super::tests::position(Rule::Standard, Size::FIFTEEN, &stones);
            let asked = ask(&position, &counted());
            assert_eq!((asked.answer, asked.iterations), (Swap2Answer::Swap, 0));
        }
    }

    /// Whatever was offered: with three stones, and with five that the answer to three led to.
    #[test]
    fn every_offer_is_answered_and_its_answers_too() {
        let mut answers = std::collections::HashSet::new();
        for rule in [Rule::Freestyle, Rule::Standard] {
            let table = Swap2Table::of(rule, Size::FIFTEEN).unwrap();
            for seed in 0..12 {
                let mut position = Position::empty(rule, Size::FIFTEEN);
                position.play_line(&table.offer(seed).unwrap());
                let answer = ask(&position, &counted()).answer;
                if let Swap2Answer::Stones(points) = &answer
                    && points.len() == 2
                {
                    position.play_line(points);
                    ask(&position, &counted());
                }
                answers.insert(match answer {
                    Swap2Answer::Swap => 0,
                    Swap2Answer::Stones(points) => points.len(),
                });
            }
        }
        assert!(answers.contains(&2), "{answers:?}");
    }

    #[test]
    fn other_boards_and_rules_get_an_opening_of_their_own() {
        for rule in Rule::ALL {
            for side in [6, 9, 15, 20, 22] {
                let size = Size::new(side).unwrap();
                let answer = ask(&Position::empty(rule, size), &counted()).answer;
                assert!(matches!(answer, Swap2Answer::Stones(points) if points.len() == 3));
            }
        }
    }

    #[test]
    fn depth_alone_limits_too() {
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        for stones in ["h8 c3 o15", "h8 i9 c3 d12 k4"] {
            let position = position(Rule::Freestyle, Size::FIFTEEN, stones);
            assert_eq!(
                ask(&position, &limits).answer,
                ask(&position, &limits).answer
            );
        }
    }

    #[test]
    fn answers_come_in_time() {
        let turns = [0, 1, 10, 20, 30, 100].map(|ms| (Some(ms), None, ms));
        let matches = [90, 450, 900].map(|ms| (None, Some(ms), ms / 9));
        for (turn_ms, left_ms, most_ms) in turns.into_iter().chain(matches) {
            let limits = Limits {
                turn_ms,
                left_ms,
                ..Limits::default()
            };
            for stones in ["", "h8 c3 o15", "h8 i9 c3 d12 k4"] {
                for size in [Size::FIFTEEN, Size::TWENTY] {
                    let position = position(Rule::Standard, size, stones);
                    // On a busy machine a thread may wait for long, but not always.
                    let elapsed_ms = (0..3).map(|_| ask(&position, &limits).elapsed_ms);
                    let elapsed_ms = elapsed_ms.min().unwrap();
                    assert!(
                        elapsed_ms < most_ms + 60,
                        "{limits:?} {stones}: {elapsed_ms}"
                    );
                }
            }
        }
    }
}
