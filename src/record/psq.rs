//! Game records of Piskvork: a head, `x,y,ms` a move counted from 1, the brains' names, an end code.

use crate::board::{Point, Size};
use std::fmt;

/// A move and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsqMove {
    /// Where.
    pub point: Point,
    /// How long it took; 0 for the moves of the opening.
    pub ms: u64,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqGame {
    /// The board's size.
    pub size: Size,
    /// The moves, black's first.
    pub moves: Vec<PsqMove>,
    /// The players, black's first.
    pub names: [String; 2],
    /// How the game ended: 0 five or draw, 1 forbidden move, 2 out of time, 3 illegal move, 4 crash.
    pub end_code: i32,
}

impl fmt::Display for PsqGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.size.side();
        writeln!(f, "Piskvorky {side}x{side}, 11:11, 0")?;
        for PsqMove { point, ms } in &self.moves {
            writeln!(f, "{},{},{ms}", point.x() + 1, point.y() + 1)?;
        }
        self.names
            .iter()
            .try_for_each(|name| writeln!(f, "{name}"))?;
        writeln!(f, "{}", self.end_code)
    }
}

impl PsqGame {
    /// Reads a record; `None` if it is none.
    pub fn parse(text: &str) -> Option<PsqGame> {
        let mut lines = text.lines().map(str::trim);
        let head = lines.next()?.strip_prefix("Piskvorky ")?;
        let (width, height) = head.split(',').next()?.split_once('x')?;
        let size = Size::new(width.parse().ok()?).filter(|_| width == height)?;
        let mut moves = Vec::new();
        let mut rest = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let numbers: Option<Vec<i64>> = line.split(',').map(|n| n.parse().ok()).collect();
            match numbers.as_deref() {
                Some(&[x, y, ms]) => {
                    moves.push(PsqMove {
                        point: size.point(x - 1, y - 1)?,
                        ms: ms.max(0) as u64,
                    });
                }
                _ => rest.push(line.to_string()),
            }
        }
        let end_code = rest.last().and_then(|line| line.parse().ok()).unwrap_or(-1);
        let mut names = rest.into_iter();
        let names = [
            names.next().unwrap_or_default(),
            names.next().unwrap_or_default(),
        ];
        Some(PsqGame {
            size,
            moves,
            names,
            end_code,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_go_round() {
        let size = Size::FIFTEEN;
        let points = [size.point(0, 14).unwrap(), size.centre()];
        let game = PsqGame {
            size,
            moves: points.map(|point| PsqMove { point, ms: 12 }).to_vec(),
            names: ["pbrain-a".into(), "pbrain b".into()],
            end_code: 2,
        };
        let text = game.to_string();
        assert!(
            text.starts_with("Piskvorky 15x15, 11:11, 0\n1,15,12\n8,8,12\npbrain-a\n"),
            "{text}"
        );
        assert_eq!(PsqGame::parse(&text), Some(game));
        assert_eq!(PsqGame::parse("Piskvorky 15x15, 11:11, 0\n16,1,0\n"), None);
        assert_eq!(PsqGame::parse("junk"), None);
    }
}
