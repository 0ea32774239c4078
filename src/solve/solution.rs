//! A win as a tree of variations: the attacker's move, every defence that answers what it threatens,
//! and so on down to the five. Replies that answer nothing are named together.

use super::quiet::Decision;
use super::strategy::{Means, Strategy};
use crate::board::{Color, Point, point_name};
use crate::pattern::PointClass;
use crate::position::Position;
use crate::record::{NodeId, Variations};
use crate::threat::{StandingThreat, standing_threat};
use std::collections::HashMap;

/// The most moves of a tree.
const MOST_MOVES: usize = 200_000;
/// Nodes to see that a reply does not answer a threat.
const REPLAY_NODES: u64 = 5_000;

/// A win as a tree of variations.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The moves that lead to the position, with passes where colors do not alternate, and then the win.
    pub tree: Variations,
    /// The node of the position.
    pub at: NodeId,
    /// What the attacker decides in each position.
    pub decisions: Vec<Decision>,
    /// Plies up to the five in the longest variation. Replies that are not in the tree may last longer.
    pub plies: usize,
}

impl Solution {
    /// The first variation.
    pub fn main_line(&self) -> Vec<Point> {
        let next = |&id: &NodeId| self.tree.children(id).next();
        let nodes = std::iter::successors(self.tree.children(self.at).next(), next);
        nodes.map_while(|id| self.tree.point(id)).collect()
    }
}

/// The threat of the last move.
pub(super) struct Threat {
    /// The replies that answer it, forbidden ones left out.
    pub answers: Vec<Point>,
    /// Plies after any other reply up to the five at most.
    pub plies: usize,
    /// In words.
    note: String,
}

/// A move with what follows it.
struct Branch {
    point: Point,
    note: String,
    /// Plies up to the five, this move included.
    plies: usize,
    next: Vec<Branch>,
}

/// Plays out the attacker's win within `plies` plies; either side may be to move. `None` if the strategy does
/// not find it, if the tree has too many moves, or if it takes more than `nodes` of the strategy's nodes.
pub fn solution(
    position: &Position,
    attacker: Color,
    plies: usize,
    strategy: &mut Strategy,
    nodes: u64,
) -> Option<Solution> {
    let mut grower = Grower {
        limit: strategy.nodes().saturating_add(nodes),
        strategy,
        known: HashMap::new(),
        decisions: Vec::new(),
        moves: 0,
    };
    let mut played = position.clone();
    let (note, branches) = match position.turn() == attacker {
        true => (String::new(), vec![grower.attack(&mut played, plies)?]),
        false => grower.every_reply(&mut played, plies)?,
    };
    let (mut tree, at) = tree_of(position);
    tree.add_comment(at, &note);
    branches
        .iter()
        .for_each(|branch| put(&mut tree, at, branch));
    Some(Solution {
        tree,
        at,
        plies: branches.first().map_or(0, |branch| branch.plies),
        decisions: grower.decisions,
    })
}

/// The stones of a position as moves of both colors in turn, with passes between them where needed.
fn tree_of(position: &Position) -> (Variations, NodeId) {
    let mut tree = Variations::new(position.board().size());
    let mut at = NodeId::ROOT;
    for &(point, color) in position.board().history() {
        if tree.turn(at) != color {
            at = tree.add(at, None, "");
        }
        at = tree.add(at, Some(point), "");
    }
    if tree.turn(at) != position.turn() {
        at = tree.add(at, None, "");
    }
    (tree, at)
}

fn put(tree: &mut Variations, at: NodeId, branch: &Branch) {
    let node = tree.add(at, Some(branch.point), &branch.note);
    branch.next.iter().for_each(|next| put(tree, node, next));
}

/// The threat of the attacker, who has just moved, within `left` plies, the reply included.
pub(super) fn threat(
    position: &mut Position,
    left: usize,
    strategy: &mut Strategy,
) -> Option<Threat> {
    let (attacker, size) = (!position.turn(), position.board().size());
    let patterns = position.patterns();
    if let Some(StandingThreat { answers, plies }) = standing_threat(position) {
        let (class, name) = match plies {
            1 => (PointClass::Five, "five"),
            _ => (PointClass::StraightFour, "a straight four"),
        };
        let point = point_name(patterns.points(class, attacker).first()?, size);
        return Some(Threat {
            answers: position.legal(&answers),
            plies,
            note: format!("threatens {name} at {point}"),
        });
    }
    if strategy.means() != Means::Any {
        return None;
    }
    let (point, plies) = strategy.threat(position, left)?;
    let note = format!(
        "threatens {} and five within {plies} plies",
        point_name(point, size)
    );
    let answers = quiet_answers(position, left, strategy);
    Some(Threat {
        answers,
        plies: left.saturating_sub(1),
        note,
    })
}

