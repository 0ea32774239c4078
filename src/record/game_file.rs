//! Files of games or positions in any format, recognised by content and by the name's ending.

use super::code_page::decode;
use super::diagram::{Diagram, DiagramError, looks_like_diagram, read_diagram};
use super::move_text::{MoveTextError, Numbers, parse_move_text};
use super::opening_lines::OpeningFormat;
use super::psq::{PsqError, PsqGame, PsqOrigin};
use super::recorded_game::{MovesError, RecordedGame};
use super::renlib::{RenlibError, parse_renlib};
use super::sgf::{SgfError, parse_sgf_on};
use super::sgf_text::with_newlines;
use super::variations::{NodeId, Variations};
use crate::board::{Point, Size};
use crate::rule::Rule;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A format of files that hold games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// SGF.
    Sgf,
    /// RenLib's libraries.
    Renlib,
    /// Piskvork's records.
    Psq,
    /// Piskvork's older records, counted from 0, with a head or without.
    Rec,
    /// A drawing.
    Diagram,
    /// Lists of moves in letters and numbers, or numbers that tell themselves what they count.
    Moves,
    /// Columns and rows from the top left, from 0.
    Xy,
    /// An opening a line.
    Openings(OpeningFormat),
}

/// Each format's name, and the endings of its files' names.
const FORMATS: [(&str, GameFormat, &[&str]); 10] = [
    ("sgf", GameFormat::Sgf, &["sgf"]),
    ("renlib", GameFormat::Renlib, &["lib"]),
    ("psq", GameFormat::Psq, &["psq"]),
    ("rec", GameFormat::Rec, &["rec"]),
    ("diagram", GameFormat::Diagram, &[]),
    ("moves", GameFormat::Moves, &["pgn"]),
    ("xy", GameFormat::Xy, &[]),
    ("offset", GameFormat::Openings(OpeningFormat::Offset), &[]),
    ("pos", GameFormat::Openings(OpeningFormat::Pos), &["pos"]),
    (
        "pos-from-top",
        GameFormat::Openings(OpeningFormat::PosFromTop),
        &[],
    ),
];

impl GameFormat {
    /// The names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FORMATS.iter().map(|row| row.0)
    }
}

impl fmt::Display for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = FORMATS.iter().find(|row| row.1 == *self);
        f.write_str(row.map_or("", |row| row.0))
    }
}

/// Not the name of a format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is no format of games: {list} are", list = GameFormat::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownFormat(String);

impl FromStr for GameFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<GameFormat, UnknownFormat> {
        let row = FORMATS.iter().find(|row| row.0 == name);
        row.map(|row| row.1)
            .ok_or_else(|| UnknownFormat(name.into()))
    }
}

/// Why a file's games cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GameFileError {
    /// As SGF.
    #[error("read as SGF")]
    Sgf(#[from] SgfError),
    /// As a RenLib library.
    #[error("read as a RenLib library")]
    Renlib(#[from] RenlibError),
    /// As a record of Piskvork's.
    #[error("read as a psq record")]
    Psq(#[from] PsqError),
    /// As a drawing.
    #[error("read as a drawing")]
    Diagram(#[from] DiagramError),
    /// As a list of moves.
    #[error("read as a list of moves")]
    Moves(#[from] MoveTextError),
    /// As openings.
    #[error(
        "read as openings, one a line: line {line}: an opening of the {side}x{side} board in the format {format} is expected, '{found}' is found"
    )]
    Opening {
        /// The line.
        line: usize,
        /// The format.
        format: GameFormat,
        /// The board's side.
        side: usize,
        /// What stands there.
        found: String,
    },
    /// Nothing.
    #[error("there is no game: a game or a position is expected ({list})", list = GameFormat::names().collect::<Vec<_>>().join(", "))]
    Empty,
}

/// Games as a file holds them, at least one.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// The format in which it was read.
    pub format: GameFormat,
    /// The games, each with its notes.
    pub games: Vec<RecordedGame>,
    /// What concerns the file as a whole, a sentence each.
    pub notes: Vec<String>,
}

/// Why a text is not one game on a board.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OneGameError {
    /// It is no game.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// There are several.
    #[error("one game is expected, {0} are found")]
    Several(usize),
    /// It is one on a board of another side.
    #[error("a game on {0}x{0} is expected, one on {1}x{1} is found")]
    OtherSize(usize, usize),
    /// Its moves are not a game's.
    #[error(transparent)]
    Moves(#[from] MovesError),
}

/// The moves of a game from the empty board, as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedMoves {
    /// The moves, black's first.
    pub moves: Vec<Point>,
    /// The rule, where the text names it.
    pub rule: Option<Rule>,
    /// What had to be guessed, a sentence each.
    pub notes: Vec<String>,
}

