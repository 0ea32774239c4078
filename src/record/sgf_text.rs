//! An SGF file's text as a tree of nodes with properties, all of them kept, whatever they mean.
//!
//! Knows the grammar alone: what properties say of stones is read in [`super::sgf`]. Text around the trees is
//! passed over, with a note; names of properties are brought to their short form (`Black` is `B`); values stay
//! as they are written, with their backslashes. Line breaks of any kind become `\n`.
//!
//! Not the crate `sgf-parse` (4.2): it takes away the backslash before `]` and writes the bare `]`, which ends
//! the value; its writer recurses once a node and overflows the stack; its errors name no place.
//!
//! Source: <https://www.red-bean.com/sgf/sgf4.html>

use std::fmt;
use std::iter::successors;
use thiserror::Error;

/// A node of the [`SgfTree`] that handed it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SgfId(u32);

/// The trees of an SGF file.
#[derive(Clone, Debug, Default)]
pub struct SgfTree {
    nodes: Vec<SgfNode>,
    games: Vec<SgfId>,
}

#[derive(Clone, Debug, Default)]
struct SgfNode {
    properties: Vec<Property>,
    parent: Option<SgfId>,
    first_child: Option<SgfId>,
    last_child: Option<SgfId>,
    next_sibling: Option<SgfId>,
}

/// A property of a node with all its values.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its short name, in upper case.
    pub name: String,
    /// Its values as they are written, with their backslashes.
    pub values: Vec<String>,
    /// Where it was read; line 0 if it was not read.
    pub place: Place,
}

/// A place in a text, both from 1; the column in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What stands where the grammar wants something else.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}: {wanted} is expected, {found} is found")]
pub struct SgfSyntaxError {
    /// Where.
    pub place: Place,
    /// What should stand there.
    pub wanted: &'static str,
    /// What stands there.
    pub found: String,
}

impl SgfTree {
    /// Reads all trees of a text. Second are notes about what was passed over.
    ///
    /// # Errors
    /// [`SgfSyntaxError`] if there is no tree, or one is not well formed.
    pub fn parse(text: &str) -> Result<(SgfTree, Vec<String>), SgfSyntaxError> {
        Reader::new(&with_newlines(text)).trees()
    }

    /// The first node of each game.
    pub fn games(&self) -> &[SgfId] {
        &self.games
    }

    /// Adds a game with an empty node and answers that node.
    pub fn add_game(&mut self) -> SgfId {
        let id = self.add_node(None);
        self.games.push(id);
        id
    }

    /// Adds a node behind the other children of its parent.
    pub fn add_child(&mut self, parent: SgfId) -> SgfId {
        self.add_node(Some(parent))
    }

    fn add_node(&mut self, parent: Option<SgfId>) -> SgfId {
        let id = SgfId(self.nodes.len() as u32);
        self.nodes.push(SgfNode {
            parent,
            ..SgfNode::default()
        });
        let Some(parent) = parent else { return id };
        match self.node(parent).last_child {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        id
    }

    /// The properties of a node in their order. One name may stand there several times.
    pub fn properties(&self, id: SgfId) -> &[Property] {
        &self.node(id).properties
    }

    /// The values of all properties of a node that have a name, without backslashes.
    pub fn texts<'a>(&'a self, id: SgfId, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let named = self.properties(id).iter().filter(move |p| p.name == name);
        named.flat_map(|property| property.values.iter().map(|value| plain(value)))
    }

    /// Puts a value in the place of all that a property of a node had. A new property is added at the end.
    pub fn set(&mut self, id: SgfId, name: &str, text: &str) {
        self.node_mut(id).properties.retain(|p| p.name != name);
        self.add_value(id, name, escaped(text));
    }

    /// Adds a value, written with its backslashes, to a property of a node.
    pub(super) fn add_value(&mut self, id: SgfId, name: &str, value: String) {
        let properties = &mut self.node_mut(id).properties;
        match properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values.push(value),
            None => properties.push(Property {
                name: name.into(),
                values: vec![value],
                place: Place::default(),
            }),
        }
    }

    /// Replaces the values of a property wherever it has any.
    pub(super) fn replace_all(&mut self, name: &str, value: &str) {
        for property in self.nodes.iter_mut().flat_map(|node| &mut node.properties) {
            if property.name == name {
                property.values = vec![value.into()];
            }
        }
    }

    /// The node before; none before the first of a game.
    pub fn parent(&self, id: SgfId) -> Option<SgfId> {
        self.node(id).parent
    }

    /// Iterates over the nodes that follow a node.
    pub fn children(&self, id: SgfId) -> impl Iterator<Item = SgfId> {
        successors(self.node(id).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// Iterates over a game's nodes, each before those that follow it.
    pub fn pre_order(&self, game: SgfId) -> impl Iterator<Item = SgfId> {
        successors(Some(game), |&id| {
            self.node(id).first_child.or_else(|| {
                successors(Some(id), |&above| self.parent(above))
                    .find_map(|above| self.node(above).next_sibling)
            })
        })
    }

    fn node(&self, id: SgfId) -> &SgfNode {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: SgfId) -> &mut SgfNode {
        &mut self.nodes[id.0 as usize]
    }

    fn write_game(&self, game: SgfId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Step {
            Write(SgfId, &'static str),
            Close,
        }
        let mut steps = vec![Step::Close, Step::Write(game, "(;")];
        while let Some(step) = steps.pop() {
            let Step::Write(id, before) = step else {
                f.write_str(")")?;
                continue;
            };
            f.write_str(before)?;
            for property in self.properties(id) {
                f.write_str(&property.name)?;
                for value in &property.values {
                    write!(f, "[{value}]")?;
                }
            }
            let children: Vec<SgfId> = self.children(id).collect();
            if let [only] = children[..] {
                steps.push(Step::Write(only, "\n;"));
                continue;
            }
            for child in children.into_iter().rev() {
                steps.extend([Step::Close, Step::Write(child, "\n(;")]);
            }
        }
        f.write_str("\n")
    }
}

/// Writes all games with all their properties.
impl fmt::Display for SgfTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.games
            .iter()
            .try_for_each(|&game| self.write_game(game, f))
    }
}

