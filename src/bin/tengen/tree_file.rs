//! A solution as a file: text, SGF, JSON or RenLib, by the file's ending.

use super::files;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use tengen::board::{Board, Color, Point, point_name};
use tengen::position::Position;
use tengen::record::{NodeId, Variations, write_renlib, write_sgf};
use tengen::solve::Solution;

const ENDINGS: [&str; 4] = ["txt", "sgf", "json", "lib"];

const LEGEND: &str = "After each move of the attacker's: every reply that answers its threat, the longest \
                      variation first. All other replies lose to the threat.";

/// What is told beside the moves.
pub struct About<'a> {
    pub position: &'a Position,
    pub attacker: Color,
    /// The kind of win, as `--goal` names it.
    pub goal: &'a str,
    /// The verdict in words.
    pub verdict: &'a str,
}

/// Refuses an ending that stands for no format, or for one that cannot hold the board.
pub fn check_ending(path: &Path, board: &Board) -> Result<()> {
    let ending = ending(path);
    if !ENDINGS.contains(&ending.as_str()) {
        bail!(
            "--tree {}: the name must end with .{}",
            path.display(),
            ENDINGS.join(", .")
        );
    }
    let is_game = ending == "sgf" || ending == "lib";
    if is_game && board.blocked_points().next().is_some() {
        bail!(
            "--tree {}: .{ending} cannot hold blocked points; .txt and .json can",
            path.display()
        );
    }
    Ok(())
}

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Writes the file.
pub fn write(path: &Path, solution: &Solution, about: &About) -> Result<()> {
    let mut tree = solution.tree.clone();
    tree.add_comment(solution.at, about.verdict);
    let rule = about.position.rule().name();
    let content = match ending(path).as_str() {
        "sgf" => write_sgf(&tree, rule, about.verdict).into_bytes(),
        "lib" => write_renlib(&tree).with_context(|| path.display().to_string())?,
        "json" => json_text(solution, about).into_bytes(),
        _ => text(solution, about).into_bytes(),
    };
    files::write(path, &content)
}

/// A line for each move where there is a choice, indented by the choices before it; moves without a choice
/// follow in the same line. Notes stand in braces.
fn text(solution: &Solution, about: &About) -> String {
    let position = about.position;
    let mut text = format!(
        "{}\n{} to move, {}\n{}\n{LEGEND}\n\n",
        position.board(),
        position.turn().name(),
        position.rule(),
        about.verdict
    );
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

fn json_text(solution: &Solution, about: &About) -> String {
    let position = about.position;
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
        "attacker": about.attacker.name(),
        "goal": about.goal,
        "verdict": about.verdict,
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
