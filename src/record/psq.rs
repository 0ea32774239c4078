//! Game records of Piskvork: a head, `x,y,ms` or `x,y` a move counted from 1, the brains' names, an end code.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,120
//! 9,7,340
//! pbrain-one.exe
//! pbrain-two.exe
//! 0
//! 0,Renju
//! ```
//!
//! Names and end code may be missing. The last line, a number and a rule, is Gomocup's. `.rec` files count from 0;
//! Piskvork writes them without a head, the names in front. `.psq` files of some writers count from 0, too: recognised
//! by a 0 among the coordinates.

use super::recorded_game::RecordedGame;
use super::sgf::rule_named;
use super::variations::{NodeId, Variations};
use crate::board::{Point, Size};
use crate::rule::Rule;
use std::fmt;
use thiserror::Error;

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
    /// The players, black's first; empty if the file does not name them.
    pub names: [String; 2],
    /// How the game ended: 0 five or draw, 1 forbidden move, 2 out of time, 3 illegal move, 4 crash; -1 if
    /// the file does not say.
    pub end_code: i32,
    /// The rule, where the file names it, as Gomocup's do.
    pub rule: Option<Rule>,
}

/// From which number a file counts columns and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PsqOrigin {
    /// From 1, unless a 0 is among them.
    #[default]
    Told,
    /// From 0, as `.rec` files do.
    Zero,
}

/// Why a file is no record. Lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PsqError {
    /// Another first line.
    #[error("line 1: a head such as 'Piskvorky 15x15, 11:11, 0' is expected, '{0}' is found")]
    Head(String),
    /// A board that is not square.
    #[error("line 1: the board is {0}x{1}: only square boards are read")]
    NotSquare(usize, usize),
    /// A board that is too small or too large.
    #[error("line 1: the board is {0}x{0}: only boards of 5x5 to 22x22 are read")]
    Size(usize),
    /// Something else, with moves after it.
    #[error("line {0}: a move 'x,y,ms' or 'x,y' is expected, '{1}' is found")]
    Move(usize, String),
    /// A point off the board.
    #[error("line {line}: {x},{y} is off the {side}x{side} board, whose points count from {first}")]
    OffBoard {
        /// The line.
        line: usize,
        /// The column as it is written.
        x: i64,
        /// The row as it is written.
        y: i64,
        /// The board's side.
        side: usize,
        /// The first column's number.
        first: i64,
    },
}

impl fmt::Display for PsqGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.size.side();
        writeln!(f, "Piskvorky {side}x{side}, 11:11, 0")?;
        for PsqMove { point, ms } in &self.moves {
            writeln!(f, "{},{},{ms}", point.x() + 1, point.y() + 1)?;
        }
        for name in &self.names {
            let name = name.replace(['\r', '\n'], " ");
            match is_read_otherwise(&name) {
                true => writeln!(f, "\"{name}\"")?,
                false => writeln!(f, "{name}")?,
            }
        }
        writeln!(f, "{}", self.end_code)?;
        match self.rule {
            Some(rule) => writeln!(f, "0,{rule}"),
            None => Ok(()),
        }
    }
}

/// Whether a name would be read as a move, or without its quotes.
fn is_read_otherwise(name: &str) -> bool {
    read_move(name).is_some() || unquoted(name) != name
}

fn unquoted(line: &str) -> &str {
    let inside = line
        .strip_prefix('"')
        .and_then(|line| line.strip_suffix('"'));
    inside
        .filter(|name| is_read_otherwise(name))
        .unwrap_or(line)
}

impl PsqGame {
    /// The record of an unfinished game without times and names, such as an opening.
    pub fn unfinished(moves: &[Point], size: Size) -> PsqGame {
        let moves = moves.iter().map(|&point| PsqMove { point, ms: 0 });
        PsqGame {
            size,
            moves: moves.collect(),
            names: ["opening".into(), "opening".into()],
            end_code: -1,
            rule: None,
        }
    }

    /// The points of the moves.
    pub fn points(&self) -> Vec<Point> {
        self.moves.iter().map(|played| played.point).collect()
    }

    /// Reads a record.
    ///
    /// # Errors
    /// [`PsqError`] names the line.
    pub fn parse(text: &str) -> Result<PsqGame, PsqError> {
        PsqGame::parse_from(text, PsqOrigin::Told, None).map(|(game, _)| game)
    }

