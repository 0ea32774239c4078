//! Games and trees of variations written as SGF, `GM[4]`.

use super::sgf_text::{SgfId, SgfTree, escaped};
use super::variations::{NodeId, Variations};
use crate::board::{Color, Point, Size};
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
        let mut text = SgfTree::default();
        let mut id = head(&mut text, self.size, &self.rule, &self.name);
        let [black, white] = &self.names;
        for (name, value) in [
            ("PB", black),
            ("PW", white),
            ("RE", &self.result),
            ("GC", &self.comment),
        ] {
            set_told(&mut text, id, name, value);
        }
        for (number, (point, comment)) in self.moves.iter().enumerate() {
            id = text.add_child(id);
            text.set(id, sgf_color(Color::ALL[number % 2]), &sgf_point(*point));
            if !comment.is_empty() {
                text.set(id, "C", comment);
            }
        }
        text.fmt(f)
    }
}

/// Writes a tree; the rule's and the tree's name go into its head.
pub fn write_sgf(tree: &Variations, rule: &str, name: &str) -> String {
    let mut text = SgfTree::default();
    let root = head(&mut text, tree.size(), rule, name);
    if tree.turn(NodeId::ROOT) == Color::White {
        text.set(root, "PL", "W");
    }
    let mut written = vec![root; tree.len() + 1];
    for id in tree.pre_order() {
        let node = match tree.parent(id) {
            None => root,
            Some(parent) => text.add_child(written[parent.index()]),
        };
        written[id.index()] = node;
        put(&mut text, node, tree, id);
    }
    text.to_string()
}

fn put(text: &mut SgfTree, node: SgfId, tree: &Variations, id: NodeId) {
    if id != NodeId::ROOT {
        let point = tree.point(id).map_or(String::new(), sgf_point);
        text.set(node, sgf_color(!tree.turn(id)), &point);
    }
    if !tree.comment(id).is_empty() {
        text.set(node, "C", tree.comment(id));
    }
    for (point, label) in tree.labels(id) {
        let label = escaped(label).replace(':', "\\:");
        text.add_value(node, "LB", format!("{}:{label}", sgf_point(*point)));
    }
}

fn head(text: &mut SgfTree, size: Size, rule: &str, name: &str) -> SgfId {
    let root = text.add_game();
    for (name, value) in [
        ("FF", "4"),
        ("GM", "4"),
        ("CA", "UTF-8"),
        ("AP", "tengen"),
        ("SZ", &size.side().to_string()),
        ("RU", rule),
        ("GN", name),
    ] {
        set_told(text, root, name, value);
    }
    root
}

/// Sets a property that has something to tell.
fn set_told(text: &mut SgfTree, id: SgfId, name: &str, value: &str) {
    if !value.is_empty() {
        text.set(id, name, value);
    }
}

/// The property of a color's moves.
pub fn sgf_color(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A point as SGF writes it: column and row as letters, from the top left.
pub fn sgf_point(point: Point) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    [point.x(), point.y()].map(letter).iter().collect()
}