/// The replies that the win against a pass does not hold against.
fn quiet_answers(position: &mut Position, left: usize, strategy: &mut Strategy) -> Vec<Point> {
    let defender = position.turn();
    let empty = *position.patterns().empty();
    let mut answers = position.legal(&empty);
    answers.retain(|&reply| {
        let makes_five = position.patterns().class(reply, defender) == PointClass::Five;
        position.play(reply);
        let left = left.saturating_sub(1);
        let is_beaten = !makes_five
            && strategy
                .threats
                .replay(position, (reply, None), left, REPLAY_NODES);
        position.undo();
        !is_beaten
    });
    answers
}

/// A reply that answers nothing, where there are none that do: one that looks like an answer.
pub(super) fn vain_reply(position: &mut Position) -> Option<Point> {
    let attacker = !position.turn();
    let fives = *position.patterns().points(PointClass::Five, attacker);
    let straight_fours = *position
        .patterns()
        .points(PointClass::StraightFour, attacker);
    let likely = position.legal(&(fives | straight_fours)).first().copied();
    likely.or_else(|| {
        let empty = *position.patterns().empty();
        position.legal(&empty).first()?;
        position.plausible_move()
    })
}

struct Grower<'a> {
    strategy: &'a mut Strategy,
    /// Positions with the attacker to move that are in the tree, and how soon they are won.
    known: HashMap<u64, usize>,
    decisions: Vec<Decision>,
    moves: usize,
    /// The strategy's nodes at most.
    limit: u64,
}

impl Grower<'_> {
    /// The attacker to move.
    fn attack(&mut self, position: &mut Position, left: usize) -> Option<Branch> {
        let key = position.key();
        let point = self.strategy.attack(position, left)?;
        self.moves += 1;
        if self.moves > MOST_MOVES || self.strategy.nodes() > self.limit {
            return None;
        }
        let mut branch = Branch {
            point,
            note: "five".into(),
            plies: 1,
            next: Vec::new(),
        };
        if let Some(&plies) = self.known.get(&key) {
            branch.plies = plies;
            branch.note = "goes on as in another variation with these stones".into();
            return Some(branch);
        }
        self.decisions
            .push((position.board().history().to_vec(), point));
        if position.patterns().class(point, position.turn()) != PointClass::Five {
            position.play(point);
            let defended = self.defend(position, left.saturating_sub(1));
            position.undo();
            (branch.note, branch.next) = defended?;
            branch.plies += branch.next.first().map_or(0, |next| next.plies);
        }
        self.known.insert(key, branch.plies);
        Some(branch)
    }

    /// The defender to move: what is threatened, and the answers, the longest first.
    fn defend(&mut self, position: &mut Position, left: usize) -> Option<(String, Vec<Branch>)> {
        let threat = threat(position, left, self.strategy)?;
        if threat.answers.is_empty() {
            let Some(vain) = vain_reply(position) else {
                return Some((threat.note, Vec::new()));
            };
            let mut branch = self.reply(position, vain, left)?;
            branch.note = "in vain, as every reply".into();
            return Some((threat.note, vec![branch]));
        }
        Some((threat.note, self.answers(position, &threat.answers, left)?))
    }

    /// The defender to move where nothing is threatened yet: every legal reply.
    fn every_reply(
        &mut self,
        position: &mut Position,
        left: usize,
    ) -> Option<(String, Vec<Branch>)> {
        if let Some(defended) = self.defend(position, left) {
            return Some(defended);
        }
        let empty = *position.patterns().empty();
        let replies = position.legal(&empty);
        Some((String::new(), self.answers(position, &replies, left)?))
    }

    fn answers(
        &mut self,
        position: &mut Position,
        answers: &[Point],
        left: usize,
    ) -> Option<Vec<Branch>> {
        let mut branches = Vec::new();
        for &answer in answers {
            branches.push(self.reply(position, answer, left)?);
        }
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.plies));
        Some(branches)
    }

    fn reply(&mut self, position: &mut Position, point: Point, left: usize) -> Option<Branch> {
        self.moves += 1;
        position.play(point);
        let attack = self.attack(position, left.saturating_sub(1));
        position.undo();
        let attack = attack?;
        Some(Branch {
            point,
            note: String::new(),
            plies: 1 + attack.plies,
            next: vec![attack],
        })
    }
}
