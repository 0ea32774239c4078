//! Games as lists of moves, as people and servers write them.
//!
//! ```text
//! h8 i9 j10          h8i9j10          h8, i9, j10          1. h8 i9 2. j10          1. h8 2. i9 3. j10
//! [Site "PlayOK"]    then moves with numbers, {comments} and a result such as 1-0; several games
//! 0,0, -1,2          offsets from the centre, y downwards: the openings of managers
//! 7,7 8,8            column and row from the top left, from 0: the points of the protocol
//! ```
//!
//! A letter names the column from the left, a number the row from the bottom. Numbers alone are offsets if they begin
//! with `0,0` or one of them is negative, else whichever of both fits the board alone. `#` begins a comment. Lines of
//! moves are one list, unless they have points in common: then each is a game.

use super::recorded_game::RecordedGame;
use super::sgf::rule_named;
use super::sgf_text::{Place, with_newlines};
use super::variations::{NodeId, Variations};
use crate::board::{Point, Size, parse_point};
use crate::rule::Rule;
use std::collections::HashSet;
use thiserror::Error;

/// What numbers alone count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Columns and rows from the board's centre, y downwards.
    Offsets,
    /// Columns and rows from the top left, from 0.
    FromTopLeft,
}

/// Why a text is no list of moves.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}: {wanted}, '{found}' is found")]
pub struct MoveTextError {
    /// Where.
    pub place: Place,
    /// What should stand there, in words.
    pub wanted: String,
    /// What stands there.
    pub found: String,
}

/// Reads all games of a text. `size` is the board's where the text does not say it, 15x15 if it is none; `numbers`
/// is what numbers alone count, if that is known.
///
/// # Errors
/// [`MoveTextError`] with the first thing that is no move.
pub fn parse_move_text(
    text: &str,
    size: Option<Size>,
    numbers: Option<Numbers>,
) -> Result<Vec<RecordedGame>, MoveTextError> {
    let text = with_newlines(text.trim_start_matches('\u{feff}'));
    let tokens = tokens(&text)?;
    let has_words = tokens
        .iter()
        .any(|token| matches!(token.kind, Kind::Point | Kind::Pass));
    let has_numbers = tokens
        .iter()
        .any(|token| matches!(token.kind, Kind::Number));
    let fallback = size.unwrap_or(Size::FIFTEEN);
    if has_numbers && !has_words {
        return number_games(&tokens, fallback, numbers);
    }
    if let Some(open) = tokens.iter().find(|token| matches!(token.kind, Kind::Open)) {
        return Err(open.error("moves without variations are expected (SGF and RenLib hold them)"));
    }
    let whole = games(&tokens, fallback)?;
    let is_list = !tokens
        .iter()
        .any(|t| matches!(t.kind, Kind::Number | Kind::Tag(_) | Kind::Result));
    match whole.iter().any(|game| game.position(usize::MAX).is_err()) && is_list {
        false => Ok(whole),
        true => games_of_lines(&tokens, fallback).map(|lines| lines.unwrap_or(whole)),
    }
}

/// A game a line, where two lines have a point in common; the lines of one list have none, unless a move is wrong.
fn games_of_lines(
    tokens: &[Token],
    size: Size,
) -> Result<Option<Vec<RecordedGame>>, MoveTextError> {
    let (mut all, mut points, mut are_games) = (Vec::new(), HashSet::new(), false);
    for line in tokens.chunk_by(|a, b| a.place.line == b.place.line) {
        let read = games(line, size)?;
        let moves = read.iter().flat_map(|game| game.tree.main_line());
        let own: HashSet<Point> = moves.flatten().collect();
        are_games |= !own.is_disjoint(&points);
        points.extend(own);
        all.extend(read);
    }
    Ok(are_games.then_some(all))
}

#[derive(Clone, Debug)]
enum Kind {
    /// A letter and a number.
    Point,
    Pass,
    /// A number, perhaps with a dot: a move's, or a coordinate.
    Number,
    /// What stands in braces.
    Comment,
    /// `[name "value"]`: the value.
    Tag(String),
    /// The end of a game.
    Result,
    /// `(`: around coordinates, or a variation.
    Open,
}

#[derive(Clone, Debug)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    place: Place,
}

impl Token<'_> {
    fn error(&self, wanted: &str) -> MoveTextError {
        MoveTextError {
            place: self.place,
            wanted: wanted.into(),
            found: self.text.into(),
        }
    }
}

