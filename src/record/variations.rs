//! A tree of moves with comments: what opening books and analyses are made of.
//!
//! Nodes lie in one vector and name their parent, first child and next sibling, so that no walk needs
//! recursion and a line may be of any length. Knows the board's size and nothing of rules: whether a line
//! can be played (nothing here forbids a point twice) is for [`crate::rule::Game`] to say.

use crate::board::{Color, Point, Size};
use std::iter::successors;

/// A node of the [`Variations`] that handed it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the position before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// Its place in the order in which nodes were added.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Moves in a tree, color by color in turn; a pass is a move without a point.
///
/// Methods that take a [`NodeId`] panic if it comes from another, larger tree.
#[derive(Clone, Debug)]
pub struct Variations {
    size: Size,
    first: Color,
    nodes: Vec<VariationNode>,
}

#[derive(Clone, Debug, Default)]
struct VariationNode {
    point: Option<Point>,
    comment: String,
    labels: Vec<(Point, String)>,
    ply: u32,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Variations {
    /// Makes a tree without moves, black to move.
    pub fn new(size: Size) -> Variations {
        Variations::with_first(size, Color::Black)
    }

    /// Makes a tree without moves, for positions in which either color moves first.
    pub fn with_first(size: Size, first: Color) -> Variations {
        Variations {
            size,
            first,
            nodes: vec![VariationNode::default()],
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many moves the tree holds.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether the tree holds no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after `parent`, behind its other children, and answers its node. A child with that point
    /// is not added again: it gets the comment, as in [`Variations::add_comment`].
    ///
    /// # Panics
    /// If the point is off the board.
    pub fn add(&mut self, parent: NodeId, point: Option<Point>, comment: &str) -> NodeId {
        assert!(point.is_none_or(|point| self.size.holds(point)));
        let (mut last, mut next) = (None, self.node(parent).first_child);
        while let Some(child) = next {
            if self.point(child) == point {
                self.add_comment(child, comment);
                return child;
            }
            (last, next) = (next, self.next_sibling(child));
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(VariationNode {
            point,
            comment: comment.into(),
            ply: self.node(parent).ply + 1,
            parent: Some(parent),
            ..VariationNode::default()
        });
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Adds lines to a node's comment, unless it ends with them already.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let comment = &mut self.node_mut(id).comment;
        let is_there = comment
            .strip_suffix(text)
            .is_some_and(|before| before.is_empty() || before.ends_with('\n'));
        if text.is_empty() || is_there {
            return;
        }
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Writes a short text on a point of the board as it stands after a node's move, in place of the one
    /// that was there; an empty text takes it away.
    ///
    /// # Panics
    /// If the point is off the board.
    pub fn put_label(&mut self, id: NodeId, point: Point, text: &str) {
        assert!(self.size.holds(point));
        let labels = &mut self.node_mut(id).labels;
        labels.retain(|(labelled, _)| *labelled != point);
        if !text.is_empty() {
            labels.push((point, text.into()));
        }
    }

    /// The point of a node's move; none at the root and for a pass.
    pub fn point(&self, id: NodeId) -> Option<Point> {
        self.node(id).point
    }

    /// What is said of a node; empty if nothing is.
    pub fn comment(&self, id: NodeId) -> &str {
        &self.node(id).comment
    }

    /// The texts written on the board after a node's move.
    pub fn labels(&self, id: NodeId) -> &[(Point, String)] {
        &self.node(id).labels
    }

    /// How many moves lead to a node.
    pub fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// Whose move it is after a node's move.
    pub fn turn(&self, id: NodeId) -> Color {
        match self.ply(id) % 2 {
            0 => self.first,
            _ => !self.first,
        }
    }

    /// The node before; none before the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Iterates over the moves after a node, in the order in which they were added.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        successors(self.node(id).first_child, |&child| self.next_sibling(child))
    }

    /// Iterates over all nodes, the root first, each before its children and these before its next sibling.
    pub fn pre_order(&self) -> impl Iterator<Item = NodeId> {
        successors(Some(NodeId::ROOT), |&id| {
            self.children(id).next().or_else(|| {
                successors(Some(id), |&above| self.parent(above))
                    .find_map(|above| self.next_sibling(above))
            })
        })
    }

    /// The moves that lead to a node, the first one first.
    pub fn line(&self, id: NodeId) -> Vec<Option<Point>> {
        let mut line: Vec<Option<Point>> = successors(Some(id), |&above| self.parent(above))
            .take(self.ply(id))
            .map(|above| self.point(above))
            .collect();
        line.reverse();
        line
    }

    /// The moves of the main line, the first child each time, down to its end; `None` is a pass.
    pub fn main_line(&self) -> Vec<Option<Point>> {
        let first = self.children(NodeId::ROOT).next();
        let line = successors(first, |&id| self.children(id).next());
        line.map(|id| self.point(id)).collect()
    }

    fn node(&self, id: NodeId) -> &VariationNode {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut VariationNode {
        &mut self.nodes[id.0 as usize]
    }
}

/// Equal are trees that look the same, in whatever order they were built.
impl PartialEq for Variations {
    fn eq(&self, other: &Variations) -> bool {
        let same = |(a, b): (NodeId, NodeId)| {
            let (a, b) = (self.node(a), other.node(b));
            (a.ply, a.point, &a.comment, &a.labels) == (b.ply, b.point, &b.comment, &b.labels)
        };
        (self.size, self.first) == (other.size, other.first)
            && self.len() == other.len()
            && self.pre_order().zip(other.pre_order()).all(same)
    }
}

impl Eq for Variations {}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{parse_point, parse_points, point_name};

    pub(crate) fn at(name: &str) -> Point {
        parse_point(name, Size::FIFTEEN).unwrap()
    }

    /// Adds a line of moves at the root and answers its last node.
    fn add_line(tree: &mut Variations, line: &str) -> NodeId {
        let points = parse_points(line, tree.size()).unwrap();
        points.iter().fold(NodeId::ROOT, |parent, &point| {
            tree.add(parent, Some(point), "")
        })
    }

    /// A tree with all that a tree can have.
    pub(crate) fn sample() -> Variations {
        let mut tree = Variations::new(Size::FIFTEEN);
        tree.add_comment(NodeId::ROOT, "a [book]\nof \\ two lines");
        for line in ["h8 h9 j9 a1", "h8 h9 j9 a15", "h8 i9", "o1 o15"] {
            add_line(&mut tree, line);
        }
        let [h8, j9] = ["h8", "h8 h9 j9"].map(|line| add_line(&mut tree, line));
        let pass = tree.add(h8, None, "black passes");
        tree.add(pass, Some(at("c3")), "Kółko (; 1) [\nand more\n\nlines");
        tree.put_label(NodeId::ROOT, at("h8"), "a:b]\\");
        tree.put_label(j9, at("j9"), "A");
        tree.put_label(j9, at("b2"), "あ");
        tree
    }

    /// A tree of a hundred thousand moves in lines that fill the board.
    pub(crate) fn large() -> Variations {
        let points: Vec<Point> = Size::FIFTEEN.points().collect();
        let mut tree = Variations::new(Size::FIFTEEN);
        for start in 0..450 {
            let line = points.iter().cycle().skip(start / 2).take(225);
            let first = match start % 2 {
                0 => NodeId::ROOT,
                _ => tree.add(NodeId::ROOT, None, ""),
            };
            line.fold(first, |parent, &point| tree.add(parent, Some(point), ""));
        }
        assert!(tree.len() > 100_000);
        tree
    }

    fn names(tree: &Variations, points: impl IntoIterator<Item = Point>) -> String {
        let name = |point| point_name(point, tree.size());
        points.into_iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_share_their_beginning() {
        let mut tree = Variations::new(Size::FIFTEEN);
        assert!(tree.is_empty() && tree.main_line().is_empty());
        let first = add_line(&mut tree, "h8 h9 i9");
        let second = add_line(&mut tree, "h8 i9 h9");
        assert_eq!(add_line(&mut tree, "h8 h9 i9"), first);
        add_line(&mut tree, "g7");
        assert_eq!(tree.len(), 6);
        let main_line = tree.main_line().into_iter().flatten();
        assert_eq!(names(&tree, main_line), "h8 h9 i9");
        let shown = |id| tree.point(id).map(|point| (tree.ply(id), point));
        let shown: Vec<(usize, Point)> = tree.pre_order().filter_map(shown).collect();
        let plies: Vec<usize> = shown.iter().map(|pair| pair.0).collect();
        assert_eq!(plies, [1, 2, 3, 2, 3, 1]);
        let points = shown.iter().map(|pair| pair.1);
        assert_eq!(names(&tree, points), "h8 h9 i9 i9 h9 g7");
        let line = tree.line(second).into_iter().flatten();
        assert_eq!(names(&tree, line), "h8 i9 h9");
        assert_eq!(tree.line(NodeId::ROOT), []);
        assert_eq!(
            (tree.turn(NodeId::ROOT), tree.turn(second)),
            (Color::Black, Color::White)
        );
    }

    #[test]
    fn a_pass_is_a_move_of_the_main_line() {
        let mut tree = Variations::new(Size::TWENTY);
        let opening = add_line(&mut tree, "h8");
        let pass = tree.add(opening, None, "");
        assert_eq!(tree.add(opening, None, "again"), pass);
        tree.add(pass, Some(Size::TWENTY.centre()), "");
        assert_eq!((tree.len(), tree.comment(pass)), (3, "again"));
        let [first, centre] = [tree.point(opening), Some(Size::TWENTY.centre())];
        assert_eq!(tree.main_line(), [first, None, centre]);
        assert_eq!(tree.turn(pass), Color::Black);
        let white_first = Variations::with_first(Size::TWENTY, Color::White);
        assert_eq!(white_first.turn(NodeId::ROOT), Color::White);
        assert_ne!(white_first, Variations::new(Size::TWENTY));
    }

    #[test]
    fn comments_grow_and_labels_are_replaced() {
        let mut tree = Variations::new(Size::FIFTEEN);
        let id = add_line(&mut tree, "h8");
        for comment in ["one", "", "one", "two", "o", "one\ntwo\no"] {
            tree.add_comment(id, comment);
        }
        assert_eq!(tree.comment(id), "one\ntwo\no");
        for (name, text) in [("a1", "A"), ("b1", "B"), ("a1", "C"), ("b1", "")] {
            tree.put_label(id, at(name), text);
        }
        assert_eq!(tree.labels(id), [(at("a1"), "C".into())]);
    }

    #[test]
    fn trees_are_equal_in_whatever_order_they_grew() {
        let [mut one, mut other] = [0, 0].map(|_| Variations::new(Size::FIFTEEN));
        for line in ["h8 h9", "h8 i9", "g7"] {
            add_line(&mut one, line);
        }
        for line in ["h8", "g7", "h8 h9", "h8 i9"] {
            add_line(&mut other, line);
        }
        assert_eq!(one, other);
        add_line(&mut other, "h8 h9 h10");
        assert_ne!(one, other);
        add_line(&mut one, "g7 h10");
        assert_ne!(one, other);
    }

    #[test]
    fn a_hundred_thousand_moves_deep() {
        let mut tree = Variations::new(Size::FIFTEEN);
        let mut id = NodeId::ROOT;
        for number in 0..100_000 {
            id = tree.add(id, Size::FIFTEEN.point(number % 15, 0), "");
        }
        assert_eq!(tree.pre_order().count(), 100_001);
        assert_eq!(tree.line(id).len(), 100_000);
        assert_eq!(tree.clone(), tree);
    }
}
