//! Game records as SGF: points as two letters from the top left corner, one game a tree.
//!
//! Source: <https://www.red-bean.com/sgf/>; `GM[4]` is Gomoku and Renju.

use crate::board::{Point, Size};
use std::fmt;

/// A game to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The board's size.
    pub size: Size,
    /// The rule's name.
    pub rule: String,
    /// The game's name.
    pub name: String,
    /// The players, black's first.
    pub names: [String; 2],
    /// `B+1`, `W+1` or `0`.
    pub result: String,
    /// How the game ended, in words.
    pub comment: String,
    /// The moves, black's first, each with a comment or none.
    pub moves: Vec<(Point, String)>,
}

impl fmt::Display for SgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = &self.names;
        write!(
            f,
            "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[{}]RU[{}]GN[{}]PB[{}]PW[{}]RE[{}]GC[{}]",
            self.size.side(),
            escaped(&self.rule),
            escaped(&self.name),
            escaped(black),
            escaped(white),
            escaped(&self.result),
            escaped(&self.comment)
        )?;
        for (number, (point, comment)) in self.moves.iter().enumerate() {
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            let letter = |n: usize| (b'a' + n as u8) as char;
            write!(f, "\n;{color}[{}{}]", letter(point.x()), letter(point.y()))?;
            if !comment.is_empty() {
                write!(f, "C[{}]", escaped(comment))?;
            }
        }
        writeln!(f, ")")
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_as_a_tree() {
        let size = Size::FIFTEEN;
        let game = SgfGame {
            size,
            rule: "renju".into(),
            name: "1".into(),
            names: ["a]b".into(), "c".into()],
            result: "B+1".into(),
            comment: "five".into(),
            moves: vec![
                (size.centre(), "opening".into()),
                (size.point(0, 14).unwrap(), String::new()),
            ],
        };
        let text = game.to_string();
        assert!(text.contains("SZ[15]RU[renju]") && text.contains("PB[a\\]b]"));
        assert!(text.ends_with("\n;B[hh]C[opening]\n;W[ao])\n"), "{text}");
    }
}
