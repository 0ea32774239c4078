//! The choice of a move: forced moves, the solved book, VCF and VCT at the root, then the search.

use super::decision::{Decision, Why, won};
use super::listener::Listener;
use super::resources::Resources;
use super::root_threats::RootThreats;
use super::strength::FULL_STRENGTH;
use super::turn::Turn;
use super::turn_supervisor::TurnSupervisor;
use crate::board::{Direction, Point};
use crate::book::Book;
use crate::pattern::{PointClass, Shape};
use crate::position::Position;
use crate::search::{Progress, SearchEvent, SearchState, Searcher};
use crate::threat::standing_threat;

/// A player: chooses moves, and keeps its hash tables and histories from move to move of a game.
pub struct Engine {
    pub(super) state: SearchState,
    resources: Resources,
    pub(super) book: Book,
    pub(super) threats: RootThreats,
    /// Chooses among even openings of swap2.
    pub(super) seed: u64,
    /// Excluded moves.
    pub(super) excluded: Vec<Point>,
    /// The strength level, from 0 to [`FULL_STRENGTH`].
    pub(super) level: u32,
}

impl Engine {
    /// Makes an engine that keeps within these resources.
    pub fn new(resources: Resources) -> Engine {
        let mut state = SearchState::new(resources.table_bytes());
        state.set_threads(resources.used_threads());
        Engine {
            state,
            resources,
            book: Book::default(),
            threats: RootThreats::new(),
            seed: 0,
            excluded: Vec::new(),
            level: FULL_STRENGTH,
        }
    }

    /// Sets the solved book.
    pub fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    /// Sets the seed by which even openings of swap2 are chosen, another one each game. Without effect where only nodes
    /// or depth are limited.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Excludes these moves, and no others.
    pub fn exclude(&mut self, points: &[Point]) {
        self.excluded = points.to_vec();
    }

    /// Changes the resources. If they differ, hash tables and histories are lost.
    pub fn set_resources(&mut self, resources: Resources) {
        if self.resources != resources {
            *self = Engine {
                book: std::mem::take(&mut self.book),
                seed: self.seed,
                excluded: std::mem::take(&mut self.excluded),
                level: self.level,
                ..Engine::new(resources)
            };
        }
    }

    /// Makes the transposition table as large as turns like this one can use. In a game it only grows, and loses its
    /// entries then.
    pub fn fit_table(&mut self, turn: &Turn) {
        let (turn_ms, nodes) = (turn.control.critical_ms(), turn.limits.nodes);
        self.state
            .fit_table(self.resources.table_bytes_for(turn_ms, nodes));
    }

    /// `hashfull`: how full the transposition table is, in permille, by a sample.
    pub fn hash_permille(&self) -> usize {
        self.state.hash_permille()
    }

    /// Clears all tables: the next search equals that of a new engine.
    pub fn new_game(&mut self) {
        self.state.clear();
        self.threats = RootThreats::new();
        self.seed = self.seed.wrapping_add(1);
    }

    /// Chooses a move for the side to move. `None` only where no point is empty, or all are excluded.
    pub fn choose(&mut self, turn: &Turn, listener: Listener) -> Option<Decision> {
        let mut position = turn.position.clone();
        if position.board().vacant() == 0 {
            return None;
        }
        if self.level < FULL_STRENGTH {
            return self.choose_at_level(turn, listener);
        }
        let decided = |point, why| {
            Some(Decision {
                point,
                why,
                progress: None,
            })
        };
        let may_play = |point: &Point| !self.excluded.contains(point);
        if let Some((point, why)) = forced_move(&mut position).filter(|(point, _)| may_play(point))
        {
            return decided(point, why);
        }
        let first_stone = first_stone(&position).filter(may_play);
        if let Some((why, progress)) = self.known_win(turn) {
            listener(
                SearchEvent::Iteration(std::slice::from_ref(&progress)),
                turn.control.elapsed_ms(),
            );
            return Some(Decision {
                point: progress.pv[0],
                why,
                progress: Some(progress),
            });
        }
        if let Some(centre) = first_stone {
            return decided(centre, Why::FirstStone);
        }
        let mut supervisor = TurnSupervisor::new(turn, &mut self.threats, listener);
        let mut searcher = Searcher::new(&position, &mut self.state, *turn.limits, &mut supervisor);
        searcher.exclude(&self.excluded);
        let result = searcher.run();
        match result.point {
            Some(chosen) => {
                let is_won = |line: &&Progress| line.score.is_win() && line.pv[0] == chosen;
                let finished = result.progress.as_ref();
                let point = match finished.filter(is_won) {
                    Some(_) => chosen,
                    None => self.safety_check(turn, chosen, finished.map(|line| line.pv[0])),
                };
                Some(Decision {
                    point,
                    why: Why::Search,
                    progress: result.progress,
                })
            }
            None => decided(position.plausible_move_but(&self.excluded)?, Why::Fallback),
        }
    }

