//! A job: a position of a greater search that another machine searches, and what that has settled.

use super::claim::Refused;
use super::spell_out::confirm_spelled_out;
use super::win::{Found, SettledPosition};
use crate::board::{Point, point_names, stones_in_turn};
use crate::position::Position;
use crate::proof::Certificate;
use std::slice;
use thiserror::Error;

/// Why what came back from a job is not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// It is of another search.
    #[error("a job of another search: {found}")]
    OtherSearch {
        /// Its head.
        found: String,
    },
    /// A settled position is not reached by legal moves.
    #[error("no legal moves: {moves}")]
    Illegal {
        /// The moves from the empty board.
        moves: String,
    },
    /// The checker does not confirm the wins.
    #[error("the checker does not confirm its wins: {refused}{place}")]
    NotConfirmed {
        /// What the checker says.
        refused: Refused,
        /// ` after h8 i9 ..`, or empty.
        place: String,
    },
}

/// A position of a search, as a search of its own.
#[derive(Clone, Debug)]
pub struct Job {
    /// The job's search: a certificate without decisions.
    pub search: Certificate,
    /// The moves from the start of the whole search.
    moves: Vec<Point>,
}

impl Job {
    /// A growth of numbers ([`WinSettings::growth`](super::WinSettings::growth)) that makes a job of some seconds.
    pub const GROWTH: u32 = 1000;

    /// The job after some moves from the start of a search.
    pub fn after(whole: &Certificate, moves: &[Point]) -> Job {
        let start = [whole.start(), moves].concat();
        Job {
            search: Certificate::new(whole.rule, whole.size, start, whole.plies),
            moves: moves.to_vec(),
        }
    }

    /// The job of a search with the head of what came back.
    ///
    /// # Errors
    /// [`JobError::OtherSearch`].
    pub fn of(whole: &Certificate, search: Certificate) -> Result<Job, JobError> {
        let kind = |search: &Certificate| (search.rule, search.size, search.plies);
        let moves = search.start().strip_prefix(whole.start());
        match moves.filter(|moves| kind(whole) == kind(&search) && moves.len() % 2 == 0) {
            Some(moves) => Ok(Job::after(whole, moves)),
            None => Err(JobError::OtherSearch {
                found: search.to_string().trim_end().replace('\n', ", "),
            }),
        }
    }

    /// What the whole search has settled of the job.
    pub fn part_of(&self, settled: &[SettledPosition]) -> Vec<SettledPosition> {
        let part = settled.iter().filter_map(|settled| {
            let moves = settled.moves.strip_prefix(&self.moves[..])?.to_vec();
            let found = settled.found.clone();
            Some(SettledPosition {
                moves,
                found,
                ..*settled
            })
        });
        part.collect()
    }

    /// What the job has settled, as positions of the whole search. The checker confirms its wins first, if it `checks`; the
    /// moves of a VCT that the checker's own search does not find are added. If the job is won, its win alone is taken.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn take_in(
        &self,
        settled: &[SettledPosition],
        checks: bool,
    ) -> Result<Vec<SettledPosition>, JobError> {
        settled
            .iter()
            .try_for_each(|settled| self.check_moves(settled))?;
        let taken = settled.iter().map(|settled| SettledPosition {
            moves: [&self.moves[..], &settled.moves].concat(),
            ..settled.clone()
        });
        let mut taken: Vec<SettledPosition> = taken.collect();
        if checks && let Some(mut wins) = self.wins(settled) {
            let confirmed = confirm_spelled_out(&mut wins, 1, &mut |_| true);
            confirmed.map_err(|refused| JobError::NotConfirmed {
                place: refused.place(self.search.size),
                refused,
            })?;
            if wins.start() == self.search.start() {
                taken.clear();
            }
            taken.extend(self.won_positions(&wins));
        }
        Ok(taken)
    }

    /// The decisions of a win, as positions of the whole search.
    pub fn won_positions(&self, wins: &Certificate) -> Vec<SettledPosition> {
        let before = self.search.start().len() - self.moves.len();
        let mut won = Vec::new();
        wins.walk(|moves, point| {
            won.extend(point.map(|point| SettledPosition {
                effort: 0,
                moves: moves[before..].to_vec(),
                found: Found::Won(point),
            }));
        });
        won
    }

    /// Refuses a settled position with a move that is not legal.
    fn check_moves(&self, settled: &SettledPosition) -> Result<(), JobError> {
        let line = [self.search.start(), &settled.moves].concat();
        let mut position = Position::empty(self.search.rule, self.search.size);
        let next = match &settled.found {
            Found::Won(point) => slice::from_ref(point),
            Found::Threats(points) | Found::Replies(points) => points,
            Found::Held => &[],
        };
        let played = position.play_line(&line);
        let is_legal = played == line.len()
            && next.iter().all(|&point| {
                let played = position.play_line(&[point]);
                (0..played).for_each(|_| position.undo());
                played == 1
            });
        is_legal.then_some(()).ok_or_else(|| JobError::Illegal {
            moves: point_names(&line, self.search.size),
        })
    }

    /// The won positions as one certificate, which nothing has checked: from the job's start if that is won, else from
    /// each of them.
    pub fn wins(&self, settled: &[SettledPosition]) -> Option<Certificate> {
        let start = self.search.start();
        let won = settled.iter().filter_map(|settled| match settled.found {
            Found::Won(point) => Some(([start, &settled.moves].concat(), point)),
            _ => None,
        });
        let won: Vec<(Vec<Point>, Point)> = won.collect();
        let mut wins = self.search.clone();
        wins.set_start(won.first()?.0.clone());
        for (line, point) in won {
            wins.decide(&stones_in_turn(&line), point);
            wins.add_start(line);
        }
        if wins.decision(&stones_in_turn(start)).is_some() {
            wins.set_start(start.to_vec());
        }
        Some(wins)
    }
}