/// A value's text: a backslash keeps the next character and joins lines.
pub(super) fn plain(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|&kept| kept != '\n')),
            _ => text.push(c),
        }
    }
    text
}

/// A text whose lines end with a newline alone, as those of other systems do not.
pub(super) fn with_newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Writes a text as a value.
pub(super) fn escaped(text: &str) -> String {
    let text = with_newlines(text);
    text.replace('\\', "\\\\").replace(']', "\\]")
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    tree: SgfTree,
    notes: Vec<String>,
    /// The place of the byte up to which lines and columns are counted.
    counted: (usize, Place),
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let start = Place { line: 1, column: 1 };
        Reader {
            text,
            rest: text,
            tree: SgfTree::default(),
            notes: Vec::new(),
            counted: (0, start),
        }
    }

    fn trees(mut self) -> Result<(SgfTree, Vec<String>), SgfSyntaxError> {
        while self.skip_to_tree() {
            self.game()?;
        }
        match self.tree.games.is_empty() {
            true => {
                self.rest = self.text.trim_start_matches('\u{feff}').trim_start();
                Err(self.wants("'(;'"))
            }
            false => Ok((self.tree, self.notes)),
        }
    }

    /// Goes to the next `(;`, with a note about what stands before it.
    fn skip_to_tree(&mut self) -> bool {
        let is_start = |&(at, _): &(usize, &str)| {
            let behind = &self.rest[at + 1..];
            behind.trim_start().starts_with(';')
        };
        let start = self.rest.match_indices('(').find(is_start);
        let end = start.map_or(self.rest.len(), |(at, _)| at);
        let (passed, rest) = self.rest.split_at(end);
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0' || c == '\u{1a}';
        let shown = passed.trim_matches(blank);
        if !shown.is_empty() && (start.is_some() || !self.tree.games.is_empty()) {
            let before = passed.len() - passed.trim_start_matches(blank).len();
            let place = self.place(self.at() + before);
            let beginning: String = shown.chars().take(30).collect();
            let note = format!("{place}: passed over outside the game: '{beginning}'");
            self.notes.push(note);
        }
        self.rest = rest;
        start.is_some()
    }

    /// Reads from `(` to the `)` that closes it.
    fn game(&mut self) -> Result<(), SgfSyntaxError> {
        // The nodes before the parentheses that are open.
        let mut open: Vec<Option<SgfId>> = Vec::new();
        let mut here: Option<SgfId> = None;
        loop {
            self.rest = self.rest.trim_start();
            let before = self.rest;
            let mut chars = before.chars();
            let mark = chars.next();
            self.rest = chars.as_str();
            match mark {
                Some('(') => {
                    open.push(here);
                    self.rest = self.rest.trim_start();
                    if !self.rest.starts_with(';') {
                        return Err(self.wants("';'"));
                    }
                }
                Some(';') => {
                    let id = match here {
                        Some(parent) => self.tree.add_child(parent),
                        None => self.tree.add_game(),
                    };
                    self.properties(id)?;
                    here = Some(id);
                }
                Some(')') => {
                    here = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                _ => {
                    self.rest = before;
                    return Err(self.wants("';', '(' or ')'"));
                }
            }
        }
    }

    fn properties(&mut self, id: SgfId) -> Result<(), SgfSyntaxError> {
        loop {
            self.rest = self.rest.trim_start();
            let is_over = |c: char| !c.is_ascii_alphanumeric();
            let end = self.rest.find(is_over).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            if name.is_empty() {
                return Ok(());
            }
            let place = self.place(self.at());
            self.rest = rest;
            let property = Property {
                values: self.values()?,
                name: short_name(name),
                place,
            };
            self.tree.node_mut(id).properties.push(property);
        }
    }

    fn values(&mut self) -> Result<Vec<String>, SgfSyntaxError> {
        let mut values = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('[') {
                Some(rest) => values.push(self.value(rest)?),
                None if values.is_empty() => return Err(self.wants("'['")),
                None => return Ok(values),
            }
        }
    }

    /// Takes what stands before the next `]` that has no backslash before it.
    fn value(&mut self, rest: &str) -> Result<String, SgfSyntaxError> {
        let mut is_kept = false;
        for (at, c) in rest.char_indices() {
            match c {
                ']' if !is_kept => {
                    let behind = self.rest.len() - rest.len() + at + 1;
                    self.rest = &self.rest[behind..];
                    return Ok(rest[..at].into());
                }
                _ => is_kept = c == '\\' && !is_kept,
            }
        }
        Err(SgfSyntaxError {
            found: "the text's end".into(),
            ..self.wants("']' after this '['")
        })
    }

    fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn place(&mut self, at: usize) -> Place {
        let (mut from, mut place) = self.counted;
        if at < from {
            (from, place) = (0, Place { line: 1, column: 1 });
        }
        for c in self.text[from..at].chars() {
            match c {
                '\n' => (place.line, place.column) = (place.line + 1, 1),
                '\u{feff}' => {}
                _ => place.column += 1,
            }
        }
        self.counted = (at, place);
        place
    }

    fn wants(&mut self, wanted: &'static str) -> SgfSyntaxError {
        let word: String = self.rest.chars().take(12).collect();
        let found = match word.lines().next() {
            Some(line) if !line.is_empty() => format!("'{line}'"),
            _ => "the text's end".into(),
        };
        SgfSyntaxError {
            place: self.place(self.at()),
            wanted,
            found,
        }
    }
}