const RESULTS: [&str; 8] = [
    "1/2-1/2", "1-0", "0-1", "0-0", "½-½", "resigns", "resign", "*",
];
const PASSES: [&str; 2] = ["pass", "--"];
const A_MOVE: &str = "a move such as h8 is expected";

fn tokens(text: &str) -> Result<Vec<Token<'_>>, MoveTextError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut place = Place { line: 1, column: 1 };
    while !rest.is_empty() {
        let (kind, length) = token(rest, place)?;
        let (word, behind) = rest.split_at(length);
        if let Some(kind) = kind {
            let text = word;
            tokens.push(Token { kind, text, place });
        }
        for c in word.chars() {
            match c {
                '\n' => (place.line, place.column) = (place.line + 1, 1),
                _ => place.column += 1,
            }
        }
        rest = behind;
    }
    Ok(tokens)
}

/// What stands at the beginning of a text that is not empty, and how long it is in bytes.
fn token(rest: &str, place: Place) -> Result<(Option<Kind>, usize), MoveTextError> {
    let until = |end: char| rest.find(end).map_or(rest.len(), |at| at + end.len_utf8());
    let word_end = rest
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(rest.len());
    let word = &rest[..word_end];
    let wrong = |found: &str| MoveTextError {
        place,
        wanted: A_MOVE.into(),
        found: found.chars().take(20).collect(),
    };
    if let Some(tag) = tag(rest) {
        return Ok(tag);
    }
    if let Some(result) = RESULTS
        .iter()
        .find(|&&result| starts_with_word(rest, result))
    {
        return Ok((Some(Kind::Result), result.len()));
    }
    if let Some(pass) = PASSES.iter().find(|&&pass| starts_with_word(rest, pass)) {
        return Ok((Some(Kind::Pass), pass.len()));
    }
    match rest.chars().next() {
        Some('(') => Ok((Some(Kind::Open), 1)),
        Some('#') => Ok((None, rest.find('\n').unwrap_or(rest.len()))),
        Some('{') => Ok((Some(Kind::Comment), until('}'))),
        Some(c) if c.is_ascii_digit() || c == '-' => {
            let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
            let length = digits.map_or(rest.len(), |end| end + 1);
            match (length, c) {
                (1, '-') => Err(wrong("-")),
                _ => Ok((Some(Kind::Number), length)),
            }
        }
        Some(c) if c.is_ascii_alphabetic() => {
            let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
            let length = digits.map_or(rest.len(), |end| end + 1);
            // A dash between two moves.
            let dash = rest[length..].strip_prefix('-');
            let is_dashed = dash.is_some_and(|d| d.starts_with(|c: char| c.is_ascii_alphabetic()));
            match length {
                1 => Err(wrong(word)),
                _ => Ok((Some(Kind::Point), length + usize::from(is_dashed))),
            }
        }
        Some(c) if c.is_whitespace() || ",;:.!?+=|/[]\"')".contains(c) => Ok((None, c.len_utf8())),
        _ => Err(wrong(rest.lines().next().unwrap_or_default())),
    }
}

fn starts_with_word(rest: &str, word: &str) -> bool {
    let begins = rest
        .get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word));
    begins && !rest[word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '/')
}

/// `[name "value"]`.
fn tag(rest: &str) -> Option<(Option<Kind>, usize)> {
    let inside = rest.strip_prefix('[')?;
    let name = inside
        .find(|c: char| !c.is_ascii_alphanumeric())
        .filter(|&end| end > 0)?;
    let value = inside[name..].trim_start_matches(' ').strip_prefix('"')?;
    let end = value.find("\"]")?;
    let length = rest.len() - value.len() + end + 2;
    let value = &value[..end];
    Some((Some(Kind::Tag(value.into())), length)).filter(|_| !value.contains('\n'))
}

fn tag_name<'a>(token: &Token<'a>) -> &'a str {
    let inside = token.text.trim_start_matches('[');
    inside
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default()
}

/// A game that is being read.
struct Game {
    rule: Option<Rule>,
    tree: Variations,
    here: NodeId,
    /// How many numbers of moves were read.
    numbers: usize,
    is_over: bool,
}

impl Game {
    fn new(size: Size) -> Game {
        Game {
            rule: None,
            tree: Variations::new(size),
            here: NodeId::ROOT,
            numbers: 0,
            is_over: false,
        }
    }

