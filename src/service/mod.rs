//! The engine as a service: typed tasks in, typed events and answers out, on a thread of its own ([`Service`]) or on the
//! caller's ([`Thinker`]).
//!
//! Every front end (the Gomocup protocol, a script, a page) stands on it. It speaks no front end's text. Each
//! task is answered exactly once and with legal moves, also where the search panics or is stopped; progress that
//! nobody reads is dropped, answers never are.
//!
//! ```
//! use tengen::board::Size;
//! use tengen::book::Book;
//! use tengen::position::Position;
//! use tengen::rule::Rule;
//! use tengen::service::{Outcome, Request, Task, Thinker};
//! use tengen::time::Limits;
//!
//! let mut thinker = Thinker::new(Book::default(), 0);
//! let position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
//! let limits = Limits { nodes: Some(1_000), ..Limits::default() };
//! let answer = thinker.ask(&Task::new(Request::Move, position, limits));
//! assert_eq!(answer.outcome, Outcome::Stones(vec![Size::FIFTEEN.centre()]));
//! ```

mod event;
#[allow(clippy::module_inception)]
mod service;
mod task;
mod thinker;

pub use event::{Answer, Event, Outcome, Unanswerable};
pub use service::{Closed, Service, Ticket};
pub use task::{Request, Task, TaskId};
pub use thinker::Thinker;