/// Old files spell names out: `Black`, `SiZe`. Some write them in lower case.
fn short_name(name: &str) -> String {
    let short: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    match short.is_empty() {
        true => name.to_ascii_uppercase(),
        false => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SgfTree {
        SgfTree::parse(text).unwrap().0
    }

    #[test]
    fn everything_is_kept() {
        let text = "(;FF[4]GM[4]XX[a\\]b][\\\\]C[two\nlines\\\njoined]\n;B[hh]QQ[]\n(;W[ii])\n(;W[jj]\n;B[kk]))\n\
            (;GM[4])\n";
        let tree = parse(text);
        assert_eq!(tree.to_string(), text);
        let root = tree.games()[0];
        let values: Vec<String> = tree.texts(root, "XX").collect();
        assert_eq!(values, ["a]b", "\\"]);
        let comment: Vec<String> = tree.texts(root, "C").collect();
        assert_eq!(comment, ["two\nlinesjoined"]);
        assert_eq!(tree.pre_order(root).count(), 5);
        let again = parse(&tree.to_string().replace('\n', "\r\n"));
        assert_eq!(again.to_string(), text);
    }

    #[test]
    fn properties_are_set() {
        let mut tree = parse("(;GM[4]C[a]C[b])");
        let root = tree.games()[0];
        tree.set(root, "C", "x]\\");
        let child = tree.add_child(root);
        tree.set(child, "B", "hh");
        assert_eq!(tree.to_string(), "(;GM[4]C[x\\]\\\\]\n;B[hh])\n");
    }

    #[test]
    fn text_around_the_trees_is_noted() {
        let (tree, notes) =
            SgfTree::parse("Date: (today)\n(;B[hh])\n --\nyours\n(\n;W[ii]) )\u{1a}\n").unwrap();
        assert_eq!(tree.to_string(), "(;B[hh])\n(;W[ii])\n");
        assert_eq!(
            notes,
            [
                "line 1, column 1: passed over outside the game: 'Date: (today)'",
                "line 3, column 2: passed over outside the game: '--\nyours'",
                "line 6, column 9: passed over outside the game: ')'",
            ]
        );
        let (_, notes) = SgfTree::parse("\u{feff}\r\n(;B[hh])\r\n\0").unwrap();
        assert!(notes.is_empty());
        assert_eq!(
            parse("(;Black[hh]SiZe[15]c[x])").to_string(),
            "(;B[hh]SZ[15]C[x])\n"
        );
    }

    #[test]
    fn errors_name_their_place() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: '(;' is expected, the text's end is found",
            ),
            (
                "\n\nB[hh]",
                "line 3, column 1: '(;' is expected, 'B[hh]' is found",
            ),
            ("()", "line 1, column 1: '(;' is expected, '()' is found"),
            (
                "(;B[hh]",
                "line 1, column 8: ';', '(' or ')' is expected, the text's end is found",
            ),
            ("(;\nB)", "line 2, column 2: '[' is expected, ')' is found"),
            (
                "(;C[あ]?)",
                "line 1, column 7: ';', '(' or ')' is expected, '?)' is found",
            ),
            (
                "(;B[hh]())",
                "line 1, column 9: ';' is expected, '))' is found",
            ),
            (
                "(;B[hh]\nC[a\\]",
                "line 2, column 2: ']' after this '[' is expected, the text's end is found",
            ),
        ] {
            assert_eq!(SgfTree::parse(text).unwrap_err().to_string(), message);
        }
    }
}