/// Reads the moves of a game from the empty board in any form that is typed.
///
/// # Errors
/// [`OneGameError`].
pub fn read_moves(text: &str, size: Size) -> Result<TypedMoves, OneGameError> {
    let file = read_game_text(text, None, Some(size))?;
    let game = file.only_game(Some(size))?;
    Ok(TypedMoves {
        moves: game.moves()?,
        rule: game.rule,
        notes: [&file.notes[..], &game.notes].concat(),
    })
}

/// Reads a file. `name` is the file's; `size` is the board's where the file does not say it, 15x15 if it is none.
///
/// # Errors
/// [`GameFileError`] says as what the file was read, and where that failed.
pub fn read_game_file(
    bytes: &[u8],
    name: &str,
    format: Option<GameFormat>,
    size: Option<Size>,
) -> Result<GameFile, GameFileError> {
    let format = format.unwrap_or_else(|| recognised_format(bytes, name));
    let mut file = GameFile {
        format,
        games: Vec::new(),
        notes: Vec::new(),
    };
    match format {
        GameFormat::Renlib => file.games.push(parse_renlib(bytes)?),
        GameFormat::Sgf => {
            let sgf = parse_sgf_on(bytes, size)?;
            (file.games, file.notes) = (sgf.games, sgf.notes);
        }
        _ => {
            let (text, note) = text_of(bytes);
            file.notes.extend(note);
            file.read_text(&text, size)?;
        }
    }
    match file.games.is_empty() {
        true => Err(GameFileError::Empty),
        false => Ok(file),
    }
}

/// Reads a text as it is typed: moves or a drawing.
///
/// # Errors
/// [`GameFileError`] says as what the text was read, and where that failed.
pub fn read_game_text(
    text: &str,
    format: Option<GameFormat>,
    size: Option<Size>,
) -> Result<GameFile, GameFileError> {
    match text.trim().is_empty() {
        true => {
            let tree = Variations::new(size.unwrap_or(Size::FIFTEEN));
            Ok(GameFile {
                format: format.unwrap_or(GameFormat::Moves),
                games: vec![RecordedGame::from_tree(tree)],
                notes: Vec::new(),
            })
        }
        false => read_game_file(text.as_bytes(), "", format, size),
    }
}

impl GameFile {
    /// The game of a file that has one, on a board of `size` where that is given.
    ///
    /// # Errors
    /// [`OneGameError::Several`] or [`OneGameError::OtherSize`].
    pub fn only_game(&self, size: Option<Size>) -> Result<&RecordedGame, OneGameError> {
        let [game] = &self.games[..] else {
            return Err(OneGameError::Several(self.games.len()));
        };
        match size.filter(|&size| size != game.size()) {
            None => Ok(game),
            Some(size) => Err(OneGameError::OtherSize(size.side(), game.size().side())),
        }
    }

    fn read_text(&mut self, text: &str, size: Option<Size>) -> Result<(), GameFileError> {
        match self.format {
            GameFormat::Psq | GameFormat::Rec => {
                let origin = match self.format {
                    GameFormat::Rec => PsqOrigin::Zero,
                    _ => PsqOrigin::Told,
                };
                let (psq, notes) = PsqGame::parse_from(text, origin, size)?;
                self.notes.extend(notes);
                self.games.push(psq.recorded_game());
            }
            GameFormat::Diagram => {
                let Diagram { board, caption } = read_diagram(text)?;
                let turn = caption.map_or(board.turn_by_count(), |caption| caption.turn);
                let game = RecordedGame::from_board(board, turn);
                let rule = caption.map(|caption| caption.rule);
                self.games.push(RecordedGame { rule, ..game });
            }
            GameFormat::Openings(format) => {
                self.read_openings(text, format, size.unwrap_or(Size::FIFTEEN))?;
            }
            _ => {
                let numbers = (self.format == GameFormat::Xy).then_some(Numbers::FromTopLeft);
                self.games = parse_move_text(text, size, numbers)?;
                self.games.retain(|game| !game.tree.is_empty());
            }
        }
        Ok(())
    }

    fn read_openings(
        &mut self,
        text: &str,
        format: OpeningFormat,
        size: Size,
    ) -> Result<(), GameFileError> {
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let points = format.parse(line, size);
            let points = points.ok_or_else(|| GameFileError::Opening {
                line: index + 1,
                format: self.format,
                side: size.side(),
                found: line.chars().take(40).collect(),
            })?;
            let mut tree = Variations::new(size);
            points
                .into_iter()
                .fold(NodeId::ROOT, |id, point| tree.add(id, Some(point), ""));
            self.games.push(RecordedGame::from_tree(tree));
        }
        Ok(())
    }
}

