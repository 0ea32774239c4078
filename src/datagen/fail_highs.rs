//! Moves that failed high in searches, as binary records: what `training/` fits the policy network to.
//!
//! A file begins as one of [`super::feature_records`]. A record is, all numbers little endian,
//!
//! | bytes | what |
//! |---|---|
//! | 2 | the side to move: 0 black, 1 white |
//! | 2 | the cell of the move that failed high |
//! | 2 a point | the side to move's codes, as there |
//! | 2 a point | the opponent's codes |
//! | 2 a point | the rating of a move there, without the policy network; [`NO_MOVE`] far from all stones |

use super::feature_records::push_codes;
use super::openings::search;
use super::self_play::GAME_TABLE;
use super::shard::{Shard, ShardError};
use super::training_game::{TrainingGameError, cell_of, position_of, put};
use crate::board::{Board, Point};
use crate::position::Position;
use crate::search::{SearchState, Supervisor};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// In place of a rating where no move is rated.
const NO_MOVE: i16 = i16::MIN;
/// Of nodes where the first move failed high one in so many is kept, and of those where a later one did.
const FIRST_MOVE_RATE: u32 = 60;
const LATER_MOVE_RATE: u32 = 20;

/// Searches the positions of a shard's games once more, each with the shard's nodes, and samples the nodes where a move
/// failed high. The same shard gives the same records.
///
/// # Errors
/// If a game cannot be replayed.
pub fn fail_high_records(shard: &Shard) -> Result<Vec<u8>, ShardError> {
    let (rule, size) = (shard.head.rule(), shard.head.size()?);
    let mut state = SearchState::new(GAME_TABLE);
    let mut sampler = Sampler {
        rng: Xoshiro256PlusPlus::seed_from_u64(shard.head.seed),
        bytes: Vec::new(),
    };
    for (number, game) in (1..).zip(&shard.games) {
        let damaged = |error: TrainingGameError| ShardError::Game(number, error);
        let mut board = Board::new(size);
        put(&mut board, &game.start).map_err(damaged)?;
        state.clear();
        for cell in &game.game.cells {
            let position = position_of(rule, board.clone());
            search(
                &position,
                &mut state,
                shard.head.settings.nodes,
                &mut sampler,
            );
            put(&mut board, &[*cell]).map_err(damaged)?;
        }
    }
    Ok(sampler.bytes)
}

/// Keeps a share of the moves that fail high.
struct Sampler {
    rng: Xoshiro256PlusPlus,
    bytes: Vec<u8>,
}

impl Supervisor for Sampler {
    fn wants_fail_high(&mut self, move_count: usize) -> bool {
        let rate = match move_count {
            1 => FIRST_MOVE_RATE,
            _ => LATER_MOVE_RATE,
        };
        self.rng.random_ratio(1, rate)
    }

    fn on_fail_high(&mut self, position: &Position, point: Point, ratings: &[(Point, i32)]) {
        let (board, turn) = (position.board(), position.turn());
        let size = board.size();
        self.bytes.extend([turn as u8, 0]);
        self.bytes.extend(cell_of(point, size).to_le_bytes());
        push_codes(&mut self.bytes, position);
        let mut by_cell = vec![NO_MOVE; size.area()];
        for &(point, rating) in ratings {
            by_cell[usize::from(cell_of(point, size))] =
                rating.clamp(i32::from(NO_MOVE) + 1, i16::MAX.into()) as i16;
        }
        self.bytes
            .extend(by_cell.into_iter().flat_map(i16::to_le_bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::super::shard::{ShardHead, ShardSettings};
    use super::*;
    use crate::board::Size;
    use crate::rule::Rule;

    #[test]
    fn a_record_holds_a_rated_move_of_its_position() {
        let settings = ShardSettings {
            games: 2,
            nodes: 2_000,
            playout_nodes: 1,
        };
        let head = ShardHead::new(Rule::Renju, Size::FIFTEEN, 5, settings);
        let shard = head.play(&|| false).unwrap().unwrap();
        let records = fail_high_records(&shard).unwrap();
        assert_eq!(records, fail_high_records(&shard).unwrap());
        let area = Size::FIFTEEN.area();
        let words = records.as_chunks::<2>().0;
        let mut later = 0;
        assert!(words.len() > 5 * (2 + 3 * area), "{}", words.len());
        for record in words.chunks(2 + 3 * area) {
            let number = |at: usize| u16::from_le_bytes(record[at]);
            let played = usize::from(number(1));
            let rating = |cell: usize| i16::from_le_bytes(record[2 + 2 * area + cell]);
            assert!(number(0) < 2);
            assert!(rating(played) > NO_MOVE);
            let is_taken = |cell: usize| usize::from(number(2 + cell)) >= crate::pattern::CODES;
            assert!((0..area).all(|cell| !is_taken(cell) || rating(cell) == NO_MOVE));
            later += u32::from((0..area).any(|cell| rating(cell) > rating(played)));
        }
        assert!(later > 0);
    }
}
