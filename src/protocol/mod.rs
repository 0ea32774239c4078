//! The brain's conversation with a manager: the Gomocup (Piskvork) protocol with the usual extensions.
//!
//! A line becomes a [`Command`]; [`Session`] keeps the game and the settings and answers with replies
//! or with a [`Task`] to think about; `stdio` joins both to standard input and output, with a thread
//! that reads and one that thinks.

mod block;
mod command;
mod reply;
mod session;
mod settings;
mod stdio;
mod table;
mod thinker;
mod yixin;

pub use command::Command;
pub use reply::Reply;
pub use session::{Ask, Session, Step, Task};
pub use settings::{Detail, Settings};
pub use stdio::run;
pub use yixin::{Data, Unsupported};
