//! Asks the engine for a move through the service, without any protocol text.
//!
//! Usage: `cargo run --release --example ask_for_a_move -- h8 i9 j10`

#![allow(clippy::print_stdout)]

use std::error::Error;
use tengen::board::{Size, parse_points, point_name};
use tengen::book::Book;
use tengen::position::Position;
use tengen::rule::Rule;
use tengen::service::{Event, Outcome, Request, Service, Task};
use tengen::time::{Clock, Limits};

/// Chooses a move after the given ones under renju on 15x15, and returns its name.
pub fn run(moves: &str) -> Result<String, Box<dyn Error>> {
    let size = Size::FIFTEEN;
    let mut position = Position::empty(Rule::Renju, size);
    position.play_line(&parse_points(moves, size)?);
    let limits = Limits {
        turn_ms: Some(500),
        ..Limits::default()
    };

    let mut service = Service::start(Book::default(), 0)?;
    let task = Task::new(Request::Move, position, limits);
    service.submit(task, Clock::start())?;
    loop {
        match service.events().recv()? {
            Event::Iteration { lines, .. } => {
                let best = &lines[0];
                println!("depth {:>2}: {}", best.depth, best.score);
            }
            Event::Answer(answer) => match answer.outcome {
                Outcome::Stones(points) => return Ok(point_name(points[0], size)),
                other => return Err(format!("no move: {other:?}").into()),
            },
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let moves: Vec<String> = std::env::args().skip(1).collect();
    println!("{}", run(&moves.join(" "))?);
    Ok(())
}