    /// Reads rule and board off a tag such as `[Variant "renju15"]`.
    fn tag(&mut self, token: &Token, value: &str) -> Result<(), MoveTextError> {
        let name = tag_name(token).to_ascii_lowercase();
        let digits = value.trim_start_matches(|c: char| !c.is_ascii_digit());
        match name.as_str() {
            "variant" | "rule" | "rules" => self.rule = rule_named(value).or(self.rule),
            "size" | "boardsize" => {}
            _ => return Ok(()),
        }
        let is_league = name == "variant" && digits.len() < value.len();
        if name == "rule"
            || name == "rules"
            || digits.is_empty()
            || (name == "variant" && !is_league)
        {
            return Ok(());
        }
        let (width, height) = digits.split_once('x').unwrap_or((digits, digits));
        let side = width.parse().ok().filter(|_| width == height);
        let size = side.and_then(Size::new);
        let wanted = "a square board of 5x5 to 22x22 is expected";
        self.tree = Variations::new(size.ok_or_else(|| token.error(wanted))?);
        Ok(())
    }

    fn play(&mut self, point: Option<Point>) {
        self.here = self.tree.add(self.here, point, "");
    }

    /// Whether a move's number fits: moves are counted one by one, or in pairs.
    fn is_next(&self, number: usize) -> bool {
        let played = self.tree.ply(self.here);
        let is_single = number == played + 1 && self.numbers == played;
        is_single || number == played / 2 + 1
    }

    fn recorded(self) -> RecordedGame {
        RecordedGame {
            rule: self.rule,
            ..RecordedGame::from_tree(self.tree)
        }
    }
}

fn games(tokens: &[Token], size: Size) -> Result<Vec<RecordedGame>, MoveTextError> {
    let mut all = Vec::new();
    let mut game = Game::new(size);
    for token in tokens {
        let is_tag = matches!(token.kind, Kind::Tag(_));
        let begins = game.is_over || is_tag && game.here != NodeId::ROOT;
        if begins && !matches!(token.kind, Kind::Result | Kind::Comment) {
            all.push(std::mem::replace(&mut game, Game::new(size)));
        }
        match &token.kind {
            Kind::Tag(value) => game.tag(token, value)?,
            Kind::Comment => {
                let words = token.text.trim_start_matches('{').trim_end_matches('}');
                game.tree.add_comment(game.here, words.trim());
            }
            Kind::Result => game.is_over = true,
            Kind::Open => {}
            Kind::Pass => game.play(None),
            Kind::Number => {
                let number = token.text.parse();
                if !number.is_ok_and(|number| game.is_next(number)) {
                    let wanted = "the next move or its number is expected";
                    return Err(token.error(wanted));
                }
                game.numbers += 1;
            }
            Kind::Point => {
                let word = token.text.trim_end_matches('-');
                let size = game.tree.size();
                let point = parse_point(word, size).map_err(|_| {
                    let side = size.side();
                    token.error(&format!(
                        "a point of the {side}x{side} board such as h8 is expected"
                    ))
                })?;
                game.play(Some(point));
            }
        }
    }
    all.push(game);
    Ok(all.into_iter().map(Game::recorded).collect())
}

/// Pairs of numbers: a game a line, or one game with a pair a line.
fn number_games(
    tokens: &[Token],
    size: Size,
    numbers: Option<Numbers>,
) -> Result<Vec<RecordedGame>, MoveTextError> {
    let tokens: Vec<&Token> = tokens
        .iter()
        .filter(|t| matches!(t.kind, Kind::Number))
        .collect();
    let mut lines: Vec<Vec<(&Token, [i64; 2])>> = Vec::new();
    for line in tokens.chunk_by(|a, b| a.place.line == b.place.line) {
        let pair = |pair: &[&'_ Token]| -> Result<[i64; 2], MoveTextError> {
            let wrong = || pair[0].error("a pair of numbers x,y is expected");
            let number = |token: &Token| token.text.parse().map_err(|_| wrong());
            match pair {
                [x, y] => Ok([number(x)?, number(y)?]),
                _ => Err(wrong()),
            }
        };
        let mut pairs = Vec::new();
        for two in line.chunks(2) {
            pairs.push((two[0], pair(two)?));
        }
        lines.push(pairs);
    }
    if lines.iter().all(|line| line.len() == 1) {
        lines = vec![lines.into_iter().flatten().collect()];
    }
    let all: Vec<(&Token, [i64; 2])> = lines.iter().flatten().copied().collect();
    let numbers = numbers.map_or_else(|| what_numbers(&all, size), Ok)?;
    let game = |line: Vec<(&Token, [i64; 2])>| {
        let mut game = Game::new(size);
        for (token, pair) in line {
            let side = size.side();
            let wanted = match numbers {
                Numbers::Offsets => {
                    format!("an offset from the centre of the {side}x{side} board is expected")
                }
                Numbers::FromTopLeft => {
                    format!("a column and a row from 0 to {} are expected", side - 1)
                }
            };
            let point = numbers.point(pair, size);
            game.play(Some(point.ok_or_else(|| token.error(&wanted))?));
        }
        Ok(game.recorded())
    };
    lines.into_iter().map(game).collect()
}

