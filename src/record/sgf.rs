//! Games and trees of variations as SGF: points as two letters from the top left corner.
//!
//! Read are the moves (`B`, `W`), stones set up (`AB`, `AW`, `AE`, `PL`), comments (`C`), labels (`LB`), the
//! board (`SZ`), the rule (`RU`), and the opening that GomokuQuest keeps in `QPR` (its stones in turn) and
//! `QSLW` (white's fourth). Everything else stays in the file's [`SgfTree`], which is written again as a whole.
//! An empty move is a pass, and so is `tt` on boards of up to 19x19.
//!
//! Where a file leaves something open, a note says how it was read. Not read are other games than Gomoku and
//! Renju, boards that are not square, and stones taken off (`AE`) between moves.
//!
//! Source: <https://www.red-bean.com/sgf/>; `GM[4]` is Gomoku and Renju.

use super::code_page::decode;
use super::recorded_game::{RecordedGame, board_of};
use super::sgf_text::{Place, Property, SgfId, SgfSyntaxError, SgfTree, plain};
use super::variations::{NodeId, Variations};
use crate::board::{Board, Color, Point, Size, parse_point};
use crate::rule::Rule;
use std::collections::HashSet;
use thiserror::Error;

/// Why a file cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SgfError {
    /// The text is not well formed.
    #[error(transparent)]
    Syntax(#[from] SgfSyntaxError),
    /// Another game.
    #[error("{0}: GM[{1}] is another game; Gomoku and Renju are GM[4]")]
    Game(Place, String),
    /// A board that is too small or too large, or not square.
    #[error("{0}: SZ[{1}] is no board that is read: square, 5x5 to 22x22")]
    Size(Place, String),
    /// Not two letters, or off the board.
    #[error(
        "{place}: {name}[{value}]: a point of the {side}x{side} board is expected, two letters from the top left such as hh"
    )]
    Point {
        /// Where.
        place: Place,
        /// The property's name.
        name: String,
        /// What stands in the place of a point.
        value: String,
        /// The board's side.
        side: usize,
    },
    /// Two stones set up on one point.
    #[error("{0}: {1}[{2}]: a stone of the other color is set up on this point already")]
    Taken(Place, String, String),
    /// Stones taken off after the first move.
    #[error("{0}: AE takes stones off after the first move, which no tree of moves can hold")]
    TakenOff(Place),
}

/// An SGF file as it was read.
#[derive(Clone, Debug)]
pub struct SgfFile {
    /// All that the file says; its `Display` writes it again.
    pub text: SgfTree,
    /// Its games, at least one.
    pub games: Vec<RecordedGame>,
    /// What concerns the file as a whole, a sentence each.
    pub notes: Vec<String>,
    /// For each game, where the nodes of its tree stand in the text.
    nodes: Vec<Vec<SgfId>>,
}

impl SgfFile {
    /// Where a node of a game's tree stands in the text. Moves that share a node of the text have the same.
    ///
    /// # Panics
    /// If the file has no such game, or the game no such node.
    pub fn node(&self, game: usize, id: NodeId) -> SgfId {
        self.nodes[game][id.index()]
    }
}

/// Reads all games of a file, in the code page that it declares or looks like.
///
/// # Errors
/// [`SgfError`] with the first thing that is wrong.
pub fn parse_sgf(bytes: &[u8]) -> Result<SgfFile, SgfError> {
    parse_sgf_on(bytes, None)
}

/// The same on a board of `size` where a game has no `SZ`. Such a game gets one in the text.
///
/// # Errors
/// [`SgfError`] with the first thing that is wrong.
pub fn parse_sgf_on(bytes: &[u8], size: Option<Size>) -> Result<SgfFile, SgfError> {
    let (text, guessed) = decode(bytes, declared(bytes).as_deref());
    let (mut text, passed_over) = SgfTree::parse(&text)?;
    text.replace_all("CA", "UTF-8");
    let mut file = SgfFile {
        notes: guessed.into_iter().chain(passed_over).collect(),
        games: Vec::new(),
        nodes: Vec::new(),
        text: SgfTree::default(),
    };
    for root in text.games().to_vec() {
        if let Some(size) = size.filter(|_| text.texts(root, "SZ").next().is_none()) {
            text.set(root, "SZ", &size.side().to_string());
        }
        let (game, nodes) = Mapper::read(&text, root)?;
        file.games.push(game);
        file.nodes.push(nodes);
    }
    file.text = text;
    Ok(file)
}