    /// Ponders: searches the opponent's turn until it ends, which fills the transposition table.
    pub fn ponder(&mut self, turn: &Turn) {
        let listener = &mut |_: SearchEvent, _| {};
        let mut supervisor = TurnSupervisor::new(turn, &mut self.threats, listener);
        Searcher::new(
            turn.position,
            &mut self.state,
            *turn.limits,
            &mut supervisor,
        )
        .run();
    }

    /// A win that is known without a search of all moves, unless its first move is excluded: the book's, one found a
    /// turn before, a VCF, or a VCT.
    pub(super) fn known_win(&mut self, turn: &Turn) -> Option<(Why, Progress)> {
        let known = self.find_known_win(turn);
        known.filter(|(_, progress)| !self.excluded.contains(&progress.pv[0]))
    }

    fn find_known_win(&mut self, turn: &Turn) -> Option<(Why, Progress)> {
        let mut position = turn.position.clone();
        let position = &mut position;
        let (rule, color) = (position.rule(), position.turn());
        if let Some(known) = self.book.decision(rule, position.board(), color)
            && position.board().is_empty(known.point)
            && !position.is_forbidden(known.point, color)
        {
            return Some((Why::Book, won(vec![known.point], known.plies, 0)));
        }
        let start = self.threats.nodes();
        if let Some(plies) = self.book.forced_within(rule, position.board(), color)
            && let Some((point, plies)) = self.threats.guaranteed_win(position, plies, turn)
        {
            let nodes = self.threats.nodes() - start;
            return Some((Why::BookVct, won(vec![point], plies, nodes)));
        }
        if let Some((point, plies)) = self.threats.continued_win(position, turn) {
            let nodes = self.threats.nodes() - start;
            return Some((Why::Vct, won(vec![point], plies, nodes)));
        }
        if let Some(line) = self.threats.vcf(position, turn) {
            let (plies, nodes) = (line.len(), self.threats.nodes() - start);
            return Some((Why::Vcf, won(line, plies, nodes)));
        }
        let (point, plies) = self.threats.vct(position, turn)?;
        let nodes = self.threats.nodes() - start;
        Some((Why::Vct, won(vec![point], plies, nodes)))
    }
}

/// The centre of the empty board.
fn first_stone(position: &Position) -> Option<Point> {
    let board = position.board();
    let is_empty = board.stones() == 0 && board.blocked_points().next().is_none();
    is_empty.then(|| board.size().centre())
}

/// A move that needs no search.
fn forced_move(position: &mut Position) -> Option<(Point, Why)> {
    if let Some(five) = best_five(position) {
        return Some((five, Why::Five));
    }
    match must_answer(position)[..] {
        [block] => Some((block, Why::OnlyBlock)),
        _ => None,
    }
}

/// A point that makes five; one that makes no overline beside it is preferred, which some managers take for
/// forbidden.
pub(super) fn best_five(position: &Position) -> Option<Point> {
    let (patterns, turn) = (position.patterns(), position.turn());
    let makes_six = |point: &Point| {
        Direction::ALL
            .into_iter()
            .any(|d| patterns.shape(*point, d, turn) == Shape::Overline)
    };
    let fives = patterns.points(PointClass::Five, turn);
    fives
        .iter()
        .find(|point| !makes_six(point))
        .or(fives.first())
}