impl Numbers {
    fn point(self, [x, y]: [i64; 2], size: Size) -> Option<Point> {
        let origin = match self {
            Numbers::Offsets => size.side() as i64 / 2,
            Numbers::FromTopLeft => 0,
        };
        size.point(x.checked_add(origin)?, y.checked_add(origin)?)
    }
}

/// Offsets, or columns and rows from the top left?
fn what_numbers(pairs: &[(&Token, [i64; 2])], size: Size) -> Result<Numbers, MoveTextError> {
    let has_negative = pairs
        .iter()
        .any(|(_, pair)| pair.iter().any(|&number| number < 0));
    let Some(&(first, at)) = pairs.first() else {
        return Ok(Numbers::Offsets);
    };
    if has_negative || at == [0, 0] {
        return Ok(Numbers::Offsets);
    }
    let fits = |numbers: Numbers| {
        pairs
            .iter()
            .all(|&(_, pair)| numbers.point(pair, size).is_some())
    };
    match (fits(Numbers::Offsets), fits(Numbers::FromTopLeft)) {
        (true, false) => Ok(Numbers::Offsets),
        (false, _) => Ok(Numbers::FromTopLeft),
        (true, true) => Err(first.error(
            "numbers could be offsets from the centre or columns and rows from the top left: --format offset or \
             --format xy is expected, or letters and numbers such as h8",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_points, point_names};

    fn read(text: &str) -> Vec<RecordedGame> {
        parse_move_text(text, None, None).unwrap()
    }

    fn names(game: &RecordedGame) -> String {
        point_names(&game.moves().unwrap(), game.size())
    }

    #[test]
    fn one_game_in_many_forms() {
        for text in [
            "h8 i9 j10 a1",
            "h8i9j10a1",
            "H8,I9,J10,A1",
            "h8, i9; j10 / a1",
            "h8-i9-j10-a1",
            "1. h8 i9 2. j10 a1",
            "1.h8 i9 2.j10 a1 1-0",
            "1. h8 2. i9 3. j10 4. a1",
            "1) h8 2) i9 3) j10 4) a1",
            "1 h8 i9\r\n2 j10 a1\r\n",
            "1. h8 {a comment (h7)} i9! 2. j10? a1 1/2-1/2",
            "\u{feff}# a comment with a1 (and b2)\nh8 i9\nj10 # more\na1\n",
            "# a comment\rh8 i9\rj10 a1\r",
            "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2024.12.26\"]\n[Black \"a\"]\n[Result \"0-1\"]\n\n\
             1. h8 i9 2. j10 a1 0-1\n",
            "['h8', 'i9', \"j10\", a1]",
            "0,0, 1,-1, 2,-2, -7,7",
            "(0,0) (1,-1) (2,-2) (-7,7)",
            "7,7\n8,6\n9,5\n0,14\n",
        ] {
            let games = read(text);
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(names(&games[0]), "h8 i9 j10 a1", "{text}");
        }
        assert_eq!(names(&read("")[0]), "");
    }

    #[test]
    fn passes_and_comments_are_kept() {
        let game = &read("1. h8 pass 2. i9 -- {so}")[0];
        let [h8, i9] = parse_points("h8 i9", Size::FIFTEEN).unwrap()[..] else {
            unreachable!()
        };
        assert_eq!(game.tree.main_line(), [Some(h8), None, Some(i9), None]);
        let last = game.tree.pre_order().last().unwrap();
        assert_eq!(game.tree.comment(last), "so");
        let game = &read("1. h8 {of\r\nthree\rlines}")[0];
        let h8 = game.tree.pre_order().last().unwrap();
        assert_eq!(game.tree.comment(h8), "of\nthree\nlines");
    }

    #[test]
    fn several_games() {
        let games = read(
            "[Event \"a\"]\n[Variant \"renju15\"]\n\n1. h8 i9 1-0\n\n[Event \"b\"]\n[Variant \"freestyle20\"]\n\n1. t20 *\n",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(
            (games[0].rule, games[1].rule),
            (Some(Rule::Renju), Some(Rule::Freestyle))
        );
        assert_eq!(games[1].size(), Size::TWENTY);
        let lines = read("h8i9j10\nh8h9\n# more\ni9h8\n");
        let lines: Vec<String> = lines.iter().map(names).collect();
        assert_eq!(lines, ["h8 i9 j10", "h8 h9", "i9 h8"]);
        let offsets = read("0,0, 1,1\n-1,0, 0,0\n");
        assert_eq!(
            offsets.iter().map(names).collect::<Vec<_>>(),
            ["h8 i7", "g8 h8"]
        );
    }

    #[test]
    fn a_wrong_line_leaves_the_others_alone() {
        let games = read("h8 i9\nh8 j9 j10\nh8 i9 i9\n");
        let moves = |game: &RecordedGame| game.moves().map(|moves| moves.len()).ok();
        assert_eq!(
            games.iter().map(moves).collect::<Vec<_>>(),
            [Some(2), Some(3), None]
        );
        // One list, whole or with a wrong move.
        for (text, length) in [
            ("h8 i9\nj10\nk11 l12\n", Some(5)),
            ("h8 i9\nj10 k11 k11\nl12", None),
        ] {
            let games = read(text);
            assert_eq!((games.len(), moves(&games[0])), (1, length), "{text}");
        }
    }

    #[test]
    fn what_numbers_count() {
        let read = |text, numbers| parse_move_text(text, Some(Size::TWENTY), numbers);
        let first = |text, numbers| read(text, numbers).map(|games| names(&games[0]));
        assert_eq!(first("1,1 -1,0", None).as_deref(), Ok("l9 j10"));
        assert_eq!(first("10,10 11,11", None).as_deref(), Ok("k10 l9"));
        assert_eq!(
            first("3,3 4,4", Some(Numbers::Offsets)).as_deref(),
            Ok("n7 o6")
        );
        assert_eq!(
            first("3,3 4,4", Some(Numbers::FromTopLeft)).as_deref(),
            Ok("d17 e16")
        );
        let error = first("\n 3,3 4,4", None).unwrap_err();
        assert_eq!(error.place, Place { line: 2, column: 2 });
        assert!(error.to_string().contains("--format xy"), "{error}");
    }

    #[test]
    fn errors_name_their_place() {
        for (text, message) in [
            (
                "h8 i16",
                "line 1, column 4: a point of the 15x15 board such as h8 is expected, 'i16' is found",
            ),
            (
                "h8\n  zz\n",
                "line 2, column 3: a move such as h8 is expected, 'zz' is found",
            ),
            (
                "h8 é9",
                "line 1, column 4: a move such as h8 is expected, 'é9' is found",
            ),
            (
                "h8 i",
                "line 1, column 4: a move such as h8 is expected, 'i' is found",
            ),
            (
                "h8 - i9",
                "line 1, column 4: a move such as h8 is expected, '-' is found",
            ),
            (
                "1. h8 i9 3. j10",
                "line 1, column 10: the next move or its number is expected, '3' is found",
            ),
            (
                "h8 i9 5 j10",
                "line 1, column 7: the next move or its number is expected, '5' is found",
            ),
            (
                "1,2,3",
                "line 1, column 5: a pair of numbers x,y is expected, '3' is found",
            ),
            (
                "0,0 9,0",
                "line 1, column 5: an offset from the centre of the 15x15 board is expected, '9' is found",
            ),
            (
                "99,99999999999999999999",
                "line 1, column 1: a pair of numbers x,y is expected, '99' is found",
            ),
            (
                "[Size \"30\"] h8",
                "line 1, column 1: a square board of 5x5 to 22x22 is expected, '[Size \"30\"]' is found",
            ),
        ] {
            assert_eq!(
                parse_move_text(text, None, None).unwrap_err().to_string(),
                message
            );
        }
        let variation = parse_move_text("1. h8 (1. h7) i9", None, None).unwrap_err();
        assert!(
            variation
                .to_string()
                .contains("column 7: moves without variations"),
            "{variation}"
        );
    }
}
