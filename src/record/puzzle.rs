//! Test positions, one a line, `|` between the fields:
//! `id | rules | size | turn | black stones | white stones | expected | how verified | source`.
//!
//! And lines of forbidden points: `category|rows from the top, / between them|x,y:code ..`.

use super::recorded_game::board_of;
use crate::board::{
    Board, Color, NotationError, Point, Size, parse_diagram, parse_point, parse_points, point_name,
    point_names,
};
use crate::rule::{Foul, Rule, UnknownRule};
use thiserror::Error;

/// A position with what is known of it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name; the part before the last `-` is its class.
    pub id: String,
    /// The rules under which the expectation holds, each with its own.
    pub expected: Vec<(Rule, Expected)>,
    /// The stones.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
}

/// What is known of a position under a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whether the side to move has a VCF.
    ByFours(Verdict),
    /// The plies of the shortest VCF, its five included.
    ShortestByFours(usize),
    /// The plies of the shortest VCT, its five included.
    ShortestByThreats(usize),
    /// No VCT has at most this number of plies.
    NoneByThreats(usize),
    /// A statement about wins that this suite does not check.
    Beyond,
    /// Exactly these points are forbidden to black.
    Forbidden(Vec<(Point, Foul)>),
    /// Moves to avoid, as `am` in EPD: each loses.
    Avoid(Vec<Point>),
    /// Best moves, as `bm` in EPD: none of them is known to lose.
    Best(Vec<Point>),
}

/// Whether there is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is.
    Win,
    /// There is none, of any length.
    NoWin,
}

/// What is wrong in a line, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("column {column}: {what}")]
pub struct PuzzleError {
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found, and what was expected.
    pub what: String,
}

impl PuzzleError {
    /// Of a part of a line.
    fn at(line: &str, part: &str, what: impl Into<String>) -> PuzzleError {
        let offset = part.as_ptr() as usize - line.as_ptr() as usize;
        PuzzleError {
            column: line[..offset].chars().count() + 1,
            what: what.into(),
        }
    }
}

/// Forbidden points of a board, for black.
#[derive(Clone, Debug)]
pub struct ForbiddenCheck {
    /// The stones.
    pub board: Board,
    /// All forbidden points, in the order of the board's points.
    pub points: Vec<(Point, Foul)>,
}

/// Reads a line of test positions.
///
/// # Errors
/// [`PuzzleError`] tells the column and what is wrong there.
pub fn parse_puzzle(line: &str) -> Result<Puzzle, PuzzleError> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [id, rules, side, turn, black, white, expected, ..] = fields[..] else {
        let what = format!(
            "{} of 7 fields: id|rules|size|turn|black|white|expected",
            fields.len()
        );
        return Err(PuzzleError::at(line, &line[line.len()..], what));
    };
    let size = side.parse().ok().and_then(Size::new).ok_or_else(|| {
        PuzzleError::at(line, side, format!("'{side}' is no board's side, 5 to 22"))
    })?;
    let color = match turn {
        "b" => Color::Black,
        "w" => Color::White,
        _ => {
            let what = format!("'{turn}' is no side to move, b or w");
            return Err(PuzzleError::at(line, turn, what));
        }
    };
    let mut points = [Vec::new(), Vec::new()];
    for (index, stones) in [black, white].into_iter().enumerate() {
        let read = parse_points(stones, size);
        for point in read.map_err(|why| PuzzleError::at(line, stones, why.to_string()))? {
            if points.iter().flatten().any(|&other| other == point) {
                let what = format!("two stones on {}", point_name(point, size));
                return Err(PuzzleError::at(line, stones, what));
            }
            points[index].push(point);
        }
    }
    let board = board_of(size, &points[0], &points[1]);
    let rule = |word: &str| -> Result<Rule, PuzzleError> {
        let word = word.trim();
        word.parse()
            .map_err(|why: UnknownRule| PuzzleError::at(line, word, why.to_string()))
    };
    let rules = rules.split(',').map(rule).collect::<Result<Vec<_>, _>>()?;
    let expected = read_expected(line, expected, &rules, size)?;
    Ok(Puzzle {
        id: id.into(),
        expected,
        board,
        turn: color,
    })
}

