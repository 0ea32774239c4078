//! Replies, and how they are written as lines.

use crate::board::{Point, Size, point_name};
use crate::search::Progress;
use crate::service::Outcome;
use std::fmt;

/// A line to the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Ok,
    /// A move, or the stones of a swap2 answer.
    Stones(Vec<Point>),
    /// Colors are swapped (swap2).
    Swap,
    /// Name, version and author of the brain.
    About,
    /// A known command that cannot be obeyed, and why.
    Error(String),
    /// A command that is not known.
    Unknown(String),
    /// Something for the user to read.
    Message(String),
    /// A number or a variation for an interface of the Yixin kind.
    Detail(&'static str, String),
    /// Black's forbidden points.
    Forbidden(Vec<Point>),
}

impl Reply {
    /// The reply to a task; pondering has none.
    pub(super) fn of(outcome: Outcome) -> Option<Reply> {
        match outcome {
            Outcome::Stones(points) => Some(Reply::Stones(points)),
            Outcome::Swap => Some(Reply::Swap),
            Outcome::Pondered => None,
            Outcome::Unanswerable(why) => Some(Reply::Error(why.to_string())),
        }
    }

    /// A `REALTIME` message about a point.
    pub(super) fn realtime(word: &str, point: Point) -> Reply {
        Reply::Message(format!("REALTIME {word} {point}"))
    }
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
            Reply::Detail(key, value) => write!(f, "INFO {key} {value}"),
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
/// `depth 5-8 ev 123 n 1.5M n/ms 150 tm 1234 pv h8 i9`; with its number before it where there are several
/// variations.
pub(super) fn progress_line(
    progress: &Progress,
    (number, count): (usize, usize),
    elapsed_ms: u64,
    names: PointNames,
) -> Reply {
    let place = match count {
        1 => String::new(),
        _ => format!("line {} of {count} ", number + 1),
    };
    Reply::Message(format!(
        "{place}depth {}-{} ev {} n {} n/ms {} tm {} pv {}",
        progress.depth,
        progress.seldepth,
        progress.score,
        short_count(progress.nodes),
        progress.nodes / elapsed_ms.max(1),
        elapsed_ms,
        names.pv(progress)
    ))
}

/// How points are named to the interface.
#[derive(Clone, Copy)]
pub(super) struct PointNames {
    pub(super) size: Size,
    /// The interface numbers rows before columns, and so has them the other way round than the brain.
    pub(super) rows_first: bool,
}

impl PointNames {
    fn pv(self, progress: &Progress) -> String {
        let names = progress.pv.iter().map(|&point| {
            let swapped = self.size.point(point.y() as i64, point.x() as i64);
            let shown = swapped.filter(|_| self.rows_first);
            point_name(shown.unwrap_or(point), self.size)
        });
        names.collect::<Vec<String>>().join(" ")
    }
}

/// The best variation of an iteration for an interface that draws it on its board.
pub(super) fn realtime_lines(best: &Progress, names: PointNames) -> [Reply; 4] {
    let told = |text: String| Reply::Message(format!("REALTIME {text}"));
    [
        told("REFRESH".into()),
        Reply::realtime("BEST", best.pv[0]),
        told(format!("VAL {}", best.score)),
        told(format!("PV {}", names.pv(best))),
    ]
}

/// A variation as numbers, one a line.
pub(super) fn line_details(
    progress: &Progress,
    (number, count): (usize, usize),
    elapsed_ms: u64,
) -> Vec<Reply> {
    let points: Vec<String> = progress.pv.iter().map(Point::to_string).collect();
    let nodes = progress.nodes + progress.threat_nodes;
    vec![
        Reply::Detail("PV", number.to_string()),
        Reply::Detail("NUMPV", count.to_string()),
        Reply::Detail("DEPTH", progress.depth.to_string()),
        Reply::Detail("SELDEPTH", progress.seldepth.to_string()),
        Reply::Detail("NODES", progress.nodes.to_string()),
        Reply::Detail("TOTALNODES", nodes.to_string()),
        Reply::Detail("TOTALTIME", elapsed_ms.to_string()),
        Reply::Detail("SPEED", (nodes * 1000 / elapsed_ms.max(1)).to_string()),
        Reply::Detail("EVAL", progress.score.to_string()),
        Reply::Detail(
            "WINRATE",
            format!("{:.4}", progress.score.win_probability()),
        ),
        Reply::Detail("BESTLINE", points.join(" ")),
        Reply::Detail("PV", "DONE".into()),
    ]
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
            seldepth: 8,
            score: Score::estimate(123),
            nodes: 185_100,
            threat_nodes: 0,
            pv: vec![a, b],
        };
        let names = PointNames {
            size,
            rows_first: false,
        };
        let line = progress_line(&progress, (0, 1), 1234, names).to_string();
        let told = "depth 5-8 ev 123 n 185.1K n/ms 150 tm 1234 pv h8 i5";
        assert_eq!(line, format!("MESSAGE {told}"));
        let second = progress_line(&progress, (1, 3), 1234, names).to_string();
        assert_eq!(second, format!("MESSAGE line 2 of 3 {told}"));
        let details: Vec<String> = line_details(&progress, (1, 3), 1000)
            .iter()
            .map(Reply::to_string)
            .collect();
        assert_eq!(
            details.join("|"),
            "INFO PV 1|INFO NUMPV 3|INFO DEPTH 5|INFO SELDEPTH 8|INFO NODES 185100|\
             INFO TOTALNODES 185100|INFO TOTALTIME 1000|INFO SPEED 185100|INFO EVAL 123|\
             INFO WINRATE 0.6491|INFO BESTLINE 7,7 8,10|INFO PV DONE"
        );
        let best = realtime_lines(&progress, names).map(|reply| reply.to_string());
        assert_eq!(best[1], "MESSAGE REALTIME BEST 7,7");
        assert_eq!(best[3], "MESSAGE REALTIME PV h8 i5");
        let rows_first = PointNames {
            rows_first: true,
            ..names
        };
        let best = realtime_lines(&progress, rows_first).map(|reply| reply.to_string());
        assert_eq!(best[3], "MESSAGE REALTIME PV h8 k7");
    }
}
