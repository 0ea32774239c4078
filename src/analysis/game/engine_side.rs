//! The engine's side of a game: its moves, its choices in swap2, and its advice.

use super::dialogue::GameDialogue;
use super::remarks::{choice_text, variation_text, win_text};
use super::table::GameEnd;
use crate::analysis::questions::{
    Analyse, Certainty, GoalWord, LimitWords, OfPosition, Play, PositionWords, Question,
    QuestionError, Reply, RuleWord, SearchPosition, Solve, Solved,
};
use crate::board::{Color, parse_point, parse_points, point_names};
use crate::rule::Swap2Answer;

/// The time of advice where the engine's is not limited by time, in milliseconds.
const ADVICE_MS: u64 = 1000;
/// The nodes of a proof that the time of the advice was too short for: a second, roughly.
const PROOF_NODES: u64 = 200_000;

impl GameDialogue {
    /// The engine's move or choice.
    pub(super) fn engine_turn(&mut self) -> String {
        let text = match self.table.opening() {
            None => self.engine_move(),
            Some(_) => self.engine_opening(),
        };
        text.unwrap_or_else(|error| {
            // Nothing but a fault of the program leads here.
            let color = self.table.game().turn();
            self.table.finish(GameEnd::Resigned(!color));
            let text = format!("tengen cannot move: {}\n{}", error.text(), self.end());
            self.kept(text)
        })
    }

    fn engine_move(&mut self) -> Result<String, QuestionError> {
        let color = self.table.game().turn();
        let question = Question::Play(Play {
            id: String::new(),
            position: self.position(),
            limits: self.engine_limits(color),
            level: Some(self.settings.level),
            engine: None,
        });
        let Reply::Play(reply) = self.consultant.ask(&question)? else {
            return Err(QuestionError::NoLine);
        };
        let point = parse_point(&reply.point, self.table.size());
        if !point.is_ok_and(|point| self.table.play(point).is_ok()) {
            return Err(QuestionError::NoLine);
        }
        self.spend_time(color);
        self.add_increment(color);
        let (name, point) = (color.name(), &reply.point);
        let text = format!("{name} plays {point}\n{}{}", self.picture(), self.end());
        self.choice = Some((reply.point, reply.why));
        Ok(self.kept(text))
    }

    fn engine_opening(&mut self) -> Result<String, QuestionError> {
        let (stones, answer) = self.swap2_choice()?;
        let taken = self.table.answer_swap2(&answer);
        taken.map_err(|_| QuestionError::NoLine)?;
        self.start_turn();
        let choice = match &answer {
            Swap2Answer::Swap => "takes black".into(),
            Swap2Answer::Stones(points) if points.len() == 1 => {
                format!("plays on as white: {stones}")
            }
            Swap2Answer::Stones(_) => format!("puts {stones}"),
        };
        let text = format!("tengen {choice}\n{}{}", self.picture(), self.seats_text());
        let text = text + self.asked();
        Ok(self.kept(text))
    }

    /// The engine's answer to the open step of swap2, and what a person would type for it.
    fn swap2_choice(&mut self) -> Result<(String, Swap2Answer), QuestionError> {
        let question = Question::Swap2(SearchPosition {
            id: String::new(),
            position: self.position(),
            limits: self.engine_limits(self.table.game().turn()),
        });
        let Reply::Swap2(reply) = self.consultant.ask(&question)? else {
            return Err(QuestionError::NoLine);
        };
        if reply.takes_black {
            return Ok(("black".into(), Swap2Answer::Swap));
        }
        let stones = reply.stones.join(" ");
        let points = parse_points(&stones, self.table.size());
        let points = points.map_err(|_| QuestionError::NoLine)?;
        Ok((stones, Swap2Answer::Stones(points)))
    }

    /// The best move, or what to type in swap2.
    pub(super) fn hint(&mut self) -> String {
        let text = match self.table.opening() {
            _ if self.table.end().is_some() => return self.end(),
            None => self.advice(),
            Some(_) => self
                .swap2_choice()
                .map(|(typed, _)| format!("a good choice is: {typed}\n")),
        };
        told(text)
    }

