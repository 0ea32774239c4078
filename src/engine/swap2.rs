//! The answers of swap2: what to offer, which color to take, which two stones to add.
//!
//! White is to move wherever a choice is asked, and whoever is asked has white until it swaps. What it then
//! has is counted from the score at which games come out even. A clear advantage is taken, by the longer
//! of two searches, the table's and the one at the board. Nothing is gained by handing on an advantage: two
//! more stones are put only where neither color has one.

use super::engine::Engine;
use super::listener::Listener;
use super::rating::{Aim, End, SearchedScore, most_choices, near_choices};
use super::turn::Turn;
use crate::board::{Color, Point, Size};
use crate::book::{FAIR_SCORE, Swap2Table};
use crate::position::Position;
use crate::rule::{Rule, Swap2, Swap2Answer};

/// Nearer to even than this is even: less than the error of a short search.
const EVEN: i32 = 15;
/// Hundredths of the time, and of the nodes: after which each of the two VCT searches
/// ends, and after which the search of three stones does unless white stands clearly better.
const THREATS_PERCENT: u64 = 8;
const CHOICE_PERCENT: u64 = 60;
/// Hundredths of the time after which the last VCT search ends: it looks at the clock
/// more seldom than the others.
const LAST_PERCENT: u64 = 95;
/// The longest VCT that is looked for, in plies.
const THREAT_PLIES: usize = 41;
/// Nodes at most to find them, and where only the depth is limited.
const THREAT_NODES: u64 = 2_000_000;
const UNTIMED_THREAT_NODES: u64 = 10_000;

/// So many of the table's openings are tried where points are excluded.
const MOST_OFFERS_TRIED: u64 = 64;

/// Where white, to move, has no advantage.
const FAIR: i32 = -FAIR_SCORE;

impl Engine {
    /// Answers a step of swap2 within the limits, telling the iterations of the search that decides to
    /// `listen`. `None` only where the board has no room for what was tried.
    pub fn answer_swap2(
        &mut self,
        turn: &Turn,
        step: Swap2,
        listener: Listener,
    ) -> Option<Swap2Answer> {
        match step {
            Swap2::PlaceThree => self.three_stones(turn),
            Swap2::ChooseOfThree | Swap2::ChooseOfFive => self.choice(turn, step, listener),
        }
    }

    /// An even opening of the table; without a table the most even of another board's.
    fn three_stones(&mut self, turn: &Turn) -> Option<Swap2Answer> {
        let position = turn.position;
        let (rule, size) = (position.rule(), position.board().size());
        let seed = if turn.is_counted() { 0 } else { self.seed };
        let offered = Swap2Table::of(rule, size).and_then(|table| {
            let seeds = (0..MOST_OFFERS_TRIED).map(|tried| seed.wrapping_add(tried));
            let mut offers = seeds.map_while(|seed| table.offer(seed));
            offers.find(|stones| self.may_put(stones))
        });
        let stones = offered.or_else(|| {
            let model = match rule {
                Rule::Standard | Rule::CaroExact => Rule::Standard,
                _ => Rule::Freestyle,
            };
            let table = Swap2Table::of(model, Size::FIFTEEN)?;
            let aim = Aim {
                stones: 3,
                score: FAIR,
            };
            let fitted = table.fitted_to(size);
            let choices = fitted.filter(|stones| self.may_put(stones)).collect();
            self.nearest(turn, choices, aim, 0)
                .map(|(stones, _)| stones)
        });
        stones.map(Swap2Answer::Stones)
    }

    /// Whether none of the stones' points is excluded.
    fn may_put(&self, stones: &[Point]) -> bool {
        !stones.iter().any(|stone| self.excluded.contains(stone))
    }

    /// A color, or two more stones.
    fn choice(&mut self, turn: &Turn, step: Swap2, listener: Listener) -> Option<Swap2Answer> {
        let position = turn.position;
        if (self.book).has_decided(position.rule(), position.board(), Color::Black) {
            return Some(Swap2Answer::Swap);
        }
        let stay = |point| Some(Swap2Answer::Stones(vec![point]));
        let until_ms = turn.after_percent(THREATS_PERCENT);
        if let Some(point) = self.win_by_threats(&mut position.clone(), turn, until_ms)
            && self.may_put(&[point])
        {
            return stay(point);
        }
        let verdict = self.weigh(turn, step, listener);
        let plausible = position.clone().plausible_move_but(&self.excluded);
        let Some(best) = verdict.point else {
            return plausible.and_then(stay);
        };
        let point = if self.may_put(&[best]) {
            best
        } else {
            plausible?
        };
        let Some(advantage) = longer_search(position, &verdict) else {
            return stay(point);
        };
        if advantage < 0 && (advantage < -EVEN || step == Swap2::ChooseOfFive) {
            return Some(Swap2Answer::Swap);
        }
        if step == Swap2::ChooseOfThree
            && advantage.abs() <= EVEN
            && !turn.is_over()
            && let Some(stones) = self.two_more(turn, &verdict, advantage)
        {
            return Some(Swap2Answer::Stones(stones));
        }
        if advantage < 0 || self.is_refuted(turn, point) {
            return Some(Swap2Answer::Swap);
        }
        stay(point)
    }