/// How these lines name a rule.
pub fn rule_word(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "free",
        Rule::Standard => "std",
        Rule::Renju | Rule::Caro | Rule::CaroExact => rule.name(),
    }
}

/// Writes the first seven fields of a line, for one rule.
pub fn write_puzzle(
    id: &str,
    rule: Rule,
    board: &Board,
    turn: Color,
    expected: &[Expected],
) -> String {
    let stones = |color: Color| {
        let stones = board.history().iter().filter(|stone| stone.1 == color);
        point_names(
            &stones.map(|stone| stone.0).collect::<Vec<_>>(),
            board.size(),
        )
    };
    let turn = match turn {
        Color::Black => "b",
        Color::White => "w",
    };
    let statements: Vec<String> = expected
        .iter()
        .map(|e| statement(e, board.size()))
        .collect();
    let (rule, side) = (rule_word(rule), board.size().side());
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let statements = statements.join(";");
    format!("{id}|{rule}|{side}|{turn}|{black}|{white}|{statements}")
}

fn statement(expected: &Expected, size: Size) -> String {
    match expected {
        Expected::ByFours(Verdict::Win) => "VCF=yes".into(),
        Expected::ByFours(Verdict::NoWin) => "VCF=no".into(),
        Expected::ShortestByFours(plies) => format!("win_in={plies} plies by fours alone"),
        Expected::ShortestByThreats(plies) => {
            format!("win_in={plies} plies by fours+open threes")
        }
        Expected::NoneByThreats(plies) => {
            format!("no win by fours+open threes within {plies} plies")
        }
        Expected::Beyond => "not checked".into(),
        Expected::Avoid(points) => format!("am={}", point_names(points, size)),
        Expected::Best(points) => format!("bm={}", point_names(points, size)),
        Expected::Forbidden(points) => {
            let code = |foul| match foul {
                Foul::DoubleThree => 3,
                Foul::DoubleFour => 4,
                Foul::Overline => 6,
            };
            let name = |&(point, foul): &(Point, Foul)| {
                format!("{}:{}", point_name(point, size), code(foul))
            };
            let points: Vec<String> = points.iter().map(name).collect();
            let all = match points.is_empty() {
                true => "none".into(),
                false => points.join(","),
            };
            format!("forbidden={all}")
        }
    }
}

/// Statements are separated by `;`: `VCF=yes` is for the line's rules, `std=win` for its own.
fn read_expected(
    line: &str,
    text: &str,
    rules: &[Rule],
    size: Size,
) -> Result<Vec<(Rule, Expected)>, PuzzleError> {
    if let Some(points) = text.strip_prefix("forbidden=") {
        let points = read_named_fouls(line, points, size)?;
        return Ok(rules
            .iter()
            .map(|&rule| (rule, Expected::Forbidden(points.clone())))
            .collect());
    }
    let mut expected = Vec::new();
    let by_fours = |is_win| Expected::ByFours(if is_win { Verdict::Win } else { Verdict::NoWin });
    for statement in text.split(';').map(str::trim) {
        let (name, value) = statement.split_once('=').unwrap_or((statement, ""));
        let first = value.split([' ', '(']).next().unwrap_or("");
        if let Some(length) = read_length(statement) {
            expected.extend(rules.iter().map(|&rule| (rule, length.clone())));
            continue;
        }
        if let "am" | "bm" = name {
            let points = parse_points(value, size);
            let points = points.map_err(|why| PuzzleError::at(line, value, why.to_string()))?;
            let moves = match name {
                "am" => Expected::Avoid(points),
                _ => Expected::Best(points),
            };
            expected.extend(rules.iter().map(|&rule| (rule, moves.clone())));
            continue;
        }
        let rule_of_value = value.split(" in ").nth(1);
        let rule_of_value = rule_of_value.and_then(|rule| rule.parse().ok());
        match (name.trim_start_matches("VCF").is_empty(), name, first) {
            (true, _, "yes" | "no" | "win") => {
                let named = rule_of_value.map(|rule| vec![rule]);
                for rule in named.unwrap_or_else(|| rules.to_vec()) {
                    expected.push((rule, by_fours(first != "no")));
                }
            }
            (_, "std", "win" | "no") => expected.push((Rule::Standard, by_fours(first == "win"))),
            (_, "free", "win" | "no") => expected.push((Rule::Freestyle, by_fours(first == "win"))),
            _ => {}
        }
    }
    if expected.is_empty() {
        expected = rules.iter().map(|&rule| (rule, Expected::Beyond)).collect();
    }
    Ok(expected)
}

