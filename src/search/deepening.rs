//! Iterative deepening with aspiration windows, of one principal variation or of several (multi-PV).

use super::node::Root;
use super::params::*;
use super::report::{Next, Progress};
use super::searcher::{Searcher, Stopped};
use super::window::Window;
use crate::board::Point;
use crate::score::Score;
use std::cmp::Reverse;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The last finished iteration; `None` if none was finished or no point is empty.
    pub progress: Option<Progress>,
    /// The move to play: the best of the last iteration, finished or not.
    pub point: Option<Point>,
    /// Nodes of the main search and of quiescence.
    pub nodes: u64,
}

impl Searcher<'_> {
    /// Searches deeper and deeper until a limit is reached or the result is proven.
    pub fn run(mut self) -> SearchResult {
        self.with_helpers(|searcher| SearchResult {
            progress: searcher.deepen(1).into_iter().next(),
            point: searcher.first_choice.or(searcher.longest_loss()),
            nodes: searcher.all_nodes(),
        })
    }

    /// Searches the `count` best moves (multi-PV) deeper and deeper until a limit is reached or all are proven.
    /// Returns the principal variations of the last finished iteration, best first; none if none was finished. They
    /// begin with different moves, and are fewer only where fewer moves are legal.
    pub fn run_lines(mut self, count: usize) -> Vec<Progress> {
        match count.min(self.legal_moves()) {
            0 => Vec::new(),
            count => self.with_helpers(|searcher| searcher.deepen(count)),
        }
    }

    /// Iterative deepening of the `count` best moves. Returns the variations of the last finished iteration.
    fn deepen(&mut self, count: usize) -> Vec<Progress> {
        let mut lines: Vec<Progress> = Vec::new();
        let mut expected: Vec<(Point, Score)> = Vec::new();
        let mut depth = 1;
        while depth <= self.max_depth() {
            let Some(found) = self.search_lines(depth, count, &expected) else {
                break;
            };
            lines = found;
            expected = lines.iter().map(|line| (line.pv[0], line.score)).collect();
            let is_decided = lines.iter().all(|line| line.score.is_decided());
            match self.supervisor.next(&lines) {
                // Deeper iterations could only find a shorter win or a longer loss.
                _ if is_decided => break,
                Next::Deeper => depth += 1,
                Next::Without { plies } => {
                    let (refuted, _) = expected.remove(0);
                    depth = self.refute(refuted, plies, depth);
                }
                Next::Stop => break,
            }
        }
        lines
    }

    /// Runs one iteration: the best move, the best without that one, and so on. Returns their variations, best first,
    /// or `None` if one was not finished. `expected` holds the moves and scores of the iteration before.
    fn search_lines(
        &mut self,
        depth: i32,
        count: usize,
        expected: &[(Point, Score)],
    ) -> Option<Vec<Progress>> {
        let excluded = self.excluded.len();
        let mut lines = Vec::with_capacity(count);
        for number in 0..count {
            let expected = expected.get(number);
            self.first_choice = expected
                .map(|&(point, _)| point)
                .filter(|point| !self.excluded.contains(point));
            let Some(line) = self.iteration(depth, expected.map(|&(_, score)| score)) else {
                break;
            };
            self.excluded.push(line.pv[0]);
            lines.push(line);
        }
        self.excluded.truncate(excluded);
        lines.sort_by_key(|line| Reverse(line.score));
        (lines.len() == count).then_some(lines)
    }

    /// The depth of the last iteration that the limits and the board allow.
    pub(super) fn max_depth(&self) -> i32 {
        let depth = self.limits.depth.unwrap_or(u32::MAX);
        let most = self.position.plies_left().clamp(1, MAX_PLY - 1);
        depth.clamp(1, most as u32) as i32
    }

    /// Runs one iteration with an aspiration window around the expected score; `None` if it was not finished, or no
    /// move is left.
    pub(super) fn iteration(&mut self, depth: i32, expected: Option<Score>) -> Option<Progress> {
        self.seldepth = 0;
        let score = self.aspiration_search(depth, expected).ok()?;
        let mut pv = self.pv.0[0].clone();
        if pv.is_empty() {
            // Nothing stops what the opponent threatens; a move must be played all the same.
            let plausible = self.position.plausible_move_but(&self.excluded);
            pv.extend(self.longest_loss().or(plausible));
        }
        self.first_choice = Some(*pv.first()?);
        Some(Progress {
            depth,
            seldepth: self.seldepth,
            score,
            nodes: self.all_nodes(),
            threat_nodes: self.worker.vcf.nodes() - self.threat_start,
            pv,
        })
    }

    /// Removes a move from the root after which the opponent is proven to win within `plies`. Returns the depth to
    /// continue with.
    fn refute(&mut self, point: Point, plies: usize, depth: i32) -> i32 {
        self.refuted.push((point, plies));
        self.first_choice = None;
        // Another best move is needed soon, and the transposition table makes these iterations short.
        (depth - REFUTED_STEP_BACK_PLIES).max(1)
    }

    /// The root move with the longest proven loss.
    fn longest_loss(&self) -> Option<Point> {
        let refuted = self.refuted.iter();
        let longest = refuted
            .filter(|(point, _)| !self.excluded.contains(point))
            .max_by_key(|(_, plies)| *plies);
        longest.map(|&(point, _)| point)
    }

    /// Searches the root within an aspiration window that widens where the score fails high or low.
    fn aspiration_search(&mut self, depth: i32, expected: Option<Score>) -> Result<Score, Stopped> {
        let mut width = aspiration_width();
        let mut window = match expected {
            Some(score) if depth >= aspiration_depth() => Window::around(score, width),
            _ => Window::FULL,
        };
        loop {
            let result = self.node::<Root>(window, depth, 0, false);
            let best = self.pv.0[0].first().copied();
            let score = match result {
                Ok(score) => score,
                Err(stopped) => {
                    // A better move than the first choice counts although the iteration is unfinished.
                    self.first_choice = best.or(self.first_choice);
                    return Err(stopped);
                }
            };
            width += width / 2 + 8;
            if score <= window.alpha && window.alpha > Score::MIN {
                window.alpha = if score.is_decided() {
                    Score::MIN
                } else {
                    score - width
                };
            } else if score >= window.beta && window.beta < Score::MAX {
                self.first_choice = best.or(self.first_choice);
                window.beta = if score.is_decided() {
                    Score::MAX
                } else {
                    score + width
                };
            } else {
                return Ok(score);
            }
        }
    }

    fn legal_moves(&mut self) -> usize {
        let empty = *self.position.patterns().empty();
        let legal = self.position.legal(&empty);
        let is_left = |point: &&Point| !self.excluded.contains(point);
        legal.iter().filter(is_left).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SearchState, Supervisor, Unsupervised};
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::time::Limits;
    use std::collections::HashSet;

    /// Reports the first `left` best moves as lost.
    struct Refuter {
        left: usize,
        refuted: Vec<Point>,
    }

    impl Supervisor for Refuter {
        fn next(&mut self, lines: &[Progress]) -> Next {
            let progress = &lines[0];
            if self.left == 0 || progress.score.is_decided() {
                return Next::Deeper;
            }
            self.left -= 1;
            self.refuted.push(progress.pv[0]);
            Next::Without { plies: 9 }
        }
    }

    fn search(refutations: usize) -> (SearchResult, Vec<Point>) {
        let size = Size::new(7).unwrap();
        let mut position = Position::empty(Rule::Freestyle, size);
        position.play_line(&parse_points("d4 e5", size).unwrap());
        let mut state = SearchState::new(1 << 20);
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let mut refuter = Refuter {
            left: refutations,
            refuted: Vec::new(),
        };
        let result = Searcher::new(&position, &mut state, limits, &mut refuter).run();
        (result, refuter.refuted)
    }

    #[test]
    fn refuted_moves_are_not_chosen_while_there_are_others() {
        let (result, refuted) = search(5);
        let different: std::collections::HashSet<_> = refuted.iter().collect();
        assert_eq!(different.len(), 5);
        assert!(result.point.is_some_and(|point| !refuted.contains(&point)));
    }

    #[test]
    fn where_all_moves_are_refuted_the_game_is_lost() {
        let (result, refuted) = search(1000);
        assert!(result.point.is_some_and(|point| refuted.contains(&point)));
        assert_eq!(result.progress.map(|p| p.score), Some(Score::loss_in(10)));
        assert_eq!(refuted.len(), 47);
    }

    fn lines(moves: &str, depth: u32, count: usize, excluded: &str) -> Vec<Progress> {
        let size = Size::new(7).unwrap();
        let mut position = Position::empty(Rule::Renju, size);
        position.play_line(&parse_points(moves, size).unwrap());
        let mut state = SearchState::new(1 << 20);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let mut nobody = Unsupervised;
        let mut searcher = Searcher::new(&position, &mut state, limits, &mut nobody);
        searcher.exclude(&parse_points(excluded, size).unwrap());
        let lines = searcher.run_lines(count);
        let moves: HashSet<Point> = lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(moves.len(), lines.len());
        assert!(lines.is_sorted_by_key(|line| Reverse(line.score)));
        for line in &lines {
            assert_eq!(position.clone().play_line(&line.pv), line.pv.len());
        }
        lines
    }

    #[test]
    fn the_first_line_is_that_of_a_plain_search_and_the_others_are_worse() {
        let three = lines("d4 e5 c3", 4, 3, "");
        assert_eq!(three.len(), 3);
        assert!(three[0].score > three[2].score);
    }

    #[test]
    fn each_five_at_the_root_is_a_win_in_one() {
        for depth in [1, 4] {
            let three = lines("c4 a1 d4 a3 e4 a5 f4 a7", depth, 3, "");
            let fives = parse_points("b4 g4", Size::new(7).unwrap()).unwrap();
            let firsts: HashSet<Point> = three[..2].iter().map(|line| line.pv[0]).collect();
            assert_eq!(firsts, fives.into_iter().collect());
            for line in &three[..2] {
                assert_eq!((line.score, line.pv.len()), (Score::win_in(1), 1));
            }
            assert!(three[2].score < Score::win_in(1));
        }
    }

    #[test]
    fn what_is_excluded_is_not_searched() {
        let best =
            crate::board::point_name(lines("d4 e5", 3, 1, "")[0].pv[0], Size::new(7).unwrap());
        let others = lines("d4 e5", 3, 5, &best);
        let best = parse_points(&best, Size::new(7).unwrap()).unwrap()[0];
        assert_eq!(others.len(), 5);
        assert!(others.iter().all(|line| line.pv[0] != best));
    }

    #[test]
    fn every_legal_move_can_be_asked_for() {
        assert_eq!(lines("d4 e5", 1, 1000, "d5 d6").len(), 45);
        // White makes five: all of black's moves but two lose.
        let lost = lines("a1 c4 a7 d4 g1 e4", 2, 1000, "");
        assert_eq!(lost.len(), 43);
    }
}
