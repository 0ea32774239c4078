//! The brain's conversation with a manager: the Gomocup (Piskvork) protocol with the usual extensions.
//!
//! A line becomes a [`Command`]; [`Session`] keeps the game and the settings and answers with replies or with a
//! [`Task`](crate::service::Task); `stdio` joins it to the service, standard input and standard output.

mod block;
mod command;
mod reply;
mod session;
mod settings;
mod stdio;
mod table;
mod text;
mod yixin;

pub use command::Command;
pub use reply::Reply;
pub use session::{Session, Step};
pub use settings::{Detail, Settings};
pub use stdio::run;
pub use yixin::{Data, Unsupported};