/// `win_in=7 plies by VCF`, `win_in=9 plies (shortest by VCF+open threes)`, `no VCF+open
/// threes within 13 plies` and the like.
fn read_length(statement: &str) -> Option<Expected> {
    let number_before_plies = || {
        let words: Vec<&str> = statement.split([' ', '=']).collect();
        let plies = words.iter().position(|word| word.starts_with("plies"))?;
        words.get(plies.checked_sub(1)?)?.parse().ok()
    };
    let is_by_threats =
        statement.contains("fours+open threes") || statement.contains("fours+threes");
    match () {
        _ if statement.ends_with("plies by fours alone") => {
            let is_win = statement.starts_with("win_in=");
            number_before_plies()
                .filter(|_| is_win)
                .map(Expected::ShortestByFours)
        }
        _ if !is_by_threats => None,
        _ if statement.starts_with("win_in=") => {
            number_before_plies().map(Expected::ShortestByThreats)
        }
        _ if statement.starts_with("no ") => number_before_plies().map(Expected::NoneByThreats),
        _ => None,
    }
}

fn read_foul(code: &str, three: &str, four: &str, overline: &str) -> Option<Foul> {
    match code {
        _ if code == three => Some(Foul::DoubleThree),
        _ if code == four => Some(Foul::DoubleFour),
        _ if code == overline => Some(Foul::Overline),
        _ => None,
    }
}

/// `h8:3,i9:4` with codes 3, 4 and 6, or `none`.
fn read_named_fouls(line: &str, text: &str, size: Size) -> Result<Vec<(Point, Foul)>, PuzzleError> {
    let mut points = Vec::new();
    for item in text
        .split(',')
        .map(str::trim)
        .filter(|item| *item != "none")
    {
        let expected = "point:code, as h8:3 (3 double three, 4 double four, 6 overline), or none";
        let wrong = || PuzzleError::at(line, item, format!("'{item}' is no {expected}"));
        let (name, code) = item.split_once(':').ok_or_else(wrong)?;
        let foul = read_foul(code, "3", "4", "6").ok_or_else(wrong)?;
        let point = parse_point(name, size);
        points.push((
            point.map_err(|why| PuzzleError::at(line, name, why.to_string()))?,
            foul,
        ));
    }
    points.sort_by_key(|&(point, _)| point);
    Ok(points)
}