    /// Reads a record that counts as it is said. `size` is the board's where a `.rec` file has no head, 20x20 as in
    /// Piskvork if it is none. The second are notes about what was guessed.
    ///
    /// # Errors
    /// [`PsqError`] names the line.
    pub fn parse_from(
        text: &str,
        origin: PsqOrigin,
        size: Option<Size>,
    ) -> Result<(PsqGame, Vec<String>), PsqError> {
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        let mut notes = Vec::new();
        let names = names_in_front(&lines).filter(|_| origin == PsqOrigin::Zero);
        let (board, before) = match names {
            Some(_) => (size.unwrap_or(Size::TWENTY), 2),
            None => (read_head(lines.first().unwrap_or(&""))?, 1),
        };
        if names.is_some() && size.is_none() {
            let note = "no head names the board: 20x20 is taken, as Piskvork does";
            notes.push(note.into());
        }
        let (numbers, rest) = read_moves(&lines, before)?;
        let has_zero = numbers.iter().any(|&(_, [x, y, _])| x == 0 || y == 0);
        let first = i64::from(origin == PsqOrigin::Told && !has_zero);
        let moves = numbers.iter().map(|played| place(played, board, first));
        if has_zero && origin == PsqOrigin::Told {
            let note = "a 0 is among the coordinates: all are read as counted from 0";
            notes.push(note.into());
        }
        let (rest, rule) = without_rule(rest);
        let (names_behind, end_code) = trailer(rest);
        let game = PsqGame {
            size: board,
            moves: moves.collect::<Result<_, _>>()?,
            names: names.unwrap_or(names_behind),
            end_code,
            rule,
        };
        Ok((game, notes))
    }

    /// The moves as a tree.
    pub fn recorded_game(&self) -> RecordedGame {
        let mut tree = Variations::new(self.size);
        self.moves.iter().fold(NodeId::ROOT, |id, played| {
            tree.add(id, Some(played.point), "")
        });
        RecordedGame {
            rule: self.rule,
            ..RecordedGame::from_tree(tree)
        }
    }
}

/// The names of a `.rec` file as Piskvork writes it: in the first two lines, without a head.
fn names_in_front(lines: &[&str]) -> Option<[String; 2]> {
    let first_move = lines.iter().position(|line| read_move(line).is_some());
    match lines {
        [black, white, ..] if first_move == Some(2) && !black.starts_with("Piskvorky") => {
            Some([black, white].map(|name| name.trim().to_string()))
        }
        _ => None,
    }
}

fn read_head(line: &str) -> Result<Size, PsqError> {
    let wrong = || PsqError::Head(shortened(line));
    let sides = line.trim().strip_prefix("Piskvorky").ok_or_else(wrong)?;
    let sides = sides.split(',').next().unwrap_or_default();
    let (width, height) = sides.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |word: &str| word.trim().parse::<usize>().map_err(|_| wrong());
    let (width, height) = (side(width)?, side(height)?);
    if width != height {
        return Err(PsqError::NotSquare(width, height));
    }
    Size::new(width).ok_or(PsqError::Size(width))
}

/// A move's numbers with their line's.
type NumberedMove = (usize, [i64; 3]);

/// The moves, `before` lines behind the beginning, and the lines after the last one.
fn read_moves<'a>(
    lines: &'a [&'a str],
    before: usize,
) -> Result<(Vec<NumberedMove>, &'a [&'a str]), PsqError> {
    let last = lines.iter().rposition(|line| read_move(line).is_some());
    let end = last.map_or(before, |last| last + 1);
    let mut numbers = Vec::new();
    for (index, line) in lines.iter().enumerate().take(end).skip(before) {
        match read_move(line) {
            Some(played) => numbers.push((index + 1, played)),
            None if line.trim().is_empty() => {}
            None => return Err(PsqError::Move(index + 1, shortened(line))),
        }
    }
    Ok((numbers, &lines[end..]))
}

fn place(&(line, [x, y, ms]): &NumberedMove, size: Size, first: i64) -> Result<PsqMove, PsqError> {
    let point = size.point(x.saturating_sub(first), y.saturating_sub(first));
    let side = size.side();
    let off = PsqError::OffBoard {
        line,
        x,
        y,
        side,
        first,
    };
    let ms = ms.max(0) as u64;
    point.map(|point| PsqMove { point, ms }).ok_or(off)
}

/// Column, row and milliseconds; Piskvork reads moves without these, too.
fn read_move(line: &str) -> Option<[i64; 3]> {
    let numbers = line.trim().split(',').map(|word| word.trim().parse());
    match numbers.collect::<Result<Vec<i64>, _>>().ok()?[..] {
        [x, y] => Some([x, y, 0]),
        [x, y, ms] => Some([x, y, ms]),
        _ => None,
    }
}