    /// Why the engine played its last move, and what the position is worth.
    pub(super) fn why(&mut self) -> String {
        if self.table.opening().is_some() {
            return "in swap2 nothing is proven\n".into();
        }
        let book = self.book_text();
        let is_solved = book.is_some();
        let mut text = book.unwrap_or_default();
        if let Some((point, why)) = &self.choice {
            text += &format!("tengen played {point}: {}\n", choice_text(why));
        }
        match self.table.end() {
            Some(_) => text + &self.end(),
            None if is_solved => text,
            None => text + &told(self.advice()),
        }
    }

    fn book_text(&mut self) -> Option<String> {
        let question = Question::Book(OfPosition {
            id: String::new(),
            position: self.position(),
        });
        let Ok(Reply::Book(book)) = self.consultant.ask(&question) else {
            return None;
        };
        let (winner, within) = (book.winner?, book.within?);
        Some(format!(
            "the solved game: {winner} wins within {within} plies\n"
        ))
    }

    fn advice(&mut self) -> Result<String, QuestionError> {
        let question = Question::Analyse(Analyse {
            id: String::new(),
            position: self.position(),
            limits: LimitWords {
                time_ms: Some(self.settings.time_ms.unwrap_or(ADVICE_MS)),
                ..LimitWords::default()
            },
            variations: None,
            excluded: None,
        });
        let Reply::Analyse(analysis) = self.consultant.ask(&question)? else {
            return Err(QuestionError::NoLine);
        };
        let best = analysis.variations.first().ok_or(QuestionError::NoLine)?;
        let is_unproven_win = best.win_in.is_some() && best.certainty == Certainty::Estimate;
        let solved = match is_unproven_win {
            true => self.solved_win()?,
            false => None,
        };
        let mover = self.table.game().turn().name();
        if let Some(text) = solved {
            return Ok(text);
        }
        let book = match best.certainty {
            Certainty::Proven => None,
            Certainty::Estimate => self.book_text(),
        };
        let variation = variation_text(mover, best, book.is_some());
        Ok(book.unwrap_or_default() + &variation)
    }

    /// A win of the side to move that the solver finds and the checker confirms.
    fn solved_win(&mut self) -> Result<Option<String>, QuestionError> {
        let question = Question::Solve(Solve {
            id: String::new(),
            position: self.position(),
            goal: Some(GoalWord::Vct),
            attacker: None,
            plies: None,
            nodes: Some(PROOF_NODES),
            tree: None,
        });
        let mover = self.table.game().turn().name();
        Ok(match self.consultant.ask(&question)? {
            Reply::Solve(Solved {
                plies: Some(plies),
                line,
                ..
            }) => Some(win_text(mover, plies, &line)),
            _ => None,
        })
    }

    /// The points that are forbidden to black, with their fouls.
    pub(super) fn forbidden(&mut self) -> String {
        let question = Question::Forbidden(OfPosition {
            id: String::new(),
            position: self.position(),
        });
        match self.consultant.ask(&question) {
            Ok(Reply::Forbidden(forbidden)) if !forbidden.points.is_empty() => {
                let points = forbidden.points.iter();
                points
                    .map(|forbidden| format!("{}: {}\n", forbidden.point, forbidden.foul))
                    .collect()
            }
            Ok(_) => "no point is forbidden\n".into(),
            Err(error) => error.text() + "\n",
        }
    }

    fn position(&self) -> PositionWords {
        PositionWords {
            moves: Some(point_names(&self.table.moves(), self.table.size())),
            rule: Some(RuleWord::Code(self.settings.rule.code())),
            size: Some(self.table.size().side()),
            ..PositionWords::default()
        }
    }

    fn engine_limits(&self, color: Color) -> LimitWords {
        LimitWords {
            time_ms: self.settings.time_ms,
            left_ms: self.clock.as_ref().map(|clock| clock.left_ms(color)),
            nodes: self.settings.nodes,
            depth: None,
        }
    }
}

fn told(text: Result<String, QuestionError>) -> String {
    text.unwrap_or_else(|error| error.text() + "\n")
}
