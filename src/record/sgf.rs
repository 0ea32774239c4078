//! Games and trees of variations as SGF: points as two letters from the top left corner.
//!
//! Read are the moves (`B`, `W`), comments (`C`) and labels (`LB`); other properties are passed over, but for
//! stones set up (`AB`, `AW`, `AE`), which a tree of moves cannot hold. Several games in a file become one
//! tree. An empty move is a pass, and so is `tt` on boards of up to 19x19.
//!
//! Source: <https://www.red-bean.com/sgf/>; `GM[4]` is Gomoku and Renju.

use super::variations::{NodeId, Variations};
use crate::board::{Color, Point, Size};
use std::fmt;
use thiserror::Error;

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
            "{}PB[{}]PW[{}]RE[{}]GC[{}]",
            head(self.size, &self.rule, &self.name),
            escaped(black),
            escaped(white),
            escaped(&self.result),
            escaped(&self.comment)
        )?;
        for (number, (point, comment)) in self.moves.iter().enumerate() {
            let color = Color::ALL[number % 2];
            write!(f, "\n;{}", move_text(color, Some(*point)))?;
            if !comment.is_empty() {
                write!(f, "C[{}]", escaped(comment))?;
            }
        }
        writeln!(f, ")")
    }
}

/// Writes a tree; the rule's and the tree's name go into its head.
pub fn write_sgf(tree: &Variations, rule: &str, name: &str) -> String {
    enum Step {
        Write(NodeId, &'static str),
        Close,
    }
    let mut text = head(tree.size(), rule, name);
    let mut steps = vec![Step::Write(NodeId::ROOT, "")];
    while let Some(step) = steps.pop() {
        let Step::Write(id, before) = step else {
            text.push(')');
            continue;
        };
        text.push_str(before);
        text.push_str(&node_text(tree, id));
        let children: Vec<NodeId> = tree.children(id).collect();
        if let [only] = children[..] {
            steps.push(Step::Write(only, "\n;"));
            continue;
        }
        for child in children.into_iter().rev() {
            steps.extend([Step::Close, Step::Write(child, "\n(;")]);
        }
    }
    text + ")\n"
}

fn node_text(tree: &Variations, id: NodeId) -> String {
    let mut text = match id {
        NodeId::ROOT => String::new(),
        _ => move_text(!tree.turn(id), tree.point(id)),
    };
    if !tree.comment(id).is_empty() {
        text += &format!("C[{}]", escaped(tree.comment(id)));
    }
    for (number, (point, label)) in tree.labels(id).iter().enumerate() {
        let name = if number == 0 { "LB" } else { "" };
        let label = escaped(label).replace(':', "\\:");
        text += &format!("{name}[{}:{label}]", letters(*point));
    }
    text
}

fn head(size: Size, rule: &str, name: &str) -> String {
    format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[{}]RU[{}]GN[{}]",
        size.side(),
        escaped(rule),
        escaped(name)
    )
}