/// The legal answers to the opponent's threat of a five or a straight four, own fours included; none where it
/// threatens neither or the side to move has a straight four itself.
fn must_answer(position: &mut Position) -> Vec<Point> {
    let straight_fours = position
        .patterns()
        .count(PointClass::StraightFour, position.turn());
    match standing_threat(position) {
        Some(threat) if threat.plies == 1 || straight_fours == 0 => position.legal(&threat.answers),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, parse_diagram};
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;
    use crate::time::Limits;

    fn choose_with(engine: &mut Engine, position: &Position, limits: &Limits) -> Option<Decision> {
        on_turn(position, limits, |turn| engine.choose(turn, &mut |_, _| {}))
    }

    fn choose(position: &Position, depth: u32) -> Decision {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        choose_with(
            &mut Engine::new(Resources::single(1 << 20)),
            position,
            &limits,
        )
        .unwrap()
    }

    #[test]
    fn forced_moves_are_played_without_a_search() {
        let empty = Position::empty(Rule::Freestyle, Size::TWENTY);
        assert_eq!(choose(&empty, 1).why, Why::FirstStone);
        Book::read_ahead(Size::FIFTEEN);
        let solved = choose(&Position::empty(Rule::Freestyle, Size::FIFTEEN), 1);
        assert_eq!(solved.why, Why::Book);
        assert!(solved.progress.is_some_and(|line| line.score.is_win()));
        let board = parse_diagram(
            ".......
             ..XXXXO
             .......
             .OOO...
             .......
             .......
             .......",
        )
        .unwrap();
        let black = Position::from_board(Rule::Freestyle, board.clone(), Color::Black);
        assert_eq!(choose(&black, 1).why, Why::Five);
        let white = Position::from_board(Rule::Freestyle, board, Color::White);
        assert_eq!(choose(&white, 1).why, Why::OnlyBlock);
    }

    #[test]
    fn a_full_board_has_no_move_and_a_last_point_is_played() {
        let mut board = Board::new(Size::new(5).unwrap());
        let points: Vec<Point> = board.size().points().collect();
        for (i, &point) in points.iter().enumerate().skip(1) {
            board.put(
                point,
                if i % 3 == 0 {
                    Color::Black
                } else {
                    Color::White
                },
            );
        }
        let one_left = Position::from_board(Rule::Renju, board.clone(), Color::Black);
        assert_eq!(choose(&one_left, 3).point, points[0]);
        board.put(points[0], Color::Black);
        let full = Position::from_board(Rule::Renju, board, Color::White);
        assert_eq!(
            choose_with(
                &mut Engine::new(Resources::single(0)),
                &full,
                &Limits::default()
            ),
            None
        );
    }

    /// Whatever decides: the first stone, a five, the only block, a VCT, the search, or that
    /// nothing else is left.
    #[test]
    fn what_is_excluded_is_not_played() {
        let five = "a1 c4 a2 d4 a3 e4 a4 f4 o15";
        let four = "a1 c4 a2 d4 a3 e4 a4 f4";
        let three = "a1 c4 o1 d4 o15 e4";
        let depth = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        for moves in ["", "h8", "h8 i9 h9 i7", five, four, three] {
            let mut position = Position::empty(Rule::Standard, Size::FIFTEEN);
            position.play_line(&crate::board::parse_points(moves, Size::FIFTEEN).unwrap());
            let mut engine = Engine::new(Resources::single(1 << 20));
            let mut excluded = Vec::new();
            for _ in 0..6 {
                engine.exclude(&excluded);
                let point = choose_with(&mut engine, &position, &depth).unwrap().point;
                assert!(!excluded.contains(&point), "{moves}");
                excluded.push(point);
            }
            engine.exclude(&Size::FIFTEEN.points().collect::<Vec<_>>());
            assert_eq!(choose_with(&mut engine, &position, &depth), None);
        }
    }

    #[test]
    fn fixed_depth_gives_the_same_answer_again() {
        let mut position = Position::empty(Rule::Renju, Size::FIFTEEN);
        position.play_line(&crate::board::parse_points("h8 i9 g9 i7", Size::FIFTEEN).unwrap());
        assert_eq!(choose(&position, 6), choose(&position, 6));
    }

    #[test]
    fn a_win_by_threats_is_found_and_gone_on_with() {
        // A double three at f6.
        let diagram = ".........../.........../.........../.....X...../.....X.....
            .........../...XX....../.........../.........../.........../...........";
        let board = parse_diagram(diagram).unwrap();
        let mut position = Position::from_board(Rule::Freestyle, board, Color::Black);
        let limits = Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        let mut engine = Engine::new(Resources::single(16 << 20));
        let mut choose = |position: &Position| choose_with(&mut engine, position, &limits).unwrap();
        let first = choose(&position);
        assert_eq!(first.why, Why::Vct);
        let promised = first.progress.unwrap().depth;
        position.play(first.point);
        let far = position.board().size().point(10, 10).unwrap();
        position.play(far);
        let second = choose(&position);
        assert!(
            matches!(second.why, Why::Vct | Why::Vcf | Why::Five),
            "{second:?}"
        );
        assert!(
            second
                .progress
                .is_none_or(|progress| progress.depth < promised)
        );
    }
}