/// Reads a line of forbidden points, with codes 1 (double three), 2 (double four), 3 (overline).
///
/// # Errors
/// [`PuzzleError`] tells the column and what is wrong there.
pub fn parse_vector(line: &str) -> Result<ForbiddenCheck, PuzzleError> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, rows, list, ..] = fields[..] else {
        let what = format!(
            "{} of 3 fields: category|rows, / between them|x,y:code ..",
            fields.len()
        );
        return Err(PuzzleError::at(line, &line[line.len()..], what));
    };
    let board = parse_diagram(rows).map_err(|why| {
        let row = match why {
            NotationError::Row { row, .. } | NotationError::Cell { row, .. } => row,
            _ => 1,
        };
        let row = rows.split('/').nth(row - 1).unwrap_or(rows);
        PuzzleError::at(line, row, why.to_string())
    })?;
    let mut points = Vec::new();
    for item in list.split_whitespace() {
        let expected = "x,y:code, as 7,7:1 (from the top left, 0,0; 1 double three, 2 double four, \
                        3 overline)";
        let wrong = || PuzzleError::at(line, item, format!("'{item}' is no {expected}"));
        let (xy, code) = item.split_once(':').ok_or_else(wrong)?;
        let (x, y) = xy.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.parse().ok();
        let (x, y) = number(x).zip(number(y)).ok_or_else(wrong)?;
        let point = board.size().point(x, y).ok_or_else(wrong)?;
        points.push((point, read_foul(code, "1", "2", "3").ok_or_else(wrong)?));
    }
    points.sort_by_key(|&(point, _)| point);
    Ok(ForbiddenCheck { board, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_own_expectation() {
        let line = |rules: &str, expected: &str| {
            parse_puzzle(&format!(
                "x-1|{rules}|15|b|h8 h9|i9|{expected}|by hand|none"
            ))
            .unwrap()
        };
        use Expected::{Beyond, ByFours};
        use Verdict::{NoWin, Win};
        let puzzle = line("renju", "VCF=yes;linelen<=19;std=win;free=no");
        let expected = [
            (Rule::Renju, ByFours(Win)),
            (Rule::Standard, ByFours(Win)),
            (Rule::Freestyle, ByFours(NoWin)),
        ];
        assert_eq!(puzzle.expected, expected);
        let puzzle = line("renju,std,free", "VCF=no (exhaustive; all three rules)");
        assert_eq!(
            puzzle
                .expected
                .iter()
                .filter(|(_, e)| *e == ByFours(NoWin))
                .count(),
            3
        );
        let puzzle = line("renju", "VCF=no in renju; VCF=win in std; VCF=win in free");
        let expected = [
            (Rule::Renju, ByFours(NoWin)),
            (Rule::Standard, ByFours(Win)),
            (Rule::Freestyle, ByFours(Win)),
        ];
        assert_eq!(puzzle.expected, expected);
        assert_eq!(
            line("std", "win_in=9 plies").expected,
            [(Rule::Standard, Beyond)]
        );
        let by_threats = |text: &str| line("free", text).expected[0].1.clone();
        use Expected::{NoneByThreats, ShortestByThreats};
        let shortest = by_threats("win_in=9 plies (shortest by fours+open threes)");
        assert_eq!(shortest, ShortestByThreats(9));
        let proven = by_threats("black wins, total<=35 plies;win_in=13 plies by fours+open threes");
        assert_eq!(proven, ShortestByThreats(13));
        let none = by_threats("no win by fours+open threes within 13 plies");
        assert_eq!(none, NoneByThreats(13));
        assert_eq!(
            by_threats("no fours+threes win within 19 plies"),
            NoneByThreats(19)
        );
        assert_eq!(by_threats("fours+threes undecided"), Beyond);
        let puzzle = line("renju", "VCT=yes;VCF=no;first=h7;pvlen=9");
        assert_eq!(puzzle.expected, [(Rule::Renju, ByFours(NoWin))]);
    }

    #[test]
    fn what_is_written_is_read() {
        let board = Board::with_stones(
            Size::TWENTY,
            crate::board::stones_in_turn(&parse_points("t20 a1 k10 b2", Size::TWENTY).unwrap()),
        );
        let fouls = parse_points("c3 d4", Size::TWENTY).unwrap();
        let fouls = [Foul::Overline, Foul::DoubleThree]
            .into_iter()
            .zip(fouls)
            .map(|(foul, point)| (point, foul));
        let mut fouls: Vec<(Point, Foul)> = fouls.collect();
        fouls.sort_by_key(|&(point, _)| point);
        for rule in Rule::ALL {
            for expected in [
                vec![
                    Expected::ByFours(Verdict::Win),
                    Expected::ShortestByThreats(15),
                ],
                vec![
                    Expected::ByFours(Verdict::NoWin),
                    Expected::NoneByThreats(9),
                ],
                vec![Expected::Forbidden(fouls.clone())],
                vec![Expected::Forbidden(Vec::new())],
                vec![Expected::Beyond],
                vec![
                    Expected::Avoid(parse_points("c3 d4", Size::TWENTY).unwrap()),
                    Expected::Best(parse_points("e5", Size::TWENTY).unwrap()),
                ],
            ] {
                let line = write_puzzle("x-1", rule, &board, Color::White, &expected);
                let read = parse_puzzle(&line).unwrap();
                assert_eq!((read.id.as_str(), read.turn), ("x-1", Color::White));
                assert_eq!(read.board.history(), board.history());
                let with_rule: Vec<_> = expected.into_iter().map(|e| (rule, e)).collect();
                assert_eq!(read.expected, with_rule, "{line}");
            }
        }
    }

    #[test]
    fn forbidden_points_of_both_forms() {
        let puzzle = parse_puzzle("f|renju|15|b|h8|i9|forbidden=j9:4,h2:6|x|y").unwrap();
        let [(Rule::Renju, Expected::Forbidden(points))] = &puzzle.expected[..] else {
            panic!()
        };
        assert_eq!(
            points.iter().map(|&(_, f)| f).collect::<Vec<_>>(),
            [Foul::DoubleFour, Foul::Overline]
        );
        let rows = [".....", "..X..", ".....", "O....", "....."].join("/");
        let check = parse_vector(&format!("random|{rows}| 1,2:1 0,0:3")).unwrap();
        assert_eq!(check.points.len(), 2);
    }

    #[test]
    fn errors_name_the_column() {
        let told = |line: &str| parse_puzzle(line).unwrap_err().to_string();
        assert!(told("x-1|free|15|b").starts_with("column 14: 4 of 7 fields"));
        let unknown = told("x-1|renju,go|15|b|h8|i9|VCF=no|");
        assert!(unknown.starts_with("column 11: no rule 'go'"), "{unknown}");
        assert!(told("x-1|0| 30|b|h8|i9|VCF=no|").starts_with("column 8: '30'"));
        assert!(told("x-1|0|15|x|h8|i9|VCF=no|").starts_with("column 10: 'x'"));
        assert!(told("x-1|0|15|b|h8|i99|VCF=no|").starts_with("column 15: 'i99'"));
        assert!(told("x-1|0|15|b|h8|h8|VCF=no|").starts_with("column 15: two stones on h8"));
        let foul = told("f|renju|15|b|h8|i9|forbidden=j9:4,h2:5|x");
        assert!(foul.starts_with("column 35: 'h2:5'"), "{foul}");
        assert!(told("t|renju|15|b|h8|i9|am=j9 h99|x").starts_with("column 23: 'h99'"));

        let told = |line: &str| parse_vector(line).unwrap_err().to_string();
        assert!(told("random|..").starts_with("column 10: 2 of 3 fields"));
        assert!(told("random|..|").starts_with("column 8: 1 rows"));
        let rows = [".....", "..X..", "....", "O....", "....."].join("/");
        assert!(told(&format!("random|{rows}|1,2:1")).starts_with("column 20: row 3 has 4"));
        let rows = rows.replace("/..../", "/...../");
        for wrong in ["1,2:4", "5,2:1", "1;2:1", "1,2", "h8:1"] {
            let told = told(&format!("random|{rows}| 0,0:1 {wrong}"));
            assert!(told.starts_with(&format!("column 45: '{wrong}'")), "{told}");
        }
    }

    #[test]
    fn rules_are_read_by_name_and_by_number() {
        for rule in Rule::ALL {
            for name in [rule.name(), rule_word(rule), &rule.code().to_string()] {
                let puzzle = parse_puzzle(&format!("x-1|{name}|15|b|h8|i9|VCF=no|")).unwrap();
                assert_eq!(puzzle.expected[0].0, rule);
            }
        }
    }
}