/// The text in whatever code page, with a newline at the end of each line.
fn text_of(bytes: &[u8]) -> (String, Option<String>) {
    let (text, note) = decode(bytes, None);
    (with_newlines(&text), note)
}

/// The format that content and ending tell.
fn recognised_format(bytes: &[u8], name: &str) -> GameFormat {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let row = FORMATS
        .iter()
        .find(|row| row.2.iter().any(|e| e.eq_ignore_ascii_case(ending)));
    let by_ending = row.map(|row| row.1);
    if bytes.starts_with(b"\xffRenLib\xff") {
        return GameFormat::Renlib;
    }
    let (text, _) = text_of(bytes);
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("Piskvorky") {
        return match by_ending {
            Some(GameFormat::Rec) => GameFormat::Rec,
            _ => GameFormat::Psq,
        };
    }
    if let Some(format) = by_ending {
        return format;
    }
    let mut after_parentheses = text.split('(').skip(1);
    match () {
        _ if after_parentheses.any(|rest| rest.trim_start().starts_with(';')) => GameFormat::Sgf,
        _ if looks_like_diagram(&text) => GameFormat::Diagram,
        _ => GameFormat::Moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, point_names};
    use rand::{Rng, RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn read(bytes: &[u8], name: &str) -> Result<GameFile, GameFileError> {
        read_game_file(bytes, name, None, None)
    }

    /// One position in every format, recognised by content or ending.
    const SAME: [(&str, &[u8], GameFormat); 11] = [
        ("a.sgf", b"(;GM[4]SZ[15];B[hh];W[ig];B[jf])", GameFormat::Sgf),
        ("a.txt", b"Dear friend,\n(;GM[4]SZ[15];B[hh];W[ig];B[jf])", GameFormat::Sgf),
        (
            "a.lib",
            b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\x78\0\x69\0\x5a\x40",
            GameFormat::Renlib,
        ),
        ("old.LIB", b"\x78\0\x69\0\x5a\x40", GameFormat::Renlib),
        ("a.psq", b"Piskvorky 15x15, 11:11, 0\r\n8,8,1\r\n9,7,1\r\n10,6,1\r\n", GameFormat::Psq),
        ("a.rec", b"Piskvorky 15x15, 11:11, 0\n7,7,1\n8,6,1\n9,5,1\n", GameFormat::Rec),
        ("a", b"1. h8 i9 2. j10 *", GameFormat::Moves),
        ("a.txt", b"h8i9j10\r\n", GameFormat::Moves),
        ("a.txt", b"0,0, 1,-1, 2,-2", GameFormat::Moves),
        ("a.txt", b"0 0 1 -1 2 -2", GameFormat::Moves),
        ("a.pos", b"# one\nh8i9j10\n", GameFormat::Openings(OpeningFormat::Pos)),
    ];

    #[test]
    fn every_format_is_recognised() {
        for (name, bytes, format) in SAME {
            let file = read(bytes, name).unwrap();
            assert_eq!((file.format, file.games.len()), (format, 1), "{name}");
            let moves = file.games[0].moves().unwrap();
            assert_eq!(point_names(&moves, Size::FIFTEEN), "h8 i9 j10", "{name}");
            let board = file.games[0].position(usize::MAX).unwrap().0;
            let drawn = read(board.to_string().as_bytes(), "a.txt").unwrap();
            assert_eq!(drawn.format, GameFormat::Diagram);
            let (again, turn) = drawn.games[0].position(0).unwrap();
            assert_eq!(
                (again.key(turn), turn),
                (board.key(Color::White), Color::White)
            );
        }
        for name in GameFormat::names() {
            assert_eq!(name.parse::<GameFormat>().unwrap().to_string(), name);
        }
        assert!(
            "doc"
                .parse::<GameFormat>()
                .unwrap_err()
                .to_string()
                .contains("sgf, renlib, psq")
        );
    }

    #[test]
    fn rec_files_as_piskvork_writes_them() {
        let text = b"a.exe\nb.exe\n7,7,1\n8,6,1\n-1\n";
        let file = read_game_file(text, "A.REC", None, Some(Size::FIFTEEN)).unwrap();
        let moves = file.games[0].moves().unwrap();
        assert_eq!((file.format, file.notes.len()), (GameFormat::Rec, 0));
        assert_eq!(point_names(&moves, Size::FIFTEEN), "h8 i9");
        assert!(read(text, "a.psq").is_err());
    }

    #[test]
    fn the_board_is_the_files_or_else_the_one_asked_for() {
        let side = |text: &str| {
            let file = read_game_file(text.as_bytes(), "z.sgf", None, Some(Size::TWENTY));
            file.unwrap().games[0].size().side()
        };
        assert_eq!(side("(;GM[4];B[jj];W[kk];B[jk];W[tt])"), 20);
        assert_eq!(side("(;GM[4]SZ[15];B[jj];W[kk])"), 15);
    }

    #[test]
    fn lines_of_any_system() {
        for text in [
            "# c\nh8 i9\nj10\n",
            "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,7,1\n10,6,1\n",
        ] {
            for end in ["\n", "\r\n", "\r"] {
                let file = read(text.replace('\n', end).as_bytes(), "").unwrap();
                let moves = file.games[0].moves().unwrap();
                assert_eq!(point_names(&moves, Size::FIFTEEN), "h8 i9 j10", "{text:?}");
            }
        }
    }

    #[test]
    fn typed_moves_with_their_rule() {
        for (text, rule) in [
            ("[Variant \"renju15\"] h8 i9", Some(Rule::Renju)),
            ("(;GM[4]SZ[15]RU[renju];B[hh];W[ig])", Some(Rule::Renju)),
            ("h8 i9", None),
        ] {
            let typed = read_moves(text, Size::FIFTEEN).unwrap();
            assert_eq!(point_names(&typed.moves, Size::FIFTEEN), "h8 i9");
            assert_eq!((typed.rule, typed.notes.len()), (rule, 0));
        }
    }

    #[test]
    fn formats_that_are_named() {
        let read = |text: &str, format: &str| {
            let size = Size::new(19);
            let file = read_game_file(text.as_bytes(), "", Some(format.parse().unwrap()), size);
            file.map(|file| point_names(&file.games[0].moves().unwrap(), file.games[0].size()))
        };
        assert_eq!(read("h8i9", "pos-from-top").as_deref(), Ok("h12 i11"));
        assert_eq!(read("h8i9", "pos").as_deref(), Ok("h8 i9"));
        assert_eq!(read("1,2, 3,4", "offset").as_deref(), Ok("k8 m6"));
        assert_eq!(read("1,2 3,4", "xy").as_deref(), Ok("b17 d15"));
        let error = read("h8\n0,0\n", "pos").unwrap_err().to_string();
        assert!(
            error.contains("line 2: an opening of the 19x19 board in the format pos"),
            "{error}"
        );
    }

    #[test]
    fn errors_say_as_what_the_file_was_read() {
        for (name, text, words) in [
            (
                "a.psq",
                "no record",
                "read as a psq record: line 1: a head such as",
            ),
            (
                "a.sgf",
                "no record",
                "read as SGF: line 1, column 1: '(;' is expected",
            ),
            (
                "a.lib",
                "no record",
                "read as a RenLib library: not a RenLib file",
            ),
            (
                "a.txt",
                "no record",
                "read as a list of moves: line 1, column 1: a move",
            ),
            (
                "a.txt",
                ".....\n.....",
                "read as a drawing: 2 rows are found",
            ),
            ("a.txt", "\n", "there is no game"),
            ("a.pos", "# only this", "there is no game"),
        ] {
            let error = anyhow::Error::new(read(text.as_bytes(), name).unwrap_err());
            let told = format!("{error:#}");
            assert_eq!(told.matches(words).count(), 1, "{told}");
        }
        assert_eq!(read_game_text(" ", None, None).unwrap().games.len(), 1);
    }

    /// Random bytes, and valid files with a few bytes changed, are read or refused in every format.
    #[test]
    fn no_bytes_panic() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let formats: Vec<GameFormat> = FORMATS.iter().map(|row| row.1).collect();
        for round in 0..4_000 {
            let (name, sample, _) = SAME[round % SAME.len()];
            let mut bytes = sample.to_vec();
            match round % 4 {
                0 => {
                    bytes.resize(rng.random_range(0..80), 0);
                    rng.fill_bytes(&mut bytes);
                }
                1 => bytes.truncate(rng.random_range(0..bytes.len())),
                _ => {
                    for _ in 0..rng.random_range(1..4) {
                        let at = rng.random_range(0..bytes.len());
                        let other = rng.random_range(0..bytes.len());
                        bytes[at] = [bytes[other], rng.random()][round / 4 % 2];
                    }
                }
            }
            let _ = read(&bytes, name);
            for &format in &formats {
                let size = Size::new(rng.random_range(5..=22));
                if let Ok(file) = read_game_file(&bytes, name, Some(format), size) {
                    for game in file.games {
                        let _ = (game.position(usize::MAX), game.moves());
                    }
                }
            }
        }
    }
}