    /// Searches the position itself.
    fn weigh(&mut self, turn: &Turn, step: Swap2, listener: Listener) -> SearchedScore {
        // What is kept back is for the look at the answer to white's move.
        let whole_ms = turn.after_percent(100 - THREATS_PERCENT);
        let (percent, soon_ms) = match step {
            Swap2::ChooseOfFive => (100 - 2 * THREATS_PERCENT, whole_ms),
            _ => (CHOICE_PERCENT, turn.after_percent(CHOICE_PERCENT)),
        };
        let limits = turn.part(percent, 1);
        let end = End {
            until_ms: soon_ms,
            above: FAIR + EVEN,
            above_ms: whole_ms,
        };
        self.search_until(turn, turn.position, limits, end, listener)
    }

    /// Two more stones after which the position is no less even than it is; `None` if none are found.
    fn two_more(
        &mut self,
        turn: &Turn,
        verdict: &SearchedScore,
        advantage: i32,
    ) -> Option<Vec<Point>> {
        if most_choices(turn) < 2 {
            return None;
        }
        let aim = Aim {
            stones: 2,
            score: FAIR,
        };
        let mut choices = near_choices(turn, aim, &self.excluded);
        // After the best moves of both the score is the same.
        if let [white, black, ..] = verdict.pv[..] {
            choices.insert(0, vec![white, black]);
        }
        choices.retain(|stones| self.may_put(stones));
        let from_percent = CHOICE_PERCENT + 2 * THREATS_PERCENT;
        let (stones, rated) = self.nearest(turn, choices, aim, from_percent)?;
        (rated <= advantage.abs()).then_some(stones)
    }

    /// Whether black has a VCT after white's move: then the search overrated white.
    fn is_refuted(&mut self, turn: &Turn, point: Point) -> bool {
        let mut position = turn.position.clone();
        position.play(point);
        let until_ms = turn.after_percent(LAST_PERCENT);
        self.win_by_threats(&mut position, turn, until_ms).is_some()
    }

    /// The first move of a VCT for the color to move.
    fn win_by_threats(
        &mut self,
        position: &mut Position,
        turn: &Turn,
        until_ms: u64,
    ) -> Option<Point> {
        let nodes = match turn.part(THREATS_PERCENT, 1).nodes {
            Some(nodes) => nodes.min(THREAT_NODES),
            None if turn.is_counted() => UNTIMED_THREAT_NODES,
            None => THREAT_NODES,
        };
        let won = self
            .threats
            .win_until(position, THREAT_PLIES, nodes, until_ms, turn);
        won.map(|(point, _)| point)
    }
}

/// White's advantage of a score for white, to move.
fn advantage(score: i32) -> i32 {
    score.saturating_sub(FAIR)
}

/// White's advantage by the table or by the search at the board, whichever searched longer; `None` if
/// neither has rated the position.
fn longer_search(position: &Position, verdict: &SearchedScore) -> Option<i32> {
    let table = Swap2Table::of(position.rule(), position.board().size());
    let known = table.as_ref().and_then(|t| t.find(position.board()));
    known
        .filter(|known| known.kilonodes * 1000 > verdict.nodes && !verdict.is_decided)
        .map(|known| advantage(-known.score))
        .or(verdict.score.map(advantage))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, stones_in_turn};
    use crate::book::Book;
    use crate::engine::Resources;
    use crate::engine::turn::on_turn;
    use crate::position::Setup;
    use crate::search::SearchEvent;
    use crate::time::Limits;

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
        let mut engine = Engine::new(Resources::single(1 << 20));
        let mut iterations = 0;
        let (answer, elapsed_ms) = on_turn(position, limits, |turn| {
            let answer = engine.answer_swap2(turn, step, &mut |news, _| {
                iterations += usize::from(matches!(news, SearchEvent::Iteration(_)));
            });
            (answer, turn.control.elapsed_ms())
        });
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
        let mut engine = Engine::new(Resources::single(1 << 20));
        let mut white = position.clone();
        white.pass();
        for mut position in [position.clone(), white] {
            let has_won = on_turn(&position.clone(), &counted(), |turn| {
                engine.win_by_threats(&mut position, turn, u64::MAX)
            });
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
            for seed in 0..60 {
                // Few offers are so even that two more stones are put.
                if seed >= 12 && answers.contains(&2) {
                    break;
                }
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
    fn what_is_excluded_is_not_put() {
        for side in [6, 15] {
            let size = Size::new(side).unwrap();
            let empty = Position::empty(Rule::Freestyle, size);
            let (three, five) = ("a1 c3 f6", "a1 c3 f6 b5 e2");
            let asked = [three, five].map(|stones| position(Rule::Freestyle, size, stones));
            for position in asked.iter().chain([&empty]) {
                let step = Swap2::with_stones(position.board().stones()).unwrap();
                let mut engine = Engine::new(Resources::single(1 << 20));
                let mut excluded = Vec::new();
                for _ in 0..2 {
                    engine.exclude(&excluded);
                    let answer = on_turn(position, &counted(), |turn| {
                        engine.answer_swap2(turn, step, &mut |_, _| {})
                    });
                    let Some(Swap2Answer::Stones(points)) = answer else {
                        break;
                    };
                    assert!(engine.may_put(&points), "{points:?}");
                    excluded.extend(points);
                }
                assert!(step != Swap2::PlaceThree || excluded.len() >= 3);
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
