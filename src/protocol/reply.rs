//! From a reply to its line.

use crate::board::{Point, Size};
use crate::search::Progress;
use std::fmt;

/// A line to the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Ok,
    /// A move, or the stones of a swap2 answer.
    Stones(Vec<Point>),
    /// The other color is taken.
    Swap,
    /// Who we are.
    About,
    /// A known command that cannot be obeyed, and why.
    Error(String),
    /// A command that is not known.
    Unknown(String),
    /// Something for the user to read.
    Message(String),
    /// Black's forbidden points.
    Forbidden(Vec<Point>),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Stones(points) => {
                let words: Vec<String> = points.iter().map(Point::to_string).collect();
                f.write_str(&words.join(" "))
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::About => write!(
                f,
                "name=\"Tengen\", version=\"{}\", author=\"Tengen developers\", country=\"EU\", \
                 www=\"\", email=\"\"",
                env!("CARGO_PKG_VERSION")
            ),
            Reply::Error(why) => write!(f, "ERROR {}", one_line(why)),
            Reply::Unknown(what) => write!(f, "UNKNOWN {}", one_line(what)),
            Reply::Message(text) => write!(f, "MESSAGE {}", one_line(text)),
            Reply::Forbidden(points) => {
                f.write_str("FORBID ")?;
                points
                    .iter()
                    .try_for_each(|p| write!(f, "{:02}{:02}", p.x(), p.y()))?;
                f.write_str(".")
            }
        }
    }
}

/// ASCII without control characters: what every manager can show.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == ' ' || c.is_ascii_graphic() {
                c
            } else {
                '?'
            }
        })
        .collect()
}

/// An iteration in the form that clients parse:
/// `depth 5-8 ev 123 n 1.5M n/ms 150 tm 1234 pv h8 i9`.
pub(super) fn progress_line(progress: &Progress, elapsed_ms: u64, size: Size) -> Reply {
    let pv: Vec<String> = progress
        .pv
        .iter()
        .map(|&point| crate::board::point_name(point, size))
        .collect();
    Reply::Message(format!(
        "depth {}-{} ev {} n {} n/ms {} tm {} pv {}",
        progress.depth,
        progress.deepest,
        progress.score,
        short_count(progress.nodes),
        progress.nodes / elapsed_ms.max(1),
        elapsed_ms,
        pv.join(" ")
    ))
}

fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{:.1}K", count as f64 / 1e3),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn lines_as_managers_read_them() {
        let size = Size::FIFTEEN;
        let (a, b) = (size.point(7, 7).unwrap(), size.point(8, 10).unwrap());
        assert_eq!(Reply::Stones(vec![a, b]).to_string(), "7,7 8,10");
        assert_eq!(Reply::Forbidden(vec![a, b]).to_string(), "FORBID 07070810.");
        assert_eq!(Reply::Forbidden(vec![]).to_string(), "FORBID .");
        assert_eq!(Reply::Error("a\nb é".into()).to_string(), "ERROR a?b ?");
        let progress = Progress {
            depth: 5,
            deepest: 8,
            score: Score::estimate(123),
            nodes: 185_100,
            threat_nodes: 0,
            pv: vec![a, b],
        };
        let line = progress_line(&progress, 1234, size).to_string();
        assert_eq!(
            line,
            "MESSAGE depth 5-8 ev 123 n 185.1K n/ms 150 tm 1234 pv h8 i5"
        );
    }
}