fn move_text(color: Color, point: Option<Point>) -> String {
    let name = color_name(color);
    format!("{name}[{}]", point.map_or(String::new(), letters))
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn letters(point: Point) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    [letter(point.x()), letter(point.y())].iter().collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Why a tree cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SgfError {
    /// Something else stands where the format wants this, or the text is cut short.
    #[error("line {line}: {wanted} is missing")]
    Syntax {
        /// Where, from 1.
        line: usize,
        /// What should stand there.
        wanted: &'static str,
    },
    /// Another game.
    #[error("GM[{0}] is another game than Gomoku and Renju, GM[4]")]
    Game(String),
    /// A board that is too small or too large, not square, or another than that of the games before.
    #[error("SZ[{0}] is no board of 5x5 to 22x22, or not that of the rest of the file")]
    Size(String),
    /// Stones set up.
    #[error("{0} sets up stones; a tree of moves has none but those that were played")]
    Setup(String),
    /// Not two letters, or off the board.
    #[error("'{0}' is not a point of this board (two letters from the top left, such as hh)")]
    Point(String),
    /// A move by the color whose turn it is not.
    #[error("{0} is out of turn")]
    Turn(String),
}

/// Reads one game or several into a tree; without `SZ` the board is 15x15.
///
/// # Errors
/// [`SgfError`] with the first thing that is wrong.
pub fn parse_sgf(text: &str) -> Result<Variations, SgfError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader::new(&text);
    let mut tree: Option<Variations> = None;
    let mut here = NodeId::ROOT;
    // The nodes before the parentheses that are open.
    let mut open = Vec::new();
    loop {
        let is_start = open.is_empty();
        match reader.mark() {
            Some('(') => {
                open.push(here);
                if reader.mark() != Some(';') {
                    return Err(reader.wants("';'"));
                }
            }
            Some(';') if !is_start => {}
            Some(')') if !is_start => {
                here = open.pop().unwrap_or(NodeId::ROOT);
                continue;
            }
            None if is_start && tree.is_some() => break,
            _ => return Err(reader.wants(if is_start { "'('" } else { "';', '(' or ')'" })),
        }
        let node = reader.node()?;
        let size = node.size(is_start)?;
        let tree = tree.get_or_insert_with(|| Variations::new(size.unwrap_or(Size::FIFTEEN)));
        if size.is_some_and(|size| size != tree.size()) {
            return Err(SgfError::Size(node.first("SZ").into()));
        }
        here = node.put(tree, here)?;
    }
    tree.ok_or_else(|| reader.wants("'('"))
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    fn new(text: &str) -> Reader<'_> {
        let rest = text.trim_start_matches('\u{feff}');
        Reader { text, rest }
    }

    fn wants(&self, wanted: &'static str) -> SgfError {
        let before = &self.text[..self.text.len() - self.rest.len()];
        let line = before.matches('\n').count() + 1;
        SgfError::Syntax { line, wanted }
    }

    /// Takes the next character that is no white space.
    fn mark(&mut self) -> Option<char> {
        let mut chars = self.rest.trim_start().chars();
        let mark = chars.next();
        self.rest = chars.as_str();
        mark
    }

    fn node(&mut self) -> Result<Properties, SgfError> {
        let mut node = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            let is_over = |c: char| !c.is_ascii_alphanumeric();
            let end = self.rest.find(is_over).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            if name.is_empty() {
                return Ok(Properties(node));
            }
            self.rest = rest;
            // Old files spell names out: Black, SiZe.
            let name = name.replace(|c: char| c.is_ascii_lowercase(), "");
            node.push((name, self.values()?));
        }
    }

    fn values(&mut self) -> Result<Vec<String>, SgfError> {
        let mut values = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('[') {
                Some(rest) => {
                    self.rest = rest;
                    values.push(self.value()?);
                }
                None if values.is_empty() => return Err(self.wants("'['")),
                None => return Ok(values),
            }
        }
    }

    /// Takes what stands before the next `]`; a backslash keeps the next character and joins lines.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        let mut chars = self.rest.chars();
        while let Some(c) = chars.next() {
            match c {
                ']' => {
                    self.rest = chars.as_str();
                    return Ok(value);
                }
                '\\' => value.extend(chars.next().filter(|&kept| kept != '\n')),
                _ => value.push(c),
            }
        }
        self.rest = "";
        Err(self.wants("']'"))
    }
}

/// The properties of a node in their order, each with its values.
struct Properties(Vec<(String, Vec<String>)>);

impl Properties {
    fn all<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(name, _)| name == wanted);
        named.flat_map(|(_, values)| values).map(String::as_str)
    }

    fn first<'a>(&'a self, wanted: &'a str) -> &'a str {
        self.all(wanted).next().unwrap_or("")
    }

    /// The board's size where a game starts or a size is told.
    fn size(&self, is_start: bool) -> Result<Option<Size>, SgfError> {
        if let Some(game) = self.all("GM").find(|game| game.trim() != "4") {
            return Err(SgfError::Game(game.into()));
        }
        let Some(text) = self.all("SZ").next() else {
            return Ok(is_start.then_some(Size::FIFTEEN));
        };
        let (width, height) = text.split_once(':').unwrap_or((text, text));
        let size = width.trim().parse().ok().and_then(Size::new);
        match size.filter(|_| width.trim() == height.trim()) {
            Some(size) => Ok(Some(size)),
            None => Err(SgfError::Size(text.into())),
        }
    }

    /// Enters moves, comments and labels; answers the node that was reached.
    fn put(&self, tree: &mut Variations, before: NodeId) -> Result<NodeId, SgfError> {
        let mut here = before;
        for (name, values) in &self.0 {
            match &**name {
                "AB" | "AW" | "AE" => return Err(SgfError::Setup(name.clone())),
                "B" | "W" => {
                    for value in values {
                        if name != color_name(tree.turn(here)) {
                            return Err(SgfError::Turn(format!("{name}[{value}]")));
                        }
                        here = tree.add(here, read_move(value, tree.size())?, "");
                    }
                }
                _ => {}
            }
        }
        for comment in self.all("C") {
            tree.add_comment(here, comment);
        }
        for label in self.all("LB") {
            let (point, text) = label.split_once(':').unwrap_or((label, ""));
            tree.put_label(here, read_point(point, tree.size())?, text);
        }
        Ok(here)
    }
}

fn read_move(value: &str, size: Size) -> Result<Option<Point>, SgfError> {
    match value.trim() {
        "" => Ok(None),
        "tt" if size.side() <= 19 => Ok(None),
        _ => read_point(value, size).map(Some),
    }
}

