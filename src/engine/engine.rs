//! The decision: forced moves, the book, wins by threats, then the search.

use super::control::Control;
use super::level::FULL_STRENGTH;
use super::resources::Resources;
use super::root_threats::RootThreats;
use super::turn::Turn;
use super::watch::Watch;
use crate::board::{Direction, Point};
use crate::book::Book;
use crate::pattern::{PointClass, Shape};
use crate::position::Position;
use crate::search::{Progress, SearchEvent, SearchState, Searcher};
use crate::threat::{five_defences, straight_four_answers};
use crate::time::Limits;

/// Thinks. Keeps what it learns from move to move of a game.
pub struct Engine {
    pub(super) state: SearchState,
    resources: Resources,
    pub(super) book: Book,
    pub(super) threats: RootThreats,
    /// Chooses among openings of swap2 that are as good as each other.
    pub(super) seed: u64,
    /// Moves that are not to be played.
    pub(super) excluded: Vec<Point>,
    /// How well it plays.
    pub(super) level: u32,
}

/// Who is told what a search does, with the milliseconds since the turn began.
pub type Listen<'a> = &'a mut dyn FnMut(SearchEvent, u64);

/// A chosen move.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Where to play: an empty point, and not a forbidden one while any other is left.
    pub point: Point,
    /// What decided.
    pub why: Why,
    /// The search's last finished iteration, if there was a search.
    pub progress: Option<Progress>,
}

/// What decided a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The board is empty.
    FirstStone,
    /// It completes five.
    Five,
    /// It stops a five or a straight four, and nothing else does.
    OnlyBlock,
    /// The book has it: it wins.
    Book,
    /// It goes on with a win by fours and open threes that the book promised.
    BookWin,
    /// It starts a win by fours.
    WinByFours,
    /// It starts a win by fours and open threes, or goes on with one.
    WinByThreats,
    /// It was searched.
    Search,
    /// It makes and stops most at once: a weak level's move.
    OnePly,
    /// Nothing else could be found in time, or every point is forbidden.
    Fallback,
}

impl Engine {
    /// Makes an engine that keeps within what it may use.
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

    /// Makes it play by a book.
    pub fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    /// Makes it offer other openings of swap2 than the first one: each game another, from the seed on.
    /// Where only nodes or depth are limited it has no effect.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Leaves some moves out of its choice, and no others.
    pub fn exclude(&mut self, points: &[Point]) {
        self.excluded = points.to_vec();
    }

    /// Changes what it may use. What was learned is lost if that is something else than before.
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

    /// Makes the transposition table as large as turns like this one can use. A game's table only grows; what
    /// it knew is lost then.
    pub fn fit_table(&mut self, turn: &Turn) {
        let (turn_ms, nodes) = (turn.control.critical_ms(), turn.limits.nodes);
        self.state
            .fit_table(self.resources.table_bytes_for(turn_ms, nodes));
    }

    /// How many of a thousand entries of the transposition table are in use, by a sample.
    pub fn hash_permille(&self) -> usize {
        self.state.hash_permille()
    }

    /// Forgets everything: the next search is that of a new engine.
    pub fn new_game(&mut self) {
        self.state.clear();
        self.threats = RootThreats::new();
        self.seed = self.seed.wrapping_add(1);
    }

