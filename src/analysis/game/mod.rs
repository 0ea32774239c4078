//! A game between people and the engine, in a terminal: the table, its clock, and the dialogue about it.

mod clock;
mod commands;
mod dialogue;
mod engine_side;
mod picture;
mod remarks;
mod saved_game;
mod settings;
mod table;

pub use clock::GameClock;
pub use dialogue::GameDialogue;
pub use settings::GameSettings;
pub use table::{Seats, Side};
