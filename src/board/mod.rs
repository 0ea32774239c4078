//! Points, colors, sets of points, Zobrist keys, hash salts, symmetries and the board.
//!
//! Knows nothing of rules: a board holds stones, it does not judge them.

#[allow(clippy::module_inception)]
mod board;
mod canonical;
mod color;
mod notation;
mod point;
mod point_set;
mod rated_move;
mod salt;
mod symmetry;
mod zobrist;

#[cfg(test)]
pub(crate) use board::crowded_board;
pub use board::{Board, Cell};
pub use canonical::{CanonicalStones, stones_in_rounds, stones_in_turn};
pub use color::{ByColor, Color};
pub use notation::{
    NotationError, parse_diagram, parse_point, parse_points, point_name, point_names,
};
pub use point::{CELLS, Direction, MAX_SIZE, MIN_SIZE, Point, Size};
pub use point_set::PointSet;
pub use rated_move::RatedMove;
pub(crate) use salt::{CHAIN_KEY, GOLDEN, due_key, next_salt, split_mix, within_key};
pub use symmetry::Symmetry;
pub use zobrist::{stone_key, turn_key};