/// The first value of `CA`, before the code page is known.
fn declared(bytes: &[u8]) -> Option<String> {
    let starts = bytes.windows(3).enumerate();
    let is_property = |at: usize| at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
    let (at, _) = { starts }.find(|&(at, window)| window == b"CA[" && is_property(at))?;
    let value = bytes[at + 3..].split(|&byte| byte == b']').next()?;
    (value.len() < 40).then(|| String::from_utf8_lossy(value).into_owned())
}

/// Reads one game into a tree of moves.
struct Mapper<'a> {
    text: &'a SgfTree,
    size: Size,
    tree: Variations,
    /// The node of the text for each of the tree.
    nodes: Vec<SgfId>,
    /// The stones that stand before the first move.
    start: Vec<(Point, Color)>,
    turn: Option<Color>,
    /// The stones of an opening that other properties than moves hold.
    opening: Vec<Point>,
    notes: Vec<String>,
    /// The kinds of notes that were written: one of each is enough.
    noted: HashSet<&'static str>,
}

impl Mapper<'_> {
    fn read(text: &SgfTree, root: SgfId) -> Result<(RecordedGame, Vec<SgfId>), SgfError> {
        let mut mapper = Mapper {
            text,
            size: Size::FIFTEEN,
            tree: Variations::new(Size::FIFTEEN),
            nodes: vec![root],
            start: Vec::new(),
            turn: None,
            opening: Vec::new(),
            notes: Vec::new(),
            noted: HashSet::new(),
        };
        mapper.size(root)?;
        let rule = mapper.rule(root);
        let set_up = mapper.set_up(root)?;
        let start = mapper.start_board();
        let first = mapper.first_turn(root, &start);
        mapper.tree = Variations::with_first(mapper.size, first);
        mapper.moves(root, &set_up)?;
        let game = RecordedGame {
            rule,
            start,
            tree: mapper.tree,
            notes: mapper.notes,
        };
        Ok((game, mapper.nodes))
    }

    fn note(&mut self, kind: &'static str, place: Place, text: &str) {
        if self.noted.insert(kind) {
            self.notes.push(format!("{place}: {text}"));
        }
    }

    /// Which game is it, and on which board?
    fn size(&mut self, root: SgfId) -> Result<(), SgfError> {
        let properties = self.text.properties(root);
        let first = |name: &str| properties.iter().find(|property| property.name == name);
        let mut side = 15;
        match first("GM") {
            None => self
                .notes
                .push("no GM says which game it is: read as Gomoku".into()),
            Some(property) => match property.values[0].trim() {
                "4" => {}
                "1" => {
                    side = 19;
                    self.note("GM", property.place, "GM[1] is Go: read as Gomoku");
                }
                word if is_gomoku(word) => {
                    let text = format!("GM[{word}] is no number: read as GM[4], Gomoku");
                    self.note("GM", property.place, &text);
                }
                other => return Err(SgfError::Game(property.place, other.into())),
            },
        }
        if let Some(property) = first("SZ") {
            let value = property.values[0].trim();
            let (width, height) = value.split_once(':').unwrap_or((value, value));
            let wrong = || SgfError::Size(property.place, value.into());
            side = width.trim().parse().map_err(|_| wrong())?;
            if height.trim() != width.trim() || Size::new(side).is_none() {
                return Err(wrong());
            }
        }
        self.size = Size::new(side).unwrap_or(self.size);
        Ok(())
    }

    fn rule(&mut self, root: SgfId) -> Option<Rule> {
        let mut rules = self.text.properties(root).iter();
        let property = rules.find(|property| property.name == "RU")?;
        let name = plain(&property.values[0]);
        let rule = rule_named(&name);
        if rule.is_none() && !name.trim().is_empty() {
            let text = format!("RU[{}] names no rule that is known", name.trim());
            self.note("RU", property.place, &text);
        }
        rule
    }

    /// Reads the stones set up from the root on, up to a move or to variations; answers the nodes that were read.
    fn set_up(&mut self, root: SgfId) -> Result<HashSet<SgfId>, SgfError> {
        let mut read = HashSet::new();
        let mut here = Some(root);
        while let Some(id) = here {
            read.insert(id);
            let mut has_move = false;
            for property in self.text.properties(id) {
                match &*property.name {
                    "AB" => self.put_stones(property, Some(Color::Black))?,
                    "AW" => self.put_stones(property, Some(Color::White))?,
                    "AE" => self.put_stones(property, None)?,
                    "PL" => self.turn = self.color(property).or(self.turn),
                    "B" | "W" | "QPR" | "QSLW" => has_move = true,
                    _ => {}
                }
            }
            let mut children = self.text.children(id);
            here = match (children.next(), children.next()) {
                (Some(only), None) if !has_move => Some(only),
                _ => None,
            };
        }
        Ok(read)
    }

    fn put_stones(&mut self, property: &Property, color: Option<Color>) -> Result<(), SgfError> {
        for value in &property.values {
            for point in self.points(property, value)? {
                let there = self.start.iter().position(|&(stone, _)| stone == point);
                match (there, color) {
                    (None, Some(color)) => self.start.push((point, color)),
                    (Some(there), None) => drop(self.start.remove(there)),
                    (Some(there), Some(color)) if self.start[there].1 != color => {
                        let (name, value) = (property.name.clone(), value.clone());
                        return Err(SgfError::Taken(property.place, name, value));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn color(&mut self, property: &Property) -> Option<Color> {
        let value = property.values[0].trim().to_ascii_lowercase();
        match value.chars().next() {
            Some('b' | '1') => Some(Color::Black),
            Some('w' | '2') => Some(Color::White),
            _ => {
                let text = format!("PL[{value}] is no color (B or W)");
                self.note("PL", property.place, &text);
                None
            }
        }
    }

    /// In the order of the file where colors alternate there; else in turn, so that a game may lead to it.
    fn start_board(&self) -> Board {
        let in_turn = (self.start.iter().enumerate())
            .all(|(index, &(_, color))| color == Color::ALL[index % 2]);
        if in_turn {
            return Board::with_stones(self.size, self.start.iter().copied());
        }
        let of = |wanted: Color| -> Vec<Point> {
            let own = self.start.iter().filter(|stone| stone.1 == wanted);
            own.map(|stone| stone.0).collect()
        };
        board_of(self.size, &of(Color::Black), &of(Color::White))
    }

    fn first_turn(&mut self, root: SgfId, start: &Board) -> Color {
        if let Some(turn) = self.turn {
            return turn;
        }
        let mut properties = { self.text }
            .pre_order(root)
            .flat_map(|id| self.text.properties(id));
        let first = properties.find_map(|property| match &*property.name {
            "B" | "QPR" => Some((Color::Black, property.place)),
            "W" | "QSLW" => Some((Color::White, property.place)),
            _ => None,
        });
        match first {
            None => start.turn_by_count(),
            Some((Color::White, place)) if start.stones() == 0 => {
                self.note("white", place, "the first move is white's");
                Color::White
            }
            Some((color, _)) => color,
        }
    }

    /// Enters the moves of all nodes, and what is said of them.
    fn moves(&mut self, root: SgfId, set_up: &HashSet<SgfId>) -> Result<(), SgfError> {
        let text = self.text;
        // The nodes whose children are still to come, each with the node of the tree that it reached.
        let mut waiting = vec![(root, NodeId::ROOT)];
        while let Some((id, before)) = waiting.pop() {
            let reached = self.node(id, before, set_up.contains(&id))?;
            let children: Vec<SgfId> = text.children(id).collect();
            waiting.extend(children.into_iter().rev().map(|child| (child, reached)));
        }
        Ok(())
    }

    fn node(&mut self, id: SgfId, before: NodeId, is_set_up: bool) -> Result<NodeId, SgfError> {
        let text = self.text;
        let mut here = before;
        for property in text.properties(id) {
            let color = match &*property.name {
                "B" | "AB" => Color::Black,
                "W" | "AW" => Color::White,
                _ => self.tree.turn(here),
            };
            match &*property.name {
                "AB" | "AW" if !is_set_up => {
                    let kept = "stones set up after the first move are kept as moves, with passes \
                                where colors do not alternate";
                    self.note("setup", property.place, kept);
                    for value in &property.values {
                        for point in self.points(property, value)? {
                            here = self.play(id, here, color, Some(point));
                        }
                    }
                }
                "AE" if !is_set_up => return Err(SgfError::TakenOff(property.place)),
                "PL" if !is_set_up => {
                    if self.color(property).is_some_and(|turn| turn != color) {
                        here = self.play(id, here, color, None);
                    }
                }
                "QPR" | "QSLW" => here = self.opening(id, here, property)?,
                "B" | "W" => {
                    for value in &property.values {
                        here = self.read_move(id, here, color, property, value)?;
                    }
                }
                name => self.suspect(name, property),
            }
        }
        for comment in text.texts(id, "C") {
            self.tree.add_comment(here, &comment);
        }
        self.labels(id, here);
        Ok(here)
    }

    fn read_move(
        &mut self,
        id: SgfId,
        here: NodeId,
        color: Color,
        property: &Property,
        value: &str,
    ) -> Result<NodeId, SgfError> {
        let place = property.place;
        let shown = format!("{}[{value}]", property.name);
        let point = match value.trim().to_ascii_lowercase().as_str() {
            "" => None,
            "tt" if self.size.side() <= 19 => None,
            "resign" | "swap" | "draw" => {
                self.note("word", place, &format!("{shown} is no stone: left out"));
                return Ok(here);
            }
            _ => Some(self.point(property, value)?),
        };
        if point.is_some_and(|point| self.opening.contains(&point)) {
            let text = format!("{shown} is a stone of the opening already: left out");
            self.note("opening", place, &text);
            return Ok(here);
        }
        if self.tree.turn(here) != color {
            let text = format!("{shown} is out of turn: a pass is put before it");
            self.note("turn", place, &text);
        }
        Ok(self.play(id, here, color, point))
    }

    /// Adds a move, with a pass before it if it is out of turn.
    fn play(&mut self, id: SgfId, here: NodeId, color: Color, point: Option<Point>) -> NodeId {
        let mut here = here;
        let pass = (self.tree.turn(here) != color).then_some(None);
        for point in pass.into_iter().chain([point]) {
            here = self.tree.add(here, point, "");
            if here.index() == self.nodes.len() {
                self.nodes.push(id);
            }
        }
        here
    }

    /// GomokuQuest: three stones in turn in `QPR`, the one that white chose then in `QSLW`.
    fn opening(
        &mut self,
        id: SgfId,
        here: NodeId,
        property: &Property,
    ) -> Result<NodeId, SgfError> {
        let mut here = here;
        let text = format!("the stones of {} are read as moves in turn", property.name);
        self.note("quest", property.place, &text);
        let values = property.values.iter().flat_map(|value| value.split(','));
        for value in values.filter(|value| !value.trim().is_empty()) {
            let point = self.point(property, value)?;
            here = self.play(id, here, self.tree.turn(here), Some(point));
            self.opening.push(point);
        }
        Ok(here)
    }

    fn labels(&mut self, id: SgfId, here: NodeId) {
        let text = self.text;
        let labels = text.properties(id).iter().filter(|p| p.name == "LB");
        for property in labels {
            for value in &property.values {
                let (point, label) = value.split_once(':').unwrap_or((value, ""));
                match self.point(property, point) {
                    Ok(point) => self.tree.put_label(here, point, &plain(label)),
                    Err(_) => {
                        let text = format!("LB[{value}] names no point of the board: left out");
                        self.note("label", property.place, &text);
                    }
                }
            }
        }
    }

    /// Names a property that is not known and may hold stones.
    fn suspect(&mut self, name: &str, property: &Property) {
        let is_point = |word: &str| word.len() == 2 && letters(word, self.size).is_some();
        let is_list = |value: &String| {
            let mut words = value.split([',', ' ', ':', ';']).filter(|w| !w.is_empty());
            !value.trim().is_empty() && words.all(is_point)
        };
        if !KNOWN.contains(&name) && property.values.iter().all(is_list) {
            let text = format!(
                "{name}[{}] is not known and may hold stones: they are not on the board",
                property.values.join("][")
            );
            self.notes.push(format!("{}: {text}", property.place));
        }
    }

    /// The points of a value: one, or the rectangle between two corners.
    fn points(&mut self, property: &Property, value: &str) -> Result<Vec<Point>, SgfError> {
        let Some((from, to)) = value.split_once(':') else {
            return Ok(vec![self.point(property, value)?]);
        };
        let [from, to] = [self.point(property, from)?, self.point(property, to)?];
        let range = |a: usize, b: usize| a.min(b)..=a.max(b);
        let (columns, rows) = (range(from.x(), to.x()), range(from.y(), to.y()));
        let all = self.size.points();
        Ok(all
            .filter(|point| columns.contains(&point.x()) && rows.contains(&point.y()))
            .collect())
    }

    fn point(&mut self, property: &Property, value: &str) -> Result<Point, SgfError> {
        let word = value.trim();
        if let Some(point) = letters(word, self.size) {
            return Ok(point);
        }
        if let Ok(point) = parse_point(word, self.size) {
            let text = format!(
                "{}[{word}]: a letter and a number are read as column and row from the bottom",
                property.name
            );
            self.note("number", property.place, &text);
            return Ok(point);
        }
        Err(SgfError::Point {
            place: property.place,
            name: property.name.clone(),
            value: word.into(),
            side: self.size.side(),
        })
    }
}

/// Two letters from the top left corner.
fn letters(word: &str, size: Size) -> Option<Point> {
    let number = |letter: u8| match letter.is_ascii_alphabetic() {
        true => (letter.to_ascii_lowercase() - b'a') as i64,
        false => -1,
    };
    match *word.as_bytes() {
        [x, y] => size.point(number(x), number(y)),
        _ => None,
    }
}

fn is_gomoku(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["gomoku", "renju", "gobang", "five"]
        .iter()
        .any(|name| word.contains(name))
}

/// The rule of a name such as `renju`, or of a league such as `freestyle15`.
pub(super) fn rule_named(name: &str) -> Option<Rule> {
    let name = name.trim();
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let league = (!bare.is_empty()).then_some(bare);
    let names = [Some(name), league];
    names.into_iter().flatten().find_map(|n| n.parse().ok())
}

/// Properties of SGF's versions 1 to 4 and of common writers, none of which holds stones in other words than those
/// that are read here.
const KNOWN: [&str; 88] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BL", "BM", "BR", "BS", "BT", "C", "CA", "CH",
    "CP", "CR", "DD", "DI", "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "GB", "GC", "GM", "GN",
    "GW", "HA", "HO", "ID", "IP", "IT", "IY", "KM", "KO", "L", "LB", "LN", "LT", "M", "MA", "MN",
    "N", "OB", "OM", "ON", "OT", "OV", "OW", "PB", "PC", "PL", "PM", "PW", "RE", "RG", "RO", "RU",
    "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TE", "TM", "TR", "TW", "UC", "US",
    "V", "VW", "W", "WL", "WR", "WS", "WT", "WO",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, point_name};
    use crate::record::variations::tests::{at, large, sample};
    use crate::record::{MovesError, SgfGame, write_sgf};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn games(text: &str) -> Vec<RecordedGame> {
        parse_sgf(text.as_bytes()).unwrap().games
    }

    fn game(text: &str) -> RecordedGame {
        games(text).remove(0)
    }

    fn tree(text: &str) -> Variations {
        game(text).tree
    }

    /// The main line's moves as names, `-` for a pass.
    fn line(game: &RecordedGame) -> String {
        let name = |point: Option<Point>| point.map_or("-".into(), |p| point_name(p, game.size()));
        let names: Vec<String> = game.tree.main_line().into_iter().map(name).collect();
        names.join(" ")
    }

    #[test]
    fn a_game_as_a_tree() {
        let size = Size::FIFTEEN;
        let written = SgfGame {
            size,
            rule: "renju15".into(),
            name: "1".into(),
            names: ["a]b".into(), "c".into()],
            result: "B+1".into(),
            comment: "five".into(),
            moves: vec![
                (size.centre(), "opening".into()),
                (size.point(0, 14).unwrap(), String::new()),
            ],
        };
        let text = written.to_string();
        assert!(text.contains("SZ[15]RU[renju15]") && text.contains("PB[a\\]b]"));
        assert!(text.ends_with("\n;B[hh]C[opening]\n;W[ao])\n"), "{text}");
        let game = game(&text);
        assert_eq!(
            (line(&game), game.rule),
            ("h8 a1".into(), Some(Rule::Renju))
        );
        assert_eq!(game.notes, [""; 0]);
    }

    #[test]
    fn the_board_where_no_sz_names_it() {
        let read = |text: &str| parse_sgf_on(text.as_bytes(), Some(Size::TWENTY)).unwrap();
        let file = read("(;GM[4];B[jj];W[tt])");
        assert_eq!(file.games[0].size(), Size::TWENTY);
        assert_eq!(line(&file.games[0]), "j11 t1");
        assert_eq!(games(&file.text.to_string()), file.games);
        assert_eq!(read("(;GM[1];B[jj])").games[0].size(), Size::TWENTY);
        assert_eq!(read("(;GM[4]SZ[15];B[jj])").games[0].size(), Size::FIFTEEN);
    }

    #[test]
    fn trees_go_round() {
        for tree in [sample(), Variations::new(Size::TWENTY)] {
            let text = write_sgf(&tree, "renju", "a]b");
            assert_eq!(
                games(&text),
                [RecordedGame {
                    rule: Some(Rule::Renju),
                    ..RecordedGame::from_tree(tree)
                }]
            );
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
            (;W[])(;W[BB];C[d];C[e]))\n(;FF[3]GM[4] SZ[20]5A[oo];B[tt];W[ab]) \n";
        let mut expected = Variations::new(Size::TWENTY);
        let add = |tree: &mut Variations, parent, x, y, comment| {
            tree.add(parent, Size::TWENTY.point(x, y), comment)
        };
        let first = add(&mut expected, NodeId::ROOT, 19, 19, "ab\\\nc");
        expected.add(first, None, "");
        add(&mut expected, first, 1, 1, "d\ne");
        let read = games(text);
        assert_eq!((read.len(), &read[0].tree), (2, &expected));
        assert_eq!(line(&read[1]), "t1 a19");
        let pass = game("(;;B[tt]W[hh])");
        assert_eq!((pass.size(), line(&pass)), (Size::FIFTEEN, "- h8".into()));
    }

    #[test]
    fn passes_are_kept() {
        let game = game("(;GM[4]SZ[15];B[hh];W[];B[gg])");
        assert_eq!(line(&game), "h8 - g9");
        assert_eq!(game.notes, [""; 0]);
        let (board, turn) = game.position(usize::MAX).unwrap();
        assert_eq!(
            (board.count(Color::Black), board.count(Color::White)),
            (2, 0)
        );
        assert_eq!(turn, Color::White);
    }

    #[test]
    fn stones_set_up() {
        let rows = [".....", "XXX..", "XXX..", "OO.X.", "....."];
        let drawn = parse_diagram(&rows.join("\n")).unwrap();
        for (text, turn) in [
            ("(;GM[4]SZ[5]AB[ab:cc]AW[ad]AW[bd]AB[dd])", Color::White),
            (
                "(;GM[4]SZ[5]\n;AB[ab:cc][dd][ee]\n;AW[ad][bd]AE[ee]PL[white]C[black wins])",
                Color::White,
            ),
            ("(;GM[4]SZ[5]PL[B]AB[dd][cc:ab]AW[ad:bd])", Color::Black),
            ("(;GM[4]SZ[5]AB[ab:cc]AW[ad][bd]AB[dd];B[aa])", Color::Black),
        ] {
            let game = game(text);
            let (board, next) = game.position(0).unwrap();
            assert_eq!((board.key(next), next), (drawn.key(turn), turn), "{text}");
            assert_eq!(game.moves(), Err(MovesError::SetUp));
        }
        let both = parse_sgf(b"(;GM[4]AB[hh]AW[hh])").unwrap_err();
        assert!(
            both.to_string()
                .contains("AW[hh]: a stone of the other color"),
            "{both}"
        );
        // One stone a node, as some write whole games: the order is kept.
        let game = game("(;GM[4];AB[hh];AW[hg];AB[ii];W[gg])");
        let (board, turn) = game.position(usize::MAX).unwrap();
        assert_eq!((board.last(), turn), (Some(at("g9")), Color::Black));
        assert_eq!(board.history()[1], (at("h9"), Color::White));
    }

    #[test]
    fn stones_set_up_later_become_moves() {
        let game = game("(;GM[4]SZ[15];B[hh];AB[ii][jj]AW[aa]PL[B])");
        assert_eq!(line(&game), "h8 - i7 - j6 a15");
        assert!(
            game.notes[0].contains("kept as moves, with passes"),
            "{:?}",
            game.notes
        );
        let off = parse_sgf(b"(;GM[4]\n;B[hh];AE[hh])").unwrap_err();
        assert_eq!(off, SgfError::TakenOff(Place { line: 2, column: 8 }));
    }

    #[test]
    fn openings_in_other_properties() {
        let text = "(;GM[4]FF[4]SZ[15]GN[gomokuquest]RE[B+]\n\
            ;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii];B[hh];W[jg])";
        let quest = game(text);
        assert_eq!(line(&quest), "h8 h9 j10 i9 g9 i7 - j9");
        assert_eq!(quest.notes.len(), 3, "{:?}", quest.notes);
        let unknown = game("(;GM[4]SZ[15]\n;ZZ[hh,hg][jf]ZT[12]N[aa];B[gg])");
        assert_eq!(line(&unknown), "g9");
        assert_eq!(
            unknown.notes,
            [
                "line 2, column 2: ZZ[hh,hg][jf] is not known and may hold stones: they are not on the board"
            ]
        );
    }

    #[test]
    fn other_heads_and_other_points() {
        for (text, moves, note) in [
            ("(;SZ[15];B[hh];W[hg])", "h8 h9", "no GM says which game"),
            ("(;GM[1]SZ[15]KM[6.5];B[hh];W[hg])", "h8 h9", "GM[1] is Go"),
            ("(;GM[1];B[ss])", "s1", "GM[1] is Go"),
            ("(;GM[Gomoku];B[hh])", "h8", "read as GM[4]"),
            (
                "(;GM[4];B[h8];W[H9])",
                "h8 h9",
                "column and row from the bottom",
            ),
            ("(;GM[4];W[hh];B[hg])", "h8 h9", "the first move is white's"),
            ("(;GM[4];B[hh];B[ii])", "h8 - i7", "B[ii] is out of turn"),
            ("(;GM[4];B[hh][ii])", "h8 - i7", "B[ii] is out of turn"),
            ("(;GM[4];B[hh];W[resign])", "h8", "W[resign] is no stone"),
            ("(;GM[4]RU[Japanese];B[hh])", "h8", "names no rule"),
            ("(;GM[4]LB[:A][hh:B];B[hh])", "h8", "LB[:A] names no point"),
            ("(;GM[4]PL[grey];B[hh])", "h8", "no color"),
        ] {
            let game = game(text);
            assert_eq!(line(&game), moves, "{text}");
            assert_eq!(game.notes.len(), 1, "{:?}", game.notes);
            assert!(game.notes[0].contains(note), "{:?}", game.notes);
        }
        let golem = "(;FF[4]EV[gomoku.ch.1]PB[a]PW[b]SZ[15]RE[B]GC[ game #1]SO[http://www.littlegolem.com]\
            ;B[hh];W[hg];B[swap])";
        assert_eq!(line(&game(golem)), "h8 h9");
        for (name, rule) in [
            ("freestyle", Rule::Freestyle),
            ("caro-exact15", Rule::CaroExact),
            ("4", Rule::Renju),
        ] {
            assert_eq!(game(&format!("(;GM[4]RU[{name}])")).rule, Some(rule));
        }
    }

    #[test]
    fn text_of_other_code_pages() {
        let text = "(;GM[4]CA[GB2312]PB[张三]\n;B[hh]C[五子棋对局：开局花月])";
        let (bytes, ..) = encoding_rs::GB18030.encode(text);
        let file = parse_sgf(&bytes).unwrap();
        let tree = &file.games[0].tree;
        let first = tree.children(NodeId::ROOT).next().unwrap();
        assert_eq!(tree.comment(first), "五子棋对局：开局花月");
        assert_eq!(file.notes, [""; 0]);
        assert_eq!(
            file.text.to_string(),
            text.replace("GB2312", "UTF-8") + "\n"
        );
        let undeclared = text.replace("CA[GB2312]", "");
        let (bytes, ..) = encoding_rs::GB18030.encode(&undeclared);
        let file = parse_sgf(&bytes).unwrap();
        assert_eq!(file.text.to_string(), undeclared + "\n");
        assert_eq!(file.notes.len(), 1);
    }

    /// What a program adds stands beside all that others wrote.
    #[test]
    fn foreign_files_are_written_again_with_everything_in_them() {
        let text = "(;GM[4]SZ[15]AB[hh]AW[hg]PB[x\\]]ZZ[a][b]\n;B[ii]BL[12.5]\n(;W[jj]GB[1]\n;B[kk])\n(;W[gg]))\n";
        let mut file = parse_sgf(text.as_bytes()).unwrap();
        assert_eq!(file.text.to_string(), text);
        let tree = &file.games[0].tree;
        let last = tree
            .pre_order()
            .find(|&id| tree.point(id) == Some(at("k5")))
            .unwrap();
        let node = file.node(0, last);
        file.text.set(node, "C", "a mistake: see [this]");
        let better = file.text.parent(node).unwrap();
        let better = file.text.add_child(better);
        file.text.set(better, "B", "ll");
        let added = text.replace(
            "\n;B[kk])",
            "\n(;B[kk]C[a mistake: see [this\\]])\n(;B[ll]))",
        );
        assert_eq!(file.text.to_string(), added);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let place = |line, column| Place { line, column };
        let point = |name: &str, value: &str| SgfError::Point {
            place: place(1, 3),
            name: name.into(),
            value: value.into(),
            side: 15,
        };
        for (text, error) in [
            ("(;GM[3])", SgfError::Game(place(1, 3), "3".into())),
            ("(;GM[chess])", SgfError::Game(place(1, 3), "chess".into())),
            ("(;GM[4]SZ[4])", SgfError::Size(place(1, 8), "4".into())),
            (
                "(;GM[4]\nSZ[15:16])",
                SgfError::Size(place(2, 1), "15:16".into()),
            ),
            ("(;GM[4]SZ[30])", SgfError::Size(place(1, 8), "30".into())),
            ("(;B[hp])", point("B", "hp")),
            ("(;B[h16])", point("B", "h16")),
            ("(;B[é])", point("B", "é")),
            ("(;AB[aa:zz])", point("AB", "zz")),
            ("(;QPR[hh,p])", point("QPR", "p")),
        ] {
            assert_eq!(parse_sgf(text.as_bytes()).err(), Some(error), "{text}");
        }
        let error = parse_sgf(b"(;B[hh]").unwrap_err();
        assert!(matches!(error, SgfError::Syntax(_)), "{error}");
    }

    #[test]
    fn truncated_and_changed_texts_never_panic() {
        let text = write_sgf(&sample(), "renju", "");
        let ends = text.char_indices().map(|(end, _)| end);
        for end in ends.filter(|&end| end + 1 < text.len()) {
            assert!(
                parse_sgf(&text.as_bytes()[..end]).is_err(),
                "{}",
                &text[..end]
            );
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let marks: Vec<char> = "(;)[]\\BWACELPSZQRhi8:,\n é".chars().collect();
        for _ in 0..20_000 {
            let mut mark = || marks[rng.random_range(0..marks.len())];
            let noise: String = (0..30).map(|_| mark()).collect();
            let _ = parse_sgf(noise.as_bytes());
            let mut changed: Vec<char> = text.chars().collect();
            let place = rng.random_range(0..changed.len());
            changed[place] = marks[rng.random_range(0..marks.len())];
            let changed: String = changed.into_iter().collect();
            if let Ok(file) = parse_sgf(changed.as_bytes()) {
                let again = parse_sgf(file.text.to_string().as_bytes()).unwrap();
                assert_eq!(again.games, file.games, "{changed}");
                for game in file.games.iter().filter(|game| game.start.stones() == 0) {
                    assert_eq!(tree(&write_sgf(&game.tree, "", "")), game.tree, "{changed}");
                }
            }
        }
    }

    #[test]
    fn long_lines_and_many_variations() {
        let large = large();
        assert_eq!(tree(&write_sgf(&large, "", "")), large);
        let deep = "(;B[hh](;W[ii]".repeat(100_000) + &")".repeat(200_000);
        let file = parse_sgf(deep.as_bytes()).unwrap();
        let tree = &file.games[0].tree;
        let last = tree.pre_order().last().unwrap();
        assert_eq!(tree.ply(last), 200_000);
        assert_eq!(
            parse_sgf(file.text.to_string().as_bytes()).unwrap().games,
            file.games
        );
    }
}
