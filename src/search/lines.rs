//! Several principal variations: the best move, the best without that one, and so on.

use super::report::{Next, Progress, Supervisor};
use super::searcher::Searcher;
use crate::board::Point;
use std::cmp::Reverse;

impl<S: Supervisor> Searcher<'_, S> {
    /// Searches the best moves, so many, deeper and deeper until a limit is reached or all are proven. Returns
    /// the variations of the last iteration, best first; none if not even one was finished. They begin with
    /// different moves, and are fewer only where fewer moves are legal.
    pub fn run_lines(mut self, count: usize) -> Vec<Progress> {
        self.helped(|searcher| searcher.deepen_lines(count))
    }

    fn deepen_lines(&mut self, count: usize) -> Vec<Progress> {
        let excluded = self.excluded.clone();
        let count = count.min(self.legal_moves());
        let mut lines: Vec<Progress> = Vec::new();
        let mut depth = 1;
        while depth <= self.max_depth() {
            let found = self.lines_of(depth, count, &excluded, &lines);
            if found.is_empty() {
                break;
            }
            lines = found;
            let is_decided = lines.iter().all(|line| line.score.is_decided());
            match self.supervisor.next(&lines) {
                Next::Deeper if !is_decided => depth += 1,
                Next::Without { plies } => depth = self.refute(lines[0].pv[0], plies, depth),
                _ => break,
            }
        }
        lines
    }

    /// The variations of one iteration, best first; none if it was not finished.
    fn lines_of(
        &mut self,
        depth: i32,
        count: usize,
        excluded: &[Point],
        before: &[Progress],
    ) -> Vec<Progress> {
        self.exclude(excluded);
        let mut lines = Vec::with_capacity(count);
        for number in 0..count {
            let likely = before.get(number).map(|line| line.pv[0]);
            self.first_choice = likely.filter(|point| !self.excluded.contains(point));
            let expected = before.get(number).map(|line| line.score);
            let Some(line) = self.iteration(depth, expected) else {
                return Vec::new();
            };
            self.excluded.push(line.pv[0]);
            lines.push(line);
        }
        lines.sort_by_key(|line| Reverse(line.score));
        lines
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
    use super::super::{SearchState, Unsupervised};
    use super::*;
    use crate::board::{Size, parse_points};
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::time::Limits;
    use std::collections::HashSet;

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