/// Takes off the line behind the end code that names the rule, such as `0,Renju` or `0,Freestyle15_1`.
fn without_rule<'a>(lines: &'a [&'a str]) -> (&'a [&'a str], Option<Rule>) {
    let is_number = |word: &str| word.trim().parse::<i32>().is_ok();
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    if let [before @ .., end_code, rule] = &lines[..last.map_or(0, |last| last + 1)]
        && is_number(end_code)
        && let Some((number, name)) = rule.split_once(',')
        && is_number(number)
    {
        let name = name.split('_').next().unwrap_or_default();
        return (&lines[..before.len() + 1], rule_named(name));
    }
    (lines, None)
}

/// The names and the end code, as far as they are there.
fn trailer(lines: &[&str]) -> ([String; 2], i32) {
    // Piskvork names the players in tournaments alone.
    let mut words = lines
        .iter()
        .map(|line| line.trim())
        .filter(|word| !word.is_empty());
    if let (Some(Ok(end_code)), None) = (words.next().map(str::parse), words.next()) {
        return (Default::default(), end_code);
    }
    let blank = lines
        .iter()
        .take_while(|line| line.trim().is_empty())
        .count();
    // A blank line may be an empty name, as long as no more lines follow than there should.
    let lines = match lines.len() > 3 {
        true => &lines[blank..],
        false => lines,
    };
    let name = |index: usize| {
        let line = lines
            .get(index)
            .map_or("", |line| line.trim_end_matches('\r'));
        unquoted(line).to_string()
    };
    let end_code = lines.get(2).and_then(|line| line.trim().parse().ok());
    ([name(0), name(1)], end_code.unwrap_or(-1))
}

fn shortened(line: &str) -> String {
    line.trim().chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_names;

    #[test]
    fn records_go_round() {
        let size = Size::FIFTEEN;
        let points = [size.point(0, 14).unwrap(), size.centre()];
        let mut game = PsqGame {
            size,
            moves: points.map(|point| PsqMove { point, ms: 12 }).to_vec(),
            names: ["pbrain-a".into(), "pbrain b".into()],
            end_code: 2,
            rule: Some(Rule::CaroExact),
        };
        let text = game.to_string();
        assert!(
            text.starts_with("Piskvorky 15x15, 11:11, 0\n1,15,12\n8,8,12\npbrain-a\n"),
            "{text}"
        );
        assert_eq!(PsqGame::parse(&text).as_ref(), Ok(&game));
        assert_eq!(
            PsqGame::parse(&text.replace('\n', "\r\n")).as_ref(),
            Ok(&game)
        );
        for names in [
            ["", ""],
            ["", "b"],
            ["1,2,3", "\"4,5,6\""],
            ["1, 2", "\"4,5\""],
            [" a ", "\"b\""],
            ["0", "-1"],
            ["0", "1"],
        ] {
            game.names = names.map(String::from);
            let again = PsqGame::parse(&game.to_string());
            assert_eq!(again.as_ref(), Ok(&game), "{game}");
            game.moves.clear();
        }
    }

    #[test]
    fn moves_without_times() {
        let game = PsqGame::parse("Piskvorky 15x15, 0:0, 0\n8, 8\n9, 7,12\n10, 8\n-1\n").unwrap();
        let times: Vec<u64> = game.moves.iter().map(|played| played.ms).collect();
        assert_eq!(point_names(&game.points(), game.size), "h8 i9 j8");
        assert_eq!(times, [0, 12, 0]);
        assert_eq!(
            (game.names, game.end_code),
            (["", ""].map(String::from), -1)
        );
    }

    #[test]
    fn missing_and_further_trailer_lines() {
        let head = "Piskvorky 20x20, 11:11, 0\n1,1,5\n20,20,5\n";
        for (trailer, names, end_code) in [
            ("", ["", ""], -1),
            ("a\n", ["a", ""], -1),
            ("a\nb", ["a", "b"], -1),
            ("a\nb\n15\n", ["a", "b"], 15),
            ("15\n", ["", ""], 15),
            ("\n15\n\n", ["", ""], 15),
            ("a\nb\n-1\n1,Freestyle", ["a", "b"], -1),
            ("\n\na\nb\n3\n", ["a", "b"], 3),
        ] {
            let game = PsqGame::parse(&(head.to_string() + trailer)).unwrap();
            assert_eq!(game.moves.len(), 2);
            assert_eq!(
                (game.names, game.end_code),
                (names.map(String::from), end_code)
            );
        }
    }

    #[test]
    fn the_rule_behind_the_end_code() {
        let head = "Piskvorky 15x15, 11:11, 0\n8,8,5\n";
        for (trailer, names, rule) in [
            ("a\nb\n-1\n0,Renju\n", ["a", "b"], Some(Rule::Renju)),
            ("a\nb\n-1\n1,RENJU\n\n", ["a", "b"], Some(Rule::Renju)),
            ("a\nb\n-1\n0,Standard_1", ["a", "b"], Some(Rule::Standard)),
            ("\n\n0\n0,Freestyle15_1", ["", ""], Some(Rule::Freestyle)),
            ("a\nb\n-1\n0,Unknown_1", ["a", "b"], None),
            ("a\nb\n-1\nRenju", ["a", "b"], None),
            ("renju\n0,Renju\n-1\n", ["renju", "0,Renju"], None),
            ("a\n0,Renju", ["a", "0,Renju"], None),
        ] {
            let game = PsqGame::parse(&(head.to_string() + trailer)).unwrap();
            let names = names.map(String::from);
            assert_eq!((game.names.clone(), game.rule), (names, rule), "{trailer}");
            assert_eq!(game.recorded_game().rule, rule);
        }
    }

    #[test]
    fn counted_from_0() {
        let zero = "Piskvorky 15x15, 11:11, 0\n7,7,0\n0,14,3\n";
        let one = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,15,3\n";
        let (game, notes) = PsqGame::parse_from(zero, PsqOrigin::Told, None).unwrap();
        assert_eq!(Ok(&game), PsqGame::parse(one).as_ref());
        assert_eq!(notes.len(), 1);
        let (rec, notes) = PsqGame::parse_from(zero, PsqOrigin::Zero, None).unwrap();
        assert_eq!((&rec, notes.len()), (&game, 0));
        // What fits both is counted from 1, but for `.rec`.
        let both = "Piskvorky 15x15, 11:11, 0\n7,7,0\n";
        let point = |origin| PsqGame::parse_from(both, origin, None).unwrap().0.moves[0].point;
        assert_eq!(point(PsqOrigin::Told), Size::FIFTEEN.point(6, 6).unwrap());
        assert_eq!(point(PsqOrigin::Zero), Size::FIFTEEN.centre());
    }

    #[test]
    fn rec_files_without_a_head() {
        let text = "pbrain-a.exe\r\npbrain b\r\n7,7,0\r\n8,6,12\r\n-1\r\n";
        let read = |text, size| PsqGame::parse_from(text, PsqOrigin::Zero, size);
        let (game, notes) = read(text, Some(Size::FIFTEEN)).unwrap();
        assert_eq!(point_names(&game.points(), game.size), "h8 i9");
        assert_eq!((game.moves[1].ms, game.end_code), (12, -1));
        assert_eq!(game.names, ["pbrain-a.exe", "pbrain b"].map(String::from));
        assert_eq!(notes, [""; 0]);
        let (game, notes) = read(text, None).unwrap();
        assert_eq!((game.size, notes.len()), (Size::TWENTY, 1));
        let off = read("a\nb\n19,19\n20,0\n", None).unwrap_err();
        assert!(matches!(
            off,
            PsqError::OffBoard {
                line: 4,
                side: 20,
                ..
            }
        ));
        // Only `.rec` files are written so, with two names and a move.
        for (text, origin) in [
            (text, PsqOrigin::Told),
            ("a\n7,7,0\n", PsqOrigin::Zero),
            ("a\nb\n-1\n", PsqOrigin::Zero),
        ] {
            let error = PsqGame::parse_from(text, origin, None).unwrap_err();
            assert!(matches!(error, PsqError::Head(_)), "{error}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let head = "Piskvorky 15x15, 11:11, 0\n";
        for (text, message) in [
            (
                "",
                "line 1: a head such as 'Piskvorky 15x15, 11:11, 0' is expected, '' is found",
            ),
            (
                "junk",
                "line 1: a head such as 'Piskvorky 15x15, 11:11, 0' is expected, 'junk' is found",
            ),
            (
                "Piskvorky 20x15, 11:11, 0\n",
                "line 1: the board is 20x15: only square boards are read",
            ),
            (
                "Piskvorky 30x30, 0\n",
                "line 1: the board is 30x30: only boards of 5x5 to 22x22 are read",
            ),
            (
                &format!("{head}8,8,0\n16,1,0\n"),
                "line 3: 16,1 is off the 15x15 board, whose points count from 1",
            ),
            (
                &format!("{head}0,8,0\n15,1,0\n"),
                "line 3: 15,1 is off the 15x15 board, whose points count from 0",
            ),
            (
                &format!("{head}8,8,0\n8;9;0\n9,9,0\n"),
                "line 3: a move 'x,y,ms' or 'x,y' is expected, '8;9;0' is found",
            ),
        ] {
            assert_eq!(PsqGame::parse(text).unwrap_err().to_string(), message);
        }
    }
}
