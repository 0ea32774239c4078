//! What wins, what is forbidden, and the referee that everything else trusts.
//!
//! Written like the definitions, slow and plain: the fast tables of `pattern` must agree with it.

mod color_tables;
mod draw_rule;
mod five;
mod game;
mod opening;
mod renju;
#[allow(clippy::module_inception)]
mod rule;

pub use color_tables::ColorTables;
pub use draw_rule::{DrawRule, DrawWatch};
pub use five::{completes_five, standing_five};
pub use game::{EndRule, Game, Illegal, Outcome, check_stone};
pub use opening::{Swap2, Swap2Answer, Swap2Error};
pub use renju::{Foul, forbidden_points, foul};
pub use rule::{Rule, RuleSpec, UnknownRule};