fn read_point(value: &str, size: Size) -> Result<Point, SgfError> {
    let number = |letter: u8| match letter.is_ascii_alphabetic() {
        true => (letter.to_ascii_lowercase() - b'a') as i64,
        false => -1,
    };
    match *value.trim().as_bytes() {
        [x, y] => size.point(number(x), number(y)),
        _ => None,
    }
    .ok_or_else(|| SgfError::Point(value.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::variations::tests::{at, large, sample};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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
        let tree = parse_sgf(&text).unwrap();
        assert_eq!(tree.main_line(), [at("h8"), at("a1")]);
    }

    #[test]
    fn trees_go_round() {
        for tree in [sample(), Variations::new(Size::TWENTY)] {
            let text = write_sgf(&tree, "renju", "a]b");
            assert_eq!(parse_sgf(&text), Ok(tree), "{text}");
        }
        let text = write_sgf(&sample(), "renju", "a]b");
        assert!(text.contains("RU[renju]GN[a\\]b]C[a [book\\]\n"), "{text}");
        assert!(
            text.contains("(;W[hg]\n;B[jg]LB[jg:A][bn:あ]\n(;W[ao])"),
            "{text}"
        );
        assert!(text.ends_with("\n(;B[oo]\n;W[oa]))\n"), "{text}");
    }

    #[test]
    fn what_others_write() {
        let text = "\u{feff} \r\n(;GM [4]SiZe[20:20] XX[a\\]][b]\r\n ;Black[tt]C[a\\\r\nb\\\\\r\nc]N[x]\
            (;W[])(;W[BB];C[d];C[e]))\n(;FF[3] SZ[20]5A[oo];B[tt];W[ab]) \n";
        let tree = parse_sgf(text).unwrap();
        let mut expected = Variations::new(Size::TWENTY);
        let add = |tree: &mut Variations, parent, x, y, comment| {
            tree.add(parent, Size::TWENTY.point(x, y), comment)
        };
        let first = add(&mut expected, NodeId::ROOT, 19, 19, "ab\\\nc");
        expected.add(first, None, "");
        add(&mut expected, first, 1, 1, "d\ne");
        add(&mut expected, first, 0, 1, "");
        assert_eq!(tree, expected);
        let pass = parse_sgf("(;;B[tt]W[hh])").unwrap();
        assert_eq!((pass.size(), pass.len()), (Size::FIFTEEN, 2));
        assert!(pass.main_line().is_empty());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let syntax = |line, wanted| SgfError::Syntax { line, wanted };
        for (text, error) in [
            ("", syntax(1, "'('")),
            ("\n\nB[hh]", syntax(3, "'('")),
            ("(;)\n)", syntax(2, "'('")),
            ("()", syntax(1, "';'")),
            ("(;B[hh]", syntax(1, "';', '(' or ')'")),
            ("(;\nB)", syntax(2, "'['")),
            ("(;B[hh]\nC[a\\]", syntax(2, "']'")),
            ("(;GM[1])", SgfError::Game("1".into())),
            ("(;SZ[4])", SgfError::Size("4".into())),
            ("(;SZ[15:16])", SgfError::Size("15:16".into())),
            ("(;SZ[19])(;SZ[15])", SgfError::Size("15".into())),
            ("(;SZ[19])(;B[hh])", SgfError::Size("".into())),
            ("(;AB[hh][ii])", SgfError::Setup("AB".into())),
            ("(;B[hp])", SgfError::Point("hp".into())),
            ("(;B[h8])", SgfError::Point("h8".into())),
            ("(;B[é])", SgfError::Point("é".into())),
            ("(;LB[:A])", SgfError::Point("".into())),
            ("(;B[hh];B[ii])", SgfError::Turn("B[ii]".into())),
            ("(;W[hh])", SgfError::Turn("W[hh]".into())),
        ] {
            assert_eq!(parse_sgf(text), Err(error), "{text}");
        }
    }

    #[test]
    fn truncated_and_changed_texts_never_panic() {
        let text = write_sgf(&sample(), "renju", "");
        let ends = text.char_indices().map(|(end, _)| end);
        for end in ends.filter(|&end| end + 1 < text.len()) {
            assert!(parse_sgf(&text[..end]).is_err(), "{}", &text[..end]);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let marks: Vec<char> = "(;)[]\\BWCLSZhi8:\n é".chars().collect();
        for _ in 0..20_000 {
            let mut mark = || marks[rng.random_range(0..marks.len())];
            let noise: String = (0..30).map(|_| mark()).collect();
            let _ = parse_sgf(&noise);
            let mut changed: Vec<char> = text.chars().collect();
            let place = rng.random_range(0..changed.len());
            changed[place] = marks[rng.random_range(0..marks.len())];
            if let Ok(tree) = parse_sgf(&changed.iter().collect::<String>()) {
                assert_eq!(parse_sgf(&write_sgf(&tree, "", "")), Ok(tree));
            }
        }
    }

    #[test]
    fn long_lines_and_many_variations() {
        let tree = large();
        assert_eq!(parse_sgf(&write_sgf(&tree, "", "")), Ok(tree));
        let deep = "(;B[hh](;W[ii]".repeat(100_000) + &")".repeat(200_000);
        let tree = parse_sgf(&deep).unwrap();
        let last = tree.pre_order().last().unwrap();
        assert_eq!(tree.ply(last), 200_000);
    }
}
