//! A solution as the bytes of a file: text, SGF, JSON or a RenLib library.

use super::solution::Solution;
use super::task::SolveTask;
use crate::board::{Board, Color, Point, point_name};
use crate::position::Position;
use crate::record::{Caption, NodeId, RenlibError, Variations, write_renlib, write_sgf};
use serde_json::{Value, json};
use std::path::Path;
use thiserror::Error;

const LEGEND: &str = "After each move of the attacker's: every reply that answers its threat, the longest \
                      variation first. All other replies lose to the threat.";

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// Indented text.
    Text,
    /// SGF of Gomoku and Renju.
    Sgf,
    /// JSON.
    Json,
    /// A RenLib library.
    Renlib,
}

/// Why a tree cannot be written as a file of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TreeFormatError {
    /// The ending stands for no format.
    #[error("the name must end with .txt, .sgf, .json, .lib")]
    Ending,
    /// SGF and RenLib have no blocked points.
    #[error(".{0} cannot hold blocked points; .txt and .json can")]
    Blocked(&'static str),
}

impl TreeFormat {
    /// The format that a file's ending names, for a tree from a board.
    ///
    /// # Errors
    /// [`TreeFormatError`]: the ending is unknown, or the format cannot hold the board.
    pub fn of(path: &Path, board: &Board) -> Result<TreeFormat, TreeFormatError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let has_blocked = board.blocked_points().next().is_some();
        match &*ending.to_lowercase() {
            "txt" => Ok(TreeFormat::Text),
            "json" => Ok(TreeFormat::Json),
            "sgf" if has_blocked => Err(TreeFormatError::Blocked("sgf")),
            "lib" if has_blocked => Err(TreeFormatError::Blocked("lib")),
            "sgf" => Ok(TreeFormat::Sgf),
            "lib" => Ok(TreeFormat::Renlib),
            _ => Err(TreeFormatError::Ending),
        }
    }
}

/// What a tree's file says beside the moves.
#[derive(Clone, Copy)]
pub struct TreeHead<'a> {
    /// The position at the root.
    pub position: &'a Position,
    /// The color that wins.
    pub attacker: Color,
    /// The kind of win, such as `vcf`.
    pub goal: &'a str,
    /// The verdict, as text.
    pub verdict: &'a str,
}

impl<'a> TreeHead<'a> {
    /// The head of a task's tree.
    pub fn of(task: &'a SolveTask, verdict: &'a str) -> TreeHead<'a> {
        TreeHead {
            position: &task.position,
            attacker: task.attacker,
            goal: task.goal.name(),
            verdict,
        }
    }
}

/// The content of a tree's file.
///
/// # Errors
/// [`RenlibError`], if the format is RenLib and cannot hold the tree.
pub fn write_tree(
    solution: &Solution,
    head: &TreeHead,
    format: TreeFormat,
) -> Result<Vec<u8>, RenlibError> {
    let mut tree = solution.tree.clone();
    tree.add_comment(solution.at, head.verdict);
    let rule = head.position.rule().name();
    Ok(match format {
        TreeFormat::Sgf => write_sgf(&tree, rule, head.verdict).into_bytes(),
        TreeFormat::Renlib => write_renlib(&tree)?,
        TreeFormat::Json => json_text(solution, head).into_bytes(),
        TreeFormat::Text => text(solution, head).into_bytes(),
    })
}

/// One line for each move where there is a choice, indented by the number of choices before it. Moves without
/// a choice follow in the same line. Notes stand in braces.
fn text(solution: &Solution, head: &TreeHead) -> String {
    let position = head.position;
    let caption = Caption {
        turn: position.turn(),
        rule: position.rule(),
    };
    let (board, verdict) = (position.board(), head.verdict);
    let mut text = format!("{board}\n{caption}\n{verdict}\n{LEGEND}\n\n");
    let tree = &solution.tree;
    let note = tree.comment(solution.at);
    if !note.is_empty() {
        text += &format!("{{{note}}}\n");
    }
    let mut waiting: Vec<(NodeId, usize)> = Vec::new();
    let mut next: Vec<NodeId> = tree.children(solution.at).collect();
    let mut depth = 0;
    loop {
        if let [only] = next[..] {
            text += &word(tree, only);
            next = tree.children(only).collect();
            continue;
        }
        if !text.ends_with('\n') {
            text = text.trim_end().to_string() + "\n";
        }
        waiting.extend(next.iter().rev().map(|&id| (id, depth)));
        let Some((id, indent)) = waiting.pop() else {
            return text;
        };
        text += &"  ".repeat(indent);
        text += &word(tree, id);
        depth = indent + 1;
        next = tree.children(id).collect();
    }
}

fn word(tree: &Variations, id: NodeId) -> String {
    let point = tree.point(id);
    let name = point.map_or("pass".into(), |point| point_name(point, tree.size()));
    match tree.comment(id) {
        "" => format!("{name} "),
        note => format!("{name} {{{note}}} "),
    }
}

fn json_text(solution: &Solution, head: &TreeHead) -> String {
    let position = head.position;
    let board = position.board();
    let size = board.size();
    let names = |points: Vec<Point>| -> Vec<String> {
        points.iter().map(|&p| point_name(p, size)).collect()
    };
    let stones = |color: Color| {
        let own = board.history().iter().filter(|stone| stone.1 == color);
        names(own.map(|&(point, _)| point).collect())
    };
    let value = json!({
        "rule": position.rule().name(),
        "size": size.side(),
        "black": stones(Color::Black),
        "white": stones(Color::White),
        "blocked": names(board.blocked_points().collect()),
        "turn": position.turn().name(),
        "attacker": head.attacker.name(),
        "goal": head.goal,
        "verdict": head.verdict,
        "plies": solution.plies,
        "decisions": solution.decisions.len(),
        "note": solution.tree.comment(solution.at),
        "moves": moves(&solution.tree, solution.at),
    });
    value.to_string() + "\n"
}

/// The moves after a node, each with those after it. As deep as the board has points.
fn moves(tree: &Variations, at: NodeId) -> Vec<Value> {
    let value = |id| {
        let name = tree.point(id).map(|point| point_name(point, tree.size()));
        json!({
            "move": name,
            "color": (!tree.turn(id)).name(),
            "note": tree.comment(id),
            "next": moves(tree, id),
        })
    };
    tree.children(at).map(value).collect()
}