    /// Chooses a move for the side to move. `None` only where no point is empty, or every one is excluded.
    pub fn choose(&mut self, turn: &Turn, listen: Listen) -> Option<Decision> {
        let Turn {
            limits, control, ..
        } = *turn;
        let mut position = turn.position.clone();
        if position.board().vacant() == 0 {
            return None;
        }
        if self.level < FULL_STRENGTH {
            return self.choose_at_level(turn, listen);
        }
        let decided = |point, why| {
            Some(Decision {
                point,
                why,
                progress: None,
            })
        };
        if let Some((point, why)) = forced_move(&mut position)
            && !self.excluded.contains(&point)
        {
            return decided(point, why);
        }
        if let Some((why, progress)) = self.known_win(&mut position, limits, control) {
            listen(
                SearchEvent::Iteration(std::slice::from_ref(&progress)),
                control.elapsed_ms(),
            );
            return Some(Decision {
                point: progress.pv[0],
                why,
                progress: Some(progress),
            });
        }
        let mut watch = Watch::new(turn, &mut self.threats, listen);
        let mut searcher = Searcher::new(&position, &mut self.state, *limits, &mut watch);
        searcher.exclude(&self.excluded);
        let result = searcher.run();
        match result.point {
            Some(chosen) => {
                let is_won = |line: &&Progress| line.score.is_win() && line.pv[0] == chosen;
                let finished = result.progress.as_ref();
                let point = match finished.filter(is_won) {
                    Some(_) => chosen,
                    None => self.last_look(turn, chosen, finished.map(|line| line.pv[0])),
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

    /// Searches the opponent's turn until the turn ends: what is learned serves the next one.
    pub fn ponder(&mut self, turn: &Turn) {
        let unheard = &mut |_: SearchEvent, _| {};
        let mut watch = Watch::new(turn, &mut self.threats, unheard);
        Searcher::new(turn.position, &mut self.state, *turn.limits, &mut watch).run();
    }

    /// A move of the book's, one that goes on with what was promised, or the start of a win by threats, if it
    /// is not excluded.
    pub(super) fn known_win(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<(Why, Progress)> {
        let known = self.find_known_win(position, limits, control);
        known.filter(|(_, progress)| !self.excluded.contains(&progress.pv[0]))
    }

    fn find_known_win(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<(Why, Progress)> {
        let (rule, turn) = (position.rule(), position.turn());
        if let Some(known) = self.book.decision(rule, position.board(), turn)
            && position.board().is_empty(known.point)
            && !position.is_forbidden(known.point, turn)
        {
            return Some((Why::Book, won(vec![known.point], known.plies, 0)));
        }
        let start = self.threats.nodes();
        if let Some(plies) = self.book.forced_within(rule, position.board(), turn)
            && let Some((point, plies)) = self.threats.sure_win(position, plies, limits, control)
        {
            let nodes = self.threats.nodes() - start;
            return Some((Why::BookWin, won(vec![point], plies, nodes)));
        }
        if let Some((point, plies)) = self.threats.go_on(position, limits, control) {
            let nodes = self.threats.nodes() - start;
            return Some((Why::WinByThreats, won(vec![point], plies, nodes)));
        }
        if let Some(line) = self.threats.win_by_fours(position, limits, control) {
            let (plies, nodes) = (line.len(), self.threats.nodes() - start);
            return Some((Why::WinByFours, won(line, plies, nodes)));
        }
        let (point, plies) = self.threats.attack(position, limits, control)?;
        let nodes = self.threats.nodes() - start;
        Some((Why::WinByThreats, won(vec![point], plies, nodes)))
    }
}

/// A move that needs no thought.
fn forced_move(position: &mut Position) -> Option<(Point, Why)> {
    if position.board().stones() == 0 && position.board().blocked_points().next().is_none() {
        return Some((position.board().size().centre(), Why::FirstStone));
    }
    if let Some(five) = best_five(position) {
        return Some((five, Why::Five));
    }
    match must_answer(position)[..] {
        [block] => Some((block, Why::OnlyBlock)),
        _ => None,
    }
}

/// A point that makes five, best one that makes no six beside it: a manager takes that for forbidden.
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

/// The legal answers to a five or a straight four that the opponent threatens, own fours included; empty
/// where it threatens neither or the straight four is the side to move's own.
fn must_answer(position: &mut Position) -> Vec<Point> {
    let turn = position.turn();
    let count = |class, color| position.patterns().count(class, color);
    if count(PointClass::Five, !turn) > 0 {
        return position.legal(&five_defences(position.patterns(), !turn));
    }
    if count(PointClass::StraightFour, !turn) == 0 || count(PointClass::StraightFour, turn) > 0 {
        return Vec::new();
    }
    position.legal(&straight_four_answers(position.patterns(), turn))
}

/// What is told of a win within so many plies.
pub(super) fn won(pv: Vec<Point>, plies: usize, threat_nodes: u64) -> Progress {
    Progress {
        depth: plies as i32,
        seldepth: plies as i32,
        score: crate::score::Score::win_in(plies as u32),
        nodes: 0,
        threat_nodes,
        pv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, parse_diagram};
    use crate::engine::turn::on_turn;
    use crate::rule::Rule;

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
        let empty = Position::empty(Rule::Freestyle, Size::FIFTEEN);
        assert_eq!(choose(&empty, 1).why, Why::FirstStone);
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

    /// Whatever decides: the first stone, a five, the only block, a win by threats, the search, or that
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
        assert_eq!(first.why, Why::WinByThreats);
        let promised = first.progress.unwrap().depth;
        position.play(first.point);
        let far = position.board().size().point(10, 10).unwrap();
        position.play(far);
        let second = choose(&position);
        assert!(
            matches!(second.why, Why::WinByThreats | Why::WinByFours | Why::Five),
            "{second:?}"
        );
        assert!(
            second
                .progress
                .is_none_or(|progress| progress.depth < promised)
        );
    }
}
